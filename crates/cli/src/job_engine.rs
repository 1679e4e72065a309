//! The engine of a job: as the job wants it, and as if it were new.

use std::sync::Arc;

use obverse_engine::{Engine, Options, Weights};
use obverse_jobs::{Digest, JobError};
use serde::{Deserialize, Serialize};

/// The largest table that a job may ask for, in megabytes.
const MOST_MB: usize = 1 << 20;

/// What a job wants of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wanted {
    pub(crate) threads: usize,
    pub(crate) hash_mb: usize,
    /// The digest of the weights file; none for the build's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) weights: Option<String>,
}

impl Wanted {
    /// Jobs come from others too: nobody may ask for more than a command line can.
    pub(crate) fn check(&self) -> Result<(), String> {
        let Wanted { threads, hash_mb, .. } = *self;
        if (1..=Options::MOST_THREADS).contains(&threads) && (1..=MOST_MB).contains(&hash_mb) {
            Ok(())
        } else {
            Err(format!("{threads} threads, {hash_mb} MB: too many"))
        }
    }
}

/// A file of weights that travels with jobs.
pub(crate) type WeightsFile = (Digest, Arc<[u8]>);

/// Gives the weights with a digest.
pub(crate) type FindWeights = dyn Fn(&str) -> Result<Arc<Weights>, String> + Send;

/// The engine of one worker.
pub(crate) struct JobEngine {
    /// What jobs do not say.
    options: Options,
    find_weights: Box<FindWeights>,
    /// Made for the last job, and used again if the next one wants the same.
    kept: Option<(Wanted, Engine)>,
}

impl JobEngine {
    pub(crate) fn new(options: Options, find_weights: Box<FindWeights>) -> JobEngine {
        JobEngine { options, find_weights, kept: None }
    }

    /// One for jobs of this process, whose weights are in the options.
    pub(crate) fn local(options: &Options) -> JobEngine {
        let weights = options.weights.clone();
        let find = move |_: &str| weights.clone().ok_or_else(|| "no weights were read".to_owned());
        JobEngine::new(options.clone(), Box::new(find))
    }

    /// An engine as the job wants it, which has learnt nothing.
    pub(crate) fn get(&mut self, wanted: &Wanted) -> Result<&mut Engine, JobError> {
        wanted.check().map_err(JobError::Failed)?;
        let kept = self.kept.take().filter(|(had, _)| had == wanted);
        let engine = match kept {
            Some((_, mut engine)) => {
                engine.clear();
                engine
            }
            None => self.make(wanted)?,
        };
        let (_, engine) = self.kept.insert((wanted.clone(), engine));
        Ok(engine)
    }

    fn make(&self, wanted: &Wanted) -> Result<Engine, JobError> {
        let Wanted { threads, hash_mb, weights } = wanted;
        let mut options = Options { threads: *threads, hash_mb: *hash_mb, ..self.options.clone() };
        if let Some(digest) = weights {
            options.weights = Some((self.find_weights)(digest).map_err(JobError::Failed)?);
        }
        Ok(Engine::new(options))
    }
}
