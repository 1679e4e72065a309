"""Plays a match: python match.py [A] [B] [GAMES]

A and B are players by name, such as level:3, killer or random.
"""

import sys

import obverse


def main() -> None:
    a, b, games = [*sys.argv[1:], *["level:2", "squares", "20"][len(sys.argv) - 1 :]]
    match = obverse.Match(a, b, games=int(games))
    for played in match:
        print(f"{played.game:4}  {played.black} – {played.white}  {played.discs:+}")
    result = match.result
    print(f"{result.a} against {result.b}: +{result.wins} ={result.draws} -{result.losses}")
    print(f"Elo {result.elo:+.0f} ± {result.elo_error:.0f}")


if __name__ == "__main__":
    main()
