//! The ten-line game file: eight rows, the side to move, and the computer's time in seconds.
//!
//! Squares are `0`, `B` and `W`, or `0`, `1` and `2`. Boards of other sizes have as many rows as
//! they need.

use std::time::Duration;

use obverse_rules::{Color, Square};

use crate::board;
use crate::clock;
use crate::error::{Found, ParseError, Place};
use crate::record::Record;

/// The time that is written where none is known.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// How discs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// `B` and `W`.
    #[default]
    Letters,
    /// `1` and `2`.
    Digits,
}

/// Reads a game file.
///
/// ```
/// use obverse_records::ten_line;
///
/// let file = "0 0 0 0\n0 W B 0\n0 B W 0\n0 0 0 0\nB\n5\n";
/// let record = ten_line::parse(file)?;
/// assert_eq!(record.time.unwrap().as_secs(), 5);
/// assert_eq!(ten_line::to_string(&record, Default::default()), file);
/// # Ok::<(), obverse_records::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Record, ParseError> {
    let record = board::parse(text)?;
    let missing = |what: &'static str| {
        let end = Place::Text { line: text.lines().count().max(1), column: 1 };
        Err(ParseError::expected(end, what, Found::End))
    };
    if !record.side_stated {
        missing("the side to move after the rows: B or W")
    } else if record.time.is_none() {
        missing("the time limit in seconds on the last line")
    } else {
        Ok(record)
    }
}

/// Writes the last position of a record as a game file.
pub fn to_string(record: &Record, spelling: Spelling) -> String {
    let position = record.position();
    let symbol = |color: Color| match (spelling, color) {
        (Spelling::Letters, color) => color.letter(),
        (Spelling::Digits, Color::Black) => '1',
        (Spelling::Digits, Color::White) => '2',
    };
    let size = position.size();
    let mut text = String::new();
    for square in Square::all(size) {
        text.push(position.get(square).map_or('0', symbol));
        text.push(if square.column() + 1 == size.get() { '\n' } else { ' ' });
    }
    let time = record.time.filter(|time| !time.is_zero()).unwrap_or(DEFAULT_TIME);
    let time = clock::seconds_text(time);
    text + &format!("{}\n{time}\n", symbol(position.side()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, read};

    const FILE: &str = "\
0 0 0 0 W B W 0
W 0 W W W W W 0
W 0 W W W W W 0
W B B W W B W 0
W B B W W B 0 0
W B W B W B 0 0
0 0 B 0 B B 0 0
0 0 0 B B B 0 0
W
5
";

    #[test]
    fn both_spellings_are_read_spaced_or_not() {
        let record = parse(FILE).unwrap();
        assert_eq!(record.position().side(), Color::White);
        assert_eq!(record.position().count(Color::Black), 16);
        assert_eq!(record.position().count(Color::White), 24);
        assert_eq!(record.time, Some(Duration::from_secs(5)));
        let digits = FILE.replace('B', "1").replace('W', "2");
        for text in [digits.clone(), digits.replace(' ', ""), FILE.replace(' ', "")] {
            assert_eq!(parse(&text).unwrap(), record, "{text}");
            assert_eq!(read(text.as_bytes()).unwrap().format, Format::TenLine);
        }
        assert_eq!(to_string(&record, Spelling::Letters), FILE);
        assert_eq!(to_string(&record, Spelling::Digits), digits);
    }

    #[test]
    fn a_long_time_is_no_row() {
        let long = FILE.replace("\n5\n", "\n1200\n");
        assert_eq!(parse(&long).unwrap().time, Some(Duration::from_mins(20)));
        let small = "0000\n0210\n0120\n0000\n1\n1200\n";
        assert_eq!(parse(small).unwrap().time, Some(Duration::from_mins(20)));
    }

    #[test]
    fn what_is_missing_is_named() {
        let cut = |lines: usize| FILE.split_inclusive('\n').take(lines).collect::<String>();
        for (text, expected) in [
            (cut(9), "line 9, column 1: expected the time limit in seconds on the last line"),
            (cut(8), "line 8, column 1: expected the side to move after the rows: B or W"),
            (cut(7), "line 7, column 1: expected 8 rows of 8 squares, found 7 rows"),
            (FILE.replacen("W 0", "W Q", 1), "line 1, column 15: expected a disc"),
            (
                FILE.replacen("W 0", "W", 1),
                "line 1, column 1: expected 8 squares, as there are 8 rows, found 7 squares",
            ),
        ] {
            let error = parse(&text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn what_is_wrong_below_the_rows_is_named() {
        let rows: String = FILE.split_inclusive('\n').take(8).collect();
        let digits = rows.replace('B', "1").replace('W', "2").replace(' ', "");
        let side = "expected the side to move after the rows: B or W, found";
        let time = "expected the time limit after the side, in seconds above 0, such as 5, found";
        let end = "expected nothing after the side and the time limit, found";
        for (below, expected) in [
            ("Q\n5\n", format!("line 9, column 1: {side} `Q`")),
            ("  nobody\n5\n", format!("line 9, column 3: {side} `nobody`")),
            ("5\n", format!("line 9, column 1: {side} `5`")),
            ("W\nabc\n", format!("line 10, column 1: {time} `abc`")),
            ("W\n-5\n", format!("line 10, column 1: {time} `-5`")),
            ("W\n0\n", format!("line 10, column 1: {time} `0`")),
            ("W\n0.0\n", format!("line 10, column 1: {time} `0.0`")),
            ("W\n1e9\n", format!("line 10, column 1: {time} `1e9`")),
            ("W\nB\n5\n", format!("line 10, column 1: {time} `B`")),
            ("W\n5\n\nand more\n", format!("line 12, column 1: {end} `and more`")),
            ("W\n5\n7\n", format!("line 11, column 1: {end} `7`")),
            ("W\n5\n0 0 0 0 0 0 0 0\n", format!("line 11, column 1: {end} `0 0 0 0 0 0 0 0`")),
        ] {
            for rows in [&rows, &digits] {
                let text = format!("{rows}{below}");
                let error = read(text.as_bytes()).unwrap_err().to_string();
                assert_eq!(error, expected, "{text}");
                assert_eq!(parse(&text).unwrap_err().to_string(), expected, "{text}");
            }
        }
    }

    #[test]
    fn what_people_write_below_the_rows_is_read() {
        let rows: String = FILE.split_inclusive('\n').take(8).collect();
        for below in ["w\n5", "W\r\n5\r\n\r\n", "\n White\n\n 5.0 \n", "O\n5\n% a remark\n", "2\n5"]
        {
            let text = format!("{rows}{below}");
            assert_eq!(parse(&text).unwrap(), parse(FILE).unwrap(), "{text}");
        }
        let text = format!("{rows}W to move\n");
        assert_eq!(read(text.as_bytes()).unwrap().records[0].position().side(), Color::White);
    }

    #[test]
    fn no_time_at_all_is_not_written() {
        let record = Record { time: Some(Duration::ZERO), ..parse(FILE).unwrap() };
        assert_eq!(to_string(&record, Spelling::Letters), FILE);
    }
}
