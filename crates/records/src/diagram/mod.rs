//! Drawing a position: as text, in the colours of a terminal, as a picture.

mod ansi;
mod svg;
mod text;

use obverse_rules::{Color, Move, Position, Square, Squares};

pub use ansi::Palette;

/// A position to be drawn, and what to mark on it.
///
/// ```
/// use obverse_records::Diagram;
/// use obverse_rules::{Position, Size};
///
/// let start = Position::start(Size::FOUR);
/// let text = Diagram::new(&start).with_legal_moves().text();
/// let lines = ["   a b c d", " 1 · + · ·", " 2 + ○ ● ·", " 3 · ● ○ +", " 4 · · + ·"];
/// assert_eq!(text, lines.join("\n") + "\nBlack 2, White 2\nBlack to move\n");
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    last_move: Option<Square>,
    legal_moves: Squares,
}

impl<'a> Diagram<'a> {
    /// A position with nothing marked.
    pub fn new(position: &'a Position) -> Diagram<'a> {
        Diagram { position, last_move: None, legal_moves: Squares::EMPTY }
    }

    /// Marks the move that led here. A pass leaves no mark.
    #[must_use]
    pub fn with_last_move(mut self, mv: Option<Move>) -> Diagram<'a> {
        self.last_move = mv.and_then(Move::square);
        self
    }

    /// Marks where the side to move may place a disc.
    #[must_use]
    pub fn with_legal_moves(mut self) -> Diagram<'a> {
        self.legal_moves = self.position.moves();
        self
    }

    /// What a square shows.
    fn content(&self, square: Square) -> Content {
        match self.position.get(square) {
            Some(color) => Content::Disc(color),
            None if self.legal_moves.contains(square) => Content::LegalMove,
            None => Content::Empty,
        }
    }

    /// The number of discs of each side, in words.
    fn counts(&self) -> String {
        let count = |color| self.position.count(color);
        format!("Black {}, White {}", count(Color::Black), count(Color::White))
    }

    /// Whose turn it is, or who won, in words.
    fn status(&self) -> String {
        let side = self.position.side();
        if self.position.has_move() {
            return format!("{side} to move");
        }
        if !self.position.is_over() {
            return format!("{side} passes");
        }
        let outcome = self.position.outcome();
        match outcome.winner() {
            Some(_) if outcome.empties > 0 => {
                format!("{outcome}, the empty squares counted for the winner")
            }
            _ => outcome.to_string(),
        }
    }
}

/// What a square shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Disc(Color),
    LegalMove,
    Empty,
}

/// The letter of a column.
fn letter(column: usize) -> char {
    (b'a' + column as u8) as char
}

#[cfg(test)]
mod tests;
