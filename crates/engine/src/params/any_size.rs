//! The tuned constants of the any-size search.

use obverse_rules::Size;

use crate::value::Value;

/// With a single legal move and a clock running, this much depth gives a score to show.
pub(crate) const FORCED_DEPTH: u32 = 4;

/// The depth of the last search before the position is solved: about half the way to the end, or
/// a few plies if it is small enough for the solver of small boards.
pub(crate) const fn solve_after(empties: u32, is_small: bool) -> u32 {
    match (empties, is_small) {
        (0..=8, _) => 1,
        (_, true) => 6,
        (_, false) => (empties * 55).div_ceil(100),
    }
}

/// The fewest empty squares at which a position is first solved with selective cuts.
pub(crate) const SELECTIVE_EMPTIES: u32 = 14;

/// Ordering by the square alone: a corner, an edge, and how much an X square loses.
pub(crate) const CORNER: Value = Value::discs(4);
/// See [`CORNER`].
pub(crate) const X_SQUARE: Value = Value::discs(2);
/// See [`CORNER`].
pub(crate) const EDGE: Value = Value::parts(64);

/// Ordering in the endgame, beside the square: a reply that the opponent has, a square where it may
/// have one later, and a move into an odd quadrant.
pub(crate) const REPLY: Value = Value::discs(1);
/// See [`REPLY`].
pub(crate) const POTENTIAL: Value = Value::parts(16);
/// See [`REPLY`].
pub(crate) const ODD: Value = Value::parts(64);

/// From this depth on moves are ordered by the evaluation of the boards after them.
pub(crate) const ORDER_DEPTH: u32 = 2;
/// The fewest empty squares at which the endgame search orders moves and uses the table.
pub(crate) const TABLE_EMPTIES: usize = 5;

/// Nodes between two looks at the limits: on the largest board about a millisecond.
pub(crate) const LOOK_INTERVAL: u64 = 256;

/// The least depth of a stage, and the fewest empty squares to solve, at which several threads are
/// worth making; and those at which a thread leaves a move to another one.
pub(crate) const THREADS_DEPTH: u32 = 7;
/// See [`THREADS_DEPTH`].
pub(crate) const THREADS_EMPTIES: usize = 13;
/// See [`THREADS_DEPTH`].
pub(crate) const DEFER_DEPTH: u32 = 3;
/// See [`THREADS_DEPTH`].
pub(crate) const DEFER_EMPTIES: usize = 9;

/// Half the width of the first aspiration window: scores grow with the board.
pub(crate) const fn aspiration(size: Size) -> Value {
    Value::parts(48 * size.get() as i32)
}
/// The least depth of a stage that begins with an aspiration window.
pub(crate) const ASPIRATION_DEPTH: u32 = 4;

/// The least depth of an enhanced transposition cut-off, which asks the table about the positions
/// after every move.
pub(crate) const ETC_DEPTH: u32 = 4;

/// Late move reduction: the number of the first move, counted from zero, that is searched one ply
/// less deep before it is searched in earnest.
pub(crate) const LATE_MOVE: usize = 3;
/// The least depth after a move at which that is done.
pub(crate) const LATE_MOVE_DEPTH: u32 = 3;

/// The least depth at which multi-ProbCut cuts.
pub(crate) const PROBCUT_DEPTH: u32 = 2;

/// The depth of the search that stands for a deeper one; both are odd or both even.
pub(crate) const fn probcut_depth(depth: u32) -> u32 {
    depth / 4 * 2 + (depth & 1)
}

/// How far the estimate may be from the bound that a shallow search is to show.
pub(crate) fn probcut_margin(error: Value) -> Value {
    error * 2
}

/// The standard deviation of a deep search's value from a shallow one's, measured on 10×10
/// (docs/journal/2026-11-18-boards.md).
pub(crate) fn probcut_error(size: Size, empties: u32, depth: u32) -> Value {
    let late = 1.0 - empties as f32 / size.squares() as f32;
    let more = (depth - probcut_depth(depth)) as f32;
    let discs = (0.5 + 0.5 * late + 7.0 * late.powi(5)) * (0.6 + 0.2 * more);
    Value::parts((discs * 128.0) as i32)
}
