//! What people are told while work is under way.

use std::fmt;
use std::sync::Arc;

/// Hears what people should know. It is called from any thread.
pub type Tell = Arc<dyn Fn(Notice) + Send + Sync>;

/// Something that people should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The connection is lost; it is tried again for ever.
    Away,
    /// The connection is there again.
    Back,
    /// No worker of this build is there.
    Nobody {
        /// The build that made the batch.
        build: String,
        /// The workers that can't do it: of other builds, or not allowed what it needs.
        others: usize,
        /// What they have to be allowed.
        needs: Vec<String>,
    },
    /// The server refused to store something, which is tried again.
    Refused(String),
    /// A worker gave wrong results and is left out.
    LeftOut {
        /// Its name and identity.
        worker: String,
        /// What was wrong.
        reason: String,
        /// How many of its results had already been used and could not be checked.
        used: usize,
    },
    /// A result has to be verified by another worker, and there is none.
    NeedsAnother,
    /// A worker does something.
    Working(String),
    /// How far the batch is.
    State(State),
}

/// How far a batch is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Jobs in the batch.
    pub jobs: usize,
    /// Jobs with a result.
    pub done: usize,
    /// Of these the ones that were set aside.
    pub failed: usize,
    /// Chunks that a worker has, of all batches of this build.
    pub running: usize,
    /// Workers of this build.
    pub workers: usize,
    /// Their threads.
    pub threads: usize,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Away => f.write_str("the server can't be reached; trying again until it can"),
            Notice::Back => f.write_str("the server is back"),
            Notice::Nobody { build, others, needs } => {
                match others {
                    0 => write!(f, "no worker is there yet (build {build}")?,
                    1 => write!(f, "the one worker can't do this (build {build}")?,
                    _ => write!(f, "none of the {others} workers can do this (build {build}")?,
                }
                f.write_str("): start some with `obverse work URL")?;
                for need in needs {
                    write!(f, " --allow '{need}'")?;
                }
                f.write_str("`")
            }
            Notice::Refused(reason) => {
                write!(f, "the server can't store this now: {reason}; trying again")
            }
            Notice::LeftOut { worker, reason, used } => {
                write!(f, "the worker {worker} was wrong and is left out: {reason}")?;
                match used {
                    0 => Ok(()),
                    1 => f.write_str("; a result of it had been used already"),
                    _ => write!(f, "; {used} results of it had been used already"),
                }
            }
            Notice::NeedsAnother => {
                f.write_str("a result is to be verified, and no second worker is there")
            }
            Notice::Working(text) => f.write_str(text),
            Notice::State(state) => write!(f, "{} of {} done", state.done, state.jobs),
        }
    }
}
