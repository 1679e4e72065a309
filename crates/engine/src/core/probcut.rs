//! Multi-ProbCut: a shallow search tells what a deep one would almost surely find.
//!
//! After M. Buro, *Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for
//! Othello* (1997).

use super::{eval, hot, null_window};
use crate::eval::Weights;
use crate::params;
use crate::search::{Confidence, INFINITE, Node, Value, Worker};

/// A bound that a deep search would almost surely confirm.
#[hot]
pub(crate) fn cut(worker: &mut Worker, node: &Node, depth: u32, alpha: Value) -> Option<Value> {
    if worker.confidence == Confidence::FULL || depth < params::PROBCUT_DEPTH {
        return None;
    }
    let shallow_depth = params::probcut_depth(depth);
    let fitted = worker.weights.as_deref().and_then(Weights::errors);
    let deviation = match fitted {
        Some(errors) => errors.deviation(node.empties, depth, shallow_depth),
        None => params::probcut_error(node.empties, depth, shallow_depth),
    };
    let error = deviation * worker.confidence.deviations() / 64;
    let estimate = eval::evaluate(worker.weights.as_deref(), node);
    let (high, low) = (alpha + 1 + error, alpha - error);
    // The shallow search is worth its time only where the estimate already points that way.
    let margin = params::probcut_margin(error);
    if estimate >= high - margin && high < INFINITE {
        if null_window::search(worker, node, shallow_depth, high - 1) >= high {
            return Some(alpha + 1);
        }
    } else if estimate <= low + margin
        && low > -INFINITE
        && null_window::search(worker, node, shallow_depth, low) <= low
    {
        return Some(alpha);
    }
    None
}
