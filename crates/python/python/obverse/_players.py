"""Players by name, and matches between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from obverse import _native
from obverse._lines import Choice, MatchResult, PlayedGame, Thought
from obverse._native import Game

Policy = Callable[[Game], str | int]
"""A function that is given a game and names the move of the side to move, or its square's number."""


class Player:
    """Somebody who plays: see `player`."""

    def __init__(self, who: str, *, seed: int | None = None, threads: int = 1, hash: int = 64) -> None:
        self._player = _native.Player(who, seed, threads, hash)

    @property
    def name(self) -> str:
        """The name, as the command line takes it."""
        return self._player.name

    def supports(self, size: int) -> bool:
        """Whether it plays on boards of this size."""
        return self._player.supports(size)

    def new_game(self, number: int = 0) -> None:
        """A new game begins, of this number: what is left to chance depends on the seed and on it."""
        self._player.new_game(number)

    def choose(self, game: Game, *, time: float | None = None) -> Choice:
        """The move of the side to move, with so many seconds if they are given."""
        move, thought = self._player.choose(game, time)
        return Choice(move, None if thought is None else Thought._of(thought))

    def explain(self, game: Game, *, time: float | None = None) -> list[dict[str, Any]]:
        """What it thinks of every move, best first, with the terms of its evaluation, as `obverse why --json` says."""
        return self._player.explain(game, time)

    def __call__(self, game: Game) -> str:
        """Its move: a player is a policy too."""
        return self.choose(game).move

    def __repr__(self) -> str:
        return f"player({self.name!r})"


def player(who: str, *, seed: int | None = None, threads: int = 1, hash: int = 64) -> Player:
    """A player by the name that the command line gives it: "engine", "level:5", "killer", "random:seed=7"…

    >>> player("killer:depth=3,book=off").choose(Game()).move in Game().legal_moves()
    True
    >>> player("nobody")
    Traceback (most recent call last):
        ...
    obverse.PlayerFailed: ...
    """
    return Player(who, seed=seed, threads=threads, hash=hash)


class Match(Iterator[PlayedGame]):
    """A match of two players, by name or as functions from a `Game` to a move: an iterator of the games as they end.

    Every opening is played twice, with colours swapped. Several games run at a time; a function of yours runs in one
    of them at a time. If it raises an exception, so does the match.

    >>> match = Match("squares", "random", games=4, seed=3)
    >>> len(list(match))
    4
    >>> match.result.games
    4
    """

    def __init__(
        self,
        a: str | Policy,
        b: str | Policy,
        *,
        games: int = 100,
        size: int = 8,
        openings: str | Iterable[Game] | None = None,
        seed: int = 1,
        time: float | None = None,
        concurrency: int | None = None,
        hash: int = 64,
    ) -> None:
        """Begins a match. `openings` are "balanced" (usual on 8×8), "random:8", "book:12", "named", "start", or games;
        `time` is seconds a move; `concurrency` is how many games run at a time, one a core by default."""
        self._match = _native.Match(a, b, games, size, openings, seed, time, concurrency, hash)

    def __next__(self) -> PlayedGame:
        said, record = next(self._match)
        return PlayedGame._of({**said, "record": record})

    @property
    def result(self) -> MatchResult:
        """What the games that ended so far say."""
        return MatchResult._of(self._match.result())

    def play(self) -> MatchResult:
        """Plays all games, and says what they show."""
        for _ in self:
            pass
        return self.result

    def stop(self) -> None:
        """Ends it: games in progress have no result."""
        self._match.stop()
