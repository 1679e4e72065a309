//! Where the engine reads the time.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Where the engine reads the time: the time since some fixed moment. It looks at no other clock.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
/// use obverse_engine::TimeSource;
///
/// // A clock that goes on by a millisecond whenever it is read.
/// let readings = AtomicU64::new(0);
/// let clock =
///     TimeSource::new(move || Duration::from_millis(readings.fetch_add(1, Ordering::Relaxed)));
/// assert!(clock.now() < clock.now());
/// ```
#[derive(Clone)]
pub struct TimeSource(Arc<dyn Fn() -> Duration + Send + Sync>);

impl TimeSource {
    /// A clock of one's own. It must not go backwards.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> TimeSource {
        TimeSource(Arc::new(now))
    }

    /// The system's clock, [`std::time::Instant`].
    ///
    /// On `wasm32-unknown-unknown`, which has none, it stands still and no limit of time ends a
    /// search: a browser's clock has to be given by [`TimeSource::new`].
    pub fn system() -> TimeSource {
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        {
            TimeSource::new(|| Duration::ZERO)
        }
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        {
            let begun = std::time::Instant::now();
            TimeSource::new(move || begun.elapsed())
        }
    }

    /// The time now.
    #[inline]
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl fmt::Debug for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TimeSource")
    }
}
