//! Ctrl-C and the signals that ask the program to end: the one place that knows them.

use std::sync::mpsc::{self, Receiver};

use anyhow::{Context, Result};
use obverse_engine::StopFlag;

/// Which signals are heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hear {
    /// Ctrl-C, and the polite request to end.
    Interrupts,
    /// Also that the terminal is gone. A long job does not listen to that: it may have been
    /// started with `nohup`.
    HangUps,
}

/// A signal that asked the program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal(i32);

impl Signal {
    /// Ends the program as the signal would have.
    pub(crate) fn exit(self) -> ! {
        std::process::exit(128 + self.0)
    }
}

/// Calls the function at every signal, on a thread of its own.
pub(crate) fn on_signal(hear: Hear, tell: impl FnMut(Signal) + Send + 'static) -> Result<()> {
    system::listen(hear, tell).context("listening to signals")
}

/// Calls the function at the first interrupt, so that a long job can say what it has; the second
/// one ends the program.
pub(crate) fn on_first(mut stop: impl FnMut() + Send + 'static) -> Result<()> {
    let mut is_first = true;
    on_signal(Hear::Interrupts, move |signal| {
        if !std::mem::take(&mut is_first) {
            signal.exit();
        }
        stop();
    })
}

/// Ends the program at an interrupt, after telling what was kept and how to go on.
///
/// For jobs that cannot be stopped in the middle: what they keep is written in such a way that
/// nothing is lost whenever they end.
pub(crate) fn end_with(kept: impl FnOnce() -> String + Send + 'static) -> Result<()> {
    let mut kept = Some(kept);
    on_signal(Hear::Interrupts, move |signal| {
        if let Some(kept) = kept.take() {
            eprintln!("obverse: interrupted; {}", kept());
        }
        signal.exit();
    })
}

/// What a job that keeps checkpoints tells when it is interrupted.
#[cfg(feature = "train")]
pub(crate) fn end_with_checkpoints(folder: Option<&std::path::Path>) -> Result<()> {
    let folder = folder.map(|folder| folder.display().to_string());
    end_with(move || match folder {
        Some(folder) => {
            format!("what is finished is kept in {folder}: the same command goes on from there")
        }
        None => "nothing was kept: with --checkpoints FOLDER the same command goes on after an \
                 interruption"
            .to_owned(),
    })
}

/// Raises the flag at the first interrupt; the second one ends the program.
pub(crate) fn raise_on_first(stop: &StopFlag) -> Result<()> {
    let stop = stop.clone();
    on_first(move || stop.raise())
}

/// A message a signal, for whoever has an event loop.
pub(crate) fn messages(hear: Hear) -> Result<Receiver<()>> {
    let (sender, receiver) = mpsc::channel();
    on_signal(hear, move |_| {
        // Nobody listens any more once the program is ending.
        let _ = sender.send(());
    })?;
    Ok(receiver)
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::{Hear, Signal};

    pub(super) fn listen(
        hear: Hear,
        mut tell: impl FnMut(Signal) + Send + 'static,
    ) -> io::Result<()> {
        let mut signals = match hear {
            Hear::Interrupts => Signals::new([SIGINT, SIGTERM])?,
            Hear::HangUps => Signals::new([SIGINT, SIGTERM, SIGHUP])?,
        };
        thread::spawn(move || signals.forever().for_each(|signal| tell(Signal(signal))));
        Ok(())
    }
}

/// Elsewhere there is no way to wait for a signal: a flag is looked at now and then.
#[cfg(not(unix))]
mod system {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use signal_hook::consts::{SIGINT, SIGTERM};

    use super::{Hear, Signal};

    const OFTEN: Duration = Duration::from_millis(50);

    pub(super) fn listen(
        _hear: Hear,
        mut tell: impl FnMut(Signal) + Send + 'static,
    ) -> io::Result<()> {
        let received = Arc::new(AtomicUsize::new(0));
        for signal in [SIGINT, SIGTERM] {
            let number = signal as usize;
            signal_hook::flag::register_usize(signal, Arc::clone(&received), number)?;
        }
        thread::spawn(move || {
            loop {
                match received.swap(0, Ordering::Relaxed) {
                    0 => thread::sleep(OFTEN),
                    signal => tell(Signal(signal as i32)),
                }
            }
        });
        Ok(())
    }
}
