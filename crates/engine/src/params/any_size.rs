//! The tuned constants of the any-size search.

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
