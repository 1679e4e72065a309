"""Trains a policy with NumPy alone, and plays it against `random`: python policy.py [GAMES]

The policy values a position by the discs on each square, a weight a square, fitted to the results of random games by
least squares; it plays the move after which the opponent's value is least.
"""

import sys

import numpy as np
import obverse


def fit(games: obverse.RandomGames) -> np.ndarray:
    """The weights of the 64 squares, by ridge regression."""
    planes = obverse.planes(games.boards).reshape(-1, 2, 64).astype(np.float32)
    inputs = planes[:, 0] - planes[:, 1]
    products = inputs.T @ inputs + len(inputs) * 1e-3 * np.eye(64, dtype=np.float32)
    return np.linalg.solve(products, inputs.T @ games.scores.astype(np.float32))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    weights = fit(obverse.random_games(count, seed=1))
    print(np.round(weights.reshape(8, 8), 1))

    def policy(game: obverse.Game) -> str:
        def opponents_value(move: str) -> float:
            own, other = game.position.play(move).planes().reshape(2, 64).astype(np.float32)
            return float((own - other) @ weights)

        return min(game.legal_moves(), key=opponents_value)

    result = obverse.Match(policy, "random", games=100).play()
    print(f"against random: +{result.wins} ={result.draws} -{result.losses}")
    assert result.score > 0.5, "it should beat random"


if __name__ == "__main__":
    main()
