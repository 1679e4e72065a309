//! The search for boards of any size: one alpha-beta search generic over the board.
//!
//! Iterative deepening with a transposition table ([`search`]), an evaluation of a few counts
//! that mean the same on every board ([`eval`]), and an exact solver for the end ([`endgame`]).
//! The 8×8 board has a search of its own; this one also knows it, and is tested with it.

pub(crate) mod endgame;
pub(crate) mod eval;
pub(crate) mod root;
mod search;
mod table;
mod weights;

use std::time::Duration;

use obverse_rules::{Position, with_board};

use crate::budget::Control;
use crate::{Limits, Observer, Report};

pub use eval::{FEATURES, Feature};
pub use weights::{PHASES, Weights};

use table::Table;

/// The value of a position for the side to move, in parts of a disc.
pub(crate) type Value = i32;
/// One disc.
pub(crate) const DISC: Value = 32;
/// More than any value.
pub(crate) const INFINITY: Value = 30_000;

/// Nodes between two looks at the clock: on the largest board about a millisecond.
const LOOK_INTERVAL: u64 = 256;

/// The any-size engine with what it has learnt.
#[derive(Debug)]
pub(crate) struct AnySize {
    hash_mb: usize,
    /// Made when it is first needed, so that an engine for 8×8 alone does without.
    table: Option<Table>,
    weights: Weights,
}

impl AnySize {
    /// An engine with nothing learnt yet and a table of this size.
    pub(crate) fn new(hash_mb: usize) -> AnySize {
        AnySize { hash_mb, table: None, weights: Weights::default() }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table = None;
    }

    /// Thinks about a position.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        now: fn() -> Duration,
        observer: &mut dyn Observer,
    ) -> Report {
        let table = self.table.get_or_insert_with(|| Table::new(self.hash_mb));
        table.next_search();
        let control = Control::new(limits, position.empties(), now, LOOK_INTERVAL);
        with_board!(position.board(), board => {
            let searcher = search::Searcher::new(table, control, &self.weights);
            root::search(board, searcher, limits, observer)
        })
    }
}
