//! A position inside the ordered search, and its moves.

use obverse_rules::Board8;

use crate::eval::Accumulator;
use crate::value::Value;

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
        let (player, opponent) = board.bits();
        Node { player, opponent, empties: board.empties(), accumulator: Accumulator::new(board) }
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

impl Candidate {
    /// A move of which nothing is expected yet.
    #[inline]
    pub(crate) fn new(square: u32, flips: u64) -> Candidate {
        Candidate { square, flips, promise: Value::ZERO }
    }
}

/// The moves of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates {
    list: [Candidate; Candidates::MOST],
    len: usize,
}

impl Candidates {
    /// As many moves as any position can have, reached in a game or set up.
    ///
    /// A move brackets a line of the opponent's discs between its square and an own disc. Every
    /// disc of either side ends or begins such a line in eight directions at most, so there are
    /// at most 48 moves where a side has six discs or fewer. Where both have seven or more, at
    /// most 64 − 14 squares are empty.
    pub(crate) const MOST: usize = 50;

    /// No moves yet.
    #[inline]
    pub(crate) fn new() -> Candidates {
        let unused = Candidate::new(0, 0);
        Candidates { list: [unused; Candidates::MOST], len: 0 }
    }

    /// Adds a move.
    #[inline]
    pub(crate) fn push(&mut self, square: u32, flips: u64) {
        self.list[self.len] = Candidate::new(square, flips);
        self.len += 1;
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

#[cfg(test)]
mod tests {
    use obverse_rules::{AnyBoard, Board, Position, Symmetry};

    use super::*;
    use crate::tiers::portable::hot::order::candidates;

    #[test]
    fn no_move_is_left_out_however_many_there_are() {
        // 35 moves, more than any position that we know of.
        let board: Position =
            "---------OOOOXO---XX-XO--OXOO-O--XX---O--OX-XXX--OO-OXO------X-- X".parse().unwrap();
        let AnyBoard::N8(board) = *board.board() else { unreachable!("8×8") };
        assert_eq!(board.moves().len(), 35);
        for symmetry in Symmetry::all() {
            let node = Node::new(board.transform(symmetry));
            let moves = board.transform(symmetry).moves().bits();
            let listed = candidates(&node, moves);
            let squares =
                listed.as_slice().iter().fold(0, |set, candidate| set | 1 << candidate.square);
            assert_eq!(squares, moves, "{symmetry:?}");
        }
    }
}
