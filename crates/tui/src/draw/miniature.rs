//! A small picture of a position, for the chooser.

use obverse_rules::{Position, Size, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use crate::theme::Theme;

/// Larger boards have half a row a square.
const LARGE: usize = 12;

/// The columns and rows that the picture of a board takes; none where it can't be drawn.
pub(super) fn size(size: Size, theme: &Theme) -> Option<(u16, u16)> {
    let n = size.get() as u16;
    if size.get() < LARGE {
        return Some((2 * n, n));
    }
    // Half a row is a colour of its own.
    (!theme.is_lined() && !theme.is_ascii()).then_some((n, n / 2))
}

/// Draws a position, as large as [`size`] says.
pub(super) fn draw(buffer: &mut Buffer, area: Rect, position: &Position, theme: &Theme) {
    let fine = position.size().get() >= LARGE;
    for place in area.positions() {
        let (column, row) = (usize::from(place.x - area.x), usize::from(place.y - area.y));
        let cell = &mut buffer[place];
        if fine {
            let [upper, lower] =
                [2 * row, 2 * row + 1].map(|row| color(position, column, row, theme));
            cell.set_symbol("▀").set_style(Style::new().fg(upper).bg(lower));
        } else {
            let disc = Square::new(column / 2, row).and_then(|square| position.get(square));
            let ground = Style::new().bg(ground(column / 2, row, theme));
            let (symbol, ink) = match disc {
                _ if column % 2 == 1 => (" ", theme.text),
                Some(side) if theme.is_lined() => (theme.disc(side), theme.text),
                Some(side) => (theme.disc(side), theme.face(side)),
                None => (theme.glyph("·", "."), theme.board_line),
            };
            cell.set_symbol(symbol).set_style(ground.fg(ink));
        }
    }
}

/// The colour of a square or of the disc on it.
fn color(position: &Position, column: usize, row: usize, theme: &Theme) -> Color {
    let disc = Square::new(column, row).and_then(|square| position.get(square));
    disc.map_or(ground(column, row, theme), |side| theme.face(side))
}

fn ground(column: usize, row: usize, theme: &Theme) -> Color {
    if (column + row) % 2 == 1 { theme.square_shade } else { theme.square }
}
