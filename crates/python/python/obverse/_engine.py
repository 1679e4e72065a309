"""The engine."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from time import sleep
from types import TracebackType
from typing import Any, TypeVar

from obverse import _native
from obverse._lines import Line, Review, Solved
from obverse._native import Board, Game, Position

Where = Position | Game | Board | str
"""A position: one of ours, a game's last one, or a text in any format."""

T = TypeVar("T")
A = TypeVar("A")


class Analysis(Iterator[list[Line]]):
    """An analysis that goes on: its lines so far, each time they got better, and last what it ended with."""

    def __init__(self, analysis: _native.Analysis) -> None:
        self._analysis = analysis

    def __next__(self) -> list[Line]:
        return [Line._of(line) for line in next(self._analysis)]

    def stop(self) -> None:
        """Ends it soon: what is known then comes last."""
        self._analysis.stop()


class Engine:
    """The engine, with its memory of what it searched before.

    It answers one question at a time, with as many threads as it has; the interpreter is free meanwhile, and Ctrl-C
    ends a search. Of `level`, `depth`, `time` (seconds) and `exact` one can be given; without any a search takes a
    second.

    >>> engine = Engine(threads=1, hash=16)
    >>> [line.move for line in engine.search(Position(), depth=4, top=2, only=["f5", "d3"])]
    ['d3', 'f5']
    >>> engine.solve(Position(size=4)).score
    -10
    """

    def __init__(
        self, threads: int | None = None, hash: int = 256, *, eval: str | os.PathLike[str] | None = None
    ) -> None:
        """An engine of so many threads, one a core by default, with so many megabytes, and a file's weights."""
        self._engine = _native.Engine(threads, hash, eval)

    def search(
        self,
        position: Where,
        *,
        level: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        exact: bool = False,
        top: int = 1,
        only: Sequence[str | int] = (),
    ) -> list[Line]:
        """The best moves, so many as `top` says, or of those that `only` names."""
        spend = {"level": level, "depth": depth, "time": time, "nodes": nodes, "exact": exact, "top": top}
        return [Line._of(line) for line in self._engine.search(position, spend, list(only))]

    def analyse(
        self,
        position: Where,
        *,
        level: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        exact: bool = False,
        top: int = 1,
        only: Sequence[str | int] = (),
    ) -> Analysis:
        """The same as it gets better: an iterator of the lines so far. Whoever leaves it ends the search.

        >>> for lines in Engine(threads=1, hash=16).analyse("f5d6c3", depth=10):
        ...     last = lines[0]
        >>> last.depth
        10
        """
        spend = {"level": level, "depth": depth, "time": time, "nodes": nodes, "exact": exact, "top": top}
        return Analysis(self._engine.analyse(position, spend, list(only)))

    def solve(self, position: Where, *, wld: bool = False, time: float | None = None) -> Solved:
        """The exact score under perfect play; with `wld` only who wins. If the time ends first, `kind` says so."""
        return Solved._of(self._engine.solve(position, wld, time))

    def review(
        self,
        game: Game,
        *,
        level: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        lang: str = "en",
    ) -> Review:
        """What every move of a game cost, and why; `lang` is "en" or "ja".

        >>> review = Engine(threads=1, hash=16).review(Game.read("f5d6c3d3c4"), depth=6)
        >>> [move.move for move in review.moves]
        ['f5', 'd6', 'c3', 'd3', 'c4']
        """
        return Review._of(self._engine.review(game, level, depth, time, lang))

    def clear(self) -> None:
        """Forgets everything: the next answer depends on nothing that was asked before."""
        self._engine.clear()

    def stop(self) -> None:
        """Ends the question under way soon, which another thread waits for: it gets what is known then."""
        self._engine.stop()


class EnginePool:
    """Engines of one thread each that answer many questions, as many at a time as there are engines.

    The answers come in the order of the questions, and questions are taken as answers are: neither are all held at a
    time.

    >>> with EnginePool(2, hash=16) as pool:
    ...     [solved.score for solved in pool.solve(Position(size=4) for _ in range(3))]
    [-10, -10, -10]
    """

    def __init__(self, engines: int | None = None, hash: int = 64) -> None:
        """So many engines, one a core by default, each with so many megabytes."""
        count = engines if engines is not None else os.cpu_count() or 1
        if count < 1:
            raise _native.Error(f"{count} is not a number of engines: 1 at least")
        self._count = count
        self._idle: SimpleQueue[Engine] = SimpleQueue()
        for _ in range(count):
            self._idle.put(Engine(1, hash))
        self._threads = ThreadPoolExecutor(count)

    def map(self, ask: Callable[[Engine, T], A], items: Iterable[T]) -> Iterator[A]:
        """What `ask(engine, item)` says of every item. Engines forget everything between two items."""

        busy: set[Engine] = set()

        def answer(item: T) -> A:
            engine = self._idle.get()
            busy.add(engine)
            try:
                engine.clear()
                return ask(engine, item)
            finally:
                busy.discard(engine)
                self._idle.put(engine)

        waiting: deque[Future[A]] = deque()
        try:
            for item in items:
                waiting.append(self._threads.submit(answer, item))
                if len(waiting) >= 2 * self._count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            # Nobody waits for the rest any more, at Ctrl-C least of all.
            for future in waiting:
                future.cancel()
            while busy:
                for engine in tuple(busy):
                    engine.stop()
                sleep(0.01)

    def search(self, positions: Iterable[Where], **limits: Any) -> Iterator[list[Line]]:
        """The best moves of every position: see `Engine.search`."""
        return self.map(lambda engine, position: engine.search(position, **limits), positions)

    def solve(self, positions: Iterable[Where], *, wld: bool = False, time: float | None = None) -> Iterator[Solved]:
        """The exact score of every position: see `Engine.solve`."""
        return self.map(lambda engine, position: engine.solve(position, wld=wld, time=time), positions)

    def review(self, games: Iterable[Game], **limits: Any) -> Iterator[Review]:
        """What the moves of every game cost: see `Engine.review`."""
        return self.map(lambda engine, game: engine.review(game, **limits), games)

    def close(self) -> None:
        """Ends its threads."""
        self._threads.shutdown(cancel_futures=True)

    def __enter__(self) -> EnginePool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()
