//! A position inside the ordered search.

use obverse_rules::Board8;

use super::{eval, hot};
use crate::eval::Accumulator;

/// A position inside the ordered search, with what the evaluation knows of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The discs of the side to move.
    pub(crate) player: u64,
    /// The discs of the other side.
    pub(crate) opponent: u64,
    /// The number of empty squares.
    pub(crate) empties: u32,
    pub(crate) accumulator: Accumulator,
}

impl Node {
    /// A position to begin from.
    #[hot]
    pub(crate) fn new(board: Board8) -> Node {
        Node {
            player: board.player,
            opponent: board.opponent,
            empties: board.empties(),
            accumulator: Accumulator::new(board),
        }
    }

    /// The position after a disc is placed.
    #[inline]
    #[hot]
    pub(crate) fn play(&self, square: u32, flips: u64) -> Node {
        Node {
            player: self.opponent ^ flips,
            opponent: self.player ^ flips | 1 << square,
            empties: self.empties - 1,
            accumulator: eval::next(&self.accumulator, square, flips),
        }
    }

    /// The position after a pass.
    #[inline]
    #[hot]
    pub(crate) fn pass(&self) -> Node {
        Node {
            player: self.opponent,
            opponent: self.player,
            empties: self.empties,
            accumulator: self.accumulator.pass(),
        }
    }
}
