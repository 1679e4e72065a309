//! A move of a game: a disc placed, or a pass.

use std::fmt;
use std::str::FromStr;

use crate::{Square, SquareError};

/// What a player does when it is their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A disc is placed and every enclosed line turned over.
    Place(Square),
    /// Nothing can be placed; the turn goes to the other side.
    Pass,
}

impl Move {
    /// The square, unless it is a pass.
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => fmt::Display::fmt(square, f),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// Reads a square, or a pass in any of its usual spellings.
impl FromStr for Move {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Move, SquareError> {
        match text.to_ascii_lowercase().as_str() {
            "pass" | "pa" | "ps" | "--" | "@@" => Ok(Move::Pass),
            _ => text.parse().map(Move::Place),
        }
    }
}
