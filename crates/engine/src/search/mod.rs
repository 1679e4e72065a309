//! The 8×8 search around its hot code: threads, tables, a thread's state, confidences.

mod confidence;
mod evaluated;
mod hints;
mod lines;
mod local_table;
mod node;
mod pool;
mod searcher;
mod table;
mod threads;
mod worker;

pub use confidence::{Confidence, ConfidenceError};
pub(crate) use evaluated::Evaluated;
pub(crate) use lines::Lines;
pub(crate) use local_table::LocalTable;
pub(crate) use node::{Candidate, Candidates, Node};
pub(crate) use pool::{Job, Pool, Split};
pub(crate) use searcher::Searcher;
pub(crate) use table::{Finding, Key, TableEntry, TranspositionTable};
pub(crate) use threads::Threads;
pub(crate) use worker::Worker;

/// What a thread's own tables find a board by; the top bits are the best mixed.
#[inline]
pub(crate) fn hash(player: u64, opponent: u64) -> u64 {
    let mixed = player.wrapping_mul(0x9e3779b97f4a7c15)
        ^ opponent.wrapping_mul(0xc2b2ae3d27d4eb4f).rotate_left(32);
    mixed.wrapping_mul(0xff51afd7ed558ccd)
}
