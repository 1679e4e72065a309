//! One thread's state in a search.

use std::sync::Arc;

use super::deviations::Deviations;
use super::{Confidence, Pool, Split};
use crate::eval::Weights;
use crate::params;
use crate::stopper::Stopper;
use crate::tables::{Evaluated, LocalTable, TranspositionTable};

/// One thread's state in a search.
///
/// Threads' states lie side by side and are written at every node. Processors fetch lines of 64
/// bytes in pairs: nearer to each other than that, the threads would take them from each other.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Worker {
    /// Positions visited.
    pub(crate) nodes: u64,
    /// How sure cuts have to be.
    pub(crate) confidence: Confidence,
    /// Endgames that are too short for the shared table.
    pub(crate) local: LocalTable,
    /// What evaluations came to.
    pub(crate) evaluated: Evaluated,
    /// What all threads know.
    pub(crate) table: Arc<TranspositionTable>,
    /// The trained evaluation, if there is one.
    pub(crate) weights: Option<Arc<Weights>>,
    /// How far its shallow searches can be trusted.
    pub(crate) deviations: Deviations,
    /// What ends the search.
    pub(crate) stopper: Arc<Stopper>,
    /// The other threads.
    pub(crate) pool: Arc<Pool>,
    /// The split point that the thread works below.
    pub(crate) split: Option<Arc<Split>>,
    /// How many of its nodes the stopper knows.
    told: u64,
    polls: u32,
}

impl Worker {
    pub(crate) fn new(
        table: Arc<TranspositionTable>,
        weights: Option<Arc<Weights>>,
        stopper: Arc<Stopper>,
        pool: Arc<Pool>,
    ) -> Worker {
        Worker {
            nodes: 0,
            confidence: Confidence::FULL,
            local: LocalTable::new(),
            evaluated: Evaluated::new(),
            table,
            deviations: Deviations::new(weights.as_deref()),
            weights,
            stopper,
            pool,
            split: None,
            told: 0,
            polls: 0,
        }
    }

    /// Forgets everything that is the thread's own.
    pub(crate) fn clear(&mut self) {
        self.local.clear();
        self.evaluated.clear();
    }

    /// Makes the thread ready for a search. Nothing of the last one is left that could decide
    /// when this one looks at its limits: the same search always ends at the same node.
    pub(crate) fn begin(&mut self, stopper: Arc<Stopper>) {
        self.stopper = stopper;
        self.nodes = 0;
        self.told = 0;
        self.split = None;
        self.polls = 0;
    }

    /// Tells the other threads of the nodes visited.
    pub(crate) fn tell(&mut self) {
        self.stopper.count(self.nodes - self.told);
        self.told = self.nodes;
    }

    /// The nodes of all threads, as far as the others have told of theirs.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.stopper.nodes() + self.nodes - self.told
    }

    /// Whether to go on is pointless; looks at the clock now and then. What a search returns
    /// from then on means nothing.
    #[inline]
    pub(crate) fn is_stopped(&mut self, solving: bool) -> bool {
        self.polls += if solving { params::POLL_ENDGAME } else { 1 };
        if self.polls >= params::POLL_INTERVAL {
            self.polls = 0;
            self.tell();
            self.stopper.check();
        }
        self.is_cut()
    }

    /// Whether the search is over or the question was settled elsewhere.
    #[inline]
    pub(crate) fn is_cut(&self) -> bool {
        self.stopper.is_over() || self.split.as_ref().is_some_and(|split| split.is_void())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, TimeSource};

    #[test]
    fn nodes_of_all_threads_count_while_they_are_at_work() {
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        let stopper = Arc::new(Stopper::new(&limits, 20, &TimeSource::system()));
        let table = Arc::new(TranspositionTable::new(1));
        let mut workers = [(); 3]
            .map(|()| Worker::new(Arc::clone(&table), None, Arc::clone(&stopper), Arc::default()));
        // None of them has finished anything or visited as many nodes as the limit says.
        for (worker, expected) in workers.iter_mut().zip([false, false, true]) {
            worker.nodes = 4_000;
            let stopped = (0..params::POLL_INTERVAL).any(|_| worker.is_stopped(false));
            assert_eq!(stopped, expected);
        }
        assert!(workers[0].is_cut());
    }
}
