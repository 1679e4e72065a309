//! Where a search begins: the way from the rest of the engine into the hot code.

use obverse_rules::Board8;

use super::node::Node;
use super::{hot, pv};
use crate::search::{Value, Worker};

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
