"""The environments, checked by the libraries' own tests."""

import warnings

import gymnasium
import numpy as np
import obverse.gym
import obverse.zoo
import pytest
from gymnasium.utils.env_checker import check_env
from obverse import Error
from pettingzoo.test import api_test, seed_test


@pytest.mark.parametrize(
    ("size", "opponent", "side"), [(8, "random", "black"), (6, "anysize:depth=1", "white"), (8, "level:1", "any")]
)
def test_gymnasiums_own_check(size: int, opponent: str, side: str) -> None:
    env = gymnasium.make("obverse/Othello-v0", opponent=opponent, size=size, side=side)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It says of every environment that is made by its name that it was wrapped.
        warnings.filterwarnings("ignore", message=".*is different from the unwrapped version.*")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("options", [{}, {"size": 6}, {"opponent": "random", "side": "white"}])
def test_pettingzoos_own_check(options: dict) -> None:
    api_test(obverse.zoo.env(**options), num_cycles=200)


def test_pettingzoos_own_check_of_seeds() -> None:
    seed_test(lambda: obverse.zoo.env(opponent="random"), num_cycles=50)


def play(env: gymnasium.Env, seed: int) -> tuple[float, list[int]]:
    chance = np.random.default_rng(0)
    observation, info = env.reset(seed=seed)
    actions = []
    while True:
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        actions.append(action)
        observation, reward, over, _, info = env.step(action)
        assert observation.sum() == 64 - env.unwrapped.game.position.empties
        if over:
            return reward, actions


@pytest.mark.parametrize("side", ["black", "white"])
def test_a_game_is_played_to_its_end(side: str) -> None:
    env = obverse.gym.OthelloEnv("random", side=side, render_mode="ansi")
    reward, actions = play(env, 5)
    game = env.game
    assert game.is_over and reward == np.sign(game.position.score(side))
    assert "wins" in (env.render() or "") or reward == 0
    assert play(env, 5) == (reward, actions), "the same seed is the same game"


def test_an_illegal_action_loses() -> None:
    env = obverse.gym.OthelloEnv()
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_two_agents_play_a_game() -> None:
    env = obverse.zoo.env()
    env.reset(seed=3)
    chance = np.random.default_rng(1)
    rewards = {"black": 0, "white": 0}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        rewards[agent] += reward
        env.step(None if over else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    score = env.unwrapped.game.position.score()
    assert rewards == {"black": np.sign(score), "white": -np.sign(score)}


@pytest.mark.parametrize("make", [obverse.gym.OthelloEnv, obverse.zoo.raw_env])
def test_environments_that_cannot_be(make) -> None:
    for wrong in ({"opponent": "nobody"}, {"size": 7}, {"side": "red"}, {"opponent": "killer", "size": 10}):
        with pytest.raises(Error):
            make(**wrong)
