//! A piece of work as a value.

use serde::{Deserialize, Serialize};

use crate::Digest;

/// A piece of work as a value: everything that its result depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Job {
    /// Which worker can do it, such as `solve`.
    pub kind: String,
    /// What is to be done, as JSON that is always written in the same way.
    pub body: String,
}

impl Job {
    /// A job of a kind. The body is written with its fields in the order of their declaration, so
    /// that equal values are equal jobs.
    pub fn new(kind: &str, body: &impl Serialize) -> Result<Job, serde_json::Error> {
        Ok(Job { kind: kind.to_owned(), body: serde_json::to_string(body)? })
    }

    /// What is to be done.
    pub fn read<'a, T: Deserialize<'a>>(&'a self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.body)
    }

    /// Its identity.
    pub fn digest(&self) -> Digest {
        Digest::of([self.kind.as_bytes(), self.body.as_bytes()])
    }
}
