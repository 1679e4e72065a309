"""Othello as an AEC environment of PettingZoo, for two agents or for one against our player.

>>> import obverse.zoo
>>> env = obverse.zoo.env()
>>> env.reset(seed=1)
>>> env.agents
['black', 'white']

An action is a square, row by row from 0; passes are played by the environment. An observation has the planes of the
agent's discs and of the other's, and the `action_mask`. Rewards are 0 until the end and then 1, 0 or −1; an illegal
move loses the game at once.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from obverse import Error, Game, PlayerFailed
from obverse._players import Player, Policy
from obverse.gym import action_mask

SIDES = ("black", "white")


def env(**options: Any) -> Any:
    """The environment with the usual guards: an illegal move ends the game, and calls in a wrong order are errors."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment itself."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "obverse_othello_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        *,
        size: int = 8,
        opponent: str | Policy | None = None,
        side: str = "black",
        render_mode: str | None = None,
    ) -> None:
        """With an opponent there is one agent, who plays `side`; without, there are two."""
        super().__init__()
        if side not in SIDES:
            raise Error(f"{side!r} is no side: write 'black' or 'white'")
        self.render_mode = render_mode
        self.game = Game(size=size)
        self._size, self._who = size, opponent
        self._opponent: Policy | None = Player(opponent) if isinstance(opponent, str) else opponent
        if isinstance(self._opponent, Player) and not self._opponent.supports(size):
            raise PlayerFailed(f"{opponent} does not play on {size}×{size}")
        self.possible_agents = list(SIDES) if opponent is None else [side]
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (2, size, size), np.int8),
                "action_mask": spaces.Box(0, 1, (size * size,), np.int8),
            }
        )
        self._observation_spaces = {agent: observation for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(size * size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game = Game(size=self._size)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if seed is not None and isinstance(self._who, str) and "seed=" not in self._who:
            self._opponent = Player(self._who, seed=seed)
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        planes = self.game.position.planes().astype(np.int8)
        mask = np.zeros(self._size * self._size, np.int8)
        if self.game.side == agent:
            if agent == self.agent_selection:
                mask = action_mask(self.game)
        else:
            planes = planes[::-1].copy()
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent who is not done plays a square"
        self._cumulative_rewards[agent] = 0
        self.game.play(int(action))
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return str(self.game)

    def close(self) -> None:
        """There is nothing to be closed."""

    def _go_on(self) -> None:
        """Passes, lets our player play, and says whose turn it is, or who has won."""
        while not self.game.is_over:
            if self.game.position.must_pass:
                self.game.play("pass")
            elif self.game.side not in self.agents and self._opponent is not None:
                self.game.play(self._opponent(self.game))
            else:
                self.agent_selection = self.game.side
                return
        for agent in self.agents:
            self.rewards[agent] = int(np.sign(self.game.position.score(agent)))
            self.terminations[agent] = True
        if len(self.agents) > 1:
            # The one who did not move last hears first.
            self.agent_selection = next(agent for agent in self.agents if agent != self.agent_selection)
