//! One of a worker's hands: takes a chunk, does it, stores the results, takes the next.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use obverse_jobs::{Job, JobError, Outcome, Stop, Worker, attempt};
use tokio::time::{sleep, timeout};

use super::crew::{Crew, OFTEN, rest};
use crate::chunk::{Chunk, Results};
use crate::names::{self, Range};
use crate::{Notice, queue};

/// How long the server keeps a request for work open.
const PULL: Duration = Duration::from_secs(5);

/// The same where several queues are looked at in turn.
const PULL_OF_SEVERAL: Duration = Duration::from_millis(300);

/// Chunks of several jobs are split after so many failures, to find the job that is to blame.
const SPLIT_AFTER: usize = 2;

/// The workers that a slot has made, by the kind of their jobs.
type Hands = HashMap<String, Option<Box<dyn Worker>>>;

/// Works until the flag is raised.
pub(super) async fn run(crew: Arc<Crew>) {
    let mut hands = Hands::new();
    let builds = crew.builds();
    let wait = if builds.len() == 1 { PULL } else { PULL_OF_SEVERAL };
    let wait = wait.min(crew.settings.silence);
    // Each with the time when it was last known to be there.
    let mut consumers: Vec<Option<(PullConsumer, Instant)>> = vec![None; builds.len()];
    for at in (0..builds.len()).cycle() {
        if crew.stop.is_raised() {
            return;
        }
        let consumer = &mut consumers[at];
        if consumer.is_none() {
            *consumer = make_consumer(&crew, &builds[at]).await.map(|made| (made, Instant::now()));
        }
        let Some((current, known)) = consumer else {
            rest(&crew, crew.settings.rest).await;
            continue;
        };
        match pull_one(&crew, current, wait).await {
            Ok(Some(message)) => {
                *known = Instant::now();
                let Some(task) = Task::new(&crew, message).await else { continue };
                task.run(&mut hands).await;
            }
            // One that a server has lost with its disk is as silent as one without work.
            Ok(None) if known.elapsed() > crew.settings.silence => *consumer = None,
            Ok(None) => {}
            Err(()) => {
                *consumer = None;
                rest(&crew, OFTEN).await;
            }
        }
    }
}

/// The consumer that all workers of the build share, made where it is missing.
async fn make_consumer(crew: &Crew, build: &str) -> Option<PullConsumer> {
    let stream = crew.connection.stream(names::WORK).await.ok()?;
    let config = pull::Config {
        durable_name: Some(names::consumer(build)),
        filter_subject: names::all_work(build),
        ack_policy: AckPolicy::Explicit,
        ack_wait: crew.settings.silence,
        // A thousand machines of many threads.
        max_ack_pending: 65_536,
        max_waiting: 65_536,
        ..pull::Config::default()
    };
    stream.create_consumer(config).await.ok()
}

/// Waits for a chunk for a while. An error means that the consumer is to be made again.
async fn pull_one(
    crew: &Crew,
    consumer: &PullConsumer,
    wait: Duration,
) -> Result<Option<Message>, ()> {
    let messages = consumer.batch().max_messages(1).expires(wait).messages().await;
    let mut messages = messages.map_err(|_| ())?;
    let mut next = std::pin::pin!(timeout(wait * 2 + OFTEN, messages.next()));
    loop {
        tokio::select! {
            message = &mut next => return match message {
                Ok(Some(Ok(message))) => Ok(Some(message)),
                Ok(None) => Ok(None),
                Ok(Some(Err(_))) | Err(_) => Err(()),
            },
            () = sleep(OFTEN) => {
                if crew.stop.is_raised() {
                    return Ok(None);
                }
            }
        }
    }
}

/// A chunk that this worker was given.
struct Task<'a> {
    crew: &'a Crew,
    message: Message,
    batch: String,
    range: Range,
    chunk: Chunk,
    /// How often others have failed with it.
    failures: usize,
    stop: Stop,
}

/// What became of a chunk.
enum End {
    Done(Vec<Outcome>),
    /// It was told to end.
    Stopped,
    /// A job failed, and others were with it.
    Failed(String),
}

