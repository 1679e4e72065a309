//! Squares and their names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Size;

/// A square by column and row, both counted from zero at the top left.
///
/// ```text
///   a b c d
/// 1 . . . .
/// 2 . . . .   # is d3: column 3, row 2
/// 3 . . . #
/// 4 . . . .
/// ```
///
/// It does not know the size of its board: `c3` is the same square on every board.
///
/// ```
/// use obverse_rules::Square;
///
/// let square: Square = "f5".parse()?;
/// assert_eq!((square.column(), square.row()), (5, 4));
/// assert_eq!(square.to_string(), "f5");
/// # Ok::<(), obverse_rules::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    row: u8,
    column: u8,
}

/// Text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a square: write a column letter and a row number, such as f5")]
pub struct SquareError(String);

impl Square {
    /// The square in this column and row, if any board has it.
    #[inline]
    pub const fn new(column: usize, row: usize) -> Option<Square> {
        if column < Size::MAX.get() && row < Size::MAX.get() {
            Some(Square { row: row as u8, column: column as u8 })
        } else {
            None
        }
    }

    /// The column, 0 for `a`.
    #[inline]
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The row, 0 for the top one, which is called 1.
    #[inline]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Whether a board of this size has the square.
    #[inline]
    pub const fn is_on(self, size: Size) -> bool {
        self.column() < size.get() && self.row() < size.get()
    }

    /// The number of the square on a board of this size, row by row from `a1`.
    #[inline]
    pub const fn index(self, size: Size) -> usize {
        self.row() * size.get() + self.column()
    }

    /// The square with this number on a board of this size.
    ///
    /// # Panics
    /// If the board has fewer squares.
    #[inline]
    pub const fn from_index(index: usize, size: Size) -> Square {
        assert!(index < size.squares(), "the board has fewer squares");
        Square { row: (index / size.get()) as u8, column: (index % size.get()) as u8 }
    }

    /// Every square of a board, row by row.
    pub fn all(size: Size) -> impl Iterator<Item = Square> {
        (0..size.squares()).map(move |index| Square::from_index(index, size))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", (b'a' + self.column) as char, self.row + 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let parse = || {
            let mut characters = text.chars();
            let letter = characters.next()?.to_ascii_lowercase();
            let digits = characters.as_str();
            if !letter.is_ascii_lowercase() || digits.starts_with(['0', '+']) {
                return None;
            }
            let row: usize = digits.parse().ok()?;
            Square::new(letter as usize - 'a' as usize, row.checked_sub(1)?)
        };
        parse().ok_or_else(|| SquareError(text.chars().take(20).collect()))
    }
}
