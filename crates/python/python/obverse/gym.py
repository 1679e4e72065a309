"""Othello as an environment of Gymnasium: you against one of our players.

>>> import gymnasium, obverse.gym
>>> env = gymnasium.make("obverse/Othello-v0", opponent="random:seed=1")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum())
((2, 8, 8), 4)

An action is a square, row by row from 0. The environment plays the opponent's moves and every pass, so there is always
a move for you until the game is over. An observation has your discs and the opponent's. The reward is 0 until the end
and then 1, 0 or −1. An illegal move ends the game with −1: `info["action_mask"]` says which are legal.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from obverse import Error, Game, IllegalMove, PlayerFailed
from obverse._players import Player, Policy

Planes = NDArray[np.int8]


class OthelloEnv(gymnasium.Env[Planes, np.int64]):
    """A game of Othello against one of our players, or a function of yours."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        opponent: str | Policy = "random",
        *,
        size: int = 8,
        side: str = "black",
        render_mode: str | None = None,
    ) -> None:
        """`side` is yours: "black", "white", or "any" for one by lot in every game."""
        if side not in ("black", "white", "any"):
            raise Error(f"{side!r} is no side: write 'black', 'white' or 'any'")
        if render_mode not in (None, "ansi"):
            raise Error(f"{render_mode!r} is no way of drawing: write 'ansi'")
        self.render_mode = render_mode
        self.game = Game(size=size)
        self._opponent: Policy = Player(opponent) if isinstance(opponent, str) else opponent
        if isinstance(self._opponent, Player) and not self._opponent.supports(size):
            raise PlayerFailed(f"{opponent} does not play on {size}×{size}")
        self._size, self._chosen_side, self._side = size, side, "black"
        self._seeded = not isinstance(opponent, str) or "seed=" in opponent
        self._who = opponent
        self.observation_space = spaces.Box(0, 1, (2, size, size), np.int8)
        self.action_space = spaces.Discrete(size * size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        super().reset(seed=seed)
        self.game = Game(size=self._size)
        any_side = ("black", "white")[int(self.np_random.integers(2))]
        self._side = any_side if self._chosen_side == "any" else self._chosen_side
        # The opponent's chance comes from the environment's seed, unless it has its own.
        number = int(self.np_random.integers(2**32))
        if isinstance(self._who, str) and not self._seeded and seed is not None:
            self._opponent = Player(self._who, seed=number)
        if isinstance(self._opponent, Player):
            self._opponent.new_game(number)
        self._let_opponent_play()
        return self._planes(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        if self.game.is_over:
            raise IllegalMove("the game is over")
        try:
            self.game.play(int(action))
        except Error:
            return self._planes(), -1.0, True, False, {**self._info(), "illegal": True}
        self._let_opponent_play()
        over = self.game.is_over
        reward = float(np.sign(self.game.position.score(self._side))) if over else 0.0
        return self._planes(), reward, over, False, self._info()

    def render(self) -> str | None:
        return str(self.game) if self.render_mode == "ansi" else None

    def _let_opponent_play(self) -> None:
        while not self.game.is_over:
            if self.game.position.must_pass:
                self.game.play("pass")
            elif self.game.side != self._side:
                self.game.play(self._opponent(self.game))
            else:
                return

    def _planes(self) -> Planes:
        planes = self.game.position.planes().astype(np.int8)
        return planes if self.game.side == self._side else planes[::-1].copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": action_mask(self.game), "side": self._side}


def action_mask(game: Game) -> NDArray[np.int8]:
    """1 for every square where the side to move may place a disc."""
    mask = np.zeros(game.size * game.size, np.int8)
    mask[game.position.board.legal_moves()] = 1
    return mask


gymnasium.register(id="obverse/Othello-v0", entry_point="obverse.gym:OthelloEnv")
