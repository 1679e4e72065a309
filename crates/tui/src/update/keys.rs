//! The keys of the game: cursor, typed squares and numbers, commands.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use obverse_rules::Square;

use super::{Effect, dialog, play};
use crate::state::{Notice, Overlay, Play, Purpose, Question, State};

/// What a letter commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Undo,
    Redo,
    Hint,
    Why,
    Pass,
    Resign,
    Turn,
    Evaluation,
    Theme,
    Save,
    Open,
    New,
    SetUp,
    Tour,
    Study,
    Quit,
}

impl Command {
    /// Every command with its letter and what it does.
    pub(crate) const ALL: [(Command, char, &'static str); 16] = [
        (Command::Undo, 'u', "undo"),
        (Command::Redo, 'r', "redo"),
        (Command::Hint, 'h', "hint"),
        (Command::Why, 'w', "ask why"),
        (Command::Pass, 'p', "pass"),
        (Command::Resign, 'x', "resign"),
        (Command::Turn, 'v', "turn the board"),
        (Command::Evaluation, 'm', "show or hide scores"),
        (Command::Theme, 't', "change the colours"),
        (Command::Save, 's', "save"),
        (Command::Open, 'o', "open"),
        (Command::New, 'n', "new game"),
        (Command::SetUp, 'i', "set up a position"),
        (Command::Tour, 'l', "take the tour"),
        (Command::Study, 'y', "study the game"),
        (Command::Quit, 'q', "quit"),
    ];

    /// The command of a letter, in either case.
    pub(crate) fn of(letter: char) -> Option<Command> {
        let letter = letter.to_ascii_lowercase();
        Command::ALL.into_iter().find(|&(_, key, _)| key == letter).map(|(command, ..)| command)
    }
}

/// Whether a letter begins the name of a square on this board, rather than being a command. A
/// capital does unless it is a command: who types `D3` does not mean the third move. `h` is both:
/// it asks for a hint at once, and takes that back if a row follows.
pub(crate) fn is_column(play: &Play, letter: char) -> bool {
    let last = b'a' + play.game().position().size().get() as u8 - 1;
    let column = letter.to_ascii_lowercase();
    let is_free = letter.is_ascii_lowercase() || Command::of(letter).is_none();
    column.is_ascii_lowercase() && column as u8 <= last && column != 'h' && is_free
}

/// Whether a digit after `h` begins the row of a legal move.
fn may_be_row(play: &Play, digit: char) -> bool {
    let moves = play.game().position().moves();
    moves.iter().any(|square| square.to_string().starts_with(&format!("h{digit}")))
}

/// How soon a row has to follow an `h` for it to be a column whatever the row.
const COLUMN_H: Duration = Duration::from_millis(1200);

pub(super) fn in_game(state: &mut State, key: KeyEvent) -> Vec<Effect> {
    let now = state.now;
    let turned = state.view.turned;
    let Some(play) = state.playing() else { return vec![] };
    let hinted_at = play.hint_key.take();
    match key.code {
        KeyCode::Char('?') | KeyCode::F(1) => {
            state.overlay = Some(Overlay::Help);
            vec![]
        }
        // Who means the square f5 may as well press the key F5.
        KeyCode::F(row) => {
            play.typed = format!("f{row}");
            play.cursor = play.typed_square().unwrap_or(play.cursor);
            vec![]
        }
        KeyCode::Char(' ') => space(state),
        KeyCode::Char('/') => super::find::open(state),
        KeyCode::Char(digit @ '0'..='9') => {
            let at_once = |at| now.saturating_sub(at) < COLUMN_H;
            let column = hinted_at.is_some_and(|at| at_once(at) || may_be_row(play, digit));
            type_digit(state, digit, column)
        }
        KeyCode::Char(letter) if is_column(play, letter) => {
            play.typed = letter.to_ascii_lowercase().to_string();
            vec![]
        }
        KeyCode::Char(letter) => Command::of(letter).map_or(vec![], |it| command(state, it)),
        KeyCode::Backspace => {
            play.typed.pop();
            vec![]
        }
        KeyCode::Esc => escape(play),
        KeyCode::Enter => enter(state),
        KeyCode::Up => cursor(play, 0, -1, turned),
        KeyCode::Down => cursor(play, 0, 1, turned),
        KeyCode::Left => cursor(play, -1, 0, turned),
        KeyCode::Right => cursor(play, 1, 0, turned),
        KeyCode::Tab => next_legal(play, true),
        KeyCode::BackTab => next_legal(play, false),
        KeyCode::PageUp => play::step(state, -1),
        KeyCode::PageDown => play::step(state, 1),
        KeyCode::Home => play::look_at(state, 0),
        KeyCode::End => play::look_at(state, usize::MAX),
        _ => vec![],
    }
}

fn command(state: &mut State, command: Command) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    play.typed.clear();
    let ask = |question| Some(Overlay::Question(question));
    match command {
        Command::Undo => return play::undo(state),
        Command::Redo => return play::redo(state),
        Command::Hint => {
            play.hint_key = Some(now);
            return play::toggle_hint(state);
        }
        Command::Why => return super::why::open(state),
        Command::Pass => play::pass(state),
        Command::Resign if play.table.ending().is_some() => {}
        Command::Resign if play.resigner().is_none() => {
            play.notice = Notice::bad("Nobody here can resign: both sides are computers.");
        }
        Command::Resign => state.overlay = ask(Question::Resign),
        Command::Turn => state.view.turned = !state.view.turned,
        Command::Evaluation => state.view.evaluation = !state.view.evaluation,
        Command::Theme => {
            let palette = state.view.palette.next();
            state.view.palette = palette;
            super::tell(state, Notice::plain(format!("Theme: {palette}.")));
        }
        Command::Save => {
            let path = play.file.clone().unwrap_or_else(|| "game.ggf".to_owned());
            return dialog::open(state, Purpose::Save, path);
        }
        Command::Open => return dialog::open(state, Purpose::Open, String::new()),
        Command::New if play.is_worth_keeping() => state.overlay = ask(Question::NewGame),
        Command::New => return super::chooser::enter(state),
        Command::SetUp => return super::editor::open(state),
        Command::Tour => return super::tour::open(state),
        Command::Study => return super::study::open(state),
        Command::Quit => state.overlay = ask(Question::Quit),
    }
    vec![]
}

