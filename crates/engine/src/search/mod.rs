//! What the copies of the hot code share: the tables, a thread's state, the sweep.

mod confidence;
mod evaluated;
mod hints;
mod local_table;
mod node;
mod pool;
mod root;
mod schedule;
mod stopper;
mod table;
mod threads;
mod worker;

pub(crate) use confidence::Confidence;
pub(crate) use evaluated::Evaluated;
pub(crate) use hints::prefer_large_pages;
pub(crate) use local_table::LocalTable;
pub(crate) use node::{Candidate, Candidates, Node};
pub(crate) use pool::{Job, Pool, Split};
pub(crate) use stopper::Stopper;
pub(crate) use table::{Entry, Finding, Table};
pub(crate) use threads::Searcher;
pub(crate) use worker::Worker;

/// A score inside the search: 1/128 disc, from the view of the side to move.
pub(crate) type Value = i32;

/// One disc as a [`Value`].
pub(crate) const DISC: Value = 128;

/// Above every score.
pub(crate) const INFINITE: Value = 65 * DISC;
