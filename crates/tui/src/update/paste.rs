//! What is pasted: a line for whoever types one, moves to play, a game or a position to open.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use obverse_records::Reader;
use obverse_rules::{Game, IllegalMove, Move, Size, Square};

use super::{Effect, chooser, dialog, editor, on_key, play, study};
use crate::files::Loaded;
use crate::state::{Comment, Notice, Overlay, Question, Screen, State};

pub(super) fn paste(state: &mut State, text: &str) -> Vec<Effect> {
    let is_typing = match (&state.overlay, state.screen) {
        (Some(Overlay::File(_) | Overlay::Comment(_)), _) | (None, Screen::Puzzles) => true,
        (Some(_), _) => return vec![],
        (None, Screen::Editor) => {
            editor::pasted(state, text);
            return vec![];
        }
        (None, Screen::Study) => return study::pasted(state, text, squares(text)),
        (None, Screen::Chooser) => chooser::is_typing(&state.chooser),
        (None, Screen::Game) => text.trim().parse::<Square>().is_ok(),
    };
    if is_typing {
        return type_line(state, text);
    }
    let squares = squares(text);
    let Some(play) = state.playing() else { return open(state, text) };
    let problem = match &squares {
        Some(squares) => match after(play.game(), squares) {
            Ok(after) => return play_on(state, squares, &after),
            Err((square, problem)) => format!("Nothing was played: {square}: {problem}."),
        },
        None => "What was pasted is no game and no position.".to_owned(),
    };
    let size = play.game().position().size();
    if read(text, size).is_none() {
        play.notice = Notice::bad(problem);
        return vec![];
    }
    if play.is_worth_keeping() {
        state.overlay = Some(Overlay::Question(Question::Paste(text.to_owned())));
        return vec![];
    }
    open(state, text)
}

/// Opens the game or position that was pasted, with the players who sit at the table.
pub(super) fn open(state: &mut State, text: &str) -> Vec<Effect> {
    let size = match state.playing() {
        Some(play) => play.game().position().size(),
        None => state.chooser.size,
    };
    if let Some(loaded) = read(text, size) {
        return dialog::opened(state, Ok(Box::new(loaded)));
    }
    super::tell(state, Notice::bad("What was pasted is no game and no position."));
    vec![]
}

/// The first line, as if it were typed.
fn type_line(state: &mut State, text: &str) -> Vec<Effect> {
    let line = text.trim_start().lines().next().unwrap_or_default();
    let line = line.get(..Comment::LONGEST).unwrap_or(line);
    let keys = line.chars().filter(|character| !character.is_control());
    keys.flat_map(|key| on_key(state, KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE)))
        .collect()
}

/// The first game or position of a text; a transcript may be of this size or of the usual one.
fn read(text: &str, size: Size) -> Option<Loaded> {
    [size, Size::EIGHT].into_iter().find_map(|size| {
        let mut records = Reader::with_size(text.as_bytes(), size).ok()?;
        let format = records.format();
        let record = records.next()?.ok()?;
        let more = records.next().is_some();
        Some(Loaded { path: String::new(), record, format, more })
    })
}

/// The squares that a text names, two at least, if it names nothing else but passes and numbers of
/// moves: `f5d6c3`, `1. F5 d6 2. c3`.
fn squares(text: &str) -> Option<Vec<Square>> {
    let is_gap = |character: char| character.is_whitespace() || ",;-".contains(character);
    let mut squares = Vec::new();
    for word in text.split(is_gap).filter(|word| !word.is_empty()) {
        let is_number = word.trim_end_matches(['.', ')']).chars().all(|it| it.is_ascii_digit());
        if is_number || matches!(word.to_ascii_lowercase().as_str(), "pass" | "pa" | "ps") {
            continue;
        }
        let mut rest = word.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
        while !rest.is_empty() {
            let letters =
                rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_alphabetic()).len();
            let digits = rest[letters..].chars().take_while(char::is_ascii_digit).count();
            squares.push(rest[..letters + digits].parse().ok()?);
            rest = &rest[letters + digits..];
        }
    }
    (squares.len() >= 2).then_some(squares)
}

/// The game after these moves, or the first that can't be played and why.
fn after(game: &Game, squares: &[Square]) -> Result<Game, (Square, IllegalMove)> {
    let mut game = game.clone();
    for &square in squares {
        game.play_with_passes(Move::Place(square)).map_err(|problem| (square, problem))?;
    }
    Ok(game)
}

/// Plays moves after which the game is as given. Where they are those that the game had, they are
/// only looked at.
fn play_on(state: &mut State, squares: &[Square], after: &Game) -> Vec<Effect> {
    let Some(play) = state.playing() else { return vec![] };
    if play.looks_back() {
        let [old, new] = [play.game(), after].map(all_moves);
        if new == old {
            return play::look_at(state, after.ply());
        }
    }
    play::play_all(state, squares)
}

/// The moves of a game, those that were undone too.
fn all_moves(game: &Game) -> Vec<Move> {
    [game.moves(), game.undone()].concat()
}
