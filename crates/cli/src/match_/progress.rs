//! A match while it runs, on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use obverse_arena::{Pairing, Sprt, Standings};

use super::report;

/// A bar with the score so far; nothing where standard error is no terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    two: bool,
}

impl Progress {
    pub(super) fn new(games: usize, two: bool, visible: bool) -> Progress {
        let target =
            if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(games as u64), target);
        let style = ProgressStyle::with_template(
            "{bar:20} {pos}/{len} {elapsed} ({eta} left)  {prefix}{wide_msg}",
        );
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress { bar, two }
    }

    pub(super) fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    pub(super) fn game(&self, standings: &Standings, sprt: Option<&Sprt>) {
        self.bar.set_position(standings.games());
        if !self.two {
            return;
        }
        let tally = standings.tally(Pairing { first: 0, second: 1 });
        if tally.games() == 0 {
            return;
        }
        let decision =
            sprt.map_or(String::new(), |sprt| format!("  {}", report::ratio(sprt, &tally)));
        let message = report::summary(&tally) + &decision;
        self.bar.set_message(message);
    }

    /// Runs something that writes, with the bar out of its way.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
