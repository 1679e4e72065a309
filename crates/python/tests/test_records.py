"""Records in and out, in every format."""

from pathlib import Path

import obverse
import pytest
from obverse import Error, Game, ReadError

GAME = "f5d6c3d3c4f4f6f3e6e7"
# Played to its end, which WTHOR asks for.
WHOLE = (
    "c4c3c2f4g4c5d6e3b4f6d2b2a2a4g7c6a5h4a3a1f3d7b7e1d8e2c1f5e6c8"
    "g5f7e8g6b6d3h6a8b3h8g3e7b8a7f1d1a6g2h5h7h1b1g8g1b5f8h2h3f2c7"
)


@pytest.mark.parametrize("format", ["transcript", "ggf", "sgf", "wthor", "sheet"])
def test_a_game_survives_every_format_for_games(format: str) -> None:
    game = Game.read(WHOLE)
    again = Game.read(game.write(format))
    assert again.moves == game.moves and obverse.read(game.write(format)).format == format


@pytest.mark.parametrize("format", ["obf", "ten-line", "board", "turn", "ggf", "sgf"])
def test_a_position_survives_every_format_for_positions(format: str) -> None:
    position = Game.read(GAME).position
    assert Game.read(position.write(format)).position.board in (position.board, position.board.passed())


def test_names_and_notes_survive() -> None:
    game = Game.read(GAME)
    game.black, game.white, game.event, game.date = "Ann", "Bob", "Club", "2026-11-18"
    for format in ("ggf", "sgf"):
        again = Game.read(game.write(format))
        assert (again.black, again.white) == ("Ann", "Bob")
    told = game.to_dict()
    assert told["black"] == "Ann" and told["moves"][:2] == ["f5", "d6"] and told["size"] == 8


def test_what_was_undone_is_not_written() -> None:
    game = Game.read(GAME)
    game.go_to(2)
    assert game.write("transcript") == "f5d6\n" and game.result is None


def test_files_are_read_one_game_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    assert obverse.write(path, (Game.read(GAME) for _ in range(3))) == 3
    games = obverse.open(path)
    assert games.format == "ggf" and len(next(games)) == 10 and len(list(games)) == 2
    names = tmp_path / "games.wtb"
    first = Game.read(WHOLE)
    first.black = "Ann"
    obverse.write(names, [first])
    assert {file.name for file in tmp_path.iterdir()} == {"games.ggf", "games.wtb", "games.JOU", "games.TRN"}
    assert next(obverse.open(names)).black == "Ann"


def test_conversion_and_openings() -> None:
    assert obverse.convert(f"{GAME}\nf5f6\n", "transcript") == f"{GAME}\nf5f6\n"
    assert isinstance(obverse.convert(WHOLE, "wthor"), bytes)
    assert len(obverse.openings()) > len(obverse.openings("tiger")) > 0


def test_other_sizes_are_read() -> None:
    game = Game(size=10)
    game.play(game.legal_moves()[0])
    assert Game.read(game.write("ggf")).position == game.position
    assert Game.read(game.write("transcript"), size=10).moves == game.moves


def test_errors_name_the_place(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"line 1, column .*f5.*occupied"):
        Game.read("f5f5")
    with pytest.raises(ReadError, match="it is empty"):
        Game.read("")
    with pytest.raises(ReadError, match="no format begins with"):
        Game.read("?!")
    with pytest.raises(FileNotFoundError, match=r"missing\.ggf"):
        obverse.open(tmp_path / "missing.ggf")
    bad = tmp_path / "bad.txt"
    bad.write_text("f5d6\nf5f5\n")
    games = obverse.open(bad)
    assert len(next(games)) == 2
    with pytest.raises(ReadError, match=r"bad\.txt: line 2"):
        next(games)
    with pytest.raises(Error, match="names no format"):
        obverse.write(tmp_path / "games.pdf", [])
    with pytest.raises(OSError):
        obverse.write(tmp_path / "no" / "such" / "games.ggf", [Game()])
