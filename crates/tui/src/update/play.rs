//! The course of a game: moves, thoughts, clocks, hints, taking back.

use std::time::Duration;

use obverse_engine::Score;
use obverse_engine::score::Kind;
use obverse_players::{Decision, Ending, Event, NoMove, PlayerError, Table, Thought};
use obverse_records::openings;
use obverse_rules::{Color, Game, Move, Position, Square};

use super::Effect;
use crate::saving::Saved;
use crate::state::{Hint, Known, Notice, Overlay, Play, State, Thinking, Turning};
use crate::words;

/// For whoever would play on after the end.
const GAME_OVER: &str = "The game is over: n begins another, u takes a move back.";

/// A game comes on the screen.
pub(super) fn begin(state: &mut State, resumed: bool) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    let mut effects = changed(play, now);
    // The graph begins where the game did.
    let earlier = play.game().positions().split_last().map_or(&[][..], |(_, earlier)| earlier);
    let evaluate = |(ply, &position)| Effect::Evaluate { ply, position };
    effects.extend(earlier.iter().enumerate().map(evaluate));
    if resumed && play.table.ending().is_none() {
        play.notice = Notice::good(format!("Welcome back: move {}.", play.game().ply() + 1));
    }
    effects
}

/// A person places a disc. Who looks back at the game and plays something else begins a variation.
pub(super) fn place(state: &mut State, square: Square) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    let mut branches = false;
    if play.looks_back() && play.person_to_move().is_some() {
        if play.game().undone().first() == Some(&square.into()) {
            let next = play.game().ply() + 1;
            return look_at(state, next);
        }
        branches = play.game().position().is_legal(square.into());
        if branches {
            branch_off(play);
        }
    }
    play.cursor = square;
    play.typed.clear();
    let Some(color) = play.table.mover() else {
        play.notice = Notice::plain(GAME_OVER);
        return vec![];
    };
    if !play.is_person(color) {
        let does = if play.paused { "waits: Space goes on" } else { "is thinking" };
        play.notice = Notice::plain(format!("It is {color}’s move; {color} {does}."));
        return vec![];
    }
    let elapsed = now.saturating_sub(play.turn_began);
    let ply = play.game().ply();
    play.table.answer(Ok(Move::Place(square).into()), elapsed);
    if play.table.mover() == Some(color) && play.game().ply() == ply {
        // It was refused: the same side thinks on, with what is left of its time.
        play.turn_began = now;
        tell(play, now);
        return vec![Effect::Save];
    }
    let effects = changed(play, now);
    if branches {
        play.notice.text.push_str(KEPT);
    }
    effects
}

/// For whoever leaves a game for a variation.
const KEPT: &str = " What was played before is kept: y shows it.";

/// The next move leaves the game that was played.
fn branch_off(play: &mut Play) {
    let ply = play.game().ply();
    // On a variation of a variation the first fork counts.
    play.branch = Some(play.branch.map_or(ply, |branch| branch.min(ply)));
}

/// A computer has decided.
pub(super) fn decided(
    state: &mut State,
    ticket: u64,
    answer: Result<Decision, PlayerError>,
    elapsed: Duration,
) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.play.as_mut().filter(|play| play.ticket == ticket) else {
        return vec![];
    };
    let Some(color) = play.computer_to_move() else { return vec![] };
    if let Ok(Decision::Move(choice)) = &answer
        && let Some(thought) = &choice.thought
    {
        play.thinking = Some(Thinking { color, thought: thought.clone() });
    }
    play.table.answer(answer, elapsed);
    changed(play, now)
}

/// A computer thinks, of the move that it plays: that is no score of the position, for which the
/// best move counts.
pub(super) fn thinking(state: &mut State, ticket: u64, thought: Thought) -> Vec<Effect> {
    if let Some(play) = state.play.as_mut().filter(|play| play.ticket == ticket)
        && let Some(color) = play.computer_to_move()
    {
        play.thinking = Some(Thinking { color, thought });
    }
    vec![]
}

