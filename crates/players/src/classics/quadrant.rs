//! What the squares are worth to `breadth`, and how people write that down.
//!
//! A file of points is four rows of four whole numbers: the top left quadrant, from the corner to
//! the middle, which is mirrored over the board. Numbers are separated by blanks or commas; what
//! follows a `#` is a remark. The drawing of the description is read too: of lines with bars the
//! numbers between the bars count, and lines without bars then do not.

use thiserror::Error;

/// What the squares of the top left quadrant are worth, row by row; the others mirror it.
pub type Quadrant = [[i32; 4]; 4];

/// The points that the description gives.
pub const QUADRANT: Quadrant = [[30, -4, 12, 10], [-4, -8, -4, 2], [12, -4, 2, 2], [10, 2, 2, -4]];

/// Points beyond this would say no more, and could not be added up.
const LARGEST: i32 = 10_000;

/// Text that is no file of points.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QuadrantError {
    /// A row of another length.
    #[error("line {line}: a row has 4 numbers, from the corner to the middle, not {numbers}")]
    Row {
        /// The line, from 1.
        line: usize,
        /// How many there are.
        numbers: usize,
    },
    /// Something that is no number of points.
    #[error("line {line}: `{text}` is not a whole number from -{LARGEST} to {LARGEST}")]
    Number {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// Too few or too many rows.
    #[error("points are 4 rows of 4 numbers, the top left quadrant of the board, not {0} rows")]
    Rows(usize),
}

/// Reads points as people write them.
///
/// ```
/// use obverse_players::classics::{QUADRANT, read_quadrant};
///
/// let text = "30 -4 12 10  # the corner and its edge\n-4 -8 -4 2\n12 -4 2 2\n10 2 2 -4\n";
/// assert_eq!(read_quadrant(text), Ok(QUADRANT));
/// ```
pub fn read_quadrant(text: &str) -> Result<Quadrant, QuadrantError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let is_drawn = lines.clone().any(|line| line.contains('|'));
    let mut rows = Vec::new();
    for (at, line) in lines.enumerate() {
        let cells = match line.split_once('|') {
            Some((_, cells)) => cells,
            None if is_drawn => continue,
            None => line,
        };
        let separates = |c: char| c == '|' || c == ',' || c == ';' || c.is_whitespace();
        let cells: Vec<&str> = cells.split(separates).filter(|cell| !cell.is_empty()).collect();
        if !cells.is_empty() {
            rows.push(row(&cells, at + 1)?);
        }
    }
    let count = rows.len();
    rows.try_into().map_err(|_| QuadrantError::Rows(count))
}

fn row(cells: &[&str], line: usize) -> Result<[i32; 4], QuadrantError> {
    let number = |cell: &&str| {
        // People write a minus sign, too.
        let parsed: Option<i32> = cell.replace('−', "-").parse().ok();
        parsed
            .filter(|number| number.abs() <= LARGEST)
            .ok_or_else(|| QuadrantError::Number { line, text: cell.chars().take(20).collect() })
    };
    let numbers = cells.iter().map(number).collect::<Result<Vec<i32>, _>>()?;
    let count = numbers.len();
    numbers.try_into().map_err(|_| QuadrantError::Row { line, numbers: count })
}

/// Writes points as people read them.
pub fn write_quadrant(points: &Quadrant) -> String {
    let head = "# What the squares are worth to breadth: the top left quadrant, from the corner to \
                the middle.\n# obverse play --white breadth:points=FILE\n";
    let row = |row: &[i32; 4]| row.map(|number| format!(" {number:4}")).concat() + "\n";
    head.to_owned() + &points.iter().map(row).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(read_quadrant(&write_quadrant(&QUADRANT)), Ok(QUADRANT));
        let other = [[1, 2, 3, 4], [-5, 0, 0, 100], [7; 4], [-10_000; 4]];
        assert_eq!(read_quadrant(&write_quadrant(&other)), Ok(other));
    }

    #[test]
    fn the_drawing_of_the_description_is_read() {
        let drawing = "    1   2   3   4\n  +---+---+---+---+\n1 |30 |-4 |12 |10 |\n  \
                       +---+---+---+---+\n2 |-4 |-8 |-4 | 2 |\n3 |12 |-4 | 2 | 2 |\n\
                       4 |10 | 2 | 2 |−4 |\n  +---+---+---+---+\n";
        assert_eq!(read_quadrant(drawing), Ok(QUADRANT));
        assert_eq!(
            read_quadrant("30,-4,12,10\r\n-4,-8,-4,2\r\n12,-4,2,2\r\n10,2,2,-4"),
            Ok(QUADRANT)
        );
    }

    #[test]
    fn errors_say_the_line_and_what_would_be_right() {
        let error = |text: &str| read_quadrant(text).unwrap_err().to_string();
        assert_eq!(
            error("1 2 3 4\n\n1 2 3\n"),
            "line 3: a row has 4 numbers, from the corner to the middle, not 3"
        );
        assert_eq!(
            error("1 2 3 four\n"),
            "line 1: `four` is not a whole number from -10000 to 10000"
        );
        assert!(error("99999999999 1 1 1").starts_with("line 1: `99999999999`"));
        assert!(error("").ends_with("not 0 rows"));
        assert!(error(&"1 2 3 4\n".repeat(8)).ends_with("not 8 rows"));
    }
}
