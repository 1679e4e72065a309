//! Single positions for the fit, no two of one game.
//!
//! Positions of one game say much the same. Here each is the only one of a game that is made for
//! it: random moves first, then those that look best one ply ahead, with slips. How often a game
//! slips is drawn too, from never to every other move: a search evaluates the positions after
//! bad moves more often than those after good ones. Only the last position is labelled, so almost
//! all of the time goes into labels.

use obverse_engine::Solver;
use obverse_engine::eval::weights::STEPS;
use obverse_jobs::{Job, JobError, Stop};
use obverse_rules::{Board, Board8, Square};
use serde::{Deserialize, Serialize};

use crate::blocks::{self, Body, Numbered};
use crate::dataset::Block;
use crate::generate::{GenerateProgress, GenerateRun};
use crate::handed_out::{Crew, Hand, WeightsFrom, local_pool};
use crate::label::{LabelSettings, Labeller};
use crate::{LabelKind, Random, Record, TrainerError};

/// What determines the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleSettings {
    /// The seed of all random choices.
    pub seed: u64,
    /// The fewest and the most empty squares of a position; each number is as likely.
    pub empties: (u32, u32),
    /// Random plies at the start: the fewest and the most.
    pub random_plies: (u32, u32),
    /// How positions are labelled.
    #[serde(flatten)]
    pub label: LabelSettings,
}

/// Positions in a block: what a killed run loses at most, for every thread.
const BLOCK: u32 = 256;

/// The largest share of the moves after the random plies that are slips; most games have fewer.
const MOST_SLIPS: f32 = 0.5;

/// Megabytes of the table of the search that plays.
const TABLE_MB: usize = 1;

impl SampleSettings {
    fn check(&self) -> Result<(), TrainerError> {
        self.label.check()?;
        let (fewest, most) = self.empties;
        if fewest == 0 || fewest > most || most > 60 {
            return Err(TrainerError::Settings(
                "empty squares are a range such as 8-16, from 1 to 60".to_owned(),
            ));
        }
        if self.random_plies.0 > self.random_plies.1 {
            return Err(TrainerError::Settings("random plies are a range such as 4-20".to_owned()));
        }
        Ok(())
    }
}

/// The kind of these jobs.
pub(crate) const KIND: &str = "sample";

/// Adds positions until the file holds as many as the run has games.
pub fn sample(
    settings: &SampleSettings,
    run: &GenerateRun<'_>,
    progress: impl FnMut(GenerateProgress),
) -> Result<GenerateProgress, TrainerError> {
    let mut pool = local_pool(run.threads, run.tier, run.weights.as_ref());
    sample_on(Crew { pool: &mut pool, weights: WeightsFrom::Here }, settings, run, progress)
}

/// Has positions added by others until the file holds as many as the run has games.
pub fn sample_on(
    crew: Crew<'_>,
    settings: &SampleSettings,
    run: &GenerateRun<'_>,
    progress: impl FnMut(GenerateProgress),
) -> Result<GenerateProgress, TrainerError> {
    settings.check()?;
    if run.weights.is_none() {
        let reason = "positions are labelled with trained weights";
        return Err(TrainerError::Settings(reason.to_owned()));
    }
    let identity = serde_json::json!({ "sample": settings }).to_string();
    Numbered { kind: KIND, settings, block_games: BLOCK }.fill(crew, &identity, run, progress)
}

/// Makes a block of positions.
pub(crate) fn work(hand: &Hand, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
    let body: Body<SampleSettings> = blocks::read(job, BLOCK)?;
    body.settings.check().map_err(|error| JobError::Failed(error.to_string()))?;
    let weights = hand.weights(body.weights.as_deref().unwrap_or_default())?;
    let mut labeller = Labeller::new(&body.settings.label, hand.tier(), &weights);
    let mut player = Solver::new(hand.tier(), TABLE_MB).with_weights(weights);
    let (first_game, games) = (body.first_game, body.games);
    let mut records = Vec::with_capacity(games as usize);
    for number in first_game..first_game + games {
        if stop.is_raised() {
            return Err(JobError::Stopped);
        }
        records.push(labelled(&body.settings, &mut player, &mut labeller, number));
    }
    Ok(Block { first_game, games, records }.to_bytes())
}

fn labelled(
    settings: &SampleSettings,
    player: &mut Solver,
    labeller: &mut Labeller,
    number: u32,
) -> Record {
    let mut random = Random::new(settings.seed, u64::from(number));
    let (fewest, most) = settings.empties;
    let empties = fewest + random.below((most - fewest + 1) as usize) as u32;
    let board = loop {
        if let Some(board) = play_to(empties, settings.random_plies, player, &mut random) {
            break board;
        }
    };
    let game = (random.next() >> 48) as u16;
    let unknown = Record { board, score: 0, result: 0, depth: 0, kind: LabelKind::Result, game };
    let record = labeller.relabel(unknown);
    // Nobody played on, so the score stands for the result.
    let result = (f32::from(record.score) / STEPS as f32).round() as i8;
    Record { result, ..record }
}

/// Plays from the start until so many squares are empty: a position in which the side to move has
/// a move, or none if the game ended before.
fn play_to(
    empties: u32,
    (fewest, most): (u32, u32),
    player: &mut Solver,
    random: &mut Random,
) -> Option<Board8> {
    let random_plies = fewest + random.below((most - fewest + 1) as usize) as u32;
    let slips = random.unit() * random.unit() * MOST_SLIPS;
    let mut board = Board8::start();
    loop {
        if board.moves().is_empty() {
            if board.is_over() {
                return None;
            }
            board = board.pass();
        }
        if board.empties() <= empties {
            return Some(board);
        }
        let slip = 60 - board.empties() < random_plies || random.unit() < slips;
        let best = if slip { None } else { player.search(board, 1).best };
        let square = best.unwrap_or_else(|| any_move(board, random));
        board = board.play_unchecked(square, board.flips(square));
    }
}

fn any_move(board: Board8, random: &mut Random) -> Square {
    let moves = board.moves();
    let chosen = random.below(moves.len());
    moves.iter().nth(chosen).expect("there are so many moves")
}
