//! The 8×8 search around its hot code: threads, a thread's state, confidences.

mod confidence;
mod deviations;
mod node;
mod pool;
mod searcher;
mod threads;
mod worker;

pub use confidence::{Confidence, ConfidenceError};
pub(crate) use node::{Candidate, Candidates, Node};
pub(crate) use pool::{Job, Pool, Split};
pub(crate) use searcher::Searcher;
pub(crate) use threads::Threads;
pub(crate) use worker::Worker;
