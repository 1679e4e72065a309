"""Boards as NumPy's arrays."""

import subprocess
import sys

import numpy as np
import obverse
import pytest
from obverse import Batch, Board, Error, IllegalMove, Position


def test_planes_are_the_bits() -> None:
    board = Position("f5d6c3").board
    planes = board.planes()
    assert planes.dtype == np.uint8 and planes.shape == (2, 8, 8)
    for plane, bits in zip(planes, (board.player, board.opponent), strict=True):
        assert sum(1 << int(square) for square in np.flatnonzero(plane)) == bits
    boards = np.array([[board.player, board.opponent]], dtype=np.uint64)
    assert (obverse.planes(boards)[0] == planes).all()


@pytest.mark.parametrize("size", [4, 8, 12])
def test_a_batch_plays_as_games_do(size: int) -> None:
    chance = np.random.default_rng(size)
    batch = Batch(16, size=size)
    games = [obverse.Game(size=size) for _ in range(16)]
    while not batch.over().all():
        legal = batch.legal()
        moves = np.array([chance.choice(np.flatnonzero(row)) if row.any() else -1 for row in legal])
        for game, row in zip(games, legal, strict=True):
            expected = [] if game.is_over else game.position.board.legal_moves()
            assert np.flatnonzero(row).tolist() == expected
        batch.play(moves)
        for game, move in zip(games, moves, strict=True):
            if move >= 0:
                game.play(move)
                if game.position.must_pass:
                    game.play("pass")
    for number, game in enumerate(games):
        assert batch.position(number).board == game.position.board
        assert batch.scores()[number] == game.result
    assert (batch.planes()[3] == games[3].position.planes()).all()


def test_a_batch_goes_on() -> None:
    batch = Batch.of(["f5", Position(), "f5d6"])
    assert batch.sides().tolist() == [1, 0, 0] and len(batch) == 3
    assert batch.bits()[1].tolist() == [Board().player, Board().opponent]
    moves = batch.play_random(seed=4)
    assert (moves >= 0).all()
    batch.reset(np.array([True, False, True]))
    assert batch.position(0) == Position() and batch.position(1) != Position()
    batch.reset()
    assert batch.position(1) == Position()


def test_an_illegal_move_changes_no_board() -> None:
    batch = Batch(2)
    with pytest.raises(IllegalMove, match="board 1: Black at a1 turns no disc over"):
        batch.play([19, 0])
    assert batch.position(0) == Position()
    for wrong in ([19], [19, 64], [19, -2], [1.5, 2.5], ["a", "b"]):
        with pytest.raises(Error):
            batch.play(wrong)
    with pytest.raises(Error):
        batch.reset(np.array([True]))
    with pytest.raises(IndexError):
        batch.position(2)
    with pytest.raises(Error, match="8×8 only"):
        Batch(1, size=6).bits()


@pytest.mark.parametrize("size", [6, 8])
def test_random_games_are_games(size: int) -> None:
    games = obverse.random_games(20, size=size, seed=3)
    at = 0
    for length in games.lengths:
        game = obverse.Game(size=size)
        for row in range(at, at + length):
            if game.position.must_pass:
                game.play("pass")
            board = game.position.board
            if size == 8:
                assert games.boards[row].tolist() == [board.player, board.opponent]
            else:
                assert (games.boards[row] == board.planes()).all()
            assert games.sides[row] == (game.side == "white")
            game.play(int(games.moves[row]))
        assert game.is_over
        for row in range(at, at + length):
            side = ("black", "white")[games.sides[row]]
            assert games.scores[row] == game.position.score(side)
        at += length
    assert at == len(games.moves)


def test_chance_does_not_depend_on_threads() -> None:
    one, three = (obverse.random_games(50, seed=8, threads=threads) for threads in (1, 3))
    assert all((a == b).all() for a, b in zip(one, three, strict=True))
    assert (obverse.random_games(50, seed=9).moves[:100] != one.moves[:100]).any()
    scores = obverse.playouts("f5d6c3", 100, seed=8, threads=2)
    assert (scores == obverse.playouts("f5d6c3", 100, seed=8, threads=1)).all()


def test_random_first_moves_are_uniform() -> None:
    games = obverse.random_games(40_000, seed=1)
    firsts = games.moves[np.concatenate([[0], games.lengths.cumsum()[:-1]])]
    counts = np.array([(firsts == square).sum() for square in Board().legal_moves()])
    # Chi-squared with three degrees of freedom passes 16.3 once in a thousand.
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 16.3


def test_playouts_of_an_ended_game_are_its_score() -> None:
    assert obverse.playouts("e6f4e3f6g5d6e7f5c5", 3).tolist() == [-64, -64, -64]
    assert obverse.playouts("start", 0).tolist() == []


@pytest.mark.parametrize(
    "call",
    ["Board().planes()", "Position().planes()", "Batch(2)", "random_games(1)", "playouts('f5', 1)", "planes([])"],
)
def test_without_numpy_only_arrays_are_missing(call: str) -> None:
    code = f"""
import sys
sys.modules["numpy"] = None
from obverse import *
print(Game.read("f5d6").moves, Engine(1, 1).search("f5", depth=2)[0].depth)
try:
    {call}
except ImportError as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    first, second = told.stdout.splitlines()
    assert first == "['f5', 'd6'] 2" and "pip install 'obverse[arrays]'" in second, told.stderr
