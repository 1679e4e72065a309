//! The boards of 4×4 and 6×6, small enough to be solved from the start.
//!
//! A small board lies in the middle of the 64-bit words of the 8×8 kernels. Squares around it
//! are empty for ever: a line that runs off the board ends at such a square, so flips need no
//! care, and moves are cut to the board by one mask. Turning and mirroring the word turns and
//! mirrors the board.

use obverse_rules::{Board, Board8, Size, Square, SquareSet, Symmetry, Tier, on_tier};

use crate::stopper::{NodeCounter, Stopped};
use crate::tables::{Busy, SmallTable};
use crate::value::Discs;

/// A solver for one size of board, with what it has learnt.
#[derive(Debug)]
pub(crate) struct SmallSolver {
    table: SmallTable,
    tier: Tier,
}

impl SmallSolver {
    /// A solver with nothing learnt yet and a table of this size.
    pub(crate) fn new(hash_mb: usize, tier: Tier) -> SmallSolver {
        SmallSolver { table: SmallTable::new(hash_mb), tier }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    /// The bytes of its table that are in use.
    #[cfg(test)]
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.table.bytes_in_use()
    }

    /// The result in discs under perfect play; outside the window it is a bound. Several threads may
    /// solve the same board together.
    pub(crate) fn solve<B: Board>(
        &self,
        board: &B,
        alpha: Discs,
        beta: Discs,
        counter: &mut NodeCounter<'_>,
        busy: Option<&Busy>,
    ) -> Result<Discs, Stopped> {
        let (player, opponent) =
            (embed(&board.player(), B::SIZE), embed(&board.opponent(), B::SIZE));
        let mut search = SmallSearch::new(B::SIZE, &self.table, counter, busy);
        let result = on_tier!(
            self.tier,
            crate::tiers => hot::small::search(&mut search, player, opponent, alpha, beta)
        );
        search.count()?;
        result
    }

    /// The best move of a board, if it is remembered.
    pub(crate) fn remembered<B: Board>(&self, board: &B) -> Option<Square> {
        let (player, opponent) =
            (embed(&board.player(), B::SIZE), embed(&board.opponent(), B::SIZE));
        let images = Symmetry::all().map(|symmetry| {
            let board = Board8::from_bits_unchecked(player, opponent).transform(symmetry);
            let (player, opponent) = board.bits();
            (player, opponent, symmetry)
        });
        // Boards with many empty squares are stored turned.
        images.into_iter().find_map(|(player, opponent, symmetry)| {
            let best = self.table.get(player, opponent)?.best? as usize;
            let square = Square::from_index(best, Size::EIGHT);
            let square = symmetry.inverse().apply(square, Size::EIGHT)?;
            let first = offset(B::SIZE);
            Square::new(square.column().checked_sub(first)?, square.row().checked_sub(first)?)
        })
    }
}

/// Whether boards of this size are small.
pub(crate) fn is_small(size: Size) -> bool {
    size <= Size::SIX
}

/// Where a small board's first row and column lie in the word.
fn offset(size: Size) -> usize {
    (Size::EIGHT.get() - size.get()) / 2
}

/// A set of squares of a small board in the middle of a word.
fn embed<S: SquareSet>(set: &S, size: Size) -> u64 {
    set.iter().fold(0, |word, square| word | bit(square.column(), square.row(), size))
}

fn bit(column: usize, row: usize, size: Size) -> u64 {
    1 << ((row + offset(size)) * 8 + column + offset(size))
}

/// One search of the solver.
pub(crate) struct SmallSearch<'a, 'b> {
    /// The squares of the board.
    pub(crate) mask: u64,
    /// Their number.
    pub(crate) squares: u32,
    pub(crate) corners: u64,
    pub(crate) x_squares: u64,
    pub(crate) table: &'a SmallTable,
    /// What the threads are looking at; none while there is only one.
    pub(crate) busy: Option<&'a Busy>,
    counter: &'a mut NodeCounter<'b>,
    /// Nodes not yet told to the counter.
    pub(crate) pending: u64,
}

impl<'a, 'b> SmallSearch<'a, 'b> {
    fn new(
        size: Size,
        table: &'a SmallTable,
        counter: &'a mut NodeCounter<'b>,
        busy: Option<&'a Busy>,
    ) -> SmallSearch<'a, 'b> {
        let last = size.get() - 1;
        let ring = |ring: usize| {
            [(ring, ring), (last - ring, ring), (ring, last - ring), (last - ring, last - ring)]
                .iter()
                .fold(0, |word, &(column, row)| word | bit(column, row, size))
        };
        let mask = Square::all(size)
            .fold(0, |word, square| word | bit(square.column(), square.row(), size));
        SmallSearch {
            mask,
            squares: size.squares() as u32,
            corners: ring(0),
            x_squares: ring(1),
            table,
            busy,
            counter,
            pending: 0,
        }
    }

    /// Tells the counter about the nodes visited, this one included.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        let nodes = self.pending + 1;
        self.pending = 0;
        self.counter.add(nodes)
    }

    /// Nodes visited so far.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.counter.nodes() + self.pending
    }
}
