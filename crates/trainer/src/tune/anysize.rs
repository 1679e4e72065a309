//! What the counts of the any-size evaluation are worth.
//!
//! Games of self-play from random openings; every position on the way is explained by the result
//! of its game. Each count has a weight at every phase of the game, between which the evaluation
//! interpolates, so a count is as many terms of the regression as there are phases.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use obverse_arena::{Entrant, Tally};
use obverse_engine::anysize::{FEATURES, FeatureWeights, PHASES, counts};
use obverse_engine::{Engine, Limits, Options};
use obverse_players::{EngineLimits, EnginePlayer};
use obverse_rules::{Game, Move, Position, Size};
use serde_json::json;

use super::{Comparison, TuneRun, Tuned};
use crate::checkpoint::Checkpoint;
use crate::regression::Moments;
use crate::{Random, TrainerError};

/// The terms of the regression.
const TERMS: usize = FEATURES * PHASES;

/// Held at zero unless it occurs: see [`Moments::solve`].
const RIDGE: f64 = 100.0;

/// Megabytes of hash table of the players.
const HASH_MB: usize = 8;

/// One move in so many is a random one, so that the games differ all along.
const RANDOM_MOVE: usize = 12;

/// Games of a block: what an interruption loses at most, for every thread.
const BLOCK_GAMES: u64 = 16;

/// How the games of a fit are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnySizeSettings {
    /// The size of the board.
    pub size: Size,
    /// Games.
    pub games: u64,
    /// Plies that each move looks ahead.
    pub depth: u32,
    /// Random plies at the start of a game.
    pub random_plies: usize,
    /// Where random numbers begin.
    pub seed: u64,
}

/// Plays games with the old weights and fits new ones to their results. The same settings give the
/// same weights, on any number of threads and after any interruption.
pub fn fit_any_size(
    settings: &AnySizeSettings,
    old: &FeatureWeights,
    run: &TuneRun<'_>,
) -> Result<Tuned<FeatureWeights>, TrainerError> {
    if settings.size == Size::EIGHT {
        return Err(TrainerError::Settings(
            "8×8 has an evaluation of its own: take another size".to_owned(),
        ));
    }
    let sums = play_games(settings, old, run)?;
    if sums.count < 1000.0 {
        return Err(TrainerError::Settings("fewer than a thousand positions".to_owned()));
    }
    let coefficients = sums.solve(RIDGE);
    let phases = std::array::from_fn(|phase| {
        std::array::from_fn(|feature| coefficients[phase * FEATURES + feature] as f32)
    });
    let old_coefficients = std::array::from_fn(|term| f64::from(old.phases.as_flattened()[term]));
    Ok(Tuned {
        values: FeatureWeights { phases },
        positions: sums.count as u64,
        correlation: sums.correlation(&coefficients),
        old_correlation: sums.correlation(&old_coefficients),
    })
}

/// The sums over all games. Games are played in blocks, several at once, and blocks are added in
/// their order, so that rounding is always the same.
fn play_games(
    settings: &AnySizeSettings,
    old: &FeatureWeights,
    run: &TuneRun<'_>,
) -> Result<Moments<TERMS>, TrainerError> {
    let checkpoint = run.checkpoints.map(|folder| games_checkpoint(folder, settings, old));
    let mut done = match &checkpoint {
        Some(checkpoint) => load(checkpoint, settings.games)?,
        None => Done::default(),
    };
    let next = AtomicU64::new(done.games);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..run.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut engine = Engine::new(options(old));
                loop {
                    let first = next.fetch_add(BLOCK_GAMES, Ordering::Relaxed);
                    if first >= settings.games {
                        break;
                    }
                    let mut sums = Moments::default();
                    for number in first..settings.games.min(first + BLOCK_GAMES) {
                        engine.clear();
                        add_game(settings, number, &mut engine, &mut sums);
                    }
                    // Nobody listens any more once a checkpoint could not be written.
                    if sender.send((first, sums)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (first, sums) in receiver {
            waiting.insert(first, sums);
            while let Some(sums) = waiting.remove(&done.games) {
                done.sums.join(&sums);
                done.games += BLOCK_GAMES;
                // A block that is cut short by the number of games is no place to go on from.
                if let Some(checkpoint) = &checkpoint
                    && done.games <= settings.games
                {
                    checkpoint.save(&done.to_bytes())?;
                }
            }
        }
        Ok(done.sums)
    })
}

