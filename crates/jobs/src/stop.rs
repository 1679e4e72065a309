//! The flag that ends work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A flag that ends work early, raised from any thread. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks for an end.
    pub fn raise(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether an end was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.load(Relaxed)
    }
}
