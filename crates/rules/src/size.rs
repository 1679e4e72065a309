//! The side length of a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The side length of a board: an even number from 4 to 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

/// A number that is no board size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a board of size {0} does not exist: sizes are the even numbers from 4 to 26")]
pub struct SizeError(String);

impl Size {
    /// The smallest board.
    pub const FOUR: Size = Size(4);
    /// The smallest board that is not trivial.
    pub const SIX: Size = Size(6);
    /// The board of tournaments.
    pub const EIGHT: Size = Size(8);
    /// The largest board: its columns are the letters `a` to `z`.
    pub const MAX: Size = Size(26);

    /// The size with this side length.
    pub fn new(length: usize) -> Result<Size, SizeError> {
        if (4..=26).contains(&length) && length.is_multiple_of(2) {
            Ok(Size(length as u8))
        } else {
            Err(SizeError(length.to_string()))
        }
    }

    /// The size of a board type, checked when the program is compiled.
    pub(crate) const fn of_board(length: usize) -> Size {
        assert!(4 <= length && length <= 26 && length.is_multiple_of(2));
        Size(length as u8)
    }

    /// The size of a board with this number of squares, if there is one.
    pub fn from_squares(squares: usize) -> Option<Size> {
        Size::all().find(|size| size.squares() == squares)
    }

    /// The side length.
    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The number of squares.
    #[inline]
    pub const fn squares(self) -> usize {
        self.get() * self.get()
    }

    /// Every size, smallest first.
    pub fn all() -> impl Iterator<Item = Size> {
        (4..=26).step_by(2).map(Size)
    }
}

impl Default for Size {
    fn default() -> Size {
        Size::EIGHT
    }
}

/// Displays the side length alone, as the command line takes it.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        text.trim()
            .parse()
            .ok()
            .and_then(|length| Size::new(length).ok())
            .ok_or_else(|| SizeError(text.trim().chars().take(20).collect()))
    }
}
