//! Numbered turn files: the board alone, a file for each move, `game-01`, `game-02`.
//!
//! Eight lines of eight characters, blank for an empty square, `B` and `W`; or the grid that is
//! printed for people. Neither says whose turn it is.

use std::fmt;
use std::path::{Path, PathBuf};

use obverse_rules::{Color, Position, Setup, Size, Square};
use thiserror::Error;

use crate::board;
use crate::error::{Found, ParseError, Place, WriteError};
use crate::format::Format;
use crate::record::Record;

const SIDE: usize = Size::EIGHT.get();

/// A board has at least so many lines: blank ones at its end may be cut off, but those in the
/// middle have had discs since the game began.
const FEWEST_LINES: usize = SIDE / 2 + 1;

/// The board of a turn file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnFile {
    squares: Vec<Option<Color>>,
    layout: Layout,
    /// Whether lines end as on Windows.
    crlf: bool,
}

/// How a turn file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Eight lines of eight characters.
    #[default]
    Plain,
    /// A grid with coordinates.
    Grid,
}

impl TurnFile {
    /// A position to be written in this layout.
    pub fn new(position: &Position, layout: Layout) -> Result<TurnFile, WriteError> {
        let size = position.size();
        if size != Size::EIGHT {
            let what = format!("a board of {size}×{size}");
            return Err(WriteError::cannot_hold(Format::Turn, what));
        }
        Ok(TurnFile { squares: position.setup().squares, layout, crlf: false })
    }

    /// Another position, to be written as this file was: in its layout, with its line ends.
    pub fn with_position(&self, position: &Position) -> Result<TurnFile, WriteError> {
        Ok(TurnFile { crlf: self.crlf, ..TurnFile::new(position, self.layout)? })
    }

    /// The layout it was read in.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// A record of the position, whose side is open.
    pub(crate) fn to_record(&self) -> Record {
        Record::with_open_side(self.position(Color::Black))
    }

    /// The position, if it is this side's turn.
    pub fn position(&self, side: Color) -> Position {
        let setup = Setup { squares: self.squares.clone(), side };
        setup.try_into().expect("a turn file has 64 squares")
    }
}

/// Reads a turn file in either layout.
///
/// ```
/// use obverse_records::turn;
/// use obverse_rules::Color;
///
/// let file = turn::parse("\n\n\n   WB\n   BW\n")?;
/// assert_eq!(file.position(Color::Black).moves().len(), 4);
/// // What an editor cut off is restored.
/// assert_eq!(file.to_string().lines().map(str::len).collect::<Vec<_>>(), [8; 8]);
/// # Ok::<(), obverse_records::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<TurnFile, ParseError> {
    let crlf = text.contains("\r\n");
    if !is_grid(text) {
        return Ok(TurnFile { squares: parse_plain(text)?, layout: Layout::Plain, crlf });
    }
    let record = board::parse(text)?;
    let position = record.position();
    let size = position.size();
    let file = TurnFile::new(position, Layout::Grid).map_err(|_| {
        ParseError::expected(Place::START, "8 rows of 8 squares", Found::Rows(size.get()))
    })?;
    Ok(TurnFile { crlf, ..file })
}

fn parse_plain(text: &str) -> Result<Vec<Option<Color>>, ParseError> {
    let mut squares = Vec::with_capacity(SIDE * SIDE);
    for (row, line) in text.lines().enumerate() {
        let at = |column| Place::Text { line: row + 1, column };
        if row >= SIDE {
            if line.trim().is_empty() {
                continue;
            }
            return Err(ParseError::expected(at(1), "nothing after 8 lines", Found::text(line)));
        }
        let line = line.trim_end();
        for (column, symbol) in line.chars().enumerate() {
            squares.push(match symbol {
                _ if column >= SIDE => {
                    let rest: String = line.chars().skip(SIDE).collect();
                    let expected = "a line of 8 characters";
                    return Err(ParseError::expected(at(column + 1), expected, Found::text(&rest)));
                }
                ' ' => None,
                'B' | 'b' => Some(Color::Black),
                'W' | 'w' => Some(Color::White),
                _ => {
                    let found = Found::Text(symbol.to_string());
                    return Err(ParseError::expected(at(column + 1), "B, W or a blank", found));
                }
            });
        }
        squares.resize((row + 1) * SIDE, None);
    }
    let lines = text.lines().count();
    if lines < FEWEST_LINES {
        let end = Place::Text { line: lines.max(1), column: 1 };
        let expected = "8 lines of 8 characters";
        return Err(ParseError::expected(end, expected, Found::Rows(lines)));
    }
    squares.resize(SIDE * SIDE, None);
    Ok(squares)
}

