//! What ends a search before its natural end: the clock, the node limit, the caller's flag.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::budget::{Allotment, Demand};
use crate::params::any_size::LOOK_INTERVAL;
use crate::{Limits, StopFlag, TimeSource};

/// The search was told to stop, or one of its limits is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The limits of one search, as all its threads see them.
#[derive(Debug)]
pub(crate) struct Stopper {
    /// Raised by the caller.
    stop: StopFlag,
    /// Raised by a thread that found a limit reached.
    over: AtomicBool,
    /// The time there is; none if it is not limited.
    allotment: Option<Allotment>,
    /// How many nodes may be visited.
    node_limit: u64,
    /// The nodes that all threads have told of.
    nodes: AtomicU64,
    clock: TimeSource,
    /// When the search began, on the clock.
    begun: Duration,
}

impl Stopper {
    /// Nothing but the end of the work ends it.
    pub(crate) fn unlimited() -> Stopper {
        Stopper::new(&Limits::default(), 0, &TimeSource::new(|| Duration::ZERO))
    }

    /// The limits of a search that begins now, of a position with so many empty squares.
    pub(crate) fn new(limits: &Limits, empties: usize, clock: &TimeSource) -> Stopper {
        Stopper {
            stop: limits.stop.clone(),
            over: AtomicBool::new(false),
            allotment: Allotment::new(limits, empties),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            clock: clock.clone(),
            begun: clock.now(),
        }
    }

    /// Whether the search is to end.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Ends the search.
    pub(crate) fn stop(&self) {
        self.over.store(true, Relaxed);
    }

    /// A thread tells that it has visited so many nodes more.
    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// The nodes that all threads have told of.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Looks at everything that may end the search.
    pub(crate) fn check(&self) {
        let nodes = self.nodes();
        let late = self.allotment.is_some_and(|allotment| self.elapsed() >= allotment.hard);
        if late || nodes >= self.node_limit || self.stop.is_raised() {
            self.stop();
        }
    }

    /// Whether to begin another iteration after so many nodes, given how long the last one took
    /// and how much the next one is worth.
    pub(crate) fn may_continue(&self, nodes: u64, last: Duration, demand: Demand) -> bool {
        let allows = |it: Allotment| it.allows_another(self.elapsed(), last, demand);
        let in_time = self.allotment.is_none_or(allows);
        in_time && nodes < self.node_limit && !self.stop.is_raised() && !self.is_over()
    }

    /// Whether time is limited.
    pub(crate) fn is_timed(&self) -> bool {
        self.allotment.is_some()
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.begun)
    }
}

/// Counts the nodes of a search in one thread, and looks at its limits now and then.
#[derive(Debug)]
pub(crate) struct NodeCounter<'a> {
    stopper: &'a Stopper,
    /// Raised when the work of this thread is not needed any more.
    unneeded: Option<&'a AtomicBool>,
    nodes: u64,
    /// How many of them the stopper knows.
    told: u64,
    next_look: u64,
}

impl<'a> NodeCounter<'a> {
    /// No nodes yet.
    pub(crate) fn new(stopper: &'a Stopper) -> NodeCounter<'a> {
        let next_look = LOOK_INTERVAL.min(stopper.node_limit);
        NodeCounter { stopper, unneeded: None, nodes: 0, told: 0, next_look }
    }

    /// That of a helper, whose work ends when the flag is raised.
    pub(crate) fn of_helper(stopper: &'a Stopper, unneeded: &'a AtomicBool) -> NodeCounter<'a> {
        NodeCounter { unneeded: Some(unneeded), ..NodeCounter::new(stopper) }
    }

    /// Nodes of helpers are counted too; the stopper knows them already.
    pub(crate) fn add_told(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.told += nodes;
    }

    /// Tells the stopper of the nodes that it does not know yet.
    pub(crate) fn tell(&mut self) {
        self.stopper.count(self.nodes - self.told);
        self.told = self.nodes;
    }

    /// What ends the search.
    pub(crate) fn stopper(&self) -> &'a Stopper {
        self.stopper
    }

    /// Nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node.
    #[inline]
    pub(crate) fn visit(&mut self) -> Result<(), Stopped> {
        self.add(1)
    }

    /// Counts some nodes.
    #[inline]
    pub(crate) fn add(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes += nodes;
        if self.nodes >= self.next_look { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.tell();
        self.stopper.check();
        let is_unneeded = self.unneeded.is_some_and(|flag| flag.load(Relaxed));
        if self.stopper.is_over() || is_unneeded {
            return Err(Stopped);
        }
        self.next_look = (self.nodes + LOOK_INTERVAL).min(self.stopper.node_limit);
        Ok(())
    }
}
