//! Where everything goes: how large a square is, and what fits beside and below the board.

use obverse_rules::{Size, Square};
use ratatui::layout::Rect;

use crate::words;

/// How large a square is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// Columns of a square, without its line.
    pub(super) width: u16,
    /// Rows of a square, without its line.
    pub(super) height: u16,
    /// Whether there are lines between the squares.
    pub(super) lined: bool,
}

impl Scale {
    const fn solid(width: u16, height: u16) -> Scale {
        Scale { width, height, lined: false }
    }

    const fn lined(width: u16, height: u16) -> Scale {
        Scale { width, height, lined: true }
    }

    /// The columns for a score on a square: where there are lines its sign may stand on the one at
    /// the left.
    pub(super) fn score_room(self) -> usize {
        usize::from(if self.lined { self.width + 1 } else { self.width - 1 })
    }

    /// The columns for a number on a square. Numbers side by side do not touch: between them is a
    /// line, or else a free column.
    pub(super) fn room(self) -> usize {
        usize::from(if self.lined { self.width } else { self.width - 1 })
    }

    /// From one square to the next.
    fn pitch(self) -> (u16, u16) {
        let line = u16::from(self.lined);
        (self.width + line, self.height + line)
    }

    /// The columns and rows of so many squares.
    pub(super) fn span(self, columns: u16, rows: u16) -> (u16, u16) {
        let (pitch, line) = (self.pitch(), u16::from(self.lined));
        (columns * pitch.0 + line, rows * pitch.1 + line)
    }
}

/// The sizes of squares where they can be told by their colours, the largest first.
const SOLID: [Scale; 9] = [
    Scale::lined(13, 6),
    Scale::lined(11, 5),
    Scale::lined(9, 4),
    Scale::lined(7, 3),
    Scale::lined(5, 2),
    Scale::lined(3, 1),
    Scale::solid(4, 2),
    Scale::solid(3, 1),
    Scale::solid(2, 1),
];

/// The sizes of squares where there are no colours, the largest first.
const LINED: [Scale; 4] =
    [Scale::lined(7, 3), Scale::lined(3, 1), Scale::solid(3, 1), Scale::solid(2, 1)];

/// The columns left of the board, for the numbers of the rows.
const ROW_NAMES: u16 = 3;
/// The evaluation bar with the gap before it.
const BAR: u16 = 3;
/// The columns left free at the right.
const MARGIN: u16 = 1;
/// The gap between the bar and the panels.
const GAP: u16 = 2;
/// The panels as narrow as they read well, and as narrow as a large board may make them.
const PANEL: u16 = 30;
const PANEL_MIN: u16 = 18;
/// The fewest rows that are worth a panel below the board.
const PANEL_ROWS: u16 = 4;
/// The widest panels.
const PANEL_MAX: u16 = 64;
/// The rows above the board: the title, the letters of the columns.
const ABOVE: u16 = 2;
/// The rows below the board: what happened, the players, the prompt, the keys.
const BELOW: u16 = 4;
/// The smallest terminal that can be played on.
pub(super) const SMALLEST: (u16, u16) = (40, 14);

/// Where everything goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) title: Rect,
    pub(super) board: BoardLayout,
    pub(super) bar: Rect,
    /// Thinking, moves and graph: beside the board, below it where the terminal is narrow, or
    /// nowhere.
    pub(super) panel: Option<Rect>,
    pub(super) notice: Rect,
    pub(super) players: Rect,
    pub(super) prompt: Rect,
    pub(super) keys: Rect,
}

/// Where the squares are.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardLayout {
    pub(super) scale: Scale,
    pub(super) size: Size,
    pub(super) turned: bool,
    /// The squares, with the lines around them.
    pub(super) area: Rect,
    /// The first column and row in view, as they lie on the screen.
    pub(super) first: (u16, u16),
    /// How many columns and rows are in view.
    pub(super) shown: (u16, u16),
}

