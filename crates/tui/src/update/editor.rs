//! The position editor.

use crossterm::event::{KeyCode, KeyEvent};
use obverse_records::Reader;
use obverse_rules::{Color, Position, Size, Square};

use super::{Effect, chooser};
use crate::state::{Editor, Field, Notice, Screen, State, Stroke};

/// Opens the editor with the position of the game, or the one that the chooser would begin with.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let (position, effects) = match state.playing() {
        Some(play) => (*play.game().position(), chooser::enter(state)),
        None => (state.chooser.first_position(), vec![]),
    };
    state.editor = Some(Editor::new(&position));
    state.screen = Screen::Editor;
    effects
}

pub(super) fn key(state: &mut State, key: KeyEvent) -> Vec<Effect> {
    let Some(editor) = &mut state.editor else { return vec![] };
    let cursor = editor.cursor;
    match key.code {
        KeyCode::Up => step(editor, 0, -1),
        KeyCode::Down => step(editor, 0, 1),
        KeyCode::Left => step(editor, -1, 0),
        KeyCode::Right => step(editor, 1, 0),
        KeyCode::Char(' ') => editor.paint(cursor, Stroke::Next),
        KeyCode::Char('b' | 'B' | 'x' | 'X' | '*') => put(editor, Some(Color::Black)),
        KeyCode::Char('w' | 'W' | 'o' | 'O') => put(editor, Some(Color::White)),
        KeyCode::Char('-' | '.') | KeyCode::Delete => put(editor, None),
        KeyCode::Backspace => {
            step(editor, -1, 0);
            let cursor = editor.cursor;
            editor.paint(cursor, Stroke::Put(None));
        }
        KeyCode::Char('s' | 'S') | KeyCode::Tab => editor.change_side(),
        KeyCode::Char('c' | 'C') => editor.clear(),
        KeyCode::Char('i' | 'I') => {
            let size = editor.size();
            editor.take(Position::start(size).setup());
        }
        KeyCode::Char('u' | 'U') => editor.undo(),
        KeyCode::Char('?') | KeyCode::F(1) => {
            state.overlay = Some(crate::state::Overlay::Help);
        }
        KeyCode::Enter => return finish(state),
        KeyCode::Esc | KeyCode::Char('q' | 'Q') => leave(state),
        _ => {}
    }
    vec![]
}

/// Puts a disc, or takes one away, and goes on to the next square, as one types a board.
fn put(editor: &mut Editor, disc: Option<Color>) {
    let cursor = editor.cursor;
    editor.paint(cursor, Stroke::Put(disc));
    let size = editor.size().get();
    let next = (cursor.row() * size + cursor.column() + 1) % (size * size);
    editor.cursor = Square::new(next % size, next / size).expect("wrapped into the board");
}

fn step(editor: &mut Editor, right: i32, down: i32) {
    let size = editor.size().get() as i32;
    let go = |from: usize, by: i32| (from as i32 + by).rem_euclid(size) as usize;
    let (column, row) = (go(editor.cursor.column(), right), go(editor.cursor.row(), down));
    editor.cursor = Square::new(column, row).expect("wrapped into the board");
}

/// A square was clicked.
pub(super) fn clicked(state: &mut State, square: Square) {
    if let Some(editor) = &mut state.editor {
        editor.paint(square, Stroke::Next);
    }
}

/// A board, or the last position of a game, was pasted.
pub(super) fn pasted(state: &mut State, text: &str) {
    let Some(editor) = &mut state.editor else { return };
    let sizes = [editor.size(), Size::EIGHT];
    let read = sizes
        .into_iter()
        .find_map(|size| Reader::with_size(text.as_bytes(), size).ok()?.next()?.ok());
    match read {
        Some(record) => editor.take(record.position().setup()),
        None => editor.problem = Some("what was pasted is no board and no game".to_owned()),
    }
}

/// The next game begins with this position.
fn finish(state: &mut State) -> Vec<Effect> {
    let Some(editor) = &mut state.editor else { return vec![] };
    match editor.position() {
        Ok(position) => {
            let is_usual = position == Position::start(position.size());
            let chooser = &mut state.chooser;
            chooser.set_size(position.size());
            chooser.start = (!is_usual).then_some(position);
            chooser.notice = Some(Notice::good("The game begins with this position."));
            leave(state);
            state.chooser.field = Field::Play;
        }
        Err(problem) => editor.problem = Some(problem),
    }
    vec![]
}

fn leave(state: &mut State) {
    state.editor = None;
    state.screen = Screen::Chooser;
    state.chooser.field = Field::Start;
}
