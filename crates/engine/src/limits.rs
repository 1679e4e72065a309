//! What a search may spend and what it is asked for.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use obverse_rules::Square;

use crate::{Confidence, Level};

/// What a search may spend and what it is asked for. Every limit given holds; without any the
/// search runs until it is stopped or the position is solved.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for this move: it is used, and not exceeded.
    pub time: Option<Duration>,
    /// A clock for the rest of the game; the engine decides how much to spend now.
    pub clock: Option<Clock>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// How sure the selective cuts have to be at least; without it the search is as quick as it
    /// can be.
    pub confidence: Option<Confidence>,
    /// A level of play, which may also choose a move that is not the best.
    pub level: Option<Level>,
    /// What chance depends on, beside the position: a level's errors, and the choice among moves
    /// of the book. The same seed, the same moves; without one the book's best move is played.
    pub seed: Option<u64>,
    /// What is wanted.
    pub goal: Goal,
    /// How many of the best moves to report, each with a score and a line; at least one.
    pub lines: usize,
    /// The moves to look at, by their squares; all of them if there is none. The opening book has
    /// no say about some of the moves.
    pub only: Vec<Square>,
    /// Whether the opening book may answer.
    pub book: bool,
    /// Whether only a move is wanted, as in a game: where there is just one, a short look is
    /// enough however much time there is. An analysis wants the score too.
    pub move_only: bool,
    /// Raised by anyone to end the search.
    pub stop: StopFlag,
}

/// What a search is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Goal {
    /// The best move within the limits.
    #[default]
    Best,
    /// The exact score.
    Exact,
    /// Only whether the position is won, drawn or lost.
    Wld,
}

/// The time left on a player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after every move.
    pub increment: Duration,
}

/// A flag that ends a search from another thread. Clones share the flag.
#[derive(Clone, Default)]
pub struct StopFlag(Arc<Flag>);

#[derive(Default)]
struct Flag {
    raised: AtomicBool,
    ask: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl StopFlag {
    /// A flag for a search that nobody can interrupt, in a program of one thread: the search asks
    /// now and then whether it is to end. The flag is raised once the answer was yes.
    pub fn asking(ask: impl Fn() -> bool + Send + Sync + 'static) -> StopFlag {
        StopFlag(Arc::new(Flag { raised: AtomicBool::new(false), ask: Some(Box::new(ask)) }))
    }

    /// Asks the search to end.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Makes the flag ready for another search.
    pub fn lower(&self) {
        self.0.raised.store(false, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[inline]
    pub fn is_raised(&self) -> bool {
        if let Some(ask) = &self.0.ask
            && ask()
        {
            self.raise();
        }
        self.0.raised.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for StopFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StopFlag").field(&self.0.raised).finish()
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            clock: None,
            depth: None,
            nodes: None,
            confidence: None,
            level: None,
            seed: None,
            goal: Goal::Best,
            lines: 1,
            only: Vec::new(),
            book: true,
            move_only: false,
            stop: StopFlag::default(),
        }
    }
}

impl Limits {
    /// So much time for the move.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// So many plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A level of play.
    pub fn level(level: Level) -> Limits {
        Limits { level: Some(level), ..Limits::default() }
    }

    /// The exact score, however long it takes.
    pub fn exact() -> Limits {
        Limits { goal: Goal::Exact, ..Limits::default() }
    }
}
