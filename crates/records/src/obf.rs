//! OBF: a position and the scores of its moves, a line each.
//!
//! `<squares> <side>; A2:+38; C7:+36; % a remark`. Files of problems have a line for each; blank
//! lines and lines that begin with `%` or `#` say nothing.

use std::fmt::Write;

use obverse_rules::{Position, Setup};

use crate::error::{ParseError, Place};
use crate::record::{MoveScore, Record};
use crate::scan::Scanner;

/// Reads one line. `None` if it is blank or a comment.
///
/// ```
/// use obverse_records::obf;
///
/// let line = "-OXO-XXX-OOX--O- X; A1:+4;";
/// let problem = obf::parse_line(line)?.expect("it has a position");
/// assert_eq!(problem.position().size().get(), 4);
/// assert_eq!(problem.best_score(), Some(4.0));
/// # Ok::<(), obverse_records::ParseError>(())
/// ```
pub fn parse_line(line: &str) -> Result<Option<Record>, ParseError> {
    parse_line_at(line, Place::START)
}

pub(crate) fn parse_line_at(line: &str, start: Place) -> Result<Option<Record>, ParseError> {
    let mut scanner = Scanner::new(line, start);
    scanner.skip_blanks();
    if matches!(scanner.peek(), None | Some('%' | '#')) {
        return Ok(None);
    }
    let mut record = Record::from(position(&mut scanner)?);
    loop {
        scanner.take_while(|character| character.is_whitespace() || character == ';');
        match scanner.peek() {
            None => break,
            Some('%') => {
                let comment = scanner.rest()[1..].trim();
                record.tags.comment = (!comment.is_empty()).then(|| comment.to_owned());
                break;
            }
            Some(_) => record.scores.push(move_score(&mut scanner)?),
        }
    }
    Ok(Some(record))
}

fn position(scanner: &mut Scanner<'_>) -> Result<Position, ParseError> {
    let place = scanner.place();
    let squares = scanner.take_while(|character| !character.is_whitespace() && character != ';');
    let setup = Setup::from_symbols(squares, 'X').map_err(|error| {
        let mut at = Scanner::new(squares, place);
        if let obverse_rules::SetupError::Symbol { at: number, .. } = error {
            for _ in 1..number {
                at.advance();
            }
        }
        ParseError::new(at.place(), error)
    })?;
    scanner.take_while(char::is_whitespace);
    let expected_side = "the side to move (X or O) after the squares";
    let side_place = scanner.clone();
    let side = scanner.advance().and_then(obverse_rules::Color::from_symbol);
    let side = side.ok_or_else(|| side_place.expected(expected_side))?;
    if scanner.peek().is_some_and(|next| !next.is_whitespace() && next != ';') {
        return Err(side_place.expected(expected_side));
    }
    Setup { side, ..setup }.try_into().map_err(|error| ParseError::new(place, error))
}

fn move_score(scanner: &mut Scanner<'_>) -> Result<MoveScore, ParseError> {
    let expected = "a move and its score, such as A2:+38";
    let begin = scanner.clone();
    let item = scanner.take_while(|character| !";%".contains(character));
    let parse = || {
        let (mv, score) = item.split_once(':')?;
        let score: f64 = score.trim().parse().ok()?;
        Some(MoveScore { mv: mv.trim().parse().ok()?, score: score.is_finite().then_some(score)? })
    };
    parse().ok_or_else(|| begin.expected(expected))
}

/// The last position of a record and the known scores of its moves, without a line break.
pub fn to_string(record: &Record) -> String {
    let mut line = format!("{};", record.position());
    for known in &record.scores {
        let mv = known.mv.to_string().to_uppercase();
        write!(line, " {mv}:{:+};", known.score).expect("strings grow");
    }
    if let Some(comment) = &record.tags.comment {
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(line, " % {comment}").expect("strings grow");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str =
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:-36;";

    #[test]
    fn a_problem_comes_back() {
        let record = parse_line(PROBLEM).unwrap().unwrap();
        assert_eq!(record.scores.len(), 2);
        assert_eq!(record.position().empties(), 20);
        assert_eq!(to_string(&record), PROBLEM);
        let remark = format!("{PROBLEM} % FFO #40");
        let record = parse_line(&remark).unwrap().unwrap();
        assert_eq!(to_string(&record), remark);
    }

    #[test]
    fn blank_lines_and_comments_say_nothing() {
        for line in ["", "   ", "% a remark", "# another", "\t% X;"] {
            assert_eq!(parse_line(line).unwrap(), None);
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        let squares = "-".repeat(64);
        for (line, expected) in [
            (format!("{squares}- X"), "line 1, column 1: 65 squares make no board"),
            (format!("{}?{squares} X", "-".repeat(9)), "line 1, column 10: `?` at square 10"),
            (
                squares.clone(),
                "line 1, column 65: expected the side to move (X or O) after the squares, found the end",
            ),
            (
                format!("{squares} Z;"),
                "line 1, column 66: expected the side to move (X or O) after the squares, found `Z;`",
            ),
            (
                format!("{squares} X; A2+38"),
                "line 1, column 69: expected a move and its score, such as A2:+38, found `A2+38`",
            ),
            (format!("{squares} X; A2:inf"), "line 1, column 69: expected a move and its score"),
        ] {
            let error = parse_line(&line).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