impl Layout {
    /// The layout for a terminal; none if it is too small. The cursor stays in view where the
    /// board is larger than the terminal.
    pub(super) fn new(
        screen: Rect,
        size: Size,
        lined: bool,
        turned: bool,
        cursor: Square,
    ) -> Option<Layout> {
        if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
            return None;
        }
        let rows = screen.height - ABOVE - BELOW;
        let wide = screen.width - ROW_NAMES - BAR - MARGIN;
        let scales: &[Scale] = if lined { &LINED } else { &SOLID };
        let n = size.get() as u16;
        let fits = |columns: u16| {
            scales.iter().copied().find(|scale| {
                let (width, height) = scale.span(n, n);
                width <= columns && height <= rows
            })
        };
        let smallest = Scale::solid(2, 1);
        let beside = |panel: u16| fits(wide.saturating_sub(GAP + panel));
        // The board comes first: it does not shrink to its smallest for the panels' sake.
        let roomy = beside(PANEL).filter(|&scale| scale != smallest);
        let (scale, panel) = match roomy.or_else(|| beside(PANEL_MIN)) {
            Some(scale) => (scale, Some(PANEL_MIN)),
            // A board that has to scroll leaves room for the panels; a narrow terminal has none.
            None if wide >= GAP + PANEL + 2 * 8 => (smallest, Some(PANEL_MIN)),
            None => (fits(wide).unwrap_or(smallest), None),
        };
        let columns = panel.map_or(wide, |panel| wide - GAP - panel);
        let (pitch_x, pitch_y) = scale.pitch();
        let line = u16::from(scale.lined);
        let shown = (n.min((columns - line) / pitch_x), n.min((rows - line) / pitch_y));
        let (width, height) = scale.span(shown.0, shown.1);
        let panel_width = panel.map_or(0, |_| (wide - GAP - width).min(PANEL_MAX));
        // The whole stands in the middle of a terminal that is wider than it needs.
        let used = ROW_NAMES + width + BAR + panel.map_or(0, |_| GAP + panel_width);
        let left = screen.x + (screen.width - used - MARGIN) / 2;
        let top = screen.y + ABOVE;
        let area = Rect::new(left + ROW_NAMES, top, width, height);
        let on_screen = if turned {
            (n - 1 - cursor.column() as u16, n - 1 - cursor.row() as u16)
        } else {
            (cursor.column() as u16, cursor.row() as u16)
        };
        let first = (scroll(on_screen.0, shown.0, n), scroll(on_screen.1, shown.1, n));
        let bar = Rect::new(area.right() + 1, top, BAR - 1, height);
        // Words need more room than a small board: without panels at its side they take it all.
        let (words_left, words_width) = match panel {
            Some(_) => (left + 1, used - 1),
            None => (screen.x + 1, screen.width - 2),
        };
        let line_at =
            |from_bottom: u16| Rect::new(words_left, screen.bottom() - from_bottom, words_width, 1);
        let spare = rows - height;
        let panel_area = if panel.is_some() {
            Some(Rect::new(bar.right() + GAP, screen.y + 1, panel_width, rows + ABOVE - 1))
        } else {
            let below = Rect::new(words_left, area.bottom(), words_width, spare);
            (spare >= PANEL_ROWS).then_some(below)
        };
        Some(Layout {
            title: Rect::new(words_left, screen.y, words_width, 1),
            board: BoardLayout { scale, size, turned, area, first, shown },
            bar,
            panel: panel_area,
            notice: line_at(4),
            players: line_at(3),
            prompt: line_at(2),
            keys: line_at(1),
        })
    }
}

impl Layout {
    /// Makes room for a notice that is too long for one row, where the board leaves a row free:
    /// the panels give one up. The answer is the rows of the notice with their words.
    pub(super) fn notice_rows(&mut self, text: &str) -> Vec<(Rect, String)> {
        let width = usize::from(self.notice.width);
        let above = Rect { y: self.notice.y.saturating_sub(1), ..self.notice };
        let is_free = self.board.area.bottom() <= above.y;
        if text.chars().count() <= width || !is_free {
            return vec![(self.notice, words::fit(text, width))];
        }
        if let Some(panel) = &mut self.panel {
            panel.height = panel.height.min(above.y.saturating_sub(panel.y));
        }
        [above, self.notice].into_iter().zip(words::wrap(text, width, 2)).collect()
    }
}