/// A position of the game was evaluated for the bar and the graph.
pub(super) fn evaluated(
    state: &mut State,
    ply: usize,
    position: &Position,
    score: Score,
    depth: u32,
) {
    if let Some(play) = &mut state.play
        && play.game().positions().get(ply) == Some(position)
    {
        play.note_score(ply, Known { score: for_black(score, position.side()), depth });
    }
}

fn for_black(score: Score, side: Color) -> Score {
    if side == Color::Black { score } else { score.reversed() }
}

/// Time passed: a flag may have fallen.
pub(super) fn tick(state: &mut State) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing().filter(|play| !play.paused) else { return vec![] };
    let before = play.table.revision();
    play.table.tick(now.saturating_sub(play.turn_began));
    if play.table.revision() == before { vec![] } else { changed(play, now) }
}

/// Takes back to a person's turn; between computers, one move.
pub(super) fn undo(state: &mut State) -> Vec<Effect> {
    travel(state, Table::take_back, "There is nothing to take back.")
}

/// Plays again what was taken back, to a person's turn.
pub(super) fn redo(state: &mut State) -> Vec<Effect> {
    travel(state, Table::play_again, "There is nothing to play again.")
}

fn travel(
    state: &mut State,
    go: fn(&mut Table) -> Result<(), NoMove>,
    nothing: &str,
) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    break_off(play, now);
    if go(&mut play.table).is_err() {
        play.notice = Notice::plain(nothing);
        return vec![];
    }
    play.looking = false;
    // Further back than where it was left, what is played next is the game itself.
    play.branch = play.branch.filter(|&ply| ply <= play.game().ply());
    // Who watches two computers looks at the game until the computers are told to go on.
    play.paused = Color::BOTH.iter().all(|&color| !play.is_person(color));
    changed(play, now)
}

/// Goes one move back or on to look at the game.
pub(super) fn step(state: &mut State, by: isize) -> Vec<Effect> {
    let Some(play) = state.playing() else { return vec![] };
    let game = play.game();
    let Some(mut ply) = game.ply().checked_add_signed(by) else { return vec![] };
    // The table would play a forced pass again at once: a step back takes its move along.
    if game.moves().get(ply) == Some(&Move::Pass) {
        let Some(before) = ply.checked_sub(1) else { return vec![] };
        ply = before;
    }
    look_at(state, ply)
}

/// Goes to the position after so many moves. A computer whose turn it is there waits.
pub(super) fn look_at(state: &mut State, ply: usize) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    let last = play.game().ply() + play.game().undone().len();
    let ply = ply.min(last);
    if ply == play.game().ply() {
        return vec![];
    }
    break_off(play, now);
    play.looking = true;
    play.table.move_to(ply);
    play.paused = play.computer_to_move().is_some();
    let effects = changed(play, now);
    if play.paused {
        let color = play.game().position().side();
        play.notice = Notice::plain(format!("{color} waits: Space goes on from here."));
    }
    effects
}

/// Lets computers wait, or go on.
pub(super) fn pause(state: &mut State) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    let Some(color) = play.computer_to_move() else { return vec![] };
    if play.paused && play.looks_back() {
        branch_off(play);
    }
    if play.paused {
        return go_on(state);
    }
    break_off(play, now);
    play.paused = true;
    play.ticket += 1;
    play.notice = Notice::plain(format!("{color} waits: Space goes on."));
    vec![Effect::Save, Effect::StopPlayer]
}

/// The computer whose turn it is goes on, whatever was played after it before.
pub(super) fn go_on(state: &mut State) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    let Some(color) = play.computer_to_move() else { return vec![] };
    play.paused = false;
    play.turn_began = now;
    play.notice = Notice::default();
    play.ticket += 1;
    vec![Effect::Choose { ticket: play.ticket, color }]
}

