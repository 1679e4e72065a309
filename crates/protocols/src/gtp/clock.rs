//! Time as GTP gives it: main time, then periods of so much time for so many moves.

use std::time::Duration;

use obverse_engine::{Clock, Limits};

/// What `time_settings` said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeSettings {
    pub(crate) main: Duration,
    pub(crate) period: Duration,
    pub(crate) moves: u32,
}

/// What one side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    pub(crate) time: Duration,
    /// Moves to be played in that time; 0 in the main time.
    pub(crate) moves: u32,
}

/// What is kept back of a period for the way of the move to the controller.
const RESERVE: Duration = Duration::from_millis(20);

impl TimeSettings {
    /// Reads the three numbers, if a clock can show them.
    pub(crate) fn read(main: f64, period: f64, moves: u32) -> Option<TimeSettings> {
        Some(TimeSettings { main: duration(main)?, period: duration(period)?, moves })
    }

    /// A period without moves means no limit; so does no time at all, as in most engines.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.moves == 0 && (!self.period.is_zero() || self.main.is_zero())
    }

    /// What a side has at the beginning.
    pub(crate) fn start(&self) -> Left {
        if self.main.is_zero() { self.next_period() } else { Left { time: self.main, moves: 0 } }
    }

    fn next_period(&self) -> Left {
        Left { time: self.period, moves: self.moves }
    }

    fn per_move(&self) -> Duration {
        self.period.checked_div(self.moves).unwrap_or_default()
    }

    /// What a search may spend.
    pub(crate) fn limit(&self, left: Left, limits: &mut Limits) {
        if left.moves > 0 {
            let share = left.time / left.moves;
            limits.time = Some(share.saturating_sub(RESERVE.min(share / 10)));
            limits.clock = None;
        } else {
            limits.time = None;
            limits.clock = Some(Clock { remaining: left.time, increment: self.per_move() });
        }
    }

    /// What is left after a move that took so long.
    pub(crate) fn spend(&self, left: Left, elapsed: Duration) -> Left {
        match (left.time.checked_sub(elapsed), left.moves) {
            // The main time is used up, and some of the first period.
            (None, 0) if self.moves > 0 => {
                let over = elapsed.saturating_sub(left.time);
                self.spend(self.next_period(), over)
            }
            (None, _) => Left { time: Duration::ZERO, ..left },
            (Some(_), 1) => self.next_period(),
            (Some(time), 0) if time.is_zero() && self.moves > 0 => self.next_period(),
            (Some(time), moves) => Left { time, moves: moves.saturating_sub(1) },
        }
    }
}

/// A number of seconds that a clock can show.
pub(crate) fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs() < 1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn an_absolute_clock_runs_down() {
        let settings = TimeSettings::read(60.0, 0.0, 0).unwrap();
        let left = settings.spend(settings.start(), seconds(25));
        assert_eq!(left, Left { time: seconds(35), moves: 0 });
        assert_eq!(settings.spend(left, seconds(40)).time, Duration::ZERO);
        let mut limits = Limits::default();
        settings.limit(left, &mut limits);
        assert_eq!(limits.clock, Some(Clock { remaining: seconds(35), increment: seconds(0) }));
    }

    #[test]
    fn periods_follow_the_main_time() {
        // A minute, then 30 seconds for every 3 moves.
        let settings = TimeSettings::read(60.0, 30.0, 3).unwrap();
        let left = settings.spend(settings.start(), seconds(64));
        assert_eq!(left, Left { time: seconds(26), moves: 2 });
        let mut limits = Limits::default();
        settings.limit(left, &mut limits);
        assert_eq!(limits.time, Some(Duration::from_millis(12_980)));
        let left = settings.spend(left, seconds(5));
        assert_eq!(left, Left { time: seconds(21), moves: 1 });
        assert_eq!(settings.spend(left, seconds(1)), settings.next_period());
    }

    #[test]
    fn a_time_a_move() {
        let settings = TimeSettings::read(0.0, 2.0, 1).unwrap();
        assert_eq!(settings.start(), Left { time: seconds(2), moves: 1 });
        assert_eq!(settings.spend(settings.start(), seconds(1)), settings.start());
    }

    #[test]
    fn no_limit() {
        let is_unlimited =
            |main, period, moves| TimeSettings::read(main, period, moves).unwrap().is_unlimited();
        assert!(is_unlimited(0.0, 0.0, 0) && is_unlimited(100.0, 1.0, 0));
        assert!(!is_unlimited(100.0, 0.0, 0) && !is_unlimited(0.0, 5.0, 1));
        for bad in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(TimeSettings::read(bad, 0.0, 0), None);
        }
    }
}
