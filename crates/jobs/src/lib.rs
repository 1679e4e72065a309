//! Work that can be handed out: a [`Job`] is a value and its result depends on nothing else, so it
//! may be done here, elsewhere, or twice. A [`Batch`] is many of them, a [`Worker`] does one after
//! another, and a [`Pool`] has a batch done and gives the results in the order of the jobs.
//!
//! This crate knows no network, no engine and no kind of job: [`LocalPool`] has threads, the fleet
//! has machines, and the program that uses them brings the workers.

mod batch;
#[cfg(feature = "checks")]
pub mod checks;
mod digest;
mod job;
mod local;
mod pool;
mod stop;
mod worker;

pub use batch::Batch;
pub use digest::Digest;
pub use job::Job;
pub use local::LocalPool;
pub use pool::{End, Outcome, Pool, PoolError, Sink};
pub use stop::Stop;
pub use worker::{JobError, Worker, attempt};
