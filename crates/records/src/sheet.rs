//! The sheet on which players write a game down by hand: a board with the number of the move in each
//! square.
//!
//! ```text
//!     a  b  c  d  e  f  g  h
//! 1   .  .  .  .  .  .  .  .
//! 2   .  .  .  .  .  .  .  .
//! 3   .  .  3  4  .  .  .  .
//! 4   .  .  .  O  X  .  .  .
//! 5   .  .  .  X  O  1  .  .
//! 6   .  .  .  2  .  .  .  .
//! 7   .  .  .  .  .  .  .  .
//! 8   .  .  .  .  .  .  .  .
//! ```
//!
//! Discs that stood there from the beginning are `X` and `O`; the four in the middle may be left blank.
//! Passes are not written: where a side has no move, the next number is the other side's. Letters
//! above, numbers beside the rows, bars and lines that rule the sheet may be there or not.

use obverse_rules::{Color, Move, Position, Setup, Size, Square};

use crate::error::{Found, ParseError, Place, WriteError};
use crate::format::Format;
use crate::record::{Note, Record};
use crate::replay::Replay;

/// What stands in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Disc(Color),
    Number(usize),
}

/// A word of a row, and its column from 1.
struct Word<'a> {
    text: &'a str,
    column: usize,
}

/// Reads a sheet.
///
/// ```
/// use obverse_records::sheet;
///
/// let record = sheet::parse(
///     "  a b c d
///      1 4 1 3 .
///      2 . O X .
///      3 . X O .
///      4 . . 2 .",
/// );
/// assert!(record.is_err(), "the first move has to turn a disc over");
/// ```
pub fn parse(text: &str) -> Result<Record, ParseError> {
    let rows: Vec<(usize, Vec<Word<'_>>)> = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, words(line)))
        .filter(|(_, words)| is_row(words))
        .collect();
    let end = Place::Text { line: text.lines().count().max(1), column: 1 };
    let size = Size::new(rows.len()).map_err(|_| {
        ParseError::expected(end, "as many rows as a board has", Found::Rows(rows.len()))
    })?;
    // All rows have their numbers beside them, or none has.
    let width = rows.first().map_or(0, |(_, words)| words.len());
    let mut cells = Vec::with_capacity(size.squares());
    for (index, (line, words)) in rows.iter().enumerate() {
        let fitting = Some(words).filter(|words| words.len() == width);
        let words =
            fitting.and_then(|words| without_number(words, index + 1, size)).ok_or_else(|| {
                let place = Place::Text { line: *line, column: 1 };
                let expected = format!("{size} squares, as there are {size} rows");
                ParseError::expected(place, expected, Found::Squares(words.len()))
            })?;
        for word in words {
            let place = Place::Text { line: *line, column: word.column };
            cells.push((cell(word, place)?, place));
        }
    }
    play(size, &cells)
}

/// Whether a text looks like a sheet: rows, and in their squares numbers that are no discs. `1` and `2`
/// alone are discs, unless others are written as letters.
pub(crate) fn is_sheet(text: &str) -> bool {
    let rows: Vec<Vec<Word<'_>>> =
        text.lines().map(words).filter(|words| is_row(words)).take(Size::MAX.get() + 1).collect();
    let Ok(size) = Size::new(rows.len()) else { return false };
    let mut cells = Vec::new();
    for (index, words) in rows.iter().enumerate() {
        let Some(row) = without_number(words, index + 1, size) else { return false };
        cells.extend(row.iter().map(|word| word.text));
    }
    let is_letter = |cell: &&str| cell.chars().all(|c| c.is_ascii_alphabetic());
    let least = if cells.iter().any(is_letter) { 1 } else { 3 };
    cells.iter().any(|cell| number(cell).is_some_and(|number| number >= least))
}

/// Words between blanks and bars.
fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let is_between = |c: char| c.is_whitespace() || matches!(c, '|' | '│' | '┃');
    for part in line.split(is_between).filter(|part| !part.is_empty()) {
        let at = part.as_ptr() as usize - line.as_ptr() as usize;
        words.push(Word { text: part, column: 1 + line[..at].chars().count() });
    }
    words
}

