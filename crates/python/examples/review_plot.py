"""Reviews a game and plots it: python review_plot.py GAME [OUT.png]

GAME is a file or a transcript. Needs matplotlib.
"""

import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import obverse

GRADES = {"inaccuracy": "tab:olive", "mistake": "tab:orange", "blunder": "tab:red"}


def main() -> None:
    text = sys.argv[1] if len(sys.argv) > 1 else "f5d6c3d3c4f4f6f3e6e7d7c5c6d8"
    out = sys.argv[2] if len(sys.argv) > 2 else "review.png"
    game = next(obverse.open(text)) if os.path.exists(text) else obverse.Game.read(text)
    review = obverse.Engine().review(game, depth=10)

    plies = [move.ply for move in review.moves]
    # The mover's view becomes Black's.
    scores = [move.score if move.side == "black" else -move.score for move in review.moves]
    figure, axes = plt.subplots(figsize=(9, 4))
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.plot(plies, scores, color="black")
    for move, score in zip(review.moves, scores, strict=True):
        if move.grade in GRADES:
            axes.plot(move.ply, score, "o", color=GRADES[move.grade])
            axes.annotate(f"{move.move} ({move.best})", (move.ply, score), textcoords="offset points", xytext=(4, 6))
            print(move.ply, move.move, move.grade, *[reason.text for reason in move.reasons], sep="; ")
    axes.set(xlabel="move", ylabel="discs for Black", title=f"{game.black or 'Black'} – {game.white or 'White'}")
    figure.tight_layout()
    figure.savefig(out, dpi=120)
    print(f"The plot is in {out}")


if __name__ == "__main__":
    main()