/// Whether a text is a turn file and could be nothing else.
pub(crate) fn is_turn(text: &str) -> bool {
    if is_grid(text) {
        let is_number = |line: &str| line.split_whitespace().eq((1..=SIDE).map(|n| n.to_string()));
        return text.lines().find(|line| !line.trim().is_empty()).is_some_and(is_number);
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_plain =
        |line: &&str| line.chars().count() <= SIDE && line.chars().all(|c| " BWbw".contains(c));
    // A board without blanks can be of any size.
    let is_full_board = lines.iter().all(|line| line.len() == lines.len() && !line.contains(' '));
    lines.len() >= FEWEST_LINES
        && !is_full_board
        && lines.iter().all(is_plain)
        && lines.iter().skip(SIDE).all(|line| line.is_empty())
        && lines.iter().any(|line| !line.is_empty())
}

/// Whether a text is a turn file without a disc, as we write it: blanks alone could be anything.
pub(crate) fn is_empty_board(text: &str) -> bool {
    text.lines().count() == SIDE && text.lines().all(|line| line == " ".repeat(SIDE))
}

fn is_grid(text: &str) -> bool {
    text.contains("+---+")
}

impl fmt::Display for TurnFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol =
            |square: Square| self.squares[square.index(Size::EIGHT)].map_or(' ', Color::letter);
        let end = if self.crlf { "\r\n" } else { "\n" };
        if self.layout == Layout::Plain {
            for square in Square::all(Size::EIGHT) {
                write!(f, "{}", symbol(square))?;
                if square.column() + 1 == SIDE {
                    write!(f, "{end}")?;
                }
            }
            return Ok(());
        }
        let rule = format!("  +{}", "---+".repeat(SIDE));
        write!(f, "  ")?;
        for column in 1..=SIDE {
            write!(f, "  {column} ")?;
        }
        write!(f, "{end}{rule}{end}")?;
        for square in Square::all(Size::EIGHT) {
            if square.column() == 0 {
                write!(f, "{} |", square.row() + 1)?;
            }
            write!(f, " {} |", symbol(square))?;
            if square.column() + 1 == SIDE {
                write!(f, "{end}{rule}{end}")?;
            }
        }
        Ok(())
    }
}

/// A name that has no number to count on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not the name of a turn file: it ends with a hyphen and a number, such as game-01"
)]
pub struct NameError(String);

