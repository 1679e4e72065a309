//! Time as people write it, and how much of it a game gives.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use obverse_engine::Clock;
use thiserror::Error;

use crate::Turn;

/// An amount of time as the command line takes it: `2`, `2s`, `0.5`, `50ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub Duration);

/// A clock as the command line takes it: minutes for the game and seconds added a move, `5+3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockTime(pub Clock);

/// Text that is no amount of time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TimeError {
    /// No amount of seconds.
    #[error("`{0}` is not a time: write seconds, such as 2, 2s, 0.5 or 50ms")]
    Time(String),
    /// No clock.
    #[error("`{0}` is not a clock: write minutes+seconds, such as 5+3")]
    Clock(String),
}

/// Nobody waits longer than this for a move or plays a longer game.
const LONGEST: Duration = Duration::from_hours(365 * 24);

fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| plain && !text.is_empty())
}

fn seconds(text: &str, unit: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(number(text)? * unit).ok().filter(|time| *time <= LONGEST)
}

fn shown(text: &str) -> String {
    text.chars().take(20).collect()
}

impl FromStr for Time {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Time, TimeError> {
        let trimmed = text.trim();
        let time = if let Some(milliseconds) = trimmed.strip_suffix("ms") {
            seconds(milliseconds.trim_end(), 1e-3)
        } else {
            seconds(trimmed.strip_suffix('s').unwrap_or(trimmed).trim_end(), 1.0)
        };
        time.filter(|time| !time.is_zero()).map(Time).ok_or_else(|| TimeError::Time(shown(trimmed)))
    }
}

/// Displays seconds, or milliseconds where that is shorter.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = self.0.as_millis();
        if self.0.subsec_nanos() == 0 || milliseconds >= 1000 {
            write!(f, "{}s", self.0.as_secs_f64())
        } else {
            write!(f, "{}ms", self.0.as_secs_f64() * 1e3)
        }
    }
}

impl FromStr for ClockTime {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<ClockTime, TimeError> {
        let parse = || {
            let (minutes, increment) = text.trim().split_once('+').unwrap_or((text.trim(), "0"));
            let remaining = seconds(minutes.trim(), 60.0)?;
            let increment = seconds(increment.trim(), 1.0)?;
            (!remaining.is_zero()).then_some(ClockTime(Clock { remaining, increment }))
        };
        parse().ok_or_else(|| TimeError::Clock(shown(text.trim())))
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0.remaining.as_secs_f64() / 60.0;
        write!(f, "{minutes}+{}", self.0.increment.as_secs_f64())
    }
}

/// How a game gives time to its players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// As long as they like: computers use their own defaults.
    #[default]
    Free,
    /// A fixed time for every move of a computer.
    PerMove(Duration),
    /// A clock for each side; whose clock runs out loses.
    Clock(Clock),
}

/// What is kept back of a clock for the way of the move to the table.
const CLOCK_RESERVE: Duration = Duration::from_millis(30);

/// The most that is kept back of a fixed time, so that the move is there before the time is up.
const MOVE_RESERVE: Duration = Duration::from_millis(5);

/// The time a simple player takes for this move, where it has a limit: its own choice first, then
/// the game's, less a little; of a clock only a fair share for the moves that may be left.
pub(crate) fn time_for_move(
    own: Option<Duration>,
    turn: &Turn<'_>,
    empties: usize,
) -> Option<Duration> {
    let wanted = own.or(turn.time).map(|time| time.saturating_sub((time / 20).min(MOVE_RESERVE)));
    let Some(clock) = turn.clock else { return wanted };
    let moves = (empties as u32).div_ceil(2).max(1);
    let share = clock.remaining / (moves + 2) + clock.increment.mul_f64(0.9);
    Some(wanted.unwrap_or(share).min(clock.remaining.saturating_sub(CLOCK_RESERVE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_people_write_them() {
        let read = |text: &str| text.parse::<Time>().map(|time| time.0.as_millis());
        assert_eq!(read("2"), Ok(2000));
        assert_eq!(read("2s"), Ok(2000));
        assert_eq!(read(" 0.05s "), Ok(50));
        assert_eq!(read("50ms"), Ok(50));
        assert_eq!(read(".5"), Ok(500));
        for bad in ["", "0", "-1", "s", "ms", "1e400", "1e3", "inf", "nan", "2m", "99999999999999"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_time_is_displayed_as_it_is_read() {
        for text in ["2s", "0.5", "50ms", "1.5s", "250ms", "0.125ms"] {
            let time: Time = text.parse().unwrap();
            assert_eq!(time.to_string().parse(), Ok(time), "{text} as {time}");
        }
    }

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let clock: ClockTime = "5+3".parse().unwrap();
        assert_eq!(clock.0.remaining, Duration::from_mins(5));
        assert_eq!(clock.0.increment, Duration::from_secs(3));
        assert_eq!("0.5".parse::<ClockTime>().unwrap().0.remaining, Duration::from_secs(30));
        for bad in ["", "+", "+3", "5+", "0+3", "5+3+1", "a+b"] {
            assert!(bad.parse::<ClockTime>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_share_of_a_clock_never_empties_it() {
        let mut silent = |_: &crate::Thought| {};
        let turn = |milliseconds| Clock {
            remaining: Duration::from_millis(milliseconds),
            increment: Duration::from_secs(10),
        };
        for remaining in [1, 40, 5000] {
            let turn = Turn {
                time: None,
                clock: Some(turn(remaining)),
                time_source: obverse_engine::TimeSource::system(),
                stop: obverse_engine::StopFlag::default(),
                observer: &mut silent,
            };
            let time = time_for_move(Some(Duration::from_mins(1)), &turn, 30).unwrap();
            assert!(time < Duration::from_millis(remaining), "{time:?} of {remaining} ms");
        }
    }
}
