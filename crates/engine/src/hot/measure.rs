//! Loops over positions that do one thing each, for [`bench`](crate::bench).

use obverse_rules::kernel::stability::stable;

use super::{eval, hot, kernel, order};
use crate::eval::Weights;
use crate::search::{Candidate, Node};

#[hot]
pub(crate) fn moves(nodes: &[Node]) -> u64 {
    nodes.iter().fold(0, |sum, node| sum ^ kernel::moves(node.player, node.opponent))
}

#[hot]
pub(crate) fn flips(nodes: &[Node]) -> u64 {
    nodes
        .iter()
        .fold(0, |sum, node| sum ^ kernel::flips(empty_square(node), node.player, node.opponent))
}

#[hot]
pub(crate) fn last_flips(nodes: &[Node]) -> u64 {
    nodes
        .iter()
        .fold(0, |sum, node| sum ^ u64::from(kernel::last_flips(empty_square(node), node.player)))
}

#[hot]
pub(crate) fn stability(nodes: &[Node]) -> u64 {
    nodes.iter().fold(0, |sum, node| sum ^ stable(node.player, node.opponent))
}

#[hot]
pub(crate) fn next(nodes: &[Node]) -> u64 {
    nodes.iter().fold(0, |sum, node| {
        let square = empty_square(node);
        let flips = kernel::flips(square, node.player, node.opponent);
        let child = order::play(node, &Candidate::new(square, flips));
        sum ^ u64::from(child.accumulator.mover.0[0])
    })
}

#[hot]
pub(crate) fn evaluate(weights: Option<&Weights>, nodes: &[Node]) -> u64 {
    nodes.iter().fold(0, |sum, node| sum ^ eval::work_out(weights, node).in_parts() as u64)
}

/// The first empty square, so that every position has one to ask about.
#[inline]
#[hot]
fn empty_square(node: &Node) -> u32 {
    (!(node.player | node.opponent)).trailing_zeros() & 63
}
