//! Where games are played: the players that one worker has made, and what it needs beside them.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use obverse_engine::{Engine, StopFlag};
use obverse_jobs::{Job, JobError, Stop, Worker};
use obverse_players::{Player, PlayerError};
use obverse_rules::{Color, Game};

use crate::game::{ContestGame, Guarded, has_failed};
use crate::{Conditions, Contest, Entrant, Finished, Fixture, Gallery, games};

/// How many players of one worker are kept for its next games.
const KEPT_PLAYERS: usize = 8;

/// A game to be played, by two who are known by a number beside their name.
pub(crate) struct Meeting<'a> {
    pub(crate) fixture: Fixture,
    pub(crate) opening: Game,
    /// Black first.
    pub(crate) seats: [(usize, &'a Entrant); 2],
    pub(crate) conditions: &'a Conditions,
}

/// The players that one worker has made, the last used at the end.
#[derive(Default)]
pub(crate) struct Cast {
    members: VecDeque<(usize, Box<dyn Player>)>,
}

impl Cast {
    /// Plays a game and shows every position; none if it was stopped.
    pub(crate) fn play(
        &mut self,
        meeting: Meeting<'_>,
        solver: &mut Engine,
        stop: &StopFlag,
        look: &dyn Fn(&Game),
    ) -> Option<Finished> {
        let Meeting { fixture, opening, seats, conditions } = meeting;
        let names = seats.map(|(_, entrant)| entrant.name.clone());
        let game = ContestGame::new(fixture, opening, names, conditions);
        let black = match self.take(seats[0]) {
            Ok(player) => player,
            Err(error) => return game.forfeit(Color::Black, &error),
        };
        let white = match self.take(seats[1]) {
            Ok(player) => player,
            Err(error) => return game.forfeit(Color::White, &error),
        };
        let mut players = [black, white];
        let finished = game.play(&mut players, solver, stop, look)?;
        for ((color, (entrant, _)), player) in Color::BOTH.into_iter().zip(seats).zip(players) {
            if !has_failed(&finished.ending, color) {
                self.keep(entrant, player);
            }
        }
        Some(finished)
    }

    fn take(
        &mut self,
        (number, entrant): (usize, &Entrant),
    ) -> Result<Box<dyn Player>, PlayerError> {
        let at = self.members.iter().position(|(known, _)| *known == number);
        if let Some((_, player)) = at.and_then(|at| self.members.remove(at)) {
            return Ok(player);
        }
        Ok(Box::new(Guarded(entrant.make()?)))
    }

    fn keep(&mut self, entrant: usize, player: Box<dyn Player>) {
        self.members.push_back((entrant, player));
        if self.members.len() > KEPT_PLAYERS {
            self.members.pop_front();
        }
    }
}

/// The boards that nobody plays at.
pub(crate) struct Boards(Mutex<Vec<usize>>);

impl Boards {
    pub(crate) fn new(count: usize) -> Boards {
        Boards(Mutex::new((0..count).rev().collect()))
    }

    fn with<T>(&self, change: impl FnOnce(&mut Vec<usize>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A worker of this process, which knows the contest.
pub(crate) struct Tables<'a> {
    contest: &'a Contest<'a>,
    gallery: &'a dyn Gallery,
    boards: &'a Boards,
    board: usize,
    cast: Cast,
    solver: Engine,
}

impl<'a> Tables<'a> {
    pub(crate) fn new(
        contest: &'a Contest<'a>,
        gallery: &'a dyn Gallery,
        boards: &'a Boards,
    ) -> Tables<'a> {
        let board = boards.with(Vec::pop).unwrap_or(0);
        let solver = Engine::new(contest.conditions.solver.clone());
        Tables { contest, gallery, boards, board, cast: Cast::default(), solver }
    }
}

impl Drop for Tables<'_> {
    fn drop(&mut self) {
        self.boards.with(|free| free.push(self.board));
    }
}

impl Worker for Tables<'_> {
    fn work(&mut self, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
        let fixture = games::number(job).and_then(|number| self.contest.schedule.get(number));
        let fixture =
            fixture.ok_or_else(|| JobError::Failed("there is no such game".to_owned()))?;
        let seat = |entrant: usize| (entrant, &self.contest.entrants[entrant]);
        let meeting = Meeting {
            fixture,
            opening: self.contest.openings.get(fixture.opening).game,
            seats: [seat(fixture.black()), seat(fixture.white())],
            conditions: self.contest.conditions,
        };
        let (gallery, board) = (self.gallery, self.board);
        let look = |game: &Game| gallery.look(board, &fixture, game);
        let finished = self.cast.play(meeting, &mut self.solver, &games::flag(stop), &look);
        Ok(games::write(&finished.ok_or(JobError::Stopped)?))
    }
}
