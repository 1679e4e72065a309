//! GGF, the Generic Game Format of GGS, which NBoard and most engines exchange.
//!
//! Read as it is found in the wild; written as the strictest reader wants it: exactly
//! `GM[Othello]`, always `TY`, no tag that the definition does not have.

use std::fmt::Write;

use obverse_rules::{Color, Position, Setup, Size, Square};

use crate::clock;
use crate::error::{Found, ParseError, Place};
use crate::record::{Note, Record, Termination, Verdict, set};
use crate::replay::Replay;
use crate::scan::Scanner;

/// Tags of the definition that are kept where they mean nothing to us.
const KEPT: [&str; 7] = ["TI", "TY", "TB", "TW", "KB", "KW", "KM"];

/// Reads one game.
///
/// ```
/// use obverse_records::ggf;
///
/// let record = ggf::parse(
///     "(;GM[Othello]PB[Ann]PW[Ben]TY[4]BO[4 -----O*--*O----- *]B[D3/0.5/1.25]W[B4];)",
/// )?;
/// assert_eq!(record.tags.black.as_deref(), Some("Ann"));
/// assert_eq!(record.note(0).eval, Some(0.5));
/// # Ok::<(), obverse_records::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Record, ParseError> {
    parse_at(text, Place::START)
}

/// A tag and where its value begins.
struct Tag<'a> {
    name: &'a str,
    value: &'a str,
    place: Place,
}

