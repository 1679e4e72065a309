//! Reading what the commands share: positions, threads, the tier.

use anyhow::{Context, Result};
use obverse_engine::StopFlag;
use obverse_rules::{Position, Size, Tier};
use signal_hook::consts::{SIGINT, SIGTERM};

/// The tier to use: the machine's best, or the one that `OBVERSE_TIER` names.
pub(crate) fn tier() -> Result<Tier> {
    match std::env::var("OBVERSE_TIER") {
        Ok(name) => name.parse().context("OBVERSE_TIER"),
        Err(_) => Ok(Tier::detect()),
    }
}

/// The number of threads where none was given: the cores of the machine.
pub(crate) fn threads(given: Option<usize>) -> usize {
    given.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)).max(1)
}

/// A position as the command line takes it.
pub(crate) fn position(text: &str, size: Option<Size>) -> Result<Position> {
    if text == "start" {
        return Ok(Position::start(size.unwrap_or_default()));
    }
    text.parse().with_context(|| format!("the position `{text}`"))
}

/// A number that may be written `1000000` or `1e6`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|number| (1.0..=1e18).contains(number))
        .map(|number: f64| number as u64)
        .ok_or_else(|| format!("`{text}` is not a number from 1, such as 1000000 or 1e6"))
}

/// Raises the flag at the first interrupt, so that a long job can say what it has; the second
/// one ends the program.
pub(crate) fn stop_on_interrupt(stop: &StopFlag) -> Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let stop = stop.clone();
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if stop.is_raised() {
                std::process::exit(128 + signal);
            }
            stop.raise();
        }
    });
    Ok(())
}
