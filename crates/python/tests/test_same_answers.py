"""The same question has the same answer by command line, server and Python.

The page's worker is compared with the first two by web/tests/answers. Each search begins with nothing learnt, has one
thread, the same hash table, and a depth instead of a time.
"""

import dataclasses
import json
import os
import subprocess
import urllib.request
from collections.abc import Iterator

import pytest
from obverse import Engine, Game, Match, player

PROGRAM = os.environ.get("OBVERSE_BIN", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="OBVERSE_BIN names no program to compare with")

HASH = "16"
MIDDLE = "----OXO-O-OOOOO-O-OOOOO-OXXOOXO-OXXOOX--OXOXOX----X-XX-----XXX-- O"
ENDGAME = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXXXXOOOOX-O--O--X-------- X"
TEN = f"{'-' * 44}OX{'-' * 8}XO{'-' * 44} X"
GAME = "f5d6c3d3c4f4f6f3e6e7d7c5c6d8"


def command_line(*arguments: str) -> list[dict]:
    printed = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True, check=True).stdout
    return [timeless(json.loads(line)) for line in printed.splitlines()]


def timeless(answer: dict) -> dict:
    return {name: value for name, value in answer.items() if name not in ("seconds", "index", "summary")}


def said(answer: object) -> dict:
    """A dataclass as JSON has it: what is None is left out there, but for the move of an ended game."""
    fields = dataclasses.asdict(answer)  # type: ignore[call-overload]
    return {name: value for name, value in timeless(fields).items() if value is not None}


@pytest.fixture
def server() -> Iterator[str]:
    command = [PROGRAM, "serve", "--addr", "127.0.0.1:0", "--hash", HASH, "--searches", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            line = next(line for line in process.stdout if "http://" in line)
            yield "http://" + line.split("http://")[1].split()[0].rstrip("/")
        finally:
            process.terminate()


def ask(server: str, what: str, question: dict) -> list[dict]:
    request = urllib.request.Request(f"{server}/api/v1/{what}", json.dumps(question).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        answers = json.load(answer)
    return [timeless(one) for one in (answers if isinstance(answers, list) else [answers])]


@pytest.mark.parametrize(
    ("position", "size", "depth", "top"),
    [("start", 8, 10, 1), (MIDDLE, 8, 9, 3), (ENDGAME, 8, 60, 1), (TEN, 10, 6, 1)],
)
def test_hints(server: str, position: str, size: int, depth: int, top: int) -> None:
    limits = ["--size", str(size), "--depth", str(depth), "--top", str(top), "--threads", "1", "--hash", HASH]
    expected = command_line("hint", position, *limits)
    assert len(expected) == top
    lines = Engine(1, int(HASH)).search(position, depth=depth, top=top)
    assert [said(line) for line in lines] == expected
    assert ask(server, "hint", {"position": position, "size": size, "depth": depth, "top": top}) == expected


@pytest.mark.parametrize("wld", [False, True])
def test_solutions(server: str, wld: bool) -> None:
    expected = command_line("solve", ENDGAME, "--threads", "1", "--hash", HASH, *(["--wld"] if wld else []))[0]
    assert said(Engine(1, int(HASH)).solve(ENDGAME, wld=wld)) == expected
    assert ask(server, "solve", {"position": ENDGAME, "wld": wld}) == [expected]


def test_reviews() -> None:
    *rows, _ = command_line("review", GAME, "--depth", "6", "--threads", "1", "--hash", HASH)
    review = Engine(1, int(HASH)).review(Game.read(GAME), depth=6)
    for move, row in zip(review.moves, rows, strict=True):
        row.pop("game")
        told = said(move)
        told["reasons"] = [
            {name: value for name, value in reason.items() if value not in (None, (), [])} for reason in told["reasons"]
        ]
        for reason in told["reasons"]:
            if "squares" in reason:
                reason["squares"] = list(reason["squares"])
        for name in ["uncertain", "unclear"]:
            if not told[name]:
                del told[name]
        assert told == row


@pytest.mark.parametrize("who", ["ratio:depth=2,seed=7", "squares:depth=2", "killer:depth=2,book=off"])
def test_reasons_of_players(who: str) -> None:
    assert player(who).explain(Game(MIDDLE)) == command_line("why", MIDDLE, "--player", who)


def test_matches() -> None:
    *games, result = command_line("match", "squares", "random", "--games", "6", "--seed", "3")
    match = Match("squares", "random", games=6, seed=3)
    played = sorted(match, key=lambda game: game.game)
    for game, row in zip(played, sorted(games, key=lambda row: row["game"]), strict=True):
        told = {name: getattr(game, name) for name in row}
        assert told == row
    assert {
        name: getattr(match.result, name) for name in ("wins", "draws", "losses", "elo", "mean_discs", "pairs")
    } == {name: result[name] for name in ("wins", "draws", "losses", "elo", "mean_discs", "pairs")}


def test_errors_have_the_same_texts() -> None:
    for arguments, call in [
        (["show", "f5f5"], lambda: Game.read("f5f5")),
        (["hint", "start", "--size", "7"], lambda: Game(size=7)),
        (["hint", "start", "--level", "21"], lambda: Engine(1, 1).search("start", level=21)),
        (["why", "start", "--player", "nobody"], lambda: player("nobody")),
    ]:
        printed = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
        assert printed.returncode == 2
        with pytest.raises(ValueError) as raised:
            call()
        assert str(raised.value) in printed.stderr
