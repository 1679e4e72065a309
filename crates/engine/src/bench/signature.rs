//! Signatures: the nodes that fixed searches visit.
//!
//! They are the same on every machine and every tier, and other numbers after any change of what
//! the search does. `crates/engine/signature.txt` records them.

use std::sync::Arc;
use std::time::Duration;

use obverse_rules::{Position, Size, Tier};

use super::{FFO, OPENINGS};
use crate::eval::Weights;
use crate::{Engine, Goal, Limits, Options, TimeSource};

/// The plies that the openings are searched.
const DEPTH: u32 = 10;
/// The endgames that are solved.
const ENDGAMES: usize = 1;

/// The nodes that one thread visits in fixed searches of the 8×8 board: ten openings and an
/// endgame.
pub fn signature(tier: Tier, weights: Option<Arc<Weights>>) -> u64 {
    let options = options(tier, weights);
    let nodes = |position: &str, limits: &Limits| {
        let position = position.parse().expect("the positions are well-formed");
        nodes(&options, &position, limits)
    };
    let midgame: u64 = OPENINGS.iter().map(|opening| nodes(opening, &Limits::depth(DEPTH))).sum();
    let endgame: u64 =
        FFO[..ENDGAMES].iter().map(|endgame| nodes(endgame.position, &Limits::exact())).sum();
    midgame + endgame
}

/// The nodes visited in fixed searches of other boards: the any-size search on 6×6, 10×10 and
/// 14×14, its exact solver, and the solver of small boards.
pub fn other_boards_signature(tier: Tier) -> u64 {
    let options = options(tier, None);
    let lines = |lines: usize, limits: Limits| Limits { lines, ..limits };
    let wld = Limits { goal: Goal::Wld, ..Limits::default() };
    [
        // The any-size search looks ahead.
        (6, 32, Limits::depth(12)),
        (10, 96, Limits::depth(9)),
        (10, 50, lines(3, Limits::depth(7))),
        (14, 120, Limits::depth(6)),
        // It solves boards that are too large for the solver of small ones.
        (10, 11, Limits::exact()),
        (14, 10, lines(2, Limits::exact())),
        (10, 12, wld.clone()),
        // The small boards.
        (4, 12, lines(2, Limits::exact())),
        (6, 20, Limits::exact()),
        (6, 16, lines(2, Limits::exact())),
        (6, 19, wld),
    ]
    .iter()
    .map(|(size, empties, limits)| nodes(&options, &position(*size, *empties), limits))
    .sum()
}

fn options(tier: Tier, weights: Option<Arc<Weights>>) -> Options {
    Options { tier, hash_mb: 16, weights, ..Options::new(TimeSource::new(|| Duration::ZERO)) }
}

/// Every search starts from nothing, so that the order does not matter.
fn nodes(options: &Options, position: &Position, limits: &Limits) -> u64 {
    Engine::new(options.clone()).search(position, limits).nodes
}

/// The position with so many empty squares of a game in which always the middle one of the moves
/// is played.
fn position(size: usize, empties: usize) -> Position {
    let mut position = Position::start(Size::new(size).expect("a size"));
    while position.empties() > empties {
        if position.must_pass() {
            position = position.with_other_side();
        }
        let moves = position.moves();
        let square = moves.get(moves.len() / 2).expect("there is a move");
        position = position.play(square.into()).expect("a generated move is legal");
    }
    position
}
