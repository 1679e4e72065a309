//! A round of expansions, which a pool does.

use std::ops::ControlFlow;
use std::sync::Arc;

use obverse_engine::{Engine, Options};
use obverse_jobs::{Batch, Digest, End, Job, JobError, Outcome, Pool, Stop};
use obverse_rules::Board8;
use serde::{Deserialize, Serialize};

use super::tree::{Expansion, Tree};
use super::{HASH_MB, KIND, search};
use crate::TrainerError;
use crate::handed_out::{self, Hand, WeightsFrom};

/// The positions to search for an expansion, and everything that their scores depend on beside the
/// build.
#[derive(Serialize, Deserialize)]
struct Body {
    depth: u32,
    weights: String,
    /// The discs of the side to move and of the other.
    boards: Vec<(u64, u64)>,
}

/// The expansions of a round.
pub(super) struct Round<'a> {
    boards: Vec<Board8>,
    /// For each the positions that have no score yet.
    unknown: Vec<Vec<Board8>>,
    depth: u32,
    weights: &'a WeightsFrom,
}

impl<'a> Round<'a> {
    pub(super) fn new(
        tree: &Tree,
        boards: Vec<Board8>,
        depth: u32,
        weights: &'a WeightsFrom,
    ) -> Round<'a> {
        let unknown = |board: &Board8| {
            let mut unknown = Vec::new();
            tree.expand(*board, |child| {
                unknown.push(child);
                0
            });
            unknown
        };
        Round { unknown: boards.iter().map(unknown).collect(), boards, depth, weights }
    }

    /// Has all positions searched; none if the flag was raised first.
    pub(super) fn expand(
        &self,
        tree: &Tree,
        pool: &mut dyn Pool,
        stop: &Stop,
    ) -> Result<Option<Vec<Expansion>>, TrainerError> {
        let mut expansions = Vec::with_capacity(self.boards.len());
        let mut failure = None;
        let end = pool.run(self, stop, &mut |number, outcome| {
            let scores = match outcome {
                Outcome::Done(result) => self.read(number, &result),
                Outcome::Failed(reason) => Err(reason),
            };
            match scores {
                Ok(scores) => {
                    let mut scores = scores.into_iter();
                    let score = |_| scores.next().expect("as many scores as were asked for");
                    expansions.push(tree.expand(self.boards[number], score));
                    ControlFlow::Continue(())
                }
                Err(reason) => {
                    failure = Some(TrainerError::Block { number: number + 1, reason });
                    ControlFlow::Break(())
                }
            }
        });
        failure.map_or(Ok(()), Err)?;
        let is_complete = end.map_err(TrainerError::Pool)? == End::Complete;
        Ok(is_complete.then_some(expansions))
    }

    /// The scores of a result, as many as positions were asked for.
    fn read(&self, number: usize, result: &[u8]) -> Result<Vec<i16>, String> {
        let scores: Vec<i16> = serde_json::from_slice(result).map_err(|error| error.to_string())?;
        let wanted = self.unknown[number].len();
        if scores.len() == wanted {
            Ok(scores)
        } else {
            Err(format!("{} scores of {wanted} positions", scores.len()))
        }
    }
}

impl Batch for Round<'_> {
    fn len(&self) -> usize {
        self.boards.len()
    }

    fn job(&self, number: usize) -> Job {
        let boards = self.unknown[number].iter().map(Board8::bits).collect();
        let body = Body { depth: self.depth, weights: self.weights.word(), boards };
        Job::new(KIND, &body).expect("numbers and texts can be written")
    }

    fn is_step(&self) -> bool {
        true
    }

    fn files(&self) -> Vec<(Digest, Arc<[u8]>)> {
        self.weights.files()
    }

    fn check(&self, number: usize, result: &[u8]) -> Result<(), String> {
        self.read(number, result).map(|_| ())
    }
}

/// Searches the positions of an expansion one after the other, beginning with an empty table.
pub(crate) fn work(hand: &Hand, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
    let body: Body = handed_out::read(job)?;
    let mut engine = Engine::new(Options {
        hash_mb: HASH_MB,
        tier: hand.tier(),
        weights: Some(hand.weights(&body.weights)?),
        ..Options::default()
    });
    let mut scores = Vec::with_capacity(body.boards.len());
    for (player, opponent) in body.boards {
        if stop.is_raised() {
            return Err(JobError::Stopped);
        }
        let board = Board8::from_bits(player, opponent);
        let board = board.ok_or_else(|| JobError::Failed("this is no position".to_owned()))?;
        scores.push(search(&mut engine, board, body.depth));
    }
    serde_json::to_vec(&scores).map_err(|error| JobError::Failed(error.to_string()))
}
