//! What the threads of a search are looking at, so that they look at different things.
//!
//! A thread that is about to search a later move first asks whether another one does so already;
//! if so, it takes the move last, when the table most likely has the answer. That is all that threads
//! know of each other beside the shared table (J.-C. Weill, "The ABDADA distributed minimax-search
//! algorithm", 1996, as T. Kerrigan has simplified it). A wrong answer here costs time and nothing
//! else.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions at once; more than threads times plies, so that they rarely push each other out.
const SLOTS: usize = 1 << 12;

/// The positions that are being searched, by hash.
#[derive(Debug)]
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize % SLOTS]
    }

    /// Whether a thread searches the position.
    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.slot(hash).load(Relaxed) == hash
    }

    /// A thread begins to search the position.
    pub(crate) fn enter(&self, hash: u64) {
        self.slot(hash).store(hash, Relaxed);
    }

    /// It has searched it.
    pub(crate) fn leave(&self, hash: u64) {
        let slot = self.slot(hash);
        if slot.load(Relaxed) == hash {
            slot.store(0, Relaxed);
        }
    }

    /// Nobody searches anything: searches that were stopped do not leave.
    pub(crate) fn clear(&self) {
        self.0.iter().for_each(|slot| slot.store(0, Relaxed));
    }
}
