//! The evaluation bar and the graph of the game.

use obverse_engine::score::Kind;
use obverse_engine::{ErrorModel, Score};
use obverse_rules::{Color, Position, Size};
use obverse_study::Grade;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Hits, framed};
use crate::state::{Known, Play, State};
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

/// The discs at which the bar is full on 8×8; on other boards in proportion.
const FULL: f32 = 24.0;
/// A move that gives away so many discs is a mistake; on other boards in proportion.
const MISTAKE: f32 = 4.0;
/// The eighths of a cell, filled from below.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// A score as a part of the full bar, from −1 where White has won to 1 where Black has.
fn share(score: Score, size: Size) -> f32 {
    if score.kind == Kind::Wld {
        return score.discs;
    }
    let squares = size.squares() as f32;
    (score.discs / (FULL * squares / 64.0)).clamp(-1.0, 1.0)
}

/// The evaluation bar: black from below, white above, a line at zero.
pub(super) fn bar(buffer: &mut Buffer, area: Rect, play: &Play, theme: &Theme) {
    let Some(score) = play.latest_score() else {
        return bar_of(buffer, area, 0.0, theme);
    };
    bar_of(buffer, area, share(score, play.game().position().size()), theme);
}

fn bar_of(buffer: &mut Buffer, area: Rect, share: f32, theme: &Theme) {
    let eighths = (f32::midpoint(share, 1.0) * 8.0 * f32::from(area.height)).round() as i32;
    for row in 0..area.height {
        let below = i32::from(area.height - 1 - row) * 8;
        let filled = (eighths - below).clamp(0, 8) as usize;
        let (symbol, style) = if theme.is_ascii() || theme.is_lined() {
            let black = theme.glyph("▒", "#");
            let white = theme.glyph("█", ".");
            let style = Style::new().fg(theme.text);
            (if filled >= 4 { black } else { white }, style)
        } else {
            // Not every font fills a whole cell: its ground is of the same colour.
            let ground = if filled == 8 { theme.black_bar } else { theme.white };
            (EIGHTHS[filled], Style::new().fg(theme.black_bar).bg(ground))
        };
        for x in area.left()..area.right() {
            buffer.set_string(x, area.y + row, symbol, style);
        }
    }
    // The line at zero, between the two middle rows or through the middle one.
    let middle = area.y + area.height / 2;
    if !theme.is_ascii() && !theme.is_lined() {
        for x in area.left()..area.right() {
            let cell = &mut buffer[(x, middle)];
            // Where the bar ends in this very cell it hides the line.
            let back = match cell.symbol() {
                "█" => cell.fg,
                " " => cell.bg,
                _ => continue,
            };
            let glyph = if area.height.is_multiple_of(2) { "▔" } else { "─" };
            cell.set_symbol(glyph).set_style(Style::new().fg(theme.accent).bg(back));
        }
    }
}

/// What a graph shows.
pub(super) struct Course {
    /// What stands above it.
    pub title: String,
    /// For each position the score from Black's view, as a part of the full bar, and by how much of it
    /// that may be off.
    pub points: Vec<Option<(f32, f32)>>,
    /// How many positions have room.
    pub expected: usize,
    /// The positions after mistakes.
    pub mistakes: Vec<usize>,
    /// The position that is looked at.
    pub here: usize,
    /// What a click on each position hits.
    pub targets: Vec<ClickTarget>,
}

/// The graph of the game that is played.
pub(super) fn graph(
    buffer: &mut Buffer,
    area: Rect,
    state: &State,
    play: &Play,
    theme: &Theme,
    hits: &mut Hits,
) {
    let title = match play.latest_score() {
        Some(score) => {
            words::score_in(score, Color::Black, usize::from(area.width).saturating_sub(4))
        }
        None => "the game so far".to_owned(),
    };
    let game = play.game();
    let plies = game.ply() + game.undone().len();
    let point = |ply: usize| {
        let known = play.known_at(ply)?;
        // Of moves that were taken back only the scores are left.
        let position = game.positions().get(ply).unwrap_or(game.position());
        Some(point(&known, position, state.errors.as_ref()))
    };
    let course = Course {
        title,
        points: (0..=plies).map(point).collect(),
        expected: plies.max(game.start().empties()) + 1,
        mistakes: mistakes(play, state.errors.as_ref()).into_iter().map(|(ply, _)| ply).collect(),
        here: game.ply(),
        targets: (0..=plies).map(ClickTarget::Ply).collect(),
    };
    course.draw(buffer, area, theme, hits);
}

