//! The opening book: the positions of the first plies that are worth knowing, with their scores.
//!
//! A position is found whichever way the board is turned, and whatever order of moves led to it.
//! The book knows no moves as such: a move is in the book if the position after it is.

mod answer;
mod file;

use std::sync::{Arc, OnceLock};

use obverse_rules::{Board, Board8, Move, Square};

pub(crate) use answer::answer;
pub use file::BookError;
pub(crate) use file::wrap;

/// Scores in the book are quarters of a disc.
const STEPS_A_DISC: f32 = 4.0;

static EMBEDDED: &[u8] = include_bytes!("../../book/obverse.book");

/// Positions with their scores.
#[derive(Clone, Debug)]
pub struct Book {
    /// Of the book that the program ships with there are none until it is first asked.
    contents: OnceLock<Contents>,
}

#[derive(Clone, Debug, PartialEq)]
struct Contents {
    /// Canonical boards in order, each with its score in quarters of a disc.
    positions: Vec<(Board8, i8)>,
    manifest: String,
}

/// A move that leads to a position of the book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    /// The move.
    pub square: Square,
    /// Its score in discs for whoever makes it.
    pub discs: f32,
}

impl Book {
    /// A book of positions, in any orientation, with scores in discs from the view of the side to
    /// move. The manifest is JSON that says how the book was made.
    pub fn new(positions: impl IntoIterator<Item = (Board8, f32)>, manifest: String) -> Book {
        // `as` saturates: no opening is worth more than 31 discs.
        let quarters = |discs: f32| (discs * STEPS_A_DISC).round() as i8;
        let mut positions: Vec<_> = positions
            .into_iter()
            .map(|(board, discs)| (board.canonical(), quarters(discs)))
            .collect();
        positions.sort_unstable();
        positions.dedup_by_key(|(board, _)| *board);
        Book { contents: OnceLock::from(Contents { positions, manifest }) }
    }

    /// The book that the program ships with, decoded when it is first asked.
    pub fn embedded() -> Arc<Book> {
        static SHIPPED: OnceLock<Arc<Book>> = OnceLock::new();
        let undecoded = || Arc::new(Book { contents: OnceLock::new() });
        Arc::clone(SHIPPED.get_or_init(undecoded))
    }

    fn contents(&self) -> &Contents {
        let decode = || Contents::from_bytes(EMBEDDED).expect("a test reads the embedded book");
        self.contents.get_or_init(decode)
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.contents().positions.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.contents().positions.is_empty()
    }

    /// JSON: how the book was made.
    pub fn manifest(&self) -> &str {
        &self.contents().manifest
    }

    /// The score of a position in discs from the view of the side to move, if it is in the book.
    pub fn score(&self, board: Board8) -> Option<f32> {
        let wanted = board.canonical();
        let positions = &self.contents().positions;
        let found = positions.binary_search_by_key(&wanted, |(board, _)| *board).ok()?;
        Some(f32::from(positions[found].1) / STEPS_A_DISC)
    }

    /// The moves that stay in the book, best first; moves of the same score in the order of their
    /// squares.
    pub fn moves(&self, board: Board8) -> Vec<BookMove> {
        let known = |square: Square| {
            let score = self.score(board.play_unchecked(square, board.flips(square)))?;
            Some(BookMove { square, discs: -score })
        };
        let mut moves: Vec<BookMove> = board.moves().iter().filter_map(known).collect();
        moves.sort_by(|a, b| b.discs.total_cmp(&a.discs));
        moves
    }

    /// A move and the best play after it, as far as the book goes.
    pub fn line(&self, board: Board8, square: Square) -> Vec<Move> {
        let mut line = vec![Move::Place(square)];
        let mut board = board.play_unchecked(square, board.flips(square));
        while let Some(best) = self.moves(board).first() {
            line.push(Move::Place(best.square));
            board = board.play_unchecked(best.square, board.flips(best.square));
        }
        line
    }
}

impl PartialEq for Book {
    fn eq(&self, other: &Book) -> bool {
        self.contents() == other.contents()
    }
}
