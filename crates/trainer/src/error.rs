//! What can go wrong.

use std::io;
use std::path::{Path, PathBuf};

use obverse_arena::JournalError;
use obverse_engine::WeightsError;
use obverse_jobs::PoolError;
use thiserror::Error;

/// What can go wrong in training.
#[derive(Debug, Error)]
pub enum TrainerError {
    /// A file can't be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file of data or a checkpoint is not what it should be.
    #[error("{path}: {reason}")]
    Data {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Weights can't be read.
    #[error("{path}: {source}")]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: WeightsError,
    },
    /// The games of a match can't be kept or continued.
    #[error(transparent)]
    Match(#[from] JournalError),
    /// Whoever was to do the work can't.
    #[error(transparent)]
    Pool(PoolError),
    /// A part of the work can't be done, and all of it is needed.
    #[error("block {number} can't be made: {reason}")]
    Block {
        /// Which, from 1.
        number: usize,
        /// Why.
        reason: String,
    },
    /// Settings that make no sense together.
    #[error("{0}")]
    Settings(String),
}

impl TrainerError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> TrainerError {
        let path = path.to_owned();
        move |source| TrainerError::Io { path, source }
    }

    pub(crate) fn data(path: &Path, reason: impl Into<String>) -> TrainerError {
        TrainerError::Data { path: path.to_owned(), reason: reason.into() }
    }
}
