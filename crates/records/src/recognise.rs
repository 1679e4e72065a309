//! Which format is it? Told by the content, never by a file's name.

use obverse_rules::{Color, Size};

use crate::error::{Found, ParseError, Place, Problem};
use crate::format::Format;
use crate::source::decode;

/// The format of a text or a file, by its beginning.
pub(crate) fn recognise(head: &[u8]) -> Result<Format, ParseError> {
    if let Some(at) = head.iter().position(|&byte| is_binary(byte)) {
        let found = Found::Byte(head[at]);
        return Err(ParseError::new(Place::Byte(at as u64), Problem::Unrecognised { found }));
    }
    let text = decode(head);
    let is_said =
        |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with(['%', '#']);
    let Some((number, line)) = text.lines().enumerate().find(|(_, line)| is_said(line)) else {
        return Err(ParseError::new(Place::START, Problem::Empty));
    };
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit());
    if start.starts_with('(') {
        return Ok(if is_ggf(start) { Format::Ggf } else { Format::Sgf });
    }
    if is_obf(line) {
        return Ok(Format::Obf);
    }
    if is_transcript(line) {
        return Ok(Format::Transcript);
    }
    let place = Place::Text { line: number + 1, column: 1 };
    Err(ParseError::new(place, Problem::Unrecognised { found: Found::text(line.trim()) }))
}

/// Whether the byte is in no text: a control character, but for blanks, line ends and the escape
/// that begins a colour.
fn is_binary(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1b) || byte == 0x7f
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
    let is_square =
        |c: char| "-._".contains(c) || Color::from_symbol(c).is_some_and(|_| !c.is_ascii_digit());
    let length = squares.chars().take_while(|&c| is_square(c)).count();
    let side = words.next().unwrap_or_default();
    let has_side =
        side.chars().count() == 1 && side.chars().all(|c| Color::from_symbol(c).is_some());
    length > Size::MAX.get() || length >= Size::FOUR.squares() && has_side
}

/// Whether the line begins with a move, perhaps after its number or the board's size.
fn is_transcript(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| {
        c.is_whitespace() || c.is_ascii_digit() || ".):x×X".contains(c)
    });
    let mut characters = text.chars();
    let is_letter = characters.next().is_some_and(|c| c.is_ascii_alphabetic());
    let is_digit = characters.next().is_some_and(|c| c.is_ascii_digit());
    let is_pass = ["pa", "ps"].iter().any(|pass| text.to_ascii_lowercase().starts_with(pass));
    is_letter && is_digit || is_pass
}
