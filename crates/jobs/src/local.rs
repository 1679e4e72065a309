//! The pool of this process: some threads.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;

use crate::{Batch, End, JobError, Outcome, Pool, PoolError, Sink, Stop, Worker, attempt};

/// Results that may wait for one before them, a thread.
const AHEAD: usize = 8;

/// A pool of threads, each with a worker of its own.
pub struct LocalPool<'a> {
    threads: usize,
    make: Box<MakeWorker<'a>>,
}

/// Makes a worker.
type MakeWorker<'a> = dyn Fn() -> Box<dyn Worker + 'a> + Sync + 'a;

impl<'a> LocalPool<'a> {
    /// A pool of so many threads, whose workers are made by the function. A worker that panicked
    /// is replaced.
    pub fn new(
        threads: usize,
        make: impl Fn() -> Box<dyn Worker + 'a> + Sync + 'a,
    ) -> LocalPool<'a> {
        LocalPool { threads: threads.max(1), make: Box::new(make) }
    }

    /// Does jobs until there are no more.
    fn work(&self, batch: &dyn Batch, shared: &Shared) {
        let mut worker = None;
        while let Some(number) = shared.take(batch) {
            let worker = worker.get_or_insert_with(|| Some((self.make)()));
            if worker.is_none() {
                *worker = Some((self.make)());
            }
            let outcome = match attempt(worker, &batch.job(number), &shared.stop) {
                Ok(result) => Outcome::Done(result),
                Err(JobError::Failed(reason)) => Outcome::Failed(reason),
                Err(JobError::Stopped) => return,
            };
            shared.put(number, outcome);
        }
    }
}

impl Pool for LocalPool<'_> {
    fn run(
        &mut self,
        batch: &dyn Batch,
        stop: &Stop,
        sink: &mut Sink<'_>,
    ) -> Result<End, PoolError> {
        let first = batch.done_before().min(batch.len());
        let threads = self.threads.min(batch.len() - first);
        let shared = Shared::new(threads, first, stop.clone());
        let this = &*self;
        Ok(thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    // However the thread ends, whoever waits for its result hears of it.
                    let _end = Ending(&shared);
                    this.work(batch, &shared);
                });
            }
            for number in (first..batch.len()).filter(|&number| !batch.is_done(number)) {
                let Some(outcome) = shared.wait_for(number) else {
                    if batch.takes_gaps() {
                        shared.give_rest(sink);
                    }
                    return End::Stopped;
                };
                if sink(number, outcome).is_break() {
                    shared.stop.raise();
                    shared.end();
                    return End::BrokenOff;
                }
            }
            End::Complete
        }))
    }
}

/// What the threads of a batch share.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// How far the threads may be ahead of the sink.
    ahead: usize,
    stop: Stop,
}

struct State {
    /// The job to be taken next.
    next: usize,
    /// The job whose outcome the sink waits for.
    wanted: usize,
    /// Outcomes that came before their turn.
    waiting: BTreeMap<usize, Outcome>,
    /// Threads that still work.
    threads: usize,
    /// Whether nothing more is to be begun.
    over: bool,
}

impl Shared {
    fn new(threads: usize, first: usize, stop: Stop) -> Shared {
        let waiting = BTreeMap::new();
        let state = State { next: first, wanted: first, waiting, threads, over: false };
        let changed = Condvar::new();
        Shared { state: Mutex::new(state), changed, ahead: threads * AHEAD, stop }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while it holds the state")
    }

    /// The number of a job to do, when the sink is not too far behind.
    fn take(&self, batch: &dyn Batch) -> Option<usize> {
        let is_early = |state: &mut State| !state.over && state.next > state.wanted + self.ahead;
        let state = self.changed.wait_while(self.state(), is_early);
        let mut state = state.expect("no thread panics while it holds the state");
        if state.over || self.stop.is_raised() {
            return None;
        }
        let number = (state.next..batch.len()).find(|&number| !batch.is_done(number))?;
        state.next = number + 1;
        Some(number)
    }

    fn put(&self, number: usize, outcome: Outcome) {
        self.state().waiting.insert(number, outcome);
        self.changed.notify_all();
    }

    /// The outcome of the job, or none if nobody will bring it any more.
    fn wait_for(&self, number: usize) -> Option<Outcome> {
        let mut state = self.state();
        state.wanted = number;
        self.changed.notify_all();
        loop {
            if let Some(outcome) = state.waiting.remove(&number) {
                return Some(outcome);
            }
            if state.threads == 0 {
                return None;
            }
            state = self.changed.wait(state).expect("no thread panics while it holds the state");
        }
    }

    /// What is finished, when nothing more will be.
    fn give_rest(&self, sink: &mut Sink<'_>) {
        let rest = std::mem::take(&mut self.state().waiting);
        for (number, outcome) in rest {
            if sink(number, outcome).is_break() {
                return;
            }
        }
    }

    fn end(&self) {
        self.state().over = true;
        self.changed.notify_all();
    }
}

/// Counts a thread out when it ends.
struct Ending<'a>(&'a Shared);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.threads -= 1;
        // One thread that was stopped leaves a gap: the others need not fill what follows.
        state.over |= self.0.stop.is_raised();
        self.0.changed.notify_all();
    }
}