/// Whole blocks that were played, and their sums.
#[derive(Default)]
struct Done {
    games: u64,
    sums: Moments<TERMS>,
}

impl Done {
    fn to_bytes(&self) -> Vec<u8> {
        [&self.games.to_le_bytes()[..], &self.sums.to_bytes()].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Done> {
        let (games, sums) = bytes.split_first_chunk::<8>()?;
        Some(Done { games: u64::from_le_bytes(*games), sums: Moments::from_bytes(sums)? })
    }
}

/// What the sums depend on, the number of games left out: more can follow.
fn games_checkpoint(folder: &Path, settings: &AnySizeSettings, old: &FeatureWeights) -> Checkpoint {
    let identity = json!({
        "tune": "anysize", "size": settings.size.get(), "depth": settings.depth,
        "random_plies": settings.random_plies, "seed": settings.seed, "weights": old.phases,
    });
    Checkpoint::new(folder.join("games.checkpoint"), identity.to_string())
}

fn load(checkpoint: &Checkpoint, games: u64) -> Result<Done, TrainerError> {
    let Some(state) = checkpoint.load()? else { return Ok(Done::default()) };
    let done = Done::from_bytes(&state).ok_or_else(|| checkpoint.refused("it is damaged"))?;
    if done.games > games {
        return Err(checkpoint.refused(&format!("it has {} games already", done.games)));
    }
    Ok(done)
}

/// Plays new weights against old ones with so many positions a move, each opening twice.
pub fn match_any_size(
    old: &FeatureWeights,
    new: &FeatureWeights,
    size: Size,
    games: usize,
    nodes: u64,
    run: &TuneRun<'_>,
) -> Result<Tally, TrainerError> {
    let entrant = |name: &str, weights: &FeatureWeights| {
        let weights = weights.clone();
        Entrant::new(name, move || {
            let limits = EngineLimits { nodes: Some(nodes), ..EngineLimits::default() };
            Ok(Box::new(EnginePlayer::new(options(&weights), limits, 0)))
        })
    };
    let comparison = Comparison {
        entrants: [entrant("new", new), entrant("old", old)],
        size,
        games,
        identity: json!({ "anysize": [new.phases, old.phases], "nodes": nodes }),
    };
    comparison.play(run)
}

fn options(weights: &FeatureWeights) -> Options {
    Options { hash_mb: HASH_MB, any_size: weights.clone(), ..Options::default() }
}

/// Plays a game and adds its positions.
fn add_game(
    settings: &AnySizeSettings,
    number: u64,
    engine: &mut Engine,
    sums: &mut Moments<TERMS>,
) {
    let mut random = Random::new(settings.seed, number);
    let mut game = Game::from_start(settings.size);
    let mut positions = Vec::new();
    while !game.position().is_over() {
        let position = *game.position();
        let moves = position.moves();
        let opening = game.ply() < settings.random_plies;
        let mv = if moves.is_empty() {
            Move::Pass
        } else if opening || random.below(RANDOM_MOVE) == 0 {
            Move::Place(moves.get(random.below(moves.len())).expect("one of the moves"))
        } else {
            let limits = Limits::depth(settings.depth);
            let report = engine.search(&position, &limits);
            report.chosen.expect("there is a move")
        };
        if !opening && !moves.is_empty() {
            positions.push(position);
        }
        game.play(mv).expect("a generated move is legal");
    }
    let outcome = game.position().outcome();
    for position in positions {
        let result = f64::from(outcome.score(position.side()));
        sums.add(&terms(&position), result);
    }
}

/// The counts of a position, shared among the phases before and after it as the evaluation does.
fn terms(position: &Position) -> [f64; TERMS] {
    let size = position.size();
    let full = 1.0 - position.empties() as f64 / size.squares() as f64;
    let along = full * (PHASES - 1) as f64;
    let phase = (along as usize).min(PHASES - 2);
    let part = along - phase as f64;
    let mut terms = [0.0; TERMS];
    for (feature, count) in counts(position).into_iter().enumerate() {
        let count = f64::from(count) * f64::from(FeatureWeights::scale(feature, size));
        terms[phase * FEATURES + feature] = count * (1.0 - part);
        terms[(phase + 1) * FEATURES + feature] = count * part;
    }
    terms
}
