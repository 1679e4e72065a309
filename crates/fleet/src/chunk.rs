//! What travels: a chunk of jobs, and the results of one.

use obverse_jobs::{Job, Outcome};
use serde::{Deserialize, Serialize};

/// Some neighbouring jobs of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chunk {
    /// The threads that each job uses.
    pub(crate) threads: usize,
    pub(crate) jobs: Vec<Job>,
}

/// What became of the jobs of a chunk, and who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Results {
    /// The worker's identity.
    pub(crate) worker: String,
    /// The worker's name, for people.
    pub(crate) name: String,
    pub(crate) outcomes: Vec<Outcome>,
}

/// The line before the bytes of the results.
#[derive(Serialize, Deserialize)]
struct Heading {
    worker: String,
    name: String,
    outcomes: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Entry {
    /// So many bytes.
    Done(usize),
    Failed(String),
}

impl Results {
    /// A line of JSON, and the results one after the other.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let entry = |outcome: &Outcome| match outcome {
            Outcome::Done(result) => Entry::Done(result.len()),
            Outcome::Failed(reason) => Entry::Failed(reason.clone()),
        };
        let heading = Heading {
            worker: self.worker.clone(),
            name: self.name.clone(),
            outcomes: self.outcomes.iter().map(entry).collect(),
        };
        let mut bytes = serde_json::to_vec(&heading).expect("texts and numbers can be written");
        bytes.push(b'\n');
        for outcome in &self.outcomes {
            if let Outcome::Done(result) = outcome {
                bytes.extend(result);
            }
        }
        bytes
    }

    /// Reads what somebody sent.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Results, String> {
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("it has no heading")?;
        let heading: Heading =
            serde_json::from_slice(&bytes[..end]).map_err(|error| error.to_string())?;
        let mut rest = &bytes[end + 1..];
        let mut outcomes = Vec::with_capacity(heading.outcomes.len());
        for entry in heading.outcomes {
            outcomes.push(match entry {
                Entry::Done(length) => {
                    let (result, after) = rest.split_at_checked(length).ok_or("it is cut short")?;
                    rest = after;
                    Outcome::Done(result.to_vec())
                }
                Entry::Failed(reason) => Outcome::Failed(reason),
            });
        }
        if rest.is_empty() {
            Ok(Results { worker: heading.worker, name: heading.name, outcomes })
        } else {
            Err("there is more after its end".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written_and_damage_is_seen() {
        let results = Results {
            worker: "w1".into(),
            name: "host".into(),
            outcomes: vec![
                Outcome::Done(b"one\n".to_vec()),
                Outcome::Failed("too\nbad".into()),
                Outcome::Done(Vec::new()),
                Outcome::Done(vec![0, 255]),
            ],
        };
        let bytes = results.to_bytes();
        assert_eq!(Results::from_bytes(&bytes), Ok(results));
        for length in 0..bytes.len() {
            assert!(Results::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        assert!(Results::from_bytes(&[&bytes[..], b"x"].concat()).is_err());
    }
}
