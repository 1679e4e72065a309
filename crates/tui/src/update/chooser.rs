//! The chooser: who plays whom, on which board, with how much time.

use crossterm::event::{KeyCode, KeyEvent};
use obverse_engine::Level;
use obverse_rules::{Color, Size};

use super::{Effect, dialog, play};
use crate::state::{
    Chair, Chooser, Field, Notice, Overlay, Purpose, Question, Screen, SeatKind, State, Unfinished,
};

/// Leaves the game for the chooser.
pub(super) fn enter(state: &mut State) -> Vec<Effect> {
    let mut effects = play::leave(state);
    state.screen = Screen::Chooser;
    state.chooser.field = Field::Play;
    effects.extend([Effect::StopPlayer, Effect::StopHint, Effect::Leave]);
    effects
}

/// The games that wait are known.
pub(super) fn kept(state: &mut State, unfinished: Vec<Unfinished>) {
    // The game that was left is among them.
    state.play = None;
    let chooser = &mut state.chooser;
    chooser.unfinished = unfinished;
    if !chooser.fields().contains(&chooser.field) {
        chooser.field = Field::Play;
    }
}

pub(super) fn key(state: &mut State, key: KeyEvent) -> Vec<Effect> {
    let chooser = &mut state.chooser;
    if let (KeyCode::Char(_) | KeyCode::Backspace, Some(command)) = (key.code, command(chooser)) {
        match key.code {
            KeyCode::Char(character) if command.len() < 200 => command.push(character),
            KeyCode::Backspace => drop(command.pop()),
            _ => {}
        }
        return vec![];
    }
    match key.code {
        KeyCode::Up | KeyCode::BackTab => focus(chooser, -1),
        KeyCode::Down | KeyCode::Tab => focus(chooser, 1),
        KeyCode::Left => change(chooser, -1),
        KeyCode::Right => change(chooser, 1),
        KeyCode::Char('-') => level(chooser, -1),
        KeyCode::Char('+' | '=') => level(chooser, 1),
        KeyCode::Enter | KeyCode::Char(' ') => return choose(state),
        KeyCode::Char('o' | 'O') => return dialog::open(state, Purpose::Open, String::new()),
        KeyCode::Char('x' | 'X') | KeyCode::Delete => {
            if let Field::Unfinished(index) = chooser.field {
                let slot = chooser.unfinished[index].slot;
                state.overlay = Some(Overlay::Question(Question::Discard(slot)));
            }
        }
        KeyCode::Char('?') | KeyCode::F(1) => state.overlay = Some(Overlay::Help),
        KeyCode::Char('q' | 'Q') | KeyCode::Esc => return vec![Effect::Quit],
        _ => {}
    }
    vec![]
}

/// Whether something is being typed.
pub(super) fn is_typing(state: &mut State) -> bool {
    command(&mut state.chooser).is_some()
}

/// Takes away the command that is being typed.
pub(super) fn erase(state: &mut State) {
    if let Some(command) = command(&mut state.chooser) {
        command.clear();
    }
}

/// The command that is being typed, if the focus is on a chair that needs one.
fn command(chooser: &mut Chooser) -> Option<&mut String> {
    let Field::Chair(color) = chooser.field else { return None };
    let chair = &mut chooser.chairs[color as usize];
    chair.seat.takes_command().then_some(&mut chair.command)
}

pub(super) fn clicked(state: &mut State, field: Field) -> Vec<Effect> {
    if state.screen != Screen::Chooser {
        return vec![];
    }
    let again = state.chooser.field == field;
    state.chooser.field = field;
    match field {
        Field::Play | Field::Open => choose(state),
        Field::Unfinished(_) if again => choose(state),
        Field::Size | Field::Time if again => {
            change(&mut state.chooser, 1);
            vec![]
        }
        _ => vec![],
    }
}

pub(super) fn seat_clicked(state: &mut State, index: usize) {
    if let Field::Chair(color) = state.chooser.field
        && let Some(&seat) = SeatKind::ALL.get(index)
    {
        state.chooser.chairs[color as usize].seat = seat;
    }
}

fn choose(state: &mut State) -> Vec<Effect> {
    let chooser = &mut state.chooser;
    match chooser.field {
        Field::Open => dialog::open(state, Purpose::Open, String::new()),
        Field::Unfinished(index) => {
            vec![Effect::Begin(Box::new(chooser.unfinished[index].setup.clone()))]
        }
        _ => match chooser.setup() {
            Ok(setup) => vec![Effect::Begin(Box::new(setup))],
            Err(problem) => {
                chooser.notice = Some(Notice::bad(problem.to_string()));
                vec![]
            }
        },
    }
}

fn focus(chooser: &mut Chooser, by: i32) {
    let fields = chooser.fields();
    let place = fields.iter().position(|&field| field == chooser.field).unwrap_or(0);
    chooser.field = fields[step(place, by, fields.len())];
    chooser.notice = None;
}

fn change(chooser: &mut Chooser, by: i32) {
    chooser.notice = None;
    match chooser.field {
        Field::Chair(color) => {
            let chair = chair(chooser, color);
            let place = SeatKind::ALL.iter().position(|&seat| seat == chair.seat).unwrap_or(0);
            chair.seat = SeatKind::ALL[step(place, by, SeatKind::ALL.len())];
        }
        Field::Size => {
            let sizes: Vec<Size> = Size::all().collect();
            let place = sizes.iter().position(|&size| size == chooser.size).unwrap_or(0);
            chooser.size = sizes[step(place, by, sizes.len())];
        }
        Field::Time => {
            // A time that is none of the list, from the command line, comes before its first.
            let place = Chooser::TIMES.iter().position(|&time| time == chooser.time);
            let place = place.unwrap_or(if by > 0 { Chooser::TIMES.len() - 1 } else { 0 });
            chooser.time = Chooser::TIMES[step(place, by, Chooser::TIMES.len())];
        }
        Field::Play => chooser.field = Field::Open,
        Field::Open => chooser.field = Field::Play,
        Field::Unfinished(_) => {}
    }
}

fn level(chooser: &mut Chooser, by: i32) {
    let Field::Chair(color) = chooser.field else { return };
    let chair = chair(chooser, color);
    let number = (chair.level.get() as i32 + by).clamp(1, 20) as u8;
    chair.seat = SeatKind::Level;
    chair.level = Level::new(number).expect("clamped to the levels there are");
}

fn chair(chooser: &mut Chooser, color: Color) -> &mut Chair {
    &mut chooser.chairs[color as usize]
}

/// A place in a list, some steps on, round the ends.
fn step(place: usize, by: i32, count: usize) -> usize {
    (place as i32 + by).rem_euclid(count as i32) as usize
}