fn type_digit(state: &mut State, digit: char, after_h: bool) -> Vec<Effect> {
    let mut effects = vec![];
    let Some(play) = state.playing() else { return effects };
    if after_h && play.typed.is_empty() {
        play.typed.push('h');
        effects = play::toggle_hint(state);
    }
    let Some(play) = state.playing() else { return effects };
    // Three digits are enough for every square and every number of a move.
    if play.typed.len() < 3 {
        play.typed.push(digit);
    }
    if let Some(square) = play.typed_square() {
        play.cursor = square;
    }
    effects
}

fn enter(state: &mut State) -> Vec<Effect> {
    let Some(play) = state.playing() else { return vec![] };
    if play.typed.is_empty() {
        if play.table.ending().is_none() && play.person_to_move().is_none() {
            return space(state);
        }
        if !play.cursor_shown {
            play.cursor_shown = true;
            return vec![];
        }
        let square = play.cursor;
        return play::place(state, square);
    }
    let typed = std::mem::take(&mut play.typed);
    let only_letter = typed.chars().next().filter(|_| typed.len() == 1);
    if let Some(it) = only_letter.and_then(Command::of) {
        return command(state, it);
    }
    play.typed = typed;
    if let Some(square) = play.typed_square() {
        return play::place(state, square);
    }
    let typed = std::mem::take(&mut play.typed);
    play.notice = not_a_move(play, &typed);
    vec![]
}

fn not_a_move(play: &Play, typed: &str) -> Notice {
    let moves = play.game().position().moves().len();
    if typed.starts_with(|first: char| first.is_ascii_digit()) {
        return Notice::bad(format!("There is no move {typed}: the moves are 1 to {moves}."));
    }
    match typed.parse::<Square>() {
        Ok(square) => {
            let size = play.game().position().size();
            Notice::bad(format!("{square} is not on a board of {size}×{size}."))
        }
        Err(_) => Notice::bad(format!("“{typed}” is no square yet: a row number is missing.")),
    }
}

/// Plays at the cursor, or lets computers go on or wait.
fn space(state: &mut State) -> Vec<Effect> {
    let Some(play) = state.playing() else { return vec![] };
    if play.person_to_move().is_some() && play.cursor_shown {
        let square = play.cursor;
        return play::place(state, square);
    }
    play::pause(state)
}

fn escape(play: &mut Play) -> Vec<Effect> {
    if !play.typed.is_empty() {
        play.typed.clear();
    } else if play.hint.take().is_some() {
        return vec![Effect::StopHint];
    } else {
        play.cursor_shown = false;
    }
    vec![]
}

fn cursor(play: &mut Play, right: i32, down: i32, turned: bool) -> Vec<Effect> {
    let size = play.game().position().size().get() as i32;
    play.typed.clear();
    if !play.cursor_shown {
        play.cursor_shown = true;
        return vec![];
    }
    let sign = if turned { -1 } else { 1 };
    let step = |from: usize, by: i32| (from as i32 + sign * by).rem_euclid(size) as usize;
    let (column, row) = (step(play.cursor.column(), right), step(play.cursor.row(), down));
    play.cursor = Square::new(column, row).expect("wrapped into the board");
    vec![]
}

fn next_legal(play: &mut Play, forward: bool) -> Vec<Effect> {
    let moves = play.game().position().moves();
    let Some(count) = Some(moves.len()).filter(|&count| count > 0) else { return vec![] };
    let next = match moves.iter().position(|square| square == play.cursor) {
        _ if !play.cursor_shown => 0,
        Some(place) if forward => (place + 1) % count,
        Some(place) => (place + count - 1) % count,
        None => 0,
    };
    play.cursor_shown = true;
    play.cursor = moves.get(next).unwrap_or(play.cursor);
    vec![]
}
