//! Balanced openings for matches: positions after eight plies that a deep search calls even.
//!
//! There are 67,239 positions after eight plies that no symmetry makes alike. They are searched in
//! a random order until there are enough openings: first a few plies deep, and if that is not far
//! from even, as deep as asked for. The searches are kept in a data set, from which an interrupted
//! run goes on, and one that asks for more openings; a fit may use it too.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use obverse_engine::eval::weights::STEPS;
use obverse_engine::{StopFlag, Weights};
use obverse_records::openings::balanced::{Balanced, PLIES};
use obverse_rules::{Board, Board8, Square, Tier};
use serde::Serialize;

use crate::dataset::{Block, Reader, Writer};
use crate::in_order::write_in_order;
use crate::label::{LabelSettings, Labeller};
use crate::{LabelKind, Random, Record, TrainerError};

/// What determines the openings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OpeningSettings {
    /// Plies that the search looks ahead that decides.
    pub depth: u32,
    /// By how many discs a side may be ahead at most.
    pub within: f32,
    /// CRC-32 of the weights file that is searched with.
    pub weights: u32,
}

/// What is needed beside the settings.
#[derive(Clone, Debug)]
pub struct OpeningRun<'a> {
    /// The data set of all searches, to write or to go on with.
    pub path: &'a Path,
    /// How many openings are wanted.
    pub count: usize,
    /// Threads.
    pub threads: usize,
    /// The instruction set to use.
    pub tier: Tier,
    /// The weights to search with.
    pub weights: Arc<Weights>,
    /// Raised to end soon.
    pub stop: &'a StopFlag,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningProgress {
    /// Positions that have been searched.
    pub searched: u64,
    /// Openings found.
    pub found: usize,
}

/// The depth of the first search of a position.
const FIRST_DEPTH: u32 = 8;

/// By how many discs the first search may be further from even than what is looked for: twice the
/// deviation between it and a deep one.
const FIRST_MARGIN: f32 = 6.0;

/// Positions in a block: what a killed run loses at most, for every thread.
const BLOCK: u32 = 64;

/// So many balanced openings, or all if there are fewer, in the order of their moves; none if it
/// was told to stop before the end.
pub fn balanced_openings(
    settings: &OpeningSettings,
    run: &OpeningRun<'_>,
    mut progress: impl FnMut(OpeningProgress),
) -> Result<Option<Vec<Balanced>>, TrainerError> {
    if settings.depth <= FIRST_DEPTH || settings.within.is_nan() || settings.within < 0.0 {
        let reason = format!("a depth of more than {FIRST_DEPTH}, and discs of 0 and more");
        return Err(TrainerError::Settings(reason));
    }
    let lines = all_lines();
    let identity = serde_json::json!({ "openings": settings, "plies": PLIES }).to_string();
    let mut writer = Writer::open(run.path, &identity)?;
    let even = even_lines(settings, run.path, &lines)?;
    progress(OpeningProgress { searched: writer.records(), found: even.len() });
    let found = AtomicUsize::new(even.len());
    let next_position = AtomicU32::new(writer.next_game());
    let positions = lines.len() as u32;
    let next = || {
        let first = next_position.fetch_add(BLOCK, Ordering::Relaxed);
        let is_enough = found.load(Ordering::Relaxed) >= run.count;
        (first < positions && !is_enough && !run.stop.is_raised()).then_some(first)
    };
    let work = |first: u32| {
        let games = BLOCK.min(positions - first);
        let lines = &lines[first as usize..(first + games) as usize];
        let records = search_lines(settings, run, lines)?;
        let even = records.iter().filter(|record| settings.is_even(record)).count();
        found.fetch_add(even, Ordering::Relaxed);
        Some(Block { first_game: first, games, records })
    };
    write_in_order(&mut writer, run.threads, &next, &work, |writer| {
        let found = found.load(Ordering::Relaxed);
        progress(OpeningProgress { searched: writer.records(), found });
    })?;
    let mut even = even_lines(settings, run.path, &lines)?;
    if even.len() < run.count && writer.next_game() < positions {
        return Ok(None);
    }
    even.truncate(run.count);
    even.sort_unstable();
    Ok(Some(even))
}

