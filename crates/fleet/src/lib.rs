//! Jobs on many machines, through NATS JetStream: [`FleetPool`] is a [`Pool`](obverse_jobs::Pool)
//! whose work is done wherever somebody [works](work()) for the same server.
//!
//! There is no coordinator. The queue, the results and the state of every batch are in JetStream
//! (see `names.rs`), so any process may end at any time: a chunk of jobs whose worker goes silent is
//! handed to another, and whoever runs the same batch again finds the results that are there.
//!
//! This crate knows no kind of job. Whoever starts a worker says which it can do.

mod chunk;
mod connect;
mod error;
mod files;
#[doc(hidden)]
pub mod fuzzing;
mod names;
mod notice;
mod overview;
mod queue;
mod results;
mod settings;
mod submit;
mod work;

pub use connect::{Server, shown_url};
pub use error::FleetError;
pub use files::Files;
pub use notice::{Notice, State, Tell};
pub use overview::{BatchRow, Overview, WorkerRow, cancel, overview};
pub use settings::Settings;
pub use submit::{Description, FleetPool};
pub use work::{Kinds, WorkerName, work};
