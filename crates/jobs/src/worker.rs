//! Whoever does jobs.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Job, Stop};

/// Does jobs of one kind, one after the other. What it keeps between them (tables, buffers) must
/// not show in a result.
pub trait Worker: Send {
    /// Does a job. Raising the flag ends it soon, without a result.
    fn work(&mut self, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError>;
}

impl<F> Worker for F
where
    F: FnMut(&Job, &Stop) -> Result<Vec<u8>, JobError> + Send,
{
    fn work(&mut self, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
        self(job, stop)
    }
}

/// Why a job has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobError {
    /// The flag was raised.
    Stopped,
    /// It can't be done, for this reason.
    Failed(String),
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Stopped => f.write_str("stopped"),
            JobError::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for JobError {}

/// Lets a worker do a job. A panic is an error like others; the worker is not to be used after it,
/// and `worker` is left empty.
pub fn attempt(
    worker: &mut Option<Box<dyn Worker + '_>>,
    job: &Job,
    stop: &Stop,
) -> Result<Vec<u8>, JobError> {
    let Some(mut doing) = worker.take() else {
        return Err(JobError::Failed(format!("there is no worker for `{}`", job.kind)));
    };
    let result = catch_unwind(AssertUnwindSafe(|| doing.work(job, stop)));
    match result {
        Ok(result) => {
            *worker = Some(doing);
            result
        }
        Err(panic) => Err(JobError::Failed(format!("panicked: {}", message(&*panic)))),
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}
