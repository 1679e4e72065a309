//! The boards of 4×4 and 6×6, small enough to be solved from the start.
//!
//! A small board lies in the middle of the 64-bit words of the 8×8 kernels. Squares around it
//! are empty for ever: a line that runs off the board ends at such a square, so flips need no
//! care, and moves are cut to the board by one mask. Turning and mirroring the word turns and
//! mirrors the board.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
mod table;

use obverse_rules::kernel::Kind;
use obverse_rules::{Board, Board8, Size, Square, SquareSet, Symmetry, Tier};

use crate::budget::{Control, Stopped};

use table::Table;

/// A solver for one size of board, with what it has learnt.
#[derive(Debug)]
pub(crate) struct Small {
    table: Table,
    tier: Tier,
}

impl Small {
    /// A solver with nothing learnt yet and a table of this size.
    pub(crate) fn new(hash_mb: usize, tier: Tier) -> Small {
        Small { table: Table::new(hash_mb), tier }
    }

    /// The result in discs under perfect play; outside the window it is a bound.
    #[expect(unsafe_code)]
    pub(crate) fn solve<B: Board>(
        &mut self,
        board: &B,
        alpha: i32,
        beta: i32,
        control: &mut Control,
    ) -> Result<i32, Stopped> {
        let (player, opponent) =
            (embed(&board.player(), B::SIZE), embed(&board.opponent(), B::SIZE));
        let mut solver = Solver::new(B::SIZE, &mut self.table, control);
        let result = match self.tier.kind() {
            // SAFETY: a `Tier` of this kind exists only where the machine has its features.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::Avx512 => unsafe {
                avx2::solve::search(&mut solver, player, opponent, alpha, beta)
            },
            _ => portable::solve::search(&mut solver, player, opponent, alpha, beta),
        };
        solver.count()?;
        result
    }

    /// The best move of a board, if it is remembered.
    pub(crate) fn remembered<B: Board>(&self, board: &B) -> Option<Square> {
        let (player, opponent) =
            (embed(&board.player(), B::SIZE), embed(&board.opponent(), B::SIZE));
        let images = Symmetry::all().map(|symmetry| {
            let board = Board8 { player, opponent }.transform(symmetry);
            (board.player, board.opponent, symmetry)
        });
        // Boards with many empty squares are stored turned.
        images.into_iter().find_map(|(player, opponent, symmetry)| {
            let bucket = self.table.bucket(player, opponent);
            let best = self.table.get(bucket, player, opponent)?.best? as usize;
            let square = Square::from_index(best, Size::EIGHT);
            let square = symmetry.inverse().apply(square, Size::EIGHT);
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
pub(crate) struct Solver<'a> {
    /// The squares of the board.
    mask: u64,
    /// Their number.
    squares: i32,
    corners: u64,
    x_squares: u64,
    table: &'a mut Table,
    control: &'a mut Control,
    /// Nodes not yet told to the control.
    pending: u64,
}

impl<'a> Solver<'a> {
    fn new(size: Size, table: &'a mut Table, control: &'a mut Control) -> Solver<'a> {
        let last = size.get() - 1;
        let ring = |ring: usize| {
            [(ring, ring), (last - ring, ring), (ring, last - ring), (last - ring, last - ring)]
                .iter()
                .fold(0, |word, &(column, row)| word | bit(column, row, size))
        };
        let mask = Square::all(size)
            .fold(0, |word, square| word | bit(square.column(), square.row(), size));
        Solver {
            mask,
            squares: size.squares() as i32,
            corners: ring(0),
            x_squares: ring(1),
            table,
            control,
            pending: 0,
        }
    }

    /// Tells the control about the nodes visited, this one included.
    #[inline]
    fn count(&mut self) -> Result<(), Stopped> {
        let nodes = self.pending + 1;
        self.pending = 0;
        self.control.add(nodes)
    }

    /// Nodes visited so far.
    #[inline]
    fn nodes(&self) -> u64 {
        self.control.nodes() + self.pending
    }
}
