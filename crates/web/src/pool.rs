//! The threads that search, the queue before them, and the thread that ends searches in time.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use obverse_answers::question::Question;
use obverse_answers::{Answer, Worker};
use obverse_engine::StopFlag;
use obverse_players::Maker;
use thiserror::Error;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::client::ClientId;
use crate::config::Config;
use crate::queue::FairQueue;

/// What becomes of a question.
#[derive(Debug)]
pub(crate) enum News {
    /// It waits at this place of the queue, from 1.
    Queued(usize),
    /// What the search says.
    Answer(Answer),
    /// The thread panicked over it.
    Crashed,
}

/// Why a question is not even queued.
#[derive(Clone, Copy, Debug, Error)]
pub(crate) enum Busy {
    #[error("the server is busy: {0} searches are waiting already")]
    Server(usize),
    #[error("{0} of your own searches are waiting already")]
    Client(usize),
    #[error("the server ends")]
    Ending,
}

/// Search threads with one queue. Dropped, it waits for them to end.
#[derive(Debug)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Something waits, or the end has come.
    work: Condvar,
    /// A search has begun or waits: the next deadline may be another.
    deadlines: Condvar,
    limits: Limits,
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    waiting: usize,
    waiting_of_client: usize,
    longest_search: Duration,
    search_turn: Duration,
}

#[derive(Debug, Default)]
struct State {
    queue: FairQueue<Job>,
    /// What each thread searches.
    running: Vec<Option<Running>>,
    idle: usize,
    closed: bool,
}

#[derive(Debug)]
struct Job {
    question: Question,
    stop: StopFlag,
    news: UnboundedSender<News>,
    /// The place that was told last.
    place: usize,
}

#[derive(Debug)]
struct Running {
    client: ClientId,
    stop: StopFlag,
    since: Instant,
}

/// A question that has been asked. Dropping it ends the search.
#[derive(Debug)]
pub(crate) struct Ticket {
    shared: Arc<Shared>,
    stop: StopFlag,
    news: UnboundedReceiver<News>,
}

impl Pool {
    pub(crate) fn new(config: &Config) -> io::Result<Pool> {
        let threads = config.searches.max(1);
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                running: (0..threads).map(|_| None).collect(),
                ..State::default()
            }),
            work: Condvar::new(),
            deadlines: Condvar::new(),
            limits: Limits {
                waiting: config.waiting,
                waiting_of_client: config.client.waiting,
                longest_search: config.longest_search,
                search_turn: config.search_turn,
            },
        });
        // From here on dropping the pool ends the threads that were started.
        let mut pool = Pool { shared, threads: Vec::new() };
        for number in 0..threads.into() {
            let maker = config.maker.clone();
            pool.spawn(format!("search-{number}"), move |shared| shared.search(number, &maker))?;
        }
        pool.spawn("deadlines".to_owned(), Shared::keep_deadlines)?;
        Ok(pool)
    }

    fn spawn(
        &mut self,
        name: String,
        work: impl FnOnce(&Shared) + Send + 'static,
    ) -> io::Result<()> {
        let shared = Arc::clone(&self.shared);
        let thread = std::thread::Builder::new().name(name).spawn(move || work(&shared))?;
        self.threads.push(thread);
        Ok(())
    }

    /// Queues a question of a client, unless too many wait already or the end has come.
    pub(crate) fn ask(&self, client: ClientId, question: Question) -> Result<Ticket, Busy> {
        let (news, inbox) = unbounded_channel();
        let stop = StopFlag::default();
        let mut state = self.shared.lock();
        if state.closed {
            return Err(Busy::Ending);
        }
        self.shared.limits.check(&state.queue, client)?;
        state.queue.push(client, Job { question, stop: stop.clone(), news, place: 0 });
        state.tell_places();
        drop(state);
        self.shared.work.notify_one();
        self.shared.deadlines.notify_one();
        Ok(Ticket { shared: Arc::clone(&self.shared), stop, news: inbox })
    }

    /// Ends every search and lets nothing new begin.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.queue.clear();
        for running in state.running.iter().flatten() {
            running.stop.raise();
        }
        drop(state);
        self.shared.work.notify_all();
        self.shared.deadlines.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a search thread had died");
            }
        }
    }
}

