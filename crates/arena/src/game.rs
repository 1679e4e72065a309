//! One game of a contest.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use obverse_engine::{Engine, Limits, StopFlag};
use obverse_players::{Choice, Ending, Note, Player, PlayerError, Table, Terms, TimeControl, Turn};
use obverse_rules::{Color, Game, Position, Size};

use crate::{Conditions, Fixture, Point};

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which game it was.
    pub fixture: Fixture,
    /// The moves.
    pub game: Game,
    /// What is known of each move, in the order of the moves.
    pub notes: Vec<Note>,
    /// How it ended.
    pub result: Result,
    /// How often each side, Black first, took longer for a move than it had.
    pub overruns: [u32; 2],
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Result {
    /// The score from Black's view where the board decided, empties to the winner.
    pub discs: Option<i32>,
    /// Who won.
    pub winner: Option<Color>,
    /// How the game came to its end.
    pub how: How,
}

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// It was played out.
    Played,
    /// The score was solved exactly.
    Adjudicated,
    /// This side resigned.
    Resigned(Color),
    /// This side ran out of time.
    OutOfTime(Color),
    /// This side failed: it played an illegal move, hung, died, or could not be started.
    Failed {
        /// Who.
        color: Color,
        /// What happened.
        reason: String,
    },
}

impl Result {
    /// The point of the entrant who had this colour.
    pub fn point(&self, color: Color) -> Point {
        match self.winner {
            None => Point::Draw,
            Some(winner) if winner == color => Point::Win,
            Some(_) => Point::Loss,
        }
    }

    /// The score in discs of the entrant who had this colour, where the board decided.
    pub fn discs(&self, color: Color) -> Option<i32> {
        self.discs.map(|discs| if color == Color::Black { discs } else { -discs })
    }

    /// Whether the player of this colour has to be made anew.
    pub(crate) fn is_failure_of(&self, color: Color) -> bool {
        match &self.how {
            How::Failed { color: loser, .. } | How::OutOfTime(loser) => *loser == color,
            How::Played | How::Adjudicated | How::Resigned(_) => false,
        }
    }

    fn board(discs: i32, how: How) -> Result {
        let winner = match discs.signum() {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            _ => None,
        };
        Result { discs: Some(discs), winner, how }
    }

    fn lost(loser: Color, how: How) -> Result {
        Result { discs: None, winner: Some(!loser), how }
    }

    /// A game that could not begin because a player was missing.
    pub(crate) fn not_started(color: Color, reason: String) -> Result {
        Result::lost(color, How::Failed { color, reason })
    }
}

/// Plays a game from an opening; none if it was stopped.
pub(crate) fn play(
    fixture: Fixture,
    opening: &Game,
    players: &mut [Box<dyn Player>; 2],
    watches: [&Watch; 2],
    conditions: &Conditions,
    solver: &mut Engine,
    stop: &StopFlag,
) -> Option<Finished> {
    for (player, watch) in players.iter_mut().zip(watches) {
        watch.begin();
        player.new_game();
    }
    let terms = Terms { time: conditions.time, grace: conditions.grace, ..Terms::default() };
    let names = [players[0].name(), players[1].name()];
    let mut table = Table::new(opening.clone(), terms, names);
    let result = match table.run(players, stop, &mut |_, _| {}) {
        Ending::Stopped if stop.is_raised() => return None,
        Ending::Stopped => adjudicate(table.game().position(), solver, stop)?,
        Ending::Finished(outcome) => Result::board(outcome.score(Color::Black), How::Played),
        Ending::Resigned(color) => Result::lost(color, How::Resigned(color)),
        Ending::OutOfTime(color) => Result::lost(color, How::OutOfTime(color)),
        Ending::Illegal { color, mv } => {
            Result::lost(color, How::Failed { color, reason: format!("{mv} is illegal") })
        }
        Ending::Failed { color, .. } if watches[color as usize].is_late() => {
            Result::lost(color, How::OutOfTime(color))
        }
        Ending::Failed { color, reason } => Result::lost(color, How::Failed { color, reason }),
    };
    let notes = table.notes()[..table.game().ply()].to_vec();
    let overruns = watches.map(Watch::overruns);
    Some(Finished { fixture, game: table.game().clone(), notes, result, overruns })
}

