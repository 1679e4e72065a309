"""Searches, solutions, reviews, and many at once."""

import itertools
import subprocess
import sys
import threading
import time

import obverse
import pytest
from obverse import Engine, EnginePool, Error, Game, Position

# Number 40 of the FFO's problems, which everybody has solved: 38 discs for Black, by a2.
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"


@pytest.fixture
def engine() -> Engine:
    return Engine(threads=1, hash=16)


def minimax(position: Position) -> int:
    """The exact score by trying everything."""
    if position.is_over:
        return position.score(position.side)
    moves = position.legal_moves() or ["pass"]
    return max(-minimax(position.play(move)) for move in moves)


def test_solutions_are_those_of_trying_everything(engine: Engine) -> None:
    games = obverse.random_games(6, seed=5)
    ends = [int(end) for end in games.lengths.cumsum()]
    for end in ends:
        player, opponent = (int(word) for word in games.boards[end - 6])
        position = obverse.Board.from_bits(player, opponent).position()
        solved = engine.solve(position)
        assert (solved.score, solved.kind) == (minimax(position), "exact")
        won = engine.solve(position, wld=True)
        assert (won.score, won.kind) == ((solved.score > 0) - (solved.score < 0), "wld")


def test_a_published_problem(engine: Engine) -> None:
    solved = engine.solve(FFO_40)
    assert (solved.score, solved.best, solved.empties) == (38, "a2", 20)


def test_lines_say_what_they_are(engine: Engine) -> None:
    lines = engine.search("f5d6c3", depth=9, top=3)
    assert [line.rank for line in lines] == [1, 2, 3] and lines[0].score >= lines[2].score
    assert all(line.kind == "selective" and 0 < (line.confidence or 0) <= 100 for line in lines)
    assert len({line.move for line in lines}) == 3 and lines[0].pv[0] == lines[0].move
    only = engine.search("f5d6c3", depth=5, only=["g5"])
    assert [line.move for line in only] == ["g5"]
    over = engine.search("e6f4e3f6g5d6e7f5c5")
    assert [(line.move, line.score, line.kind) for line in over] == [(None, -64.0, "exact")]


def test_limits(engine: Engine) -> None:
    assert engine.search(Position(), level=1)[0].move in Position().legal_moves()
    assert engine.search(Position(size=10), depth=3)[0].depth == 3
    assert engine.search(Position(), nodes=2000)[0].nodes < 100_000
    assert engine.search(FFO_40, exact=True)[0].kind == "exact"


def test_analysis_improves_and_can_be_left(engine: Engine) -> None:
    depths = [lines[0].depth for lines in engine.analyse("f5d6c3", depth=12)]
    assert depths == sorted(depths) and depths[-1] == 12
    for _ in engine.analyse("f5d6c3", time=60):
        break
    assert engine.search("f5d6c3", depth=4)[0].depth == 4, "the engine is free again"
    analysis = engine.analyse("f5d6c3", time=60)
    next(analysis)
    with pytest.raises(Error, match="busy"):
        engine.search("f5d6c3", depth=4)
    analysis.stop()
    assert list(analysis)


def test_the_interpreter_is_free_while_the_engine_thinks(engine: Engine) -> None:
    ticks = 0
    done = threading.Event()

    def think() -> None:
        engine.search(Position(), time=0.5)
        done.set()

    thread = threading.Thread(target=think)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 20


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_ctrl_c_ends_a_search() -> None:
    code = """
import os, signal, threading, obverse
# Whoever runs the tests in the background has them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
engine = obverse.Engine(1, 16)
try:
    engine.search(obverse.Position(), time=600)
except KeyboardInterrupt:
    print("interrupted", engine.search("f5", depth=2)[0].depth)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ended.stdout == "interrupted 2\n", ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
@pytest.mark.parametrize(
    "work",
    [
        "list(obverse.EnginePool(2, hash=4).solve(['start'] * 9))",
        "obverse.Position().perft(20, threads=2)",
        "obverse.random_games(5_000_000)",
        "obverse.playouts('f5', 500_000_000)",
        "list(obverse.Match('engine:depth=40', 'engine:depth=40', games=2))",
    ],
)
def test_whatever_takes_long_is_ended_by_ctrl_c(work: str) -> None:
    code = f"""
