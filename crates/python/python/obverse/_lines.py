"""Answers: what the command line and the server say in JSON, as dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from obverse._native import Game


class _Answer:
    """Something that JSON says."""

    @classmethod
    def _of(cls, answer: Mapping[str, Any]) -> Self:
        known = {field.name for field in fields(cls)}  # type: ignore[arg-type]
        return cls(**{name: value for name, value in answer.items() if name in known})


@dataclass(frozen=True)
class Line(_Answer):
    """A move with its score and the play that is expected to follow."""

    rank: int
    """1 for the best."""
    move: str | None
    """None only where the game is over."""
    score: float
    """Discs from the view of the side to move."""
    kind: str
    """What the score is: "exact", "wld", "selective", "heuristic" or "book"."""
    depth: int
    """The plies looked ahead."""
    pv: list[str]
    """The moves, this one first."""
    nodes: int
    """Positions visited by the whole search."""
    seconds: float
    confidence: int | None = None
    """Of a selective score, in per cent."""


@dataclass(frozen=True)
class Solved(_Answer):
    """The exact score of a position, or who wins: 1, 0 or −1 with `wld`."""

    empties: int
    score: int
    kind: str
    best: str | None
    pv: list[str]
    depth: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Reason(_Answer):
    """Why a move was a mistake."""

    id: str
    text: str
    square: str | None = None
    squares: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReviewedMove(_Answer):
    """What a move cost. Scores are discs from the mover's view."""

    ply: int
    """The number of the move, from 1."""
    side: str
    move: str
    legal: int
    """How many moves there were."""
    score: float
    kind: str
    best: str
    best_score: float
    loss: float
    grade: str
    """"forced", "best", "good", "inaccuracy", "mistake" or "blunder"."""
    reasons: list[Reason]
    pv: list[str]
    best_pv: list[str]
    confidence: int | None = None
    uncertain: bool = False
    """Whether it may have cost nothing."""
    unclear: bool = False
    """Whether much seems to be lost and the grade is kind because it may be little."""


@dataclass(frozen=True)
class SideSummary(_Answer):
    """How well a side played."""

    loss: float
    """Discs lost by all its moves."""
    accuracy: float | None
    """From 0 to 100; None if no move was reviewed."""
    phases: dict[str, Any]


@dataclass(frozen=True)
class Review:
    """A game that was reviewed."""

    moves: list[ReviewedMove]
    black: SideSummary
    white: SideSummary

    @classmethod
    def _of(cls, answer: Mapping[str, Any]) -> Review:
        def move(row: Mapping[str, Any]) -> ReviewedMove:
            reasons = [Reason._of({**reason, "squares": tuple(reason.get("squares", ()))}) for reason in row["reasons"]]
            return ReviewedMove._of({**row, "reasons": reasons})

        summary = answer["summary"]
        return cls(
            moves=[move(row) for row in answer["moves"]],
            black=SideSummary._of({"accuracy": None, **summary["black"]}),
            white=SideSummary._of({"accuracy": None, **summary["white"]}),
        )


@dataclass(frozen=True)
class Thought(_Answer):
    """What a player thought of its move."""

    pv: list[str]
    nodes: int
    seconds: float
    score: float | None = None
    """Discs; None for players whose numbers are no discs."""
    kind: str | None = None
    confidence: int | None = None
    depth: int | None = None
    remark: str | None = None


@dataclass(frozen=True)
class Choice:
    """A player's move, and what was thought of it."""

    move: str
    thought: Thought | None = None


@dataclass(frozen=True)
class PlayedGame(_Answer):
    """A game of a match."""

    game: int
    """Its number, from 1."""
    opening: int
    black: str
    white: str
    winner: str | None
    discs: int | None
    """Black's discs less White's, empty squares to the winner; None where the board did not decide."""
    how: str
    moves: list[str]
    record: Game
    """The game itself, with times and scores."""
    reason: str | None = None
    """Why somebody failed."""


@dataclass(frozen=True)
class MatchResult(_Answer):
    """What a match says about its first player."""

    a: str
    b: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    """Points by game, from 0 to 1."""
    elo: float
    elo_error: float
    """Half the width of the 95 % interval."""
    los: float
    """The likelihood that the first is the stronger, from 0 to 1."""
    mean_discs: float
    pairs: list[int]
    """Pairs of games from one opening by their points: 0, ½, 1, 1½ and 2."""
    failures: list[int]
