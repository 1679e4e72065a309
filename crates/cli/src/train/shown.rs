//! How far a long job is, on the terminal.

use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar that is gone when it is dropped; nothing where standard error is no terminal.
pub(super) struct Shown {
    bar: ProgressBar,
    begun: Instant,
    first: Option<u64>,
}

impl Shown {
    /// A job is done when so much of it is.
    pub(super) fn new(wanted: u64) -> Shown {
        let bar = ProgressBar::with_draw_target(Some(wanted), ProgressDrawTarget::stderr());
        let style =
            ProgressStyle::with_template("{bar:20} {elapsed} ({eta} left)  {prefix}{wide_msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Shown { bar, begun: Instant::now(), first: None }
    }

    /// The bar itself, for whoever has more to say.
    pub(super) fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// So much is done. The text is told how much is done in a second.
    pub(super) fn show(&mut self, done: u64, text: impl FnOnce(f64) -> String) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(done);
        let first = *self.first.get_or_insert_with(|| {
            // What an earlier run has done says nothing about the time that is left.
            self.bar.reset_eta();
            done
        });
        let rate = (done - first) as f64 / self.begun.elapsed().as_secs_f64();
        self.bar.set_message(text(rate));
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
