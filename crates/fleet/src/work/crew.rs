//! What the slots of a worker share, and what they hear from others.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime};

use futures_util::StreamExt;
use obverse_jobs::Stop;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::{Kinds, WorkerName};
use crate::connect::Connection;
use crate::names::{self, Range};
use crate::{Files, FleetError, Settings, Tell, WorkerRow};

/// How often flags are looked at.
pub(super) const OFTEN: Duration = Duration::from_millis(100);

/// The jobs that are remembered as done here, so that nobody verifies himself.
const MOST_MINE: usize = 200_000;

/// What the slots of a worker share.
pub(super) struct Crew {
    pub(super) connection: Connection,
    pub(super) settings: Settings,
    pub(super) who: WorkerName,
    pub(super) id: String,
    pub(super) kinds: Arc<dyn Kinds>,
    pub(super) files: Files,
    pub(super) stop: Stop,
    pub(super) tell: Tell,
    pub(super) shared: Shared,
}

impl Crew {
    /// The builds, with what is needed beside them, whose work this worker takes.
    pub(super) fn builds(&self) -> Vec<String> {
        let allow = &self.who.allow;
        let subset = |bits: usize| {
            let chosen = allow.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            chosen.map(|(_, allowed)| allowed.clone()).collect::<Vec<_>>()
        };
        (0..1 << allow.len()).map(|bits| names::build(&self.who.build, &subset(bits))).collect()
    }
}

/// What changes.
pub(super) struct Shared {
    /// A permit a thread: a job with several threads takes several.
    pub(super) threads: Semaphore,
    busy: AtomicUsize,
    done: AtomicU64,
    /// What is under way, with the flag that ends it.
    under_way: Mutex<HashMap<(String, Range), Stop>>,
    /// Jobs that were begun or done here, each with the hash of its batch, and which copy.
    mine: Mutex<HashMap<(u64, usize), usize>>,
    left_out: Mutex<Option<String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nobody panics while he holds it")
}

/// What jobs are remembered by.
fn keys(batch: &str, range: Range) -> impl Iterator<Item = (u64, usize)> + Clone + use<> {
    let batch_hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(batch);
    range.jobs().map(move |number| (batch_hash, number))
}

impl Shared {
    pub(super) fn new(threads: usize) -> Shared {
        Shared {
            threads: Semaphore::new(threads),
            busy: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            under_way: Mutex::default(),
            mine: Mutex::default(),
            left_out: Mutex::default(),
        }
    }

    /// How the worker ends.
    pub(super) fn end(&self) -> Result<(), FleetError> {
        match lock(&self.left_out).take() {
            Some(reason) => Err(FleetError::LeftOut(reason)),
            None => Ok(()),
        }
    }

    /// Work begins: gives the flag that ends it. If another copy of the same jobs was done here
    /// there is no flag: nobody verifies himself.
    pub(super) fn begin(&self, batch: &str, range: Range) -> Option<Stop> {
        let mut mine = lock(&self.mine);
        let keys = keys(batch, range);
        if keys.clone().any(|key| mine.get(&key).is_some_and(|&copy| copy != range.copy)) {
            return None;
        }
        if mine.len() > MOST_MINE {
            mine.clear();
        }
        mine.extend(keys.map(|key| (key, range.copy)));
        self.busy.fetch_add(1, Relaxed);
        let stop = Stop::default();
        lock(&self.under_way).insert((batch.to_owned(), range), stop.clone());
        Some(stop)
    }

    /// Work ended, with so many results if anything was stored.
    pub(super) fn finish(&self, batch: &str, range: Range, stored: Option<usize>) {
        if stored.is_none() {
            let mut mine = lock(&self.mine);
            keys(batch, range).for_each(|key| {
                mine.remove(&key);
            });
        }
        lock(&self.under_way).remove(&(batch.to_owned(), range));
        self.busy.fetch_sub(1, Relaxed);
        self.done.fetch_add(stored.unwrap_or(0) as u64, Relaxed);
    }

    /// Ends all work, or that of a batch.
    fn stop_work(&self, batch: Option<&str>) {
        for ((of, _), stop) in &*lock(&self.under_way) {
            if batch.is_none_or(|batch| batch == of) {
                stop.raise();
            }
        }
    }
}

/// Shows again and again that the worker is there.
pub(super) async fn show_signs_of_life(crew: Arc<Crew>) {
    let mut last = (Instant::now(), 0);
    let mut per_minute = 0.0;
    while !crew.stop.is_raised() {
        let done = crew.shared.done.load(Relaxed);
        let elapsed = last.0.elapsed().as_secs_f64() / 60.0;
        if elapsed > 0.0 {
            // An average over about a minute.
            let weight = (elapsed * 2.0).min(1.0);
            per_minute += weight * ((done - last.1) as f64 / elapsed - per_minute);
        }
        last = (Instant::now(), done);
        let row = WorkerRow {
            id: crew.id.clone(),
            name: crew.who.name.clone(),
            version: crew.who.version.clone(),
            build: crew.who.build.clone(),
            allow: crew.who.allow.clone(),
            threads: crew.who.threads,
            busy: crew.shared.busy.load(Relaxed),
            done,
            per_minute: (per_minute * 10.0).round() / 10.0,
            seen: SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs()),
        };
        let bytes = serde_json::to_vec(&row).expect("texts and numbers can be written");
        // The next sign of life follows soon, whatever became of this one.
        let _ = crew.connection.client.publish(names::worker(&crew.id), bytes.into()).await;
        rest(&crew, crew.settings.heartbeat).await;
    }
    // A worker that has gone is not listed any more.
    if let Ok(stream) = crew.connection.stream(names::WORKERS).await {
        let _ = stream.purge().filter(names::worker(&crew.id)).await;
    }
}

/// Sleeps, but not beyond the end.
pub(super) async fn rest(crew: &Crew, time: Duration) {
    let end = Instant::now() + time;
    while !crew.stop.is_raised() && Instant::now() < end {
        sleep(OFTEN.min(end.saturating_duration_since(Instant::now()))).await;
    }
}

/// Hears that a batch was cancelled, that this worker is left out, or that all is to end.
pub(super) async fn listen(crew: Arc<Crew>) {
    let client = &crew.connection.client;
    let (Ok(mut cancels), Ok(mut leaves)) = (
        client.subscribe(names::cancel("*")).await,
        client.subscribe(names::leave(&crew.id)).await,
    ) else {
        return;
    };
    while !crew.stop.is_raised() {
        tokio::select! {
            Some(message) = cancels.next() => {
                crew.shared.stop_work(Some(names::last_part(&message.subject)));
            }
            Some(message) = leaves.next() => {
                let reason = String::from_utf8_lossy(&message.payload).into_owned();
                *lock(&crew.shared.left_out) = Some(reason);
                crew.stop.raise();
            }
            () = sleep(OFTEN) => {}
        }
    }
    crew.shared.stop_work(None);
}
