//! How long a search may think.

use std::time::Duration;

use crate::params::{MARGIN, MARGIN_MOST, MARGIN_PART};
use crate::{Clock, Limits};

/// The time that a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allotment {
    /// After this much time no new iteration begins.
    pub(crate) soft: Duration,
    /// After this much time the search ends wherever it is.
    pub(crate) hard: Duration,
}

impl Allotment {
    /// The time that the limits give for a move with so many empty squares; none if they do not
    /// limit time.
    pub(crate) fn new(limits: &Limits, empties: usize) -> Option<Allotment> {
        let fixed = limits.time.map(|time| {
            let margin = MARGIN.max(time / MARGIN_PART).min(MARGIN_MOST).min(time / 2);
            let usable = time.saturating_sub(margin);
            Allotment { soft: usable, hard: usable }
        });
        let clocked = limits.clock.map(|clock| Allotment::from_clock(clock, empties));
        match (fixed, clocked) {
            (Some(a), Some(b)) => {
                Some(Allotment { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) })
            }
            (a, b) => a.or(b),
        }
    }

    /// Whether another iteration can be expected to find something, given the time used so far and
    /// how long the last one took: one takes a few times as long as the one before.
    pub(crate) fn allows_another(&self, elapsed: Duration, last: Duration) -> bool {
        elapsed < self.soft && elapsed.saturating_add(last) < self.hard
    }

    /// An even share of the clock for each move that is left, of which a hard position may take
    /// several, but never more than a part of what remains.
    fn from_clock(clock: Clock, empties: usize) -> Allotment {
        let moves_left = (empties as u32).div_ceil(2).max(1);
        let reserve = (clock.remaining / 20).max(MARGIN * 5).min(clock.remaining / 2);
        let usable = clock.remaining.saturating_sub(reserve);
        // The last moves are solved in no time, so the shares of the others are larger.
        let shares = moves_left.saturating_sub(4).max(2);
        let share = (usable / shares).saturating_add(clock.increment / 4 * 3);
        let most = (usable / 5 * 2).saturating_add(clock.increment / 2).min(usable);
        let hard = share.saturating_mul(3).min(most);
        Allotment { soft: share.min(hard), hard }
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
