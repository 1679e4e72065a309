//! Studying a game: walking through the tree, changing it, reviewing it, finding better moves.

use crossterm::event::{KeyCode, KeyEvent};
use obverse_engine::{Line, Score};
use obverse_records::{Mark, Shape};
use obverse_rules::{Move, Square};
use obverse_study::{NodeId, Question, Review};

use super::{Effect, dialog, play};
use crate::state::{
    Better, Comment, LineReview, Notice, Overlay, Play, Purpose, Screen, State, Study, Try,
    game_of, typed_square,
};
use crate::words;

/// The game is laid aside to be studied.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let mut effects = play::leave(state);
    let Some(play) = state.playing() else { return vec![] };
    play.ticket += 1;
    play.hint = None;
    play.follow_table();
    let position = *play.game().position();
    let notice = Notice::plain("Moves begin variations. Esc goes back to the game.");
    let cursor = position.moves().first().unwrap_or(play.cursor);
    let study =
        Study { home: play.tree.current(), cursor, typed: String::new(), notice, better: None };
    state.study = Some(study);
    state.screen = Screen::Study;
    effects.extend([Effect::StopPlayer, Effect::StopHint]);
    effects.extend(find_review(state));
    effects
}

/// What was found about the line that is looked at in an earlier session.
fn find_review(state: &State) -> Option<Effect> {
    let play = state.play.as_ref().filter(|play| play.review_of_line().is_none())?;
    Some(Effect::FindReview(Box::new(game_of(&play.tree))))
}

/// A line was reviewed in an earlier session: what was found is known again.
pub(super) fn review_found(state: &mut State, review: Review) {
    let Some(play) = &mut state.play else { return };
    let is_same = |other: &Review| other.game().moves() == review.game().moves();
    if let Some(known) = play.reviews.iter_mut().find(|known| is_same(&known.review)) {
        known.resume(review);
    } else if game_of(&play.tree).moves() == review.game().moves() {
        play.reviews.push(LineReview::of(&play.tree, review));
    }
}

/// Back to the game: where it stood, or where the tree stands.
fn leave(state: &mut State, from_here: bool) -> Vec<Effect> {
    let (Some(study), Some(shown)) = (state.study.take(), &mut state.play) else { return vec![] };
    state.screen = Screen::Game;
    if from_here {
        let line = shown.tree.game();
        return play::go_along(state, line);
    }
    shown.tree.go_to(study.home);
    play::come_back(state)
}

fn both(state: &mut State) -> Option<(&mut Study, &mut Play)> {
    state.study.as_mut().zip(state.play.as_mut())
}

pub(super) fn key(state: &mut State, key: KeyEvent) -> Vec<Effect> {
    let Some((study, play)) = both(state) else { return vec![] };
    let last = b'a' + play.tree.position(play.tree.current()).size().get() as u8 - 1;
    let is_column = |letter: char| letter.is_ascii_lowercase() && letter as u8 <= last;
    match key.code {
        KeyCode::Char('?') | KeyCode::F(1) => state.overlay = Some(Overlay::Help),
        // Who means the square f5 may as well press the key F5.
        KeyCode::F(row) => study.typed = format!("f{row}"),
        KeyCode::Left | KeyCode::PageUp => step(study, play, false),
        KeyCode::Right | KeyCode::PageDown => step(study, play, true),
        KeyCode::Up => sibling(study, play, false),
        KeyCode::Down => sibling(study, play, true),
        KeyCode::Home => go_to(study, play, play.tree.root()),
        KeyCode::End => {
            while play.tree.forward() {}
            arrived(study, play);
        }
        KeyCode::Backspace => {
            study.typed.pop();
        }
        KeyCode::Esc => return escape(state),
        KeyCode::Enter => return enter(state),
        KeyCode::Char('+') => return changed(state, promote),
        KeyCode::Char('*') => return mark(state),
        KeyCode::Delete | KeyCode::Char('-') => return changed(state, delete),
        KeyCode::Char(digit @ '0'..='9') if study.typed.len() < 3 => study.typed.push(digit),
        // On large boards every letter is a column; commands are capitals there.
        KeyCode::Char(letter) if is_column(letter) => study.typed = letter.to_string(),
        KeyCode::Char(letter) => return command(state, letter.to_ascii_lowercase()),
        _ => {}
    }
    vec![]
}

