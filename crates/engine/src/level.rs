//! Levels of play for people.

mod choice;
mod ladder;

use std::fmt;
use std::str::FromStr;

use obverse_rules::{Position, Size};
use thiserror::Error;

use crate::{Limits, Line};

use ladder::Rung;

pub use choice::LevelView;
pub(crate) use choice::choose;

/// A level of play from 1, which a child beats, to 20, full strength.
///
/// Below full strength a level errs as people do: it sees less far, is drawn to moves that turn
/// many discs over, and overlooks quiet ones.
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

    /// What it is called.
    pub fn name(self) -> &'static str {
        self.rung().name
    }

    /// How it plays, in a sentence.
    pub fn character(self) -> &'static str {
        self.rung().character
    }

    /// Its strength on 8×8 as measured by matches, with level 1 at 0; none if not measured yet.
    pub fn elo(self) -> Option<i32> {
        ladder::ELO[usize::from(self.0 - 1)]
    }

    fn rung(self) -> &'static Rung {
        &ladder::LADDER[usize::from(self.0 - 1)]
    }

    /// Whether it may choose another move than the best it sees.
    pub fn errs(self) -> bool {
        self.rung().errs()
    }

    /// The spread of its errors of judgement, in discs.
    pub fn error(self) -> f32 {
        self.rung().noise
    }

    /// What it takes every move for, given the line of every move. Chance adds its errors.
    pub fn views(self, position: &Position, lines: &[Line]) -> Vec<LevelView> {
        choice::views(self, position, lines)
    }

    /// Whether it plays from the opening book: who errs plays its own openings.
    pub(crate) fn knows_book(self) -> bool {
        !self.rung().errs()
    }

    /// The limits of the search behind a move of this level, within the limits that are given.
    pub(crate) fn limits(self, position: &Position, given: &Limits) -> Limits {
        let rung = self.rung();
        let empties = position.empties() as u32;
        let timed = given.time.is_some() || given.clock.is_some();
        let mut limits = given.clone();
        if self != Level::MAX || !timed {
            let reach = if empties <= rung.solves { empties } else { rung.depth };
            limits.depth = Some(given.depth.map_or(reach, |depth| depth.min(reach)));
            if position.size() > Size::EIGHT {
                // Larger boards have more moves; the effort stays the same.
                let nodes = rung.nodes * 64 / position.size().squares() as u64;
                limits.nodes = Some(given.nodes.map_or(nodes, |given| given.min(nodes)));
            }
        }
        if rung.errs() {
            limits.lines = usize::MAX;
        }
        limits
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
