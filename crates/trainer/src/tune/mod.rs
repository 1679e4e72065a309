//! Tuning hand-made heuristics by regression, and showing old against new in a match.

mod anysize;
mod regression;
mod squares;

pub use anysize::{AnySizeFit, AnySizeSettings, fit_any_size, match_any_size};
pub use squares::{SquareFit, fit_squares, match_squares};

use std::collections::HashSet;
use std::ops::ControlFlow;

use obverse_arena::{
    Conditions, Contest, Entrant, Opening, OpeningList, Pairing, Schedule, Standings, Tally,
};
use obverse_engine::{Options, StopFlag};
use obverse_players::TimeControl;
use obverse_rules::Size;

use crate::TrainerError;

/// Random plies at the start of a match's games.
const OPENING_PLIES: usize = 8;

/// Plays new against old, each opening twice.
fn meet(
    entrants: &[Entrant; 2],
    size: Size,
    games: usize,
    threads: usize,
) -> Result<Tally, TrainerError> {
    let openings = OpeningList::growing(games.div_ceil(2), move |count| {
        Opening::random(OPENING_PLIES, size, count, 1)
    })
    .map_err(|error| TrainerError::Settings(error.to_string()))?;
    let conditions = Conditions {
        time: TimeControl::default(),
        grace: std::time::Duration::ZERO,
        adjudicate: None,
        concurrency: threads,
        solver: Options::default(),
    };
    let schedule = Schedule::round_robin(2, games);
    let contest =
        Contest { entrants, openings: &openings, schedule: &schedule, conditions: &conditions };
    let mut standings = Standings::new(2);
    contest.run(&HashSet::new(), &StopFlag::default(), |finished| {
        standings.add(&finished.fixture, &finished.result, finished.overruns);
        ControlFlow::Continue(())
    });
    Ok(standings.tally(Pairing { first: 0, second: 1 }))
}
