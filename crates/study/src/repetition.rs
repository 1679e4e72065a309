//! When a puzzle that was missed comes back: spaced repetition by FSRS.
//!
//! The Free Spaced Repetition Scheduler (Jarrett Ye and others; `rs-fsrs`) models how long something
//! is remembered. Its parameters are the published defaults of version 5.

use chrono::{DateTime, Utc};
use rs_fsrs::{Card as Fsrs, FSRS, Parameters, Rating, Seed, State};
use serde::{Deserialize, Serialize};

/// What is known of how well a puzzle is remembered. Times are seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// When it is to be asked again.
    pub due: i64,
    /// When it was asked last.
    pub last: i64,
    /// After how many days one of ten is forgotten.
    pub stability: f64,
    /// How hard it is to remember, from 1 to 10.
    pub difficulty: f64,
    /// How often it was asked.
    pub repetitions: u32,
    /// How often it was forgotten.
    pub lapses: u32,
    /// Where in its life it is.
    pub stage: Stage,
}

/// Where in its life a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Asked again within minutes or a day.
    Learning,
    /// Asked again after days.
    Review,
    /// Forgotten once.
    Relearning,
}

impl Stage {
    /// Every stage, by the number that it has in databases.
    pub const ALL: [Stage; 3] = [Stage::Learning, Stage::Review, Stage::Relearning];
}

/// The published weights of version 5. They stand here since the crate's own default reads a clock.
const WEIGHTS: [f64; 19] = [
    0.4072, 1.1829, 3.1262, 15.4722, 7.2102, 0.5316, 1.0651, 0.0234, 1.616, 0.1544, 1.0824, 1.9813,
    0.0953, 0.2975, 2.2042, 0.2407, 2.9466, 0.5034, 0.6567,
];

fn scheduler() -> FSRS {
    FSRS::new(Parameters {
        request_retention: 0.9,
        maximum_interval: 3650,
        w: WEIGHTS,
        decay: Parameters::DECAY,
        factor: Parameters::FACTOR,
        enable_short_term: true,
        enable_fuzz: false,
        seed: Seed::String("0".to_owned()),
    })
}

impl Card {
    /// The card of a puzzle that was missed for the first time.
    pub fn missed(now: i64) -> Card {
        next(Fsrs { due: time(now), last_review: time(now), ..Fsrs::default() }, now, false)
    }

    /// The card after the puzzle was asked again.
    #[must_use]
    pub fn again(&self, now: i64, solved: bool) -> Card {
        let state = match self.stage {
            Stage::Learning => State::Learning,
            Stage::Review => State::Review,
            Stage::Relearning => State::Relearning,
        };
        let days = (self.due - self.last).max(0) / SECONDS_A_DAY;
        // A clock that was set back must not make a negative time of it.
        let now = now.max(self.last);
        let card = Fsrs {
            due: time(self.due),
            stability: self.stability.clamp(0.01, 36500.0),
            difficulty: self.difficulty.clamp(1.0, 10.0),
            elapsed_days: 0,
            scheduled_days: days,
            reps: self.repetitions.min(1 << 20) as i32,
            lapses: self.lapses.min(1 << 20) as i32,
            state,
            last_review: time(self.last),
        };
        next(card, now, solved)
    }

    /// Whether it is to be asked now.
    pub fn is_due(&self, now: i64) -> bool {
        self.due <= now
    }
}

const SECONDS_A_DAY: i64 = 86_400;

fn next(card: Fsrs, now: i64, solved: bool) -> Card {
    let rating = if solved { Rating::Good } else { Rating::Again };
    let card = scheduler().next(card, time(now), rating).card;
    Card {
        due: card.due.timestamp(),
        last: card.last_review.timestamp(),
        stability: card.stability,
        difficulty: card.difficulty,
        repetitions: card.reps.max(0) as u32,
        lapses: card.lapses.max(0) as u32,
        stage: match card.state {
            State::New | State::Learning => Stage::Learning,
            State::Review => Stage::Review,
            State::Relearning => Stage::Relearning,
        },
    }
}

/// A time that the scheduler can reckon with, whatever a file says: from 1970 to about 2900.
fn time(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds.clamp(0, 30_000_000_000), 0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000;

    #[test]
    fn what_was_missed_comes_back_within_minutes_and_then_ever_later() {
        let mut card = Card::missed(NOW);
        assert!((60..=600).contains(&(card.due - NOW)), "{card:?}");
        assert!(!card.is_due(card.due - 1) && card.is_due(card.due));
        let mut interval = 0;
        for _ in 0..6 {
            let now = card.due;
            card = card.again(now, true);
            assert!(card.due - now > interval, "{card:?} after {interval}");
            interval = card.due - now;
        }
        assert!(interval > 30 * SECONDS_A_DAY, "{interval}");
        assert_eq!((card.repetitions, card.lapses, card.stage), (7, 0, Stage::Review));
        let now = card.due;
        let forgotten = card.again(now, false);
        assert!(forgotten.due - now < SECONDS_A_DAY, "{forgotten:?}");
        assert_eq!((forgotten.lapses, forgotten.stage), (1, Stage::Relearning));
    }

    #[test]
    fn no_numbers_of_a_file_make_it_fail() {
        let mut random = fastrand::Rng::with_seed(3);
        let times = [i64::MIN, -1, 0, 1, NOW, i64::MAX / 2, i64::MAX];
        let numbers = [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0, 5.0, f64::MAX];
        for _ in 0..5000 {
            let card = Card {
                due: times[random.usize(..times.len())] / 2,
                last: times[random.usize(..times.len())] / 2,
                stability: numbers[random.usize(..numbers.len())],
                difficulty: numbers[random.usize(..numbers.len())],
                repetitions: random.u32(..),
                lapses: random.u32(..),
                stage: Stage::ALL[random.usize(..3)],
            };
            let now = times[random.usize(..times.len())];
            let after = card.again(now, random.bool());
            assert!(after.due >= after.last, "{card:?} became {after:?}");
        }
    }
}
