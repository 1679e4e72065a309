//! Opening drills: one side's moves come from named lines, the other side's are to be known.
//!
//! What is remembered of a line is a [`Card`] that the page keeps, as for puzzles.

use obverse_engine::Score;
use obverse_engine::book::Book;
use obverse_engine::score::Kind;
use obverse_records::openings::{self, Opening};
use obverse_rules::{AnyBoard, Game, Move, Position, Square};
use obverse_study::Card;
use serde::{Deserialize, Serialize};

use crate::asked::About;
use crate::lines::ScoreInfo;
use crate::question::{self, QuestionError};

/// How an opening goes on is wanted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrillRequest {
    /// The number of the question.
    pub id: u64,
    /// The openings whose names contain this; all of them without it.
    pub find: Option<String>,
    /// Or one line.
    pub line: Option<Vec<String>>,
}

/// A line was asked, and known or not.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepeatRequest {
    /// The number of the question.
    pub id: u64,
    /// What is known of it; none the first time.
    pub card: Option<Card>,
    /// Whether it was known.
    pub solved: bool,
    /// The time in seconds since 1970.
    pub now: i64,
}

/// How openings go on.
#[derive(Clone, Debug, Serialize)]
pub struct DrillInfo {
    /// The moves with which the lines go on; none where they end.
    pub expected: Vec<Move>,
    /// One of them, by chance, for the side that is not drilled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<Move>,
    /// The opening that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// The openings that can still be reached.
    pub names: Vec<&'static str>,
    /// What the book says of the moves here, the best first.
    pub book: Vec<BookInfo>,
}

/// A move of the book.
#[derive(Clone, Debug, Serialize)]
pub struct BookInfo {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// What it is worth to the side to move.
    #[serde(flatten)]
    pub score: ScoreInfo,
}

/// How the openings of a drill go on after the moves of a game.
pub fn drill(request: &About<DrillRequest>) -> Result<DrillInfo, QuestionError> {
    let game = request.played.game()?;
    let asked = &request.asked;
    let lines: Vec<(Option<&'static str>, Game)> = match (&asked.line, asked.find.as_deref()) {
        (Some(line), _) => vec![(None, question::game(None, None, line)?)],
        (None, Some(find)) => openings::search(find).into_iter().map(named).collect(),
        (None, None) => openings::all().iter().map(named).collect(),
    };
    let position = game.position();
    let mut expected: Vec<Square> = Vec::new();
    let mut names = Vec::new();
    for (name, line) in &lines {
        let next = continuations(line, position);
        if !next.is_empty() {
            names.extend(name);
            expected.extend(next);
        }
    }
    expected.sort_unstable();
    expected.dedup();
    let expected: Vec<Move> = expected.into_iter().map(Move::from).collect();
    Ok(DrillInfo {
        reply: fastrand::choice(&expected).copied(),
        expected,
        name: openings::name_of(&game).map(Opening::name),
        names,
        book: book(position),
    })
}

fn named(opening: &'static Opening) -> (Option<&'static str>, Game) {
    (Some(opening.name()), opening.game())
}

/// The moves with which a line goes on from a position, however the board is turned.
fn continuations(line: &Game, position: &Position) -> Vec<Square> {
    let here = position.canonical_hash();
    let size = position.size();
    let mut next = Vec::new();
    for (at, mv) in line.positions().iter().zip(line.moves()) {
        let there = at.canonical_hash();
        if at.size() != size || there.hash() != here.hash() {
            continue;
        }
        // One way there is enough; a symmetric position has several ways back.
        let image = there.ways().next().zip(mv.square());
        let image = image.and_then(|(way, square)| way.apply(square, size));
        let back = |image| here.ways().filter_map(move |way| way.inverse().apply(image, size));
        next.extend(image.into_iter().flat_map(back));
    }
    next
}

/// What the book says of the moves of a position.
pub fn book(position: &Position) -> Vec<BookInfo> {
    let AnyBoard::N8(board) = position.board() else { return Vec::new() };
    let info = |known: &obverse_engine::book::BookMove| BookInfo {
        mv: known.square.into(),
        score: Score { discs: known.discs, kind: Kind::Book }.into(),
    };
    Book::embedded().moves(*board).iter().map(info).collect()
}

/// When a line is to be asked again.
pub fn repeat(request: &RepeatRequest) -> Option<Card> {
    match (request.card, request.solved) {
        (Some(card), solved) => Some(card.again(request.now, solved)),
        (None, false) => Some(Card::missed(request.now)),
        // What was known at once need not come back.
        (None, true) => None,
    }
}
