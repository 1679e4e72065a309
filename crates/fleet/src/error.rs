//! What can go wrong for good: everything else is tried again.

use obverse_jobs::PoolError;
use thiserror::Error;

/// What can go wrong for good.
#[derive(Debug, Error)]
pub enum FleetError {
    /// There is no connection.
    #[error("can't reach the server {server}: {reason}")]
    Connect {
        /// Without user and password.
        server: String,
        /// Why.
        reason: String,
        /// Whether it may be possible later.
        may_pass: bool,
    },
    /// The file with the credentials can't be used.
    #[error("{file}: {reason}")]
    Credentials {
        /// Its path.
        file: String,
        /// Why.
        reason: String,
    },
    /// The server has no JetStream, or does not let us use it.
    #[error(
        "the server can't keep the fleet's work: {0}; it has to run with JetStream (nats-server -js)"
    )]
    JetStream(String),
    /// There is no such batch.
    #[error("there is no batch {0}: `obverse fleet status` shows those that there are")]
    NoBatch(String),
    /// There are several.
    #[error("several batches begin with {0}: `obverse fleet status` shows more of their names")]
    ManyBatches(String),
    /// The batch was cancelled by somebody.
    #[error("the batch {0} was cancelled: the same command takes it up again")]
    Cancelled(String),
    /// This worker was found to be wrong.
    #[error("this worker was left out: {0}")]
    LeftOut(String),
    /// The machine can't do what is needed.
    #[error("starting the fleet's threads: {0}")]
    Threads(#[from] std::io::Error),
}

impl From<FleetError> for PoolError {
    fn from(error: FleetError) -> PoolError {
        PoolError(error.to_string())
    }
}
