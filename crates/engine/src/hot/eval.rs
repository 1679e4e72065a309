//! The evaluation as the search calls it: the network, or the hand-made one without weights.

use obverse_rules::Board8;

use super::end::final_score;
use super::{eval_kernel, hot, kernel};
use crate::eval::{Lanes, Weights, scalar_rows};
use crate::handmade;
use crate::search::{Node, Worker};
use crate::tables::hash;
use crate::value::Value;

/// The value of a position from the view of the side to move: exact if the game is over.
#[inline]
#[hot]
pub(crate) fn evaluate(worker: &mut Worker, node: &Node) -> Value {
    let key = hash(node.player, node.opponent);
    if let Some(value) = worker.evaluated.get(key) {
        return value;
    }
    let value = work_out(worker.weights.as_deref(), node);
    worker.evaluated.put(key, value);
    value
}

/// The same without a look at what is known.
#[inline]
#[hot]
pub(crate) fn work_out(weights: Option<&Weights>, node: &Node) -> Value {
    let board = Board8::from_bits_unchecked(node.player, node.opponent);
    evaluate_lanes(weights, board, node.empties, &node.accumulator.mover)
}

/// The same after a move, seen by the side that moves next. Nothing of the next position is
/// worked out but what the evaluation looks at.
#[inline]
#[hot]
pub(crate) fn evaluate_after(worker: &mut Worker, node: &Node, square: u32, flips: u64) -> Value {
    let (player, opponent) = (node.opponent ^ flips, node.player ^ flips | 1 << square);
    let key = hash(player, opponent);
    if let Some(value) = worker.evaluated.get(key) {
        return value;
    }
    let lanes = eval_kernel::next_mover(&node.accumulator, square, flips);
    let weights = worker.weights.as_deref();
    let board = Board8::from_bits_unchecked(player, opponent);
    let value = evaluate_lanes(weights, board, node.empties - 1, &lanes);
    worker.evaluated.put(key, value);
    value
}

#[inline]
#[hot]
fn evaluate_lanes(weights: Option<&Weights>, board: Board8, empties: u32, lanes: &Lanes) -> Value {
    let (player, opponent) = board.bits();
    let own = kernel::moves(player, opponent);
    let theirs = kernel::moves(opponent, player);
    if own | theirs == 0 {
        return final_score(player, opponent).into();
    }
    let Some(weights) = weights else {
        return handmade::evaluate(board, own, theirs);
    };
    let (rows, head) = weights.phase(empties);
    let first = scalar_rows(rows, head, [own.count_ones(), theirs.count_ones()], board);
    Value::parts(eval_kernel::head(head, &eval_kernel::sum_rows(rows, lanes, first)))
}
