//! Clocks as GGF writes them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The time a player has: `main/increment/grace`, each `[d.]h:m:s`.
///
/// ```
/// use obverse_records::Clock;
///
/// let clock: Clock = "05:00//02:00".parse()?;
/// assert_eq!(clock.main.as_secs(), 300);
/// assert_eq!(clock.to_string(), "05:00//02:00");
/// # Ok::<(), obverse_records::ClockError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// For the whole game.
    pub main: Duration,
    /// Added for each move.
    pub increment: Duration,
    /// Time to play on after the main time has run out, although the game is lost then.
    pub grace: Duration,
}

/// Text that is no clock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a clock: write main/increment/grace, such as 5:00/0:03/2:00")]
pub struct ClockError(String);

impl FromStr for Clock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Clock, ClockError> {
        let parse = || {
            let mut parts = text.split('/');
            let mut part = || match parts.next().map(str::trim) {
                None | Some("") => Some(Duration::ZERO),
                // GGS appends `,N:M` for moves a period, which Othello clocks do not use.
                Some(time) => duration(time.split(',').next().unwrap_or_default()),
            };
            let clock = Clock { main: part()?, increment: part()?, grace: part()? };
            parts.next().is_none().then_some(clock)
        };
        parse().ok_or_else(|| ClockError(text.chars().take(20).collect()))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |time: Duration| {
            if time.is_zero() { String::new() } else { clock_text(time) }
        };
        let main = clock_text(self.main);
        write!(f, "{main}/{}/{}", part(self.increment), part(self.grace))
    }
}

/// Reads `[d.]h:m:s`, where the parts before the seconds may be missing and the seconds may have
/// a fraction.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let (front, last) = text.rsplit_once(':').unwrap_or(("", text));
    let seconds = seconds(last)?;
    let (days, front) = match front.split_once('.') {
        Some((days, front)) => (whole(days)?, front),
        None => (0, front),
    };
    let mut minutes = 0_u64;
    for part in front.split(':').filter(|part| !part.is_empty()) {
        minutes = minutes.checked_mul(60)?.checked_add(whole(part)?)?;
    }
    let minutes = minutes.checked_add(days.checked_mul(24 * 60)?)?;
    Duration::from_secs(minutes.checked_mul(60)?).checked_add(seconds)
}

/// Reads a number of seconds, perhaps with a fraction.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    // `f64` would read `inf`, `1e9` and `-0` too.
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

/// Seconds, with as many decimals as it takes.
pub(crate) fn seconds_text(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn whole(text: &str) -> Option<u64> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

fn clock_text(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    let seconds = Duration::new(time.as_secs() % 60, time.subsec_nanos());
    let pad = if seconds.as_secs() < 10 { "0" } else { "" };
    let seconds = format!("{pad}{}", seconds_text(seconds));
    match minutes / 60 {
        0 => format!("{minutes:02}:{seconds}"),
        hours => format!("{hours}:{:02}:{seconds}", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_in_every_length() {
        for (text, expected) in [
            ("12", Some(12.0)),
            ("2.5", Some(2.5)),
            ("5:00", Some(300.0)),
            ("1:00:00", Some(3600.0)),
            ("1.0:00:01", Some(86401.0)),
            ("", None),
            ("-3", None),
            ("1e9", None),
            ("inf", None),
            ("99999999999999999999:00", None),
            (":", None),
        ] {
            assert_eq!(duration(text), expected.map(Duration::from_secs_f64), "{text}");
        }
    }

    #[test]
    fn clocks_come_back() {
        for text in ["05:00//02:00", "01:00/00:03/", "2:30:00/00:00.25/00:30"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        assert!("5:00/0:01/2:00/1".parse::<Clock>().is_err());
    }
}
