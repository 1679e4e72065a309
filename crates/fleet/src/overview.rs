//! The fleet as a whole: batches, workers, and what nobody can do.

use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt;
use obverse_jobs::Stop;
use serde::{Deserialize, Serialize};
use tokio::runtime::Builder;

use crate::connect::Connection;
use crate::names::{self, Range};
use crate::submit::Description;
use crate::{FleetError, Server, Settings, State, Tell, queue};

/// A worker's last sign of life.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerRow {
    /// Its identity, another after every start.
    pub id: String,
    /// Its name: the machine's.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// The build, whose work it can do.
    pub build: String,
    /// What it is allowed, beside its own abilities.
    #[serde(default)]
    pub allow: Vec<String>,
    /// Threads that work.
    pub threads: usize,
    /// Of these the busy ones.
    pub busy: usize,
    /// Jobs done since it began.
    pub done: u64,
    /// Jobs a minute, lately.
    pub per_minute: f64,
    /// When it was last seen, in seconds since 1970.
    pub seen: u64,
}

/// A batch and how far it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BatchRow {
    /// Its identity.
    pub id: String,
    /// What it is.
    #[serde(flatten)]
    pub description: Description,
    /// Jobs whose results are stored.
    pub done: usize,
    /// Chunks in the queue, with the ones that workers have.
    pub queued: usize,
    /// Workers that can do it.
    pub workers: usize,
}

impl WorkerRow {
    /// Whether it can do jobs of a build that need to be allowed some things.
    fn can_do(&self, build: &str, needs: &[String]) -> bool {
        self.build == build && needs.iter().all(|need| self.allow.contains(need))
    }
}

impl BatchRow {
    /// Whether it is not done, and nobody is there who could do it.
    pub fn is_stuck(&self) -> bool {
        self.state() == "waits for a worker"
    }

    /// How it stands, in a word or two.
    pub fn state(&self) -> &'static str {
        if self.done >= self.description.jobs {
            "done"
        } else if self.description.cancelled {
            "cancelled"
        } else if self.description.ended {
            "ended"
        } else if self.queued == 0 {
            // The rest is not in the queue: its submitter has to come back.
            "interrupted"
        } else if self.workers == 0 {
            "waits for a worker"
        } else {
            "running"
        }
    }
}

/// The fleet at a moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Overview {
    /// The batches of the last week, the latest first.
    pub batches: Vec<BatchRow>,
    /// The workers that were seen lately, by name.
    pub workers: Vec<WorkerRow>,
}

/// Looks at the fleet again and again, until `look` or the flag says that it is enough.
pub fn overview(
    server: &Server,
    settings: &Settings,
    tell: &Tell,
    stop: &Stop,
    look: &mut dyn FnMut(Overview) -> Option<std::time::Duration>,
) -> Result<(), FleetError> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let connection = Connection::open(server, settings, tell).await?;
        while !stop.is_raised() {
            let Some(pause) = look(read_overview(&connection).await?) else { break };
            let until = tokio::time::Instant::now() + pause;
            while !stop.is_raised() && tokio::time::Instant::now() < until {
                tokio::time::sleep(pause.min(std::time::Duration::from_millis(100))).await;
            }
        }
        Ok(())
    })
}

/// Ends a batch, which is named by its identity or enough of its beginning. Gives its identity.
pub fn cancel(
    server: &Server,
    settings: &Settings,
    tell: &Tell,
    batch: &str,
) -> Result<String, FleetError> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let connection = Connection::open(server, settings, tell).await?;
        let batches = connection.stream(names::BATCHES).await?;
        let found = subjects(&batches, "obverse.batch.*").await?;
        let mut ids = found.iter().map(|subject| names::last_part(subject));
        let id = ids.find(|id| !batch.is_empty() && id.starts_with(batch)).map(str::to_owned);
        let none = || FleetError::NoBatch(batch.to_owned());
        let id = id.ok_or_else(none)?;
        if ids.any(|id| id.starts_with(batch)) {
            return Err(FleetError::ManyBatches(batch.to_owned()));
        }
        let mut description = read(&connection, &id).await.ok_or_else(none)?;
        description.cancelled = true;
        write(&connection, &id, &description).await?;
        queue::withdraw(&connection, &id).await?;
        Ok(id)
    })
}

/// Stores what a batch is.
pub(crate) async fn write(
    connection: &Connection,
    batch: &str,
    description: &Description,
) -> Result<(), FleetError> {
    let bytes = serde_json::to_vec(description).expect("texts and numbers can be written");
    let failed = |error| FleetError::JetStream(queue::reason(&error));
    let receipt = connection.js.publish(names::batch(batch), bytes.into()).await.map_err(failed)?;
    receipt.await.map_err(failed)?;
    Ok(())
}

