//! The opening book: the first plies, expanded where it matters.
//!
//! The book grows from the opening position. To expand a position is to search every position
//! that one move leads to; scores are then passed back by negamax. The lines of the named openings
//! are expanded first, and then again and again the positions that are reached with the least
//! loss: the sum of what both sides gave away on the way there, and a little for every ply so that
//! early alternatives are not forgotten for the sake of the main line. A position where either
//! side has given away more than a limit is not expanded at all.
//!
//! Positions are chosen in rounds, and every position is expanded with an empty table, so that the
//! book depends on its settings alone: not on threads, nor on interruptions.

mod journal;
mod round;
mod tree;

use std::path::Path;
use std::sync::Arc;

use obverse_engine::book::Book;
use obverse_engine::eval::weights::STEPS;
use obverse_engine::{Engine, Limits, Weights};
use obverse_jobs::Stop;
use obverse_records::openings;
use obverse_rules::{AnyBoard, Board8, Color, Position, Tier};
use serde::{Deserialize, Serialize};

use crate::TrainerError;
use crate::handed_out::{Crew, WeightsFrom, local_pool};
use journal::Journal;
use round::Round;
pub(crate) use round::work;
use tree::Tree;

/// How a book is made. Together with the number of positions it determines the book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BookSettings {
    /// Plies that every search looks ahead.
    pub depth: u32,
    /// Positions are expanded up to this ply.
    pub plies: u32,
    /// What either side may have given away on the way to a position, in discs.
    pub loss: f32,
    /// What a ply counts beside losses, in discs.
    pub ply_cost: f32,
    /// CRC-32 of the weights file that is searched with, if it matters.
    pub weights: Option<u32>,
}

impl Default for BookSettings {
    fn default() -> BookSettings {
        BookSettings { depth: 12, plies: 24, loss: 3.0, ply_cost: 0.25, weights: None }
    }
}

/// What making a book needs beside its settings.
#[derive(Debug)]
pub struct BookRun<'a> {
    /// The file of all expansions, which a later run goes on with.
    pub journal: &'a Path,
    /// Positions to expand, those of earlier runs included.
    pub positions: usize,
    /// Threads.
    pub threads: usize,
    /// The instruction set to use.
    pub tier: Tier,
    /// The weights to search with.
    pub weights: Arc<Weights>,
    /// Raised to end after the round that is being played.
    pub stop: &'a Stop,
}

/// How far a book is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookProgress {
    /// Positions expanded.
    pub expanded: usize,
    /// Positions with a score.
    pub known: usize,
}

/// Megabytes of an expansion's table: it is emptied for each.
const HASH_MB: usize = 4;

/// Positions of a round at most.
const ROUND: usize = 64;

/// The kind of these jobs.
pub(crate) const KIND: &str = "expand";

/// Makes a book, or goes on with it.
pub fn make_book(
    settings: &BookSettings,
    run: &BookRun<'_>,
    progress: impl FnMut(BookProgress),
) -> Result<Book, TrainerError> {
    let mut pool = local_pool(run.threads, run.tier, Some(&run.weights));
    make_book_on(Crew { pool: &mut pool, weights: WeightsFrom::Here }, settings, run, progress)
}

/// Makes a book, or goes on with it, with the searches of others.
pub fn make_book_on(
    crew: Crew<'_>,
    settings: &BookSettings,
    run: &BookRun<'_>,
    mut progress: impl FnMut(BookProgress),
) -> Result<Book, TrainerError> {
    let Crew { pool, weights } = crew;
    let (mut journal, expansions) = Journal::open(run.journal, settings)?;
    let mut tree = Tree::new(named_positions());
    for expansion in expansions {
        tree.add(&expansion);
    }
    progress(tree.progress());
    // A round that this process does is finished, so that no search is lost.
    let here = matches!(weights, WeightsFrom::Here);
    let stop = if here { Stop::default() } else { run.stop.clone() };
    while !run.stop.is_raised() {
        let wanted = run.positions.saturating_sub(tree.progress().expanded).min(ROUND);
        let boards = tree.next_round(settings, wanted);
        if boards.is_empty() {
            break;
        }
        let round = Round::new(&tree, boards, settings.depth, &weights);
        let Some(expansions) = round.expand(&tree, pool, &stop)? else { break };
        journal.append(&expansions)?;
        for expansion in expansions {
            tree.add(&expansion);
        }
        progress(tree.progress());
    }
    Ok(tree.book(settings))
}

/// The positions of the named openings, the opening position included, without those in which
/// somebody has to pass.
fn named_positions() -> Vec<Board8> {
    let mut named = Vec::new();
    for opening in openings::all() {
        for position in opening.game().positions() {
            if let AnyBoard::N8(board) = position.board() {
                named.push(board.canonical());
            }
        }
    }
    named.sort_unstable();
    named.dedup();
    named
}

/// The score of a position in 1/128 disc from the view of the side to move.
fn search(engine: &mut Engine, board: Board8, depth: u32) -> i16 {
    let limits = Limits { book: false, ..Limits::depth(depth) };
    // The engine does not care about the colour of the side to move.
    let position = Position::new(AnyBoard::N8(board), Color::Black);
    let report = engine.search(&position, &limits);
    (report.best().score.discs * STEPS as f32).round() as i16
}