fn command(state: &mut State, letter: char) -> Vec<Effect> {
    let Some((study, play)) = both(state) else { return vec![] };
    study.typed.clear();
    match letter {
        'y' => return leave(state, false),
        'p' => return changed(state, promote),
        'x' => return changed(state, delete),
        'u' => return changed(state, undo),
        'k' => {
            let text = play.tree.note(play.tree.current()).comment.clone().unwrap_or_default();
            state.overlay = Some(Overlay::Comment(Comment { text }));
        }
        'r' => return review(state),
        'n' => return next_mistake(state),
        's' => {
            let path = play.file.clone().unwrap_or_else(|| "game.sgf".to_owned());
            return dialog::open(state, Purpose::Save, path);
        }
        'o' => return dialog::open(state, Purpose::Open, String::new()),
        'v' => state.view.turned = !state.view.turned,
        't' => state.view.palette = state.view.palette.next(),
        'm' => state.view.evaluation = !state.view.evaluation,
        'q' => state.overlay = Some(Overlay::Question(crate::state::Question::Quit)),
        _ => {}
    }
    vec![]
}

fn escape(state: &mut State) -> Vec<Effect> {
    let Some(study) = &mut state.study else { return vec![] };
    if !study.typed.is_empty() {
        study.typed.clear();
    } else if let Some(better) = study.better.take() {
        // The mistake is looked at as it was before.
        let node = better.node;
        if let Some((study, play)) = both(state) {
            go_to(study, play, node);
        }
    } else {
        return leave(state, false);
    }
    vec![]
}

/// Plays what was typed, shows the answer that is sought, or plays the game on from here.
fn enter(state: &mut State) -> Vec<Effect> {
    let Some((study, play)) = both(state) else { return vec![] };
    let position = *play.tree.position(play.tree.current());
    let typed = std::mem::take(&mut study.typed);
    if typed.is_empty() {
        let Some(better) = &mut study.better else { return leave(state, true) };
        if !better.is_shown {
            better.is_shown = true;
            return vec![];
        }
        return next_mistake(state);
    }
    if let Some(square) = typed_square(&typed, &position) {
        return place(state, square);
    }
    study.notice = Notice::bad(format!("“{typed}” is no move: a square such as f5."));
    vec![]
}

/// A disc is placed where the tree stands: on a line that is there, or on a new one.
pub(super) fn place(state: &mut State, square: Square) -> Vec<Effect> {
    let Some((study, play)) = both(state) else { return vec![] };
    study.cursor = square;
    study.typed.clear();
    if study.better.as_ref().is_some_and(|better| !better.is_shown) {
        return try_better(state, square);
    }
    let line = play.tree.main_line();
    let known = play.tree.children(play.tree.current()).count();
    let node = match play.tree.play(Move::Place(square)) {
        Ok(node) => node,
        Err(error) => {
            study.notice = Notice::bad(words::sentence(&error.to_string()));
            return vec![];
        }
    };
    // Whoever has to pass does.
    if play.tree.position(node).must_pass() {
        // It is legal, and a tree that is full says so at the next move.
        let _ = play.tree.play(Move::Pass);
    }
    let is_new = play
        .tree
        .parent(node)
        .is_some_and(|parent| play.tree.children(parent).count() > known.max(1));
    arrived(study, play);
    if is_new && !line.contains(&node) {
        study.notice = Notice::good("A variation: the line that was there is kept.");
    }
    vec![Effect::Save]
}

