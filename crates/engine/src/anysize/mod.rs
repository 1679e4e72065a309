//! The search for boards of any size: one alpha-beta search generic over the board.
//!
//! Iterative deepening with a transposition table (`search`), an evaluation by patterns and a few
//! counts that mean the same on every board (`eval`), and an exact solver for the end (`endgame`).
//! The 8×8 board has a search of its own; this one also knows it, and is tested with it.

mod endgame;
mod eval;
mod patterns;
mod search;
mod searcher;
mod weights;

use std::sync::Arc;

use obverse_rules::{Board, Position, Size, Tier, with_board};

use crate::Options;
use crate::small::{SmallSolver, is_small};
use crate::stopper::{NodeCounter, Stopper};
use crate::tables::{AnySizeTable, Busy};

pub use eval::{COUNTS, Count, phase};
pub use patterns::{Canonical, Place, ROLES, Role, places, role};
pub(crate) use searcher::AnySizeSearcher;
pub use weights::{BASE_SIZE, BoardWeights, BoardWeightsError, PHASES, ROW_STEPS};

use eval::{Evaluator, SizeWeights};
use patterns::Places;

/// The any-size engine with what it has learnt.
#[derive(Debug)]
pub(crate) struct AnySize {
    threads: usize,
    hash_mb: usize,
    tier: Tier,
    /// None for the shipped ones.
    weights: Option<Arc<BoardWeights>>,
    /// Made when it is first needed, so that an engine for 8×8 alone does without.
    memory: Option<Memory>,
}

/// What has been learnt of boards of one size.
#[derive(Debug)]
struct Memory {
    size: Size,
    table: AnySizeTable,
    weights: SizeWeights,
    /// What the threads are looking at.
    busy: Busy,
    /// The solver, if boards of this size are small enough for it.
    small: Option<SmallSolver>,
}

impl Memory {
    fn new(size: Size, hash_mb: usize, tier: Tier, weights: &Arc<BoardWeights>) -> Memory {
        // A small board is mostly a matter of solving, so the solver gets most of the memory.
        let solving = if is_small(size) { hash_mb - hash_mb / 4 } else { 0 };
        let small = is_small(size).then(|| SmallSolver::new(solving, tier));
        let weights = SizeWeights::new(weights, size);
        let table = AnySizeTable::new(hash_mb - solving);
        Memory { size, table, weights, busy: Busy::new(), small }
    }
}

impl AnySize {
    /// An engine with nothing learnt yet.
    pub(crate) fn new(options: &Options) -> AnySize {
        AnySize {
            threads: options.threads.clamp(1, Options::MOST_THREADS),
            hash_mb: options.hash_mb,
            tier: options.tier,
            weights: options.any_size.clone(),
            memory: None,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if let Some(Memory { table, small, .. }) = &mut self.memory {
            table.clear();
            if let Some(small) = small {
                small.clear();
            }
        }
    }

    /// Forgets everything and gives the memory back.
    pub(crate) fn release(&mut self) {
        self.memory = None;
    }

    /// The bytes in use of the table that uses most.
    #[cfg(test)]
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.memory.as_ref().map_or(0, |memory| {
            let small = memory.small.as_ref().map_or(0, SmallSolver::bytes_in_use);
            memory.table.bytes_in_use().max(small)
        })
    }

    /// A search of a board of this size begins: what older ones left in the table is replaced
    /// first.
    pub(crate) fn begin(&mut self, size: Size) {
        // Only one size has memory at a time: the solver's table does not tell sizes apart.
        self.memory.take_if(|memory| memory.size != size);
        let new = || {
            let weights = self.weights.clone().unwrap_or_else(BoardWeights::shipped);
            Memory::new(size, self.hash_mb, self.tier, &weights)
        };
        self.memory.get_or_insert_with(new).table.next_search();
    }

