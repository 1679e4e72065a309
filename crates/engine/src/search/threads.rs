//! The 8×8 engine: its table, its threads, and what it keeps from one search to the next.

use std::sync::Arc;
use std::time::Duration;

use obverse_rules::{Board, Board8, Tier, on_tier};

use super::root::{Root, Timer};
use super::{Pool, Stopper, Table, Worker};
use crate::budget::Allotment;
use crate::eval::Weights;
use crate::params;
use crate::score::Kind;
use crate::{Goal, Limits, Line, Observer, Options, Report, Score};

/// The 8×8 engine with what it has learnt.
#[derive(Debug)]
pub(crate) struct Searcher {
    tier: Tier,
    now: fn() -> Duration,
    threads: usize,
    hash_mb: usize,
    weights: Option<Arc<Weights>>,
    pool: Arc<Pool>,
    /// One a thread, the main thread's first; made when they are first needed, and with them
    /// the table.
    workers: Vec<Worker>,
}

impl Searcher {
    /// An engine with nothing learnt yet.
    pub(crate) fn new(options: &Options) -> Searcher {
        Searcher {
            tier: options.tier,
            now: options.now,
            threads: options.threads.clamp(1, Options::MOST_THREADS),
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
            worker.local.clear();
            worker.evaluated.clear();
        }
    }

    /// Forgets everything and gives the memory back.
    pub(crate) fn release(&mut self) {
        self.workers.clear();
    }

    /// Thinks about a board.
    pub(crate) fn search(
        &mut self,
        board: Board8,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let begun = (self.now)();
        if board.is_over() {
            return over(board);
        }
        let allotment = Allotment::new(limits, board.empties() as usize);
        let timer = Timer { now: self.now, begun, allotment };
        self.prepare(limits, board.empties(), &timer);
        let (tier, pool) = (self.tier, &self.pool);
        let (main, helpers) = self.workers.split_first_mut().expect("there is a main thread");
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
            let mut root = Root::new(board, tier, main, timer, limits, observer);
            root.deepen();
            root.report()
        })
    }

    /// Makes the threads ready for a search within these limits.
    fn prepare(&mut self, limits: &Limits, empties: u32, timer: &Timer) {
        let deadline = timer.allotment.map(|allotment| timer.begun.saturating_add(allotment.hard));
        let stopper = Stopper::new(limits.stop.clone(), deadline, limits.nodes, self.now);
        let stopper = Arc::new(stopper);
        if self.workers.is_empty() {
            let table = Arc::new(Table::new(self.hash_mb));
            let new_worker = || {
                let (table, weights) = (Arc::clone(&table), self.weights.clone());
                Worker::new(table, weights, Arc::clone(&stopper), Arc::clone(&self.pool))
            };
            self.workers = std::iter::repeat_with(new_worker).take(self.threads).collect();
        }
        self.pool.reopen();
        for worker in &mut self.workers {
            worker.begin(Arc::clone(&stopper));
        }
        let plies = if limits.goal == Goal::Best { limits.depth } else { None };
        self.workers[0].table.age(params::table_part(plies, empties));
    }
}

/// The report of a game that is over.
fn over(board: Board8) -> Report {
    let score = Score { discs: board.final_score() as f32, kind: Kind::Exact };
    Report {
        lines: vec![Line { moves: Vec::new(), score, depth: 0 }],
        chosen: None,
        nodes: 0,
        elapsed: Duration::ZERO,
    }
}