import os, signal, threading, obverse
# Whoever runs the tests in the background has them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {work}
except KeyboardInterrupt:
    print("interrupted")
"""
    # It ends too: no thread goes on that the interpreter would wait for.
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (0, "interrupted\n"), ended.stderr


def test_a_question_can_be_stopped_by_another_thread() -> None:
    engine = Engine(1, 4)
    timer = threading.Timer(0.3, engine.stop)
    timer.start()
    assert engine.search("start", time=600)[0].move in ("d3", "c4", "f5", "e6")
    timer.join()


def test_a_review_grades_the_blunder(engine: Engine) -> None:
    # Random play: somebody blunders.
    game = Game.read("c4c3c2f4g4c5d6e3b4f6d2b2a2a4g7c6a5h4a3a1f3d7")
    review = engine.review(game, depth=6)
    assert len(review.moves) == len(game) and review.moves[0].side == "black"
    assert review.black.loss == pytest.approx(sum(m.loss for m in review.moves if m.side == "black"))
    worst = max(review.moves, key=lambda move: move.loss)
    assert worst.grade in ("mistake", "blunder") and worst.best != worst.move
    assert all(move.loss == 0 for move in review.moves if move.grade in ("best", "forced"))
    japanese = engine.review(game, depth=2, lang="ja")
    assert any(ord(letter) > 0x3000 for move in japanese.moves for r in move.reasons for letter in r.text)


def test_a_pool_answers_in_order_and_takes_questions_as_it_goes() -> None:
    taken = 0

    def questions():
        nonlocal taken
        for move in itertools.cycle(["d3", "c4", "f5", "e6"]):
            taken += 1
            yield move

    with EnginePool(2, hash=4) as pool:
        answers = pool.search(questions(), depth=3)
        first = [next(answers)[0].move for _ in range(8)]
        answers.close()
        assert taken < 20, "an endless source is not read to its end"
        alone = [Engine(1, 4).search(move, depth=3)[0].move for move in ["d3", "c4", "f5", "e6"]]
        assert first == alone * 2
        games = [Game.read("f5d6c3"), Game.read("f5f6e6")]
        assert [len(review.moves) for review in pool.review(games, depth=2)] == [3, 3]
        with pytest.raises(Error):
            list(pool.solve(["start", "nonsense"][1:]))


@pytest.mark.parametrize(
    "call",
    [
        lambda engine: engine.search("start", depth=0),
        lambda engine: engine.search("start", depth=4, time=1),
        lambda engine: engine.search("start", time=-1),
        lambda engine: engine.search("start", level=21),
        lambda engine: engine.search("start", top=0),
        lambda engine: engine.search("start", nodes=0),
        lambda engine: engine.search("start", only=["a1"]),
        lambda engine: engine.search("nonsense"),
        lambda engine: engine.review(Game.read("f5"), lang="xx"),
        lambda engine: Engine(threads=0),
        lambda engine: Engine(hash=0),
        lambda engine: EnginePool(0),
    ],
)
def test_questions_that_make_no_sense(engine: Engine, call) -> None:
    with pytest.raises(Error):
        call(engine)


def test_what_is_pythons_own_raises_what_python_does(engine: Engine, tmp_path) -> None:
    with pytest.raises(FileNotFoundError):
        Engine(eval="/no/such/file")
    with pytest.raises(FileNotFoundError):
        obverse.write(tmp_path / "no" / "folder.ggf", [Game.read("f5")])
    with pytest.raises(TypeError, match="None is no position: give a Position"):
        engine.search(None, depth=2)  # type: ignore[arg-type]
    for much in (lambda: obverse.random_games(10**15), lambda: obverse.playouts("f5", 10**18), lambda: obverse.Batch(10**16)):
        with pytest.raises(MemoryError):
            much()
