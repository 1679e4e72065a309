//! The engine: positions and limits in, reports out.

use std::sync::Arc;

use obverse_rules::{AnyBoard, Board, Position, Tier, with_board};

use crate::anysize::{AnySize, BoardWeights};
use crate::book::{self, Book};
use crate::eval::Weights;
use crate::search::Threads;
use crate::stopper::Stopper;
use crate::{Limits, Observer, Progress, Report, TimeSource, level, root};

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that search together: one at least, [`Options::MOST_THREADS`] at most.
    pub threads: usize,
    /// Size of the transposition table in megabytes.
    pub hash_mb: usize,
    /// The instruction set to use.
    pub tier: Tier,
    /// The trained evaluation for 8×8; a hand-made one serves without it.
    pub weights: Option<Arc<Weights>>,
    /// The opening book for 8×8, which answers where the limits let it.
    pub book: Option<Arc<Book>>,
    /// The trained evaluation for boards of other sizes; none for the one that the program ships
    /// with.
    pub any_size: Option<Arc<BoardWeights>>,
    /// The clock. The engine reads no other.
    pub clock: TimeSource,
}

impl Options {
    /// More threads than this are not made, whatever is asked for.
    pub const MOST_THREADS: usize = 256;

    /// The same as [`Options::default`] with another clock.
    pub fn new(clock: TimeSource) -> Options {
        Options {
            threads: 1,
            hash_mb: 64,
            tier: Tier::detect(),
            #[cfg(feature = "embedded-weights")]
            weights: Some(Weights::embedded()),
            #[cfg(not(feature = "embedded-weights"))]
            weights: None,
            book: None,
            any_size: None,
            clock,
        }
    }
}

/// One thread, 64 MB, the fastest tier of the machine, the weights that the program ships with
/// (none without the feature `embedded-weights`), no opening book, and [the system's
/// clock](TimeSource::system).
impl Default for Options {
    fn default() -> Options {
        Options::new(TimeSource::system())
    }
}

/// An engine: it keeps what it has learnt from one search to the next.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    /// For 8×8.
    threads: Threads,
    /// For every other size.
    any_size: AnySize,
}

impl Engine {
    /// An engine with nothing learnt yet.
    pub fn new(options: Options) -> Engine {
        let any_size = AnySize::new(&options);
        let threads = Threads::new(&options);
        Engine { options, threads, any_size }
    }

    /// Forgets everything, for a new game that must not depend on the last.
    pub fn clear(&mut self) {
        self.threads.clear();
        self.any_size.clear();
    }

    /// Thinks about a position within the limits.
    pub fn search(&mut self, position: &Position, limits: &Limits) -> Report {
        self.search_with(position, limits, &mut |_: &Progress<'_>| {})
    }

    /// The same, with somebody who hears of every improved line meanwhile.
    pub fn search_with(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        if let Some(report) = self.book_answer(position, limits, observer) {
            return report;
        }
        let Some(level) = limits.level else {
            return self.think(position, limits, observer);
        };
        let asked = limits.lines.max(1);
        let mut report =
            self.think(position, &level.limits(position, limits), &mut |progress: &Progress<
                '_,
            >| {
                if progress.rank <= asked {
                    observer.improved(progress);
                }
            });
        report.chosen =
            level::choose(level, position, &report.lines, limits.seed.unwrap_or_default());
        report.lines.truncate(asked);
        report
    }

    /// What the book says, if there is one that may answer.
    fn book_answer(
        &self,
        position: &Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Option<Report> {
        let book = self.options.book.as_deref()?;
        let AnyBoard::N8(board) = position.board() else { return None };
        if limits.level.is_some_and(|level| !level.knows_book()) {
            return None;
        }
        book::answer(book, *board, limits, observer)
    }

    /// Thinks at full strength: each board size by the search that is best at it.
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        if position.is_over() {
            return Report::game_over(with_board!(position.board(), board => board.final_score()));
        }
        let stopper = Stopper::new(limits, position.empties(), &self.options.clock);
        // Each search has a table of its own, and only the one at work has memory for it.
        if let AnyBoard::N8(board) = position.board() {
            self.any_size.release();
            self.threads.run(stopper, |searcher| root::search(*board, searcher, limits, observer))
        } else {
            self.threads.release();
            self.any_size.begin(position.size());
            with_board!(position.board(), board => {
                root::search(*board, self.any_size.searcher(&stopper), limits, observer)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use obverse_rules::Size;

    use super::*;

    #[test]
    fn a_short_search_uses_little_of_a_table_however_large() {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        for (size, hash_mb) in [(8, 1), (8, 64), (8, 1024), (10, 1), (10, 1024), (6, 1024)] {
            let mut engine = Engine::new(Options { hash_mb, ..Options::default() });
            engine.search(&Position::start(Size::new(size).expect("a size")), &limits);
            let bytes = engine.threads.bytes_in_use() + engine.any_size.bytes_in_use();
            assert!((1..=2 << 20).contains(&bytes), "{bytes} bytes of {hash_mb} MB");
        }
    }
}