/// Moves were pasted: they are played from here, as far as they are legal.
pub(super) fn pasted(state: &mut State, text: &str, squares: Option<Vec<Square>>) -> Vec<Effect> {
    let Some((study, play)) = both(state) else { return vec![] };
    let one = text.trim().parse::<Square>().ok().map(|square| vec![square]);
    let Some(squares) = squares.or(one) else {
        study.notice = Notice::bad("What was pasted is no list of moves.");
        return vec![];
    };
    study.better = None;
    let before = play.tree.current();
    for square in squares {
        let node = play.tree.current();
        let must_pass = play.tree.position(node).must_pass();
        let passed = !must_pass || play.tree.play(Move::Pass).is_ok();
        if let (true, Err(error)) = (passed, play.tree.play(Move::Place(square)).map(|_| ())) {
            let text = format!("It goes no further than before {square}: {error}.");
            arrived(study, play);
            study.notice = Notice::bad(text);
            return if play.tree.current() == before { vec![] } else { vec![Effect::Save] };
        }
    }
    arrived(study, play);
    vec![Effect::Save]
}

/// A node was clicked.
pub(super) fn clicked(state: &mut State, node: NodeId) {
    if let Some((study, play)) = both(state) {
        study.better = None;
        go_to(study, play, node);
    }
}

fn go_to(study: &mut Study, play: &mut Play, node: NodeId) {
    play.tree.go_to(node);
    arrived(study, play);
}

/// A move back or forward. Where a side had to pass its pass goes along.
pub(super) fn step(study: &mut Study, play: &mut Play, forward: bool) {
    if study.better.is_some() {
        study.better = None;
    }
    let tree = &mut play.tree;
    let moved = if forward { tree.forward() } else { tree.back() };
    if moved && tree.position(tree.current()).must_pass() {
        if forward {
            tree.forward()
        } else {
            tree.back()
        };
    }
    arrived(study, play);
}

/// The next variation at the fork nearest to where the tree stands, or the one before.
fn sibling(study: &mut Study, play: &mut Play, next: bool) {
    study.better = None;
    let tree = &play.tree;
    let path = tree.path_to(tree.current());
    let others = |node: NodeId| -> Vec<NodeId> {
        tree.parent(node).map_or(vec![], |parent| tree.children(parent).collect())
    };
    let fork = path.iter().rev().find(|&&node| others(node).len() > 1);
    let Some(&node) = fork else {
        study.notice = Notice::plain("There is no variation on the way here.");
        return;
    };
    let all = others(node);
    let at = all.iter().position(|&other| other == node).unwrap_or(0);
    let to = if next { at + 1 } else { at + all.len() - 1 } % all.len();
    go_to(study, play, all[to]);
}

/// Another position is looked at.
fn arrived(study: &mut Study, play: &Play) {
    study.typed.clear();
    study.notice = Notice::default();
    let position = play.tree.position(play.tree.current());
    study.cursor = position.moves().first().unwrap_or(study.cursor);
}

/// Changes the tree, which is then written down.
fn changed(state: &mut State, change: fn(&mut Study, &mut Play) -> Notice) -> Vec<Effect> {
    let Some((study, play)) = both(state) else { return vec![] };
    let notice = change(study, play);
    let node = play.tree.current();
    if study.cursor.is_on(play.tree.position(node).size()) {
        arrived(study, play);
    }
    study.notice = notice;
    vec![Effect::Save]
}

fn promote(_: &mut Study, play: &mut Play) -> Notice {
    if play.tree.promote(play.tree.current()) {
        Notice::good("This line comes first now; u undoes that.")
    } else {
        Notice::plain("This line comes first already.")
    }
}

fn delete(study: &mut Study, play: &mut Play) -> Notice {
    let node = play.tree.current();
    if play.tree.path_to(study.home).contains(&node) {
        return Notice::bad("The game that is played goes through this move: it stays.");
    }
    let mv = play.tree.move_to(node);
    let parent = play.tree.parent(node);
    if !play.tree.delete(node) {
        return Notice::plain("There is nothing to delete.");
    }
    if let Some(parent) = parent {
        play.tree.go_to(parent);
    }
    let name = mv.map_or(String::new(), |mv| mv.to_string());
    Notice::good(format!("{name} and what came after it is deleted; u brings it back."))
}