/// Whether a line has squares: neither blank, nor letters of columns, nor a rule.
fn is_row(words: &[Word<'_>]) -> bool {
    let is_rule = |word: &Word<'_>| {
        word.text.chars().count() > 2 && word.text.chars().all(|c| "-+=─┼═┌┐└┘├┤┬┴".contains(c))
    };
    let is_column = |(index, word): (usize, &Word<'_>)| {
        let letter = char::from(b'a' + (index % 26) as u8);
        word.text.chars().eq([letter]) || word.text.chars().eq([letter.to_ascii_uppercase()])
    };
    words.len() >= Size::FOUR.get()
        && !words.iter().any(is_rule)
        && !words.iter().enumerate().all(is_column)
}

/// The squares of a row, without its own number in front or behind.
fn without_number<'a, 'b>(words: &'a [Word<'b>], row: usize, size: Size) -> Option<&'a [Word<'b>]> {
    let is_own = |word: &Word<'_>| number(word.text) == Some(row);
    let count = size.get();
    match words {
        _ if words.len() == count => Some(words),
        [first, rest @ ..] if rest.len() == count && is_own(first) => Some(rest),
        [rest @ .., last] if rest.len() == count && is_own(last) => Some(rest),
        [first, rest @ .., last] if rest.len() == count && is_own(first) && is_own(last) => {
            Some(rest)
        }
        _ => None,
    }
}

