//! A position inside the ordered search, and its moves.

use obverse_rules::Board8;

use super::Value;
use crate::eval::Accumulator;

/// A position with what the evaluation knows of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The discs of the side to move.
    pub(crate) player: u64,
    /// The discs of the other side.
    pub(crate) opponent: u64,
    /// The number of empty squares.
    pub(crate) empties: u32,
    /// The indices of the patterns.
    pub(crate) accumulator: Accumulator,
}

impl Node {
    /// A position to begin from.
    pub(crate) fn new(board: Board8) -> Node {
        Node {
            player: board.player,
            opponent: board.opponent,
            empties: board.empties(),
            accumulator: Accumulator::new(board),
        }
    }

    /// The position after a pass.
    #[inline]
    pub(crate) fn pass(&self) -> Node {
        Node {
            player: self.opponent,
            opponent: self.player,
            empties: self.empties,
            accumulator: self.accumulator.pass(),
        }
    }

    /// The discs after a move: those of the side that moves next, and of the one that moved.
    #[inline]
    pub(crate) fn discs_after(&self, candidate: &Candidate) -> (u64, u64) {
        let flips = candidate.flips;
        (self.opponent ^ flips, self.player ^ flips | 1 << candidate.square)
    }
}

/// A move, and how much is expected of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) square: u32,
    pub(crate) flips: u64,
    /// Greater is tried sooner.
    pub(crate) promise: Value,
}

/// The moves of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates {
    list: [Candidate; Candidates::MOST],
    len: usize,
}

impl Candidates {
    /// More moves than any position has.
    pub(crate) const MOST: usize = 34;

    /// No moves yet.
    #[inline]
    pub(crate) fn new() -> Candidates {
        let none = Candidate { square: 64, flips: 0, promise: 0 };
        Candidates { list: [none; Candidates::MOST], len: 0 }
    }

    /// Adds a move.
    #[inline]
    pub(crate) fn push(&mut self, square: u32, flips: u64) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = Candidate { square, flips, promise: 0 };
            self.len += 1;
        }
    }

    /// The moves as they stand.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[Candidate] {
        &self.list[..self.len]
    }

    /// The moves as they stand, to be given their promise.
    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Candidate] {
        &mut self.list[..self.len]
    }

    /// Brings the most promising of the moves from `index` on to `index` and returns it.
    #[inline]
    pub(crate) fn take(&mut self, index: usize) -> Option<Candidate> {
        let list = self.as_mut_slice();
        let mut best = (index, list.get(index)?.promise);
        for (other, candidate) in list.iter().enumerate().skip(index + 1) {
            if candidate.promise > best.1 {
                best = (other, candidate.promise);
            }
        }
        list.swap(index, best.0);
        Some(list[index])
    }
}