/// Plays moves that somebody brought, for whoever has them, as far as they are legal.
pub(super) fn play_all(state: &mut State, squares: &[Square]) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    if play.table.mover().is_none() {
        play.notice = Notice::plain(GAME_OVER);
        return vec![];
    }
    break_off(play, now);
    let looked_back = play.looks_back();
    for &square in squares {
        play.table.answer(Ok(Move::Place(square).into()), Duration::ZERO);
    }
    if looked_back {
        play.branch = play.leaves_main();
    }
    play.paused = false;
    let effects = changed(play, now);
    if play.table.ending().is_none() {
        play.notice = Notice::good(format!("Played {}.", words::count(squares.len(), "move")));
    }
    effects
}

/// The game comes back on the screen as it was left.
pub(super) fn come_back(state: &mut State) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    play.follow_table();
    play.ticket += 1;
    play.turn_began = now;
    let color = play.computer_to_move().filter(|_| !play.paused);
    color.map_or(vec![], |color| vec![Effect::Choose { ticket: play.ticket, color }])
}

/// The game goes on along another line, from where that stands.
pub(super) fn go_along(state: &mut State, line: Game) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    let all = |game: &Game| [game.moves(), game.undone()].concat();
    let (old, new) = (all(play.game()), all(&line));
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    play.scores.truncate(same + 1);
    play.looking = !line.undone().is_empty();
    play.table.go_along(line);
    play.branch = play.leaves_main();
    // A computer waits to be told, as it does where one looks back.
    play.paused = play.computer_to_move().is_some();
    let mut effects = changed(play, now);
    let missing = (0..play.game().ply()).filter(|&ply| play.score_at(ply).is_none());
    let evaluate = |ply: usize| Effect::Evaluate { ply, position: play.game().positions()[ply] };
    effects.extend(missing.map(evaluate));
    play.notice = match play.table.mover() {
        Some(color) if play.paused => {
            Notice::plain(format!("{color} waits: Space goes on from here."))
        }
        Some(_) => Notice::plain("The game goes on from here."),
        None => Notice::plain(GAME_OVER),
    };
    effects
}

/// The game is left in the middle of a turn, which is charged for what it took so far.
pub(super) fn leave(state: &mut State) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    break_off(play, now);
    vec![Effect::Save]
}

/// The turn is broken off: what it took so far is not given back.
fn break_off(play: &mut Play, now: Duration) {
    if !play.paused {
        play.table.charge(now.saturating_sub(play.turn_began));
    }
    play.turn_began = now;
}

/// A person wants to pass, which is never a choice: the table plays every pass that is forced.
pub(super) fn pass(state: &mut State) {
    let Some(play) = state.playing() else { return };
    play.notice = match play.table.mover() {
        Some(color) => Notice::bad(format!(
            "{color} has a move and may not pass; a pass that is forced is played for you."
        )),
        None => Notice::plain("The game is over."),
    };
}

/// The person gives up.
pub(super) fn resign(state: &mut State) -> Vec<Effect> {
    let now = state.now;
    let Some(play) = state.playing() else { return vec![] };
    let Some(color) = play.resigner() else { return vec![] };
    play.table.end(Ending::Resigned(color));
    changed(play, now)
}

/// Shows the scores of all moves, or no longer.
pub(super) fn toggle_hint(state: &mut State) -> Vec<Effect> {
    let Some(play) = state.playing() else { return vec![] };
    if play.hint.take().is_some() {
        return vec![Effect::StopHint];
    }
    if play.table.ending().is_some() {
        play.notice = Notice::plain("The game is over.");
        return vec![];
    }
    if play.computer_to_move().is_some() && !play.paused {
        play.notice = Notice::plain("Hints are for your own moves.");
        return vec![];
    }
    play.hint = Some(Hint { moves: vec![], thinking: true });
    vec![Effect::Hint { ticket: play.ticket, position: *play.game().position() }]
}

