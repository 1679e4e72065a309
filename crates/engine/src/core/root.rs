//! Where a search begins: the way from the rest of the engine into the hot code.

use obverse_rules::Board8;

use super::{hot, pv, split};
use crate::search::{Node, Value, Worker};

/// The value of a board within a window: see [`pv::search`].
#[hot]
pub(crate) fn value(
    worker: &mut Worker,
    board: Board8,
    depth: u32,
    alpha: Value,
    beta: Value,
) -> Value {
    pv::search(worker, &Node::new(board), depth, alpha, beta)
}

/// The value of a board that is expected not to exceed `alpha`, seen by the side that moved
/// there: see [`pv::scout`].
#[hot]
pub(crate) fn scout(
    worker: &mut Worker,
    board: Board8,
    depth: u32,
    alpha: Value,
    beta: Value,
) -> Value {
    pv::scout(worker, &Node::new(board), depth, alpha, beta)
}

/// Helps the other threads until the search is over: see [`split::help`].
#[hot]
pub(crate) fn help(worker: &mut Worker) {
    split::help(worker);
}
