//! Whoever has batches done.

use std::fmt;
use std::ops::ControlFlow;

use crate::{Batch, Stop};

/// What became of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its result.
    Done(Vec<u8>),
    /// It was set aside for this reason.
    Failed(String),
}

/// Takes what became of the jobs, one after the other in their order, with their numbers. Breaking
/// off ends the batch: nothing more is wanted.
pub type Sink<'a> = dyn FnMut(usize, Outcome) -> ControlFlow<()> + 'a;

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every job was given to the sink.
    Complete,
    /// The sink has heard enough.
    BrokenOff,
    /// The flag was raised.
    Stopped,
}

/// Has batches done.
pub trait Pool {
    /// Has a batch done and gives every result to the sink, in the order of the jobs. What is
    /// finished too early waits, and never more than a bounded part of the batch.
    fn run(
        &mut self,
        batch: &dyn Batch,
        stop: &Stop,
        sink: &mut Sink<'_>,
    ) -> Result<End, PoolError>;
}

/// Why a batch can't be done at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolError(pub String);

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PoolError {}
