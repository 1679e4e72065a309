"""Boards, positions and games, against what anyone can count and a plain implementation."""

import copy
import pickle
import random

import obverse
import pytest
from obverse import Board, Error, Game, IllegalMove, Position


def plain_moves(position: Position) -> dict[str, set[str]]:
    """The legal moves and what they turn over, by looking along every line."""
    size, own = position.size, position.side
    letters = "abcdefghijklmnopqrstuvwxyz"

    def at(column: int, row: int) -> str | None:
        return position.get(f"{letters[column]}{row + 1}")

    found: dict[str, set[str]] = {}
    for row in range(size):
        for column in range(size):
            if at(column, row) is not None:
                continue
            flips: set[str] = set()
            for dx, dy in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
                line, x, y = [], column + dx, row + dy
                while 0 <= x < size and 0 <= y < size and at(x, y) not in (None, own):
                    line.append(f"{letters[x]}{y + 1}")
                    x, y = x + dx, y + dy
                if line and 0 <= x < size and 0 <= y < size and at(x, y) == own:
                    flips.update(line)
            if flips:
                found[f"{letters[column]}{row + 1}"] = flips
    return found


@pytest.mark.parametrize("size", [4, 6, 8, 10, 26])
def test_moves_and_flips_are_those_of_a_plain_implementation(size: int) -> None:
    chance = random.Random(size)
    game = Game(size=size)
    for _ in range(40):
        if game.is_over:
            break
        position = game.position
        if position.must_pass:
            game.play("pass")
            continue
        expected = plain_moves(position)
        assert set(position.legal_moves()) == set(expected)
        assert len(position.board.legal_moves()) == len(expected)
        assert position.board.moves.bit_count() == len(expected)
        move = chance.choice(position.legal_moves())
        assert set(position.flips(move)) == expected[move]
        game.play(move)
        after = game.position
        assert after.count(position.side) == position.count(position.side) + 1 + len(expected[move])


def counted(position: Position, depth: int, passes_free: bool) -> int:
    if depth == 0 or position.is_over:
        return 1
    if position.must_pass:
        return counted(position.play("pass"), depth if passes_free else depth - 1, passes_free)
    return sum(counted(position.play(move), depth - 1, passes_free) for move in position.legal_moves())


@pytest.mark.parametrize("passes_free", [False, True])
def test_a_deep_perft_is_that_of_its_parts(passes_free: bool) -> None:
    # Passes and ended games are many on a small board.
    for depth in (9, 10, 11):
        assert Position(size=4).perft(depth, passes_free=passes_free) == counted(Position(size=4), depth, passes_free)


def test_perft_is_the_published_one() -> None:
    # OEIS A124004 and others: leaves of the game tree of 8×8.
    assert [Position().perft(depth) for depth in range(1, 9)] == [4, 12, 56, 244, 1396, 8200, 55092, 390216]
    assert Position().perft(8, threads=3) == 390216


def test_every_size_exists() -> None:
    assert Position.sizes() == list(range(4, 27, 2))
    for size in Position.sizes():
        assert len(Position(size=size).legal_moves()) == 4
        assert Board(size).size == size
        board = Board(size)
        assert Board.from_bits(board.player, board.opponent, size) == board


def test_squares_have_names_and_numbers() -> None:
    position = Position()
    assert position.play("f5") == position.play(37)
    assert position.get("d4") == "white" and position.get(28) == "black" and position.get("a1") is None
    assert position.board.play(37) == position.play("f5").board


def test_hashes_and_symmetries() -> None:
    position = Position("f5d6c3")
    assert len({image.canonical_hash for image in position.symmetries()}) == 1
    assert len({image.hash for image in position.symmetries()}) == 8
    assert position.transform(3).transform(3) == position
    assert position.canonical() in position.symmetries()
    # Written down in files: it never changes.
    assert Position().hash == 0x737AE00358A33A88
    assert hash(Position()) == hash(Position("start")) and len({Board(), Board()}) == 1


