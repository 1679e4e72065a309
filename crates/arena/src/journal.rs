//! The memory of a contest: finished games in a file, so that one that was interrupted goes on
//! where it was.
//!
//! Beside the games in GGF there is a journal, a line of JSON a game after a first line that says
//! which contest it is. A game is in the journal or it is not. The GGF file is made again from the
//! journal when a contest goes on.

mod file;

pub(crate) use file::fuzz_journal;
pub use file::{Damage, Journal, JournalError, Opened};

use obverse_rules::Color;
use serde::{Deserialize, Serialize};

use crate::game::Finished;
use crate::{Fixture, How, Pairing, Result, Schedule};

/// A finished game as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    first: usize,
    second: usize,
    opening: usize,
    swapped: bool,
    winner: Option<Side>,
    discs: Option<i32>,
    how: Manner,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loser: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    overruns: [u32; 2],
    ggf: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Manner {
    Played,
    Adjudicated,
    Resigned,
    Late,
    Failed,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

impl Entry {
    /// A game with its record.
    pub fn new(finished: &Finished, ggf: String) -> Entry {
        let Fixture { pairing, opening, swapped, .. } = finished.fixture;
        let (how, loser, reason) = match &finished.result.how {
            How::Played => (Manner::Played, None, None),
            How::Adjudicated => (Manner::Adjudicated, None, None),
            How::Resigned(color) => (Manner::Resigned, Some(*color), None),
            How::OutOfTime(color) => (Manner::Late, Some(*color), None),
            How::Failed { color, reason } => (Manner::Failed, Some(*color), Some(reason.clone())),
        };
        Entry {
            first: pairing.first,
            second: pairing.second,
            opening,
            swapped,
            winner: finished.result.winner.map(Side::from),
            discs: finished.result.discs,
            how,
            loser: loser.map(Side::from),
            reason,
            overruns: finished.overruns,
            ggf,
        }
    }

    /// Which game of a schedule it is, if it is one.
    pub fn fixture(&self, schedule: &Schedule) -> Option<Fixture> {
        let pairing = Pairing { first: self.first, second: self.second };
        schedule.find(pairing, self.opening, self.swapped)
    }

    /// How the game ended.
    pub fn result(&self) -> Result {
        let loser = self.loser.map_or(Color::Black, Color::from);
        let how = match self.how {
            Manner::Played => How::Played,
            Manner::Adjudicated => How::Adjudicated,
            Manner::Resigned => How::Resigned(loser),
            Manner::Late => How::OutOfTime(loser),
            Manner::Failed => {
                How::Failed { color: loser, reason: self.reason.clone().unwrap_or_default() }
            }
        };
        Result { discs: self.discs, winner: self.winner.map(Color::from), how }
    }

    /// How often each side, Black first, took too long.
    pub fn overruns(&self) -> [u32; 2] {
        self.overruns
    }
}

#[cfg(test)]
mod tests {
    use obverse_rules::Game;

    use super::*;

    #[test]
    fn a_game_comes_back() {
        let schedule = Schedule::round_robin(2, 6);
        let failed = How::Failed { color: Color::Black, reason: "it “hung”\n".to_owned() };
        for (number, how) in [(0, How::Played), (3, failed)] {
            let finished = Finished {
                fixture: schedule.get(number).unwrap(),
                game: Game::from_start(obverse_rules::Size::EIGHT),
                notes: Vec::new(),
                result: Result { discs: Some(-12), winner: Some(Color::White), how },
                overruns: [0, 2],
            };
            let entry = Entry::new(&finished, "(;game;)".to_owned());
            let line = serde_json::to_string(&entry).unwrap();
            let again: Entry = serde_json::from_str(&line).unwrap();
            assert_eq!(again, entry);
            assert_eq!(again.fixture(&schedule), Some(finished.fixture));
            assert_eq!(again.result(), finished.result);
            assert_eq!(again.overruns(), [0, 2]);
            // A match of fewer games or players does not know it.
            assert_eq!(again.fixture(&Schedule::round_robin(2, number)), None);
            assert_eq!(again.fixture(&Schedule::round_robin(1, 6)), None);
        }
    }
}
