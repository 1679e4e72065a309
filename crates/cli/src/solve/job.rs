//! Problems as jobs: each begins with an engine that has learnt nothing, so that its result is the
//! same wherever it is solved.

use std::sync::Arc;

use obverse_engine::score::Kind;
use obverse_engine::{Goal, Limits, Observer, Progress, Report, StopFlag};
use obverse_jobs::{Batch, Digest, Job, JobError, Stop, Worker};
use obverse_rules::Position;
use serde::{Deserialize, Serialize};

use super::Problem;
use crate::job_engine::{JobEngine, Wanted, WeightsFile};

/// The kind of these jobs.
pub(crate) const KIND: &str = "solve";

/// Everything that a result depends on, beside the build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Body {
    position: Position,
    goal: Goal,
    #[serde(flatten)]
    engine: Wanted,
}

/// Problems that are to be solved in the same way.
pub(super) struct Problems<'a> {
    pub(super) list: &'a [Problem],
    pub(super) goal: Goal,
    pub(super) engine: Wanted,
    /// The weights file, if others than the build's own are used.
    pub(super) weights: Option<WeightsFile>,
}

impl Batch for Problems<'_> {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn job(&self, number: usize) -> Job {
        let position = self.list[number].position;
        let body = Body { position, goal: self.goal, engine: self.engine.clone() };
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
        self.engine.threads
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
        if self.engine.threads > 1 {
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

/// Solves problems, and tells of every improved line.
pub(crate) struct Solver<F> {
    engine: JobEngine,
    improved: F,
}

impl<F: FnMut(&Progress<'_>)> Solver<F> {
    pub(crate) fn new(engine: JobEngine, improved: F) -> Solver<F> {
        Solver { engine, improved }
    }
}

impl<F: FnMut(&Progress<'_>) + Send> Worker for Solver<F> {
    fn work(&mut self, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
        let failed = |error: serde_json::Error| JobError::Failed(error.to_string());
        let Body { position, goal, engine } = job.read().map_err(failed)?;
        let engine = self.engine.get(&engine)?;
        let asked = stop.clone();
        let flag = StopFlag::asking(move || asked.is_raised());
        let limits = Limits { goal, book: false, stop: flag, ..Limits::default() };
        let observer: &mut dyn Observer = &mut self.improved;
        let report = engine.search_with(&position, &limits, observer);
        if stop.is_raised() {
            return Err(JobError::Stopped);
        }
        serde_json::to_vec(&report).map_err(failed)
    }
}
