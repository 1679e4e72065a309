//! Multi-ProbCut: a shallow null-window search tells that a deep one would almost surely fail high
//! or low.
//!
//! After M. Buro, *Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for
//! Othello* (1997).

use super::{eval, hot, kernel, null_window};
use crate::params;
use crate::search::{Confidence, Node, Worker};
use crate::value::Value;

/// No score is above this, so that a search for one would be in vain.
const HIGHEST: Value = Value::discs(65);

/// A bound that a deep search would almost surely confirm.
#[hot]
pub(crate) fn cut(worker: &mut Worker, node: &Node, depth: u32, alpha: Value) -> Option<Value> {
    if worker.confidence == Confidence::FULL || depth < params::PROBCUT_DEPTH {
        return None;
    }
    let shallow_depth = params::probcut_depth(depth);
    let error = likely_error(worker, node, depth);
    let estimate = eval::evaluate(worker, node);
    // What the shallow search has to show, if the deep one is above it by its mean.
    let bound = alpha - worker.deviations.mean(depth);
    let (high, low) = (bound.next() + error, bound - error);
    // The shallow search is worth its time only where the estimate already points that way.
    let margin = params::probcut_margin(error);
    if estimate >= high - margin && high < HIGHEST {
        if null_window::search(worker, node, shallow_depth, high.previous()) >= high {
            return Some(alpha.next());
        }
    } else if estimate <= low + margin
        && low > -HIGHEST
        && null_window::search(worker, node, shallow_depth, low) <= low
    {
        return Some(alpha);
    }
    None
}

// A glance evaluates, so it needs the deviation from a search of no depth.
const _: () = assert!(params::probcut_depth(params::SHALLOW_DEPTH) == 0);

/// The same by the evaluation alone, at a depth at which no shorter search is worth its time.
#[inline]
#[hot]
pub(crate) fn glance(worker: &mut Worker, node: &Node, depth: u32, alpha: Value) -> Option<Value> {
    if worker.confidence == Confidence::FULL {
        return None;
    }
    worker.nodes += 1;
    let error = likely_error(worker, node, depth);
    let estimate = eval::evaluate(worker, node) + worker.deviations.mean(depth);
    if estimate > alpha + error {
        Some(alpha.next())
    } else if estimate <= alpha - error {
        Some(alpha)
    } else {
        None
    }
}

/// How far a deep search's value may be from a shallow one's at the confidence asked for.
#[inline]
#[hot]
fn likely_error(worker: &Worker, node: &Node, depth: u32) -> Value {
    let own = kernel::moves(node.player, node.opponent).count_ones();
    let theirs = kernel::moves(node.opponent, node.player).count_ones();
    worker.confidence.margin(worker.deviations.get(node.empties, depth, own.min(theirs)))
}
