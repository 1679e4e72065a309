//! What a board can do, whatever its size.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Sub};

use crate::{Size, Square, Squares, Symmetry, kernel};

/// A set of squares of one board: `|` is the union of two sets, `&` the intersection and `-` the
/// difference.
///
/// Code for one size of board has no need of it: [`Bitboard`](crate::Bitboard) and
/// [`Rows`](crate::Rows) have these methods themselves.
pub trait SquareSet:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Sub<Output = Self>
    + IntoIterator<Item = Square>
    + Into<Squares>
    + 'static
{
    /// The set without a square.
    const EMPTY: Self;

    /// The number of squares in the set.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool;
    /// Whether the square is in the set. A square that the board does not have is not.
    fn contains(&self, square: Square) -> bool;
    /// The squares, row by row.
    fn iter(&self) -> impl Iterator<Item = Square> + use<Self>;
}

/// A board seen by the side to move: its own discs (`player`) and the other side's (`opponent`).
///
/// Implemented by [`Board8`](crate::Board8), which is fast, and by
/// [`BoardN`](crate::BoardN) for every size, which is its oracle at size 8.
pub trait Board: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Sets of this board's squares.
    type Set: SquareSet;
    /// The size of the board.
    const SIZE: Size;

    /// The board with these discs; none if a square would hold two.
    fn from_sets(player: Self::Set, opponent: Self::Set) -> Option<Self>;
    /// The set of the squares for which the function says yes.
    fn set_of(choose: impl Fn(Square) -> bool) -> Self::Set;
    /// The discs of the side to move.
    fn player(&self) -> Self::Set;
    /// The discs of the other side.
    fn opponent(&self) -> Self::Set;
    /// The squares without a disc.
    fn empty(&self) -> Self::Set;
    /// Where the side to move may place a disc.
    fn moves(&self) -> Self::Set;
    /// The discs turned over if the side to move places one on the square; none if that is
    /// illegal.
    fn flips(&self, square: Square) -> Self::Set;
    /// The board after a move, seen by the other side, for a search that has made sure of it: the
    /// move must be legal and `flips` what it turns over, else squares may hold two discs.
    #[must_use]
    fn play_unchecked(&self, square: Square, flips: Self::Set) -> Self;
    /// The same board seen by the other side.
    #[must_use]
    fn pass(&self) -> Self;
    /// Empty squares that touch a disc of the opponent: where moves may arise.
    fn potential_moves(&self) -> Self::Set;
    /// Discs of the side to move that can never be turned over: a true lower bound.
    fn stable(&self) -> Self::Set;
    /// A hash of both sets.
    fn hash64(&self) -> u64;
    /// The board turned or mirrored.
    #[must_use]
    fn transform(&self, symmetry: Symmetry) -> Self;

    /// The opening position, seen by Black.
    ///
    /// ```text
    ///   . . . .
    ///   . O X .
    ///   . X O .
    ///   . . . .
    /// ```
    fn start() -> Self {
        let middle = Self::SIZE.get() / 2;
        let is_middle = |line: usize| line == middle || line + 1 == middle;
        let is_start = |square: Square, same: bool| {
            is_middle(square.column())
                && is_middle(square.row())
                && (square.column() == square.row()) == same
        };
        Self::from_sets(
            Self::set_of(|square| is_start(square, false)),
            Self::set_of(|square| is_start(square, true)),
        )
        .expect("the discs lie on different squares")
    }

    /// The board after a move, seen by the other side; none if the move is illegal.
    #[must_use]
    fn play(&self, square: Square) -> Option<Self> {
        let flips = self.flips(square);
        (!flips.is_empty()).then(|| self.play_unchecked(square, flips))
    }

    /// Whether neither side can move.
    fn is_over(&self) -> bool {
        self.moves().is_empty() && self.pass().moves().is_empty()
    }

    /// Discs of the side to move less discs of the other, the empty squares going to the winner:
    /// the score of an ended game.
    fn final_score(&self) -> i32 {
        let discs = |set: Self::Set| set.len() as u32;
        let squares = Self::SIZE.squares() as u32;
        kernel::final_score(discs(self.player()), discs(self.opponent()), squares)
    }
}
