//! Split points, and the threads that wait for one: see [`split`](crate::tiers::portable::hot::split).
//!
//! A thread that finds others idle in the middle of a position's moves makes a split point of
//! what is left of them. Idle threads join it and take move after move; the thread that made it
//! does the same, and then helps those that are still at work below it.

use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::{Candidate, Candidates, Confidence, Node};
use crate::params;
use crate::stopper::Stopper;
use crate::value::Value;

/// The position whose moves are shared and the question about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) node: Node,
    pub(crate) depth: u32,
    /// The window: a null window below this and `beta`, or an open one of the principal variation.
    pub(crate) alpha: Value,
    /// A move that is worth so much settles the question.
    pub(crate) beta: Value,
    pub(crate) confidence: Confidence,
}

impl Job {
    /// Whether it is only asked if the value exceeds `alpha`.
    #[inline]
    pub(crate) fn is_null_window(&self) -> bool {
        self.beta == self.alpha.next()
    }
}

/// A flag that many threads read at every node, away from what others write meanwhile: processors
/// fetch lines of 64 bytes in pairs.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Flag(AtomicBool);

impl Flag {
    #[inline]
    fn is_raised(&self) -> bool {
        self.0.load(Relaxed)
    }

    fn raise(&self) {
        self.0.store(true, Relaxed);
    }
}

/// A position whose moves several threads try.
#[derive(Debug)]
pub(crate) struct Split {
    pub(crate) job: Job,
    parent: Option<Arc<Split>>,
    /// A move settled the question: all work on the others is void.
    cut: Flag,
    /// No move is left to be taken.
    exhausted: Flag,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    candidates: Candidates,
    next: usize,
    best: (Value, Option<u32>),
    /// Threads at work here, beside the one that made it.
    helpers: usize,
}

impl Split {
    pub(crate) fn new(
        job: &Job,
        parent: Option<Arc<Split>>,
        candidates: &Candidates,
        next: usize,
        best: (Value, Option<u32>),
    ) -> Split {
        let state = State { candidates: *candidates, next, best, helpers: 0 };
        let (cut, exhausted) = (Flag::default(), Flag::default());
        Split { job: *job, parent, cut, exhausted, state: Mutex::new(state) }
    }

    /// The next move to try, with its number, and what it has to exceed; none if all are taken or
    /// the question is settled.
    pub(crate) fn take(&self) -> Option<(usize, Candidate, Value)> {
        let mut state = lock(&self.state);
        if self.cut.is_raised() {
            return None;
        }
        let index = state.next;
        let candidate = state.candidates.take(index)?;
        state.next += 1;
        if state.next == state.candidates.as_slice().len() {
            self.exhausted.raise();
        }
        Some((index, candidate, self.job.alpha.max(state.best.0)))
    }

    /// Notes the score of a move.
    pub(crate) fn record(&self, score: Value, square: u32) {
        let mut state = lock(&self.state);
        if score > state.best.0 {
            state.best = (score, Some(square));
        }
        if score >= self.job.beta {
            self.cut.raise();
        }
    }

    /// The best score and its move.
    pub(crate) fn best(&self) -> (Value, Option<u32>) {
        lock(&self.state).best
    }

    /// Whether work below this point is void: the question here or further up is settled.
    pub(crate) fn is_void(&self) -> bool {
        let mut split = Some(self);
        while let Some(point) = split {
            if point.cut.is_raised() {
                return true;
            }
            split = point.parent.as_deref();
        }
        false
    }

    fn is_below(&self, ancestor: &Split) -> bool {
        let mut split = self.parent.as_deref();
        while let Some(point) = split {
            if std::ptr::eq(point, ancestor) {
                return true;
            }
            split = point.parent.as_deref();
        }
        false
    }

    fn has_moves(&self) -> bool {
        !self.exhausted.is_raised() && !self.cut.is_raised()
    }
}

/// The threads of one search.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// Threads that wait for work.
    idle: AtomicUsize,
    /// Split points that nobody has joined yet.
    unserved: AtomicUsize,
    open: Mutex<Open>,
    /// Counts what waiting threads have to look at: it is changed with `open` locked.
    events: AtomicUsize,
    /// Where helpers sleep that have waited for long.
    helpers: Beds,
    /// Where those sleep that wait for others at a split point of their own.
    owners: Beds,
}

/// Threads that sleep.
#[derive(Debug, Default)]
struct Beds {
    asleep: AtomicUsize,
    wake: Condvar,
}

impl Beds {
    /// Wakes so many at most. To wake nobody is a call to the system too.
    fn rouse(&self, most: usize) {
        for _ in 0..self.asleep.load(Relaxed).min(most) {
            self.wake.notify_one();
        }
    }
}

#[derive(Debug, Default)]
struct Open {
    splits: Vec<(Arc<Split>, bool)>,
    over: bool,
}

