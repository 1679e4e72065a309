//! A position as somebody wrote it down, before anything was checked.

use thiserror::Error;

use crate::{AnyBoard, Color, Position, Size, Square};

/// A position as it was typed or read: squares row by row and the side to move.
///
/// The one way to a [`Position`] is the checked conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The squares, row by row from `a1`.
    pub squares: Vec<Option<Color>>,
    /// Whose turn it is.
    pub side: Color,
}

/// Why a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The number of squares is not that of any board.
    #[error("{0} squares make no board: a board has n×n squares, n even from 4 to 26 (8×8 is 64)")]
    Squares(usize),
    /// A symbol that stands for no disc and no empty square.
    #[error(
        "`{symbol}` at square {at} is not a disc: write X or B for Black, O or W for White, - for empty"
    )]
    Symbol {
        /// What was written.
        symbol: char,
        /// The number of the square, from 1.
        at: usize,
    },
    /// A side to move that is neither.
    #[error("`{0}` is not a side to move: write X or B for Black, O or W for White")]
    Side(char),
}

impl Setup {
    /// Reads squares and side from symbols: discs as [`Color::from_symbol`] takes them, `-`, `.`,
    /// `_`, `0` or `·` for an empty square. Nothing else may stand among the squares.
    pub fn from_symbols(squares: &str, side: char) -> Result<Setup, SetupError> {
        let squares = squares
            .chars()
            .enumerate()
            .map(|(at, symbol)| match symbol {
                '-' | '.' | '_' | '0' | '·' => Ok(None),
                _ => Color::from_symbol(symbol)
                    .map(Some)
                    .ok_or(SetupError::Symbol { symbol, at: at + 1 }),
            })
            .collect::<Result<_, _>>()?;
        let side = Color::from_symbol(side).ok_or(SetupError::Side(side))?;
        Ok(Setup { squares, side })
    }
}

/// Any arrangement of discs on a board of an existing size is a position: studies and puzzles
/// need not be reachable from the start.
impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        let size = Size::from_squares(setup.squares.len())
            .ok_or(SetupError::Squares(setup.squares.len()))?;
        let owner = |square: Square| setup.squares[square.index(size)];
        Ok(Position::new(AnyBoard::build(size, owner, setup.side), setup.side))
    }
}
