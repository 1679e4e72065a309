//! Boards written out row by row, in the many ways people do it.
//!
//! Discs are `X O`, `B W`, `* O`, `@ O`, `1 2`, `● ○` or `⚫ ⚪`; empty squares `-`, `.`, `_`, `0`,
//! `·`, `+`, or nothing between bars. Rows may be spaced or not, framed, ruled by lines, separated
//! by commas, and may carry their coordinates. The side to move stands below or above, as in
//! `Black to move`, `side: O` or a symbol alone; where it is missing, it is Black, unless only
//! White has a move. Any size that exists is read.

mod rows;

use std::fmt::Write;
use std::time::Duration;

use obverse_rules::{Color, Position, Setup, Size, Square};

use crate::clock;
use crate::error::{Found, ParseError, Place};
use crate::record::Record;
use rows::{Line, Row};

/// Reads one board.
///
/// ```
/// use obverse_records::board;
///
/// let record = board::parse(
///     "  a b c d
///      1 . . . .
///      2 . O X .
///      3 . X O .
///      4 . . . .
///      Black to move",
/// )?;
/// assert_eq!(record.position().moves().len(), 4);
/// # Ok::<(), obverse_records::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Record, ParseError> {
    Ok(parse_whole(text)?.record)
}

/// A board, and what else was found around it.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) record: Record,
    /// Whether it is rows, side and time and nothing else: a ten-line game file.
    pub(crate) is_ten_line: bool,
}

pub(crate) fn parse_whole(text: &str) -> Result<Parsed, ParseError> {
    let mut rows = Vec::new();
    let mut around = Around::default();
    let mut is_framed = false;
    for (number, line) in (1..).zip(text.lines()) {
        match rows::classify(line) {
            // `1200` after the side is a time, though it could be four squares.
            Line::Row(row) if around.is_time(line) && around.ends_before(&rows, &row) => {
                around.hear(number, line);
            }
            Line::Row(_) if around.stage == Stage::BelowTheSide => around.hear_row(number, line),
            Line::Row(row) => {
                around.stage = Stage::Rows;
                rows.push((number, row));
            }
            Line::Blank => {}
            Line::Frame => is_framed = true,
            Line::Other => around.hear(number, line),
        }
    }
    let size = size(&rows, text)?;
    let squares = squares(&rows, size)?;
    let is_bare = !is_framed && !around.has_title;
    let is_game_file = is_bare && rows.iter().all(|(_, row)| row.is_of_game_file());
    if let Some(strange) = &around.strange
        && (is_game_file || strange.is_out_of_place)
    {
        return Err(strange.error());
    }
    let setup = Setup { squares, side: around.side.unwrap_or(Color::Black) };
    let position = setup.try_into().expect("as many squares as the size has");
    let mut record = match around.side {
        Some(_) => Record::from(position),
        None => Record::with_open_side(position),
    };
    record.time = around.time;
    let is_ten_line = is_bare
        && around.strange.is_none()
        && !around.is_spoken
        && around.side.is_some()
        && around.time.is_some();
    Ok(Parsed { record, is_ten_line })
}

/// Whether the text has enough rows to be a board.
pub(crate) fn is_board(text: &str) -> bool {
    let is_row = |line: &&str| matches!(rows::classify(line), Line::Row(_));
    text.lines().filter(is_row).take(Size::FOUR.get()).count() == Size::FOUR.get()
}

/// The size of a board with these rows.
fn size(rows: &[(usize, Row<'_>)], text: &str) -> Result<Size, ParseError> {
    let end = Place::Text { line: text.lines().count().max(1), column: 1 };
    let Some((first_line, first_row)) = rows.first() else {
        return Err(ParseError::expected(end, "the rows of a board", Found::End));
    };
    Size::new(rows.len()).map_err(|error| {
        let width = first_row.width();
        if Size::new(width).is_ok() {
            let expected = format!("{width} rows of {width} squares");
            return ParseError::expected(end, expected, Found::Rows(rows.len()));
        }
        ParseError::new(Place::Text { line: *first_line, column: 1 }, error)
    })
}

fn squares(rows: &[(usize, Row<'_>)], size: Size) -> Result<Vec<Option<Color>>, ParseError> {
    let mut squares = Vec::with_capacity(size.squares());
    for (index, &(line, ref row)) in rows.iter().enumerate() {
        let cells = row.cells(index + 1, size).ok_or_else(|| {
            let expected = format!("{size} squares, as there are {size} rows");
            let found = Found::Squares(row.width());
            ParseError::expected(Place::Text { line, column: 1 }, expected, found)
        })?;
        for cell in cells {
            squares.push(cell.square().map_err(|_| {
                let place = Place::Text { line, column: cell.column };
                let expected = "a disc (X O, B W, 1 2) or an empty square (- . 0)";
                ParseError::expected(place, expected, Found::text(cell.text))
            })?);
        }
    }
    Ok(squares)
}

/// What the lines around a board say.
#[derive(Debug, Default)]
struct Around<'a> {
    side: Option<Color>,
    time: Option<Duration>,
    /// Whether the side was given in words, not by a symbol or a colour alone.
    is_spoken: bool,
    stage: Stage,
    /// Whether there are words above the rows.
    has_title: bool,
    /// The first line below the rows that says nothing that we understand.
    strange: Option<Strange<'a>>,
}

/// How far a board has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    AboveTheRows,
    Rows,
    /// The side to move came below the rows, so there are no more rows.
    BelowTheSide,
}

/// A line that is not what may stand in its place.
#[derive(Debug)]
struct Strange<'a> {
    line: usize,
    text: &'a str,
    expected: &'static str,
    /// Whether it cannot be a remark, which a drawn board may have.
    is_out_of_place: bool,
}

impl Strange<'_> {
    fn error(&self) -> ParseError {
        let indent = self.text.chars().take_while(|c| c.is_whitespace()).count();
        let place = Place::Text { line: self.line, column: indent + 1 };
        ParseError::expected(place, self.expected, Found::text(self.text.trim()))
    }
}

