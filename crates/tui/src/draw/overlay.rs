//! What lies over the screen: help, questions, the file dialog.

use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use ratatui::widgets::{Clear, Widget};

use super::{Hits, framed, tour, why, write_line};
use crate::state::{FileDialog, Overlay, Play, Purpose, Question, Screen, State};
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
        Overlay::Help if state.screen == Screen::Puzzles => {
            help(buffer, &PUZZLE_HELP, theme, hits);
        }
        Overlay::Help if state.screen == Screen::Study => help(buffer, &STUDY_HELP, theme, hits),
        Overlay::Help => help(buffer, &HELP, theme, hits),
        Overlay::Question(question) => ask(buffer, question, state, theme, hits),
        Overlay::File(file) => dialog(buffer, file, theme, hits),
        Overlay::Warning(text) => warn(buffer, text, theme, hits),
        Overlay::Why(shown) => why::draw(buffer, shown, theme, hits),
        Overlay::Tour(shown) => tour::draw(buffer, *shown, theme, hits),
        // They are typed where moves are.
        Overlay::Find(_) | Overlay::Comment(_) => {}
    }
}

/// A window in the middle of the screen, as far as the screen has room.
fn window(buffer: &mut Buffer, width: u16, height: u16, title: &str, theme: &Theme) -> Rect {
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

const HELP: [(&str, &str); 22] = [
    ("↑ ↓ ← →", "move the cursor; Tab goes to the next legal move"),
    ("Enter, Space", "play at the cursor; let a waiting computer go on"),
    ("f5 Enter", "play a square by its name"),
    ("7 Enter", "play a move by its number on the board"),
    ("mouse", "click a square, a move of the list, the graph, a key below"),
    ("u  r", "undo, redo"),
    ("h", "hint: the score of every move, the best in amber"),
    ("w", "why the computer moved: its terms, its search, its line"),
    ("l", "a tour of the five ideas behind the classics"),
    ("y", "study the game: variations, review, find better"),
    ("p  x", "pass, which is played for you when it is forced; resign"),
    ("PgUp PgDn", "look through the game, a move at a time; also the wheel"),
    ("Home End", "its beginning, its end"),
    ("/", "find a move in the list: c4, pass, 23"),
    ("Space", "computers wait, or go on"),
    ("v", "turn the board round"),
    ("m  t", "show or hide the evaluation; another theme"),
    ("s  o  n  i", "save, open, new game, set up a position; paste works too"),
    ("q, Ctrl-C", "quit; the game is kept and offered at the next start"),
    ("", ""),
    ("scores", "= exact, W D L proven, ≈ selective with its confidence,"),
    ("", "~ heuristic, book. On large boards commands are capitals."),
];

/// The keys of puzzles.
const PUZZLE_HELP: [(&str, &str); 6] = [
    ("f5 Enter", "try a square by its name, or a number; or click it"),
    ("Enter, n", "show the answer; then the next puzzle"),
    ("v  t", "turn the board round; another theme"),
    ("Esc", "back to the chooser"),
    ("", ""),
    ("rating", "on the scale of the levels; what is missed comes back"),
];

/// The keys of a game that is studied.
const STUDY_HELP: [(&str, &str); 17] = [
    ("← →", "a move back, a move on; also PgUp, PgDn and the wheel"),
    ("↑ ↓", "the variation before, the next one, at the nearest fork"),
    ("Home End", "the beginning, the end of the line"),
    ("f5 Enter", "play a move: another than the next begins a variation"),
    ("mouse", "click a square, or a move of the tree"),
    ("p, +", "promote: this line comes first at its fork"),
    ("x, Del, -", "delete this move and what came after it"),
    ("u", "undo the last deletion, promotion or comment"),
    ("k", "write a comment; an empty one takes it away"),
    ("r", "review this line; again lets the review rest"),
    ("n", "the next mistake: find better, then Enter shows the answer"),
    ("s  o", "save (.sgf keeps all of it), open"),
    ("v  t", "turn the board round; another theme"),
    ("Enter", "play the game on from here"),
    ("Esc, y", "back to the game as it stands"),
    ("", ""),
    ("grades", "● best ○ good ▵ inaccuracy ▲ mistake ✕ blunder"),
];

fn help(buffer: &mut Buffer, keys: &[(&str, &str)], theme: &Theme, hits: &mut Hits) {
    let screen = buffer.area;
    let inner = window(buffer, 76, keys.len() as u16 + 2, "keys · any key closes", theme);
    for (row, (key, what)) in (0..inner.height).zip(keys) {
        let area = Rect { y: inner.y + row, height: 1, ..inner };
        let spans = vec![
            Span::styled(theme.spell(&format!("{key:<14}")), theme.marked()),
            Span::styled(theme.spell(what), theme.base()),
        ];
        write_line(buffer, area, spans);
    }
    hits.add(screen, ClickTarget::Key(KeyCode::Esc));
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
