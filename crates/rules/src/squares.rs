//! Sets of squares of a board whose size is known only when the program runs.

use std::fmt;

use crate::{Bitboard, Rows, RowsIter, Size, Square, SquareSet};

const MOST: usize = Size::MAX.get();

/// Squares of a board of any size, such as the legal moves of a [`Position`](crate::Position).
///
/// It is a plain value: nothing is allocated for it.
///
/// ```
/// use obverse_rules::{Position, Size};
///
/// let moves = Position::start(Size::EIGHT).moves();
/// assert_eq!(moves.len(), 4);
/// assert!(moves.contains("f5".parse()?));
/// assert_eq!(moves.to_string(), "d3 c4 f5 e6");
/// # Ok::<(), obverse_rules::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Squares(Rows<MOST>);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares(Rows::<MOST>::EMPTY);

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the square is one of them.
    pub fn contains(&self, square: Square) -> bool {
        self.0.contains(square)
    }

    /// The first square, row by row.
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The square with this number, row by row from 0.
    pub fn get(&self, number: usize) -> Option<Square> {
        self.iter().nth(number)
    }

    /// The squares, row by row.
    pub fn iter(&self) -> RowsIter<MOST> {
        self.0.into_iter()
    }
}

impl Default for Squares {
    fn default() -> Squares {
        Squares::EMPTY
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = RowsIter<MOST>;

    fn into_iter(self) -> RowsIter<MOST> {
        self.iter()
    }
}

impl IntoIterator for &Squares {
    type Item = Square;
    type IntoIter = RowsIter<MOST>;

    fn into_iter(self) -> RowsIter<MOST> {
        self.iter()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        let mut words = [0; MOST];
        for square in squares {
            words[square.row()] |= 1 << square.column();
        }
        Squares(Rows::from_words(words))
    }
}

impl From<Bitboard> for Squares {
    fn from(set: Bitboard) -> Squares {
        let mut words = [0; MOST];
        for (word, row) in words.iter_mut().zip(set.bits().to_le_bytes()) {
            *word = u32::from(row);
        }
        Squares(Rows::from_words(words))
    }
}

impl<const N: usize> From<Rows<N>> for Squares {
    fn from(set: Rows<N>) -> Squares {
        let mut words = [0; MOST];
        words[..N].copy_from_slice(set.words());
        Squares(Rows::from_words(words))
    }
}

/// The names of the squares, row by row, with spaces between them.
impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, square) in self.iter().enumerate() {
            if number > 0 {
                f.write_str(" ")?;
            }
            fmt::Display::fmt(&square, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}
