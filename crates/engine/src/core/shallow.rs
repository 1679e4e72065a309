//! The last plies of a midgame search: no table, no list of moves.

use super::last::ended;
use super::{eval, hot, kernel, order};
use crate::search::{Candidate, DISC, INFINITE, Node, Value, Worker};
use crate::squares::BY_PROMISE;

/// The value of a position a few plies ahead, by plain alpha-beta.
#[hot]
pub(crate) fn search(
    worker: &mut Worker,
    node: &Node,
    depth: u32,
    mut alpha: Value,
    beta: Value,
) -> Value {
    worker.nodes += 1;
    if depth == 0 || node.empties == 0 {
        return eval::evaluate(worker.weights.as_deref(), node);
    }
    let moves = kernel::moves(node.player, node.opponent);
    if moves == 0 {
        return if kernel::moves(node.opponent, node.player) == 0 {
            ended(node.player, node.opponent) * DISC
        } else {
            -search(worker, &node.pass(), depth, -beta, -alpha)
        };
    }
    let mut best = -INFINITE;
    for set in BY_PROMISE {
        let mut left = moves & set;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let flips = kernel::flips(square, node.player, node.opponent);
            let child = order::play(node, &Candidate { square, flips, promise: 0 });
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
