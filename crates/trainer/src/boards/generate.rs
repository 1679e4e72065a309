//! Self-play on a board of any size.
//!
//! A game is a random opening, searched moves of a fixed depth with a random one now and then, and
//! perfect play as soon as few squares are empty. Each game has its own random numbers and begins
//! with an empty table, so that a file depends on its settings alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};

use obverse_engine::score::Kind;
use obverse_engine::{BoardWeights, Engine, Limits, Options};
use obverse_jobs::Stop;
use obverse_rules::{Color, Game, Move, Size};
use serde::Serialize;
use serde_json::json;

use super::games::{GameRecord, GameWriter, Ply};
use crate::generate::GenerateProgress;
use crate::{Random, TrainerError};

/// One searched move in so many is a random one instead, so that the games differ all along.
const SLIP: usize = 12;

/// Megabytes of a player's table.
const HASH_MB: usize = 8;

/// What determines the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardGames {
    /// The size of the board.
    #[serde(skip)]
    pub size: Size,
    /// The seed of all random choices.
    pub seed: u64,
    /// Random plies at the start: the fewest and the most.
    pub random_plies: (u32, u32),
    /// How far each move is searched.
    pub depth: u32,
    /// From how many empty squares on play is perfect.
    pub exact_from: u32,
    /// CRC-32 of the weights file; none for the hand-made weights.
    pub weights: Option<u32>,
}

/// What playing needs beside the settings.
#[derive(Clone, Debug)]
pub struct BoardGamesRun<'a> {
    /// The file to add to.
    pub path: &'a Path,
    /// Games that the file shall hold in the end.
    pub games: u32,
    /// Threads.
    pub threads: usize,
    /// The weights to play with.
    pub weights: Arc<BoardWeights>,
    /// Raised to end after the games being played.
    pub stop: &'a Stop,
}

/// Plays games until the file holds as many as asked for.
pub fn play_boards(
    settings: &BoardGames,
    run: &BoardGamesRun<'_>,
    mut progress: impl FnMut(GenerateProgress),
) -> Result<GenerateProgress, TrainerError> {
    check(settings)?;
    let mut writer = GameWriter::open(run.path, settings.size, &json!(settings))?;
    let state =
        |writer: &GameWriter| GenerateProgress { games: writer.games, positions: writer.positions };
    progress(state(&writer));
    let next = AtomicU32::new(writer.games);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..run.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let any_size = Some(Arc::clone(&run.weights));
                let options = Options { hash_mb: HASH_MB, any_size, ..Options::default() };
                let mut engine = Engine::new(options);
                while !run.stop.is_raised() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= run.games {
                        break;
                    }
                    engine.clear();
                    let game = play_game(settings, number, &mut engine);
                    // Nobody listens any more once the file could not be written.
                    if sender.send((number, game)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (number, game) in receiver {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&writer.games) {
                writer.append(&game)?;
                progress(state(&writer));
            }
        }
        Ok(state(&writer))
    })
}

fn check(settings: &BoardGames) -> Result<(), TrainerError> {
    let size = settings.size;
    if size == Size::EIGHT {
        let reason = "8×8 has an evaluation of its own: leave --size out";
        return Err(TrainerError::Settings(reason.to_owned()));
    }
    let (fewest, most) = settings.random_plies;
    if fewest > most || most as usize > size.squares() / 2 {
        return Err(TrainerError::Settings(format!(
            "random plies are a range such as 4-16, at most {} on this board",
            size.squares() / 2
        )));
    }
    if settings.depth == 0 || settings.depth > 30 || settings.exact_from > 24 {
        return Err(TrainerError::Settings(
            "a depth of 1 to 30, exact from at most 24 empty squares".to_owned(),
        ));
    }
    Ok(())
}

fn play_game(settings: &BoardGames, number: u32, engine: &mut Engine) -> GameRecord {
    let mut random = Random::new(settings.seed, u64::from(number));
    let (fewest, most) = settings.random_plies;
    let opening = fewest + random.below((most - fewest + 1) as usize) as u32;
    let mut game = Game::from_start(settings.size);
    let mut plies = Vec::new();
    while !game.position().is_over() {
        let position = *game.position();
        let moves = position.moves();
        if moves.is_empty() {
            game.play(Move::Pass).expect("who cannot move may pass");
            continue;
        }
        let is_opening = plies.len() < opening as usize;
        let slips = random.below(SLIP) == 0;
        let drawn = moves.get(random.below(moves.len())).expect("one of the moves");
        let ply = if is_opening {
            Ply { square: drawn, score: None, is_exact: false, is_random: true }
        } else {
            let solves = position.empties() <= settings.exact_from as usize;
            let limits = if solves { Limits::exact() } else { Limits::depth(settings.depth) };
            let report = engine.search(&position, &limits);
            let score = report.best().score;
            let is_exact = score.kind == Kind::Exact;
            let Some(Move::Place(found)) = report.chosen else { unreachable!("there is a move") };
            let is_random = slips && !is_exact;
            let square = if is_random { drawn } else { found };
            Ply { square, score: Some(score.discs), is_exact, is_random }
        };
        plies.push(ply);
        game.play(Move::Place(ply.square)).expect("a generated move is legal");
    }
    GameRecord { plies, result: game.position().outcome().score(Color::Black) }
}