impl OpeningSettings {
    /// Whether the deep search calls a position even.
    fn is_even(&self, record: &Record) -> bool {
        u32::from(record.depth) == self.depth && discs(record).abs() <= self.within
    }
}

/// A line of eight moves and the board after it.
struct Line {
    moves: Vec<Square>,
    board: Board8,
}

/// A line to every position after eight plies that no symmetry makes alike, the first move f5, in a
/// random order that is always the same. Lines in which somebody has to pass are left out.
fn all_lines() -> Vec<Line> {
    let f5 = "f5".parse().expect("a square");
    let start = Board8::start();
    let mut lines =
        vec![Line { moves: vec![f5], board: start.play_unchecked(f5, start.flips(f5)) }];
    for _ in 1..PLIES {
        let mut seen = HashSet::new();
        let mut longer = Vec::new();
        for line in &lines {
            for square in line.board.moves() {
                let board = line.board.play_unchecked(square, line.board.flips(square));
                if !board.moves().is_empty() && seen.insert(board.canonical()) {
                    let moves = line.moves.iter().copied().chain([square]).collect();
                    longer.push(Line { moves, board });
                }
            }
        }
        lines = longer;
    }
    Random::new(0, 0).shuffle(&mut lines);
    lines
}

/// The positions of the lines with their scores, or none if it was told to stop.
fn search_lines(
    settings: &OpeningSettings,
    run: &OpeningRun<'_>,
    lines: &[Line],
) -> Option<Vec<Record>> {
    let labeller = |depth| {
        let settings = LabelSettings {
            depth: Some(depth),
            nodes: None,
            exact_from: 0,
            weights: settings.weights,
        };
        Labeller::new(&settings, run.tier, &run.weights)
    };
    let [mut first, mut deep] = [FIRST_DEPTH, settings.depth].map(labeller);
    let mut records = Vec::new();
    for line in lines {
        if run.stop.is_raised() {
            return None;
        }
        let (player, opponent) = line.board.bits();
        let game = (Random::new(player, opponent).next() >> 48) as u16;
        let unknown = LabelKind::Result;
        let record =
            Record { board: line.board, score: 0, result: 0, depth: 0, kind: unknown, game };
        // No position knows anything of the others.
        first.clear();
        let mut record = first.relabel(record);
        if discs(&record).abs() <= settings.within + FIRST_MARGIN {
            deep.clear();
            record = deep.relabel(record);
        }
        // The best guess at a game's result, for a fit that mixes it in.
        records.push(Record { result: discs(&record).round() as i8, ..record });
    }
    Some(records)
}

/// The lines that the deep search calls even, as they were searched.
fn even_lines(
    settings: &OpeningSettings,
    path: &Path,
    lines: &[Line],
) -> Result<Vec<Balanced>, TrainerError> {
    let mut reader = Reader::open(path)?;
    let mut openings = Vec::new();
    let mut lines = lines.iter();
    while let Some(block) = reader.next_whole_block()? {
        for record in block.records {
            let line = lines
                .next()
                .filter(|line| line.board == record.board)
                .ok_or_else(|| TrainerError::data(path, "not the positions after eight plies"))?;
            if settings.is_even(&record) {
                let moves = line.moves.as_slice().try_into().expect("eight plies");
                openings.push(Balanced::new(moves).expect("generated moves are legal"));
            }
        }
    }
    Ok(openings)
}

fn discs(record: &Record) -> f32 {
    f32::from(record.score) / STEPS as f32
}

#[cfg(test)]
mod tests {
    use obverse_rules::{Position, Size};

    use super::*;

    #[test]
    fn every_position_after_eight_plies_has_a_line() {
        // The same by positions that know nothing of sides or bits, from all four first moves.
        let mut positions = HashSet::from([Position::start(Size::EIGHT)]);
        for _ in 0..PLIES {
            let next = |position: Position| {
                let after = move |square: Square| position.play(square.into()).expect("legal");
                position.moves().into_iter().map(after)
            };
            let after = positions.into_iter().flat_map(next);
            positions = after.map(|position| position.canonical().0).collect();
        }
        positions.retain(Position::has_move);
        assert_eq!(all_lines().len(), positions.len());
    }
}