/// Marks the square that was typed, in one shape after the other, then not at all.
fn mark(state: &mut State) -> Vec<Effect> {
    let Some((study, play)) = both(state) else { return vec![] };
    let node = play.tree.current();
    let size = play.tree.position(node).size();
    let typed: Option<Square> = study.typed.parse().ok();
    let Some(square) = typed.filter(|square| square.is_on(size)) else {
        study.notice = Notice::plain("Type a square, then * marks it: f5*.");
        return vec![];
    };
    let marks = &play.tree.note(node).marks;
    let there = marks.iter().find(|mark| mark.square == square).map(|mark| mark.shape);
    let place = there.and_then(|there| Shape::ALL.iter().position(|&shape| shape == there));
    // Once more in the last shape takes it away.
    let shape = Shape::ALL.get(place.map_or(0, |place| place + 1)).copied().or(there);
    if let Some(shape) = shape {
        play.tree.toggle_mark(node, Mark { square, shape });
    }
    study.notice =
        Notice::plain(format!("* again: another mark on {square}, then none; u undoes."));
    vec![Effect::Save]
}

fn undo(_: &mut Study, play: &mut Play) -> Notice {
    if play.tree.undo() {
        Notice::good("Undone: the last deletion, promotion, comment or mark.")
    } else {
        Notice::plain("There is nothing to undo. Moves that were played can be deleted.")
    }
}

/// A comment is typed.
pub(super) fn comment_key(state: &mut State, mut comment: Comment, key: KeyEvent) -> Vec<Effect> {
    match key.code {
        KeyCode::Esc => return vec![],
        KeyCode::Enter => {
            if let Some(play) = &mut state.play {
                play.tree.set_comment(play.tree.current(), comment.text.trim());
            }
            return vec![Effect::Save];
        }
        KeyCode::Backspace => {
            comment.text.pop();
        }
        KeyCode::Char(character) if comment.text.len() < Comment::LONGEST => {
            comment.text.push(character);
        }
        _ => {}
    }
    state.overlay = Some(Overlay::Comment(comment));
    vec![]
}

/// Begins the review of the line that is looked at, goes on with it, or lets it rest.
fn review(state: &mut State) -> Vec<Effect> {
    state.asked += 1;
    let ticket = state.asked;
    let Some((study, play)) = both(state) else { return vec![] };
    let of_line = play.review_of_line();
    if let Some(running) = play.reviewing.take()
        && Some(running.index) == of_line
    {
        study.notice = Notice::plain("The review rests: r goes on with it.");
        return vec![Effect::StopReview];
    }
    let index = of_line.unwrap_or_else(|| {
        play.reviews.push(LineReview::new(&play.tree));
        play.reviews.len() - 1
    });
    let review = play.reviews[index].review.clone();
    if review.game().moves().is_empty() {
        play.reviews.pop();
        study.notice = Notice::plain("There is no move to review.");
        return vec![Effect::StopReview];
    }
    if review.next().is_none() {
        study.notice = Notice::plain("The review is done: n goes to the mistakes.");
        return vec![Effect::StopReview];
    }
    play.reviewing = Some(crate::state::Reviewing { ticket, index });
    study.notice = Notice::plain("Reviewing. r lets it rest; you can look around meanwhile.");
    vec![Effect::Review { ticket, review: Box::new(review) }]
}

/// The engine has answered a question of the review.
pub(super) fn reviewed(state: &mut State, ticket: u64, question: &Question, line: &Line) {
    let Some(play) = &mut state.play else { return };
    let Some(running) = play.reviewing.filter(|running| running.ticket == ticket) else { return };
    if let Some(review) = play.reviews.get_mut(running.index) {
        review.answered(question, line);
    }
}

