//! Reviews as jobs, a game each.

use std::sync::Arc;

use indicatif::ProgressBar;
use obverse_engine::{Level, StopFlag};
use obverse_jobs::{Batch, Digest, Job, JobError, Stop, Worker};
use obverse_records::{Record, Tags};
use obverse_rules::{Game, Move, Position};
use obverse_study::{Effort, Plan, Review};
use serde::{Deserialize, Serialize};

use crate::job_engine::{JobEngine, Wanted, WeightsFile};

/// The kind of these jobs.
pub(crate) const KIND: &str = "review";

/// Everything that a review depends on, beside the build.
#[derive(Serialize, Deserialize)]
struct Body {
    game: Game,
    plan: Plan,
    #[serde(flatten)]
    engine: Wanted,
}

/// A game that waits to be reviewed: without the positions in between, since there may be very
/// many games.
pub(super) struct Waiting {
    /// Which of the file, from 1.
    pub(super) number: usize,
    start: Box<Position>,
    moves: Box<[Move]>,
    tags: Tags,
}

impl Waiting {
    pub(super) fn new(number: usize, record: Record) -> Waiting {
        let (start, moves) = (Box::new(*record.game.start()), record.game.moves().into());
        Waiting { number, start, moves, tags: record.tags }
    }

    fn game(&self) -> Game {
        let mut game = Game::new(*self.start);
        for &mv in &self.moves {
            game.play(mv).expect("it was played before");
        }
        game
    }

    /// What is shown of it beside the review.
    pub(super) fn record(&self) -> Record {
        Record { tags: self.tags.clone(), ..Record::new(self.game()) }
    }
}

/// Games that are to be reviewed in the same way.
pub(super) struct Games {
    pub(super) list: Vec<Waiting>,
    pub(super) plan: Plan,
    pub(super) engine: Wanted,
    /// The weights file, if others than the build's own are used.
    pub(super) weights: Option<WeightsFile>,
}

impl Batch for Games {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn job(&self, number: usize) -> Job {
        let game = self.list[number].game();
        let body = Body { game, plan: self.plan, engine: self.engine.clone() };
        Job::new(KIND, &body).expect("games and numbers can be written")
    }

    /// A second or two.
    fn jobs_per_chunk(&self) -> usize {
        match self.plan.deep {
            Effort::Depth(0..=4) => 16,
            Effort::Depth(5..=6) => 8,
            Effort::Depth(7..=8) => 4,
            Effort::Level(level) if level <= Level::new(5).expect("a level") => 16,
            _ => 1,
        }
    }

    fn threads_per_job(&self) -> usize {
        self.engine.threads
    }

    fn files(&self) -> Vec<(Digest, Arc<[u8]>)> {
        self.weights.iter().cloned().collect()
    }

    fn is_repeatable(&self) -> bool {
        let is_timed = |effort: Effort| matches!(effort, Effort::Time(_));
        let efforts = [Some(self.plan.quick), Some(self.plan.deep), self.plan.sure];
        self.engine.threads == 1 && !efforts.into_iter().flatten().any(is_timed)
    }

    /// Reading a review plays all its lines. It also has to be of this game, and whole.
    fn check(&self, number: usize, result: &[u8]) -> Result<(), String> {
        let waiting = &self.list[number];
        let wrong = |reason: &str| format!("game {}: {reason}", waiting.number);
        let review = read(result).map_err(|error| wrong(&error.to_string()))?;
        if *review.game() != waiting.game() || review.plan() != self.plan {
            return Err(wrong("a review of something else"));
        }
        if review.next().is_some() {
            return Err(wrong("the review is not whole"));
        }
        Ok(())
    }
}

/// What a worker sent.
pub(super) fn read(result: &[u8]) -> Result<Review, serde_json::Error> {
    serde_json::from_slice(result)
}

/// Reviews games.
pub(crate) struct Reviewer {
    engine: JobEngine,
    /// Shows how far a review is.
    bar: ProgressBar,
    /// Whether a review that was interrupted is given as far as it is.
    gives_parts: bool,
}

impl Reviewer {
    /// One for whole reviews.
    #[cfg(feature = "fleet")]
    pub(crate) fn new(engine: JobEngine) -> Reviewer {
        Reviewer { engine, bar: ProgressBar::hidden(), gives_parts: false }
    }

    /// One whose review is shown on the bar, and given as far as it is when it is interrupted.
    pub(super) fn watched(engine: JobEngine, bar: ProgressBar) -> Reviewer {
        Reviewer { engine, bar, gives_parts: true }
    }
}

impl Worker for Reviewer {
    /// Asks the engine until nothing is left to ask, or the flag is raised.
    fn work(&mut self, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
        let failed = |error: serde_json::Error| JobError::Failed(error.to_string());
        let Body { game, plan, engine } = job.read().map_err(failed)?;
        let engine = self.engine.get(&engine)?;
        let mut review = Review::new(&game, plan);
        let asked = stop.clone();
        let flag = StopFlag::asking(move || asked.is_raised());
        while let Some(question) = review.next() {
            let (answered, all) = review.progress();
            self.bar.set_length(all as u64);
            self.bar.set_position(answered as u64);
            self.bar.set_message(format!("move {}", question.ply + 1));
            let mut limits = question.limits();
            limits.stop = flag.clone();
            let report = engine.search(&question.position, &limits);
            if stop.is_raised() {
                if self.gives_parts {
                    break;
                }
                return Err(JobError::Stopped);
            }
            review.answered(&question, report.best());
        }
        serde_json::to_vec(&review).map_err(failed)
    }
}
