//! The position editor: the board, the side to move, the keys.

use crossterm::event::KeyCode;
use obverse_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::layout::Layout;
use super::{Hits, board, chip, framed, help, write_line};
use crate::state::Editor;
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

const KEYS: [(&str, &str); 9] = [
    ("↑ ↓ ← →", "move the cursor"),
    ("Space", "black, white, empty"),
    ("b  w  -", "put it and go on"),
    ("s, Tab", "the other side moves"),
    ("c  i", "empty, usual board"),
    ("u", "undo"),
    ("paste", "a board or a game"),
    ("Enter", "play from here"),
    ("Esc", "leave it as it was"),
];

/// The columns of the keys.
const KEY: usize = 9;

pub(super) fn draw(buffer: &mut Buffer, editor: &Editor, theme: &Theme, hits: &mut Hits) {
    let size = editor.size();
    let lined = theme.is_lined();
    let Some(layout) = Layout::new(buffer.area, size, lined, false, editor.cursor) else { return };
    let title = vec![
        Span::styled("Obverse", theme.marked()),
        Span::styled("   set up a position", theme.base()),
    ];
    write_line(buffer, layout.title, title);
    let mut faces = board::faces_of(&editor.setup.squares, size);
    faces[editor.cursor.index(size)].cursor = true;
    hits.discs = board::paint(buffer, &layout.board, &faces, Some(editor.cursor), theme);
    for (column, row, square) in layout.board.places() {
        hits.add(layout.board.rect(column, row), ClickTarget::Square(square));
    }
    if let Some(area) = layout.panel {
        // The frame, and a blank inside of it.
        let rows = help::rows(&KEYS, KEY, usize::from(area.width).saturating_sub(4));
        let height = area.height.min(rows.len() as u16 + 2);
        let inner = framed(buffer, Rect { height, ..area }, "keys", theme);
        for (row, (key, what)) in inner.rows().zip(rows) {
            write_line(buffer, row, help::spans(key, &what, KEY, theme));
        }
    }
    if let Some(problem) = &editor.problem {
        let text = words::fit(&words::sentence(problem), layout.notice.width.into());
        write_line(buffer, layout.notice, vec![Span::styled(theme.spell(&text), theme.warning())]);
    }
    let count = |color: Color| editor.setup.squares.iter().filter(|&&it| it == Some(color)).count();
    let half = layout.players.width / 2;
    for (color, x) in [(Color::Black, layout.players.x), (Color::White, layout.players.x + half)] {
        let style = if editor.setup.side == color { theme.strong() } else { theme.quiet() };
        let mut spans = chip(color, theme);
        spans.push(Span::styled(format!(" {color} {}", count(color)), style));
        write_line(buffer, Rect { x, width: half, ..layout.players }, spans);
    }
    let prompt = vec![
        Span::styled(
            format!("{} to move at {}. ", editor.setup.side, editor.cursor),
            theme.strong(),
        ),
        Span::styled("Enter plays from here", theme.quiet()),
    ];
    write_line(buffer, layout.prompt, prompt);
    let keys = [
        ("?", "help", KeyCode::Char('?')),
        ("Enter", "play", KeyCode::Enter),
        ("Esc", "back", KeyCode::Esc),
        ("s", "side", KeyCode::Char('s')),
        ("u", "undo", KeyCode::Char('u')),
        ("c", "clear", KeyCode::Char('c')),
        ("i", "usual board", KeyCode::Char('i')),
    ];
    super::key_row(buffer, layout.keys, &keys, theme, hits);
}
