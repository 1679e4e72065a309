//! What the counts of the any-size evaluation are worth.
//!
//! Games of self-play from random openings; every position on the way is explained by the result
//! of its game. Each count has a weight at every phase of the game, between which the evaluation
//! interpolates, so a count is as many terms of the regression as there are phases.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use obverse_arena::{Entrant, Tally};
use obverse_engine::anysize::{FEATURES, PHASES, Weights, counts};
use obverse_engine::{Engine, Limits, Options};
use obverse_players::{EngineLimits, EnginePlayer};
use obverse_rules::{Game, Move, Position, Size};

use super::meet;
use super::regression::Moments;
use crate::{Random, TrainerError};

/// The terms of the regression.
const TERMS: usize = FEATURES * PHASES;

/// Held at zero unless it occurs: see [`Moments::solve`].
const RIDGE: f64 = 100.0;

/// Megabytes of hash table of the players.
const HASH_MB: usize = 8;

/// One move in so many is a random one, so that the games differ all along.
const RANDOM_MOVE: usize = 12;

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

/// New weights, and how much of the results they explain.
#[derive(Clone, Debug, PartialEq)]
pub struct AnySizeFit {
    /// The weights.
    pub weights: Weights,
    /// Positions that they are fitted to.
    pub positions: u64,
    /// The correlation of the evaluation with the results.
    pub correlation: f64,
    /// That of the weights that played the games.
    pub old_correlation: f64,
}

/// Plays games with the old weights and fits new ones to their results. The same settings give the
/// same games on any number of threads, and the same weights but for the rounding of sums.
pub fn fit_any_size(
    settings: &AnySizeSettings,
    old: &Weights,
    threads: usize,
) -> Result<AnySizeFit, TrainerError> {
    if settings.size == Size::EIGHT {
        return Err(TrainerError::Settings(
            "8×8 has an evaluation of its own: take another size".to_owned(),
        ));
    }
    let next = AtomicU64::new(0);
    let all: Mutex<Moments<TERMS>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut engine = Engine::new(options(old));
                let mut sums = Moments::default();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= settings.games {
                        break;
                    }
                    engine.clear();
                    add_game(settings, number, &mut engine, &mut sums);
                }
                all.lock().expect("no thread panics here").join(&sums);
            });
        }
    });
    let sums = all.into_inner().expect("no thread panics here");
    if sums.count < 1000.0 {
        return Err(TrainerError::Settings("fewer than a thousand positions".to_owned()));
    }
    let worth = sums.solve(RIDGE);
    let phases = std::array::from_fn(|phase| {
        std::array::from_fn(|feature| worth[phase * FEATURES + feature] as f32)
    });
    let old_worth = std::array::from_fn(|term| f64::from(old.phases.as_flattened()[term]));
    Ok(AnySizeFit {
        weights: Weights { phases },
        positions: sums.count as u64,
        correlation: sums.correlation(&worth),
        old_correlation: sums.correlation(&old_worth),
    })
}

/// Plays new weights against old ones with so many positions a move, each opening twice.
pub fn match_any_size(
    old: &Weights,
    new: &Weights,
    size: Size,
    games: usize,
    nodes: u64,
    threads: usize,
) -> Result<Tally, TrainerError> {
    let entrant = |name: &str, weights: &Weights| {
        let weights = weights.clone();
        Entrant::new(name, move || {
            let limits = EngineLimits { nodes: Some(nodes), ..EngineLimits::default() };
            Ok(Box::new(EnginePlayer::new(options(&weights), limits, 0)))
        })
    };
    meet(&[entrant("new", new), entrant("old", old)], size, games, threads)
}

fn options(weights: &Weights) -> Options {
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
        let count = f64::from(count) * f64::from(Weights::scale(feature, size));
        terms[phase * FEATURES + feature] = count * (1.0 - part);
        terms[(phase + 1) * FEATURES + feature] = count * part;
    }
    terms
}
