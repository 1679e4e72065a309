//! Problems as jobs: each begins with an engine that has learnt nothing, so that its result is the
//! same wherever it is solved.

use std::sync::Arc;

use obverse_engine::score::Kind;
use obverse_engine::{
    Engine, Goal, Limits, Observer, Options, Progress, Report, StopFlag, Weights,
};
use obverse_jobs::{Batch, Digest, Job, JobError, Stop, Worker};
use obverse_rules::Position;
use serde::{Deserialize, Serialize};

use super::Problem;

/// The kind of these jobs.
pub(crate) const KIND: &str = "solve";

/// The largest table that a job may ask for, in megabytes.
const MOST_MB: usize = 1 << 20;

/// Everything that a result depends on, beside the build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Body {
    position: Position,
    goal: Goal,
    threads: usize,
    hash_mb: usize,
    /// The digest of the weights file; none for the build's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
}

/// Problems that are to be solved in the same way.
pub(super) struct Problems<'a> {
    pub(super) list: &'a [Problem],
    pub(super) goal: Goal,
    pub(super) threads: usize,
    pub(super) hash_mb: usize,
    /// The weights file, if others than the build's own are used.
    pub(super) weights: Option<(Digest, Arc<[u8]>)>,
}

impl Batch for Problems<'_> {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn job(&self, number: usize) -> Job {
        let position = self.list[number].position;
        let Problems { goal, threads, hash_mb, .. } = *self;
        let weights = self.weights.as_ref().map(|(digest, _)| digest.to_string());
        let body = Body { position, goal, threads, hash_mb, weights };
        Job::new(KIND, &body).expect("positions and numbers can be written")
    }

    /// A second or two of the hardest ones.
    fn jobs_per_chunk(&self) -> usize {
        let empties = self.list.iter().map(|problem| problem.position.empties()).max();
        match empties.unwrap_or(0) {
            0..=10 => 1000,
            11..=14 => 250,
            15..=16 => 100,
            17..=18 => 40,
            19..=20 => 10,
            21..=22 => 3,
            _ => 1,
        }
    }

    fn threads_per_job(&self) -> usize {
        self.threads
    }

    fn files(&self) -> Vec<(Digest, Arc<[u8]>)> {
        self.weights.iter().cloned().collect()
    }

    /// Plays the best line: it has to be legal and, if it ends the game, to end with the score.
    fn check(&self, number: usize, result: &[u8]) -> Result<(), String> {
        let problem = format!("problem {}", number + 1);
        let report = read(result).map_err(|error| format!("{problem}: {error}"))?;
        let line = report.lines.first().ok_or_else(|| format!("{problem} has no line"))?;
        let start = self.list[number].position;
        let mut position = start;
        for mv in &line.moves {
            position = position.play(*mv).map_err(|error| format!("{problem}: {error}"))?;
        }
        let is_exact = matches!(line.score.kind, Kind::Exact);
        let is_solved = is_exact || self.goal == Goal::Wld && line.score.kind == Kind::Wld;
        if !is_solved {
            return Err(format!("{problem} is not solved: {}", line.score));
        }
        if report.chosen != line.moves.first().copied() {
            return Err(format!("{problem}: the best move is not that of the best line"));
        }
        if position.is_over() && is_exact {
            let score = position.outcome().score(start.side());
            if (score as f32 - line.score.discs).abs() > 0.5 {
                return Err(format!("{problem}: the line of {} ends with {score:+}", line.score));
            }
        }
        Ok(())
    }

    /// All but the time; of several threads, which search in another order every time, the score.
    fn essence(&self, _number: usize, result: &[u8]) -> Vec<u8> {
        let Ok(mut report) = read(result) else { return result.to_vec() };
        report.elapsed = std::time::Duration::ZERO;
        if self.threads > 1 {
            return report
                .lines
                .first()
                .map_or(String::new(), |line| line.score.to_string())
                .into();
        }
        serde_json::to_vec(&report).unwrap_or_default()
    }
}

/// What a worker sent.
pub(super) fn read(result: &[u8]) -> Result<Report, serde_json::Error> {
    serde_json::from_slice(result)
}

/// Gives the weights with a digest.
pub(crate) type FindWeights = dyn Fn(&str) -> Result<Arc<Weights>, String> + Send;

/// Solves problems, and tells of every improved line.
pub(crate) struct Solver<F> {
    /// Threads, table and weights are those of the job.
    options: Options,
    find_weights: Box<FindWeights>,
    /// Made for the last job, with what that wanted, and used again if the next one wants the same.
    engine: Option<(Wanted, Engine)>,
    improved: F,
}

/// What a job wants of an engine.
type Wanted = (usize, usize, Option<String>);

impl<F: FnMut(&Progress<'_>)> Solver<F> {
    pub(crate) fn new(options: Options, find_weights: Box<FindWeights>, improved: F) -> Solver<F> {
        Solver { options, find_weights, engine: None, improved }
    }

    /// An engine as the job wants it, which has learnt nothing.
    fn engine(&mut self, wanted: Wanted) -> Result<Engine, JobError> {
        if let Some((had, mut engine)) = self.engine.take()
            && had == wanted
        {
            engine.clear();
            return Ok(engine);
        }
        let (threads, hash_mb, weights) = wanted;
        let mut options = Options { threads, hash_mb, ..self.options.clone() };
        if let Some(digest) = weights {
            options.weights = Some((self.find_weights)(&digest).map_err(JobError::Failed)?);
        }
        Ok(Engine::new(options))
    }
}

impl<F: FnMut(&Progress<'_>) + Send> Worker for Solver<F> {
    fn work(&mut self, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
        let failed = |error: serde_json::Error| JobError::Failed(error.to_string());
        let Body { position, goal, threads, hash_mb, weights } = job.read().map_err(failed)?;
        // Jobs come from others too: nobody may ask for more than a command line can.
        if !(1..=Options::MOST_THREADS).contains(&threads) || !(1..=MOST_MB).contains(&hash_mb) {
            return Err(JobError::Failed(format!("{threads} threads, {hash_mb} MB: too many")));
        }
        let wanted = (threads, hash_mb, weights);
        let mut engine = self.engine(wanted.clone())?;
        let asked = stop.clone();
        let flag = StopFlag::asking(move || asked.is_raised());
        let limits = Limits { goal, book: false, stop: flag, ..Limits::default() };
        let observer: &mut dyn Observer = &mut self.improved;
        let report = engine.search_with(&position, &limits, observer);
        self.engine = Some((wanted, engine));
        if stop.is_raised() {
            return Err(JobError::Stopped);
        }
        serde_json::to_vec(&report).map_err(failed)
    }
}
