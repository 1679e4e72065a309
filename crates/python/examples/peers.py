"""Legal moves, play-outs and batches beside rust-reversi and OpenSpiel, in one run: python peers.py [SECONDS]

Needs `rust-reversi` and `open_spiel`. Every figure is millions a second of processor time, the best of five turns of
each, taken in turns; the boards are the same, those of random games.
"""

import random
import sys
import time
from collections.abc import Callable

import obverse
import pyspiel
import rust_reversi

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
TURNS = 5


def rate(work: Callable[[], int]) -> float:
    """How much of it is done in a second of the processor's time, whatever else the machine does."""
    begun, done = time.process_time(), 0
    while (elapsed := time.process_time() - begun) < SECONDS:
        done += work()
    return done / elapsed


def compare(what: str, contestants: dict[str, Callable[[], int]]) -> None:
    best = dict.fromkeys(contestants, 0.0)
    for _ in range(TURNS):
        for name, work in contestants.items():
            best[name] = max(best[name], rate(work))
    own = best["obverse"]
    for name, figure in best.items():
        print(f"{what:34} {name:14} {figure / 1e6:10.3f} M/s  {own / figure:8.2f} ×")


def sample() -> tuple[list[obverse.Board], list[rust_reversi.Board], list[object]]:
    """The same boards for everybody, with a move each."""
    ours, theirs, spiel = [], [], []
    games = obverse.random_games(20, seed=1)
    game, at = pyspiel.load_game("othello"), 0
    for length in games.lengths:
        state = game.new_initial_state()
        for row in range(at, at + int(length)):
            if state.legal_actions() == [64]:
                state.apply_action(64)
            player, opponent = (int(word) for word in games.boards[row])
            ours.append(obverse.Board.from_bits(player, opponent))
            # It numbers squares from the other end.
            flipped = [int(f"{word:064b}"[::-1], 2) for word in (player, opponent)]
            board = rust_reversi.Board()
            board.set_board(*flipped, rust_reversi.Turn.BLACK)
            theirs.append(board)
            spiel.append(state.clone())
            assert len(ours[-1].legal_moves()) == len(board.get_legal_moves_vec()) == len(state.legal_actions())
            state.apply_action(int(games.moves[row]))
        at += int(length)
    return ours, theirs, spiel


def main() -> None:
    ours, theirs, spiel = sample()
    count = len(ours)

    def all_of(boards: list, ask: Callable) -> Callable[[], int]:
        def work() -> int:
            for board in boards:
                ask(board)
            return count

        return work

    compare(
        "lists of legal moves",
        {
            "obverse": all_of(ours, obverse.Board.legal_moves),
            "rust-reversi": all_of(theirs, rust_reversi.Board.get_legal_moves_vec),
            "open_spiel": all_of(spiel, lambda state: state.legal_actions()),
        },
    )
    compare(
        "legal moves as bits",
        {
            "obverse": all_of(ours, lambda board: board.moves),
            "rust-reversi": all_of(theirs, lambda board: board.get_legal_moves()),
        },
    )

    chance = random.Random(1)

    def own_game() -> int:
        board, moves = obverse.Board(), 0
        while True:
            legal = board.legal_moves()
            if not legal:
                board = board.passed()
                legal = board.legal_moves()
                if not legal:
                    return moves
            board = board.play(chance.choice(legal))
            moves += 1

    def reversi_game() -> int:
        board, moves = rust_reversi.Board(), 0
        while not board.is_game_over():
            if board.is_pass():
                board.do_pass()
            board.do_move(chance.choice(board.get_legal_moves_vec()))
            moves += 1
        return moves

    othello = pyspiel.load_game("othello")

    def spiel_game() -> int:
        state, moves = othello.new_initial_state(), 0
        while not state.is_terminal():
            move = chance.choice(state.legal_actions())
            moves += move != 64
            state.apply_action(move)
        return moves

    compare(
        "moves of games played in Python", {"obverse": own_game, "rust-reversi": reversi_game, "open_spiel": spiel_game}
    )

    def own_batch() -> int:
        return int(obverse.random_games(2000, seed=1, threads=1).lengths.sum())

    batches: dict[str, Callable[[], int]] = {"obverse": own_batch}
    # Neither of the others plays batches: this is what their users write.
    batches |= {"rust-reversi": reversi_game, "open_spiel": spiel_game}
    compare("moves of random games, one thread", batches)


if __name__ == "__main__":
    main()
