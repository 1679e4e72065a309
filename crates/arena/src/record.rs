//! Games of a contest as they are written down.

use obverse_players::TimeControl;
use obverse_records::{Clock, Ending, Note, Record, Tags, Verdict};
use obverse_rules::Color;

use crate::game::Finished;
use crate::{Conditions, Entrant, How};

/// The record of a game, with what the players thought and how long they took.
pub fn record(finished: &Finished, entrants: &[Entrant], conditions: &Conditions) -> Record {
    let mut record = Record::new(finished.game.clone());
    let name = |entrant: usize| Some(entrants[entrant].name.clone());
    record.tags = Tags {
        place: Some("Obverse".to_owned()),
        black: name(finished.fixture.black()),
        white: name(finished.fixture.white()),
        clock: match conditions.time {
            TimeControl::Clock(clock) => Some(Clock {
                main: clock.remaining,
                increment: clock.increment,
                ..Clock::default()
            }),
            TimeControl::Free | TimeControl::PerMove(_) => None,
        },
        result: Some(verdict(finished)),
        ..Tags::default()
    };
    record.notes = finished
        .notes
        .iter()
        .map(|note| {
            let score = note.thought.as_ref().and_then(|thought| thought.score);
            Note {
                // Two decimals are more than any evaluation is good for.
                eval: score.map(|score| (f64::from(score.discs) * 100.0).round() / 100.0 + 0.0),
                time: (!note.elapsed.is_zero()).then(|| round_to_milliseconds(note.elapsed)),
                comment: None,
            }
        })
        .collect();
    record
}

fn round_to_milliseconds(time: std::time::Duration) -> std::time::Duration {
    std::time::Duration::from_millis(
        (time + std::time::Duration::from_micros(500)).as_millis() as u64
    )
}

/// The result from Black's view. Who fails loses by all discs, as a resignation does on servers.
fn verdict(finished: &Finished) -> Verdict {
    let all = finished.game.position().size().squares() as f64;
    let lost = |loser: Color| if loser == Color::Black { -all } else { all };
    let score = finished.result.discs.map(f64::from);
    match finished.result.how {
        How::Played => Verdict { score: score.unwrap_or(0.0), ending: Ending::Played },
        How::Adjudicated => Verdict { score: score.unwrap_or(0.0), ending: Ending::Agreed },
        How::Resigned(loser) | How::Failed { color: loser, .. } => {
            Verdict { score: lost(loser), ending: Ending::Resigned }
        }
        How::OutOfTime(loser) => Verdict { score: lost(loser), ending: Ending::TimedOut },
    }
}
