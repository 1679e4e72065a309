//! The trainer's work as jobs that a pool hands out: to threads of this process or to other
//! machines. What is made of it is the same.

use std::sync::Arc;

use obverse_engine::Weights;
use obverse_jobs::{Digest, Job, JobError, LocalPool, Pool, Stop, Worker};
use obverse_rules::Tier;
use serde::de::DeserializeOwned;

use crate::{book, generate, relabel, sample};

/// The kinds of these jobs.
pub const KINDS: [&str; 4] = [generate::KIND, sample::KIND, relabel::KIND, book::KIND];

/// Whoever works, and where the weights come from there.
pub struct Crew<'a> {
    /// Whoever works.
    pub pool: &'a mut dyn Pool,
    /// Where the weights come from.
    pub weights: WeightsFrom,
}

/// Where a worker gets the weights from.
#[derive(Clone, Debug)]
pub enum WeightsFrom {
    /// Whoever works has them.
    Here,
    /// They are those of the build.
    Shipped,
    /// They are a file that travels with the work.
    File(Arc<[u8]>),
}

const HERE: &str = "here";
const SHIPPED: &str = "shipped";

impl WeightsFrom {
    /// The word for a job.
    pub(crate) fn word(&self) -> String {
        match self {
            WeightsFrom::Here => HERE.to_owned(),
            WeightsFrom::Shipped => SHIPPED.to_owned(),
            WeightsFrom::File(bytes) => Digest::of([&bytes[..]]).to_string(),
        }
    }

    /// What travels with the jobs.
    pub(crate) fn files(&self) -> Vec<(Digest, Arc<[u8]>)> {
        match self {
            WeightsFrom::File(bytes) => vec![(Digest::of([&bytes[..]]), Arc::clone(bytes))],
            WeightsFrom::Here | WeightsFrom::Shipped => Vec::new(),
        }
    }
}

/// Does the jobs of the trainer.
pub struct Hand {
    tier: Tier,
    /// Gives the weights of a file with a digest.
    weights: Box<FindWeights>,
}

/// Gives the weights of a file with a digest.
type FindWeights = dyn Fn(&str) -> Result<Arc<Weights>, String> + Send;

/// The threads of this process.
pub(crate) fn local_pool(
    threads: usize,
    tier: Tier,
    weights: Option<&Arc<Weights>>,
) -> LocalPool<'_> {
    LocalPool::new(threads, move || {
        let weights = weights.cloned();
        Box::new(Hand::new(tier, move |_| weights.clone().ok_or("no weights".to_owned())))
    })
}

impl Hand {
    /// A worker who gets the weights of files from the function.
    pub fn new(
        tier: Tier,
        weights: impl Fn(&str) -> Result<Arc<Weights>, String> + Send + 'static,
    ) -> Hand {
        Hand { tier, weights: Box::new(weights) }
    }

    pub(crate) fn tier(&self) -> Tier {
        self.tier
    }

    /// The weights that a job's word means.
    pub(crate) fn weights(&self, word: &str) -> Result<Arc<Weights>, JobError> {
        match word {
            SHIPPED => Ok(Weights::embedded()),
            word => (self.weights)(word).map_err(JobError::Failed),
        }
    }
}

impl Worker for Hand {
    fn work(&mut self, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
        match &*job.kind {
            generate::KIND => generate::work(self, job),
            sample::KIND => sample::work(self, job, stop),
            relabel::KIND => relabel::work(self, job, stop),
            book::KIND => book::work(self, job, stop),
            kind => Err(JobError::Failed(format!("the trainer knows no `{kind}`"))),
        }
    }
}

/// What a job asks for.
pub(crate) fn read<T: DeserializeOwned>(job: &Job) -> Result<T, JobError> {
    job.read().map_err(|error| JobError::Failed(error.to_string()))
}
