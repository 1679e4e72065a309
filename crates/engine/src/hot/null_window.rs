//! The null-window search: whether a position is worth more than `alpha`. Most nodes are here.
//!
//! In this order: the endgame below a few empty squares, stability, the transposition table,
//! enhanced transposition cut-offs, multi-ProbCut, then the moves, late ones at reduced depth.
//!
//! The scout search: J. Pearl, *Asymptotic Properties of Minimax Trees and Game-Searching
//! Procedures* (1980). Enhanced transposition cut-offs: A. Plaat, J. Schaeffer, W. Pijls and
//! A. de Bruin, *Nearly Optimal Minimax Tree Search?* (1994). Late move reductions: T. Romstad,
//! Glaurung (2006).

use super::end::{final_score, local};
use super::{hot, kernel, order, probcut, shallow, split};
use crate::params;
use crate::search::{Candidate, Candidates, Confidence, Job, Node, Worker};
use crate::tables::{Finding, Key};
use crate::value::Value;

/// Fails high, with a lower bound above `alpha`, or low, with an upper bound that is not; the
/// score is fail-soft.
///
/// A depth of all empty squares solves the position. If the worker is stopped meanwhile the
/// result means nothing.
#[hot]
pub(crate) fn search(worker: &mut Worker, node: &Node, depth: u32, alpha: Value) -> Value {
    let solving = depth == node.empties;
    if solving && node.empties <= params::LOCAL_EMPTIES {
        return solve_locally(worker, node.player, node.opponent, alpha);
    }
    if depth <= params::SHALLOW_DEPTH {
        if depth == params::SHALLOW_DEPTH
            && let Some(bound) = probcut::glance(worker, node, depth, alpha)
        {
            return bound;
        }
        return shallow::search(worker, node, depth, alpha, alpha.next());
    }
    worker.nodes += 1;
    if worker.is_stopped(solving) {
        return alpha;
    }
    let key = Key::new(node.player, node.opponent);
    worker.table.prefetch(key);
    if let Some(bound) =
        local::stability_cut(node.player, node.opponent, alpha.floor(), node.empties)
    {
        return bound.into();
    }
    let moves = kernel::moves(node.player, node.opponent);
    if moves == 0 {
        return if kernel::moves(node.opponent, node.player) == 0 {
            final_score(node.player, node.opponent).into()
        } else {
            -search(worker, &node.pass(), depth, alpha.for_opponent())
        };
    }
    let entry = worker.table.get(key);
    if let Some(entry) = &entry
        && entry.is_worth(depth, worker.confidence)
    {
        if entry.lower > alpha {
            return entry.lower;
        }
        if entry.upper <= alpha {
            return entry.upper;
        }
    }
    let mut candidates = order::candidates(node, moves);
    // Endgames after a move that are solved with the thread's own table are not in the shared one.
    let children_are_shared = !solving || node.empties > params::LOCAL_EMPTIES + 1;
    if depth >= params::ETC_DEPTH
        && children_are_shared
        && let Some(bound) = transposition_cutoff(worker, node, &candidates, depth, alpha)
    {
        return bound;
    }
    if let Some(bound) = probcut::cut(worker, node, depth, alpha) {
        return bound;
    }
    order::rank(worker, node, &mut candidates, entry.as_ref(), depth);
    let (score, best) = best_move(worker, node, &mut candidates, depth, alpha);
    if !worker.is_cut() {
        let confidence = worker.confidence;
        let finding = Finding { depth, confidence, alpha, beta: alpha.next(), score, best };
        worker.table.put(key, &finding);
    }
    score
}

/// Tries the moves until one fails high: the best score and its move.
#[hot]
fn best_move(
    worker: &mut Worker,
    node: &Node,
    candidates: &mut Candidates,
    depth: u32,
    alpha: Value,
) -> (Value, Option<u32>) {
    let (mut best, mut best_square) = (-Value::INFINITE, None);
    let mut index = 0;
    while let Some(candidate) = candidates.take(index) {
        // Young brothers wait: the others are shared only once the first move did not fail high.
        if index > 0 && split::is_worthwhile(worker, node, depth) {
            let (beta, confidence) = (alpha.next(), worker.confidence);
            let job = Job { node: *node, depth, alpha, beta, confidence };
            return split::share(worker, &job, candidates, index, (best, best_square));
        }
        let score = try_move(worker, node, (index, &candidate), depth, alpha);
        if score > best {
            (best, best_square) = (score, Some(candidate.square));
        }
        if score > alpha || worker.is_cut() {
            break;
        }
        index += 1;
    }
    (best, best_square)
}

/// The score of a move, the `index`th in order, against a null window.
#[inline]
#[hot]
pub(crate) fn try_move(
    worker: &mut Worker,
    node: &Node,
    (index, candidate): (usize, &Candidate),
    depth: u32,
    alpha: Value,
) -> Value {
    let solving = depth == node.empties;
    if solving && node.empties - 1 <= params::LOCAL_EMPTIES {
        let (player, opponent) = node.discs_after(candidate);
        return -solve_locally(worker, player, opponent, alpha.for_opponent());
    }
    let next = order::play(node, candidate);
    // Late move reduction: a late move rarely fails high, so it is searched a ply less deep first.
    let is_late = index >= params::LATE_MOVE && depth >= params::LATE_MOVE_DEPTH;
    if !solving && is_late && worker.confidence != Confidence::FULL {
        let score = -search(worker, &next, depth - 2, alpha.for_opponent());
        if score <= alpha || worker.is_cut() {
            return score;
        }
    }
    -search(worker, &next, depth - 1, alpha.for_opponent())
}

/// Enhanced transposition cut-off: the bound of a move that the table knows to fail high.
#[hot]
fn transposition_cutoff(
    worker: &Worker,
    node: &Node,
    candidates: &Candidates,
    depth: u32,
    alpha: Value,
) -> Option<Value> {
    let mut keys = [Key::default(); Candidates::MOST];
    let keys = &mut keys[..candidates.as_slice().len()];
    for (candidate, key) in candidates.as_slice().iter().zip(&mut *keys) {
        let (player, opponent) = node.discs_after(candidate);
        *key = Key::new(player, opponent);
        worker.table.prefetch(*key);
    }
    keys.iter().find_map(|&key| {
        let entry = worker.table.get(key)?;
        let refutes = entry.is_worth(depth - 1, worker.confidence) && -entry.upper > alpha;
        refutes.then_some(-entry.upper)
    })
}

#[inline]
#[hot]
fn solve_locally(worker: &mut Worker, player: u64, opponent: u64, alpha: Value) -> Value {
    local::solve(worker, player, opponent, alpha.floor()).into()
}
