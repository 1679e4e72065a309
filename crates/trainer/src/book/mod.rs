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
mod tree;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use obverse_engine::book::Book;
use obverse_engine::eval::weights::STEPS;
use obverse_engine::{Engine, Limits, Options, StopFlag, Weights};
use obverse_records::openings;
use obverse_rules::{AnyBoard, Board8, Color, Position, Tier};
use serde::{Deserialize, Serialize};

use crate::TrainerError;
use journal::Journal;
use tree::{Expansion, Tree};

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
    pub stop: &'a StopFlag,
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

/// Makes a book, or goes on with it.
pub fn make_book(
    settings: &BookSettings,
    run: &BookRun<'_>,
    mut progress: impl FnMut(BookProgress),
) -> Result<Book, TrainerError> {
    let (mut journal, expansions) = Journal::open(run.journal, settings)?;
    let mut tree = Tree::new(named_positions());
    for expansion in expansions {
        tree.add(&expansion);
    }
    let mut engines: Vec<Engine> = (0..run.threads.max(1)).map(|_| run.engine()).collect();
    progress(tree.progress());
    while !run.stop.is_raised() {
        let wanted = run.positions.saturating_sub(tree.progress().expanded).min(ROUND);
        let round = tree.next_round(settings, wanted);
        if round.is_empty() {
            break;
        }
        let expansions = expand_all(&tree, &round, settings.depth, &mut engines);
        journal.append(&expansions)?;
        for expansion in expansions {
            tree.add(&expansion);
        }
        progress(tree.progress());
    }
    Ok(tree.book(settings))
}

impl BookRun<'_> {
    fn engine(&self) -> Engine {
        Engine::new(Options {
            hash_mb: HASH_MB,
            tier: self.tier,
            weights: Some(Arc::clone(&self.weights)),
            ..Options::default()
        })
    }
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

/// Expands the positions of a round, each engine taking the next until all are done.
fn expand_all(tree: &Tree, round: &[Board8], depth: u32, engines: &mut [Engine]) -> Vec<Expansion> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Expansion>>> = Mutex::new(vec![None; round.len()]);
    std::thread::scope(|scope| {
        for engine in engines {
            let (next, done) = (&next, &done);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&board) = round.get(number) else { break };
                    engine.clear();
                    let expansion = tree.expand(board, |child| search(engine, child, depth));
                    done.lock().expect("no thread panics here")[number] = Some(expansion);
                }
            });
        }
    });
    let done = done.into_inner().expect("no thread panics here");
    done.into_iter().map(|expansion| expansion.expect("every position was taken")).collect()
}

/// The score of a position in 1/128 disc from the view of the side to move.
fn search(engine: &mut Engine, board: Board8, depth: u32) -> i16 {
    let limits = Limits { book: false, ..Limits::depth(depth) };
    // The engine does not care about the colour of the side to move.
    let position = Position::new(AnyBoard::N8(board), Color::Black);
    let report = engine.search(&position, &limits);
    (report.best().score.discs * STEPS as f32).round() as i16
}