impl Pool {
    /// Whether a thread waits that no split point has been made for yet.
    #[inline]
    pub(crate) fn wants_work(&self) -> bool {
        self.idle.load(Relaxed) > self.unserved.load(Relaxed)
    }

    /// Offers a split point to idle threads.
    pub(crate) fn offer(&self, split: &Arc<Split>) {
        let mut open = lock(&self.open);
        open.splits.push((Arc::clone(split), false));
        self.unserved.fetch_add(1, Relaxed);
        self.announce(open, params::SPLIT_HELPERS);
    }

    /// Tells waiting threads to look again; of the helpers asleep so many at most.
    fn announce(&self, open: MutexGuard<'_, Open>, helpers: usize) {
        self.events.fetch_add(1, Release);
        drop(open);
        self.helpers.rouse(helpers);
        self.owners.rouse(usize::MAX);
    }

    /// Takes a split point back, so that nobody joins it any more.
    pub(crate) fn withdraw(&self, split: &Arc<Split>) {
        let mut open = lock(&self.open);
        if let Some(index) = open.splits.iter().position(|(other, _)| Arc::ptr_eq(other, split)) {
            let (_, served) = open.splits.swap_remove(index);
            if !served {
                self.unserved.fetch_sub(1, Relaxed);
            }
        }
    }

    /// Waits for a split point and joins it; none when the search is over. With an ancestor, only
    /// points below it are joined, and the wait ends when nobody is at work there.
    pub(crate) fn join(&self, ancestor: Option<&Split>) -> Option<Arc<Split>> {
        let mut open = lock(&self.open);
        self.idle.fetch_add(1, Relaxed);
        let joined = loop {
            let is_done = match ancestor {
                Some(ancestor) => lock(&ancestor.state).helpers == 0,
                None => open.over,
            };
            if is_done {
                break None;
            }
            if let Some(split) = self.pick(&mut open, ancestor) {
                break Some(split);
            }
            let beds = if ancestor.is_some() { &self.owners } else { &self.helpers };
            open = self.wait(open, beds);
        };
        self.idle.fetch_sub(1, Relaxed);
        joined
    }

    /// Waits for an event: awake at first, then asleep.
    fn wait<'a>(&'a self, open: MutexGuard<'a, Open>, beds: &Beds) -> MutexGuard<'a, Open> {
        let seen = self.events.load(Relaxed);
        drop(open);
        for _ in 0..params::SPINS {
            if self.events.load(Acquire) != seen {
                return lock(&self.open);
            }
            std::hint::spin_loop();
        }
        let mut open = lock(&self.open);
        beds.asleep.fetch_add(1, Relaxed);
        while self.events.load(Relaxed) == seen {
            open = beds.wake.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
        beds.asleep.fetch_sub(1, Relaxed);
        open
    }

    fn pick(
        &self,
        open: &mut MutexGuard<'_, Open>,
        ancestor: Option<&Split>,
    ) -> Option<Arc<Split>> {
        let (split, served) = open
            .splits
            .iter_mut()
            .filter(|(split, _)| ancestor.is_none_or(|ancestor| split.is_below(ancestor)))
            .filter(|(split, _)| split.has_moves())
            .filter(|(split, _)| lock(&split.state).helpers < params::SPLIT_HELPERS)
            .max_by_key(|(split, _)| split.job.depth)?;
        if !*served {
            *served = true;
            self.unserved.fetch_sub(1, Relaxed);
        }
        lock(&split.state).helpers += 1;
        Some(Arc::clone(split))
    }

    /// A helper's work at a split point that it has joined.
    pub(crate) fn visit<'a>(&'a self, split: &'a Split, stopper: &'a Stopper) -> Visit<'a> {
        Visit { pool: self, split, stopper, is_done: false }
    }

    /// Sends all helpers home when the value is dropped.
    pub(crate) fn closing(&self) -> impl Drop + '_ {
        Closing(self)
    }

    /// Makes ready for another search.
    pub(crate) fn reopen(&self) {
        lock(&self.open).over = false;
    }
}

/// A helper at work at a split point. It leaves when the value is dropped, so that nobody waits
/// for a helper that has panicked.
pub(crate) struct Visit<'a> {
    pool: &'a Pool,
    split: &'a Split,
    stopper: &'a Stopper,
    is_done: bool,
}

impl Visit<'_> {
    /// The work is done.
    pub(crate) fn end(mut self) {
        self.is_done = true;
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            // What is missing here makes the whole search worthless.
            self.stopper.stop();
        }
        let open = lock(&self.pool.open);
        let mut state = lock(&self.split.state);
        state.helpers -= 1;
        // The one that made the split point may wait for its last helper. Nobody else has anything
        // new to do: helpers leave when no move is left.
        if state.helpers == 0 {
            drop(state);
            self.pool.announce(open, 0);
        }
    }
}

struct Closing<'a>(&'a Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let mut open = lock(&self.0.open);
        open.over = true;
        self.0.announce(open, usize::MAX);
    }
}

/// A lock whose holder never panics half-way: what is inside is sound in any case.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
