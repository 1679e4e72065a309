//! Blocks of a data set, made by a pool and written in their order.

use std::ops::ControlFlow;
use std::sync::Arc;

use obverse_jobs::{Batch, Digest, Job, JobError, Outcome, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::TrainerError;
use crate::dataset::{Block, Writer};
use crate::generate::{GenerateProgress, GenerateRun};
use crate::handed_out::{self, Crew, WeightsFrom};

/// A block of games that are made from their numbers, and everything that it depends on beside the
/// build.
#[derive(Serialize, Deserialize)]
pub(crate) struct Body<S> {
    pub(crate) settings: S,
    /// Where the weights come from; none without weights.
    pub(crate) weights: Option<String>,
    pub(crate) first_game: u32,
    pub(crate) games: u32,
}

/// The blocks of a file whose games are made from their numbers.
pub(crate) struct Numbered<'a, S> {
    pub(crate) kind: &'static str,
    pub(crate) settings: &'a S,
    /// Games of a block.
    pub(crate) block_games: u32,
}

impl<S: Serialize + Sync> Numbered<'_, S> {
    /// Fills the file until it holds as many games as the run asks for.
    pub(crate) fn fill(
        &self,
        crew: Crew<'_>,
        identity: &str,
        run: &GenerateRun<'_>,
        mut progress: impl FnMut(GenerateProgress),
    ) -> Result<GenerateProgress, TrainerError> {
        let mut writer = Writer::open(run.path, identity)?;
        let state = |writer: &Writer| GenerateProgress {
            games: writer.next_game(),
            positions: writer.records(),
        };
        progress(state(&writer));
        let weights = crew.weights;
        let has_weights = run.weights.is_some();
        let batch =
            Blocks { made: self, games: run.games, done: writer.next_game(), weights, has_weights };
        write(crew.pool, &batch, &mut writer, run.stop, |_, writer| progress(state(writer)))?;
        Ok(state(&writer))
    }
}

struct Blocks<'a, S> {
    made: &'a Numbered<'a, S>,
    games: u32,
    /// Games that the file has already.
    done: u32,
    weights: WeightsFrom,
    has_weights: bool,
}

impl<S> Blocks<'_, S> {
    /// The first game of a block, and how many it has. A file that ends within a block, since
    /// fewer games were asked for before, goes on from there.
    fn games(&self, number: usize) -> (u32, u32) {
        let block = self.made.block_games;
        let first = self.done % block + number as u32 * block;
        (first, block.min(self.games - first))
    }
}

impl<S: Serialize + Sync> Batch for Blocks<'_, S> {
    fn len(&self) -> usize {
        let block = self.made.block_games;
        self.games.saturating_sub(self.done % block).div_ceil(block) as usize
    }

    fn job(&self, number: usize) -> Job {
        let (first_game, games) = self.games(number);
        let weights = self.has_weights.then(|| self.weights.word());
        let body = Body { settings: self.made.settings, weights, first_game, games };
        Job::new(self.made.kind, &body).expect("numbers and texts can be written")
    }

    fn done_before(&self) -> usize {
        (self.done / self.made.block_games) as usize
    }

    fn files(&self) -> Vec<(Digest, Arc<[u8]>)> {
        self.weights.files()
    }

    fn check(&self, number: usize, result: &[u8]) -> Result<(), String> {
        check(number, result, self.games(number))
    }
}

/// Whether a result is the block with these games.
pub(crate) fn check(number: usize, result: &[u8], games: (u32, u32)) -> Result<(), String> {
    let block = Block::from_bytes(result).map_err(|error| error.to_string())?;
    if (block.first_game, block.games) == games {
        Ok(())
    } else {
        Err(format!("block {} has other games", number + 1))
    }
}

/// Has the blocks made and writes them. `written` hears of each, with its number.
pub(crate) fn write(
    pool: &mut dyn obverse_jobs::Pool,
    batch: &dyn Batch,
    writer: &mut Writer,
    stop: &Stop,
    mut written: impl FnMut(usize, &Writer),
) -> Result<(), TrainerError> {
    let mut failure = None;
    let end = pool.run(batch, stop, &mut |number, outcome| {
        let appended = match outcome {
            Outcome::Done(result) => {
                Block::from_bytes(&result).and_then(|block| writer.append(&block))
            }
            Outcome::Failed(reason) => Err(TrainerError::Block { number: number + 1, reason }),
        };
        match appended {
            Ok(()) => {
                written(number, writer);
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    failure.map_or(Ok(()), Err)?;
    end.map_err(TrainerError::Pool)?;
    Ok(())
}

/// What a job of numbered games asks for.
pub(crate) fn read<S: DeserializeOwned>(job: &Job, most: u32) -> Result<Body<S>, JobError> {
    let body: Body<S> = handed_out::read(job)?;
    if body.games > most || body.first_game.checked_add(body.games).is_none() {
        return Err(JobError::Failed(format!("a block has {most} games at most")));
    }
    Ok(body)
}
