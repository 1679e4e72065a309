//! Transcripts: the moves of a game in a row, `f5d6c3`.
//!
//! Any case, any width; blanks, commas, hyphens and move numbers are skipped; passes may be
//! written or left out. A result such as `33-31` may end the game. A game on another board than
//! 8×8 begins with its size, `10x10`, unless the reader knows it. In a file the lines before a
//! game may name its players, as `Ann - Ben` or `Black: Ann`.

use std::fmt::Write;

use obverse_rules::{Game, Move, Position, Size};

use crate::error::{ParseError, Place, WriteError};
use crate::format::Format;
use crate::record::{Note, Termination, Verdict};
use crate::replay::Replay;
use crate::scan::{Scanner, narrow};

pub(crate) mod header;

/// Reads a game from the opening position.
///
/// ```
/// use obverse_records::transcript;
/// use obverse_rules::Size;
///
/// let game = transcript::parse("1. F5 d6 2. c3", Size::EIGHT)?;
/// assert_eq!(game.moves().len(), 3);
///
/// let error = transcript::parse("f5 f5", Size::EIGHT).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 4: move 2, f5: f5 is occupied");
/// # Ok::<(), obverse_records::ParseError>(())
/// ```
pub fn parse(text: &str, size: Size) -> Result<Game, ParseError> {
    let text = narrow(text);
    let mut scanner = Scanner::new(&text, Place::START);
    let mut replay = begin(&mut scanner, size)?;
    play_line(&mut scanner, &mut replay)?;
    Ok(replay.finish().game)
}

/// The moves of a game, passes left out, after the board's size if it is not 8×8.
///
/// ```
/// use obverse_records::transcript;
/// use obverse_rules::Size;
///
/// let game = transcript::parse("F5 D6 C3", Size::EIGHT)?;
/// assert_eq!(transcript::to_string(&game)?, "f5d6c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_string(game: &Game) -> Result<String, WriteError> {
    let size = game.start().size();
    if *game.start() != Position::start(size) {
        let what = "a game that did not begin at the opening position";
        return Err(WriteError::cannot_hold(Format::Transcript, what));
    }
    let mut text = String::new();
    // The size also stands for a game without moves, which would be nothing otherwise.
    if size != Size::EIGHT || game.moves().is_empty() {
        write!(text, "{size}x{size}").expect("strings grow");
    }
    if !text.is_empty() && !game.moves().is_empty() {
        text.push(' ');
    }
    for square in game.moves().iter().filter_map(|mv| mv.square()) {
        write!(text, "{square}").expect("strings grow");
    }
    // A reader could not tell the last pass from a game that stopped before it.
    if game.last_move() == Some(Move::Pass) {
        text.push_str("pa");
    }
    Ok(text)
}

/// The opening position of the size that is written, or else of the one assumed.
pub(crate) fn begin(scanner: &mut Scanner<'_>, assumed: Size) -> Result<Replay, ParseError> {
    scanner.skip_blanks();
    let place = scanner.place();
    let size = match stated_size(scanner.rest()) {
        Some((digits, length)) => {
            scanner.skip(length);
            digits
                .parse()
                .map_err(|error: obverse_rules::SizeError| ParseError::new(place, error))?
        }
        None => assumed,
    };
    Ok(Replay::new(Position::start(size)))
}

/// The digits of a size such as `10x10`, and how long it is.
fn stated_size(text: &str) -> Option<(&str, usize)> {
    let digits = &text[..text.find(|c: char| !c.is_ascii_digit())?];
    let again = text[digits.len()..].strip_prefix(['x', 'X', '×'])?;
    let rest = again.strip_prefix(digits)?;
    (!digits.is_empty() && !rest.starts_with(|c: char| c.is_ascii_digit()))
        .then(|| (digits, text.len() - rest.len()))
}

/// Plays what follows, to the end of the text.
pub(crate) fn play_line(scanner: &mut Scanner<'_>, replay: &mut Replay) -> Result<(), ParseError> {
    let size = replay.game().start().size();
    while let Some((place, mv)) = next_move(scanner, size)? {
        replay.play(mv, Note::default(), place)?;
    }
    Ok(())
}

/// Takes down the result at the end of a line, if there is one.
pub(crate) fn note_result(line: &str, replay: &mut Replay) {
    let size = replay.game().start().size();
    let numbers = line.trim_end().rsplit(char::is_whitespace).next().and_then(discs_of_both);
    // A board that is full says it better.
    if let Some(verdict) = numbers.and_then(|numbers| verdict(numbers, size))
        && !replay.game().is_over()
    {
        replay.set_result(verdict);
    }
}