/// A number of at most three digits.
fn number(text: &str) -> Option<usize> {
    let is_plain = text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

fn cell(word: &Word<'_>, place: Place) -> Result<Cell, ParseError> {
    if let Some(number) = number(word.text).filter(|&number| number > 0) {
        return Ok(Cell::Number(number));
    }
    let mut letters = word.text.chars();
    match (letters.next(), letters.next()) {
        (Some('-' | '.' | '_' | '·' | '+' | '0'), _) if is_blank(word.text) => Ok(Cell::Empty),
        (Some(symbol), None) if Color::from_symbol(symbol).is_some() => {
            Ok(Color::from_symbol(symbol).map_or(Cell::Empty, Cell::Disc))
        }
        _ => {
            let expected = "the number of a move, a disc (X or O), or an empty square (. or -)";
            Err(ParseError::expected(place, expected, Found::text(word.text)))
        }
    }
}

fn is_blank(text: &str) -> bool {
    text.len() <= 4 && text.chars().all(|c| matches!(c, '-' | '.' | '_' | '·' | '+' | '0'))
}

/// Plays the numbers in their order.
fn play(size: Size, cells: &[(Cell, Place)]) -> Result<Record, ParseError> {
    let mut moves: Vec<(usize, Square, Place)> = Vec::new();
    let mut squares = Vec::with_capacity(cells.len());
    for (square, &(cell, place)) in Square::all(size).zip(cells) {
        squares.push(match cell {
            Cell::Disc(color) => Some(color),
            Cell::Number(number) => {
                moves.push((number, square, place));
                None
            }
            Cell::Empty => None,
        });
    }
    // A sheet that is printed has the first discs in it, one that is drawn often has not.
    let start = if squares.iter().all(Option::is_none) {
        Position::start(size)
    } else {
        let setup = Setup { squares, side: Color::Black };
        setup
            .try_into()
            .map_err(|error| ParseError::new(Place::START, crate::Problem::Setup(error)))?
    };
    moves.sort_by_key(|&(number, ..)| number);
    let mut replay = Replay::new(start);
    for (wanted, &(number, square, place)) in (1..).zip(&moves) {
        if number != wanted {
            let expected = if number < wanted {
                format!("each number once: {number} comes again")
            } else {
                format!("move {wanted}, which is in no square")
            };
            return Err(ParseError::expected(place, expected, Found::text(&number.to_string())));
        }
        replay.play(Move::Place(square), Note::default(), place)?;
    }
    Ok(replay.finish())
}

/// Writes a game as a sheet. The side that begins is not written, so it has to be Black.
pub fn to_string(record: &Record) -> Result<String, WriteError> {
    let game = &record.game;
    let start = game.start();
    if start.side() != Color::Black {
        return Err(WriteError::cannot_hold(Format::Sheet, "a game that White begins"));
    }
    let size = start.size();
    let numbers = game.moves().iter().filter_map(|mv| mv.square()).zip(1_usize..);
    let numbers: Vec<(Square, usize)> = numbers.collect();
    let width = if size > Size::EIGHT { 4 } else { 3 };
    let mut text = "  ".to_owned();
    let put = |text: &mut String, cell: &str| {
        text.push_str(&" ".repeat(width - cell.len()));
        text.push_str(cell);
    };
    for column in 0..size.get() {
        put(&mut text, char::from(b'a' + column as u8).encode_utf8(&mut [0; 4]));
    }
    for square in Square::all(size) {
        if square.column() == 0 {
            let row = (square.row() + 1).to_string();
            text.push('\n');
            text.push_str(&row);
            text.push_str(&" ".repeat(2 - row.len()));
        }
        let number = numbers.iter().find(|(taken, _)| *taken == square);
        match (number, start.get(square)) {
            (Some((_, number)), _) => put(&mut text, &number.to_string()),
            (None, Some(Color::Black)) => put(&mut text, "X"),
            (None, Some(Color::White)) => put(&mut text, "O"),
            (None, None) => put(&mut text, "."),
        }
    }
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{read, to_text, transcript};

    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7g6g5c5b6c6b5f7c7c8f8e8g3h4h6g4f2h5h3e3h7f1c2d2d1b4e2e1d8g8a3c1b2b8b3a1b7a8a7a6a5a4g7a2g1h8b1h2g2h1";

    fn record(moves: &str, size: Size) -> Record {
        Record::new(transcript::parse(moves, size).unwrap())
    }

    #[test]
    fn a_game_is_written_and_read_again() {
        let whole = record(GAME, Size::EIGHT);
        let text = to_string(&whole).unwrap();
        let document = read(text.as_bytes()).unwrap();
        assert_eq!(document.format, Format::Sheet);
        assert_eq!(document.records[0].game, whole.game);
        assert!(text.contains("\n5  51"), "a5 was the 51st move:\n{text}");
        assert_eq!(to_text(&whole, Format::Sheet).unwrap(), text);
    }

    #[test]
    fn random_games_of_every_size_come_back() {
        let mut seed = 1_u64;
        for size in Size::all() {
            let mut game = obverse_rules::Game::from_start(size);
            let plies = 4 + size.get() * 2;
            while !game.is_over() && game.ply() < plies {
                seed = obverse_rules::kernel::mix(seed, 7);
                let moves = game.position().moves();
                let mv =
                    moves.get(seed as usize % moves.len().max(1)).map_or(Move::Pass, Move::from);
                game.play(mv).unwrap();
            }
            // A pass at the end is not written.
            while game.last_move() == Some(Move::Pass) {
                game.undo();
            }
            let text = to_string(&Record::new(game.clone())).unwrap();
            let again = parse(&text).unwrap();
            assert_eq!(again.game.moves(), game.moves(), "{text}");
        }
    }

    #[test]
    fn what_people_write_is_read() {
        let plain = "\
. . . . . . . .
. . . . . . . .
. . 3 4 . . . .
. . 5 . . 6 . .
. . . . . 1 . .
. . . 2 . . . .
. . . . . . . .
. . . . . . . .";
        let ruled = "\
| A | B | C | D | E | F | G | H |
+---+---+---+---+---+---+---+---+
1 | - | - | - | - | - | - | - | - | 1
2 | - | - | - | - | - | - | - | - | 2
3 | - | - | 3 | 4 | - | - | - | - | 3
4 | - | - | 5 | ○ | ● | 6 | - | - | 4
5 | - | - | - | ● | ○ | 1 | - | - | 5
6 | - | - | - | 2 | - | - | - | - | 6
7 | - | - | - | - | - | - | - | - | 7
8 | - | - | - | - | - | - | - | - | 8";
        for text in [plain, ruled] {
            let document = read(text.as_bytes()).unwrap();
            assert_eq!(document.format, Format::Sheet, "{text}");
            let moves = transcript::to_string(&document.records[0].game).unwrap();
            assert_eq!(moves, "f5d6c3d3c4f4");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let sheet = to_string(&record("f5d6c3d3c4f4", Size::EIGHT)).unwrap();
        let error = |from: &str, to: &str| {
            assert!(sheet.contains(from), "{sheet}");
            parse(&sheet.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert!(
            error("  4", "  7").contains("move 4, which is in no square"),
            "{}",
            error("  4", "  7")
        );
        assert!(error("  4", "  3").contains("3 comes again"));
        assert!(error("  6", " f6").contains("the number of a move"));
        assert!(error("\n8   .", "\n8").contains("8 squares"));
        assert!(error("  1", "  .").contains("move 1, which is in no square"));
        let illegal = "  a  b  c  d\n1 2 . 3 .\n2 . O X .\n3 . X O .\n4 . . 1 .\n";
        assert!(parse(illegal).unwrap_err().to_string().contains("turns no disc over"));
    }
}
