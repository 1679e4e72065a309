//! Self-play: games from random openings, every position labelled.
//!
//! A game is a random opening, searched moves of a fixed depth, and perfect play as soon as few
//! squares are empty. Each game has its own random numbers and each block of games starts with
//! an empty table, so that the data depend on the settings alone: not on the number of threads,
//! nor on how often the generation was interrupted.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use obverse_engine::{Solver, Weights};
use obverse_jobs::{Job, JobError, Stop};
use obverse_rules::{Board, Board8, Square, Tier};
use serde::{Deserialize, Serialize};

use crate::blocks::{self, Body, Numbered};
use crate::dataset::Block;
use crate::handed_out::{Crew, Hand, WeightsFrom, local_pool};
use crate::{LabelKind, Random, Record, TrainerError};

/// What determines the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GenerateSettings {
    /// The seed of all random choices.
    pub seed: u64,
    /// Random plies at the start: the fewest and the most.
    pub random_plies: (u32, u32),
    /// How far each move is searched.
    pub depth: u32,
    /// From how many empty squares on play is perfect.
    pub exact_from: u32,
    /// CRC-32 of the weights file; none for the hand-made evaluation, whose scores are no labels.
    pub weights: Option<u32>,
}

/// What a generation needs beside its settings.
#[derive(Clone, Debug)]
pub struct GenerateRun<'a> {
    /// The file to add to.
    pub path: &'a Path,
    /// Games that the file shall hold in the end.
    pub games: u32,
    /// Threads.
    pub threads: usize,
    /// The instruction set to use.
    pub tier: Tier,
    /// The weights, where the settings name any.
    pub weights: Option<Arc<Weights>>,
    /// Raised to end after the blocks being played.
    pub stop: &'a Stop,
}

/// How far a generation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateProgress {
    /// Games in the file.
    pub games: u32,
    /// Positions in the file.
    pub positions: u64,
}

/// Games in a block: what a killed generation loses at most, for every thread.
const BLOCK_GAMES: u32 = 64;

/// Megabytes of a player's table.
const TABLE_MB: usize = 8;

/// The kind of these jobs.
pub(crate) const KIND: &str = "generate";

/// Plays games until the file holds as many as asked for.
pub fn generate(
    settings: &GenerateSettings,
    run: &GenerateRun<'_>,
    progress: impl FnMut(GenerateProgress),
) -> Result<GenerateProgress, TrainerError> {
    let mut pool = local_pool(run.threads, run.tier, run.weights.as_ref());
    generate_on(Crew { pool: &mut pool, weights: WeightsFrom::Here }, settings, run, progress)
}

/// Has games played by others until the file holds as many as asked for.
pub fn generate_on(
    crew: Crew<'_>,
    settings: &GenerateSettings,
    run: &GenerateRun<'_>,
    progress: impl FnMut(GenerateProgress),
) -> Result<GenerateProgress, TrainerError> {
    check(settings)?;
    let identity = serde_json::to_string(settings).expect("plain numbers");
    let games = Numbered { kind: KIND, settings, block_games: BLOCK_GAMES };
    games.fill(crew, &identity, run, progress)
}

/// Plays a block. It takes some seconds, and is not interrupted.
pub(crate) fn work(hand: &Hand, job: &Job) -> Result<Vec<u8>, JobError> {
    let body: Body<GenerateSettings> = blocks::read(job, BLOCK_GAMES)?;
    check(&body.settings).map_err(|error| JobError::Failed(error.to_string()))?;
    let weights = body.weights.as_deref().map(|word| hand.weights(word)).transpose()?;
    let mut solver = Solver::new(hand.tier(), TABLE_MB);
    let labels = weights.is_some();
    if let Some(weights) = weights {
        solver = solver.with_weights(weights);
    }
    let (first_game, games) = (body.first_game, body.games);
    let records = (first_game..first_game + games)
        .flat_map(|game| play_game(&body.settings, labels, &mut solver, game))
        .collect();
    Ok(Block { first_game, games, records }.to_bytes())
}

fn check(settings: &GenerateSettings) -> Result<(), TrainerError> {
    let (fewest, most) = settings.random_plies;
    if fewest > most || most > 58 {
        return Err(TrainerError::Settings(
            "random plies are a range such as 8-40, at most 58".to_owned(),
        ));
    }
    if settings.depth == 0 || settings.depth > 30 || settings.exact_from > 24 {
        return Err(TrainerError::Settings(
            "a depth of 1 to 30, exact from at most 24 empty squares".to_owned(),
        ));
    }
    Ok(())
}

/// A game's labelled positions, those of the random opening left out.
fn play_game(
    settings: &GenerateSettings,
    labels: bool,
    solver: &mut Solver,
    number: u32,
) -> Vec<Record> {
    let mut random = Random::new(settings.seed, u64::from(number));
    let (fewest, most) = settings.random_plies;
    let mut board = random_opening(&mut random, fewest..=most);
    let game = (random.next() >> 48) as u16;
    let mut records = Vec::new();
    // Whether the side to move is the one that was to move after the opening.
    let mut first_side = true;
    loop {
        let moves = board.moves();
        if moves.is_empty() {
            if board.is_over() {
                break;
            }
            board = board.pass();
            first_side = !first_side;
            continue;
        }
        let (record, best) = label(settings, labels, solver, board, game);
        records.push((record, first_side));
        board = board.play_unchecked(best, board.flips(best));
        first_side = !first_side;
    }
    let result = if first_side { board.final_score() } else { -board.final_score() };
    records
        .into_iter()
        .map(|(record, side)| {
            let result = if side { result } else { -result };
            Record { result: result as i8, ..record }
        })
        .collect()
}

fn label(
    settings: &GenerateSettings,
    labels: bool,
    solver: &mut Solver,
    board: Board8,
    game: u16,
) -> (Record, Square) {
    let empties = board.empties();
    let exact = empties <= settings.exact_from;
    let depth = if exact { empties } else { settings.depth.min(empties) };
    let found = solver.search(board, depth);
    let kind = if exact || depth == empties {
        LabelKind::Exact
    } else if labels {
        LabelKind::Search
    } else {
        LabelKind::Result
    };
    // The root's entry may have been pushed out of the table; any move will do then.
    let best = found.best.unwrap_or_else(|| board.moves().iter().next().expect("there is a move"));
    let record =
        Record { board, score: found.value as i16, result: 0, depth: depth as u8, kind, game };
    (record, best)
}

/// Plays random moves from the start. An opening in which the game ends is thrown away.
fn random_opening(random: &mut Random, plies: RangeInclusive<u32>) -> Board8 {
    let span = (plies.end() - plies.start() + 1) as usize;
    'again: loop {
        let mut board = Board8::start();
        for _ in 0..plies.start() + random.below(span) as u32 {
            if board.moves().is_empty() {
                if board.is_over() {
                    continue 'again;
                }
                board = board.pass();
            }
            let moves: Vec<Square> = board.moves().iter().collect();
            let square = moves[random.below(moves.len())];
            board = board.play_unchecked(square, board.flips(square));
        }
        if !board.is_over() {
            return board;
        }
    }
}
