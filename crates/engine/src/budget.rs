//! How long a search may think.

use std::time::Duration;

use obverse_rules::Square;

use crate::params::{
    FALL, LEAST_SHARES, MARGIN, MARGIN_MOST, MARGIN_PART, SETTLED, SOLVED_MOVES, UNSETTLED,
};
use crate::value::Value;
use crate::{Clock, Limits};

/// The time that a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allotment {
    /// This move's share of a clock: after it no new iteration begins, or sooner or later as the
    /// iterations demand. None where a time is given for the move, which is used up.
    pub(crate) share: Option<Duration>,
    /// After this much time the search ends wherever it is.
    pub(crate) hard: Duration,
}

impl Allotment {
    /// The time that the limits give for a move with so many empty squares; none if they do not
    /// limit time.
    pub(crate) fn new(limits: &Limits, empties: usize) -> Option<Allotment> {
        let fixed = limits.time.map(|time| {
            let margin = MARGIN.max(time / MARGIN_PART).min(MARGIN_MOST).min(time / 2);
            Allotment { share: None, hard: time.saturating_sub(margin) }
        });
        let clocked = limits.clock.map(|clock| Allotment::from_clock(clock, empties));
        match (fixed, clocked) {
            (Some(a), Some(b)) => Some(Allotment { share: b.share, hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        }
    }

    /// Whether to begin another iteration, given the time used so far and how long the last one
    /// took. Of a clock nothing is spent on an iteration that can't be expected to come to an
    /// end: one takes longer than the one before.
    pub(crate) fn allows_another(&self, elapsed: Duration, last: Duration, demand: Demand) -> bool {
        let Some(share) = self.share else { return elapsed < self.hard };
        elapsed < demand.of(share) && elapsed.saturating_add(last) < self.hard
    }

    /// An even share of the clock for each move that is left, of which a hard position may take
    /// several, but never more than a part of what remains.
    fn from_clock(clock: Clock, empties: usize) -> Allotment {
        let moves_left = (empties as u32).div_ceil(2).max(1);
        let reserve = (clock.remaining / 20).max(MARGIN * 5).min(clock.remaining / 2);
        let usable = clock.remaining.saturating_sub(reserve);
        // The last moves are solved at once or known already: the shares of the others are larger.
        let shares = moves_left.saturating_sub(SOLVED_MOVES).max(LEAST_SHARES);
        let share = (usable / shares).saturating_add(clock.increment / 4 * 3);
        let most = (usable / 5 * 2).saturating_add(clock.increment / 2).min(usable);
        let hard = share.saturating_mul(3).min(most);
        Allotment { share: Some(share.min(hard)), hard }
    }
}

/// How much of its share of a clock a move is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Demand {
    /// The choice is settled.
    Less,
    /// Nothing speaks for more or less.
    #[default]
    Even,
    /// The choice has just changed, or has turned out worse than thought.
    More,
}

impl Demand {
    fn of(self, share: Duration) -> Duration {
        match self {
            Demand::Less => share / 5 * 3,
            Demand::Even => share,
            Demand::More => share.saturating_mul(2),
        }
    }
}

/// The course of the iterations: which move was best, and what it was worth.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    last: Option<(Square, Value)>,
    /// Iterations in a row that have found the same move.
    steady: u32,
    /// Whether the last one found its best move to be worth clearly less than the one before.
    fell: bool,
}

impl Course {
    /// An iteration has come to its end.
    pub(crate) fn add(&mut self, best: Square, value: Value) {
        self.fell = self.last.is_some_and(|(_, before)| value < before - FALL);
        let is_same = self.last.is_some_and(|(square, _)| square == best);
        self.steady = if is_same { self.steady + 1 } else { 0 };
        self.last = Some((best, value));
    }

    /// How much time the next ones are worth.
    pub(crate) fn demand(&self) -> Demand {
        if self.fell || self.last.is_some() && self.steady < UNSETTLED {
            Demand::More
        } else if self.steady >= SETTLED {
            Demand::Less
        } else {
            Demand::Even
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_time_is_mostly_used_and_never_exceeded() {
        for millis in [1, 10, 50, 1000, 60_000] {
            let time = Duration::from_millis(millis);
            let allotment = Allotment::new(&Limits::time(time), 40).unwrap();
            assert!(allotment.hard < time);
            assert!(allotment.hard >= time / 2);
        }
    }

    #[test]
    fn a_fixed_time_is_used_to_its_end_however_settled_the_move() {
        let allotment = Allotment::new(&Limits::time(Duration::from_secs(1)), 40).unwrap();
        let late = allotment.hard.saturating_sub(Duration::from_millis(1));
        for demand in [Demand::Less, Demand::Even, Demand::More] {
            assert!(allotment.allows_another(late, late, demand));
            assert!(!allotment.allows_another(allotment.hard, Duration::ZERO, demand));
        }
    }

    #[test]
    fn of_a_clock_more_is_used_while_the_choice_changes_or_gets_worse() {
        let clock = Clock { remaining: Duration::from_mins(5), increment: Duration::ZERO };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let allotment = Allotment::new(&limits, 50).unwrap();
        // The time after which nothing more begins, in milliseconds.
        let used = |course: &Course| {
            let allows = |millis: &u64| {
                let elapsed = Duration::from_millis(*millis);
                allotment.allows_another(elapsed, Duration::ZERO, course.demand())
            };
            (0..).step_by(100).take_while(allows).count()
        };
        let [a, b] = [19, 26].map(|index| Square::from_index(index, obverse_rules::Size::EIGHT));
        let mut course = Course::default();
        let first = used(&course);
        for _ in 0..=SETTLED {
            course.add(a, Value::ZERO);
        }
        let settled = used(&course);
        course.add(a, Value::ZERO - FALL - FALL);
        let fallen = used(&course);
        course.add(a, Value::ZERO);
        assert_eq!(used(&course), settled);
        course.add(b, Value::ZERO);
        assert_eq!(used(&course), fallen);
        assert!(settled < first && first < fallen, "{settled} {first} {fallen}");
    }

    #[test]
    fn a_clock_lasts_for_the_game() {
        for (seconds, increment) in [(1, 0), (60, 0), (300, 3), (5, 5)] {
            let mut clock = Clock {
                remaining: Duration::from_secs(seconds),
                increment: Duration::from_secs(increment),
            };
            for empties in (1..=338).rev().step_by(2) {
                let limits = Limits { clock: Some(clock), ..Limits::default() };
                let spent = Allotment::new(&limits, empties).unwrap().hard;
                assert!(spent > Duration::ZERO && spent < clock.remaining);
                clock.remaining = clock.remaining.saturating_sub(spent) + clock.increment;
            }
        }
    }

    #[test]
    fn the_longest_times_are_times_too() {
        let clock = Clock { remaining: Duration::MAX, increment: Duration::MAX };
        let limits = Limits { clock: Some(clock), ..Limits::time(Duration::MAX) };
        assert!(Allotment::new(&limits, 60).unwrap().hard > Duration::from_hours(1));
    }

    #[test]
    fn the_tighter_of_two_limits_holds() {
        let clock = Clock { remaining: Duration::from_secs(1), increment: Duration::ZERO };
        let time = Duration::from_secs(30);
        let both = Limits { clock: Some(clock), ..Limits::time(time) };
        assert!(Allotment::new(&both, 30).unwrap().hard < Duration::from_secs(1));
    }
}
