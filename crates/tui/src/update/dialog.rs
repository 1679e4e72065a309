//! The file dialog: opening and saving.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};

use obverse_players::{Terms, TimeControl, Who};

use super::{Effect, play};
use crate::files::{Loaded, NotOpened, NotWritten};
use crate::state::{Entry, FileDialog, Notice, Overlay, Purpose, Question, Screen, Setup, State};

/// Opens the dialog.
pub(super) fn open(state: &mut State, purpose: Purpose, path: String) -> Vec<Effect> {
    let file = FileDialog::new(purpose, path);
    let list = Effect::List(file.folder().to_owned());
    state.overlay = Some(Overlay::File(file));
    vec![list]
}

pub(super) fn key(state: &mut State, mut file: FileDialog, key: KeyEvent) -> Vec<Effect> {
    let folder = file.folder().to_owned();
    match key.code {
        KeyCode::Esc => return vec![],
        KeyCode::Enter => return enter(state, file),
        KeyCode::Char(character) => {
            file.path.push(character);
            file.chosen = None;
        }
        KeyCode::Backspace => {
            file.path.pop();
            file.chosen = None;
        }
        KeyCode::Tab => {
            file.complete();
        }
        KeyCode::Down => choose(&mut file, 1),
        KeyCode::Up => choose(&mut file, -1),
        _ => {}
    }
    file.problem = None;
    let moved = file.folder() != folder;
    let list = Effect::List(file.folder().to_owned());
    state.overlay = Some(Overlay::File(file));
    if moved { vec![list] } else { vec![] }
}

fn choose(file: &mut FileDialog, by: i32) {
    let count = file.matching().len() as i32;
    if count > 0 {
        let place = file.chosen.map_or(if by > 0 { 0 } else { -1 }, |at| at as i32 + by);
        file.chosen = Some(place.rem_euclid(count) as usize);
    }
}

fn enter(state: &mut State, mut file: FileDialog) -> Vec<Effect> {
    let entry = file.chosen.and_then(|index| file.matching().get(index).copied().cloned());
    if let Some(entry) = entry {
        file.take(&entry);
    }
    if file.name().is_empty() {
        // A folder, or nothing yet: look into it.
        let list = Effect::List(file.folder().to_owned());
        state.overlay = Some(Overlay::File(file));
        return vec![list];
    }
    let path = file.path.clone();
    match file.purpose {
        Purpose::Open => {
            state.overlay = Some(Overlay::File(file));
            vec![Effect::Open(PathBuf::from(path))]
        }
        Purpose::Save => {
            state.overlay = Some(Overlay::File(file));
            vec![Effect::Write { path, replace: false }]
        }
    }
}

pub(super) fn clicked(state: &mut State, index: usize) -> Vec<Effect> {
    let Some(Overlay::File(mut file)) = state.overlay.take() else { return vec![] };
    file.chosen = Some(index);
    enter(state, file)
}

pub(super) fn listed(state: &mut State, folder: &str, entries: Vec<Entry>) {
    if let Some(Overlay::File(file)) = &mut state.overlay
        && file.folder() == folder
    {
        file.entries = entries;
        file.entries.sort();
    }
}

/// A file was read: its game comes on the table, with the players who sit there already.
pub(super) fn opened(state: &mut State, opened: Result<Box<Loaded>, NotOpened>) -> Vec<Effect> {
    let setup = opened.map_err(|problem| problem.to_string()).and_then(|loaded| {
        let is_on = matches!(state.screen, Screen::Game | Screen::Study);
        let seated = match state.play.as_ref().filter(|_| is_on) {
            Some(play) => Ok((play.players.clone(), play.table.terms().clone())),
            None => state.chooser.setup().map(|setup| (setup.players, setup.terms)),
        };
        let (players, terms) = seated.map_err(|problem| problem.to_string())?;
        Ok(setup_of(*loaded, players, &terms))
    });
    match setup {
        Ok(setup) => {
            let mut effects = play::leave(state);
            effects.extend([Effect::StopPlayer, Effect::StopHint]);
            effects.push(Effect::Begin(Box::new(setup)));
            effects
        }
        Err(problem) => {
            problem_in_dialog(state, problem);
            vec![]
        }
    }
}

/// A game from a file, with these players. Its own time limit holds where no other was chosen.
fn setup_of(loaded: Loaded, players: [Who; 2], terms: &Terms) -> Setup {
    let time = match (terms.time, loaded.record.time) {
        (TimeControl::Free, Some(time)) => TimeControl::PerMove(time),
        (time, _) => time,
    };
    Setup {
        players,
        file: Some((&loaded).into()),
        tree: loaded.tree(),
        game: loaded.record.game,
        terms: Terms { time, ..terms.clone() },
        clocks: None,
        kept: None,
    }
}

/// The game was written, or not.
pub(super) fn written(state: &mut State, written: Result<String, NotWritten>) -> Vec<Effect> {
    match written {
        Ok(path) => {
            state.overlay = None;
            super::tell(state, Notice::good(format!("Saved as {path}.")));
            if let Some(play) = &mut state.play {
                play.file = Some(path);
            }
        }
        Err(NotWritten::Exists(path)) => {
            state.overlay = Some(Overlay::Question(Question::Replace(path)));
        }
        Err(problem) => problem_in_dialog(state, problem.to_string()),
    }
    vec![]
}

/// Shows a problem where the player is looking.
fn problem_in_dialog(state: &mut State, problem: String) {
    if let Some(Overlay::File(file)) = &mut state.overlay {
        file.problem = Some(problem);
    } else {
        super::tell(state, Notice::bad(problem));
    }
}
