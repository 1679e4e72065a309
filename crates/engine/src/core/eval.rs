//! The evaluation as the search calls it: the network, or the hand-made one without weights.

use obverse_rules::Board8;

use super::{eval_kernel, hot, kernel};
use crate::eval::{Weights, scalar_rows};
use crate::handmade;
use crate::search::{DISC, Node, Value};

/// The value of a position from the view of the side to move: exact if the game is over.
#[inline]
#[hot]
pub(crate) fn evaluate(weights: Option<&Weights>, node: &Node) -> Value {
    let own = kernel::moves(node.player, node.opponent);
    let theirs = kernel::moves(node.opponent, node.player);
    if own | theirs == 0 {
        return super::last::ended(node.player, node.opponent) * DISC;
    }
    let board = Board8 { player: node.player, opponent: node.opponent };
    let Some(weights) = weights else {
        return handmade::evaluate(board, own, theirs);
    };
    let (rows, head) = weights.phase(node.empties);
    let first = scalar_rows(rows, head, [own.count_ones(), theirs.count_ones()], board);
    eval_kernel::head(head, &eval_kernel::sum_rows(rows, &node.accumulator.mover, first))
}
