//! Games at the table, written down.

use std::time::Duration;

use obverse_records::{Clock as RecordClock, Note as RecordNote, Record, Tags};
use obverse_rules::Color;

use crate::{Ending, Note, Table, TimeControl};

impl Table {
    /// The game as a record: names, clock, result, and what is known of each move.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.game().clone());
        let size = self.game().position().size();
        record.tags = Tags {
            black: Some(self.name(Color::Black).to_owned()),
            white: Some(self.name(Color::White).to_owned()),
            clock: self.record_clock(),
            result: self.ending().and_then(|ending: &Ending| ending.verdict(size)),
            ..Tags::default()
        };
        record.time = self.time_per_move();
        record.notes = self.notes()[..self.game().ply()].iter().map(record_note).collect();
        record
    }

    fn record_clock(&self) -> Option<RecordClock> {
        match self.terms().time {
            TimeControl::Clock(clock) => Some(RecordClock {
                main: clock.remaining,
                increment: clock.increment,
                ..RecordClock::default()
            }),
            TimeControl::Free | TimeControl::PerMove(_) => None,
        }
    }
}

fn record_note(note: &Note) -> RecordNote {
    let score = note.thought.as_ref().and_then(|thought| thought.score);
    RecordNote {
        // Two decimals are more than any evaluation is good for; adding zero turns −0 into 0.
        eval: score.map(|score| (f64::from(score.discs) * 100.0).round() / 100.0 + 0.0),
        time: Some(round_to_milliseconds(note.elapsed)).filter(|time| !time.is_zero()),
        ..RecordNote::default()
    }
}

/// Whole milliseconds, which is as much as anybody wants to read.
fn round_to_milliseconds(time: Duration) -> Duration {
    let rounded = time.saturating_add(Duration::from_micros(500));
    Duration::from_millis(rounded.as_millis() as u64)
}
