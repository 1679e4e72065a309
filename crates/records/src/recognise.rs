//! Which format is it? Told by the content, never by a file's name.

use obverse_rules::{Color, Size};

use crate::error::{Found, ParseError, Place, Problem};
use crate::format::Format;
use crate::scan::narrow;
use crate::source::decode;
use crate::{board, sheet, transcript, turn, wthor};

/// The format of a text or a file, by its beginning.
pub(crate) fn recognise(head: &[u8]) -> Result<Format, ParseError> {
    if wthor::looks_like_header(head) {
        return Ok(Format::Wthor);
    }
    if let Some(at) = head.iter().position(|&byte| is_binary(byte)) {
        return Err(ParseError::new(Place::Byte(at as u64), Problem::Binary(head[at])));
    }
    let text = decode(head);
    let text = narrow(&text);
    let Some((number, line)) = text.lines().enumerate().find(|(_, line)| says_something(line))
    else {
        if turn::is_empty_board(&text) {
            return Ok(Format::Turn);
        }
        return Err(ParseError::new(Place::START, Problem::Empty));
    };
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit());
    if start.starts_with('(') {
        Ok(if is_ggf(start) { Format::Ggf } else { Format::Sgf })
    } else if is_obf(line) {
        Ok(Format::Obf)
    } else if transcript::is_transcript(line) || is_headed_transcript(&text) {
        Ok(Format::Transcript)
    } else if sheet::is_sheet(&text) {
        Ok(Format::Sheet)
    } else if turn::is_turn(&text) {
        Ok(Format::Turn)
    } else if board::is_board(&text) {
        let is_ten_line = board::parse_whole(&text).is_ok_and(|board| board.is_ten_line);
        Ok(if is_ten_line { Format::TenLine } else { Format::Board })
    } else {
        let place = Place::Text { line: number + 1, column: 1 };
        Err(ParseError::new(place, Problem::Unrecognised { found: Found::text(line.trim()) }))
    }
}

/// Whether the lines before the first moves tell of a game.
fn is_headed_transcript(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| says_something(line));
    let mut headed = false;
    let moves = lines.find(|line| {
        let is_header = transcript::header::is_header(line);
        headed |= is_header;
        !is_header
    });
    headed && moves.is_some_and(transcript::is_transcript)
}

/// Whether a line is more than blanks or a comment.
fn says_something(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with(['%', '#'])
}

/// Whether the byte is in no text: a control character that is no blank.
fn is_binary(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) || byte == 0x7f
}

/// Whether a text in parentheses is GGF: both begin with `(;`, but the names of the game differ.
fn is_ggf(text: &str) -> bool {
    let game = text.split_once("GM[").map(|(_, rest)| rest.trim_start());
    match game {
        Some(game) => game.get(..7).is_some_and(|name| name.eq_ignore_ascii_case("othello")),
        None => text.contains("BO["),
    }
}

/// Whether the line begins with all squares of a board.
fn is_obf(line: &str) -> bool {
    let mut words = line.split([' ', '\t', ';']).filter(|word| !word.is_empty());
    let squares = words.next().unwrap_or_default();
    let is_square = |c: char| "-._0".contains(c) || Color::from_symbol(c).is_some();
    let length = squares.chars().take_while(|&c| is_square(c)).count();
    // No row of a board is as long.
    if length > Size::MAX.get() {
        return true;
    }
    // A row of a large board may be followed by its number, but not by a side.
    let side = words.next().unwrap_or_default();
    let has_side = side.chars().count() == 1
        && side.chars().all(|c| Color::from_symbol(c).is_some() && !c.is_ascii_digit());
    length >= Size::FOUR.squares() && has_side
}
