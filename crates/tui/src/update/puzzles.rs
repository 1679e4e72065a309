//! Solving puzzles.

use crossterm::event::{KeyCode, KeyEvent};
use obverse_rules::{Move, Square};
use obverse_study::{Attempt, Progress, Puzzle, Session};

use super::Effect;
use crate::state::{Notice, Overlay, Puzzles, Question, Screen, State};
use crate::words;

/// Asks for the puzzles, and what was done so far.
pub(super) fn ask(state: &mut State) -> Vec<Effect> {
    super::tell(state, Notice::plain("Looking for the puzzles…"));
    vec![Effect::OpenPuzzles]
}

/// The puzzles are there, or not.
pub(super) fn opened(
    state: &mut State,
    opened: Result<(Vec<Puzzle>, Progress), String>,
    time: i64,
) -> Vec<Effect> {
    match opened {
        Ok((puzzles, progress)) => {
            let session = Session::new(puzzles, progress);
            state.puzzles = Some(Puzzles::new(session, (time, state.now)));
            state.chooser.notice = None;
            state.screen = Screen::Puzzles;
        }
        Err(problem) => super::tell(state, Notice::bad(words::sentence(&problem))),
    }
    vec![]
}

/// What was decided could not be kept.
pub(super) fn not_kept(state: &mut State, problem: &str) {
    if let Some(puzzles) = &mut state.puzzles {
        puzzles.notice = Notice::bad(format!("Your rating could not be kept: {problem}."));
    }
}

pub(super) fn key(state: &mut State, key: KeyEvent) -> Vec<Effect> {
    let now = state.now;
    let Some(puzzles) = &mut state.puzzles else { return vec![] };
    let size = puzzles.current().map_or(8, |puzzle| puzzle.position().size().get());
    let last = b'a' + size as u8 - 1;
    match key.code {
        KeyCode::Char('?') | KeyCode::F(1) => state.overlay = Some(Overlay::Help),
        // Who means the square f5 may as well press the key F5.
        KeyCode::F(row) => puzzles.typed = format!("f{row}"),
        KeyCode::Esc if !puzzles.typed.is_empty() => puzzles.typed.clear(),
        KeyCode::Esc => leave(state),
        KeyCode::Backspace => drop(puzzles.typed.pop()),
        KeyCode::Enter if !puzzles.typed.is_empty() => {
            let square = puzzles.typed_square();
            let typed = std::mem::take(&mut puzzles.typed);
            if let Some(square) = square {
                return place(state, square);
            }
            puzzles.notice = Notice::bad(format!("“{typed}” is no move: a square such as f5."));
        }
        // The answer first, the next puzzle then.
        KeyCode::Enter | KeyCode::Char('n' | 'N') if puzzles.session.is_known() => {
            puzzles.next(now);
        }
        KeyCode::Enter | KeyCode::Char('n' | 'N') => return reveal(state),
        KeyCode::Char(digit @ '0'..='9') if puzzles.typed.len() < 3 => puzzles.typed.push(digit),
        KeyCode::Char(letter) if letter.is_ascii_lowercase() && letter as u8 <= last => {
            puzzles.typed = letter.to_string();
        }
        KeyCode::Char('v' | 'V') => state.view.turned = !state.view.turned,
        KeyCode::Char('t' | 'T') => state.view.palette = state.view.palette.next(),
        KeyCode::Char('q' | 'Q') => state.overlay = Some(Overlay::Question(Question::Quit)),
        _ => {}
    }
    vec![]
}

fn leave(state: &mut State) {
    state.puzzles = None;
    state.screen = Screen::Chooser;
}

/// A move is tried.
pub(super) fn place(state: &mut State, square: Square) -> Vec<Effect> {
    let now = state.now;
    let Some(puzzles) = &mut state.puzzles else { return vec![] };
    let time = puzzles.time(now);
    puzzles.typed.clear();
    let tried = match puzzles.session.attempt(Move::Place(square), time) {
        Ok(tried) => tried,
        Err(error) => {
            puzzles.notice = Notice::bad(words::sentence(&error.to_string()));
            return vec![];
        }
    };
    puzzles.notice = if tried.is_answer {
        Notice::good(format!("{square} is right. Enter: the next puzzle."))
    } else {
        Notice::bad(format!("{square} loses {:.0}. Try again, or Enter shows it.", tried.loss))
    };
    let decided = tried.decided.clone();
    puzzles.tries.push(tried);
    keep(puzzles, decided)
}

/// The answer is shown.
fn reveal(state: &mut State) -> Vec<Effect> {
    let now = state.now;
    let Some(puzzles) = &mut state.puzzles else { return vec![] };
    let time = puzzles.time(now);
    let decided = puzzles.session.reveal(time);
    puzzles.notice = Notice::plain("Enter: the next puzzle. This one comes back.");
    keep(puzzles, decided)
}

/// What was decided is counted and kept.
fn keep(puzzles: &mut Puzzles, decided: Option<Attempt>) -> Vec<Effect> {
    decided.map_or(vec![], |attempt| {
        puzzles.score.0 += 1;
        puzzles.score.1 += u32::from(attempt.solved);
        vec![Effect::KeepAttempt(Box::new(attempt))]
    })
}
