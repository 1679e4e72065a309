//! The tour of the five ideas.

use crossterm::event::{KeyCode, KeyEvent};
use obverse_players::{Terms, Who};
use obverse_rules::Game;

use super::{Effect, play, why};
use crate::state::{Overlay, Setup, State, Tour};

/// Begins the tour.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.overlay = Some(Overlay::Tour(Tour::default()));
    vec![]
}

pub(super) fn key(state: &mut State, mut tour: Tour, key: KeyEvent) -> Vec<Effect> {
    match key.code {
        KeyCode::Left | KeyCode::PageUp => tour.step(-1),
        KeyCode::Right | KeyCode::PageDown => tour.step(1),
        KeyCode::Up | KeyCode::Down | KeyCode::Tab | KeyCode::Char(' ') => tour.fails = !tour.fails,
        KeyCode::Char(digit @ '1'..='5') => {
            tour = Tour { idea: digit as usize - '1' as usize, fails: false };
        }
        KeyCode::Char('t' | 'T') => state.view.palette = state.view.palette.next(),
        KeyCode::Char('w' | 'W') => return why::on_tour(state, tour),
        KeyCode::Enter => return play_on(state, tour),
        _ => return vec![],
    }
    state.overlay = Some(Overlay::Tour(tour));
    vec![]
}

/// Plays on from the position, with the player of the idea where it is looked at.
fn play_on(state: &mut State, tour: Tour) -> Vec<Effect> {
    let stop = tour.stop();
    let position = stop.position();
    let mut players = [Who::Human, Who::Human];
    players[position.side() as usize] = stop.who();
    let setup = Setup {
        tree: None,
        players,
        game: Game::new(position),
        terms: Terms::default(),
        clocks: None,
        kept: None,
        file: None,
    };
    let mut effects = play::leave(state);
    effects.extend([Effect::StopPlayer, Effect::StopHint, Effect::Begin(Box::new(setup))]);
    effects
}
