//! Why a player moves: its number for every move on the squares, and beside the board every term
//! of its evaluation with a small bar, what its search made of the move, and how it came there.

use obverse_players::{ExplainedMove, Explanation, GrowthEnd, Iteration, Term, TreeGrowth};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use ratatui::widgets::{Clear, Widget};

use super::board;
use super::layout::Layout;
use super::{Hits, framed, write_line};
use crate::state::{Scroll, Why};
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

/// The fewest columns in which terms and bars can be read.
const LEAST: u16 = 30;

/// Draws the answer; of what one move's terms and search are, from a row on.
pub(super) fn draw(buffer: &mut Buffer, why: &Why, first: usize, theme: &Theme, hits: &mut Hits) {
    let screen = buffer.area;
    Clear.render(screen, buffer);
    buffer.set_style(screen, theme.base());
    hits.add(screen, ClickTarget::Key(crossterm::event::KeyCode::Esc));
    let position = why.game.position();
    let cursor = why.chosen_move().map_or(why.played, |it| Some(it.square));
    let cursor = cursor.or_else(|| position.moves().first());
    let corner = obverse_rules::Square::new(0, 0).expect("every board has it");
    let layout =
        Layout::new(screen, position.size(), theme.is_lined(), false, cursor.unwrap_or(corner));
    let beside = layout.as_ref().and_then(|it| it.panel.filter(|panel| panel.width >= LEAST));
    let (panel, foot) = if let (Some(layout), Some(panel)) = (&layout, beside) {
        title(buffer, layout.title, why, theme);
        squares(buffer, layout, why, theme, hits);
        (Rect { y: screen.y + 1, height: screen.height - 2, ..panel }, layout.keys)
    } else {
        // No room for the board: the terms are what was asked for.
        let inside = Rect { x: screen.x + 1, width: screen.width - 2, height: 1, ..screen };
        title(buffer, inside, why, theme);
        let panel = Rect { y: screen.y + 1, height: screen.height - 2, ..inside };
        (panel, Rect { y: screen.bottom() - 1, ..inside })
    };
    match &why.told {
        None => note(buffer, panel, &format!("{} thinks it over…", why.who), theme),
        Some(Err(problem)) => note(buffer, panel, &words::sentence(problem), theme),
        Some(Ok(explanation)) => {
            let shown = Shown { why, explanation, first };
            explain(buffer, panel, &shown, theme, hits);
        }
    }
    let more = if hits.scroll().is_needed() { "PgUp PgDn more   " } else { "" };
    let keys = theme.spell(&format!("↑↓ another move   {more}any other key closes"));
    write_line(buffer, foot, vec![Span::styled(keys, theme.quiet())]);
}

fn title(buffer: &mut Buffer, area: Rect, why: &Why, theme: &Theme) {
    let side = why.game.position().side();
    let question = match why.played {
        Some(square) => format!("   move {}: why {square}, {side}?", why.game.ply() + 1),
        None => format!("   move {}: what now, {side}?", why.game.ply() + 1),
    };
    let spans = vec![
        Span::styled("Obverse", theme.marked()),
        Span::styled(theme.spell(&question), theme.base()),
    ];
    write_line(buffer, area, spans);
}

fn note(buffer: &mut Buffer, area: Rect, text: &str, theme: &Theme) {
    let inner = framed(buffer, Rect { height: area.height.min(5), ..area }, "why", theme);
    let rows = words::wrap(text, inner.width.into(), inner.height.into());
    for (row, text) in inner.rows().zip(rows) {
        write_line(buffer, row, vec![Span::styled(theme.spell(&text), theme.base())]);
    }
}

/// The board with the player's number on every square where there is a move.
fn squares(buffer: &mut Buffer, layout: &Layout, why: &Why, theme: &Theme, hits: &mut Hits) {
    let position = why.game.position();
    let size = position.size();
    let mut faces = board::plain_faces(position);
    let moves = why.explanation().map_or(&[][..], |it| &it.moves);
    let numbers = numbers(moves, layout.board.scale.room());
    for (index, (explained, number)) in moves.iter().zip(numbers).enumerate() {
        let face = &mut faces[explained.square.index(size)];
        face.legal = Some((index + 1, position.side()));
        face.hint = Some((number, index == 0));
        face.cursor = index == why.chosen;
    }
    let cursor = why.chosen_move().map(|explained| explained.square);
    hits.discs = board::paint(buffer, &layout.board, &faces, cursor, theme);
    for (column, row, square) in layout.board.places() {
        if let Some(index) = moves.iter().position(|explained| explained.square == square) {
            hits.add(layout.board.rect(column, row), ClickTarget::Explained(index));
        }
    }
}

