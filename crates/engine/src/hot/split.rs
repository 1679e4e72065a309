//! Parallel search by split points: several threads try the moves of one position.
//!
//! Young brothers wait for the first move; the owner of a split point helps below it until all its
//! moves are back (the helpful master). R. Feldmann, B. Monien, P. Mysliwietz and O. Vornberger,
//! *Distributed Game-Tree Search* (1989).

use std::sync::Arc;

use super::{hot, null_window, order, pv};
use crate::params;
use crate::search::{Candidates, Job, Node, Split, Worker};
use crate::value::Value;

/// Whether to share the moves that are left: somebody is idle and the work is long enough.
#[inline]
#[hot]
pub(crate) fn is_worthwhile(worker: &Worker, node: &Node, depth: u32) -> bool {
    let least = if depth == node.empties { params::SPLIT_EMPTIES } else { params::SPLIT_DEPTH };
    depth >= least && worker.pool.wants_work()
}

/// Shares the moves from `next` on with idle threads: the best score and its move.
#[hot]
pub(crate) fn share(
    worker: &mut Worker,
    job: &Job,
    candidates: &Candidates,
    next: usize,
    best: (Value, Option<u32>),
) -> (Value, Option<u32>) {
    let parent = worker.split.take();
    let split = Arc::new(Split::new(job, parent.clone(), candidates, next, best));
    worker.pool.offer(&split);
    work(worker, &split);
    worker.pool.withdraw(&split);
    // Others may still be at work here: help them rather than wait.
    let pool = Arc::clone(&worker.pool);
    while let Some(below) = pool.join(Some(&split)) {
        assist(worker, &below);
    }
    worker.split = parent;
    split.best()
}

/// Joins split point after split point until the search is over.
#[hot]
pub(crate) fn help(worker: &mut Worker) {
    let pool = Arc::clone(&worker.pool);
    while let Some(split) = pool.join(None) {
        assist(worker, &split);
    }
}

/// Works on another thread's split point.
#[hot]
fn assist(worker: &mut Worker, split: &Arc<Split>) {
    let (pool, stopper) = (Arc::clone(&worker.pool), Arc::clone(&worker.stopper));
    let visit = pool.visit(split, &stopper);
    let confidence = worker.confidence;
    worker.confidence = split.job.confidence;
    work(worker, split);
    worker.confidence = confidence;
    worker.tell();
    visit.end();
}

/// Tries moves of a split point until none is left.
#[hot]
fn work(worker: &mut Worker, split: &Arc<Split>) {
    let before = worker.split.replace(Arc::clone(split));
    let Job { node, depth, beta, .. } = &split.job;
    while let Some((index, candidate, alpha)) = split.take() {
        let score = if split.job.is_null_window() {
            null_window::try_move(worker, node, (index, &candidate), *depth, alpha)
        } else {
            pv::scout(worker, &order::play(node, &candidate), depth - 1, alpha, *beta)
        };
        if worker.is_cut() {
            break;
        }
        split.record(score, candidate.square);
    }
    worker.split = before;
}
