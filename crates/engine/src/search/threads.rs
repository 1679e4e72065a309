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
    /// Made when it is first needed.
    table: Option<Arc<TranspositionTable>>,
    /// One a thread, the main thread's first. Each is made by its own thread when it is first
    /// needed, so that its memory is near to the processor that uses it.
    workers: Vec<Option<Worker>>,
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
            table: None,
            workers: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        for worker in self.workers.iter_mut().flatten() {
            worker.clear();
        }
    }

    /// Forgets everything and gives the memory back.
    pub(crate) fn release(&mut self) {
        self.table = None;
        self.workers.clear();
    }

    /// Runs a search in the main thread, with the others as helpers.
    pub(crate) fn run(
        &mut self,
        stopper: Stopper,
        search: impl FnOnce(Searcher<'_>) -> Report,
    ) -> Report {
        let stopper = &Arc::new(stopper);
        let (tier, pool, weights) = (self.tier, &self.pool, self.weights.as_ref());
        let hash_mb = self.hash_mb;
        let table = self.table.get_or_insert_with(|| Arc::new(TranspositionTable::new(hash_mb)));
        let table = &*table;
        table.age();
        pool.reopen();
        self.workers.resize_with(self.count, || None);
        let (main, helpers) = self.workers.split_first_mut().expect("there is a main thread");
        std::thread::scope(|scope| {
            // Helpers go home however the search ends: the observer may panic.
            let _closing = pool.closing();
            for helper in helpers {
                let help = move || {
                    let helper = ready(helper, table, weights, stopper, pool);
                    on_tier!(tier, crate::tiers => hot::split::help(helper));
                };
                // With as many threads as the system gives.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            search(Searcher { tier, worker: ready(main, table, weights, stopper, pool) })
        })
    }

    /// The bytes of the table that are in use.
    #[cfg(test)]
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.bytes_in_use())
    }
}

/// A thread's state, made if it is not there yet, and ready for a search.
fn ready<'a>(
    slot: &'a mut Option<Worker>,
    table: &Arc<TranspositionTable>,
    weights: Option<&Arc<Weights>>,
    stopper: &Arc<Stopper>,
    pool: &Arc<Pool>,
) -> &'a mut Worker {
    let worker = slot.get_or_insert_with(|| {
        Worker::new(Arc::clone(table), weights.cloned(), Arc::clone(stopper), Arc::clone(pool))
    });
    worker.begin(Arc::clone(stopper));
    worker
}
