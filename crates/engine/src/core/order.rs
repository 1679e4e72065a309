//! Which move to try first.

use super::node::Node;
use super::{hot, kernel, shallow};
use crate::params;
use crate::search::{Entry, INFINITE, Value, Worker};
use crate::squares::{CORNERS, odd_quadrants};
use obverse_rules::neighbours;

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
    const MOST: usize = 34;

    /// The moves given by their squares, unsorted.
    #[inline]
    #[hot]
    pub(crate) fn new(node: &Node, moves: u64) -> Candidates {
        let none = Candidate { square: 64, flips: 0, promise: 0 };
        let mut candidates = Candidates { list: [none; Candidates::MOST], len: 0 };
        let mut left = moves;
        while left != 0 && candidates.len < Candidates::MOST {
            let square = left.trailing_zeros();
            left &= left - 1;
            let flips = kernel::flips(square, node.player, node.opponent);
            candidates.list[candidates.len] = Candidate { square, flips, promise: 0 };
            candidates.len += 1;
        }
        candidates
    }

    /// The moves as they stand.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[Candidate] {
        &self.list[..self.len]
    }

    /// Brings the most promising of the moves from `index` on to `index` and returns it.
    #[inline]
    #[hot]
    pub(crate) fn take(&mut self, index: usize) -> Option<Candidate> {
        let list = &mut self.list[..self.len];
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

/// Says of every move how much is expected of it.
#[hot]
pub(crate) fn rank(
    worker: &mut Worker,
    node: &Node,
    candidates: &mut Candidates,
    entry: Option<&Entry>,
    depth: u32,
) {
    let [first, second] = entry.map_or([64; 2], |entry| entry.moves);
    if candidates.len < 2 {
        return;
    }
    let solving = depth == node.empties;
    let look = params::order_look(depth, node.empties);
    let odd = odd_quadrants(!(node.player | node.opponent));
    let weights = if solving { &params::ORDER_END } else { &params::ORDER_MIDGAME };
    for candidate in &mut candidates.list[..candidates.len] {
        candidate.promise = if candidate.flips == node.opponent {
            4 * INFINITE
        } else if candidate.square == first {
            3 * INFINITE
        } else if candidate.square == second {
            2 * INFINITE
        } else {
            let next = (node.opponent ^ candidate.flips, node.player ^ candidate.flips);
            let (player, opponent) = (next.0, next.1 | 1 << candidate.square);
            let replies = kernel::moves(player, opponent);
            let count = replies.count_ones() + (replies & CORNERS).count_ones();
            let frontier = neighbours(opponent) & !(player | opponent);
            let mut promise = -(weights.reply * count as Value)
                - weights.frontier * frontier.count_ones() as Value;
            if odd >> candidate.square & 1 != 0 {
                promise += weights.odd;
            }
            if let Some(look) = look {
                let child = node.play(candidate.square, candidate.flips);
                promise -= shallow::search(worker, &child, look, -INFINITE, INFINITE);
            } else if CORNERS >> candidate.square & 1 != 0 {
                promise += weights.corner;
            }
            promise
        };
    }
}