/// The two numbers of `33-31`.
fn discs_of_both(word: &str) -> Option<(usize, usize)> {
    let (black, white) = word.split_once(['-', '–', ':'])?;
    let number = |text: &str| {
        text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    Some((number(black)?, number(white)?))
}

/// The result of a game that ended with so many discs of each; the empty squares go to the winner.
fn verdict((black, white): (usize, usize), size: Size) -> Option<Verdict> {
    let squares = size.squares();
    // `1-0` says who won and nothing of discs.
    let fits = (5..=squares).contains(&black.checked_add(white)?);
    let lead = (squares - 2 * black.min(white).min(squares / 2)) as f64;
    let score = match black.cmp(&white) {
        std::cmp::Ordering::Greater => lead,
        std::cmp::Ordering::Less => -lead,
        std::cmp::Ordering::Equal => 0.0,
    };
    fits.then_some(Verdict { score, ending: Termination::Played })
}

/// The next move and where it stands; none at the end of the text.
pub(crate) fn next_move(
    scanner: &mut Scanner<'_>,
    size: Size,
) -> Result<Option<(Place, Move)>, ParseError> {
    skip_separators_and_numbers(scanner);
    if scanner.is_at_end() {
        return Ok(None);
    }
    let place = scanner.place();
    let length = move_length(scanner.rest(), size);
    let mv = scanner.rest()[..length]
        .parse()
        .map_err(|_| scanner.expected("a square such as f5, or a pass"))?;
    scanner.skip(length);
    Ok(Some((place, mv)))
}

/// Skips what stands between moves. One hyphen separates; two are a pass.
fn skip_separators_and_numbers(scanner: &mut Scanner<'_>) {
    loop {
        let skipped = scanner.take_while(|character| {
            character.is_whitespace() || character.is_ascii_digit() || ".,;:)–—".contains(character)
        });
        let hyphen = scanner.rest().starts_with('-') && !scanner.rest().starts_with("--");
        if hyphen {
            scanner.advance();
        }
        if skipped.is_empty() && !hyphen {
            return;
        }
    }
}

/// Whether a text begins with a word in any case.
fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// The ways to write a pass, the longest first.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "@@"];

/// The pass at the beginning of the text.
fn pass_at_start(text: &str) -> Option<&'static str> {
    PASSES.into_iter().find(|pass| starts_with(text, pass))
}

/// The bytes of the move at the beginning of the text; 0 if there is none.
fn move_length(text: &str, size: Size) -> usize {
    if let Some(pass) = pass_at_start(text) {
        return pass.len();
    }
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return 0;
    }
    // On 8×8 a row has one digit, and another one begins the number of a move: `f42.d3`.
    let most = size.to_string().len();
    1 + text[1..].bytes().take(most).take_while(u8::is_ascii_digit).count()
}

/// Whether a text begins like a transcript: with a board's size, or with a move, perhaps after its
/// number.
pub(crate) fn is_transcript(text: &str) -> bool {
    let mut scanner = Scanner::new(text, Place::START);
    scanner.skip_blanks();
    if stated_size(scanner.rest()).is_some() {
        return true;
    }
    skip_separators_and_numbers(&mut scanner);
    let has_hyphen = text.trim_start().starts_with(['-', '–', '—']);
    let text = scanner.rest();
    let written_pass = ["pass", "pa", "ps"].into_iter().find(|pass| starts_with(text, pass));
    match written_pass {
        // `Pablo` is no pass.
        Some(pass) => {
            let after = &text[pass.len()..];
            !after.starts_with(char::is_alphanumeric)
                || begins_with_square(after)
                || pass_at_start(after).is_some()
        }
        // A row of a board may begin with an empty square.
        None => begins_with_square(text) && !has_hyphen,
    }
}

