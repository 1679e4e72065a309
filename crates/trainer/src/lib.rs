//! How the engine's numbers are made: self-play, data sets, fitting, tuning.
//!
//! [`generate`](generate::generate) plays games and writes labelled positions to a [`dataset`],
//! [`sample`](sample::sample) single positions of many games;
//! [`fit`](fit::fit) fits the evaluation network (or a linear model, the baseline) to them and
//! [`export`](export::export) writes the weights that the engine reads; [`probcut`] measures how
//! far shallow searches can be trusted; [`relabel`](relabel::relabel) gives positions better
//! labels. Everything starts from our own play, so that anyone can make the weights again. This
//! crate knows nothing of command lines.

mod blocks;
pub mod boards;
pub mod book;
mod checkpoint;
mod codec;
pub mod dataset;
mod error;
pub mod export;
pub mod fit;
pub mod fuzzing;
pub mod generate;
pub mod handed_out;
mod in_order;
pub mod label;
pub mod measure;
pub mod openings;
pub mod probcut;
mod random;
mod record;
mod regression;
pub mod relabel;
pub mod sample;
pub mod tune;

pub use error::TrainerError;
pub use record::{LabelKind, Record};

use random::Random;

/// The checksum by which data name the weights that they were made with.
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}