/// The first place in view, so that the cursor is near the middle of what is shown.
fn scroll(cursor: u16, shown: u16, all: u16) -> u16 {
    cursor.saturating_sub(shown / 2).min(all - shown)
}

impl BoardLayout {
    /// The square at a place on the screen, counted in squares from the first in view.
    pub(super) fn square_at(&self, column: u16, row: u16) -> Square {
        let n = self.size.get() as u16;
        let (column, row) = (self.first.0 + column, self.first.1 + row);
        let (column, row) = if self.turned { (n - 1 - column, n - 1 - row) } else { (column, row) };
        Square::new(column.into(), row.into()).expect("in view means on the board")
    }

    /// The cells of a square by its place on the screen.
    pub(super) fn rect(&self, column: u16, row: u16) -> Rect {
        let (pitch_x, pitch_y) = self.scale.pitch();
        let line = u16::from(self.scale.lined);
        Rect::new(
            self.area.x + column * pitch_x + line,
            self.area.y + row * pitch_y + line,
            self.scale.width,
            self.scale.height,
        )
    }

    /// Every square in view, with its place on the screen in squares.
    pub(super) fn places(&self) -> impl Iterator<Item = (u16, u16, Square)> + '_ {
        let (columns, rows) = self.shown;
        (0..rows)
            .flat_map(move |row| (0..columns).map(move |column| (column, row)))
            .map(|(column, row)| (column, row, self.square_at(column, row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: u16, height: u16, size: usize, cursor: &str) -> Option<Layout> {
        let size = Size::new(size).unwrap();
        Layout::new(Rect::new(0, 0, width, height), size, false, false, cursor.parse().unwrap())
    }

    #[test]
    fn squares_grow_with_the_terminal() {
        let scale = |width, height, size| {
            let scale = layout(width, height, size, "a1").unwrap().board.scale;
            (scale.width, scale.height, scale.lined)
        };
        assert_eq!(scale(80, 24, 8), (3, 1, true));
        assert_eq!(scale(60, 20, 8), (3, 1, false));
        assert_eq!(scale(120, 40, 8), (7, 3, true));
        assert_eq!(scale(200, 60, 8), (11, 5, true));
        assert_eq!(scale(80, 24, 12), (3, 1, false));
        assert_eq!(scale(100, 30, 12), (4, 2, false));
        assert_eq!(scale(200, 60, 26), (3, 1, true));
        assert_eq!(scale(80, 40, 26), (2, 1, false));
    }

    #[test]
    fn everything_lies_within_the_terminal_and_beside_each_other() {
        for (width, height) in [(40, 14), (60, 20), (80, 24), (81, 25), (120, 40), (300, 100)] {
            for size in Size::all().map(Size::get) {
                let it = layout(width, height, size, "d4").unwrap();
                let screen = Rect::new(0, 0, width, height);
                let mut parts = vec![
                    it.title,
                    it.board.area,
                    it.bar,
                    it.notice,
                    it.players,
                    it.prompt,
                    it.keys,
                ];
                parts.extend(it.panel);
                for (index, part) in parts.iter().enumerate() {
                    assert_eq!(part.intersection(screen), *part, "{width}×{height}, size {size}");
                    for other in &parts[index + 1..] {
                        assert!(part.intersection(*other).is_empty(), "{part} and {other}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_board_that_does_not_fit_scrolls_with_the_cursor() {
        for cursor in ["a1", "m13", "z26"] {
            let board = layout(80, 24, 26, cursor).unwrap().board;
            assert!(board.shown.1 < 26);
            let cursor: Square = cursor.parse().unwrap();
            assert!(board.places().any(|(_, _, square)| square == cursor), "{cursor}");
        }
    }

    #[test]
    fn a_small_terminal_has_no_layout() {
        assert!(layout(39, 24, 8, "a1").is_none());
        assert!(layout(80, 13, 8, "a1").is_none());
    }
}
