//! What ends a search before its natural end.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::StopFlag;

/// The end of a search, as all its threads see it.
#[derive(Debug)]
pub(crate) struct Stopper {
    /// Raised by the caller.
    stop: StopFlag,
    /// Raised by a thread that found a limit exceeded.
    over: AtomicBool,
    /// When the search has to end, on the clock.
    deadline: Option<Duration>,
    /// How many nodes a thread may visit, together with what helpers have finished.
    nodes: u64,
    now: fn() -> Duration,
}

impl Stopper {
    /// Nothing but the end of the work ends it.
    pub(crate) fn unlimited() -> Stopper {
        Stopper::new(StopFlag::default(), None, None, || Duration::ZERO)
    }

    pub(crate) fn new(
        stop: StopFlag,
        deadline: Option<Duration>,
        nodes: Option<u64>,
        now: fn() -> Duration,
    ) -> Stopper {
        Stopper {
            stop,
            over: AtomicBool::new(false),
            deadline,
            nodes: nodes.unwrap_or(u64::MAX),
            now,
        }
    }

    /// Whether the search is to end.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Ends the search.
    pub(crate) fn stop(&self) {
        self.over.store(true, Relaxed);
    }

    /// Looks at everything that may end the search.
    pub(crate) fn check(&self, nodes: u64) {
        let late = self.deadline.is_some_and(|deadline| (self.now)() >= deadline);
        if late || nodes >= self.nodes || self.stop.is_raised() {
            self.stop();
        }
    }
}
