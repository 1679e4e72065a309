//! Levels of play for people.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A level of play from 1, which a child beats, to 20, full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// A number that is no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a level: levels are 1 to 20")]
pub struct LevelError(String);

impl Level {
    /// The weakest level.
    pub const MIN: Level = Level(1);
    /// Full strength.
    pub const MAX: Level = Level(20);

    /// The level with this number.
    pub fn new(number: u8) -> Result<Level, LevelError> {
        if (1..=20).contains(&number) {
            Ok(Level(number))
        } else {
            Err(LevelError(number.to_string()))
        }
    }

    /// Its number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=20).map(Level)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        text.trim()
            .parse()
            .ok()
            .and_then(|number| Level::new(number).ok())
            .ok_or_else(|| LevelError(text.trim().chars().take(20).collect()))
    }
}
