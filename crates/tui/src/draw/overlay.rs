//! What lies over the screen: help, questions, the file dialog.

use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use ratatui::widgets::{Clear, Widget};

use super::{Hits, framed, help, tour, why, write_line};
use crate::state::{FileDialog, Overlay, Play, Purpose, Question, State};
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

pub(super) fn draw(
    buffer: &mut Buffer,
    overlay: &Overlay,
    state: &State,
    theme: &Theme,
    hits: &mut Hits,
) {
    match overlay {
        Overlay::Help => help::draw(buffer, state, theme, hits),
        Overlay::Question(question) => ask(buffer, question, state, theme, hits),
        Overlay::File(file) => dialog(buffer, file, theme, hits),
        Overlay::Warning(text) => warn(buffer, text, theme, hits),
        Overlay::Why(shown) => why::draw(buffer, shown, state.scroll.first, theme, hits),
        Overlay::Tour(shown) => tour::draw(buffer, *shown, theme, hits),
        // They are typed where moves are.
        Overlay::Find(_) | Overlay::Comment(_) => {}
    }
}

/// A window in the middle of the screen, as far as the screen has room.
pub(super) fn window(
    buffer: &mut Buffer,
    width: u16,
    height: u16,
    title: &str,
    theme: &Theme,
) -> Rect {
    let screen = buffer.area;
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    let area = Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height - height) / 2,
        width,
        height,
    };
    Clear.render(area, buffer);
    buffer.set_style(area, theme.base());
    framed(buffer, area, title, theme)
}

/// The columns of a question or a warning, its frame included.
const BOX_WIDTH: u16 = 54;

/// A window with a text of as many rows as it needs, and so many below it. The answer is the window
/// and the first row below the text.
fn text_box(
    buffer: &mut Buffer,
    title: &str,
    text: &str,
    below: u16,
    style: Style,
    theme: &Theme,
) -> (Rect, u16) {
    let (width, most) =
        (BOX_WIDTH.min(buffer.area.width), buffer.area.height.saturating_sub(2 + below));
    // A frame and a blank on either side.
    let rows = words::wrap(text, width.saturating_sub(4).into(), most.into());
    let height = rows.len().max(1) as u16;
    let inner = window(buffer, width, height + 2 + below, title, theme);
    for (row, text) in (0..inner.height).zip(&rows) {
        let area = Rect { y: inner.y + row, height: 1, ..inner };
        write_line(buffer, area, vec![Span::styled(theme.spell(text), style)]);
    }
    (inner, inner.y + height)
}

fn warn(buffer: &mut Buffer, text: &str, theme: &Theme, hits: &mut Hits) {
    let screen = buffer.area;
    text_box(buffer, "not saved · any key closes", text, 0, theme.warning(), theme);
    hits.add(screen, ClickTarget::Key(KeyCode::Esc));
}

fn ask(buffer: &mut Buffer, question: &Question, state: &State, theme: &Theme, hits: &mut Hits) {
    let if_left = || state.play.as_ref().map_or(String::new(), Play::if_left);
    let (title, text) = match question {
        Question::Quit => ("Quit?", if_left()),
        Question::Resign => {
            let color = state.play.as_ref().and_then(Play::resigner);
            let who = color.map_or(String::new(), |color| format!("{} wins then.", !color));
            ("Resign?", who)
        }
        Question::NewGame => ("A new game?", if_left()),
        Question::Replace(path) => {
            ("Replace the file?", format!("There is a file {path} already."))
        }
        Question::Paste(_) => ("Open what was pasted?", if_left()),
        Question::Discard(_) => ("Throw this game away?", "It can’t be brought back.".to_owned()),
    };
    let (inner, end) = text_box(buffer, title, &text, 2, theme.base(), theme);
    let row = Rect { y: end + 1, height: 1, ..inner };
    let answers = [(KeyCode::Char('y'), "y", " yes"), (KeyCode::Char('n'), "n", " no")];
    let mut x = row.x;
    for (code, key, name) in answers {
        buffer.set_string(x, row.y, key, theme.marked());
        buffer.set_string(x + 1, row.y, name, theme.quiet());
        let width = 1 + name.len() as u16;
        hits.add(Rect::new(x, row.y, width, 1), ClickTarget::Key(code));
        x += width + 4;
    }
}

fn dialog(buffer: &mut Buffer, file: &FileDialog, theme: &Theme, hits: &mut Hits) {
    let title = match file.purpose {
        Purpose::Open => "open a game or a position",
        Purpose::Save => "save the game",
    };
    let height = buffer.area.height.saturating_sub(4).min(18);
    let inner = window(buffer, 66, height, title, theme);
    if inner.height < 3 {
        return;
    }
    // The end of a long path is what is being typed.
    let room = (inner.width as usize).saturating_sub(7);
    let long = file.path.chars().count().saturating_sub(room);
    let path: String = file.path.chars().skip(long).collect();
    let spans = vec![
        Span::styled("File: ", theme.strong()),
        Span::styled(path, theme.marked()),
        Span::styled(theme.glyph("▏", "_"), theme.marked()),
    ];
    write_line(buffer, inner, spans);
    let list = Rect { y: inner.y + 2, height: inner.height - 4, ..inner };
    let matching = file.matching();
    let visible = list.height as usize;
    let first = file.chosen.map_or(0, |chosen| (chosen + 1).saturating_sub(visible));
    for (index, entry) in matching.iter().enumerate().skip(first).take(visible) {
        let row = Rect { y: list.y + (index - first) as u16, height: 1, ..list };
        let slash = if entry.is_file { "" } else { "/" };
        let name = words::fit(&format!("{}{slash}", entry.name), list.width.into());
        let style = if file.chosen == Some(index) { theme.selected() } else { theme.base() };
        write_line(buffer, row, vec![Span::styled(theme.spell(&name), style)]);
        hits.add(row, ClickTarget::Entry(index));
    }
    let foot = Rect { y: inner.bottom() - 1, height: 1, ..inner };
    let rows = file.problem.as_ref().map_or(vec![], |problem| {
        words::wrap(problem, inner.width.into(), usize::from(inner.height).min(5) - 2)
    });
    for (up, text) in rows.iter().rev().enumerate() {
        let row = Rect { y: foot.y - 1 - up as u16, ..foot };
        let text = format!("{:<1$}", theme.spell(text), usize::from(row.width));
        write_line(buffer, row, vec![Span::styled(text, theme.warning())]);
    }
    let help = match file.purpose {
        Purpose::Open => "Enter open   Tab complete   ↑↓ choose   Esc cancel",
        Purpose::Save => "Enter save   the ending chooses: .ggf .sgf .txt   Esc cancel",
    };
    write_line(buffer, foot, vec![Span::styled(theme.spell(help), theme.quiet())]);
}
