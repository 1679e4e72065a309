//! The two colours.

use std::fmt;
use std::ops::Not;

/// The colour of a disc and of the player who owns it. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The dark side, which begins.
    Black,
    /// The light side.
    White,
}

impl Color {
    /// Black, then White.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The letter used in plain text: `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// The symbol used in OBF and most Othello files: `X` or `O`.
    pub const fn symbol(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }

    /// Reads a disc as people write it: `X x * B b ● 1` for Black, `O o W w ○ 2` for White.
    pub const fn from_symbol(symbol: char) -> Option<Color> {
        match symbol {
            'X' | 'x' | '*' | 'B' | 'b' | '●' | '1' => Some(Color::Black),
            'O' | 'o' | 'W' | 'w' | '○' | '2' => Some(Color::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}