/// Whether a text begins with a letter and a row. No row is a zero, which is an empty square in
/// the rows of a board.
fn begins_with_square(text: &str) -> bool {
    let has_row = text.chars().nth(1).is_some_and(|digit| ('1'..='9').contains(&digit));
    has_row && text.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// Whether a line goes on with the game of the lines before it: it begins with a move number
/// above 1, or with a move that no game begins with.
pub(crate) fn continues(line: &str, game: &Game) -> bool {
    let mut scanner = Scanner::new(line, Place::START);
    scanner.skip_blanks();
    if stated_size(scanner.rest()).is_some() {
        return false;
    }
    let number = scanner.take_while(|character| character.is_ascii_digit());
    if number.parse().is_ok_and(|number: usize| number > 1)
        && scanner.rest().starts_with(['.', ')'])
    {
        return true;
    }
    match next_move(&mut scanner, game.start().size()) {
        Ok(Some((_, mv))) => !game.start().is_legal(mv),
        Ok(None) | Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> String {
        to_string(&parse(text, Size::EIGHT).unwrap()).unwrap()
    }

    #[test]
    fn habits_of_writing_are_tolerated() {
        for text in [
            "f5d6c3d3c4f4",
            "F5D6C3D3C4F4",
            " f5 d6 c3\td3, c4 f4 ",
            "1. f5 d6 2. c3 d3 3. c4 f4",
            "1.f5d62.c3d33.c4f4",
            "1) F5 2) d6 3) c3 4) d3 5) c4 6) f4",
            "f5 d6\n c3 d3\r\nc4 f4\n",
            "8x8 f5d6c3d3c4f4",
            "f5,d6,c3,d3,c4,f4",
            "f5-d6-c3-d3-c4-f4",
            "f5 - d6 – c3 — d3 - c4 - f4",
            "1-f5 2-d6 3-c3 4-d3 5-c4 6-f4",
            "f5d6c3d3c4f4 33-31",
            "f5 d6 c3 d3 c4 f4 33:31",
            "ｆ５ｄ６ｃ３ｄ３ｃ４ｆ４",
            "Ｆ５　Ｄ６　Ｃ３，Ｄ３，Ｃ４　Ｆ４",
        ] {
            assert_eq!(moves(text), "f5d6c3d3c4f4", "{text}");
        }
    }

    #[test]
    fn a_result_and_the_names_of_the_players_are_taken_down() {
        let of = |text: &str| {
            let document =
                crate::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(document.format, Format::Transcript, "{text}");
            document.records
        };
        let score = |record: &crate::Record| record.tags.result.map(|result| result.score);
        assert_eq!(score(&of("f5d6c3 33-31")[0]), Some(2.0));
        assert_eq!(score(&of("f5d6c3\n20-40")[0]), Some(-24.0), "empty squares to the winner");
        assert_eq!(score(&of("f5d6c3 32–32")[0]), Some(0.0));
        assert_eq!(score(&of("f5d6c3 1-0")[0]), None);
        assert_eq!(score(&of("f5d6c3")[0]), None);
        for text in [
            "Ann B. - Ben\nf5d6c3",
            "Ann B. vs. Ben\n\n1. f5 d6 2. c3",
            "Ann B. 33-31 Ben\nf5 d6 c3",
            "Black: Ann B.\nWhite: Ben\nResult: 33-31\nf5d6\nc3",
            "[Black \"Ann B.\"]\n[White \"Ben\"]\n\n1. f5 d6 2. c3",
        ] {
            let records = of(text);
            assert_eq!(records.len(), 1, "{text}");
            assert_eq!(records[0].tags.black.as_deref(), Some("Ann B."), "{text}");
            assert_eq!(records[0].tags.white.as_deref(), Some("Ben"), "{text}");
            assert_eq!(to_string(&records[0].game).unwrap(), "f5d6c3", "{text}");
        }
        let two = of("Pablo - Psara\nf5d6c3\ng5 33-31\nCleo – Dora\nf5f6");
        let names: Vec<_> = two.iter().map(|record| record.tags.black.as_deref()).collect();
        assert_eq!(names, [Some("Pablo"), Some("Cleo")]);
        assert_eq!(two[0].game.ply(), 4);
        for text in ["Ann - Ben", "hello there", "Ann - Ben\nnothing"] {
            assert!(crate::read(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn a_forced_pass_is_supplied_or_read() {
        // After these moves Black has none.
        let line = "e6f6d3e7e8d8g6f8";
        let left_out = parse(&format!("{line}e3"), Size::EIGHT).unwrap();
        assert_eq!(left_out.moves()[8], Move::Pass);
        for pass in ["pa", "PS", "pass", "--", "@@"] {
            assert_eq!(parse(&format!("{line}{pass}e3"), Size::EIGHT).unwrap(), left_out);
        }
        assert_eq!(to_string(&left_out).unwrap(), format!("{line}e3"));
        let mut stopped = left_out.clone();
        stopped.undo();
        assert_eq!(to_string(&stopped).unwrap(), format!("{line}pa"));
    }

    #[test]
    fn other_boards_say_their_size() {
        let game = parse("10x10 e4", Size::EIGHT).unwrap();
        assert_eq!(game.position().size().get(), 10);
        assert_eq!(to_string(&game).unwrap(), "10x10 e4");
        assert_eq!(parse("e4", Size::new(10).unwrap()).unwrap(), game);
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, expected) in [
            ("f5d6q9", "line 1, column 5: move 3, q9: q9 is not on a board of 8×8"),
            ("f5\nf5", "line 2, column 1: move 2, f5: f5 is occupied"),
            ("f5 d6 a1", "line 1, column 7: move 3, a1: Black at a1 turns no disc over"),
            ("f5 pass", "line 1, column 4: move 2, pass: White has a move and may not pass"),
            ("f5 #3", "line 1, column 4: expected a square such as f5, or a pass, found `#3`"),
            ("f5 d", "line 1, column 4: expected a square such as f5, or a pass, found `d`"),
            (
                "27x27 f5",
                "line 1, column 1: a board of size 27 does not exist: sizes are the even numbers from 4 to 26",
            ),
        ] {
            assert_eq!(parse(text, Size::EIGHT).unwrap_err().to_string(), expected, "{text}");
        }
    }
}