/// The review has asked all it wanted to.
pub(super) fn review_ended(state: &mut State, ticket: u64) {
    let Some(play) = &mut state.play else { return };
    let Some(running) = play.reviewing.filter(|running| running.ticket == ticket) else { return };
    play.reviewing = None;
    let sides = play.studied_sides();
    let found = play.reviews.get(running.index).map_or(0, |review| review.mistakes(&sides).len());
    let text = match found {
        0 => "The review is done: no mistake was found.".to_owned(),
        found => format!("The review is done: n goes to {}.", words::count(found, "mistake")),
    };
    super::tell(state, Notice::good(text));
}

/// The position before the next mistake, to find something better.
fn next_mistake(state: &mut State) -> Vec<Effect> {
    state.asked += 1;
    let ticket = state.asked;
    let Some((study, play)) = both(state) else { return vec![] };
    let sides = play.studied_sides();
    let review = play.review_of_line().and_then(|index| play.reviews.get(index));
    let Some(review) = review.or_else(|| play.reviews.last()) else {
        study.notice = Notice::plain("Nothing is reviewed yet: r begins a review.");
        return vec![];
    };
    let mistakes = review.mistakes(&sides);
    if mistakes.is_empty() {
        study.notice = Notice::plain("No mistake was found so far.");
        return vec![];
    }
    // After the one that is looked at, or from the beginning.
    let ply = |node: NodeId| play.tree.path_to(node).len();
    let here = study.better.as_ref().map_or(ply(play.tree.current()), |better| ply(better.node));
    let next = mistakes.iter().position(|(node, _)| ply(*node) > here).unwrap_or(0);
    let (node, judged) = (mistakes[next].0, Box::new(mistakes[next].1.clone()));
    let count = mistakes.len();
    let Some(before) = play.tree.parent(node) else { return vec![] };
    if !play.tree.go_to(node) {
        study.notice = Notice::plain("That move was deleted.");
        return vec![];
    }
    go_to(study, play, before);
    let better =
        Better { ticket, number: next + 1, count, node, judged, tries: vec![], is_shown: false };
    study.better = Some(better);
    vec![]
}

/// A move is tried in the place of a mistake.
fn try_better(state: &mut State, square: Square) -> Vec<Effect> {
    let Some((study, play)) = both(state) else { return vec![] };
    let position = *play.tree.position(play.tree.current());
    let Some(better) = &mut study.better else { return vec![] };
    let after = match position.play(Move::Place(square)) {
        Ok(after) => after,
        Err(error) => {
            study.notice = Notice::bad(words::sentence(&error.to_string()));
            return vec![];
        }
    };
    better.tries.retain(|tried| tried.square != square);
    let best = &better.judged.lines.best;
    let known = if Some(square) == better.best() {
        Some(0.0)
    } else if Move::Place(square) == better.judged.mv {
        Some(better.judged.loss as f32)
    } else if after.is_over() {
        let discs = after.outcome().score(position.side()) as f32;
        Some((best.score.discs - discs).max(0.0))
    } else {
        None
    };
    better.tries.push(Try { square, cost: known });
    if known.is_some() {
        better.is_shown |= better.is_found();
        return vec![];
    }
    let (after, is_same_side) =
        if after.must_pass() { (after.with_other_side(), true) } else { (after, false) };
    let (ticket, effort) = (better.ticket, better.effort());
    vec![Effect::Judge { ticket, square, position: after, is_same_side, effort }]
}

/// A move that was tried was measured: its score in the view of the side that made it.
pub(super) fn measured(state: &mut State, ticket: u64, square: Square, score: Score) {
    let Some(better) = state.study.as_mut().and_then(|study| study.better.as_mut()) else { return };
    if better.ticket != ticket {
        return;
    }
    let best = better.judged.lines.best.score.discs;
    if let Some(tried) = better.tries.iter_mut().find(|tried| tried.square == square) {
        tried.cost = Some((best - score.discs).max(0.0));
    }
    better.is_shown |= better.is_found();
}