impl<'a> Task<'a> {
    /// What is in a message, if it is to be done.
    async fn new(crew: &'a Crew, message: Message) -> Option<Task<'a>> {
        let mut parts = message.subject.rsplit('.');
        let range = parts.next().and_then(|range| range.parse::<Range>().ok());
        let batch = parts.next().map(str::to_owned);
        let chunk = serde_json::from_slice::<Chunk>(&message.payload).ok();
        let delivered = message.info().map_or(1, |info| info.delivered.max(1) as usize);
        let (Some(range), Some(batch), Some(chunk)) = (range, batch, chunk) else {
            // Nothing of ours, and nobody will ever understand it.
            acknowledge(&message, AckKind::Term).await;
            return None;
        };
        if chunk.jobs.len() != range.count {
            acknowledge(&message, AckKind::Term).await;
            return None;
        }
        // Whoever had it before may have done all but saying so.
        if delivered > 1 && is_stored(crew, &batch, range).await {
            acknowledge(&message, AckKind::Ack).await;
            return None;
        }
        let released = if delivered > 1 { released(crew, &batch, range).await } else { 0 };
        let Some(stop) = crew.shared.begin(&batch, range) else {
            // Somebody else has to do it. What nobody takes comes more and more rarely: it must not
            // keep the others' work away.
            let rest = crew.settings.rest * (1 << released.min(6));
            release(crew, &message, &batch, range, Some(rest)).await;
            return None;
        };
        let failures = (delivered - 1).saturating_sub(released);
        Some(Task { crew, message, batch, range, chunk, failures, stop })
    }

    async fn run(self, hands: &mut Hands) {
        let stored = self.work(hands).await;
        self.crew.shared.finish(&self.batch, self.range, stored);
    }

    /// Does the chunk; gives how many results were stored, if anything was.
    async fn work(&self, hands: &mut Hands) -> Option<usize> {
        if self.range.count > 1 && self.failures >= SPLIT_AFTER {
            self.split().await;
            return None;
        }
        if self.failures >= self.crew.settings.most_failures {
            let reason = format!("its worker ended or went silent {} times", self.failures);
            self.store(vec![Outcome::Failed(reason)]).await;
            return Some(0);
        }
        match self.compute(hands).await {
            End::Done(outcomes) => {
                let count = outcomes.len();
                self.store(outcomes).await;
                Some(count)
            }
            End::Stopped if self.crew.stop.is_raised() => {
                release(self.crew, &self.message, &self.batch, self.range, None).await;
                None
            }
            End::Stopped => {
                // The batch was cancelled; its message is gone already.
                acknowledge(&self.message, AckKind::Term).await;
                None
            }
            End::Failed(_) if self.range.count > 1 => {
                self.split().await;
                None
            }
            End::Failed(reason) if self.failures + 1 >= self.crew.settings.most_failures => {
                self.store(vec![Outcome::Failed(reason)]).await;
                Some(0)
            }
            End::Failed(reason) => {
                (self.crew.tell)(Notice::Working(format!("a job failed: {reason}")));
                acknowledge(&self.message, AckKind::Nak(Some(self.crew.settings.rest))).await;
                None
            }
        }
    }

    /// Does the jobs on a thread of their own, and tells the server meanwhile that it goes on.
    async fn compute(&self, hands: &mut Hands) -> End {
        let threads = self.chunk.threads.clamp(1, self.crew.who.threads) as u32;
        let permits = self.crew.shared.threads.acquire_many(threads);
        let Ok(_permits) = self.while_told(permits).await else { return End::Stopped };
        let (jobs, stop) = (self.chunk.jobs.clone(), self.stop.clone());
        let kinds = Arc::clone(&self.crew.kinds);
        let files = self.crew.files.clone();
        let mut taken = std::mem::take(hands);
        let doing = tokio::task::spawn_blocking(move || {
            let end = do_jobs(&jobs, &stop, &mut taken, |kind| kinds.worker(kind, &files));
            (end, taken)
        });
        match self.while_told(doing).await {
            Ok((end, taken)) => {
                *hands = taken;
                end
            }
            Err(error) => End::Failed(error.to_string()),
        }
    }

    /// Waits for something, and tells the server again and again that the chunk is in good hands.
    async fn while_told<T>(&self, doing: impl Future<Output = T>) -> T {
        let mut doing = std::pin::pin!(doing);
        loop {
            tokio::select! {
                done = &mut doing => return done,
                () = sleep(self.crew.settings.silence / 3) => {
                    // If it is not heard, the chunk is done twice.
                    let _ = self.message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    /// Stores what became of the jobs, and only then says that they are done.
    async fn store(&self, outcomes: Vec<Outcome>) {
        let worker = self.crew.id.clone();
        let name = self.crew.who.name.clone();
        let bytes = Results { worker, name, outcomes }.to_bytes();
        let most = self.crew.connection.client.max_payload();
        if bytes.len() > most {
            if self.range.count > 1 {
                return self.split().await;
            }
            let reason =
                format!("its result of {} bytes is beyond the server's limit", bytes.len());
            return Box::pin(self.store(vec![Outcome::Failed(reason)])).await;
        }
        let subject = names::result(&self.batch, self.range);
        // The first results stay: whoever verifies compares them with those of another worker, and
        // a worker that was slow must not take the place of one who was there before.
        let message = PublishMessage::build().payload(bytes.into());
        if self.publish(subject, message.expected_last_subject_sequence(0)).await {
            acknowledge(&self.message, AckKind::Ack).await;
        }
    }

    /// Puts each job into the queue alone, instead of the chunk.
    async fn split(&self) {
        for (number, job) in self.range.jobs().zip(&self.chunk.jobs) {
            let chunk = Chunk { threads: self.chunk.threads, jobs: vec![job.clone()] };
            let range = Range { first: number, count: 1, copy: self.range.copy };
            let bytes = serde_json::to_vec(&chunk).expect("texts and numbers can be written");
            let subject = names::sibling(&self.message.subject, range);
            let message = PublishMessage::build().payload(bytes.into());
            if !self.publish(subject, message).await {
                return;
            }
        }
        acknowledge(&self.message, AckKind::Ack).await;
    }

    /// Publishes until it is stored. Gives up only at the end, and then the chunk comes again.
    async fn publish(&self, subject: String, message: PublishMessage) -> bool {
        let mut is_told = false;
        loop {
            let sent = self.crew.connection.js.send_publish(subject.clone(), message.clone()).await;
            let problem = match sent {
                Ok(receipt) => receipt.await.err(),
                Err(error) => Some(error),
            };
            let Some(error) = problem else { return true };
            if queue::is_there_already(&error) {
                return true;
            }
            if self.crew.stop.is_raised() || self.stop.is_raised() {
                return false;
            }
            if !std::mem::replace(&mut is_told, true) {
                (self.crew.tell)(Notice::Refused(queue::reason(&error)));
            }
            let _ = self.message.ack_with(AckKind::Progress).await;
            rest(self.crew, self.crew.settings.rest.min(Duration::from_secs(1))).await;
        }
    }
}

/// Does jobs one after the other, with the hands for each kind.
fn do_jobs(
    jobs: &[Job],
    stop: &Stop,
    hands: &mut Hands,
    make: impl Fn(&str) -> Result<Box<dyn Worker>, String>,
) -> End {
    let mut outcomes = Vec::with_capacity(jobs.len());
    for job in jobs {
        let hand = hands.entry(job.kind.clone()).or_default();
        if hand.is_none() {
            match make(&job.kind) {
                Ok(worker) => *hand = Some(worker),
                Err(reason) => return End::Failed(reason),
            }
        }
        match attempt(hand, job, stop) {
            Ok(result) => outcomes.push(Outcome::Done(result)),
            Err(JobError::Stopped) => return End::Stopped,
            Err(JobError::Failed(reason)) => return End::Failed(reason),
        }
    }
    End::Done(outcomes)
}

/// Says what becomes of a chunk, so that the server has heard it. If that can't be done, the chunk
/// comes again, and whoever gets it sees what is stored.
async fn acknowledge(message: &Message, kind: AckKind) {
    for _ in 0..3 {
        if message.double_ack_with(kind).await.is_ok() {
            return;
        }
    }
}

/// Gives a chunk back that is not to blame.
async fn release(
    crew: &Crew,
    message: &Message,
    batch: &str,
    range: Range,
    after: Option<Duration>,
) {
    let count = released(crew, batch, range).await + 1;
    let subject = names::released(batch, range);
    if let Ok(receipt) = crew.connection.js.publish(subject, count.to_string().into()).await {
        // Without it the chunk seems to have failed once more, of several times.
        let _ = receipt.await;
    }
    acknowledge(message, AckKind::Nak(after)).await;
}

/// How often a chunk was given back by somebody who could not go on.
async fn released(crew: &Crew, batch: &str, range: Range) -> usize {
    let Ok(stream) = crew.connection.stream(names::BATCHES).await else { return 0 };
    let subject = names::released(batch, range);
    let Ok(message) = stream.direct_get_last_for_subject(subject).await else { return 0 };
    std::str::from_utf8(&message.payload).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Whether the results of a chunk are stored already.
async fn is_stored(crew: &Crew, batch: &str, range: Range) -> bool {
    let Ok(stream) = crew.connection.stream(names::RESULTS).await else { return false };
    stream.direct_get_last_for_subject(names::result(batch, range)).await.is_ok()
}
