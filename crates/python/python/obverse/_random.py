"""Random games as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from obverse import _native
from obverse._native import Board, Game, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class RandomGames(NamedTuple):
    """Random games, a row a move of all of them."""

    boards: NDArray[Any]
    """The board before the move, own discs first: `uint64[moves, 2]` on 8×8, else `uint8[moves, 2, size, size]`."""
    moves: NDArray[np.int16]
    """The square of the move, row by row from 0."""
    sides: NDArray[np.int8]
    """Who moves: 0 for Black, 1 for White."""
    scores: NDArray[np.int16]
    """The score at the end of the game, from the mover's view."""
    lengths: NDArray[np.int64]
    """The number of moves of each game."""


def random_games(
    count: int,
    *,
    start: Position | Game | Board | str | None = None,
    size: int = 8,
    seed: int = 0,
    threads: int | None = None,
) -> RandomGames:
    """So many games of random moves, from the start or a position. They depend on the seed, not on the threads.

    >>> games = random_games(100, seed=1)
    >>> len(games.lengths), games.boards.shape == (games.lengths.sum(), 2)
    (100, True)
    """
    return RandomGames(**_native.random_games(count, start=start, size=size, seed=seed, threads=threads))
