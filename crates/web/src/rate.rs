//! So many a second.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A steady rate that allows a burst after a pause: a token bucket, kept as the time when it will
/// be full again (the generic cell rate algorithm of ITU-T I.371).
#[derive(Debug)]
pub(crate) struct Rate {
    interval: Duration,
    burst: Duration,
    full_at: Mutex<Instant>,
}

impl Rate {
    /// This many a second, and twice as many at once after a pause.
    pub(crate) fn new(per_second: u32) -> Rate {
        let per_second = per_second.clamp(1, 1_000_000_000);
        let interval = Duration::from_secs(1) / per_second;
        Rate {
            interval,
            burst: interval * (2 * per_second - 1),
            full_at: Mutex::new(Instant::now()),
        }
    }

    /// Takes one, and says how long to wait before it may be used.
    pub(crate) fn take(&self, now: Instant) -> Duration {
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let debt = full_at.saturating_duration_since(now);
        *full_at = now + debt + self.interval;
        debt.saturating_sub(self.burst)
    }

    /// Takes one if it may be used now.
    pub(crate) fn try_take(&self, now: Instant) -> bool {
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let debt = full_at.saturating_duration_since(now);
        let allowed = debt <= self.burst;
        if allowed {
            *full_at = now + debt + self.interval;
        }
        allowed
    }

    /// Whether nothing is owed: then a new one would be the same.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        *self.full_at.lock().unwrap_or_else(PoisonError::into_inner) <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_and_then_the_rate() {
        let rate = Rate::new(10);
        let start = Instant::now() + Duration::from_secs(1);
        assert!(rate.is_full(start));
        let at_once = (0..100).filter(|_| rate.try_take(start)).count();
        assert_eq!(at_once, 20);
        let a_second_later = start + Duration::from_secs(1);
        assert!(!rate.is_full(a_second_later));
        assert_eq!((0..100).filter(|_| rate.try_take(a_second_later)).count(), 10);
        // Those who wait are let through one after the other.
        let waits: Vec<Duration> = (0..3).map(|_| rate.take(a_second_later)).collect();
        assert_eq!(waits, [100, 200, 300].map(Duration::from_millis));
    }
}
