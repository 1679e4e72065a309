//! Why a player moves: asking it, and looking at what it says.

use crossterm::event::{KeyCode, KeyEvent};
use obverse_players::Explanation;

use super::Effect;
use crate::state::{Notice, Overlay, Scroll, State, Tour, Why};

/// Asks the computer why it moved, or the engine what it thinks.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.asked += 1;
    let ticket = state.asked;
    let Some(play) = state.playing() else { return vec![] };
    let why = Why::about(play, ticket);
    if !why.game.position().has_move() {
        play.notice = Notice::plain("The game is over: there is no move to explain.");
        return vec![];
    }
    let explain = Effect::Explain {
        ticket,
        game: Box::new(why.game.clone()),
        who: why.who.clone(),
        time: play.table.time_per_move(),
    };
    state.overlay = Some(Overlay::Why(Box::new(why)));
    vec![explain]
}

/// Asks the player of an idea where the tour stops.
pub(super) fn on_tour(state: &mut State, tour: Tour) -> Vec<Effect> {
    state.asked += 1;
    let why = Why::on_tour(tour, state.asked);
    let (game, who) = (Box::new(why.game.clone()), why.who.clone());
    state.overlay = Some(Overlay::Why(Box::new(why)));
    vec![Effect::Explain { ticket: state.asked, game, who, time: None }]
}

pub(super) fn key(state: &mut State, mut why: Box<Why>, key: KeyEvent) -> Vec<Effect> {
    let moves = why.explanation().map_or(0, |explanation| explanation.moves.len());
    let before = why.chosen;
    match key.code {
        KeyCode::PageUp | KeyCode::PageDown => {
            state.scroll.key(key.code);
        }
        KeyCode::Up | KeyCode::BackTab => why.step(-1),
        KeyCode::Down | KeyCode::Tab => why.step(1),
        KeyCode::Home => why.chosen = 0,
        KeyCode::End => why.chosen = moves.saturating_sub(1),
        KeyCode::Char('t' | 'T') => state.view.palette = state.view.palette.next(),
        _ => {
            state.overlay = why.tour.map(Overlay::Tour);
            return vec![Effect::StopExplaining];
        }
    }
    if why.chosen != before {
        state.scroll = Scroll::default();
    }
    state.overlay = Some(Overlay::Why(why));
    vec![]
}

/// One of the moves was clicked.
pub(super) fn clicked(state: &mut State, index: usize) {
    if let Some(Overlay::Why(why)) = &mut state.overlay {
        why.chosen = index;
        state.scroll = Scroll::default();
    }
}

/// The player has answered.
pub(super) fn explained(state: &mut State, ticket: u64, told: Result<Explanation, String>) {
    if let Some(Overlay::Why(why)) = &mut state.overlay
        && why.ticket == ticket
    {
        why.hear(told);
    }
}