/// The name of the file after this one: the number one higher, at least as many digits, the rest
/// of the name as it is.
///
/// ```
/// use std::path::Path;
/// use obverse_records::turn::next_path;
///
/// assert_eq!(next_path(Path::new("my-games/test-09"))?, Path::new("my-games/test-10"));
/// assert_eq!(next_path(Path::new("a-b-99"))?, Path::new("a-b-100"));
/// # Ok::<(), obverse_records::turn::NameError>(())
/// ```
pub fn next_path(path: &Path) -> Result<PathBuf, NameError> {
    let next = || {
        let name = path.file_name()?.to_str()?;
        let (front, digits) = name.rsplit_once('-')?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number = digits.parse::<u64>().ok()?.checked_add(1)?;
        let width = digits.len();
        Some(path.with_file_name(format!("{front}-{number:0width$}")))
    };
    next().ok_or_else(|| NameError(path.display().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const GRID: &str = "    1   2   3   4   5   6   7   8 
  +---+---+---+---+---+---+---+---+
1 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
2 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
3 |   |   |   | B |   |   |   |   |
  +---+---+---+---+---+---+---+---+
4 |   |   |   | B | B |   |   |   |
  +---+---+---+---+---+---+---+---+
5 |   |   |   | B | W |   |   |   |
  +---+---+---+---+---+---+---+---+
6 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
7 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
8 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
";

    const PLAIN: &str =
        "        \n        \n   B    \n   BB   \n   BW   \n        \n        \n        \n";

    #[test]
    fn both_layouts_come_back_as_they_were() {
        let grid = parse(GRID).unwrap();
        let plain = parse(PLAIN).unwrap();
        assert_eq!(grid.layout(), Layout::Grid);
        assert_eq!(grid.to_string(), GRID);
        assert_eq!(plain.layout(), Layout::Plain);
        assert_eq!(plain.to_string(), PLAIN);
        assert_eq!(plain.position(Color::White), grid.position(Color::White));
        let e3 = "e3".parse().unwrap();
        assert!(plain.position(Color::White).is_legal(e3));
        for unix in [GRID, PLAIN] {
            let windows = unix.replace('\n', "\r\n");
            let file = parse(&windows).unwrap();
            assert_eq!(file.to_string(), windows);
            let start = Position::start(Size::EIGHT);
            let next = file.with_position(&start).unwrap().to_string();
            assert_eq!(next.matches("\r\n").count(), next.lines().count(), "{next}");
        }
    }

    #[test]
    fn the_documents_mark_is_an_empty_square() {
        let marked = GRID.replacen("| B |   |", "| B | A |", 1);
        assert_eq!(parse(&marked).unwrap(), parse(GRID).unwrap());
    }

    #[test]
    fn what_editors_cut_off_is_restored() {
        let plain = parse(PLAIN).unwrap();
        for text in ["\n\n   B\n   BB\n   BW", "\r\n\r\n   B\r\n   BB\r\n   BW   \r\n\r\n\r\n\r\n"]
        {
            assert_eq!(parse(text).unwrap().position(Color::Black), plain.position(Color::Black));
        }
    }

    #[test]
    fn both_layouts_are_recognised() {
        for text in [GRID, PLAIN, "\n\n   B\n   BB\n   BW"] {
            let document = read(text.as_bytes()).unwrap();
            assert_eq!(document.format, Format::Turn);
            assert!(!document.records[0].side_stated);
        }
    }

    #[test]
    fn a_board_without_discs_is_read_as_it_was_written() {
        let empty = [None; 64].to_vec();
        for crlf in [false, true] {
            for layout in [Layout::Plain, Layout::Grid] {
                let file = TurnFile { squares: empty.clone(), layout, crlf };
                let document = read(file.to_string().as_bytes()).unwrap();
                assert_eq!(document.format, Format::Turn);
                assert_eq!(document.records[0].position().setup().squares, empty);
            }
        }
        // Blanks that nobody wrote as a board are nothing.
        for text in ["", "        \n", "\n\n\n\n\n\n\n\n", &" ".repeat(64)] {
            assert!(read(text.as_bytes()).is_err(), "{text:?}");
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, expected) in [
            ("        \n  X", "line 2, column 3: expected B, W or a blank, found `X`"),
            ("        B", "line 1, column 9: expected a line of 8 characters, found `B`"),
            ("\n\n\n\n\n\n\n\nB", "line 9, column 1: expected nothing after 8 lines, found `B`"),
            ("BB\nBB\n", "line 2, column 1: expected 8 lines of 8 characters, found 2 rows"),
            ("\n\n   B\n   BB", "line 4, column 1: expected 8 lines of 8 characters, found 4 rows"),
            ("", "line 1, column 1: expected 8 lines of 8 characters, found 0 rows"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), expected);
        }
        let narrow = GRID.replacen("1 |   |", "1 |", 1);
        assert_eq!(
            parse(&narrow).unwrap_err().to_string(),
            "line 3, column 1: expected 8 squares, as there are 8 rows, found 7 squares"
        );
    }

    #[test]
    fn names_without_a_number_are_refused() {
        for name in ["test", "test-", "test-1a", "-", "test-99999999999999999999999"] {
            assert!(next_path(Path::new(name)).is_err(), "{name}");
        }
        assert_eq!(next_path(Path::new("-7")).unwrap(), Path::new("-8"));
    }
}
