//! The threads of the 8×8 search and the table they share, kept from one search to the next.

use std::sync::Arc;

use obverse_rules::{Tier, on_tier};

use super::{Pool, Searcher, Worker};
use crate::eval::Weights;
use crate::stopper::Stopper;
use crate::tables::TranspositionTable;
use crate::{Options, Report};

/// The threads of the 8×8 search with what they have learnt.
#[derive(Debug)]
pub(crate) struct Threads {
    tier: Tier,
    count: usize,
    hash_mb: usize,
    weights: Option<Arc<Weights>>,
    pool: Arc<Pool>,
    /// One a thread, the main thread's first; made when they are first needed, and with them
    /// the table.
    workers: Vec<Worker>,
}

impl Threads {
    /// Threads that have learnt nothing yet.
    pub(crate) fn new(options: &Options) -> Threads {
        Threads {
            tier: options.tier,
            count: options.threads.clamp(1, Options::MOST_THREADS),
            hash_mb: options.hash_mb,
            weights: options.weights.clone(),
            pool: Arc::default(),
            workers: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if let Some(worker) = self.workers.first() {
            worker.table.clear();
        }
        for worker in &mut self.workers {
            worker.clear();
        }
    }

    /// Forgets everything and gives the memory back.
    pub(crate) fn release(&mut self) {
        self.workers.clear();
    }

    /// Runs a search in the main thread, with the others as helpers.
    pub(crate) fn run(
        &mut self,
        stopper: Stopper,
        search: impl FnOnce(Searcher<'_>) -> Report,
    ) -> Report {
        self.prepare(&Arc::new(stopper));
        let (tier, pool) = (self.tier, &self.pool);
        let (worker, helpers) = self.workers.split_first_mut().expect("there is a main thread");
        std::thread::scope(|scope| {
            // Helpers go home however the search ends: the observer may panic.
            let _closing = pool.closing();
            for helper in helpers {
                let help = move || on_tier!(tier, crate::tiers => hot::split::help(helper));
                // With as many threads as the system gives.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            search(Searcher { tier, worker })
        })
    }

    /// The bytes of the table that are in use.
    #[cfg(test)]
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.workers.first().map_or(0, |worker| worker.table.bytes_in_use())
    }

    /// Makes the threads ready for a search.
    fn prepare(&mut self, stopper: &Arc<Stopper>) {
        if self.workers.is_empty() {
            let table = Arc::new(TranspositionTable::new(self.hash_mb));
            let new_worker = || {
                let (table, weights) = (Arc::clone(&table), self.weights.clone());
                Worker::new(table, weights, Arc::clone(stopper), Arc::clone(&self.pool))
            };
            self.workers = std::iter::repeat_with(new_worker).take(self.count).collect();
        }
        self.pool.reopen();
        for worker in &mut self.workers {
            worker.begin(Arc::clone(stopper));
        }
        self.workers[0].table.age();
    }
}
