//! The position editor: the board, the side to move, the keys.

use obverse_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::layout::Layout;
use super::{Hits, board, chip, framed, write_line};
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
        let height = area.height.min(KEYS.len() as u16 + 2);
        let inner = framed(buffer, Rect { height, ..area }, "keys", theme);
        for (row, (key, what)) in inner.rows().zip(KEYS) {
            let room = usize::from(row.width).saturating_sub(9);
            let spans = vec![
                Span::styled(theme.spell(&format!("{key:<9}")), theme.marked()),
                Span::styled(theme.spell(&words::fit(what, room)), theme.base()),
            ];
            write_line(buffer, row, spans);
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
    let keys = theme.spell("Space disc   s side   c clear   u undo   Enter play   Esc back");
    write_line(buffer, layout.keys, vec![Span::styled(keys, theme.quiet())]);
}
