//! Streams and subjects.
//!
//! | stream | subject | holds |
//! |---|---|---|
//! | `OBVERSE_WORK` | `obverse.work.BUILD.BATCH.CHUNK` | chunks that nobody has finished: a work queue, on disk, at most one message a subject |
//! | `OBVERSE_RESULTS` | `obverse.result.BATCH.CHUNK` | the results of a chunk, for a week |
//! | `OBVERSE_BATCHES` | `obverse.batch.BATCH` | what a batch is, for a week |
//! | | `obverse.released.BATCH.CHUNK` | how often a chunk was given back by a worker that ended in order |
//! | `OBVERSE_FILES` | `obverse.file.DIGEST.PART-PARTS` | large inputs such as weights, for a week |
//! | `OBVERSE_WORKERS` | `obverse.worker.ID` | the last sign of life of a worker, in memory |
//!
//! BUILD is the build that made the jobs, with a digest of what a worker has to be allowed for them
//! if there is anything: a worker takes only what its own build made and what it is allowed. CHUNK is
//! `FIRST-COUNT-COPY`: so many jobs from the first one; copies after 0 verify others' results.
//! Not kept anywhere: `obverse.cancel.BATCH` ends work under way, `obverse.leave.ID` a worker.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};

use obverse_jobs::Digest;

use crate::Settings;

pub(crate) const WORK: &str = "OBVERSE_WORK";
pub(crate) const RESULTS: &str = "OBVERSE_RESULTS";
pub(crate) const BATCHES: &str = "OBVERSE_BATCHES";
pub(crate) const FILES: &str = "OBVERSE_FILES";
pub(crate) const WORKERS: &str = "OBVERSE_WORKERS";

/// All of them.
pub(crate) const STREAMS: [&str; 5] = [WORK, RESULTS, BATCHES, FILES, WORKERS];

const WEEK: Duration = Duration::from_hours(7 * 24);

/// The streams as they are made where they are missing.
pub(crate) fn streams(settings: &Settings) -> [Config; 5] {
    let stream = |name: &str, subjects: &[&str]| Config {
        name: name.to_owned(),
        subjects: subjects.iter().map(|&subject| subject.to_owned()).collect(),
        max_messages_per_subject: 1,
        storage: StorageType::File,
        num_replicas: 1,
        allow_direct: true,
        ..Config::default()
    };
    [
        Config {
            retention: RetentionPolicy::WorkQueue,
            // What still waits is not published again.
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            ..stream(WORK, &["obverse.work.>"])
        },
        Config { max_age: WEEK, ..stream(RESULTS, &["obverse.result.>"]) },
        Config { max_age: WEEK, ..stream(BATCHES, &["obverse.batch.*", "obverse.released.>"]) },
        Config { max_age: WEEK, ..stream(FILES, &["obverse.file.*.*"]) },
        Config {
            storage: StorageType::Memory,
            max_age: settings.worker_age(),
            ..stream(WORKERS, &["obverse.worker.*"])
        },
    ]
}

/// The BUILD of jobs that need to be allowed some things.
pub(crate) fn build(build: &str, needs: &[String]) -> String {
    if needs.is_empty() {
        return build.to_owned();
    }
    let mut needs: Vec<&[u8]> = needs.iter().map(String::as_bytes).collect();
    needs.sort_unstable();
    needs.dedup();
    let digest = Digest::of(needs).to_string();
    format!("{build}-{}", &digest[..8])
}

pub(crate) fn work(build: &str, batch: &str, range: Range) -> String {
    format!("obverse.work.{build}.{batch}.{range}")
}

/// The subject of other jobs of the same batch.
pub(crate) fn sibling(work: &str, range: Range) -> String {
    let batch = work.rsplit_once('.').map_or(work, |(batch, _)| batch);
    format!("{batch}.{range}")
}

/// All work of a build.
pub(crate) fn all_work(build: &str) -> String {
    format!("obverse.work.{build}.>")
}

/// All work of a batch, whatever build made it.
pub(crate) fn work_of(batch: &str) -> String {
    format!("obverse.work.*.{batch}.>")
}

/// The consumer that all workers of a build share.
pub(crate) fn consumer(build: &str) -> String {
    format!("build-{build}")
}

pub(crate) fn result(batch: &str, range: Range) -> String {
    format!("obverse.result.{batch}.{range}")
}

pub(crate) fn results_of(batch: &str) -> String {
    format!("obverse.result.{batch}.>")
}

pub(crate) fn batch(batch: &str) -> String {
    format!("obverse.batch.{batch}")
}

pub(crate) fn released(batch: &str, range: Range) -> String {
    format!("obverse.released.{batch}.{range}")
}

pub(crate) fn file_part(digest: &str, part: usize, parts: usize) -> String {
    format!("obverse.file.{digest}.{part}-{parts}")
}

pub(crate) fn parts_of(digest: &str) -> String {
    format!("obverse.file.{digest}.*")
}

pub(crate) fn worker(id: &str) -> String {
    format!("obverse.worker.{id}")
}

pub(crate) fn cancel(batch: &str) -> String {
    format!("obverse.cancel.{batch}")
}

pub(crate) fn leave(id: &str) -> String {
    format!("obverse.leave.{id}")
}

/// The last part of a subject.
pub(crate) fn last_part(subject: &str) -> &str {
    subject.rsplit('.').next().unwrap_or_default()
}

/// Which jobs of a batch a chunk has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Range {
    pub(crate) first: usize,
    pub(crate) count: usize,
    /// 0, or more for whoever verifies the results of others.
    pub(crate) copy: usize,
}

impl Range {
    pub(crate) fn new(first: usize, count: usize) -> Range {
        Range { first, count, copy: 0 }
    }

    pub(crate) fn jobs(self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    /// The same jobs, whichever copy.
    pub(crate) fn original(self) -> Range {
        Range { copy: 0, ..self }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.first, self.count, self.copy)
    }
}

impl FromStr for Range {
    type Err = ();

    fn from_str(text: &str) -> Result<Range, ()> {
        let mut numbers = text.split('-').map(|part| part.parse::<usize>().map_err(|_| ()));
        let mut next = || numbers.next().ok_or(())?;
        let range = Range { first: next()?, count: next()?, copy: next()? };
        let has_end = range.first.checked_add(range.count).is_some();
        if has_end && range.count > 0 && numbers.next().is_none() { Ok(range) } else { Err(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_in_the_name_in_whatever_order() {
        let needs = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(build("b1", &[]), "b1");
        let both = build("b1", &needs(&["edax -q", "zebra"]));
        assert_eq!(both, build("b1", &needs(&["zebra", "edax -q", "zebra"])));
        assert_ne!(both, build("b1", &needs(&["edax -q"])));
        assert!(!both.contains(['.', ' ', '*', '>']));
    }

    #[test]
    fn ranges_are_read_as_they_are_written() {
        let range = Range { first: 4096, count: 64, copy: 1 };
        assert_eq!(range.to_string().parse(), Ok(range));
        for wrong in ["", "1-2", "1-2-3-4", "1-0-0", "1-18446744073709551615-0", "a-1-0", "-1-1-0"]
        {
            assert_eq!(wrong.parse::<Range>(), Err(()), "{wrong}");
        }
    }
}
