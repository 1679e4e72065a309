//! The chooser: who plays whom, on which board, with how much time.

use crossterm::event::{KeyCode, KeyEvent};
use obverse_engine::Level;
use obverse_rules::{Color, Size};

use super::{Effect, dialog, editor, play, puzzles, tour};
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
    chooser.kept = 0;
    if !chooser.fields().contains(&chooser.field) {
        chooser.field = Field::Play;
    }
}

/// A kept game was thrown away.
pub(super) fn forget(chooser: &mut Chooser, slot: usize) {
    chooser.unfinished.retain(|kept| kept.slot != slot);
    chooser.kept = chooser.kept.min(chooser.unfinished.len().saturating_sub(1));
    if chooser.unfinished.is_empty() {
        chooser.field = Field::Play;
    }
}

pub(super) fn key(state: &mut State, key: KeyEvent) -> Vec<Effect> {
    let chooser = &mut state.chooser;
    if types(chooser, key.code) {
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
            if let (Field::Unfinished, Some(kept)) = (chooser.field, chooser.chosen_game()) {
                state.overlay = Some(Overlay::Question(Question::Discard(kept.slot)));
            }
        }
        KeyCode::Char('t' | 'T') => {
            let palette = state.view.palette.next();
            state.view.palette = palette;
            chooser.notice = Some(Notice::plain(format!("Theme: {palette}.")));
        }
        KeyCode::Char('l' | 'L') => return tour::open(state),
        KeyCode::Char('?') | KeyCode::F(1) => state.overlay = Some(Overlay::Help),
        KeyCode::Char('q' | 'Q') => return vec![Effect::Quit],
        // Everywhere else Esc takes something back: here it does not end the program either.
        KeyCode::Esc => {
            erase(chooser);
            chooser.notice = Some(Notice::plain("q leaves the program."));
        }
        _ => {}
    }
    vec![]
}

/// Takes a key in where something is being typed; whether it was.
fn types(chooser: &mut Chooser, code: KeyCode) -> bool {
    let is_typed = types_text(chooser, code) || types_number(chooser, code);
    if is_typed {
        chooser.notice = None;
    }
    is_typed
}

/// The options or the command of the player whose chair has the focus.
fn types_text(chooser: &mut Chooser, code: KeyCode) -> bool {
    let Field::Chair(color) = chooser.field else { return false };
    let chair = chair(chooser, color);
    match code {
        KeyCode::Char(character) if is_text(chair, character) => chair.text.push(character),
        KeyCode::Backspace if !chair.text.is_empty() => drop(chair.text.pop()),
        _ => return false,
    }
    true
}

/// A level, a size or a time.
fn types_number(chooser: &mut Chooser, code: KeyCode) -> bool {
    match code {
        KeyCode::Char(character) if is_number(chooser, character) => {
            if chooser.typed.len() < 8 {
                chooser.typed.push(character);
            }
        }
        KeyCode::Backspace => drop(chooser.typed.pop()),
        _ => return false,
    }
    // What is not finished may be none yet: that is told when the focus goes on.
    let _ = chooser.read_typed();
    true
}

/// Whether a character goes on with a chair's options or command. A digit before any option is a
/// level.
fn is_text(chair: &Chair, character: char) -> bool {
    let is_level = character.is_ascii_digit() && !chair.text.contains('=');
    chair.accepts(character) && (chair.seat.takes_command() || !is_level)
}

/// Whether a character goes on with a level, a size or a time.
fn is_number(chooser: &Chooser, character: char) -> bool {
    let begun = !chooser.typed.is_empty();
    match chooser.field {
        Field::Chair(_) | Field::Size => character.is_ascii_digit(),
        Field::Time => {
            character.is_ascii_digit() || character == '.' || begun && "+ms".contains(character)
        }
        _ => false,
    }
}

/// Whether something is being typed that takes any text.
pub(super) fn is_typing(chooser: &Chooser) -> bool {
    matches!(chooser.field, Field::Chair(color) if chooser.chair(color).seat.takes_command())
}

/// Takes away what is being typed.
pub(super) fn erase(chooser: &mut Chooser) {
    chooser.typed.clear();
    if let Field::Chair(color) = chooser.field {
        chooser.chairs[color as usize].text.clear();
    }
}

pub(super) fn clicked(state: &mut State, field: Field) -> Vec<Effect> {
    if state.screen != Screen::Chooser {
        return vec![];
    }
    let again = state.chooser.field == field;
    go_to(&mut state.chooser, field);
    match field {
        Field::Play | Field::Open | Field::Puzzles | Field::Tour => choose(state),
        Field::Unfinished if again => choose(state),
        Field::Size | Field::Time | Field::Rules if again => {
            change(&mut state.chooser, 1);
            vec![]
        }
        _ => vec![],
    }
}

