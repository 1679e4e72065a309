//! The memory of a contest: finished games in a file, so that one that was interrupted goes on
//! where it was.
//!
//! Beside the games in GGF there is a journal, a line of JSON a game after a first line that says
//! which contest it is. A game is in the journal or it is not. The GGF file is made again from the
//! journal when a contest goes on.

mod file;
mod lock;
mod text;

pub use file::{Journal, JournalError, Opened};
pub use text::Damage;
pub(crate) use text::fuzz_journal;

use obverse_players::Ending;
use obverse_rules::{Color, Size};
use serde::{Deserialize, Serialize};

use crate::game::{Finished, outcome_of};
use crate::{Fixture, Pairing, Schedule};

/// A finished game as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    first: usize,
    second: usize,
    opening: usize,
    swapped: bool,
    winner: Option<Side>,
    discs: Option<i32>,
    how: EndingWord,
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

/// The journal's word for an [`Ending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum EndingWord {
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
    /// A game.
    pub fn new(finished: &Finished) -> Entry {
        let Fixture { pairing, opening, swapped, .. } = finished.fixture;
        let ending = &finished.ending;
        let (how, reason) = match ending {
            Ending::Finished(_) => (EndingWord::Played, None),
            Ending::Adjudicated(_) => (EndingWord::Adjudicated, None),
            Ending::Resigned(_) => (EndingWord::Resigned, None),
            Ending::OutOfTime(_) => (EndingWord::Late, None),
            Ending::Illegal { played, .. } => {
                (EndingWord::Failed, Some(format!("{played} is illegal")))
            }
            Ending::Failed { reason, .. } => (EndingWord::Failed, Some(reason.clone())),
            Ending::Stopped => unreachable!("a finished game has a result"),
        };
        Entry {
            first: pairing.first,
            second: pairing.second,
            opening,
            swapped,
            winner: ending.winner().map(Side::from),
            discs: ending.discs(Color::Black),
            how,
            loser: ending.loser().map(Side::from),
            reason,
            overruns: finished.overruns,
            ggf: finished.ggf.clone(),
        }
    }

    /// Which game of a schedule it is, if it is one.
    pub fn fixture(&self, schedule: &Schedule) -> Option<Fixture> {
        let pairing = Pairing { first: self.first, second: self.second };
        schedule.find(pairing, self.opening, self.swapped)
    }

    /// How the game, on a board of this size, ended.
    pub fn ending(&self, size: Size) -> Ending {
        let color = self.loser.map_or(Color::Black, Color::from);
        let outcome = || outcome_of(self.discs.unwrap_or(0), size);
        match self.how {
            EndingWord::Played => Ending::Finished(outcome()),
            EndingWord::Adjudicated => Ending::Adjudicated(outcome()),
            EndingWord::Resigned => Ending::Resigned(color),
            EndingWord::Late => Ending::OutOfTime(color),
            EndingWord::Failed => {
                Ending::Failed { color, reason: self.reason.clone().unwrap_or_default() }
            }
        }
    }

    /// Whether the entry says all that belongs to the way the game ended.
    fn check(&self) -> Result<(), &'static str> {
        let is_decided_by_discs = matches!(self.how, EndingWord::Played | EndingWord::Adjudicated);
        match (is_decided_by_discs, self.discs, self.loser) {
            (true, None, _) => Err("it has no score, though the discs decided the game"),
            (false, _, None) => Err("it does not say who lost"),
            _ => Ok(()),
        }
    }

    /// How often each side, Black first, took too long.
    pub fn overruns(&self) -> [u32; 2] {
        self.overruns
    }
}

#[cfg(test)]
mod tests {
    use obverse_rules::Outcome;

    use super::*;

    fn entry(schedule: &Schedule, number: usize, ending: &Ending) -> (Finished, Entry) {
        let finished = Finished {
            fixture: schedule.get(number).unwrap(),
            moves: Vec::new(),
            ggf: "(;game;)".to_owned(),
            ending: ending.clone(),
            overruns: [0, 2],
        };
        let entry = Entry::new(&finished);
        let line = serde_json::to_string(&entry).unwrap();
        let again: Entry = serde_json::from_str(&line).unwrap();
        assert_eq!(again, entry);
        assert_eq!(again.check(), Ok(()));
        (finished, again)
    }

    #[test]
    fn a_game_comes_back() {
        let schedule = Schedule::round_robin(2, 6);
        let outcome = Outcome { black: 26, white: 38, empties: 0 };
        let reason = "it “hung”\n".to_owned();
        for (number, ending) in [
            (0, Ending::Finished(outcome)),
            (1, Ending::Adjudicated(outcome)),
            (2, Ending::Resigned(Color::White)),
            (3, Ending::Failed { color: Color::Black, reason }),
            (4, Ending::OutOfTime(Color::White)),
        ] {
            let (finished, again) = entry(&schedule, number, &ending);
            assert_eq!(again.fixture(&schedule), Some(finished.fixture));
            assert_eq!(again.ending(Size::EIGHT), ending);
            assert_eq!(again.winner.map(Color::from), ending.winner());
            assert_eq!(again.overruns(), [0, 2]);
            // A match of fewer games or players does not know it.
            assert_eq!(again.fixture(&Schedule::round_robin(2, number)), None);
            assert_eq!(again.fixture(&Schedule::round_robin(1, 6)), None);
        }
    }

    #[test]
    fn an_illegal_move_comes_back_as_a_failure_with_its_reason() {
        let schedule = Schedule::round_robin(2, 6);
        let played = "a1".to_owned();
        let (_, again) = entry(&schedule, 0, &Ending::Illegal { color: Color::White, played });
        let reason = "a1 is illegal".to_owned();
        let failed = Ending::Failed { color: Color::White, reason };
        assert_eq!(again.ending(Size::EIGHT), failed);
    }

    #[test]
    fn empty_squares_have_gone_to_the_winner() {
        let schedule = Schedule::round_robin(2, 6);
        let ended = Ending::Finished(Outcome { black: 20, white: 10, empties: 34 });
        let (_, again) = entry(&schedule, 0, &ended);
        let ending = again.ending(Size::EIGHT);
        assert_eq!(ending.to_string(), ended.to_string());
        assert_eq!(ending.discs(Color::White), ended.discs(Color::White));
    }

    #[test]
    fn an_entry_without_its_score_or_its_loser_is_damaged() {
        let schedule = Schedule::round_robin(2, 6);
        let draw = Outcome { black: 32, white: 32, empties: 0 };
        let (_, mut played) = entry(&schedule, 0, &Ending::Finished(draw));
        played.discs = None;
        assert!(played.check().is_err());
        let (_, mut resigned) = entry(&schedule, 0, &Ending::Resigned(Color::Black));
        resigned.loser = None;
        assert!(resigned.check().is_err());
    }
}
