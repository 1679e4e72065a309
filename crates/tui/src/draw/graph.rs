//! The evaluation bar and the graph of the game.

use obverse_engine::Score;
use obverse_engine::score::Kind;
use obverse_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Hits, framed};
use crate::state::Play;
use crate::theme::Theme;
use crate::update::Target;
use crate::words;

/// The discs at which the bar is full on 8×8; on other boards in proportion.
const FULL: f32 = 24.0;
/// A move that gives away so many discs is a mistake.
const MISTAKE: f32 = 4.0;
/// The eighths of a cell, filled from below.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// A score as a part of the full bar, from −1 where White has won to 1 where Black has.
fn share(score: Score, play: &Play) -> f32 {
    if score.kind == Kind::Wld {
        return score.discs;
    }
    let squares = play.game().position().size().squares() as f32;
    (score.discs / (FULL * squares / 64.0)).clamp(-1.0, 1.0)
}

/// The evaluation bar: black from below, white above, a line at zero.
pub(super) fn bar(buffer: &mut Buffer, area: Rect, play: &Play, theme: &Theme) {
    let Some(score) = play.latest_score() else {
        return bar_of(buffer, area, 0.0, theme);
    };
    bar_of(buffer, area, share(score, play), theme);
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
            (EIGHTHS[filled], Style::new().fg(theme.black_bar).bg(theme.white))
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

/// The graph: a column or more a move, black's lead above the line and white's below, mistakes
/// as dots, the current move as a cursor.
pub(super) fn graph(buffer: &mut Buffer, area: Rect, play: &Play, theme: &Theme, hits: &mut Hits) {
    let title = match play.latest_score() {
        Some(score) => words::score(score, Color::Black),
        None => "the game so far".to_owned(),
    };
    let inner = framed(buffer, area, &title, theme);
    if inner.is_empty() {
        return;
    }
    let game = play.game();
    let plies = game.ply() + game.undone().len();
    let columns = inner.width as usize;
    // A whole game fits: as many positions as there were empty squares, or more with passes.
    let expected = plies.max(game.start().empties()) + 1;
    let column_of = |ply: usize| (ply * columns / expected).min(columns - 1);
    let canvas = Canvas { area: inner, theme };
    canvas.ground(buffer);
    let mut last = None;
    for x in 0..columns {
        let ply = (0..=plies).rev().find(|&ply| column_of(ply) <= x);
        let ply = ply.filter(|&ply| column_of(ply) == x || ply < plies);
        let Some(ply) = ply else { continue };
        last = play.score_at(ply).or(last);
        if let Some(score) = last {
            canvas.column(buffer, x as u16, share(score, play));
        }
        hits.add(Rect::new(inner.x + x as u16, inner.y, 1, inner.height), Target::Ply(ply));
    }
    for ply in mistakes(play) {
        canvas.mistake(buffer, column_of(ply) as u16);
    }
    canvas.cursor(buffer, column_of(game.ply()) as u16);
}

/// The plies whose move gave discs away.
fn mistakes(play: &Play) -> Vec<usize> {
    let game = play.game();
    (1..=game.ply())
        .filter(|&ply| {
            let (Some(before), Some(after)) = (play.score_at(ply - 1), play.score_at(ply)) else {
                return false;
            };
            if before.kind == Kind::Wld || after.kind == Kind::Wld {
                return false;
            }
            let gain = after.discs - before.discs;
            let mover = game.positions()[ply - 1].side();
            let lost = if mover == Color::Black { -gain } else { gain };
            lost >= MISTAKE
        })
        .collect()
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

    /// One column of the area between the line and the score.
    fn column(&self, buffer: &mut Buffer, x: u16, share: f32) {
        let Rect { y, height, .. } = self.area;
        let x = self.area.x + x;
        let zero = self.zero();
        // At least an eighth, so that an even game shows that it is known.
        let unit = f32::from(height / 2) * 8.0;
        let top = zero - (share * unit).round() as i32;
        let (from, to) =
            if share >= 0.0 { (top.min(zero - 1), zero) } else { (zero, top.max(zero + 1)) };
        let color = if share >= 0.0 { Color::Black } else { Color::White };
        for row in 0..height {
            let (row_from, row_to) = (i32::from(row) * 8, i32::from(row) * 8 + 8);
            let (start, end) = (from.max(row_from), to.min(row_to));
            if start >= end {
                continue;
            }
            let covered = (end - start) as usize;
            let place = (x, y + row);
            // Blocks are filled from below: what hangs from the top is the paper of its inverse.
            let hangs = start == row_from && end < row_to;
            if self.theme.is_ascii() {
                if covered >= 4 {
                    buffer[place].set_symbol(if color == Color::Black { "#" } else { "o" });
                }
                continue;
            }
            if self.theme.is_lined() {
                let eighths = if hangs { 8 - covered } else { covered };
                let style = Style::new().add_modifier(Modifier::REVERSED);
                let style = if hangs { style } else { Style::new() };
                buffer[place].set_symbol(EIGHTHS[eighths]).set_style(style);
                continue;
            }
            let ink = self.theme.face(color);
            let (symbol, style) = if hangs {
                (EIGHTHS[8 - covered], Style::new().fg(self.theme.graph).bg(ink))
            } else {
                (EIGHTHS[covered], Style::new().fg(ink).bg(self.theme.graph))
            };
            buffer[place].set_symbol(symbol).set_style(style);
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