/// The exact score of an unfinished game; none if that was stopped.
fn adjudicate(position: &Position, solver: &mut Engine, stop: &StopFlag) -> Option<Result> {
    let limits = Limits { stop: stop.clone(), ..Limits::exact() };
    let report = solver.search(position, &limits);
    if stop.is_raised() {
        return None;
    }
    let score = report.best().score.discs.round() as i32;
    let black = if position.side() == Color::Black { score } else { -score };
    Some(Result::board(black, How::Adjudicated))
}

/// What an arbiter has seen of a player in one game.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    overruns: AtomicU32,
    is_late: AtomicBool,
}

impl Watch {
    fn begin(&self) {
        self.overruns.store(0, Ordering::Relaxed);
        self.is_late.store(false, Ordering::Relaxed);
    }

    fn overruns(&self) -> u32 {
        self.overruns.load(Ordering::Relaxed)
    }

    fn is_late(&self) -> bool {
        self.is_late.load(Ordering::Relaxed)
    }
}

/// A player under the eyes of an arbiter: its time a move is watched, a panic is its own failure
/// and not the match's, and it is not asked once the game is to be adjudicated.
pub(crate) struct Watched {
    player: Box<dyn Player>,
    time: Option<Duration>,
    grace: Duration,
    adjudicate: Option<usize>,
    watch: Arc<Watch>,
}

impl Watched {
    pub(crate) fn new(
        player: Box<dyn Player>,
        conditions: &Conditions,
        watch: Arc<Watch>,
    ) -> Watched {
        let time = match conditions.time {
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Free | TimeControl::Clock(_) => None,
        };
        let Conditions { grace, adjudicate, .. } = *conditions;
        Watched { player, time, grace, adjudicate, watch }
    }

    fn failed(&self, reason: String) -> PlayerError {
        PlayerError::Failed { player: self.player.name(), reason }
    }
}

impl Player for Watched {
    fn name(&self) -> String {
        self.player.name()
    }

    fn supports(&self, size: Size) -> std::result::Result<(), PlayerError> {
        self.player.supports(size)
    }

    fn choose(
        &mut self,
        game: &Game,
        turn: &mut Turn<'_>,
    ) -> std::result::Result<Choice, PlayerError> {
        if self.adjudicate.is_some_and(|from| game.position().empties() <= from) {
            return Err(PlayerError::Left(self.name()));
        }
        let begun = Instant::now();
        let chosen = catch_unwind(AssertUnwindSafe(|| self.player.choose(game, turn)));
        let elapsed = begun.elapsed();
        let chosen = chosen.unwrap_or_else(|cause| Err(self.failed(panic_text(&*cause))))?;
        let Some(time) = self.time else { return Ok(chosen) };
        if elapsed > time + self.grace {
            self.watch.overruns.fetch_add(1, Ordering::Relaxed);
        }
        if elapsed > time * FORFEIT_FACTOR + self.grace {
            self.watch.is_late.store(true, Ordering::Relaxed);
            return Err(self.failed(format!("took {elapsed:.1?} of {time:?}")));
        }
        Ok(chosen)
    }

    fn new_game(&mut self) {
        // A panic here comes again with the first move, where it is reported.
        let _ = catch_unwind(AssertUnwindSafe(|| self.player.new_game()));
    }
}

/// With a fixed time a move, how many times that loses the game. Machines stutter; whoever takes
/// twice the time does it on purpose.
const FORFEIT_FACTOR: u32 = 2;

fn panic_text(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| cause.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", text.unwrap_or("no message"))
}