    /// A search of boards of the size that was begun with.
    pub(crate) fn searcher<'a, B: Board>(&'a self, stopper: &'a Stopper) -> AnySizeSearcher<'a, B> {
        let memory = self.memory.as_ref().filter(|memory| memory.size == B::SIZE);
        let memory = memory.expect("`begin` has made memory for this size");
        let Memory { table, weights, busy, small, .. } = memory;
        AnySizeSearcher::new(table, NodeCounter::new(stopper), weights, small.as_ref())
            .with_threads(self.threads, busy)
    }
}

/// What the evaluation sees in positions of one size: for fitting weights.
#[derive(Debug)]
pub struct Features(Places);

impl Features {
    /// For boards of this size.
    pub fn new(size: Size) -> Features {
        Features(Places::new(size))
    }

    /// The places in the order of the indices.
    pub fn places(&self) -> &[Place] {
        &self.0.all
    }

    /// The index of every place and the counts in the order of [`Count`].
    ///
    /// # Panics
    /// If the position has another size.
    pub fn of(&self, position: &Position) -> (Vec<u16>, [i32; COUNTS]) {
        fn of<B: Board>(places: &Places, board: &B) -> (Vec<u16>, [i32; COUNTS]) {
            (places.indices(board), Evaluator::new().counts(board, &board.moves()).0)
        }
        assert_eq!(position.size().get(), self.0.size(), "the size that was asked for");
        with_board!(position.board(), board => of(&self.0, board))
    }
}

#[cfg(test)]
mod tests {
    use obverse_rules::{BoardN, SquareSet};

    use super::*;
    use crate::stopper::Stopped;
    use crate::value::Discs;
    use crate::{Limits, root};

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
            board = board.play_unchecked(square, board.flips(square));
        }
        Some(board)
    }

    #[test]
    fn the_solver_of_another_size_has_learnt_nothing_yet() {
        let start = BoardN::<4>::start();
        let first = start.moves().iter().next().expect("there is a move");
        let child = start.play_unchecked(first, start.flips(first));
        let stopper = Stopper::unlimited();
        let mut engine = AnySize::new(&Options { hash_mb: 4, ..Options::default() });
        let mut remembers = |size: Size, limits: &Limits| {
            engine.begin(size);
            with_board!(Position::start(size).board(), board => {
                let searcher = engine.searcher(&stopper);
                root::search(*board, searcher, limits, &mut |_: &crate::Progress<'_>| {});
            });
            let small = engine.memory.as_ref().and_then(|memory| memory.small.as_ref());
            // A 4×4 board looks to the solver like discs in the middle of a 6×6 board.
            small.is_some_and(|small| small.remembered(&child).is_some())
        };
        assert!(remembers(Size::FOUR, &Limits::exact()));
        assert!(remembers(Size::FOUR, &Limits::depth(1)));
        assert!(!remembers(Size::new(6).expect("a size"), &Limits::depth(1)));
    }

    #[test]
    fn the_solver_of_small_boards_agrees_with_the_plain_one() -> Result<(), Stopped> {
        let stopper = Stopper::unlimited();
        let counter = || NodeCounter::new(&stopper);
        let small = SmallSolver::new(4, Tier::detect());
        let weights = SizeWeights::new(&BoardWeights::shipped(), Size::SIX);
        let all = Discs::new(36);
        let mut tried = 0;
        for board in (1..16).filter_map(|pick| board(16, pick)) {
            let table = AnySizeTable::new(4);
            let mut plain = AnySizeSearcher::new(&table, counter(), &weights, None);
            let expected = plain.solve(&board, -all, all)?;
            assert_eq!(
                small.solve(&board, -all, all, &mut counter(), None)?,
                expected,
                "{board:?}"
            );
            let (above, below) = [1, -1].map(|more| Discs::new(expected.get() + more)).into();
            // A window beside the score gives a bound on the same side.
            assert!(small.solve(&board, expected, above, &mut counter(), None)? <= expected);
            assert!(small.solve(&board, below, expected, &mut counter(), None)? >= expected);
            tried += 1;
        }
        assert!(tried > 8);
        Ok(())
    }
}