/// What a batch is, if the server says so now.
pub(crate) async fn read(connection: &Connection, batch: &str) -> Option<Description> {
    let batches = connection.stream(names::BATCHES).await.ok()?;
    last(&batches, names::batch(batch)).await
}

/// Nobody needs to see a batch any more.
pub(crate) async fn forget(connection: &Connection, batch: &str) {
    // If it stays, it is listed for a week.
    if let Ok(batches) = connection.stream(names::BATCHES).await {
        let _ = batches.purge().filter(names::batch(batch)).await;
    }
}

/// The workers that can do a batch.
pub(crate) struct Crew {
    /// With workers, threads and what runs.
    pub(crate) state: State,
    /// The others.
    pub(crate) others: usize,
}

/// Who can do the jobs of a build that need to be allowed some things, if the server says so now.
pub(crate) async fn crew(connection: &Connection, build: &str, needs: &[String]) -> Option<Crew> {
    let mut crew = Crew { state: State::default(), others: 0 };
    for worker in workers(connection).await.ok()? {
        if worker.can_do(build, needs) {
            crew.state.workers += 1;
            crew.state.threads += worker.threads;
            crew.state.running += worker.busy;
        } else {
            crew.others += 1;
        }
    }
    Some(crew)
}

async fn read_overview(connection: &Connection) -> Result<Overview, FleetError> {
    let workers = workers(connection).await?;
    let batches = connection.stream(names::BATCHES).await?;
    let results = connection.stream(names::RESULTS).await?;
    let work = connection.stream(names::WORK).await?;
    let mut rows = Vec::new();
    for subject in subjects(&batches, "obverse.batch.*").await? {
        let id = names::last_part(&subject).to_owned();
        let Some(description) = last::<Description>(&batches, subject).await else { continue };
        let done = subjects(&results, &names::results_of(&id)).await?;
        let queued = subjects(&work, &names::work_of(&id)).await?.len();
        let can_do = |row: &&WorkerRow| row.can_do(&description.build, &description.needs);
        let workers = workers.iter().filter(can_do).count();
        rows.push(BatchRow { id, description, done: jobs_in(&done), queued, workers });
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.description.since));
    Ok(Overview { batches: rows, workers })
}

/// How many jobs the results of these subjects are of. A chunk that was split is stored in parts,
/// and perhaps as a whole too.
fn jobs_in(subjects: &[String]) -> usize {
    let ranges = subjects.iter().filter_map(|subject| names::last_part(subject).parse().ok());
    let mut ranges: Vec<Range> = ranges.map(Range::original).collect();
    ranges.sort_unstable();
    let (mut jobs, mut end) = (0, 0);
    for range in ranges {
        jobs += range.jobs().end.saturating_sub(end.max(range.first));
        end = end.max(range.jobs().end);
    }
    jobs
}

async fn workers(connection: &Connection) -> Result<Vec<WorkerRow>, FleetError> {
    let stream = connection.stream(names::WORKERS).await?;
    let mut workers: Vec<WorkerRow> = Vec::new();
    for subject in subjects(&stream, "obverse.worker.*").await? {
        workers.extend(last::<WorkerRow>(&stream, subject).await);
    }
    workers.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    Ok(workers)
}

/// The last message of a subject, if there is one that can be read.
async fn last<T: for<'a> Deserialize<'a>>(stream: &Stream<()>, subject: String) -> Option<T> {
    let message = stream.direct_get_last_for_subject(subject).await.ok()?;
    serde_json::from_slice(&message.payload).ok()
}

/// The subjects in a stream that match.
async fn subjects(stream: &Stream<()>, filter: &str) -> Result<Vec<String>, FleetError> {
    let failed = |reason: String| FleetError::JetStream(reason);
    let found = stream.info_with_subjects(filter).await;
    let mut found = found.map_err(|error| failed(error.to_string()))?;
    let mut subjects = Vec::new();
    while let Some(subject) = found.next().await {
        subjects.push(subject.map_err(|error| failed(error.to_string()))?.0);
    }
    Ok(subjects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_counts_once() {
        let subjects = ["r.b.0-4-0", "r.b.0-4-1", "r.b.4-4-0", "r.b.5-1-0", "r.b.9-1-0", "r.b.x"];
        assert_eq!(jobs_in(&subjects.map(str::to_owned)), 9);
    }
}
