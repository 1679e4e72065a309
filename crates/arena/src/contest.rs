//! Many games, several at once.

use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use obverse_engine::{Engine, Options, StopFlag};
use obverse_players::{Player, PlayerError, TimeControl};
use obverse_rules::{Color, Game, Size};
use thiserror::Error;

use crate::game::{ContestGame, Finished, Guarded, has_failed};
use crate::{Fixture, OpeningList, Schedule};

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

/// Where a worker plays, and who looks on.
#[derive(Clone, Copy)]
struct Place<'a> {
    board: usize,
    gallery: &'a dyn Gallery,
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

/// How many players of one worker are kept for its next games.
const KEPT_PLAYERS: usize = 8;

impl Contest<'_> {
    /// Makes every entrant once and asks whether it plays on such a board, so that a typing
    /// error is found before the first game.
    pub fn check(&self, size: Size) -> Result<(), ContestError> {
        self.entrants.iter().try_for_each(|entrant| {
            entrant
                .make()
                .and_then(|player| player.supports(size))
                .map_err(|error| ContestError::Entrant { name: entrant.name.clone(), error })
        })
    }

    /// Plays the games whose numbers are not among those done, and tells of each as it ends.
    /// Breaking off, or raising the flag, ends the games that still run without a result.
    pub fn run(
        &self,
        done: &HashSet<usize>,
        stop: &StopFlag,
        tell: impl FnMut(Finished) -> ControlFlow<()>,
    ) {
        self.run_before(&Nobody, done, stop, tell);
    }

    /// The same with somebody who looks on.
    pub fn run_before(
        &self,
        gallery: &dyn Gallery,
        done: &HashSet<usize>,
        stop: &StopFlag,
        mut tell: impl FnMut(Finished) -> ControlFlow<()>,
    ) {
        let workers = self.conditions.concurrency.clamp(1, self.schedule.len().max(1));
        let next = AtomicUsize::new(0);
        let open = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            self.schedule.get(numbers.into_iter().find(|number| !done.contains(number))?)
        };
        // Whoever is told sets the pace: finished games do not pile up.
        let (sender, receiver) = mpsc::sync_channel(workers);
        thread::scope(|scope| {
            for board in 0..workers {
                let (sender, open) = (sender.clone(), &open);
                let place = Place { board, gallery };
                scope.spawn(move || self.work(place, open, stop, &sender));
            }
            drop(sender);
            for finished in receiver {
                if tell(finished).is_break() {
                    stop.raise();
                    break;
                }
            }
        });
    }

    /// Plays games until there are no more.
    fn work(
        &self,
        place: Place<'_>,
        open: &(dyn Fn() -> Option<Fixture> + Sync),
        stop: &StopFlag,
        sender: &mpsc::SyncSender<Finished>,
    ) {
        let mut cast = Cast { contest: self, members: VecDeque::new() };
        let mut solver = Engine::new(self.conditions.solver.clone());
        while !stop.is_raised() {
            let Some(fixture) = open() else { return };
            let look = |game: &Game| place.gallery.look(place.board, &fixture, game);
            let played = self.play(fixture, &mut cast, &mut solver, stop, &look);
            let Some(finished) = played else { return };
            // Whoever listened has heard enough.
            if sender.send(finished).is_err() {
                return;
            }
        }
    }

    fn play(
        &self,
        fixture: Fixture,
        cast: &mut Cast<'_>,
        solver: &mut Engine,
        stop: &StopFlag,
        look: &dyn Fn(&Game),
    ) -> Option<Finished> {
        let seats = [fixture.black(), fixture.white()];
        let names = seats.map(|entrant| self.entrants[entrant].name.clone());
        let opening = self.openings.get(fixture.opening).game.clone();
        let game = ContestGame::new(fixture, opening, names, self.conditions);
        let black = match cast.take(seats[0]) {
            Ok(player) => player,
            Err(error) => return game.forfeit(Color::Black, &error),
        };
        let white = match cast.take(seats[1]) {
            Ok(player) => player,
            Err(error) => return game.forfeit(Color::White, &error),
        };
        let mut players = [black, white];
        let finished = game.play(&mut players, solver, stop, look)?;
        for ((color, entrant), player) in Color::BOTH.into_iter().zip(seats).zip(players) {
            if !has_failed(&finished.ending, color) {
                cast.keep(Member { entrant, player });
            }
        }
        Some(finished)
    }
}

/// The players that one worker has made, the last used at the end.
struct Cast<'a> {
    contest: &'a Contest<'a>,
    members: VecDeque<Member>,
}

struct Member {
    entrant: usize,
    player: Box<dyn Player>,
}

impl Cast<'_> {
    fn take(&mut self, entrant: usize) -> Result<Box<dyn Player>, PlayerError> {
        let at = self.members.iter().position(|member| member.entrant == entrant);
        if let Some(member) = at.and_then(|at| self.members.remove(at)) {
            return Ok(member.player);
        }
        Ok(Box::new(Guarded(self.contest.entrants[entrant].make()?)))
    }

    fn keep(&mut self, member: Member) {
        self.members.push_back(member);
        if self.members.len() > KEPT_PLAYERS {
            self.members.pop_front();
        }
    }
}
