//! One thread's state in a search.

use std::sync::Arc;

use super::{Confidence, Control, LocalTable, Table};
use crate::eval::Weights;

/// One thread's state in a search.
#[derive(Debug)]
pub(crate) struct Worker {
    /// Positions visited.
    pub(crate) nodes: u64,
    /// How sure cuts have to be.
    pub(crate) confidence: Confidence,
    /// Endgames that are too short for the shared table.
    pub(crate) local: LocalTable,
    /// What all threads know.
    pub(crate) table: Arc<Table>,
    /// The trained evaluation, if there is one.
    pub(crate) weights: Option<Arc<Weights>>,
    /// What ends the search.
    pub(crate) control: Arc<Control>,
    polls: u32,
}

/// Nodes of the ordered search between two looks at the clock.
const POLL_INTERVAL: u32 = 16;

impl Worker {
    pub(crate) fn new(
        table: Arc<Table>,
        weights: Option<Arc<Weights>>,
        control: Arc<Control>,
    ) -> Worker {
        Worker {
            nodes: 0,
            confidence: Confidence::FULL,
            local: LocalTable::new(),
            table,
            weights,
            control,
            polls: 0,
        }
    }

    /// Whether the search is to end; what a search returns from then on means nothing.
    #[inline]
    pub(crate) fn is_stopped(&mut self) -> bool {
        self.polls += 1;
        if self.polls >= POLL_INTERVAL {
            self.polls = 0;
            self.control.check(self.nodes);
        }
        self.control.is_over()
    }
}
