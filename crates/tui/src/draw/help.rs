//! The keys of each screen, in a window that can be scrolled where it is too small for them.

use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::text::Span;

use super::overlay::window;
use super::{Hits, write_line};
use crate::state::{Screen, Scroll, State};
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

/// The keys of a game.
const GAME: &[(&str, &str)] = &[
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
const PUZZLES: &[(&str, &str)] = &[
    ("f5 Enter", "try a square by its name, or a number; or click it"),
    ("Enter, n", "show the answer; then the next puzzle"),
    ("v  t", "turn the board round; another theme"),
    ("Esc", "back to the chooser"),
    ("", ""),
    ("rating", "on the scale of the levels; what is missed comes back"),
];

/// The keys of a game that is studied.
const STUDY: &[(&str, &str)] = &[
    ("← →", "a move back, a move on; also PgUp, PgDn and the wheel"),
    ("↑ ↓", "the variation before, the next one, at the nearest fork"),
    ("Home End", "the beginning, the end of the line"),
    ("f5 Enter", "play a move: another than the next begins a variation"),
    ("mouse", "click a square, or a move of the tree"),
    ("p, +", "promote: this line comes first at its fork"),
    ("x, Del, -", "delete this move and what came after it"),
    ("u", "undo the last deletion, promotion, comment or mark"),
    ("k  f5*", "write a comment; mark a square: ✕ △ ○ □, then none"),
    ("r", "review this line; again lets the review rest"),
    ("n", "the next mistake: find better, then Enter shows the answer"),
    ("s  o", "save (.sgf keeps all of it), open"),
    ("v  m  t", "turn the board round; the graph or more text; another theme"),
    ("Enter", "play the game on from here"),
    ("Esc, y", "back to the game as it stands"),
    ("", ""),
    ("grades", "● best ○ good ▵ inaccuracy ▲ mistake ✕ blunder"),
];

/// The keys of the chooser.
const CHOOSER: &[(&str, &str)] = &[
    ("↑ ↓, Tab", "go to who plays, the board, the time, the rules, the start"),
    ("← →", "change what has the focus"),
    ("12, + -", "a level, where a chair has the focus: typed, or one more or less"),
    ("time=5s", "the options of a player, typed after one another, or clicked"),
    ("10", "a size, where the board has the focus"),
    ("7 50ms 5+3", "any time, where the time has the focus"),
    ("Enter, Space", "begin the game, or open what has the focus"),
    ("mouse", "click whatever you see"),
    ("o", "open a file; what is pasted is opened too"),
    ("x, Del", "throw a game away that was not finished"),
    ("l  t", "the tour of the five ideas; another theme"),
    ("q, Ctrl-C", "quit"),
];

/// The keys of the position editor.
const EDITOR: &[(&str, &str)] = &[
    ("↑ ↓ ← →", "move the cursor"),
    ("Space, click", "black, white, empty, one after the other"),
    ("b  w  -", "put a black disc, a white one, or none, and go on to the next square"),
    ("Backspace", "go back a square and empty it"),
    ("s, Tab", "the other side moves first"),
    ("c  i", "an empty board; the usual four discs"),
    ("u", "undo"),
    ("paste", "a board, or the last position of a game, in any format that is read"),
    ("Enter", "take the position to the chooser, which begins with it"),
    ("Esc, q", "leave it as it was"),
];

/// The columns of the keys.
const KEYS: usize = 14;

fn table(screen: Screen) -> &'static [(&'static str, &'static str)] {
    match screen {
        Screen::Game => GAME,
        Screen::Study => STUDY,
        Screen::Puzzles => PUZZLES,
        Screen::Chooser => CHOOSER,
        Screen::Editor => EDITOR,
    }
}

/// Rows of keys and what they do, which goes on below where it is longer than the row.
pub(super) fn rows(
    table: &[(&'static str, &str)],
    keys: usize,
    width: usize,
) -> Vec<(&'static str, String)> {
    let of = |&(key, what): &(&'static str, &str)| {
        let mut rows = words::wrap(what, width.saturating_sub(keys), usize::MAX);
        rows.resize(rows.len().max(1), String::new());
        rows.into_iter().enumerate().map(move |(at, row)| (if at == 0 { key } else { "" }, row))
    };
    table.iter().flat_map(of).collect()
}

/// A row of [`rows`].
pub(super) fn spans(key: &str, what: &str, keys: usize, theme: &Theme) -> Vec<Span<'static>> {
    let span = |text: &str, style: Style| Span::styled(theme.spell(text), style);
    vec![span(&format!("{key:<keys$}"), theme.marked()), span(what, theme.base())]
}

pub(super) fn draw(buffer: &mut Buffer, state: &State, theme: &Theme, hits: &mut Hits) {
    let screen = buffer.area;
    let width = 76.min(screen.width);
    // The frame, and a blank inside of it.
    let rows = rows(table(state.screen), KEYS, usize::from(width).saturating_sub(4));
    let fits = rows.len() + 2 <= usize::from(screen.height);
    let title =
        if fits { "keys · any key closes" } else { "keys · ↑ ↓ scroll, others close" };
    let inner = window(buffer, width, rows.len() as u16 + 2, title, theme);
    let scroll = Scroll::new(state.scroll.first, rows.len(), inner.height.into());
    for (row, (key, what)) in inner.rows().zip(&rows[scroll.first..]) {
        write_line(buffer, row, spans(key, what, KEYS, theme));
    }
    hits.scrolled(buffer, inner, scroll, theme);
    hits.add(screen, ClickTarget::Key(KeyCode::Esc));
}
