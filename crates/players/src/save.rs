//! Games at the table, written down.

use std::path::PathBuf;
use std::time::Duration;

use obverse_records::{
    Clock as RecordClock, Ending as HowEnded, Format, Note, Record, Tags, Verdict, atomic, to_text,
};
use obverse_rules::Color;

use crate::{Ending, Saver, Table, TimeControl};

impl Table {
    /// The game as a record: names, clock, result, and what is known of each move.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.game().clone());
        record.tags = Tags {
            black: Some(self.name(Color::Black).to_owned()),
            white: Some(self.name(Color::White).to_owned()),
            clock: self.record_clock(),
            result: self.ending().and_then(|ending| self.verdict(ending)),
            ..Tags::default()
        };
        record.time = self.time_per_move();
        record.notes = self.notes()[..self.game().ply()]
            .iter()
            .map(|note| {
                let score = note.thought.as_ref().and_then(|thought| thought.score);
                Note {
                    eval: score.map(|score| score.discs.into()),
                    time: Some(milliseconds(note.elapsed)).filter(|time| !time.is_zero()),
                    comment: None,
                }
            })
            .collect();
        record
    }

    fn record_clock(&self) -> Option<RecordClock> {
        match self.terms().time {
            TimeControl::Clock(clock) => Some(RecordClock {
                main: clock.remaining,
                increment: clock.increment,
                ..RecordClock::default()
            }),
            _ => None,
        }
    }

    /// The result as records have it. Whoever gives up, breaks the rules or runs out of time
    /// loses every square.
    fn verdict(&self, ending: &Ending) -> Option<Verdict> {
        let ended = match ending {
            Ending::Stopped => return None,
            Ending::Finished(outcome) => {
                let score = outcome.score(Color::Black).into();
                return Some(Verdict { score, ending: HowEnded::Played });
            }
            Ending::OutOfTime(_) => HowEnded::TimedOut,
            Ending::Resigned(_) | Ending::Illegal { .. } | Ending::Failed { .. } => {
                HowEnded::Resigned
            }
        };
        let all = self.game().position().size().squares() as f64;
        let score = if ending.winner() == Some(Color::Black) { all } else { -all };
        Some(Verdict { score, ending: ended })
    }
}

/// Whole milliseconds, which is as much as anybody wants to read.
fn milliseconds(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64)
}

/// Saves the game to a file, in one step each time: an interrupted write loses nothing.
pub fn save_to(path: PathBuf, format: Format) -> Saver {
    Box::new(move |table| Ok(atomic::write(&path, to_text(&table.record(), format)?)?))
}