/// What is explained, and from which row on.
struct Shown<'a> {
    why: &'a Why,
    explanation: &'a Explanation,
    first: usize,
}

fn explain(buffer: &mut Buffer, area: Rect, shown: &Shown<'_>, theme: &Theme, hits: &mut Hits) {
    let Shown { why, explanation, first } = *shown;
    let Some(chosen) = why.chosen_move() else {
        return note(buffer, area, "There is no move to explain.", theme);
    };
    let most = (area.height / 3).max(4);
    let height = (explanation.moves.len() as u16 + 2).min(most);
    let list = Rect { height, ..area };
    let rest = Rect { y: area.y + height, height: area.height - height, ..area };
    moves(buffer, list, why, explanation, theme, hits);
    let title = format!("{} · {} · {}", explanation.player, chosen.square, explanation.side);
    let inner = framed(buffer, rest, &title, theme);
    let mut sheet = Sheet { width: inner.width.into(), rows: vec![], theme };
    sheet.terms(chosen);
    sheet.searched(chosen);
    if let Some(tree) = &explanation.tree {
        sheet.tree(tree);
    }
    if let Some(remark) = &explanation.remark {
        sheet.remark(remark);
    }
    sheet.iterations(&chosen.searched.iterations);
    let scroll = Scroll::new(first, sheet.rows.len(), inner.height.into());
    for (row, spans) in inner.rows().zip(sheet.rows.drain(scroll.first..)) {
        write_line(buffer, row, spans);
    }
    hits.scrolled(buffer, inner, scroll, theme);
}

/// Every move with what the search made of it, the best first.
fn moves(
    buffer: &mut Buffer,
    area: Rect,
    why: &Why,
    explanation: &Explanation,
    theme: &Theme,
    hits: &mut Hits,
) {
    let inner = framed(buffer, area, "every move, searched", theme);
    let visible = usize::from(inner.height);
    let first = (why.chosen + 1).saturating_sub(visible);
    let losses = losses(&explanation.moves);
    let middle = losses[losses.len() / 2].max(f64::MIN_POSITIVE);
    let listed = explanation.moves.iter().enumerate().skip(first);
    for (row, (index, explained)) in inner.rows().zip(listed) {
        let style = if index == why.chosen { theme.marked() } else { theme.base() };
        let score = number(explained.searched.score);
        let found = match explained.opening {
            Some(chance) => format!("book {:.0}%", 100.0 * chance),
            None => match explained.overlooked.filter(|&chance| chance > 0.0) {
                Some(chance) => format!("missed {:.0}%", 100.0 * chance),
                None => format!("depth {}", explained.searched.depth),
            },
        };
        let said = if Some(explained.square) == why.played { "played" } else { "" };
        let head = format!("{:<4}{score:>8} {found:<9}", explained.square);
        let used = head.chars().count() + 7;
        let said = Span::styled(format!("{said:<7}"), theme.quiet());
        write_line(buffer, row, vec![Span::styled(head, style), said]);
        let room = usize::from(row.width).saturating_sub(used).min(24);
        // The best move has a whole bar and one in the middle half of it, however bad the worst is.
        let text = bar(1.0 / (1.0 + losses[index] / middle), room, theme);
        buffer.set_string(row.x + used as u16, row.y, text, theme.base().fg(theme.accent));
        hits.add(row, ClickTarget::Explained(index));
    }
}

/// How much worse than the best each move is, in the order of the moves.
fn losses(moves: &[ExplainedMove]) -> Vec<f64> {
    let best = moves.first().map_or(0.0, |best| best.searched.score);
    moves.iter().map(|explained| (best - explained.searched.score).max(0.0)).collect()
}

/// The columns of the terms: their names, a number with its bar, and the number whose bar is full.
struct Grid {
    names: usize,
    cell: usize,
    largest: f64,
}

/// Rows that are written one below the other.
struct Sheet<'a> {
    width: usize,
    rows: Vec<Vec<Span<'static>>>,
    theme: &'a Theme,
}