pub(crate) fn parse_at(text: &str, start: Place) -> Result<Record, ParseError> {
    let (tags, end) = tags(text, start)?;
    let board = tags.iter().find(|tag| tag.name == "BO");
    let kind = tags.iter().find(|tag| tag.name == "TY");
    let position = match (board, kind) {
        (Some(board), _) => position(board)?,
        (None, Some(kind)) => Position::start(size_of_type(kind.value).unwrap_or_default()),
        (None, None) if tags.iter().any(|tag| tag.name == "GM") => Position::start(Size::EIGHT),
        (None, None) => return Err(ParseError::expected(end, "the tag GM or BO", Found::End)),
    };
    let mut replay = Replay::new(position);
    for tag in &tags {
        let color = match tag.name {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        play(&mut replay, color, tag)?;
    }
    let mut record = replay.finish();
    for tag in &tags {
        note_tag(&mut record, tag);
    }
    Ok(record)
}

/// All tags between `(;` and `;)`.
fn tags(text: &str, start: Place) -> Result<(Vec<Tag<'_>>, Place), ParseError> {
    let mut scanner = Scanner::new(text, start);
    // GGS puts the number of games in front of a match.
    scanner.take_while(|character| character.is_whitespace() || character.is_ascii_digit());
    if !scanner.rest().starts_with("(;") {
        return Err(scanner.expected("`(;`, the beginning of a game"));
    }
    scanner.skip(2);
    let mut tags = Vec::new();
    loop {
        scanner.skip_blanks();
        if scanner.rest().starts_with(";)") {
            return Ok((tags, scanner.place()));
        }
        // Some programs write `;` between moves, as in SGF, or leave the last one out.
        if scanner.accept(';') {
            continue;
        }
        if scanner.peek() == Some(')') {
            return Ok((tags, scanner.place()));
        }
        let begin = scanner.clone();
        let name = scanner.take_while(|character| character.is_ascii_alphabetic());
        if name.is_empty() {
            return Err(begin.expected("a tag such as B[F5], or `;)`"));
        }
        scanner.skip_blanks();
        if !scanner.accept('[') {
            return Err(scanner.expected(format!("`[` after the tag {}", shorten(name))));
        }
        let place = scanner.place();
        let value = scanner.take_while(|character| character != ']');
        if !scanner.accept(']') {
            return Err(scanner.expected(format!("`]`, the end of the tag {}", shorten(name))));
        }
        tags.push(Tag { name, value, place });
    }
}

fn shorten(name: &str) -> &str {
    &name[..name.len().min(8)]
}

/// The board's size in a type such as `8` or `s8r18`.
fn size_of_type(kind: &str) -> Option<Size> {
    let digits = kind.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// `8 <squares in rows> <side>`.
fn position(tag: &Tag<'_>) -> Result<Position, ParseError> {
    let mut scanner = Scanner::new(tag.value, tag.place);
    scanner.skip_blanks();
    let place = scanner.place();
    let digits = scanner.take_while(|character| character.is_ascii_digit());
    if digits.is_empty() {
        return Err(scanner.expected("the board's size, squares and side to move"));
    }
    let size: Size =
        digits.parse().map_err(|error: obverse_rules::SizeError| ParseError::new(place, error))?;
    let mut squares = Vec::new();
    for square in Square::all(size) {
        scanner.skip_blanks();
        squares.push(symbol(&mut scanner, || format!("square {square} of the board: * O or -"))?);
    }
    scanner.skip_blanks();
    let begin = scanner.clone();
    let side = symbol(&mut scanner, || "the side to move: * or O".to_owned())?
        .ok_or_else(|| begin.expected("the side to move: * or O"))?;
    scanner.skip_blanks();
    if !scanner.is_at_end() {
        return Err(scanner.expected("nothing after the side to move"));
    }
    Setup { squares, side }.try_into().map_err(|error| ParseError::new(place, error))
}

fn symbol(
    scanner: &mut Scanner<'_>,
    expected: impl Fn() -> String,
) -> Result<Option<Color>, ParseError> {
    let begin = scanner.clone();
    match scanner.advance() {
        Some('-' | '.' | '_') => Ok(None),
        Some(other) => {
            Color::from_symbol(other).map(Some).ok_or_else(|| begin.expected(expected()))
        }
        None => Err(begin.expected(expected())),
    }
}

/// `square[/eval[/seconds]]`.
fn play(replay: &mut Replay, color: Color, tag: &Tag<'_>) -> Result<(), ParseError> {
    let expected = "a move such as F5, F5/1.5 or F5/1.5/2.0";
    let parse = || {
        let mut parts = tag.value.split('/').map(str::trim);
        let mv = parts.next()?.parse().ok()?;
        let eval = match parts.next() {
            None | Some("") => None,
            Some(eval) => Some(eval.parse::<f64>().ok().filter(|eval| eval.is_finite())?),
        };
        let time = match parts.next() {
            None | Some("") => None,
            Some(time) => Some(clock::duration(time)?),
        };
        parts.next().is_none().then_some((mv, Note { eval, time, ..Note::default() }))
    };
    let (mv, note) =
        parse().ok_or_else(|| ParseError::expected(tag.place, expected, Found::text(tag.value)))?;
    replay.play_as(color, mv, note, tag.place)
}

fn note_tag(record: &mut Record, tag: &Tag<'_>) {
    let size = record.position().size();
    let tags = &mut record.tags;
    let value = tag.value.trim();
    let text = || (!value.is_empty()).then(|| value.to_owned());
    let rating = || value.parse().ok().filter(|rating: &f64| rating.is_finite());
    let is_understood = match tag.name {
        "GM" | "BO" | "B" | "W" => true,
        "TY" => value == size.to_string(),
        "PB" => set(&mut tags.black, text()),
        "PW" => set(&mut tags.white, text()),
        "PC" => set(&mut tags.place, text()),
        "DT" => set(&mut tags.date, text()),
        "RB" => set(&mut tags.black_rating, rating()),
        "RW" => set(&mut tags.white_rating, rating()),
        "TI" => set(&mut tags.clock, value.parse().ok()),
        "RE" => set(&mut tags.result, verdict(value)),
        "CO" => set(&mut tags.comment, text()),
        _ => false,
    };
    if !is_understood && !value.is_empty() {
        tags.others.push((tag.name.to_owned(), value.to_owned()));
    }
}

/// `+12.00`, with `:r`, `:t` or `:s` for resigned, timed out, agreed.
fn verdict(text: &str) -> Option<Verdict> {
    let (score, flag) = text.split_once(':').unwrap_or((text, ""));
    let score: f64 = score.trim().parse().ok()?;
    let ending = match flag.trim() {
        "" => Termination::Played,
        "r" => Termination::Resigned,
        "t" => Termination::TimedOut,
        "s" => Termination::Agreed,
        _ => return None,
    };
    score.is_finite().then_some(Verdict { score, ending })
}

/// Writes a game, on one line and without a line break.
pub fn to_string(record: &Record) -> String {
    let tags = &record.tags;
    let mut out = TagWriter { text: String::from("(;GM[Othello]") };
    out.tag("PC", tags.place.as_ref().or(tags.event.as_ref()));
    out.tag("DT", tags.date.as_ref());
    out.tag("PB", tags.black.as_ref());
    out.tag("PW", tags.white.as_ref());
    out.tag("RB", tags.black_rating.as_ref());
    out.tag("RW", tags.white_rating.as_ref());
    out.tag("TI", tags.clock.as_ref());
    let start = record.game.start();
    let kept = |name: &str| tags.others.iter().find(|(other, _)| other == name);
    match kept("TY") {
        Some((_, kind)) => out.tag("TY", Some(kind)),
        None => out.tag("TY", Some(&start.size())),
    }
    for (name, value) in &tags.others {
        let is_written = name == "TY" || name == "TI" && tags.clock.is_some();
        if !is_written && KEPT.contains(&name.as_str()) {
            out.tag(name, Some(value));
        }
    }
    out.tag("RE", record.result().map(result_text).as_ref());
    out.tag("BO", Some(&board_text(start)));
    for (index, (mv, before)) in record.game.moves().iter().zip(record.game.positions()).enumerate()
    {
        let square =
            mv.square().map_or("PA".to_owned(), |square| square.to_string().to_uppercase());
        let text = square + &note_text(&record.note(index));
        out.tag(&before.side().letter().to_string(), Some(&text));
    }
    out.text + ";)"
}

/// The tags of a game, as they are written one after another.
struct TagWriter {
    text: String,
}

impl TagWriter {
    /// A tag, unless it has no value. GGF has no way to write a `]` inside one.
    fn tag(&mut self, name: &str, value: Option<&impl ToString>) {
        if let Some(value) = value {
            let value = value.to_string().replace(']', ")").replace(['\n', '\r'], " ");
            write!(self.text, "{name}[{value}]").expect("strings grow");
        }
    }
}

fn note_text(note: &Note) -> String {
    let eval = note.eval.map(|eval| eval.to_string());
    match (eval, note.time) {
        (None, None) => String::new(),
        (Some(eval), None) => format!("/{eval}"),
        (eval, Some(time)) => {
            format!("/{}/{}", eval.unwrap_or_default(), clock::seconds_text(time))
        }
    }
}

fn result_text(verdict: Verdict) -> String {
    let flag = match verdict.ending {
        Termination::Played => "",
        Termination::Resigned => ":r",
        Termination::TimedOut => ":t",
        Termination::Agreed => ":s",
    };
    format!("{:+.2}{flag}", verdict.score)
}

fn board_text(position: &Position) -> String {
    let size = position.size();
    let symbol = |color: Color| if color == Color::Black { '*' } else { 'O' };
    let mut text = size.to_string();
    for square in Square::all(size) {
        if square.column() == 0 {
            text.push(' ');
        }
        text.push(position.get(square).map_or('-', symbol));
    }
    text.push(' ');
    text.push(symbol(position.side()));
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const GAME: &str = "(;GM[Othello]PC[GGS/os]DT[2010.10.17_05:23:05.MDT]PB[ann]PW[ben]RB[2082.33]\
        RW[1669.67]TI[05:00//02:00]TY[8]RE[+6.00:t]BO[8 -------- -------- -------- ---O*--- \
        ---*O--- -------- -------- -------- *]B[D3//3.95]W[C5/-18.4/0.1]B[E6];)";

    #[test]
    fn a_game_comes_back() {
        let record = parse(GAME).unwrap();
        assert_eq!(record.tags.white.as_deref(), Some("ben"));
        assert_eq!(record.tags.white_rating, Some(1669.67));
        let late = Verdict { score: 6.0, ending: Termination::TimedOut };
        assert_eq!(record.tags.result, Some(late));
        assert_eq!(record.note(1).eval, Some(-18.4));
        assert_eq!(record.note(1).time, Some(Duration::from_millis(100)));
        assert_eq!(to_string(&record), GAME);
    }

    #[test]
    fn lax_writers_are_read() {
        for text in [
            "(;GM[othello]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)",
            "1 (;GM[Othello]TY[8]B[F5/]\n;)",
            "(;GM[Othello]PB[]PW[a (b]TY[s8r20]B[f5//];)",
        ] {
            let record = parse(text).unwrap();
            assert_eq!(record.game.moves().len(), 1, "{text}");
            let written = to_string(&record);
            assert!(written.starts_with("(;GM[Othello]") && written.contains("TY["), "{written}");
            assert_eq!(parse(&written).unwrap(), record);
        }
    }

    #[test]
    fn a_wrong_colour_out_of_turn_is_refused() {
        let error = parse("(;GM[Othello]TY[8]B[f5]B[c3];)").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 26: move 2, c3: White has a move and may not pass"
        );
    }

    #[test]
    fn a_game_cut_anywhere_is_an_error_with_a_place() {
        for end in 0..GAME.len() - 1 {
            let error = parse(&GAME[..end]).unwrap_err().to_string();
            assert!(error.starts_with("line 1, column "), "{error}");
        }
        let error = parse("(;GM[Othello]PB[a]BO[8 ---").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 27: expected `]`, the end of the tag BO, found the end"
        );
    }

    #[test]
    fn boards_are_checked() {
        for (board, expected) in [
            ("27 - *", "line 1, column 17: a board of size 27 does not exist"),
            ("4 ---- ---- ---- --- *", "line 1, column 39: expected the side to move"),
            ("4 ---- -?-- ---- ---- *", "line 1, column 25: expected square b2 of the board"),
            ("4 ----------------- *", "line 1, column 35: expected the side to move"),
            ("4 ---------------- * *", "line 1, column 38: expected nothing after"),
        ] {
            let error = parse(&format!("(;GM[Othello]BO[{board}];)")).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
