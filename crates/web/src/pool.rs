//! The threads that search, and the one queue before them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use obverse_answers::question::Question;
use obverse_answers::{Answer, Worker};
use obverse_engine::StopFlag;
use obverse_players::Maker;
use thiserror::Error;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

/// What becomes of a question.
#[derive(Debug)]
pub(crate) enum News {
    /// It waits at this place of the queue, from 1.
    Queued(usize),
    /// A thread has taken it up.
    Started,
    /// What the search says.
    Answer(Answer),
    /// The thread panicked over it.
    Crashed,
}

/// Too many questions wait already.
#[derive(Clone, Copy, Debug, Error)]
#[error("the server is busy: too many searches are waiting")]
pub(crate) struct Busy;

/// Search threads with one queue. Dropped, it waits for them to end.
#[derive(Debug)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
    longest: Duration,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    most_waiting: usize,
}

#[derive(Debug, Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// The flag of the search that each thread runs, to end it on the way out.
    running: Vec<Option<StopFlag>>,
    idle: usize,
    closed: bool,
}

#[derive(Debug)]
struct Job {
    question: Question,
    stop: StopFlag,
    news: UnboundedSender<News>,
}

/// A question that has been asked. Dropping it ends the search.
#[derive(Debug)]
pub(crate) struct Ticket {
    shared: Arc<Shared>,
    stop: StopFlag,
    news: UnboundedReceiver<News>,
    longest: Duration,
    deadline: Option<Instant>,
}

impl Pool {
    pub(crate) fn new(maker: &Maker, threads: usize, waiting: usize, longest: Duration) -> Pool {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue { running: vec![None; threads], ..Queue::default() }),
            changed: Condvar::new(),
            most_waiting: waiting,
        });
        let threads = (0..threads)
            .map(|number| {
                let shared = Arc::clone(&shared);
                let maker = maker.clone();
                std::thread::Builder::new()
                    .name(format!("search-{number}"))
                    .spawn(move || shared.work(number, &maker))
                    .expect("a thread can be started")
            })
            .collect();
        Pool { shared, longest, threads }
    }

    /// Queues a question.
    pub(crate) fn ask(&self, question: Question) -> Result<Ticket, Busy> {
        let (news, inbox) = unbounded_channel();
        let stop = StopFlag::default();
        let mut queue = self.shared.lock();
        if queue.jobs.len() >= self.shared.most_waiting {
            return Err(Busy);
        }
        let place = queue.jobs.len() + 1;
        let waits = place > queue.idle;
        let job = Job { question, stop: stop.clone(), news };
        if waits {
            job.tell(News::Queued(place));
        }
        queue.jobs.push_back(job);
        drop(queue);
        self.shared.changed.notify_one();
        let shared = Arc::clone(&self.shared);
        Ok(Ticket { shared, stop, news: inbox, longest: self.longest, deadline: None })
    }

    /// Ends every search and lets nothing new begin.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.jobs.clear();
        for stop in queue.running.iter().flatten() {
            stop.raise();
        }
        drop(queue);
        self.shared.changed.notify_all();
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

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing panics while the queue is locked halfway through a change.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, thread: usize, maker: &Maker) {
        let mut worker = Worker::new(maker);
        while let Some(job) = self.next(thread) {
            job.tell(News::Started);
            let Job { question, stop, news } = job;
            let answered = catch_unwind(AssertUnwindSafe(|| {
                worker.answer(&question, &stop, &|answer| tell(&news, News::Answer(answer)));
            }));
            if answered.is_err() {
                tracing::error!(?question, "a search panicked");
                worker = Worker::new(maker);
                tell(&news, News::Crashed);
            }
            self.lock().running[thread] = None;
        }
    }

    /// The next question, once there is one; none when the server ends.
    fn next(&self, thread: usize) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.jobs.pop_front() {
                queue.running[thread] = Some(job.stop.clone());
                queue.tell_places();
                return Some(job);
            }
            queue.idle += 1;
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
        }
    }

    /// Takes given-up questions out of the queue.
    fn forget_stopped(&self) {
        let mut queue = self.lock();
        let before = queue.jobs.len();
        queue.jobs.retain(|job| !job.stop.is_raised());
        if queue.jobs.len() != before {
            queue.tell_places();
        }
    }
}

impl Queue {
    fn tell_places(&self) {
        for (at, job) in self.jobs.iter().enumerate() {
            job.tell(News::Queued(at + 1));
        }
    }
}

impl Job {
    fn tell(&self, news: News) {
        tell(&self.news, news);
    }
}

fn tell(to: &UnboundedSender<News>, news: News) {
    // Whoever asked has gone; the search is being stopped for that reason.
    let _ = to.send(news);
}

impl Ticket {
    /// What happens next; nothing more after the last word. The search is stopped when it has
    /// taken the longest time allowed.
    pub(crate) async fn next(&mut self) -> Option<News> {
        loop {
            let news = match self.deadline {
                None => self.news.recv().await?,
                Some(deadline) => tokio::select! {
                    news = self.news.recv() => news?,
                    () = sleep_until(deadline) => {
                        self.stop.raise();
                        self.deadline = None;
                        continue;
                    }
                },
            };
            if !matches!(news, News::Started) {
                return Some(news);
            }
            self.deadline = Some(Instant::now() + self.longest);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.raise();
        self.shared.forget_stopped();
    }
}
