//! Days of the calendar, for the puzzle of the day.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A day, as a number of days since 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i64);

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no day: a day is written 2026-11-18")]
pub struct DayError(String);

impl Day {
    /// The day of a time in seconds since 1970.
    pub fn of(seconds: i64) -> Day {
        Day(seconds.div_euclid(86_400))
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Day, DayError> {
        let date = chrono::NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d");
        let days = date.map(|date| (date - chrono::NaiveDate::default()).num_days());
        // Names such as +12026-1-1 are read by chrono too.
        let is_plain = text.trim().len() == 10;
        days.ok()
            .filter(|_| is_plain)
            .map(Day)
            .ok_or_else(|| DayError(text.chars().take(20).collect()))
    }
}

/// `2026-11-18`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = chrono::TimeDelta::try_days(self.0)
            .and_then(|days| chrono::NaiveDate::default().checked_add_signed(days));
        match date {
            Some(date) => write!(f, "{}", date.format("%Y-%m-%d")),
            None => write!(f, "day {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_and_written() {
        for (text, number) in [("1970-01-01", 0), ("2000-03-01", 11_017), ("2026-11-18", 20_775)] {
            assert_eq!(text.parse(), Ok(Day(number)));
            assert_eq!(Day(number).to_string(), text);
        }
        assert_eq!(Day::of(20_775 * 86_400 + 5), Day(20_775));
        assert_eq!(Day::of(-1), Day(-1));
        for text in ["", "today", "2026-13-01", "2026-02-29", "18.11.2026", "2026-1-1"] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
        assert_eq!(Day(i64::MAX).to_string(), format!("day {}", i64::MAX));
    }
}
