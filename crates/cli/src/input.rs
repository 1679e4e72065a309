//! Reading what the commands share: positions, threads, the tier.

use anyhow::{Context, Result};
use obverse_rules::{Position, Size, Tier};

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
