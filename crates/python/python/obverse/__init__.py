"""Othello (Reversi) on every even board from 4×4 to 26×26: rules, engine, players, arrays.

>>> import obverse
>>> game = obverse.Game.read("f5d6c3d3c4")
>>> line = obverse.Engine(threads=1, hash=16).search(game, depth=8)[0]
>>> line.depth, line.kind
(8, 'selective')

`Position` and `Game` speak in names of squares, `Board` and `Batch` in numbers and NumPy's arrays. `Engine` searches,
solves and reviews; `player("killer")` makes somebody to play against; `Match` plays two against each other;
`obverse.gym` and `obverse.zoo` are environments for those who train.
"""

from obverse._engine import Engine, EnginePool
from obverse._lines import (
    Choice,
    Line,
    MatchResult,
    PlayedGame,
    Reason,
    Review,
    ReviewedMove,
    SideSummary,
    Solved,
    Thought,
)
from obverse._native import (
    Batch,
    Board,
    Error,
    Game,
    Games,
    IllegalMove,
    PlayerFailed,
    Position,
    ReadError,
    __version__,
    convert,
    open,
    openings,
    planes,
    playouts,
    read,
    write,
)
from obverse._players import Match, Player, player
from obverse._random import RandomGames, random_games

__all__ = [
    "Batch",
    "Board",
    "Choice",
    "Engine",
    "EnginePool",
    "Error",
    "Game",
    "Games",
    "IllegalMove",
    "Line",
    "Match",
    "MatchResult",
    "PlayedGame",
    "Player",
    "PlayerFailed",
    "Position",
    "RandomGames",
    "ReadError",
    "Reason",
    "Review",
    "ReviewedMove",
    "SideSummary",
    "Solved",
    "Thought",
    "__version__",
    "convert",
    "open",
    "openings",
    "planes",
    "player",
    "playouts",
    "random_games",
    "read",
    "write",
]
