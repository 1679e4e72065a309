//! What the engine's tests share: an oracle, random positions, an engine with a clock.

#![allow(dead_code, reason = "every test file is a crate of its own and uses a part")]

#[path = "../../../rules/tests/common/random.rs"]
mod random;

pub(crate) use random::Random;

use obverse_engine::{Engine, Options};
use obverse_rules::{
    AnyBoard, Board, Board8, Color, Position, Size, Square, SquareSet, with_board,
};

/// The result under perfect play by looking at everything: no table, no order, no cut-offs.
pub(crate) fn oracle(position: &Position) -> i32 {
    with_board!(position.board(), board => full_width(board))
}

/// The result of every move under perfect play, row by row.
pub(crate) fn oracle_moves(position: &Position) -> Vec<(Square, i32)> {
    let after = |square: Square| position.play(square.into()).expect("a legal move");
    position.moves().into_iter().map(|square| (square, -oracle(&after(square)))).collect()
}

fn full_width<B: Board>(board: &B) -> i32 {
    let moves = board.moves();
    if moves.is_empty() {
        let passed = board.pass();
        return if passed.moves().is_empty() { board.final_score() } else { -full_width(&passed) };
    }
    moves
        .iter()
        .map(|square| -full_width(&board.play_unchecked(square, board.flips(square))))
        .max()
        .expect("there is a move")
}

/// The same by alpha-beta, for endgames that are too long to look at everything.
pub(crate) fn alpha_beta(board: Board8, alpha: i32, beta: i32) -> i32 {
    let moves = board.moves();
    if moves.is_empty() {
        let passed = board.pass();
        return if passed.moves().is_empty() {
            board.final_score()
        } else {
            -alpha_beta(passed, -beta, -alpha)
        };
    }
    let mut best = -64;
    for square in moves {
        let next = board.play_unchecked(square, board.flips(square));
        best = best.max(-alpha_beta(next, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}

/// An 8×8 board as a position with Black to move.
pub(crate) fn position8(board: Board8) -> Position {
    Position::new(AnyBoard::N8(board), Color::Black)
}

/// An 8×8 board with so many empty squares from a random game.
pub(crate) fn random_board8(random: &mut Random, empties: usize) -> Board8 {
    loop {
        if let Some(position) = random_position(Size::EIGHT, empties, random)
            && let AnyBoard::N8(board) = *position.board()
        {
            return board;
        }
    }
}

/// A position with so many empty squares from a random game, in which a side may have to pass;
/// none if the game ends before.
pub(crate) fn random_position(size: Size, empties: usize, random: &mut Random) -> Option<Position> {
    let mut position = Position::start(size);
    while position.empties() > empties {
        if position.is_over() {
            return None;
        }
        if position.must_pass() {
            position = position.with_other_side();
        }
        let moves = position.moves();
        let square = moves.get(random.below(moves.len())).expect("one of the moves");
        position = position.play(square.into()).expect("a generated move is legal");
    }
    Some(position)
}

/// A small engine.
pub(crate) fn engine() -> Engine {
    Engine::new(Options { hash_mb: 4, ..Options::default() })
}
