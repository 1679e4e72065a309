//! How far a long job is, on the terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A line on the terminal that is written over and over until it is dropped; none in a pipe.
pub(super) struct Shown {
    wanted: u64,
    begun: Instant,
    first: Option<u64>,
    last: Instant,
    visible: bool,
}

impl Shown {
    /// A job is done when so much of it is.
    pub(super) fn new(wanted: u64) -> Shown {
        let now = Instant::now();
        let visible = std::io::stderr().is_terminal();
        Shown { wanted, begun: now, first: None, last: now, visible }
    }

    /// So much is done. The text is told how much is done in a second.
    pub(super) fn show(&mut self, done: u64, text: impl FnOnce(f64) -> String) {
        let first = *self.first.get_or_insert(done);
        if !self.visible || self.last.elapsed() < Duration::from_millis(500) {
            return;
        }
        self.last = Instant::now();
        let rate = (done - first) as f64 / self.begun.elapsed().as_secs_f64();
        let left = self.wanted.saturating_sub(done) as f64 / rate.max(1e-9);
        eprint!("\r\x1b[K{}, {:.0} min left", text(rate), left / 60.0);
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        if self.visible {
            eprint!("\r\x1b[K");
        }
    }
}
