//! The flag that ends work early.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A flag that ends work early, raised from any thread. Clones share it.
#[derive(Clone, Default)]
pub struct Stop {
    raised: Arc<AtomicBool>,
    /// Asked too, if there is somebody to ask.
    ask: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Stop {
    /// A flag that is also raised when the function says so.
    pub fn asking(ask: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop { ask: Some(Arc::new(ask)), ..Stop::default() }
    }

    /// Asks for an end.
    pub fn raise(&self) {
        self.raised.store(true, Relaxed);
    }

    /// Whether an end was asked for.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Relaxed) || self.ask.as_ref().is_some_and(|ask| ask())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_raised()).finish()
    }
}
