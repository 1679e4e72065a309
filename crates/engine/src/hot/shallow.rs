//! The last plies of a midgame search: plain alpha-beta, without a table or a list of moves.

use super::end::final_score;
use super::{eval, hot, kernel, order};
use crate::search::{Candidate, Node, Worker};
use crate::squares::BY_PROMISE;
use crate::value::Value;

/// The value of a position a few plies ahead, by plain alpha-beta.
#[hot]
pub(crate) fn search(
    worker: &mut Worker,
    node: &Node,
    depth: u32,
    mut alpha: Value,
    beta: Value,
) -> Value {
    match depth {
        0 => return leaf(worker, node),
        1 => return one_ply(worker, node, beta),
        _ => {}
    }
    worker.nodes += 1;
    let moves = kernel::moves(node.player, node.opponent);
    if moves == 0 {
        return if kernel::moves(node.opponent, node.player) == 0 {
            final_score(node.player, node.opponent).into()
        } else {
            -search(worker, &node.pass(), depth, -beta, -alpha)
        };
    }
    let mut best = -Value::INFINITE;
    for set in BY_PROMISE {
        let mut left = moves & set;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let child = play(node, square);
            let value = -search(worker, &child, depth - 1, -beta, -alpha);
            if value > best {
                best = value;
                if value >= beta {
                    return value;
                }
                alpha = alpha.max(value);
            }
        }
    }
    best
}

/// The value one ply ahead.
#[hot]
fn one_ply(worker: &mut Worker, node: &Node, beta: Value) -> Value {
    worker.nodes += 1;
    let moves = kernel::moves(node.player, node.opponent);
    if moves == 0 {
        return if kernel::moves(node.opponent, node.player) == 0 {
            final_score(node.player, node.opponent).into()
        } else {
            -one_ply_after_pass(worker, &node.pass())
        };
    }
    best_leaf(worker, node, moves, beta)
}

/// The value one ply ahead of a position with a move, whatever the window: passes are rare.
#[hot]
fn one_ply_after_pass(worker: &mut Worker, node: &Node) -> Value {
    worker.nodes += 1;
    let moves = kernel::moves(node.player, node.opponent);
    best_leaf(worker, node, moves, Value::INFINITE)
}

#[inline]
#[hot]
fn best_leaf(worker: &mut Worker, node: &Node, moves: u64, beta: Value) -> Value {
    let mut best = -Value::INFINITE;
    for set in BY_PROMISE {
        let mut left = moves & set;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let flips = kernel::flips(square, node.player, node.opponent);
            best = best.max(-eval::evaluate_after(worker, node, square, flips));
            worker.nodes += 1;
            if best >= beta {
                return best;
            }
        }
    }
    best
}

#[inline]
#[hot]
fn leaf(worker: &mut Worker, node: &Node) -> Value {
    worker.nodes += 1;
    eval::evaluate(worker, node)
}

#[inline]
#[hot]
fn play(node: &Node, square: u32) -> Node {
    let flips = kernel::flips(square, node.player, node.opponent);
    order::play(node, &Candidate::new(square, flips))
}