impl Sheet<'_> {
    fn write(&mut self, spans: Vec<(String, Style)>) {
        let spell = |(text, style): (String, Style)| Span::styled(self.theme.spell(&text), style);
        self.rows.push(spans.into_iter().map(spell).collect());
    }

    /// A text in as many rows as it takes.
    fn write_text(&mut self, text: &str, style: Style) {
        for row in words::wrap(text, self.width, usize::MAX) {
            self.write(vec![(row, style)]);
        }
    }

    /// The terms after the move, and where the search ends, each with its bar, and their sums.
    fn terms(&mut self, explained: &ExplainedMove) {
        let theme = self.theme;
        if explained.terms.is_empty() {
            return;
        }
        let searched = &explained.searched.terms;
        let all = explained.terms.iter().chain(searched).map(|term| term.value.abs());
        let largest = all.fold(f64::MIN_POSITIVE, f64::max);
        let longest = explained.terms.iter().map(|term| term.name.len()).max().unwrap_or(0);
        let most = if self.width < 40 { 13 } else { 24 };
        let names = longest.clamp(5, most) + 1;
        // A name, then twice a number of six and a bar.
        let width = self.width.saturating_sub(names);
        let columns = if searched.is_empty() || width < 20 { 1 } else { 2 };
        let cell = width / columns;
        let heads = [format!("{:>6} ", "after"), format!("{:>6} ", "search")];
        let mut spans = vec![(format!("{:names$}", ""), theme.quiet())];
        for head in &heads[..columns] {
            spans.push((format!("{head:<cell$}"), theme.quiet()));
        }
        self.write(spans);
        let of = |terms: &[Term], name: &str| terms.iter().find(|it| it.name == name).copied();
        let is_new = |term: &&Term| of(&explained.terms, term.name).is_none();
        // What only the search has comes last.
        for term in explained.terms.iter().chain(searched.iter().filter(is_new)) {
            let after = of(&explained.terms, term.name);
            let found = of(searched, term.name);
            let found = [after.as_ref(), found.as_ref()];
            let label = words::fit(&term.name.replace('_', " "), names - 1);
            self.term(&label, &found[..columns], &Grid { names, cell, largest });
        }
        let sum = |terms: &[Term]| terms.iter().map(|term| term.value).sum::<f64>();
        let mut spans = vec![(format!("{:<names$}", "sum"), theme.strong())];
        for terms in [&explained.terms, searched].iter().take(columns) {
            spans
                .push((format!("{:<cell$}", format!("{:>6}", number(sum(terms)))), theme.strong()));
        }
        self.write(spans);
    }

    fn term(&mut self, label: &str, terms: &[Option<&Term>], grid: &Grid) {
        let theme = self.theme;
        let Grid { names, cell, largest } = *grid;
        let mut spans = vec![(format!("{label:<names$}"), theme.base())];
        for term in terms {
            let value = term.map_or(0.0, |term| term.value);
            let text = term.map_or(String::new(), |term| number(term.value));
            let room = cell.saturating_sub(8);
            let drawn = bar(value.abs() / largest, room, theme);
            let color = if value < 0.0 { theme.bad } else { theme.good };
            spans.push((format!("{text:>6} "), theme.base()));
            spans.push((format!("{drawn:<width$}", width = cell - 7), theme.base().fg(color)));
        }
        self.write(spans);
    }

    /// What the search made of the move: depth, positions, and the line that it expects.
    fn searched(&mut self, explained: &ExplainedMove) {
        let theme = self.theme;
        let searched = &explained.searched;
        let positions = words::count(searched.nodes as usize, "position");
        let score = match searched.kind {
            Some(kind) => {
                let score = obverse_engine::Score { discs: searched.score as f32, kind };
                format!("{score}  ")
            }
            None => String::new(),
        };
        self.write_text(&format!("{score}depth {}, {positions}", searched.depth), theme.quiet());
        if let Some(chance) = explained.opening {
            let times = words::count((100.0 * chance).round() as usize, "time");
            self.write_text(&format!("from its openings, {times} in 100"), theme.marked());
        }
        self.write_text(&words::line(&searched.line), theme.base());
    }

    /// How the tree grew, level by level: the deepest matters most.
    fn tree(&mut self, tree: &TreeGrowth) {
        let theme = self.theme;
        let largest = tree.levels.iter().copied().max().unwrap_or(1).max(2);
        let ended = match tree.ended {
            GrowthEnd::Whole => "it is whole",
            GrowthEnd::Depth => "deep enough",
            GrowthEnd::Time => "time was up",
            GrowthEnd::Memory => "memory was full",
        };
        let megabytes = |bytes: usize| bytes as f64 / f64::from(1 << 20);
        let memory = format!("{:.1} of {:.0} MB", megabytes(tree.memory), megabytes(tree.allowed));
        self.write_text(&format!("the tree: {memory}; {ended}"), theme.quiet());
        for (level, &positions) in tree.levels.iter().enumerate().skip(1).rev() {
            let is_whole = level as u32 <= tree.complete;
            // Levels grow tenfold: a bar has the length of the number, not of what it counts.
            let share = (positions.max(1) as f64).ln() / (largest as f64).ln();
            let width = self.width.saturating_sub(16);
            let style = theme.base().fg(if is_whole { theme.good } else { theme.accent });
            let spans = vec![
                (format!("{level:>3}{positions:>11} "), theme.base()),
                (bar(share, width, theme), style),
            ];
            self.write(spans);
        }
    }

    /// What else one should know of how the player chooses.
    fn remark(&mut self, remark: &str) {
        self.write_text(remark, self.theme.quiet());
    }

    /// What each depth thought of the move, and the path that the next one tried first.
    fn iterations(&mut self, iterations: &[Iteration]) {
        let theme = self.theme;
        if iterations.is_empty() {
            return;
        }
        self.write_text("depth by depth, with the path tried next", theme.quiet());
        for iteration in iterations.iter().rev() {
            let head = format!("{:>3}{:>9}  ", iteration.depth, number(iteration.score));
            let width = self.width.saturating_sub(head.len());
            let path = words::fit(&words::line(&iteration.line), width);
            self.write(vec![(head, theme.base()), (path, theme.quiet())]);
        }
    }
}

