//! Self-play as jobs that a pool hands out: blocks of games, written in their order. The file is
//! the same as that of [`generate`](crate::generate::generate).

use std::ops::ControlFlow;
use std::sync::Arc;

use obverse_engine::{StopFlag, Weights};
use obverse_jobs::{Batch, Digest, Job, JobError, Outcome, Pool, PoolError, Stop, Worker};
use obverse_rules::Tier;
use serde::{Deserialize, Serialize};

use crate::TrainerError;
use crate::dataset::{Block, Writer};
use crate::generate::{
    BLOCK_GAMES, GenerateProgress, GenerateRun, GenerateSettings, check, play_block,
};

/// The kind of these jobs.
pub const KIND: &str = "generate";

/// A block of games, and everything that it depends on beside the build.
#[derive(Serialize, Deserialize)]
struct Body {
    settings: GenerateSettings,
    /// The digest of the weights file.
    weights: Option<String>,
    first_game: u32,
    games: u32,
}

/// All blocks of a generation.
struct Blocks<'a> {
    settings: &'a GenerateSettings,
    games: u32,
    /// Games that the file has already.
    done: u32,
    weights: Option<(Digest, Arc<[u8]>)>,
}

impl Batch for Blocks<'_> {
    fn len(&self) -> usize {
        self.games.div_ceil(BLOCK_GAMES) as usize
    }

    fn job(&self, number: usize) -> Job {
        let first_game = number as u32 * BLOCK_GAMES;
        let body = Body {
            settings: self.settings.clone(),
            weights: self.weights.as_ref().map(|(digest, _)| digest.to_string()),
            first_game,
            games: BLOCK_GAMES.min(self.games - first_game),
        };
        Job::new(KIND, &body).expect("numbers and texts can be written")
    }

    fn done_before(&self) -> usize {
        (self.done / BLOCK_GAMES) as usize
    }

    fn files(&self) -> Vec<(Digest, Arc<[u8]>)> {
        self.weights.iter().cloned().collect()
    }

    fn check(&self, number: usize, result: &[u8]) -> Result<(), String> {
        let block = Block::from_bytes(result).map_err(|error| error.to_string())?;
        let first_game = number as u32 * BLOCK_GAMES;
        if (block.first_game, block.games) != (first_game, BLOCK_GAMES.min(self.games - first_game))
        {
            return Err(format!("block {} has other games", number + 1));
        }
        Ok(())
    }
}

/// Has games played by a pool until the file holds as many as asked for. Threads, tier and flag of
/// the run are the pool's; `weights` is the file that the settings name.
pub fn generate_on(
    pool: &mut dyn Pool,
    settings: &GenerateSettings,
    run: &GenerateRun<'_>,
    weights: Option<Arc<[u8]>>,
    stop: &Stop,
    mut progress: impl FnMut(GenerateProgress),
) -> Result<GenerateProgress, HandedOutError> {
    check(settings)?;
    let identity = serde_json::to_string(settings).expect("plain numbers");
    let mut writer = Writer::open(run.path, &identity)?;
    let state = |writer: &Writer| GenerateProgress {
        games: writer.next_game(),
        positions: writer.records(),
    };
    progress(state(&writer));
    let done = writer.next_game();
    if done >= run.games {
        return Ok(state(&writer));
    }
    if !done.is_multiple_of(BLOCK_GAMES) {
        return Err(HandedOutError::Uneven { games: done });
    }
    let weights = weights.map(|bytes| (Digest::of([&bytes[..]]), bytes));
    let blocks = Blocks { settings, games: run.games, done, weights };
    let mut failure = None;
    let end = pool.run(&blocks, stop, &mut |number, outcome| match append(
        &mut writer,
        number,
        outcome,
    ) {
        Ok(()) => {
            progress(state(&writer));
            ControlFlow::Continue(())
        }
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    match failure {
        Some(error) => Err(error),
        None => end.map(|_| state(&writer)).map_err(HandedOutError::Pool),
    }
}

fn append(writer: &mut Writer, number: usize, outcome: Outcome) -> Result<(), HandedOutError> {
    match outcome {
        Outcome::Done(result) => Ok(writer.append(&Block::from_bytes(&result)?)?),
        Outcome::Failed(reason) => Err(HandedOutError::Block { number: number + 1, reason }),
    }
}

/// Why a generation that was handed out ended.
#[derive(Debug, thiserror::Error)]
pub enum HandedOutError {
    /// The data can't be written, or the settings are wrong.
    #[error(transparent)]
    Trainer(#[from] TrainerError),
    /// The pool can't do the work.
    #[error(transparent)]
    Pool(PoolError),
    /// A block can't be played, and the file has to have all.
    #[error("block {number} can't be played: {reason}")]
    Block {
        /// Which, from 1.
        number: usize,
        /// Why.
        reason: String,
    },
    /// The last block of the file is a part of one, since fewer games were asked for before.
    #[error(
        "the file ends within a block, with {games} games: go on without a fleet to the next \
         multiple of 64 games"
    )]
    Uneven {
        /// Games in the file.
        games: u32,
    },
}

/// Plays blocks for others.
pub struct BlockPlayer {
    tier: Tier,
    /// Gives the weights with a digest.
    weights: Box<FindWeights>,
}

/// Gives the weights with a digest.
type FindWeights = dyn Fn(&str) -> Result<Arc<Weights>, String> + Send;

impl BlockPlayer {
    /// A player who gets weights from the function.
    pub fn new(
        tier: Tier,
        weights: impl Fn(&str) -> Result<Arc<Weights>, String> + Send + 'static,
    ) -> BlockPlayer {
        BlockPlayer { tier, weights: Box::new(weights) }
    }
}

impl Worker for BlockPlayer {
    /// A block takes some seconds: it is not interrupted.
    fn work(&mut self, job: &Job, _stop: &Stop) -> Result<Vec<u8>, JobError> {
        let body: Body = job.read().map_err(|error| JobError::Failed(error.to_string()))?;
        check(&body.settings).map_err(|error| JobError::Failed(error.to_string()))?;
        if body.games > BLOCK_GAMES || body.first_game.checked_add(body.games).is_none() {
            return Err(JobError::Failed("a block has 64 games at most".to_owned()));
        }
        let weights = body.weights.as_deref().map(&self.weights);
        let run = GenerateRun {
            path: std::path::Path::new(""),
            games: body.first_game + body.games,
            threads: 1,
            tier: self.tier,
            weights: weights.transpose().map_err(JobError::Failed)?,
            stop: &StopFlag::default(),
        };
        Ok(play_block(&body.settings, &run, body.first_game, body.games).to_bytes())
    }
}
