//! Tuning hand-made heuristics by regression, and showing old against new in a match.

mod squares;

pub use squares::{fit_squares, match_squares};

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use obverse_arena::{
    Conditions, Contest, Entrant, Entry, Journal, JournalError, Opening, OpeningList, Pairing,
    Schedule, Standings, Tally,
};
use obverse_engine::Options;
use obverse_jobs::Stop;
use obverse_players::TimeControl;
use obverse_rules::Size;
use serde_json::{Value, json};

use crate::TrainerError;

/// What tuning needs beside its settings.
#[derive(Clone, Copy, Debug)]
pub struct TuneRun<'a> {
    /// Threads.
    pub threads: usize,
    /// A folder from which the same tuning goes on after an interruption; none is kept without.
    pub checkpoints: Option<&'a Path>,
}

/// New values of a heuristic, and how much of the results they explain.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned<T> {
    /// The values.
    pub values: T,
    /// Positions that they are fitted to.
    pub positions: u64,
    /// The correlation of the heuristic with the results.
    pub correlation: f64,
    /// That of the values before.
    pub old_correlation: f64,
}

/// Random plies at the start of a match's games.
const OPENING_PLIES: usize = 8;

/// A match of new against old.
struct Comparison {
    /// New, then old.
    entrants: [Entrant; 2],
    size: Size,
    games: usize,
    /// What the result depends on, the number of games left out.
    identity: Value,
}

impl Comparison {
    /// Plays it, each opening twice, those games left out that were played before.
    fn play(&self, run: &TuneRun<'_>) -> Result<Tally, TrainerError> {
        let size = self.size;
        let openings = OpeningList::growing(self.games.div_ceil(2), move |count| {
            Opening::random(OPENING_PLIES, size, count, 1)
        })
        .map_err(|error| TrainerError::Settings(error.to_string()))?;
        let conditions = Conditions {
            time: TimeControl::default(),
            grace: std::time::Duration::ZERO,
            adjudicate: None,
            concurrency: run.threads,
            solver: Options::default(),
        };
        let schedule = Schedule::round_robin(2, self.games);
        let contest = Contest {
            entrants: &self.entrants,
            openings: &openings,
            schedule: &schedule,
            conditions: &conditions,
        };
        let mut standings = Standings::new(2);
        let mut done = HashSet::new();
        let mut journal = run.checkpoints.map(|folder| self.open(folder)).transpose()?;
        if let Some((_, entries)) = &journal {
            for entry in entries {
                if let Some(fixture) = entry.fixture(&schedule)
                    && done.insert(fixture.number)
                {
                    standings.add(&fixture, &entry.ending(size), entry.overruns());
                }
            }
        }
        let mut failed = None;
        let played = contest.run(&done, &Stop::default(), |finished| {
            let finished = match finished {
                Ok(finished) => finished,
                Err(aside) => {
                    failed = Some(io::Error::other(aside.reason));
                    return ControlFlow::Break(());
                }
            };
            standings.add(&finished.fixture, &finished.ending, finished.overruns);
            if let Some((journal, _)) = &mut journal {
                failed = journal.add(&Entry::new(&finished)).err();
            }
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let failed = failed.or(played.err().map(io::Error::other));
        if let Some(error) = failed {
            let file = run.checkpoints.map_or(Path::new(MATCH).into(), |it| it.join(MATCH));
            return Err(TrainerError::io(&file)(error));
        }
        Ok(standings.tally(Pairing { first: 0, second: 1 }))
    }

    /// The journal in a folder, and the games in it.
    fn open(&self, folder: &Path) -> Result<(Journal, Vec<Entry>), TrainerError> {
        std::fs::create_dir_all(folder).map_err(TrainerError::io(folder))?;
        // As text: numbers that are read from JSON need not be the same to the last bit.
        let identity = json!({ "tune": self.identity.to_string(), "size": self.size.get() });
        let opened =
            Journal::open(&folder.join(MATCH), &identity).map_err(|error| match error {
                JournalError::Other(path) => TrainerError::data(
                    &path,
                    "of another match: remove it to begin anew, or give another folder",
                ),
                error => TrainerError::Match(error),
            })?;
        Ok((opened.journal, opened.entries))
    }
}

/// The games of a match in the folder of checkpoints; its journal stands beside it.
const MATCH: &str = "match.ggf";