def test_values_can_be_pickled_and_copied() -> None:
    game = Game.read("f5d6c3d3c4")
    game.black = "Ann"
    for value in (Board(10), Position("f5d6"), game):
        assert pickle.loads(pickle.dumps(value)) == value
    twin = copy.deepcopy(game)
    twin.play("f4")
    assert len(game) == 5 and len(twin) == 6 and twin.black == "Ann"


def test_a_game_can_be_taken_back_and_played_again() -> None:
    game = Game()
    game.play("f5", "d6", "c3")
    assert (game.undo(), game.undo(), game.redo()) == ("c3", "d6", "d6")
    game.play("c3")
    assert game.moves == ["f5", "d6", "c3"] and game.redo() is None
    game.go_to(1)
    game.play("f6")
    assert game.moves == ["f5", "f6"] and game.redo() is None
    game.go_to(0)
    assert game.undo() is None and game.position == Position()
    game.play("f5")
    assert game.redo() == "f6", "what was undone after a move that is played again can be redone"


def test_a_forced_pass_need_not_be_played() -> None:
    # a1 X, b1 O: after Black's c1 White has nothing left to turn over, and it is Black's turn again or over.
    position = Position("XO-----OX------- X")
    game = Game(position)
    assert not position.is_over
    while not game.is_over:
        if game.position.must_pass:
            assert game.legal_moves() == []
            other = game.position.with_other_side().legal_moves()[0]
            game.play(other)
            assert game.moves[-2] == "pass"
        else:
            game.play(game.legal_moves()[0])


def test_an_ended_game_counts_empty_squares_for_the_winner() -> None:
    # Black takes the last white disc in nine moves: 13 discs, and all 64 count.
    game = Game.read("e6f4e3f6g5d6e7f5c5")
    assert game.is_over and game.position.count("white") == 0
    assert (game.result, game.position.score(), game.position.score("white")) == (64.0, 64, -64)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: Position().play("a1"), "Black at a1 turns no disc over"),
        (lambda: Position().play("d4"), "d4 is occupied"),
        (lambda: Position().play("i9"), "i9 is not on a board of 8×8"),
        (lambda: Position().play("pass"), "Black has a move and may not pass"),
        (lambda: Game().play("f5", "f5"), "f5 is occupied"),
        (lambda: Board().play(0), "Black at a1 turns no disc over"),
    ],
)
def test_an_illegal_move_says_why(call, text: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        call()
    assert str(raised.value) == text


@pytest.mark.parametrize(
    "call",
    [
        lambda: Position(size=7),
        lambda: Position("nonsense"),
        lambda: Position(""),
        lambda: Position().play("zz9"),
        lambda: Position().play(64),
        lambda: Position().play(-1),
        lambda: Position().play(None),
        lambda: Position().play(1.5),
        lambda: Position().count("red"),
        lambda: Position().transform(8),
        lambda: Board(30),
        lambda: Board.from_bits(1, 1),
        lambda: Board.from_bits(1 << 64, 0),
        lambda: Board.from_bits(-1, 0),
        lambda: Board.from_bits(1 << 16, 0, 4),
        lambda: Board.from_bits(1 << 36, 0, 6),
        lambda: Position().write("pdf"),
        lambda: Position.from_squares("XO"),
        lambda: obverse.Batch(2, size=3),
        lambda: obverse.Batch.of([Position(), Position(size=6)]),
    ],
)
def test_nonsense_is_an_error_that_says_what_is_right(call) -> None:
    with pytest.raises(Error) as raised:
        call()
    assert isinstance(raised.value, ValueError) and len(str(raised.value)) > 8


def test_an_illegal_move_leaves_the_game_as_it_was() -> None:
    game = Game.read("f5")
    with pytest.raises(IllegalMove):
        game.play("d6", "a1")
    assert game.moves == ["f5"]


def test_diagrams() -> None:
    position = Position("f5")
    assert "White to move" in str(position) and str(position).count("●") == 4
    assert position._repr_svg_().startswith("<svg") and position.svg().rstrip().endswith("</svg>")
    assert eval(repr(position), {"Position": Position}) == position
    assert eval(repr(Board(4)), {"Board": Board}) == Board(4)
    assert repr(Game.read("f5d6")) == "Game.read('f5d6')"
