//! Many games, several at once.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use obverse_engine::Options;
use obverse_jobs::{LocalPool, Outcome, Pool, PoolError, Stop};
use obverse_players::{Player, PlayerError, TimeControl};
use obverse_rules::{Game, Size};
use thiserror::Error;

use crate::games::{self, Elsewhere, Games};
use crate::tables::{Boards, Tables};
use crate::{Finished, Fixture, OpeningList, Schedule};

/// Somebody who takes part: a name, and a way to make as many of the player as there are games
/// at once.
pub struct Entrant {
    /// The name in tables and records.
    pub name: String,
    make: Box<MakePlayer>,
}

/// Makes a player.
type MakePlayer = dyn Fn() -> Result<Box<dyn Player>, PlayerError> + Send + Sync;

impl Entrant {
    /// An entrant whose players are made by the function.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Result<Box<dyn Player>, PlayerError> + Send + Sync + 'static,
    ) -> Entrant {
        Entrant { name: name.into(), make: Box::new(make) }
    }

    /// Makes a player and asks whether it plays on such a board, so that a typing error is found
    /// before the first game.
    pub fn check(&self, size: Size) -> Result<(), ContestError> {
        let checked = self.make().and_then(|player| player.supports(size));
        checked.map_err(|error| ContestError::Entrant { name: self.name.clone(), error })
    }

    /// Makes a player.
    pub fn make(&self) -> Result<Box<dyn Player>, PlayerError> {
        (self.make)()
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entrant").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What all games of a contest have in common.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The time the players have.
    pub time: TimeControl,
    /// How far a clock or a time a move may be overrun before it counts.
    pub grace: Duration,
    /// With so many empties the game ends and its exact score decides.
    pub adjudicate: Option<usize>,
    /// How many games run at once.
    pub concurrency: usize,
    /// Options of the engine that adjudicates.
    pub solver: Options,
}

/// The games to be played, by whom, from where and how.
#[derive(Debug)]
pub struct Contest<'a> {
    /// Who plays.
    pub entrants: &'a [Entrant],
    /// The openings that the games begin with.
    pub openings: &'a OpeningList,
    /// The games.
    pub schedule: &'a Schedule,
    /// The conditions.
    pub conditions: &'a Conditions,
}

/// Somebody who looks on while the games of a contest are played.
pub trait Gallery: Sync {
    /// The game at a board has come to this position, before its next move or at its end. Games at
    /// one board follow each other. Whoever waits here holds the game up; no time runs meanwhile.
    fn look(&self, board: usize, fixture: &Fixture, game: &Game);
}

/// An empty gallery.
struct Nobody;

impl Gallery for Nobody {
    fn look(&self, _board: usize, _fixture: &Fixture, _game: &Game) {}
}

/// A contest that can't begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContestError {
    /// An entrant does not start or does not play on such a board.
    #[error("{name} can't take part: {error}")]
    Entrant {
        /// Who.
        name: String,
        /// Why.
        error: PlayerError,
    },
}

/// A game that could not be played wherever it was tried, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Which game.
    pub fixture: Fixture,
    /// What went wrong.
    pub reason: String,
}

impl Contest<'_> {
    /// Plays the games whose numbers are not among those done, several at once, and tells of each
    /// in the order of the schedule. Breaking off, or raising the flag, ends the games that still
    /// run without a result.
    pub fn run(
        &self,
        done: &HashSet<usize>,
        stop: &Stop,
        tell: impl FnMut(Result<Finished, SetAside>) -> ControlFlow<()>,
    ) -> Result<(), PoolError> {
        self.run_before(&Nobody, done, stop, tell)
    }

    /// The same with somebody who looks on.
    pub fn run_before(
        &self,
        gallery: &dyn Gallery,
        done: &HashSet<usize>,
        stop: &Stop,
        tell: impl FnMut(Result<Finished, SetAside>) -> ControlFlow<()>,
    ) -> Result<(), PoolError> {
        let count = self.conditions.concurrency.clamp(1, self.schedule.len().max(1));
        let boards = Boards::new(count);
        let mut pool = LocalPool::new(count, || Box::new(Tables::new(self, gallery, &boards)));
        self.run_on(&mut pool, None, done, stop, tell)
    }

    /// The same by whoever the pool has for it, who has to be told who the players are.
    pub fn run_on(
        &self,
        pool: &mut dyn Pool,
        elsewhere: Option<&Elsewhere>,
        done: &HashSet<usize>,
        stop: &Stop,
        mut tell: impl FnMut(Result<Finished, SetAside>) -> ControlFlow<()>,
    ) -> Result<(), PoolError> {
        let games = Games { contest: self, done, elsewhere };
        let mut damage = None;
        pool.run(&games, stop, &mut |number, outcome| {
            let fixture = self.schedule.get(number).expect("a game of the schedule");
            let played = match outcome {
                Outcome::Done(result) => games::read(fixture, &result),
                Outcome::Failed(reason) => return tell(Err(SetAside { fixture, reason })),
            };
            match played {
                Ok(finished) => tell(Ok(finished)),
                Err(error) => {
                    damage = Some(PoolError(format!("game {}: {error}", number + 1)));
                    ControlFlow::Break(())
                }
            }
        })?;
        damage.map_or(Ok(()), Err)
    }
}
