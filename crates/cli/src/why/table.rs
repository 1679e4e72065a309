//! The tables of `obverse why`: numbers and small bars.

use obverse_players::{ExplainedMove, Explanation, Term};

use crate::output;

/// Every move with the terms of the position after it.
pub(super) fn after_the_move(explanation: &Explanation) -> String {
    let row = |told: &ExplainedMove| Row {
        name: told.square.to_string(),
        score: told.score(),
        terms: told.terms.clone(),
        more: String::new(),
    };
    let rows: Vec<Row> = explanation.moves.iter().map(row).collect();
    format!("After the move\n{}", table(&rows, ""))
}

/// Every move with the terms where its line ends.
pub(super) fn searched(explanation: &Explanation) -> String {
    let row = |told: &ExplainedMove| {
        let searched = &told.searched;
        let line = output::line(&searched.line);
        Row {
            name: told.square.to_string(),
            score: searched.score,
            terms: searched.terms.clone(),
            more: format!("{:5} {:9}  {}", searched.depth, searched.nodes, fit(line.trim())),
        }
    };
    let rows: Vec<Row> = explanation.moves.iter().map(row).collect();
    let chances = explanation.moves.iter().filter_map(|told| {
        let chance = told.overlooked.filter(|&chance| chance > 0.0)?;
        Some(format!("{} {:.0}\u{a0}%", told.square, 100.0 * chance))
    });
    let chances: Vec<String> = chances.collect();
    let overlooked = if chances.is_empty() {
        String::new()
    } else {
        wrapped(&format!("Overlooked: {}", chances.join(", ")))
    };
    let heading = if explanation.remark.is_some() {
        "What it takes the moves for after its search"
    } else {
        "Where the line ends that the search expects"
    };
    format!("{heading}\n{}{overlooked}", table(&rows, "depth     nodes  line"))
}

/// Words in lines that keep to the width.
pub(super) fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let own = word.chars().count();
        if length > 0 && length + 1 + own > WIDTH {
            lines.push('\n');
            length = 0;
        } else if !lines.is_empty() || length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += own;
    }
    lines + "\n"
}

/// The moves that have room beside depth and nodes.
fn fit(line: &str) -> String {
    const ROOM: usize = 56;
    if line.chars().count() <= ROOM {
        return line.to_owned();
    }
    line.chars().take(ROOM - 1).chain(['…']).collect()
}

/// A line of a table.
struct Row {
    name: String,
    score: f64,
    terms: Vec<Term>,
    more: String,
}

/// The cells of a bar.
const BAR: usize = 8;

/// A cell of a table and the title above it, in columns of their own width.
struct Column {
    title: String,
    cells: Vec<String>,
}

impl Column {
    fn width(&self) -> usize {
        let cells = self.cells.iter().chain([&self.title]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

/// No line is longer than this.
const WIDTH: usize = 80;

/// The table, in as many parts as it takes to keep to the width: each has the move's name again.
/// Terms that are 0 in every row are named under it.
fn table(rows: &[Row], more: &str) -> String {
    let names = rows.first().map(|row| row.terms.as_slice()).unwrap_or_default();
    let is_zero = |at: usize| rows.iter().all(|row| row.terms[at].value == 0.0);
    let (zero, shown): (Vec<usize>, Vec<usize>) = (0..names.len()).partition(|&at| is_zero(at));
    let mut text = String::new();
    let mut part = vec![];
    let first = part_names(rows);
    let mut used = first.width();
    for column in columns(rows, names, &shown, more) {
        if used + column.width() > WIDTH && !part.is_empty() {
            text += &lines(&first, &std::mem::take(&mut part));
            used = first.width();
        }
        used += column.width();
        part.push(column);
    }
    text += &lines(&first, &part);
    if zero.is_empty() {
        return text;
    }
    let zero: Vec<String> = zero.iter().map(|&at| spoken(names[at].name)).collect();
    text + &format!(" nothing in {}\n", zero.join(", "))
}

/// The names of the moves.
fn part_names(rows: &[Row]) -> Column {
    let cells = rows.iter().map(|row| format!(" {:4}", row.name)).collect();
    Column { title: " move".to_owned(), cells }
}

/// The score with its bar, the terms, and what more there is to say.
fn columns(rows: &[Row], names: &[Term], shown: &[usize], more: &str) -> Vec<Column> {
    let largest = |values: &mut dyn Iterator<Item = f64>| values.map(f64::abs).fold(0.0, f64::max);
    let largest_score = largest(&mut rows.iter().map(|row| row.score));
    let all_terms = || rows.iter().flat_map(|row| &row.terms);
    let largest_term = largest(&mut all_terms().map(|term| term.value));
    let score =
        |row: &Row| format!(" {:>10} {} ", number(row.score), bar(row.score, largest_score));
    let mut columns = vec![Column {
        title: format!("      score {:BAR$} ", ""),
        cells: rows.iter().map(score).collect(),
    }];
    columns.extend(shown.iter().map(|&at| {
        let cell = |row: &Row| {
            let value = row.terms[at].value;
            format!(" {:>10} {}", number(value), level(value, largest_term))
        };
        let title = format!(" {:>12}", spoken(names[at].name));
        Column { title, cells: rows.iter().map(cell).collect() }
    }));
    if !more.is_empty() {
        let cells = rows.iter().map(|row| format!("  {}", row.more)).collect();
        columns.push(Column { title: format!("  {more}"), cells });
    }
    columns
}

/// A part of the table.
fn lines(first: &Column, columns: &[Column]) -> String {
    let line = |cell: &dyn Fn(&Column) -> String| {
        let cells = columns.iter().map(|column| format!("{:1$}", cell(column), column.width()));
        let line = cell(first) + &cells.collect::<String>();
        line.trim_end().to_owned() + "\n"
    };
    let heads = line(&|column| column.title.clone());
    let rows = (0..first.cells.len()).map(|row| line(&|column| column.cells[row].clone()));
    heads + &rows.collect::<String>()
}

/// A term's name for people.
fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

/// A number with as many places as it needs, two at most.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:+.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if matches!(text, "+0" | "-0") { "0".to_owned() } else { text.replace('-', "−") }
}

/// A bar for a number: filled for one above 0, shaded for one below.
fn bar(value: f64, largest: f64) -> String {
    let share = if largest > 0.0 { value.abs() / largest } else { 0.0 };
    let cells = (share * BAR as f64).round() as usize;
    let cell = if value > 0.0 { "█" } else { "▒" };
    format!("{:BAR$}", cell.repeat(cells))
}

/// A bar in one cell.
fn level(value: f64, largest: f64) -> char {
    const LEVELS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let share = if largest > 0.0 { value.abs() / largest } else { 0.0 };
    LEVELS[(share * 8.0).ceil().clamp(0.0, 8.0) as usize]
}
