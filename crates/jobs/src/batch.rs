//! Many jobs.

use std::sync::Arc;

use crate::{Digest, Job};

/// Many jobs in an order. They are made when they are asked for, and never all in memory.
pub trait Batch: Sync {
    /// How many jobs there are.
    fn len(&self) -> usize;

    /// The job with this number, from 0. The same number always gives the same job.
    fn job(&self, number: usize) -> Job;

    /// Whether there is nothing to do.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The jobs before this one have been done: only the others are wanted. The identity is that of
    /// all, so that whoever comes back finds his batch again.
    fn done_before(&self) -> usize {
        0
    }

    /// Whether this job was done earlier too: its result is not wanted.
    fn is_done(&self, number: usize) -> bool {
        number < self.done_before()
    }

    /// Whether a result is still wanted after the flag was raised, though one before it is missing.
    fn takes_gaps(&self) -> bool {
        false
    }

    /// What a worker has to be allowed beside its own abilities, such as programs that it starts.
    fn needs(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether it is one step of something longer: nobody wants to hear of it once it is done.
    fn is_step(&self) -> bool {
        false
    }

    /// Large inputs that jobs name by their digest: [`Digest::of`] all their bytes as one part.
    fn files(&self) -> Vec<(Digest, Arc<[u8]>)> {
        Vec::new()
    }

    /// How many neighbouring jobs travel together: some seconds of work.
    fn jobs_per_chunk(&self) -> usize {
        1
    }

    /// How many threads a job uses.
    fn threads_per_job(&self) -> usize {
        1
    }

    /// Whether the result of a job can be right, as far as that is seen without doing the job
    /// again. Results from other machines are checked.
    fn check(&self, _number: usize, _result: &[u8]) -> Result<(), String> {
        Ok(())
    }

    /// Whether doing a job again gives the same result, but for what [`Batch::essence`] leaves
    /// out. Work within a time limit differs lawfully.
    fn is_repeatable(&self) -> bool {
        true
    }

    /// What two results of one job have in common: without the time that was used, say.
    fn essence(&self, _number: usize, result: &[u8]) -> Vec<u8> {
        result.to_vec()
    }

    /// The identity: that of its jobs in their order.
    fn digest(&self) -> Digest {
        Digest::of_all((0..self.len()).map(|number| self.job(number).digest()))
    }
}