/// What is known of a position, as parts of the full bar.
pub(super) fn point(known: &Known, position: &Position, errors: Option<&ErrorModel>) -> (f32, f32) {
    (share(known.score, position.size()), known.margin(position, errors) / FULL)
}

impl Course {
    /// A column or more a move, black's lead above the line and white's below, a band where the score
    /// is uncertain, mistakes as dots, the current move as a cursor.
    pub(super) fn draw(&self, buffer: &mut Buffer, area: Rect, theme: &Theme, hits: &mut Hits) {
        let inner = framed(buffer, area, &self.title, theme);
        if inner.is_empty() {
            return;
        }
        let plies = self.points.len() - 1;
        let columns = inner.width as usize;
        let column_of = |ply: usize| (ply * columns / self.expected).min(columns - 1);
        let canvas = Canvas { area: inner, theme };
        canvas.ground(buffer);
        let mut last = None;
        for x in 0..columns {
            let ply = (0..=plies).rev().find(|&ply| column_of(ply) <= x);
            let ply = ply.filter(|&ply| column_of(ply) == x || ply < plies);
            let Some(ply) = ply else { continue };
            last = self.points[ply].or(last);
            if let Some((share, margin)) = last {
                canvas.column(buffer, x as u16, share, margin);
            }
            let column = Rect::new(inner.x + x as u16, inner.y, 1, inner.height);
            hits.add(column, self.targets[ply]);
        }
        for &ply in &self.mistakes {
            canvas.mistake(buffer, column_of(ply) as u16);
        }
        canvas.cursor(buffer, column_of(self.here) as u16);
    }
}

/// The plies after mistakes, and how many discs each gave away: what a review found, or else where more
/// was lost than the scores of a first look may be off.
pub(super) fn mistakes(play: &Play, errors: Option<&ErrorModel>) -> Vec<(usize, f32)> {
    if let Some(reviewed) = play.reviewed() {
        let bad = reviewed.iter().filter(|judged| judged.grade >= Grade::Mistake);
        return bad.map(|judged| (judged.ply + 1, judged.loss as f32)).collect();
    }
    let game = play.game();
    let least = MISTAKE * game.start().size().squares() as f32 / 64.0;
    let at = |ply: usize| {
        let known = play.known_at(ply).filter(|known| known.score.kind != Kind::Wld)?;
        Some((known.score.discs, known.margin(&game.positions()[ply], errors)))
    };
    let lost = |ply: usize| {
        let ((before, margin), (after, other)) = at(ply - 1).zip(at(ply))?;
        let mover = game.positions()[ply - 1].side();
        let lost = if mover == Color::Black { before - after } else { after - before };
        (lost >= least.max(margin).max(other)).then_some((ply, lost))
    };
    (1..=game.ply()).filter_map(lost).collect()
}

struct Canvas<'a> {
    area: Rect,
    theme: &'a Theme,
}

