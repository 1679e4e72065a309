//! Drawing as text that can be read back.

use std::fmt::Write;

use obverse_rules::{Color, Square};

use super::{Content, Diagram, letter};

impl Diagram<'_> {
    /// Text with coordinates, the number of discs, and whose turn it is: `●` `○` `·`, legal moves
    /// as `+`, the last move in brackets.
    pub fn text(&self) -> String {
        let size = self.position.size();
        let mut text = "  ".to_owned();
        for column in 0..size.get() {
            write!(text, " {}", letter(column)).expect("strings grow");
        }
        for square in Square::all(size) {
            let after_last = square.column() > 0
                && self.last_move == Square::new(square.column() - 1, square.row());
            if square.column() == 0 {
                write!(text, "\n{:2}", square.row() + 1).expect("strings grow");
            }
            text.push(match self.last_move {
                Some(last) if last == square => '[',
                _ if after_last => ']',
                _ => ' ',
            });
            text.push(match self.content(square) {
                Content::Disc(Color::Black) => '●',
                Content::Disc(Color::White) => '○',
                Content::LegalMove => '+',
                Content::Empty => '·',
            });
            if self.last_move == Some(square) && square.column() + 1 == size.get() {
                text.push(']');
            }
        }
        writeln!(text, "\n{}\n{}", self.counts(), self.status()).expect("strings grow");
        text
    }
}