impl Limits {
    fn check(&self, queue: &FairQueue<Job>, client: ClientId) -> Result<(), Busy> {
        let own = queue.clients().find(|(id, _)| *id == client).map_or(0, |(_, waiting)| waiting);
        if own >= self.waiting_of_client {
            return Err(Busy::Client(own));
        }
        let all = queue.len();
        if all >= self.waiting { Err(Busy::Server(all)) } else { Ok(()) }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics while the state is locked halfway through a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches until the server ends.
    fn search(&self, thread: usize, maker: &Maker) {
        let mut worker = Worker::new(maker.clone());
        while let Some(Job { question, stop, news, .. }) = self.next(thread) {
            let answered = catch_unwind(AssertUnwindSafe(|| {
                worker.answer(&question, &stop, &|answer| tell(&news, News::Answer(answer)));
            }));
            if answered.is_err() {
                tracing::error!(?question, "a search panicked");
                worker = Worker::new(maker.clone());
                tell(&news, News::Crashed);
            }
            self.lock().running[thread] = None;
        }
    }

    /// The next question, once there is one; none when the server ends.
    fn next(&self, thread: usize) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let State { queue, running, .. } = &mut *state;
            if let Some((client, job)) = queue.pop(|client| searches_of(running, client)) {
                let stop = job.stop.clone();
                state.running[thread] = Some(Running { client, stop, since: Instant::now() });
                state.tell_places();
                self.deadlines.notify_one();
                return Some(job);
            }
            state.idle += 1;
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Stops searches whose time is up, until the server ends.
    fn keep_deadlines(&self) {
        let mut state = self.lock();
        while !state.closed {
            let now = Instant::now();
            state.stop_overdue(&self.limits, now);
            state = match state.next_deadline(&self.limits, now) {
                Some(wait) => {
                    let waited = self.deadlines.wait_timeout(state, wait);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.deadlines.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Takes questions that were given up out of the queue.
    fn forget_stopped(&self) {
        let mut state = self.lock();
        if state.queue.retain(|job| !job.stop.is_raised()) {
            state.tell_places();
        }
    }
}

/// The searches of a client that run and have not been stopped.
fn searches_of(running: &[Option<Running>], client: ClientId) -> usize {
    let own = |running: &&Running| running.client == client && !running.stop.is_raised();
    running.iter().flatten().filter(own).count()
}

impl State {
    /// Stops the searches that have taken the longest time allowed, and those that have had their
    /// turn while a client with fewer searches waits.
    fn stop_overdue(&self, limits: &Limits, now: Instant) {
        let mut running: Vec<&Running> = self.running.iter().flatten().collect();
        running.sort_by_key(|running| running.since);
        // Threads that will take up something else without our doing.
        let mut free =
            self.idle + running.iter().filter(|running| running.stop.is_raised()).count();
        for search in running.into_iter().filter(|search| !search.stop.is_raised()) {
            let elapsed = now.saturating_duration_since(search.since);
            let makes_room =
                elapsed >= limits.search_turn && self.claims_against(search.client) > free;
            if elapsed >= limits.longest_search || makes_room {
                search.stop.raise();
                free += 1;
            }
        }
    }

    /// The questions that wait for threads of this client: of every client with fewer searches,
    /// half of the difference between the two. An odd difference is rounded up: a client without
    /// a search has a claim on the only search of another.
    fn claims_against(&self, client: ClientId) -> usize {
        let own = searches_of(&self.running, client);
        let claim = |(other, waiting): (ClientId, usize)| {
            let fewer = own.saturating_sub(searches_of(&self.running, other));
            waiting.min(fewer.div_ceil(2))
        };
        self.queue.clients().map(claim).sum()
    }

    /// How long until a search may be overdue.
    fn next_deadline(&self, limits: &Limits, now: Instant) -> Option<Duration> {
        let turn = (self.queue.len() > 0).then_some(limits.search_turn);
        let deadlines = [Some(limits.longest_search), turn];
        self.running
            .iter()
            .flatten()
            .filter(|search| !search.stop.is_raised())
            .flat_map(|search| deadlines.into_iter().flatten().map(|limit| (search.since, limit)))
            .map(|(since, limit)| limit.saturating_sub(now.saturating_duration_since(since)))
            // What is past has been looked at.
            .filter(|wait| !wait.is_zero())
            .min()
    }

    /// Tells everyone who waits their place, if it has changed. The first ones are about to be
    /// taken up by idle threads.
    fn tell_places(&mut self) {
        let State { queue, running, idle, .. } = self;
        let order = queue.in_order(|client| searches_of(running, client));
        for (place, job) in (1..).zip(order.into_iter().skip(*idle)) {
            if job.place != place {
                job.place = place;
                tell(&job.news, News::Queued(place));
            }
        }
    }
}

fn tell(to: &UnboundedSender<News>, news: News) {
    // Whoever asked has gone; the search is being stopped for that reason.
    let _ = to.send(news);
}

impl Ticket {
    /// What happens next; nothing more after the last word.
    pub(crate) async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.raise();
        self.shared.forget_stopped();
    }
}
