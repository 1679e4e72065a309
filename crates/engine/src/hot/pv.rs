//! Principal variation search (PVS), in its negamax form: the nodes with an open window.
//!
//! The first move is searched with the window of its parent, the others with a null window
//! ([`null_window`]) and again only if that fails high. Where the table has no move to begin with,
//! a shallower search finds one: internal iterative deepening.
//!
//! T. Marsland and M. Campbell, *Parallel Search of Strongly Ordered Game Trees* (1982).

use super::end::final_score;
use super::{eval, hot, kernel, null_window, order, split};
use crate::params;
use crate::search::{Candidates, Confidence, Job, Node, Worker};
use crate::tables::{Finding, Key};
use crate::value::Value;

/// The value of a position if it lies between `alpha` and `beta`, else a bound beyond them.
///
/// A depth of all empty squares solves the position. If the worker is stopped meanwhile the
/// result means nothing.
#[hot]
pub(crate) fn search(
    worker: &mut Worker,
    node: &Node,
    depth: u32,
    alpha: Value,
    beta: Value,
) -> Value {
    worker.nodes += 1;
    if node.empties == 0 {
        return final_score(node.player, node.opponent).into();
    }
    if depth == 0 {
        return eval::evaluate(worker, node);
    }
    if worker.is_stopped(depth == node.empties) {
        return alpha;
    }
    let moves = kernel::moves(node.player, node.opponent);
    if moves == 0 {
        return if kernel::moves(node.opponent, node.player) == 0 {
            final_score(node.player, node.opponent).into()
        } else {
            -search(worker, &node.pass(), depth, -beta, -alpha)
        };
    }
    let key = Key::new(node.player, node.opponent);
    let mut entry = worker.table.get(key);
    if let Some(entry) = &entry
        && entry.is_worth(depth, worker.confidence)
        && (entry.lower == entry.upper || entry.lower >= beta || entry.upper <= alpha)
    {
        return if entry.lower >= beta { entry.lower } else { entry.upper };
    }
    if entry.is_none_or(|entry| entry.moves[0].is_none())
        && let Some(less) = params::iid_depth(depth, node.empties)
    {
        // A move to begin with need not be proven, whatever the confidence of this search.
        let confidence = std::mem::replace(&mut worker.confidence, Confidence::LOWEST);
        search(worker, node, less, alpha, beta);
        worker.confidence = confidence;
        entry = worker.table.get(key);
    }
    let mut candidates = order::candidates(node, moves);
    order::rank(worker, node, &mut candidates, entry.as_ref(), depth);
    let (score, best) = best_move(worker, node, &mut candidates, depth, (alpha, beta));
    if !worker.is_cut() {
        let confidence = worker.confidence;
        worker.table.put(key, &Finding { depth, confidence, alpha, beta, score, best });
    }
    score
}

/// The best score within the window and its move: the first move with the whole window, the
/// others with a null window.
#[hot]
fn best_move(
    worker: &mut Worker,
    node: &Node,
    candidates: &mut Candidates,
    depth: u32,
    (mut alpha, beta): (Value, Value),
) -> (Value, Option<u32>) {
    let (mut best, mut best_square) = (-Value::INFINITE, None);
    let mut index = 0;
    while let Some(candidate) = candidates.take(index) {
        if index > 0 && split::is_worthwhile(worker, node, depth) {
            let job = Job { node: *node, depth, alpha, beta, confidence: worker.confidence };
            return split::share(worker, &job, candidates, index, (best, best_square));
        }
        let child = order::play(node, &candidate);
        let score = if index == 0 {
            -search(worker, &child, depth - 1, -beta, -alpha)
        } else {
            scout(worker, &child, depth - 1, alpha, beta)
        };
        if worker.is_cut() {
            break;
        }
        if score > best {
            (best, best_square) = (score, Some(candidate.square));
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        index += 1;
    }
    (best, best_square)
}

/// The value of a later move: a null window first, the whole window if that fails high.
/// All from the view of the side that makes the move; `depth` is what is left after it.
#[hot]
pub(crate) fn scout(
    worker: &mut Worker,
    child: &Node,
    depth: u32,
    alpha: Value,
    beta: Value,
) -> Value {
    let score = -null_window::search(worker, child, depth, alpha.for_opponent());
    if score <= alpha || score >= beta || worker.is_cut() {
        return score;
    }
    -search(worker, child, depth, -beta, -alpha)
}
