//! The search for boards of any size: one alpha-beta search generic over the board.
//!
//! Iterative deepening with a transposition table (`search`), an evaluation of a few counts
//! that mean the same on every board (`eval`), and an exact solver for the end (`endgame`).
//! The 8×8 board has a search of its own; this one also knows it, and is tested with it.

pub(crate) mod endgame;
pub(crate) mod eval;
pub(crate) mod root;
mod search;
mod table;
mod weights;

use std::time::Duration;

use obverse_rules::{Board, Position, Tier, with_board};

use crate::budget::Control;
use crate::small::{Small, is_small};
use crate::{Limits, Observer, Report};

pub use eval::{FEATURES, Feature};
pub use weights::{PHASES, Weights};

use eval::Evaluator;
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
    tier: Tier,
    /// The solver for small boards, made when it is first needed.
    small: Option<Small>,
    weights: Weights,
}

impl AnySize {
    /// An engine with nothing learnt yet and a table of this size.
    pub(crate) fn new(hash_mb: usize, tier: Tier, weights: Weights) -> AnySize {
        AnySize { hash_mb, table: None, tier, small: None, weights }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table = None;
        self.small = None;
    }

    /// Thinks about a position.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        now: fn() -> Duration,
        observer: &mut dyn Observer,
    ) -> Report {
        // A small board is mostly a matter of solving, so the solver gets most of the memory.
        let small = is_small(position.size()).then(|| {
            self.small.get_or_insert_with(|| Small::new(self.hash_mb - self.hash_mb / 4, self.tier))
        });
        let table = self.table.get_or_insert_with(|| Table::new(self.hash_mb / 4));
        table.next_search();
        let control = Control::new(limits, position.empties(), now, LOOK_INTERVAL);
        with_board!(position.board(), board => {
            let searcher = search::Searcher::new(table, control, &self.weights, small);
            root::search(board, searcher, limits, observer)
        })
    }
}

/// What the evaluation counts in a position, in the order of [`Feature`]: for fitting weights.
pub fn counts(position: &Position) -> [i32; FEATURES] {
    fn of<B: Board>(board: &B) -> [i32; FEATURES] {
        Evaluator::new(&Weights::default()).counts(board, &board.moves()).0
    }
    with_board!(position.board(), board => of(board))
}

#[cfg(test)]
mod tests {
    use obverse_rules::{BoardN, SquareSet};

    use super::*;
    use crate::budget::Stopped;

    /// A board from a game of first moves after a few others, with so many empty squares.
    fn board(empties: usize, pick: usize) -> Option<BoardN<6>> {
        let mut board = BoardN::<6>::start();
        while board.empty().len() > empties {
            let moves = board.moves();
            if moves.is_empty() {
                board = board.pass();
                if board.moves().is_empty() {
                    return None;
                }
                continue;
            }
            let square = moves.iter().nth(pick * board.empty().len() % moves.len())?;
            board = board.play(square, board.flips(square));
        }
        Some(board)
    }

    #[test]
    fn the_solver_of_small_boards_agrees_with_the_plain_one() -> Result<(), Stopped> {
        let limits = Limits::default();
        let control = || Control::new(&limits, 20, || Duration::ZERO, LOOK_INTERVAL);
        let mut small = Small::new(4, Tier::detect());
        let mut tried = 0;
        for board in (1..16).filter_map(|pick| board(16, pick)) {
            let mut table = Table::new(4);
            let mut plain = search::Searcher::new(&mut table, control(), &Weights::default(), None);
            let expected = plain.solve(&board, -36, 36)?;
            assert_eq!(small.solve(&board, -36, 36, &mut control())?, expected, "{board:?}");
            // A window beside the score gives a bound on the same side.
            assert!(small.solve(&board, expected, expected + 1, &mut control())? <= expected);
            assert!(small.solve(&board, expected - 1, expected, &mut control())? >= expected);
            tried += 1;
        }
        assert!(tried > 8);
        Ok(())
    }
}
