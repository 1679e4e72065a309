//! The pool whose workers are elsewhere.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant, SystemTime};

use obverse_jobs::{Batch, End, Pool, PoolError, Sink, Stop};
use serde::{Deserialize, Serialize};
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;

use crate::connect::Connection;
use crate::names::{self, Range};
use crate::queue::{self, AT_ONCE, Queue};
use crate::results::{By, Judged, Ledger, Reader, Stored};
use crate::{FleetError, Notice, Server, Settings, State, Tell};
use crate::{files, overview};

/// How long to wait for new results before looking again, at least and at most.
const LOOK: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(100)];

/// What a batch is, for whoever looks at the fleet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// What it is, in words.
    pub what: String,
    /// The build that its jobs are made by, and that workers must have.
    pub build: String,
    /// Jobs in it.
    pub jobs: usize,
    /// When it was begun or taken up again, in seconds since 1970.
    pub since: u64,
    /// Whether somebody ended it.
    pub cancelled: bool,
    /// Whether its submitter has heard enough: a test that came to its verdict, say.
    #[serde(default)]
    pub ended: bool,
    /// What workers have to be allowed.
    #[serde(default)]
    pub needs: Vec<String>,
}

/// A pool whose workers are elsewhere.
pub struct FleetPool {
    runtime: Runtime,
    connection: Connection,
    settings: Settings,
    build: String,
    what: String,
    verify: Option<usize>,
    tell: Tell,
}

impl FleetPool {
    /// Connects to a server. Workers of the same build do the work; `what` says in words what it
    /// is.
    pub fn connect(
        server: &Server,
        settings: Settings,
        build: &str,
        what: &str,
        tell: Tell,
    ) -> Result<FleetPool, FleetError> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let connection = runtime.block_on(Connection::open(server, &settings, &tell))?;
        let (build, what) = (build.to_owned(), what.to_owned());
        Ok(FleetPool { runtime, connection, settings, build, what, verify: None, tell })
    }

    /// Has one chunk in so many done twice, by different workers.
    #[must_use]
    pub fn verifying(mut self, every: Option<usize>) -> FleetPool {
        self.verify = every;
        self
    }
}

impl Pool for FleetPool {
    fn run(
        &mut self,
        batch: &dyn Batch,
        stop: &Stop,
        sink: &mut Sink<'_>,
    ) -> Result<End, PoolError> {
        if batch.done_before() >= batch.len() {
            return Ok(End::Complete);
        }
        let id = batch.digest().to_string();
        let build = names::build(&self.build, &batch.needs());
        let end = self.runtime.block_on(async {
            let mut run = Run::new(self, batch, &id, &build).await?;
            run.finish(stop, sink).await
        });
        Ok(end?)
    }
}

/// A batch under way.
struct Run<'a> {
    pool: &'a FleetPool,
    batch: &'a dyn Batch,
    id: &'a str,
    queue: Queue<'a>,
    reader: Reader,
    ledger: Ledger<'a>,
    /// Jobs before this one were published.
    published: usize,
    rechecked: Instant,
    /// Jobs that were published once more alone, to decide between workers.
    extra: BTreeSet<Range>,
    /// When something new was read last.
    heard: Instant,
    /// How often in a row no worker was seen.
    alone: usize,
    /// What was told last, so that it is told once.
    told: Option<Notice>,
    /// Whether the sink has heard of the end.
    broken_off: bool,
}