impl Canvas<'_> {
    /// Whether areas are made of blocks in the discs' colours.
    fn is_painted(&self) -> bool {
        !self.theme.is_ascii() && !self.theme.is_lined()
    }

    /// The line at zero, counted in eighths of a row from the top: always between two rows.
    fn zero(&self) -> i32 {
        i32::from(self.area.height.div_ceil(2)) * 8
    }

    fn ground(&self, buffer: &mut Buffer) {
        if self.is_painted() {
            buffer.set_style(self.area, Style::new().bg(self.theme.graph));
        }
        let y = self.area.y + self.area.height.div_ceil(2) - 1;
        let style = Style::new().fg(self.theme.board_line);
        for x in self.area.left()..self.area.right() {
            buffer.set_string(x, y, self.theme.glyph("▁", "_"), style);
        }
    }

    /// One column: the area between the line and the score, and around its end the band within
    /// which the score is uncertain.
    fn column(&self, buffer: &mut Buffer, x: u16, share: f32, margin: f32) {
        let Rect { y, height, .. } = self.area;
        let zero = self.zero();
        let unit = f32::from(height / 2) * 8.0;
        let end = zero - (share * unit).round() as i32;
        // At least an eighth, so that an even game shows that it is known.
        let area = if share >= 0.0 { end.min(zero - 1)..zero } else { zero..end.max(zero + 1) };
        let reach = (margin * unit).round() as i32;
        let band = end - reach..end + reach;
        let color = if share >= 0.0 { Color::Black } else { Color::White };
        for row in 0..height {
            let top = i32::from(row) * 8;
            let layers = std::array::from_fn(|eighth| {
                let at = top + eighth as i32;
                // The score stands before what is uncertain about it.
                match (area.contains(&at), band.contains(&at)) {
                    (true, _) => Layer::Lead,
                    (false, true) => Layer::Band,
                    (false, false) => Layer::Ground,
                }
            });
            self.cell(buffer, (self.area.x + x, y + row), Split::of(layers), color);
        }
    }

    fn cell(&self, buffer: &mut Buffer, place: (u16, u16), split: Split, color: Color) {
        let Split { upper, lower, eighths } = split;
        if upper == Layer::Ground && (lower == Layer::Ground || eighths == 0) {
            return;
        }
        // A full cell is a full block, which shows in plain text too.
        let (lower, eighths) = if eighths == 0 { (upper, 8) } else { (lower, eighths) };
        let cell = &mut buffer[place];
        if self.is_painted() {
            let ink = |layer| match layer {
                Layer::Ground => self.theme.graph,
                Layer::Band => self.theme.graph_band,
                Layer::Lead => self.theme.face(color),
            };
            let style = Style::new().fg(ink(lower)).bg(ink(upper));
            cell.set_symbol(EIGHTHS[eighths]).set_style(style);
            return;
        }
        match (upper, lower) {
            (Layer::Ground, Layer::Lead) if !self.theme.is_ascii() => {
                cell.set_symbol(EIGHTHS[eighths]);
            }
            // Blocks are filled from below: what hangs from the top is the inverse of one.
            (Layer::Lead, Layer::Ground) if !self.theme.is_ascii() => {
                let inverse = Style::new().add_modifier(Modifier::REVERSED);
                cell.set_symbol(EIGHTHS[eighths]).set_style(inverse);
            }
            // One layer a cell: the one that has more of it.
            _ => match if eighths >= 4 { lower } else { upper } {
                Layer::Ground => {}
                Layer::Band => {
                    cell.set_symbol(self.theme.glyph("░", ":"));
                }
                Layer::Lead => {
                    let ascii = if color == Color::Black { "#" } else { "o" };
                    cell.set_symbol(self.theme.glyph("█", ascii));
                }
            },
        }
    }

    fn mistake(&self, buffer: &mut Buffer, x: u16) {
        let place = (self.area.x + x, self.area.y);
        let back = buffer[place].bg;
        let style = Style::new().fg(self.theme.mistake).bg(back);
        buffer[place].set_symbol(self.theme.glyph("•", "!")).set_style(style);
    }

    fn cursor(&self, buffer: &mut Buffer, x: u16) {
        let place = (self.area.x + x, self.area.bottom() - 1);
        let style = Style::new().fg(self.theme.board_accent);
        buffer[place].set_symbol(self.theme.glyph("▲", "^")).set_style(style);
    }
}

/// What a part of the graph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    Ground,
    /// One side's lead.
    Lead,
    /// Where the score may be.
    Band,
}

/// A cell of two layers, which is as many as a character can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    upper: Layer,
    lower: Layer,
    /// How much of the cell is the lower one.
    eighths: usize,
}

impl Split {
    /// The split that differs least from these eighths, the highest first.
    fn of(layers: [Layer; 8]) -> Split {
        let most = |part: &[Layer]| {
            let count = |layer: Layer| part.iter().filter(|&&other| other == layer).count();
            let layer =
                [Layer::Ground, Layer::Lead, Layer::Band].into_iter().max_by_key(|&l| count(l));
            layer.map_or((Layer::Ground, 0), |layer| (layer, count(layer)))
        };
        let splits = (0..8).map(|eighths| {
            let (above, below) = layers.split_at(8 - eighths);
            let ((upper, right_above), (lower, right_below)) = (most(above), most(below));
            (right_above + right_below, Split { upper, lower, eighths })
        });
        // Of equal ones the plainest.
        let best = splits.max_by_key(|(right, split)| (*right, std::cmp::Reverse(split.eighths)));
        best.map_or(Split { upper: Layer::Ground, lower: Layer::Ground, eighths: 0 }, |(_, it)| it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_shows_the_two_layers_that_have_most_of_it() {
        use Layer::{Band, Ground, Lead};
        let split = |upper, lower, eighths| Split { upper, lower, eighths };
        let full = Split::of([Lead; 8]);
        assert_eq!((full.upper, full.eighths), (Lead, 0));
        let two = [Ground, Ground, Ground, Lead, Lead, Lead, Lead, Lead];
        assert_eq!(Split::of(two), split(Ground, Lead, 5));
        let three = [Ground, Band, Band, Band, Lead, Lead, Lead, Lead];
        assert_eq!(Split::of(three), split(Band, Lead, 4));
    }
}
