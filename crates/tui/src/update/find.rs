//! Searching the move list: what is typed is gone to at once.

use crossterm::event::{KeyCode, KeyEvent};

use super::{Effect, play};
use crate::state::{Find, Overlay, State};

/// Begins a search.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let Some(play) = state.playing() else { return vec![] };
    let from = play.game().ply();
    state.overlay = Some(Overlay::Find(Find { text: String::new(), from }));
    vec![]
}

pub(super) fn key(state: &mut State, mut find: Find, key: KeyEvent) -> Vec<Effect> {
    let effects = match key.code {
        KeyCode::Esc => return play::look_at(state, find.from),
        KeyCode::Enter if find.text.is_empty() => return vec![],
        KeyCode::Enter | KeyCode::Down | KeyCode::Right => go(state, &find, 1),
        KeyCode::Up | KeyCode::Left => go(state, &find, -1),
        KeyCode::Backspace => {
            find.text.pop();
            go(state, &find, 0)
        }
        KeyCode::Char(character) if find.text.len() < 8 => {
            find.text.push(character);
            go(state, &find, 0)
        }
        _ => vec![],
    };
    state.overlay = Some(Overlay::Find(find));
    effects
}

/// Goes to the next move that is meant, to the one before, or to the first from here on.
fn go(state: &mut State, find: &Find, by: i32) -> Vec<Effect> {
    let Some(play) = state.playing() else { return vec![] };
    let here = play.game().ply();
    let found = find.found(play.game());
    let next = match by {
        1 => found.iter().find(|&&ply| ply > here).or(found.first()),
        -1 => found.iter().rev().find(|&&ply| ply < here).or(found.last()),
        _ => found.iter().find(|&&ply| ply >= here).or(found.first()),
    };
    next.map_or(vec![], |&ply| play::look_at(state, ply))
}
