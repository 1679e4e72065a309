//! What a person can say when it is their move.

use obverse_rules::{Move, Position, Square};

/// A line that a person typed at their turn.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A move, legal or not.
    Move(Move),
    /// Take the last move back.
    Undo,
    /// What would the engine play?
    Hint,
    /// Show the board again.
    Board,
    /// Write the game to a file.
    Save(String),
    /// What did the moves so far cost?
    Review,
    /// What else was played?
    Variations,
    /// Give up.
    Resign,
    /// Stop here; the game is not finished.
    Quit,
    /// What can be typed?
    Help,
    /// Nothing that is known; what would be right.
    Unknown(String),
}

pub(super) const HELP: &str = "\
A move is typed as its number in the list, as a square (d3), or as row and
column letters (cd is row c, column d). Also: undo, hint, board, review,
variations, save FILE, resign, quit, help; u, h, q and ? for short.
What is taken back is kept as a variation; an .sgf file holds them all.";

impl Answer {
    /// Reads a line. Two letters are always a square: words have one letter, or three and more.
    pub(super) fn read(line: &str, position: &Position) -> Answer {
        let line = line.trim();
        let lower = line.to_ascii_lowercase();
        if let Some(mv) = square(&lower).map(Move::Place) {
            return Answer::Move(mv);
        }
        if lower.bytes().all(|byte| byte.is_ascii_digit()) && !lower.is_empty() {
            return numbered(&lower, position);
        }
        match lower.split_whitespace().next() {
            Some("save") => match line[4..].trim() {
                "" => Answer::Unknown("Write the name of a file too: save game.ggf".to_owned()),
                file => Answer::Save(file.to_owned()),
            },
            Some("undo" | "back" | "u") => Answer::Undo,
            Some("hint" | "h") => Answer::Hint,
            Some("board") => Answer::Board,
            Some("review") => Answer::Review,
            Some("variations") => Answer::Variations,
            Some("resign") => Answer::Resign,
            Some("quit" | "exit" | "q") => Answer::Quit,
            Some("help" | "?") => Answer::Help,
            Some("pass") => Answer::Move(Move::Pass),
            None => Answer::Unknown("Type a move, or help to see what can be typed".to_owned()),
            Some(_) => {
                let shown: String = line.chars().take(20).collect();
                Answer::Unknown(format!("`{shown}` is not a move: type help to see what is"))
            }
        }
    }
}

/// A square as column and row (`d3`) or as row letter and column letter (`cd`).
pub(super) fn square(text: &str) -> Option<Square> {
    let line = |byte: u8| (byte.to_ascii_lowercase() as usize).checked_sub('a' as usize);
    match *text.as_bytes() {
        [row, column] if row.is_ascii_alphabetic() && column.is_ascii_alphabetic() => {
            Square::new(line(column)?, line(row)?)
        }
        _ => text.parse().ok(),
    }
}

fn numbered(digits: &str, position: &Position) -> Answer {
    let moves = position.moves();
    let number: Option<usize> = digits.parse().ok();
    if let Some(square) = number.and_then(|number| moves.get(number.checked_sub(1)?)) {
        return Answer::Move(square.into());
    }
    let shown: String = digits.chars().take(20).collect();
    Answer::Unknown(format!("There is no move {shown}: the list has 1 to {}", moves.len()))
}

#[cfg(test)]
mod tests {
    use obverse_rules::Size;

    use super::*;

    fn read(line: &str) -> Answer {
        Answer::read(line, &Position::start(Size::EIGHT))
    }

    fn mv(text: &str) -> Answer {
        Answer::Move(text.parse().unwrap())
    }

    #[test]
    fn an_empty_line_is_no_word() {
        let Answer::Unknown(said) = read("  ") else { panic!("it is no answer") };
        assert_eq!(said, "Type a move, or help to see what can be typed");
    }

    #[test]
    fn help_fits_on_80_columns() {
        assert!(HELP.lines().all(|line| line.chars().count() < 80), "{HELP}");
    }

    #[test]
    fn a_move_is_typed_in_three_ways() {
        // The list is d3, c4, f5, e6.
        assert_eq!(read("1"), mv("d3"));
        assert_eq!(read(" D3 "), mv("d3"));
        assert_eq!(read("cd"), mv("d3"));
        assert_eq!(read("CD"), mv("d3"));
        assert_eq!(read("4"), mv("e6"));
        assert_eq!(read("fe"), mv("e6"));
        // Squares off the board and occupied ones are moves too, though illegal.
        assert_eq!(read("zz"), mv("z26"));
        assert_eq!(read("d4"), mv("d4"));
        assert_eq!(read("pa"), mv("a16"));
        assert_eq!(read("pass"), Answer::Move(Move::Pass));
    }

    #[test]
    fn words_are_commands() {
        assert_eq!(read("undo"), Answer::Undo);
        assert_eq!(read("QUIT"), Answer::Quit);
        assert_eq!([read("u"), read("H"), read("q")], [Answer::Undo, Answer::Hint, Answer::Quit]);
        assert_eq!(read("save My Game.ggf"), Answer::Save("My Game.ggf".to_owned()));
        assert_eq!(read("?"), Answer::Help);
    }

    #[test]
    fn anything_else_is_explained() {
        for line in
            ["", "0", "5", "99999999999999999999999", "-1", "save", "hello", "d33", "ä", "é3"]
        {
            assert!(matches!(read(line), Answer::Unknown(_)), "{line}");
        }
    }
}
