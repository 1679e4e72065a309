//! The evaluation: a small network over shared pattern embeddings, in integers.
//!
//! [`Accumulator`] holds the pattern indices of a position and follows the moves; a kernel sums
//! the rows that they name and the dense head turns the sum into a score. [`evaluate`] is the
//! slow way, for everything but a search: a search keeps an accumulator a ply and calls the
//! [`kernel`] of its tier.

#[cfg(feature = "embedded-weights")]
mod embedded;
mod error_model;
mod file;
pub mod kernel;
pub mod patterns;
pub mod weights;

pub use error_model::{ERROR_TERMS, ErrorModel, MEAN_TERMS};
pub use file::{Parts, TableRows, WeightsError, decode, encode};
pub(crate) use file::{deflate, dense_part, wrap};
pub use weights::{Head, Phase, Row, Weights};

use obverse_rules::{Board, Board8};
use patterns::{DIGITS, LANES, SCALAR_START, SCALAR_VALUES};
use weights::{Rows, WIDTH};

/// One pattern index a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Lanes(pub [u16; LANES]);

/// The pattern indices of a position as both sides see them, so that a pass costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    /// As the side to move sees them.
    pub mover: Lanes,
    /// As the other side sees them.
    pub other: Lanes,
}

impl Accumulator {
    /// The indices of a position, worked out from nothing.
    pub fn new(board: Board8) -> Accumulator {
        let mut accumulator = Accumulator { mover: Lanes([0; LANES]), other: Lanes([0; LANES]) };
        let (player, opponent) = board.bits();
        for (square, digits) in DIGITS.iter().enumerate() {
            let own = (player >> square & 1) as u16;
            let theirs = (opponent >> square & 1) as u16;
            for lane in 0..LANES {
                accumulator.mover.0[lane] += digits.0[lane] * (own + 2 * theirs);
                accumulator.other.0[lane] += digits.0[lane] * (theirs + 2 * own);
            }
        }
        accumulator
    }

    /// The same position with the other side to move.
    #[inline]
    #[must_use]
    pub fn pass(&self) -> Accumulator {
        Accumulator { mover: self.other, other: self.mover }
    }
}

/// The first sum of a position: the head's bias and the rows of the scalar features.
// A call would compile the loop for the baseline even inside the copy for a faster tier.
#[inline(always)]
#[expect(clippy::inline_always)]
pub fn scalar_rows(rows: &Rows, head: &Head, mobility: [u32; 2], board: Board8) -> [i16; WIDTH] {
    let (player, opponent) = board.bits();
    let values = [mobility[0], mobility[1], player.count_ones(), opponent.count_ones()];
    let mut sum = head.bias;
    for feature in 0..values.len() {
        let value = (values[feature] as usize).min(SCALAR_VALUES - 1);
        let row = &rows[SCALAR_START[feature] + value].0;
        for lane in 0..WIDTH {
            sum[lane] += i16::from(row[lane]);
        }
    }
    sum
}

/// The score of a position in 1/128 disc from the view of the side to move.
pub fn evaluate(weights: &Weights, board: Board8) -> i32 {
    let (rows, head) = weights.phase(board.empties());
    let mobility = [board.moves().len() as u32, board.pass().moves().len() as u32];
    let first = scalar_rows(rows, head, mobility, board);
    let sum = kernel::portable::sum_rows(rows, &Accumulator::new(board).mover, first);
    kernel::portable::head(head, &sum)
}