/// One of the choices of the field with the focus was clicked. A second click on a game goes on
/// with it.
pub(super) fn choice_clicked(state: &mut State, index: usize) -> Vec<Effect> {
    let chooser = &mut state.chooser;
    let again = chooser.place().1 == Some(index);
    take(chooser, index);
    match chooser.field {
        Field::Unfinished if again => choose(state),
        Field::Start if index == 1 => choose(state),
        _ => vec![],
    }
}

/// An option of a player was clicked.
pub(super) fn option_clicked(chooser: &mut Chooser, index: usize) {
    if let Field::Chair(color) = chooser.field {
        let chair = &mut chooser.chairs[color as usize];
        if let Some(option) = chair.seat.samples().get(index) {
            chair.toggle(option);
        }
    }
}

fn choose(state: &mut State) -> Vec<Effect> {
    let chooser = &mut state.chooser;
    if let Err(problem) = chooser.read_typed() {
        chooser.notice = Some(Notice::bad(problem));
        return vec![];
    }
    match chooser.field {
        Field::Open => dialog::open(state, Purpose::Open, String::new()),
        Field::Start => editor::open(state),
        Field::Puzzles => puzzles::ask(state),
        Field::Tour => tour::open(state),
        Field::Unfinished => {
            let setup = chooser.chosen_game().map(|kept| Box::new(kept.setup.clone()));
            setup.into_iter().map(Effect::Begin).collect()
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
    let next = fields[step(place, by, fields.len())];
    go_to(chooser, next);
}

/// Gives the focus to a field. What was typed in another and is not right is told.
fn go_to(chooser: &mut Chooser, field: Field) {
    chooser.notice = chooser.read_typed().err().map(Notice::bad);
    if let Field::Chair(color) = chooser.field
        && !chooser.chair(color).seat.takes_command()
        && let Err(problem) = chooser.chair(color).who()
    {
        chooser.notice = Some(Notice::bad(problem.to_string()));
    }
    chooser.typed.clear();
    chooser.field = field;
}

fn change(chooser: &mut Chooser, by: i32) {
    chooser.notice = None;
    chooser.typed.clear();
    match (chooser.field, chooser.place()) {
        (Field::Play | Field::Open | Field::Puzzles | Field::Tour, _) => focus_button(chooser, by),
        // A choice that is none of the list comes before its first.
        (_, (count, place)) if count > 0 => {
            let place = place.unwrap_or(if by > 0 { count - 1 } else { 0 });
            take(chooser, step(place, by, count));
        }
        _ => {}
    }
}

/// Goes along the row of buttons.
fn focus_button(chooser: &mut Chooser, by: i32) {
    let buttons = [Field::Play, Field::Open, Field::Puzzles, Field::Tour];
    let place = buttons.iter().position(|&field| field == chooser.field).unwrap_or(0);
    chooser.field = buttons[step(place, by, buttons.len())];
}

/// Takes one of the choices of the field with the focus.
fn take(chooser: &mut Chooser, index: usize) {
    chooser.typed.clear();
    match chooser.field {
        Field::Unfinished => chooser.kept = index.min(chooser.unfinished.len().saturating_sub(1)),
        Field::Chair(color) => {
            if let Some(&seat) = SeatKind::ALL.get(index) {
                chair(chooser, color).take(seat);
            }
        }
        Field::Size => {
            if let Some(size) = Size::all().nth(index) {
                chooser.set_size(size);
            }
        }
        Field::Time => {
            chooser.time = chooser.times().get(index).copied().unwrap_or(chooser.time);
        }
        Field::Rules => chooser.strict = index == 1,
        // Another position is set up by the editor.
        Field::Start if index == 0 => chooser.start = None,
        Field::Start | Field::Play | Field::Open | Field::Puzzles | Field::Tour => {}
    }
}

fn level(chooser: &mut Chooser, by: i32) {
    let Field::Chair(color) = chooser.field else { return };
    chooser.typed.clear();
    let chair = chair(chooser, color);
    let number = (chair.level.get() as i32 + by).clamp(1, 20) as u8;
    chair.take(SeatKind::Level);
    chair.level = Level::new(number).expect("clamped to the levels there are");
}

fn chair(chooser: &mut Chooser, color: Color) -> &mut Chair {
    &mut chooser.chairs[color as usize]
}

/// A place in a list, some steps on, round the ends.
fn step(place: usize, by: i32, count: usize) -> usize {
    (place as i32 + by).rem_euclid(count as i32) as usize
}
