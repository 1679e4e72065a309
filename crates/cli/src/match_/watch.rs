//! Looking on at a match: what is shown, and how the games are held up for it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use obverse_arena::{Contest, Fixture, Gallery};
use obverse_jobs::Stop;
use obverse_rules::Game;
use obverse_tui::watch::{self, Host, Scene, ShownGame, Wish};

use crate::play;

/// The least time between two moves of a game, from full speed to a pace to follow by eye.
const PACES: [Duration; 6] = [
    Duration::ZERO,
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(3),
];

/// Nobody waits longer than this before looking whether the match is to end.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Where the games are played before an audience.
pub(super) struct Hall {
    names: Vec<String>,
    all: usize,
    stop: Stop,
    /// Raised where the games are broken off, and not where they end by themselves.
    broken_off: Stop,
    state: Mutex<HallState>,
    changed: Condvar,
}

struct HallState {
    boards: Vec<Option<(Fixture, Game)>>,
    played: u64,
    table: Vec<String>,
    /// What went wrong, for a look after the screen is gone.
    failures: Vec<String>,
    paused: bool,
    /// Which of [`PACES`].
    pace: usize,
    is_over: bool,
}

impl Hall {
    /// A hall for a contest of which so many games were played before, and stand as the table
    /// says. Raising the first flag ends the games; raising the second too says that they are
    /// broken off, and the screen is left at once.
    pub(super) fn new(
        contest: &Contest<'_>,
        [stop, broken_off]: [&Stop; 2],
        played: u64,
        table: Vec<String>,
    ) -> Hall {
        let all = contest.schedule.len();
        let boards = contest.conditions.concurrency.clamp(1, all.max(1));
        Hall {
            names: contest.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            all,
            stop: stop.clone(),
            broken_off: broken_off.clone(),
            state: Mutex::new(HallState {
                boards: vec![None; boards],
                played,
                table,
                failures: Vec::new(),
                paused: false,
                pace: 0,
                is_over: false,
            }),
            changed: Condvar::new(),
        }
    }

    /// Plays the games on a thread of their own and shows them until they are over and seen, or
    /// whoever looks on has had enough.
    pub(super) fn show<T: Send>(&self, games: impl FnOnce() -> T + Send) -> Result<T> {
        let theme = play::theme()?;
        let shown = thread::scope(|scope| {
            let games = scope.spawn(|| self.hold(games));
            let shown = watch::watch(&theme, self);
            self.quit();
            let played = games.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            shown.map(|()| played)
        });
        for failure in &self.state().failures {
            eprintln!("{failure}");
        }
        Ok(shown?)
    }

    /// Plays the games; however they end, whoever looks on is not left waiting.
    fn hold<T>(&self, games: impl FnOnce() -> T) -> T {
        let _end = End(self);
        games()
    }

    /// A game is finished.
    pub(super) fn tell(&self, played: u64, table: Vec<String>, failure: Option<String>) {
        let mut state = self.state();
        state.played = played;
        state.table = table;
        state.failures.extend(failure);
    }

    /// The games are to end, unless they have.
    fn quit(&self) {
        if !self.state().is_over {
            self.stop.raise();
        }
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, HallState> {
        // Whoever panicked left what was shown last.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says on being dropped that the games are over, and broken off if that is by a panic.
struct End<'a>(&'a Hall);

impl Drop for End<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.broken_off.raise();
        }
        self.0.state().is_over = true;
    }
}

impl Gallery for Hall {
    fn look(&self, board: usize, fixture: &Fixture, game: &Game) {
        let begun = Instant::now();
        let mut state = self.state();
        state.boards[board] = Some((*fixture, game.clone()));
        while !self.stop.is_raised() {
            let left = PACES[state.pace].saturating_sub(begun.elapsed());
            if left.is_zero() && !state.paused {
                return;
            }
            let wait = if state.paused { LOOK_AGAIN } else { left.min(LOOK_AGAIN) };
            state = match self.changed.wait_timeout(state, wait) {
                Ok((state, _)) => state,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }
}

impl Host for Hall {
    fn scene(&self) -> Scene {
        let state = self.state();
        let games = state.boards.iter().flatten().map(|(fixture, game)| ShownGame {
            number: fixture.number + 1,
            names: [fixture.black(), fixture.white()].map(|entrant| self.names[entrant].clone()),
            game: game.clone(),
        });
        let pace = match PACES[state.pace] {
            Duration::ZERO => "full speed".to_owned(),
            pace => format!("{} s a move at least", pace.as_secs_f64()),
        };
        let status = match (state.is_over, state.paused) {
            (true, _) => "finished".to_owned(),
            (_, true) => "paused".to_owned(),
            _ => pace,
        };
        let failures = match state.failures.len() {
            0 => String::new(),
            1 => ", 1 failure".to_owned(),
            several => format!(", {several} failures"),
        };
        Scene {
            title: format!("{} of {} games{failures}", state.played, self.all),
            status,
            games: games.collect(),
            table: state.table.clone(),
            is_over: state.is_over,
            is_stopped: self.broken_off.is_raised(),
        }
    }

    fn wish(&self, wish: Wish) {
        let mut state = self.state();
        match wish {
            Wish::Pause => state.paused = !state.paused,
            Wish::Slower => state.pace = (state.pace + 1).min(PACES.len() - 1),
            Wish::Faster => state.pace = state.pace.saturating_sub(1),
        }
        drop(state);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn games_that_panic_do_not_leave_the_screen_standing() {
        let hall = Hall {
            names: vec![],
            all: 1,
            stop: Stop::default(),
            broken_off: Stop::default(),
            state: Mutex::new(HallState {
                boards: vec![],
                played: 0,
                table: vec![],
                failures: vec![],
                paused: false,
                pace: 0,
                is_over: false,
            }),
            changed: Condvar::new(),
        };
        let played = catch_unwind(AssertUnwindSafe(|| hall.hold(|| panic!("a bug"))));
        assert!(played.is_err());
        assert!(hall.scene().is_over && hall.scene().is_stopped);
    }
}