impl<'a> Around<'a> {
    /// Whether a line is the time limit that may follow the side.
    fn is_time(&self, line: &str) -> bool {
        self.side.is_some() && self.time.is_none() && time(line.trim()).is_some()
    }

    /// Whether a row comes too late to be one, or is of another width than the first.
    fn ends_before(&self, rows: &[(usize, Row<'_>)], row: &Row<'_>) -> bool {
        self.stage == Stage::BelowTheSide
            || rows.first().is_some_and(|(_, first)| first.width() != row.width())
    }

    /// Takes in a line that is no row.
    fn hear(&mut self, number: usize, text: &'a str) {
        let line = text.trim();
        if rows::says_nothing(line) {
            return;
        }
        if let Some(side) = bare_side(line)
            && self.side.is_none()
        {
            self.hear_side(side);
        } else if self.is_time(line) {
            self.time = time(line);
        } else if let Some(side) = spoken_side(line) {
            self.hear_side(side);
            self.is_spoken = true;
        } else if self.stage != Stage::AboveTheRows {
            // A lone symbol or a number is no remark.
            let is_number = line.parse::<f64>().is_ok_and(f64::is_finite);
            self.note(number, text, is_number || line.chars().count() == 1);
        } else {
            self.has_title = true;
        }
    }

    fn hear_side(&mut self, side: Color) {
        self.side = Some(side);
        if self.stage == Stage::Rows {
            self.stage = Stage::BelowTheSide;
        }
    }

    /// Takes in a row after the side.
    fn hear_row(&mut self, number: usize, text: &'a str) {
        self.note(number, text, true);
    }

    fn note(&mut self, line: usize, text: &'a str, is_out_of_place: bool) {
        let expected = match (self.side, self.time) {
            (None, _) => "the side to move after the rows: B or W",
            (_, None) => "the time limit after the side, in seconds above 0, such as 5",
            _ => "nothing after the side and the time limit",
        };
        self.strange.get_or_insert(Strange { line, text, expected, is_out_of_place });
    }
}

/// A time limit in seconds. Nobody moves in no time.
fn time(text: &str) -> Option<Duration> {
    clock::seconds(text).filter(|time| !time.is_zero())
}

/// A symbol, or the name of a colour, alone.
fn bare_side(line: &str) -> Option<Color> {
    let mut characters = line.chars();
    match (characters.next()?, characters.next()) {
        (symbol, None) => rows::disc(symbol),
        _ => color_word(line),
    }
}

/// The side in `Black to move`, `Side to move: X`, `White's turn`.
fn spoken_side(line: &str) -> Option<Color> {
    let lower = line.to_lowercase();
    let speaks_of_it = ["to move", "to play", "turn", "side", "next", "passes"];
    if !speaks_of_it.iter().any(|words| lower.contains(words)) {
        return None;
    }
    // The first colour that is named is meant: `Black to move, White is ahead`.
    line.split(|c: char| c.is_whitespace() || ":=,;.'’".contains(c)).find_map(|word| {
        let mut characters = word.chars();
        match (characters.next(), characters.next()) {
            (Some(symbol), None) if !symbol.is_ascii_lowercase() => rows::disc(symbol),
            _ => color_word(word),
        }
    })
}

fn color_word(word: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| color.to_string().eq_ignore_ascii_case(word))
}

/// A board with coordinates in `X`, `O` and `-`, and the side to move below.
pub fn to_string(position: &Position) -> String {
    let size = position.size();
    let width = size.to_string().len();
    let mut text = " ".repeat(width);
    for column in 0..size.get() {
        text.push(' ');
        text.push((b'a' + column as u8) as char);
    }
    for square in Square::all(size) {
        if square.column() == 0 {
            write!(text, "\n{:width$}", square.row() + 1).expect("strings grow");
        }
        text.push(' ');
        text.push(position.get(square).map_or('-', Color::symbol));
    }
    writeln!(text, "\n{} to move", position.side()).expect("strings grow");
    text
}

#[cfg(test)]
mod tests;
