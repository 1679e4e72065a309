//! The result of a game.

use std::fmt;

use crate::Color;

/// The discs on the board: the result of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Black's discs, as they lie on the board.
    pub black: usize,
    /// White's discs, as they lie on the board.
    pub white: usize,
    /// Squares left empty. They count for the winner.
    pub empties: usize,
}

impl Outcome {
    /// Who has more discs.
    pub fn winner(&self) -> Option<Color> {
        match self.black.cmp(&self.white) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// A colour's discs with the empty squares given to the winner, or shared in a draw.
    pub fn discs(&self, color: Color) -> usize {
        let (own, other) = match color {
            Color::Black => (self.black, self.white),
            Color::White => (self.white, self.black),
        };
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => own + self.empties,
            std::cmp::Ordering::Less => own,
            std::cmp::Ordering::Equal => own + self.empties / 2,
        }
    }

    /// The score from a colour's view: its discs less the other's, empties to the winner.
    pub fn score(&self, color: Color) -> i32 {
        self.discs(color) as i32 - self.discs(!color) as i32
    }
}

/// “Black wins 38–26”, or “Draw 32–32”.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => {
                write!(f, "{winner} wins {}–{}", self.discs(winner), self.discs(!winner))
            }
            None => write!(f, "Draw {}–{}", self.discs(Color::Black), self.discs(Color::White)),
        }
    }
}
