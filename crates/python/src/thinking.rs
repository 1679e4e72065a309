//! Long work with the interpreter released, which Ctrl-C ends.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use obverse_engine::StopFlag;
use pyo3::prelude::*;

/// How often Python is asked whether somebody pressed Ctrl-C.
const SIGNALS: Duration = Duration::from_millis(50);

/// Work on a thread of its own that says something now and then. Dropped, it is stopped and waited
/// for.
pub(crate) struct Thinking<T> {
    news: Mutex<Receiver<T>>,
    stop: StopFlag,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl<T: Send + 'static> Thinking<T> {
    /// Begins. The work is given a way to say things, which waits until they are heard; false if
    /// nobody listens any more.
    pub(crate) fn begin(
        stop: StopFlag,
        work: impl FnOnce(&dyn Fn(T) -> bool) + Send + 'static,
    ) -> Thinking<T> {
        let (sender, receiver) = mpsc::sync_channel(1);
        let thread = thread::spawn(move || work(&|news| sender.send(news).is_ok()));
        Thinking { news: Mutex::new(receiver), stop, thread: Mutex::new(Some(thread)) }
    }

    /// The next that is said; none at the end. Ctrl-C stops the work and becomes an exception.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            let heard = py.detach(|| {
                let news = self.news.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                news.recv_timeout(SIGNALS)
            });
            match heard {
                Ok(news) => return Ok(Some(news)),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.stop())?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.join();
                    return Ok(None);
                }
            }
        }
    }
}

impl<T> Thinking<T> {
    /// Ends the work soon.
    pub(crate) fn stop(&self) {
        self.stop.raise();
    }

    /// Waits for the thread. If it panicked, so does this.
    fn join(&self) {
        let thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(Err(panic)) = thread.map(JoinHandle::join) {
            resume_unwind(panic);
        }
    }
}

impl<T> Drop for Thinking<T> {
    fn drop(&mut self) {
        self.stop.raise();
        // Whoever is about to say something hears that nobody listens.
        let (_, closed) = mpsc::sync_channel(1);
        self.news = Mutex::new(closed);
        let thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        // It may be waiting for the interpreter, which this thread has.
        Python::attach(|py| py.detach(|| thread.map(JoinHandle::join)));
    }
}

/// Does the work, whatever it takes, and gives its result.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    stop: StopFlag,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let thinking = Thinking::begin(stop, move |tell| {
        tell(work());
    });
    let result = thinking.next(py)?;
    Ok(result.unwrap_or_else(|| unreachable!("it tells its result, or has panicked")))
}