/// A number with as many digits as matter: `+0.25`, `+12.5`, `+412`.
fn number(value: f64) -> String {
    // Adding zero turns −0 into 0.
    match value.abs() {
        size if size >= 100.0 => format!("{:+.0}", value.round() + 0.0),
        size if size >= 10.0 => format!("{:+.1}", (10.0 * value).round() / 10.0 + 0.0),
        _ => format!("{:+.2}", (100.0 * value).round() / 100.0 + 0.0),
    }
}

/// The numbers of all moves for their squares. Where one of them has no room they are the places
/// of the moves in the list, for all of them.
fn numbers(moves: &[ExplainedMove], width: usize) -> Vec<String> {
    let fitting = |explained: &ExplainedMove| {
        let value = explained.searched.score;
        let whole = format!("{:+.0}", value.round() + 0.0);
        let fits = |text: &String| text.len() <= width;
        [number(value), whole].into_iter().find(fits)
    };
    let all: Option<Vec<String>> = moves.iter().map(fitting).collect();
    all.unwrap_or_else(|| (1..=moves.len()).map(|place| format!("{place}.")).collect())
}

/// A bar of a share of so many columns, in halves of them where the terminal has those.
fn bar(share: f64, width: usize, theme: &Theme) -> String {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let halves = (share * width as f64 * 2.0).round() as usize;
    if theme.is_ascii() {
        return "=".repeat(halves.div_ceil(2));
    }
    "━".repeat(halves / 2) + ["", "╸"][halves % 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Depth, Glyphs};

    #[test]
    fn numbers_have_the_digits_that_matter() {
        assert_eq!(number(0.254), "+0.25");
        assert_eq!(number(-12.54), "-12.5");
        assert_eq!(number(412.4), "+412");
        assert_eq!(number(-0.001), "+0.00");
    }

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        let lines = Theme::new(Depth::True, Glyphs::Unicode);
        assert_eq!(bar(0.5, 4, &lines), "━━");
        assert_eq!(bar(0.62, 4, &lines), "━━╸");
        assert_eq!(bar(7.0, 2, &lines), "━━");
        assert_eq!(bar(f64::NAN, 2, &lines), "");
        let ascii = Theme::new(Depth::None, Glyphs::Ascii);
        assert_eq!(bar(0.5, 4, &ascii), "==");
    }
}
