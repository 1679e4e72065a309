//! Telling the rows of a drawn board from what stands around them.

use obverse_rules::{Color, Size};

/// What a line of a drawn board is.
#[derive(Debug)]
pub(super) enum Line<'a> {
    Row(Row<'a>),
    /// Nothing.
    Blank,
    /// Coordinates or ruled lines.
    Frame,
    /// A side to move, a time, a title.
    Other,
}

/// A line that has squares in it, and perhaps the number of the row.
#[derive(Debug)]
pub(super) struct Row<'a> {
    line: &'a str,
    has_bars: bool,
}

/// One square of a row as it is written; nothing between two bars is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell<'a> {
    /// The column in the line, from 1.
    pub(super) column: usize,
    pub(super) text: &'a str,
}

/// Text that is neither a disc nor an empty square.
#[derive(Debug)]
pub(super) struct NoSquare;

impl Cell<'_> {
    /// The disc or empty square that it stands for.
    pub(super) fn square(&self) -> Result<Option<Color>, NoSquare> {
        let mut characters = self.text.chars();
        match (characters.next(), characters.next()) {
            (None | Some('-' | '.' | '_' | '0' | '·' | '+' | '∙' | '◦' | '□'), None) => {
                Ok(None)
            }
            (Some(symbol), None) => disc(symbol).map(Some).ok_or(NoSquare),
            (_, Some(_)) => Err(NoSquare),
        }
    }
}

/// The disc that a symbol stands for.
pub(super) fn disc(symbol: char) -> Option<Color> {
    match symbol {
        '@' | '#' | '⚫' | '⬤' => Some(Color::Black),
        '⚪' | '◯' => Some(Color::White),
        _ => Color::from_symbol(symbol),
    }
}

pub(super) fn classify(line: &str) -> Line<'_> {
    if line.trim().is_empty() {
        return Line::Blank;
    }
    if is_ruled(line) || is_coordinates(line) {
        return Line::Frame;
    }
    let has_bars = line.chars().filter(|&c| is_bar(c)).count() > Size::FOUR.get();
    let row = Row { line, has_bars };
    if has_bars {
        return Line::Row(row);
    }
    // A row with a wrong symbol is still a row, so that the symbol can be named. Digits may be
    // the number of the row.
    let squares = symbols(line).filter(|cell| cell.square().is_ok()).count();
    let is_strange = |cell: &Cell<'_>| {
        cell.square().is_err() && !cell.text.starts_with(|c: char| c.is_ascii_digit())
    };
    let others = symbols(line).filter(is_strange).count();
    if squares + others >= Size::FOUR.get() && squares >= 3 * others {
        Line::Row(row)
    } else {
        Line::Other
    }
}

impl<'a> Row<'a> {
    /// The squares in it, as far as one can tell without knowing the board's size.
    pub(super) fn width(&self) -> usize {
        if self.has_bars { self.barred().len() } else { symbols(self.line).count() }
    }

    /// The squares, if there are as many as the board's size asks for. The number of the row may
    /// stand before and after them.
    pub(super) fn cells(&self, number: usize, size: Size) -> Option<Vec<Cell<'a>>> {
        let label = number.to_string();
        let mut cells = if self.has_bars { self.barred() } else { symbols(self.line).collect() };
        let spare = cells.len().checked_sub(size.get())?;
        let is_label =
            |cells: &[Cell<'_>]| cells.iter().map(|cell| cell.text).collect::<String>() == label;
        if spare > 0 && spare != label.len() && spare != 2 * label.len() {
            return None;
        }
        if spare > 0 && is_label(&cells[..label.len()]) {
            cells.drain(..label.len());
        }
        if cells.len() > size.get() && is_label(&cells[cells.len() - label.len()..]) {
            cells.truncate(cells.len() - label.len());
        }
        (cells.len() == size.get()).then_some(cells)
    }

    /// Whether it is written as in a ten-line game file: `0`, `B` and `W`, or `0`, `1` and `2`.
    pub(super) fn is_of_game_file(&self) -> bool {
        self.line.chars().all(|c| c.is_whitespace() || "0BWbw12".contains(c))
    }

    /// What stands between the bars.
    fn barred(&self) -> Vec<Cell<'a>> {
        let mut cells = Vec::new();
        let mut begin = None;
        for (column, (at, character)) in self.line.char_indices().enumerate() {
            if !is_bar(character) {
                continue;
            }
            if let Some((column, from)) = begin {
                let inside: &str = &self.line[from..at];
                let text = inside.trim();
                let blanks = inside.chars().take_while(|c| c.is_whitespace()).count();
                // The document that defines the turn files marks an empty square with `A`.
                let text = if text == "A" { "" } else { text };
                cells.push(Cell { column: column + blanks, text });
            }
            begin = Some((column + 2, at + character.len_utf8()));
        }
        cells
    }
}

/// Whether a line is a comment, or brackets and commas alone.
pub(super) fn says_nothing(line: &str) -> bool {
    line.starts_with('%')
        || line.starts_with('#') && line.chars().count() > 1
        || line.chars().all(is_between)
}

/// Punctuation that separates or encloses squares.
fn is_between(c: char) -> bool {
    c.is_whitespace() || is_bar(c) || ",;[](){}\"'<>".contains(c)
}

/// The symbols of a line without bars.
fn symbols(line: &str) -> impl Iterator<Item = Cell<'_>> {
    line.char_indices()
        .enumerate()
        .filter(move |&(_, (_, c))| !is_between(c))
        .map(|(column, (at, c))| Cell { column: column + 1, text: &line[at..at + c.len_utf8()] })
}

fn is_bar(character: char) -> bool {
    matches!(character, '|' | '│' | '┃' | '║')
}

/// A line such as `+---+---+` or `├───┼───┤`.
fn is_ruled(line: &str) -> bool {
    let is_corner = |c: char| c == '+' || c == '=' || ('─'..='╿').contains(&c) && !is_bar(c);
    let is_rule = |c: char| is_corner(c) || is_bar(c) || "-_".contains(c) || c.is_whitespace();
    line.chars().any(is_corner) && line.chars().all(is_rule)
}

/// A line such as `a b c d e f g h` or `1 2 3 4 5 6 7 8`.
fn is_coordinates(line: &str) -> bool {
    let is_between = |c: char| c.is_whitespace() || is_bar(c);
    let words: Vec<&str> = line.split(is_between).filter(|word| !word.is_empty()).collect();
    let all: String = words.concat();
    let letters = || ('a'..='z').take(all.len());
    let is_letters = all.chars().map(|c| c.to_ascii_lowercase()).eq(letters());
    let is_numbers = words.iter().enumerate().all(|(at, word)| *word == (at + 1).to_string());
    all.len() >= Size::FOUR.get() && (is_letters || is_numbers && words.len() >= Size::FOUR.get())
}