impl<'a> Run<'a> {
    async fn new(
        pool: &'a FleetPool,
        batch: &'a dyn Batch,
        id: &'a str,
        build: &'a str,
    ) -> Result<Run<'a>, FleetError> {
        let queue = Queue::new(&pool.connection, build, id).await?;
        let reader = Reader::new(&pool.connection, id).await?;
        let run = Run {
            pool,
            batch,
            id,
            queue,
            reader,
            ledger: Ledger::new(batch, pool.verify),
            published: batch.done_before().min(batch.len()),
            rechecked: Instant::now(),
            extra: BTreeSet::new(),
            heard: Instant::now(),
            alone: 0,
            told: None,
            broken_off: false,
        };
        if !run.is_complete() {
            run.introduce().await?;
        }
        Ok(run)
    }

    fn is_complete(&self) -> bool {
        self.ledger.wanted == self.batch.len()
    }

    /// Stores what the batch is, and what its jobs need.
    async fn introduce(&self) -> Result<(), FleetError> {
        self.describe(false).await?;
        for (digest, bytes) in self.batch.files() {
            files::put(&self.pool.connection, digest, &bytes).await?;
        }
        Ok(())
    }

    /// Tells everybody what the batch is.
    async fn describe(&self, ended: bool) -> Result<(), FleetError> {
        let since = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
        let description = Description {
            what: self.pool.what.clone(),
            build: self.pool.build.clone(),
            jobs: self.batch.len(),
            since,
            cancelled: false,
            ended,
            needs: self.batch.needs(),
        };
        overview::write(&self.pool.connection, self.id, &description).await
    }

    async fn finish(&mut self, stop: &Stop, sink: &mut Sink<'_>) -> Result<End, FleetError> {
        let mut pause = LOOK[0];
        loop {
            let is_new = self.read(stop, sink).await;
            if self.broken_off {
                // If that can't be done now, some work is done in vain.
                let _ = self.describe(true).await;
                let _ = queue::withdraw(&self.pool.connection, self.id).await;
                return Ok(End::BrokenOff);
            }
            if self.is_complete() {
                if self.ledger.verifies() {
                    // Copies that nobody needs any more; if they stay, they are done in vain.
                    let _ = queue::withdraw(&self.pool.connection, self.id).await;
                }
                if self.batch.is_step() {
                    overview::forget(&self.pool.connection, self.id).await;
                }
                return Ok(End::Complete);
            }
            if stop.is_raised() {
                return Ok(End::Stopped);
            }
            self.publish_ahead().await;
            if self.rechecked.elapsed() >= self.pool.settings.recheck {
                self.recheck(stop, sink).await?;
            }
            if is_new {
                self.heard = Instant::now();
                pause = LOOK[0];
            } else {
                sleep(pause).await;
                pause = (pause * 2).min(LOOK[1]);
            }
        }
    }

    /// Reads what has come and gives it to the sink. Says whether there was anything.
    async fn read(&mut self, stop: &Stop, sink: &mut Sink<'_>) -> bool {
        let mut is_new = false;
        while !stop.is_raised() && !self.broken_off {
            match self.reader.next().await {
                Ok(Some(stored)) => {
                    is_new = true;
                    self.judge(stored).await;
                }
                Ok(None) => return is_new,
                Err(_) => {
                    // The connection tells of itself; nothing is lost.
                    sleep(LOOK[1]).await;
                    return is_new;
                }
            }
            while let Some((number, outcome)) = self.ledger.pop() {
                if let ControlFlow::Break(()) = sink(number, outcome) {
                    self.broken_off = true;
                    break;
                }
            }
            // While much is read, what follows is to be published too.
            if self.published < self.batch.len() && self.room() >= AT_ONCE {
                break;
            }
        }
        is_new
    }

    async fn judge(&mut self, mut stored: Stored) {
        let results = std::mem::replace(&mut stored.results, Err(String::new()));
        let judged = match results {
            Ok(results) => self.ledger.judge(stored.range, results),
            Err(_) => Judged { refused: true, ..Judged::default() },
        };
        if judged.refused {
            self.reject(&stored).await;
        }
        self.publish(&judged.again).await;
        self.forget_extra(stored.range).await;
        for (by, reason) in judged.wrong {
            self.leave_out(&by, &reason).await;
        }
    }

    /// Takes copies out of the queue that are not needed any more: nobody else may be there who
    /// could do them.
    async fn forget_extra(&mut self, range: Range) {
        let (first, end) = (Range::new(range.first, 0), Range::new(range.jobs().end, 0));
        let over = self.extra.range(first..end).filter(|range| self.ledger.is_done(range.first));
        for range in over.copied().collect::<Vec<_>>() {
            self.queue.withdraw(range).await;
            self.extra.remove(&range);
        }
    }

    /// Results that are not believed are deleted, and their jobs wanted again.
    async fn reject(&mut self, stored: &Stored) {
        self.reader.delete(stored).await;
        let range = stored.range;
        if range.copy == 0
            && range.jobs().end <= self.batch.len()
            && range.jobs().any(|number| !self.ledger.is_done(number))
        {
            self.publish(&[range]).await;
        }
    }

    /// Leaves a worker out: all it brought is deleted and done again, but for what was used.
    async fn leave_out(&mut self, by: &By, reason: &str) {
        let By { worker, name } = by;
        self.ledger.leave_out(worker);
        // Whether it hears this or not, nothing of it is believed any more.
        let told =
            self.pool.connection.client.publish(names::leave(worker), reason.to_owned().into());
        let _ = told.await;
        self.reader.rewind();
        let (mut used, mut again) = (0, Vec::new());
        while let Ok(Some(stored)) = self.reader.next().await {
            if stored.results.as_ref().is_ok_and(|results| results.worker == *worker) {
                self.reader.delete(&stored).await;
                used += stored.range.jobs().filter(|&number| number < self.ledger.wanted).count();
                let range = stored.range;
                if range.copy == 0 && range.jobs().any(|number| !self.ledger.is_done(number)) {
                    again.push(range);
                }
            }
        }
        self.reader.rewind();
        self.publish(&again).await;
        let worker = format!("{name} ({worker})");
        (self.pool.tell)(Notice::LeftOut { worker, reason: reason.to_owned(), used });
    }

    /// How many chunks may be published now.
    fn room(&self) -> usize {
        if self.ledger.waiting_bytes > self.pool.settings.most_waiting {
            return 0;
        }
        let per_chunk = self.batch.jobs_per_chunk().max(1);
        let ahead = (self.published - self.ledger.wanted.min(self.published)) / per_chunk;
        self.pool.settings.window.saturating_sub(ahead)
    }

    /// Publishes some of what comes next, without what has a result.
    async fn publish_ahead(&mut self) {
        let room = self.room().min(AT_ONCE);
        let mut ranges = Vec::new();
        let mut next = self.published;
        while next < self.batch.len() && ranges.len() < room {
            let range = self.chunk_at(next);
            if range.jobs().any(|number| !self.ledger.is_done(number)) {
                ranges.extend(self.ledger.copies(range));
            }
            next = range.jobs().end;
        }
        if self.publish(&ranges).await {
            self.published = next;
        }
    }

    /// The chunk that begins with this job.
    fn chunk_at(&self, first: usize) -> Range {
        let per_chunk = self.batch.jobs_per_chunk().max(1);
        let end = (first - first % per_chunk + per_chunk).min(self.batch.len());
        Range::new(first, end - first)
    }

    /// Puts chunks into the queue. If that fails it is told, and [`Run::recheck`] comes back to it.
    async fn publish(&mut self, ranges: &[Range]) -> bool {
        if ranges.is_empty() {
            return true;
        }
        self.extra.extend(ranges.iter().filter(|range| range.copy > 0 && range.count == 1));
        match self.queue.publish(self.batch, ranges).await {
            Ok(()) => {
                if matches!(self.told, Some(Notice::Refused(_))) {
                    self.told = None;
                }
                true
            }
            Err(notice) => {
                self.tell_once(notice);
                sleep(LOOK[1]).await;
                false
            }
        }
    }

    fn tell_once(&mut self, notice: Notice) {
        if self.told.as_ref() != Some(&notice) {
            (self.pool.tell)(notice.clone());
            self.told = Some(notice);
        }
    }

    /// Looks at the whole now and then: whether somebody ended the batch, who works, and whether
    /// work that has no result has vanished from the queue.
    async fn recheck(&mut self, stop: &Stop, sink: &mut Sink<'_>) -> Result<(), FleetError> {
        self.rechecked = Instant::now();
        if let Err(error) = self.restore().await {
            self.tell_once(Notice::Working(format!("{error}; trying again")));
            return Ok(());
        }
        let connection = &self.pool.connection;
        let description = overview::read(connection, self.id).await;
        if description.is_some_and(|description| description.cancelled) {
            // Some may have been published since.
            let _ = queue::withdraw(connection, self.id).await;
            return Err(FleetError::Cancelled(self.id.to_owned()));
        }
        let needs = self.batch.needs();
        if let Some(crew) = overview::crew(connection, &self.pool.build, &needs).await {
            (self.pool.tell)(Notice::State(State {
                jobs: self.batch.len(),
                done: self.ledger.done(),
                failed: self.ledger.failed,
                ..crew.state
            }));
            self.alone = if crew.state.workers == 0 { self.alone + 1 } else { 0 };
            // A server that was started again hears of its workers a moment later.
            if self.alone > 1 {
                let build = self.pool.build.clone();
                self.tell_once(Notice::Nobody { build, others: crew.others, needs });
            } else if crew.state.workers == 1 && self.ledger.waits_for_another() {
                self.tell_once(Notice::NeedsAnother);
            } else if matches!(self.told, Some(Notice::Nobody { .. } | Notice::NeedsAnother)) {
                self.told = None;
            }
        }
        // Results are stored before work is taken out of the queue. So if the queue is empty and
        // results that were not seen before are read then, whatever is still missing is lost.
        // Copies that are to verify others may stay in the queue because whoever is there has done
        // the same jobs already: then silence means as much.
        let is_silent = self.ledger.verifies() && self.heard.elapsed() > self.pool.settings.silence;
        if is_silent || self.queue.is_empty().await == Some(true) {
            while self.read(stop, sink).await {}
            let missing = self.missing();
            self.publish(&missing).await;
        }
        Ok(())
    }

    /// A server that has come back without its disk is given again what it has lost, but for the
    /// results that were read.
    async fn restore(&mut self) -> Result<(), FleetError> {
        let connection = &self.pool.connection;
        // If it can't be asked now, it is later.
        if connection.has_streams().await.is_ok_and(|are_there| !are_there) {
            connection.make_streams(&self.pool.settings).await?;
        }
        // Another submitter may have made the streams.
        if self.reader.begins_anew().await {
            self.published = self.first_open();
            self.introduce().await?;
        }
        Ok(())
    }

    /// The beginning of the chunk whose result is wanted next.
    fn first_open(&self) -> usize {
        let per_chunk = self.batch.jobs_per_chunk().max(1);
        self.batch.done_before().max(self.ledger.wanted - self.ledger.wanted % per_chunk)
    }

    /// Published chunks without a result; of those of which a part is known, the other jobs alone.
    fn missing(&self) -> Vec<Range> {
        let mut missing = Vec::new();
        let mut next = self.first_open();
        while next < self.published && missing.len() < AT_ONCE {
            let range = self.chunk_at(next);
            next = range.jobs().end;
            let open: Vec<usize> =
                range.jobs().filter(|&number| !self.ledger.is_done(number)).collect();
            if open.len() == range.count && !self.ledger.has_votes(range) {
                missing.extend(self.ledger.copies(range));
            } else {
                missing.extend(open.into_iter().flat_map(|number| self.ledger.open_copies(number)));
            }
        }
        missing
    }
}

impl std::fmt::Debug for FleetPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FleetPool").field("build", &self.build).finish_non_exhaustive()
    }
}
