//! Deadlines and bounds.

use std::time::Duration;

/// Deadlines and bounds. The defaults are for machines in one building or many.
#[derive(Clone, Debug)]
pub struct Settings {
    /// A chunk whose worker has been silent for so long is given to another.
    pub silence: Duration,
    /// How long a chunk that failed rests before it is tried again.
    pub rest: Duration,
    /// How often a worker shows that it is there.
    pub heartbeat: Duration,
    /// How often a submitter looks whether its work is still in the queue.
    pub recheck: Duration,
    /// How many failures set a job aside.
    pub most_failures: usize,
    /// How many chunks are published ahead of the one whose result is wanted next.
    pub window: usize,
    /// How many bytes of results may wait for one before them, before nothing more is published.
    pub most_waiting: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            silence: Duration::from_secs(30),
            rest: Duration::from_secs(1),
            heartbeat: Duration::from_secs(5),
            recheck: Duration::from_secs(5),
            most_failures: 5,
            window: 8192,
            most_waiting: 256 << 20,
        }
    }
}

impl Settings {
    /// How long a worker that no longer shows itself is still listed.
    pub(crate) fn worker_age(&self) -> Duration {
        self.heartbeat * 4
    }
}
