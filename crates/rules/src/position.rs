//! A position: a board and whose turn it is.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{
    AnyBoard, Board, Color, Move, Outcome, Setup, SetupError, Size, Square, SquareSet, Squares,
    Symmetry, symmetry::CanonicalHash, with_board,
};

/// A board of any size and the side to move.
///
/// ```
/// use obverse_rules::{Color, Position, Size};
///
/// let start = Position::start(Size::EIGHT);
/// let next = start.play("f5".parse()?)?;
/// assert_eq!(next.side(), Color::White);
/// assert_eq!(next.count(Color::Black), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: AnyBoard,
    side: Color,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The square is outside the board.
    #[error("{square} is not on a board of {size}×{size}")]
    OffBoard {
        /// The square.
        square: Square,
        /// The board's size.
        size: Size,
    },
    /// There is a disc already.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// No line of the other side's discs is enclosed.
    #[error("{side} at {square} turns no disc over")]
    NothingFlips {
        /// The square.
        square: Square,
        /// Who wanted to move.
        side: Color,
    },
    /// A pass where there is a move.
    #[error("{0} has a move and may not pass")]
    MayNotPass(Color),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

impl Position {
    /// A board seen by the side to move, and which colour that is. Every board is a position: no
    /// square of a board holds two discs, and a [`Setup`] asks for no more.
    pub const fn new(board: AnyBoard, side: Color) -> Position {
        Position { board, side }
    }

    /// The opening position; Black to move.
    pub fn start(size: Size) -> Position {
        Position::new(AnyBoard::start(size), Color::Black)
    }

    /// The board, seen by the side to move.
    pub const fn board(&self) -> &AnyBoard {
        &self.board
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Whose turn it is.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The disc on a square; none if it is empty or off the board.
    pub fn get(&self, square: Square) -> Option<Color> {
        with_board!(&self.board, board => {
            if board.player().contains(square) {
                Some(self.side)
            } else if board.opponent().contains(square) {
                Some(!self.side)
            } else {
                None
            }
        })
    }

    /// The number of discs of a colour.
    pub fn count(&self, color: Color) -> usize {
        with_board!(&self.board, board => {
            if color == self.side { board.player().len() } else { board.opponent().len() }
        })
    }

    /// The number of empty squares.
    pub fn empties(&self) -> usize {
        with_board!(&self.board, board => board.empty().len())
    }

    /// The squares where the side to move may place a disc, row by row.
    pub fn moves(&self) -> Squares {
        with_board!(&self.board, board => board.moves().into())
    }

    /// Whether the side to move has a move.
    pub fn has_move(&self) -> bool {
        with_board!(&self.board, board => !board.moves().is_empty())
    }

    /// The discs that turn over if the side to move places one on the square, row by row; none
    /// if that is illegal.
    ///
    /// ```text
    ///   a b c d        X moves to d4: b4 and c4 turn over, and so do b2 and c3,
    /// 1 X . . .        which lie between it and a1.
    /// 2 . O . .
    /// 3 . . O .
    /// 4 X O O .
    /// ```
    pub fn flips(&self, square: Square) -> Squares {
        with_board!(&self.board, board => board.flips(square).into())
    }

    /// Whether the move may be played.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.play(mv).is_ok()
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        with_board!(&self.board, board => board.is_over())
    }

    /// Whether the side to move has to pass: it has no move and the other side has one.
    pub fn must_pass(&self) -> bool {
        !self.has_move() && !self.is_over()
    }

    /// The position after the move.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        let board = match mv {
            Move::Place(square) => self.board.play(square).ok_or_else(|| self.why_not(square))?,
            Move::Pass if self.has_move() => return Err(IllegalMove::MayNotPass(self.side)),
            Move::Pass if self.is_over() => return Err(IllegalMove::GameOver),
            Move::Pass => self.board.pass(),
        };
        Ok(Position::new(board, !self.side))
    }

    fn why_not(&self, square: Square) -> IllegalMove {
        let size = self.size();
        if !square.is_on(size) {
            IllegalMove::OffBoard { square, size }
        } else if self.get(square).is_some() {
            IllegalMove::Occupied(square)
        } else if self.is_over() {
            IllegalMove::GameOver
        } else {
            IllegalMove::NothingFlips { square, side: self.side }
        }
    }

    /// The same board with the other side to move, whether or not that is a legal pass.
    #[must_use]
    pub fn with_other_side(&self) -> Position {
        Position::new(self.board.pass(), !self.side)
    }

    /// The discs as they stand: the result, if the game is over.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            black: self.count(Color::Black),
            white: self.count(Color::White),
            empties: self.empties(),
        }
    }

    /// The squares row by row and the side, free to be edited.
    pub fn setup(&self) -> Setup {
        Setup {
            squares: Square::all(self.size()).map(|square| self.get(square)).collect(),
            side: self.side,
        }
    }

    /// A hash of board and side.
    pub fn hash64(&self) -> u64 {
        let hash = with_board!(&self.board, board => board.hash64());
        match self.side {
            Color::Black => hash,
            Color::White => !hash,
        }
    }

    /// The position turned or mirrored.
    #[must_use]
    pub fn transform(&self, symmetry: Symmetry) -> Position {
        Position::new(self.board.transform(symmetry), self.side)
    }

    /// A hash that the eight symmetric positions share, and how this one leads to it.
    pub fn canonical_hash(&self) -> CanonicalHash {
        CanonicalHash::of(Symmetry::all().map(|symmetry| self.transform(symmetry).hash64()))
    }

    /// The one of the eight symmetric positions that stands for all, and the symmetry that
    /// leads to it.
    pub fn canonical(&self) -> (Position, Symmetry) {
        Symmetry::all()
            .map(|symmetry| (self.transform(symmetry), symmetry))
            .min_by_key(|(position, _)| position.to_string())
            .expect("eight positions")
    }
}

/// The squares row by row in `X`, `O` and `-`, a space, and the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: String = Square::all(self.size())
            .map(|square| self.get(square).map_or('-', Color::symbol))
            .collect();
        write!(f, "{squares} {}", self.side.symbol())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads what [`Display`](fmt::Display) writes, with any of the symbols of [`Setup`].
impl FromStr for Position {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Position, SetupError> {
        let text = text.trim();
        let side = text.chars().last().unwrap_or(' ');
        let squares = text[..text.len() - side.len_utf8().min(text.len())].trim_end();
        Setup::from_symbols(squares, side)?.try_into()
    }
}
