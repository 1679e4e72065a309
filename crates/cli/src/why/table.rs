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
            more: format!("{:5} {:9}  {}", searched.depth, searched.nodes, line.trim()),
        }
    };
    let rows: Vec<Row> = explanation.moves.iter().map(row).collect();
    format!(
        "Where the line ends that the search expects\n{}",
        table(&rows, "depth     nodes  line")
    )
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

/// The table. Terms that are 0 in every row are named under it.
fn table(rows: &[Row], more: &str) -> String {
    let names = rows.first().map(|row| row.terms.as_slice()).unwrap_or_default();
    let is_zero = |at: usize| rows.iter().all(|row| row.terms[at].value == 0.0);
    let (zero, shown): (Vec<usize>, Vec<usize>) = (0..names.len()).partition(|&at| is_zero(at));
    let titles = shown.iter().map(|&at| format!(" {:>12}", spoken(names[at].name)));
    let titles: String = titles.collect();
    let mut text = format!(" move      score {:BAR$} {titles}  {more}", "");
    text.truncate(text.trim_end().len());
    text.push('\n');
    let largest = |values: &mut dyn Iterator<Item = f64>| values.map(f64::abs).fold(0.0, f64::max);
    let largest_score = largest(&mut rows.iter().map(|row| row.score));
    let all_terms = || rows.iter().flat_map(|row| &row.terms);
    let largest_term = largest(&mut all_terms().map(|term| term.value));
    for row in rows {
        let terms = shown.iter().map(|&at| {
            let value = row.terms[at].value;
            format!(" {:>10} {}", number(value), level(value, largest_term))
        });
        let terms: String = terms.collect();
        let bar = bar(row.score, largest_score);
        let line = format!(" {:4} {:>10} {bar} {terms}  {}", row.name, number(row.score), row.more);
        text += line.trim_end();
        text.push('\n');
    }
    if zero.is_empty() {
        return text;
    }
    let zero: Vec<String> = zero.iter().map(|&at| spoken(names[at].name)).collect();
    text + &format!(" nothing in {}\n", zero.join(", "))
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