/// The hint is as good as it gets: its best score is the position's.
pub(super) fn hinted(state: &mut State, ticket: u64) {
    let Some(play) = state.play.as_mut().filter(|play| play.ticket == ticket) else { return };
    let Some(hint) = &mut play.hint else { return };
    hint.thinking = false;
    if let Some(best) = hint.best() {
        let (score, depth) = (best.score, best.depth);
        let score = for_black(score, play.game().position().side());
        play.note_score(play.game().ply(), Known { score, depth });
    }
}

/// The game was written, or not. What is new about that is told, once.
pub(super) fn saved(state: &mut State, saved: Saved) {
    let Some(play) = &mut state.play else { return };
    let before = play.saved.replace(saved).and_then(|before| before.problem());
    let problem = play.saved.as_ref().and_then(Saved::problem);
    match (before, problem) {
        (Some(_), None) => play.notice = Notice::good("The game is saved again."),
        (before, Some(problem)) if before.as_ref() != Some(&problem) => {
            let text = words::sentence(&problem);
            play.notice = Notice::bad(text.clone());
            // What has the keys keeps them; quitting says it again.
            state.overlay.get_or_insert(Overlay::Warning(text));
        }
        _ => {}
    }
}

/// The position or the course of the game changed: what was asked about the old one is void, and
/// the next player is asked.
fn changed(play: &mut Play, now: Duration) -> Vec<Effect> {
    play.ticket += 1;
    play.turn_began = now;
    play.hint = None;
    play.typed.clear();
    play.follow_table();
    play.looking &= !play.game().undone().is_empty();
    play.scores.truncate(play.game().ply() + play.game().undone().len() + 1);
    play.opening = openings::name_of(play.game()).map(openings::Opening::name);
    play.turning = None;
    tell(play, now);
    if let Some(outcome) = play.game().outcome() {
        let discs = outcome.score(Color::Black) as f32;
        let score = Score { discs, kind: Kind::Exact };
        play.note_score(play.game().ply(), Known { score, depth: 0 });
    }
    if let Some(first) = play.game().position().moves().first()
        && !play.cursor_shown
    {
        play.cursor = first;
    }
    let mut effects = vec![Effect::Save, Effect::StopPlayer, Effect::StopHint];
    if let Some(color) = play.computer_to_move().filter(|_| !play.paused) {
        effects.push(Effect::Choose { ticket: play.ticket, color });
    }
    let ply = play.game().ply();
    if play.table.ending().is_none() && play.score_at(ply).is_none() {
        effects.push(Effect::Evaluate { ply, position: *play.game().position() });
    }
    effects
}

/// Puts what happened at the table into words.
fn tell(play: &mut Play, now: Duration) {
    let mut said = Vec::new();
    let mut bad = false;
    for event in play.table.take_events() {
        match event {
            Event::Played { color, square, flips, .. } => {
                play.turning = Some(Turning { began: now, placed: square, discs: flips });
                let discs = words::count(flips.len(), "disc");
                said.push(format!("{color} played {square} and turned {discs}."));
            }
            Event::Passed(color) => said.push(format!("{color} passes.")),
            Event::TookBack(moves) => {
                said.push(format!("Took back {}.", words::count(moves, "move")));
            }
            Event::PlayedAgain(moves) => {
                said.push(format!("Played {} again.", words::count(moves, "move")));
            }
            Event::Refused { reason, .. } => {
                bad = true;
                said.push(words::sentence(&reason.to_string()));
            }
            Event::Over(ending) => {
                said.push(format!("{ending}."));
                if let Ending::Finished(outcome) = ending
                    && outcome.empties > 0
                {
                    let empties = words::count(outcome.empties, "empty square");
                    said.push(format!("{empties} included."));
                }
            }
            Event::Thinking { .. } => {}
        }
    }
    let text = said.join(" ");
    play.notice = if bad { Notice::bad(text) } else { Notice::plain(text) };
}
