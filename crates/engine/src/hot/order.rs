//! Move ordering: wipe-outs, the moves of the transposition table, then by a short search or the
//! evaluation, the opponent's mobility, the frontier and parity.
//!
//! Few replies first is the fastest-first heuristic of Othello programs, as in Zebra
//! (G. Andersson) and Edax (R. Delorme).

use obverse_rules::kernel::neighbours;

use super::{eval, eval_kernel, hot, kernel, shallow};
use crate::params;
use crate::search::{Candidate, Candidates, Node, Worker};
use crate::squares::{CORNERS, odd_quadrants};
use crate::tables::TableEntry;
use crate::value::Value;

/// The moves to the given squares, unsorted.
#[inline]
#[hot]
pub(crate) fn candidates(node: &Node, moves: u64) -> Candidates {
    let mut candidates = Candidates::new();
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        candidates.push(square, kernel::flips(square, node.player, node.opponent));
    }
    candidates
}

/// The position after a move.
#[inline]
#[hot]
pub(crate) fn play(node: &Node, candidate: &Candidate) -> Node {
    let (player, opponent) = node.discs_after(candidate);
    let accumulator = eval_kernel::next(&node.accumulator, candidate.square, candidate.flips);
    Node { player, opponent, empties: node.empties - 1, accumulator }
}

/// Gives every move its promise.
#[hot]
pub(crate) fn rank(
    worker: &mut Worker,
    node: &Node,
    candidates: &mut Candidates,
    entry: Option<&TableEntry>,
    depth: u32,
) {
    let [first, second] = entry.map_or([None; 2], |entry| entry.moves);
    if candidates.as_slice().len() < 2 {
        return;
    }
    let solving = depth == node.empties;
    let look = params::order_look(depth, node.empties);
    let odd = odd_quadrants(!(node.player | node.opponent));
    let weights = if solving { &params::ORDER_END } else { &params::ORDER_MIDGAME };
    for candidate in candidates.as_mut_slice() {
        candidate.promise = if candidate.flips == node.opponent {
            Value::INFINITE * 4
        } else if Some(candidate.square) == first {
            Value::INFINITE * 3
        } else if Some(candidate.square) == second {
            Value::INFINITE * 2
        } else {
            let (player, opponent) = node.discs_after(candidate);
            let replies = kernel::moves(player, opponent);
            let count = replies.count_ones() + (replies & CORNERS).count_ones();
            let frontier = neighbours(opponent) & !(player | opponent);
            let mut promise =
                -(weights.reply * count as i32) - weights.frontier * frontier.count_ones() as i32;
            if odd >> candidate.square & 1 != 0 {
                promise += weights.odd;
            }
            if let Some(look) = look {
                promise -= if look == 0 {
                    worker.nodes += 1;
                    let (square, flips) = (candidate.square, candidate.flips);
                    eval::evaluate_after(worker, node, square, flips)
                } else {
                    shallow::search(worker, &play(node, candidate), look, -Value::INFINITE, Value::INFINITE)
                };
            } else if CORNERS >> candidate.square & 1 != 0 {
                promise += weights.corner;
            }
            promise
        };
    }
}
