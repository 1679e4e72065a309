//! A child process that is spoken to in lines.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{self, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use obverse_engine::StopFlag;
use thiserror::Error;

use super::guard::NOT_STARTED;
use crate::session::read_line;

/// How child processes are started.
#[derive(Clone, Debug, Default)]
pub struct Launcher {
    /// A program and its first arguments that run a command under [`guard`](super::guard()), so
    /// that the command ends with us even if we are killed. Without it a child ends when it is
    /// dropped.
    pub guard: Option<(PathBuf, Vec<String>)>,
}

/// What can go wrong with a child.
#[derive(Debug, Error)]
pub enum ChildError {
    /// The command line makes no sense.
    #[error("`{command}` is not a command: {error}")]
    Command {
        /// The command line.
        command: String,
        /// Why.
        error: shell_words::ParseError,
    },
    /// The command line is empty.
    #[error("there is no command")]
    NoCommand,
    /// The process could not be started.
    #[error("it could not be started: {reason}")]
    Start {
        /// Why.
        reason: String,
    },
    /// The process has ended, or has closed its output.
    #[error("it has ended ({status}){last_words}")]
    Ended {
        /// How.
        status: String,
        /// The last it wrote to standard error.
        last_words: String,
    },
    /// No answer came in time.
    #[error("no answer to `{question}` within {seconds:.1} s{last_words}")]
    Silent {
        /// What it was asked.
        question: String,
        /// How long it had.
        seconds: f64,
        /// The last it wrote to standard error.
        last_words: String,
    },
    /// The answer was not wanted any more.
    #[error("stopped")]
    Stopped,
}

/// A child process. It ends when this is dropped, with all that it has started.
#[derive(Debug)]
pub(crate) struct Child {
    process: process::Child,
    /// Lines on their way to the child: one that does not read must not hold us up.
    input: Option<Sender<String>>,
    lines: Receiver<String>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    last_sent: String,
}

/// How many lines of output may wait: one that prints without end is held up, not stored.
const WAITING_LINES: usize = 1024;
/// How many lines of standard error are repeated in an error.
const LAST_WORDS: usize = 3;
/// How long a child may take to end by itself when its input ends.
const FAREWELL: Duration = Duration::from_millis(300);
/// How often a wait looks at the stop flag.
const TICK: Duration = Duration::from_millis(20);

impl Child {
    /// Starts a command line, which is split as a shell would.
    pub(crate) fn start(command: &str, launcher: &Launcher) -> Result<Child, ChildError> {
        let words = shell_words::split(command)
            .map_err(|error| ChildError::Command { command: command.to_owned(), error })?;
        if words.is_empty() {
            return Err(ChildError::NoCommand);
        }
        let (program, before) = match &launcher.guard {
            Some((program, arguments)) => (program.as_os_str(), [arguments, &words[..]]),
            None => (words[0].as_ref(), [&[][..], &words[1..]]),
        };
        let mut builder = Command::new(program);
        builder.args(before.concat());
        builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut builder);
        let mut process =
            builder.spawn().map_err(|error| ChildError::Start { reason: error.to_string() })?;
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(output) = process.stdout.take() {
            thread::spawn(move || forward(BufReader::new(output), &sender));
        }
        if let Some(errors) = process.stderr.take() {
            let last_words = last_words.clone();
            thread::spawn(move || remember(BufReader::new(errors), &last_words));
        }
        let input = process.stdin.take().map(|input| {
            let (sender, lines) = mpsc::channel();
            thread::spawn(move || write_lines(input, &lines));
            sender
        });
        Ok(Child { process, input, lines, last_words, last_sent: String::new() })
    }

    /// Writes a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), ChildError> {
        line.clone_into(&mut self.last_sent);
        let sent = self.input.as_ref().is_some_and(|input| input.send(line.to_owned()).is_ok());
        // A pipe can only break because nobody is at its other end.
        if sent { Ok(()) } else { Err(self.ended()) }
    }

    /// The next line, if one comes before the deadline and the flag is not raised.
    pub(crate) fn receive(
        &mut self,
        deadline: Deadline,
        stop: Option<&StopFlag>,
    ) -> Result<String, ChildError> {
        loop {
            if stop.is_some_and(StopFlag::is_raised) {
                return Err(ChildError::Stopped);
            }
            let left = deadline.at.saturating_duration_since(Instant::now());
            // Before another line is taken: one that writes without end is late, too.
            if left.is_zero() {
                return Err(ChildError::Silent {
                    question: self.last_sent.chars().take(40).collect(),
                    seconds: deadline.given.as_secs_f64(),
                    last_words: self.last_words(),
                });
            }
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn ended(&mut self) -> ChildError {
        let status = self.wait(FAREWELL);
        // What it wrote before it died may still be on its way: the thread that remembers it
        // gives its share of the words back when it has read everything.
        let deadline = Instant::now() + FAREWELL;
        while Arc::strong_count(&self.last_words) > 1 && Instant::now() < deadline {
            thread::sleep(TICK / 4);
        }
        let words = self.words();
        // A shell ends so as well where it does not find the command.
        if status.is_some_and(|status| status.code() == Some(NOT_STARTED)) && !words.is_empty() {
            return ChildError::Start { reason: words };
        }
        let status = status.map_or("its output is closed".to_owned(), |status| status.to_string());
        ChildError::Ended { status, last_words: self.last_words() }
    }

    fn last_words(&self) -> String {
        let words = self.words();
        if words.is_empty() { words } else { format!("; it last wrote: {words}") }
    }

    fn words(&self) -> String {
        let Ok(words) = self.last_words.lock() else { return String::new() };
        words.iter().cloned().collect::<Vec<_>>().join(" / ")
    }

    /// Waits for the end of the process, but not for long.
    fn wait(&mut self, longest: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + longest;
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(TICK / 4),
                _ => return None,
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if let Some(input) = self.input.take() {
            // Both protocols know the word; whoever is gone already need not hear it.
            let _ = input.send("quit".to_owned());
        }
        let has_ended = self.wait(FAREWELL).is_some();
        // What the child has started may live on where the child itself has ended.
        kill_group(&self.process);
        if !has_ended {
            // It can only fail because the process has ended meanwhile, which is what we want.
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

/// A moment by which something must have happened, and how long that was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    at: Instant,
    given: Duration,
}

impl Deadline {
    pub(crate) fn after(given: Duration) -> Deadline {
        Deadline { at: Instant::now() + given, given }
    }
}

/// Writes lines, until there are no more or nobody reads them.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Passes lines on, until the output ends or nobody listens.
fn forward(mut output: impl BufRead, lines: &SyncSender<String>) {
    let mut bytes = Vec::new();
    while read_line(&mut output, &mut bytes).unwrap_or(false) {
        if lines.send(String::from_utf8_lossy(&bytes).trim_end().to_owned()).is_err() {
            // Somebody has to read on, or the child is held up by a full pipe.
            let _ = io::copy(&mut output, &mut io::sink());
            return;
        }
        bytes.clear();
    }
}

/// Keeps the last lines of standard error.
fn remember(mut errors: impl BufRead, last_words: &Mutex<VecDeque<String>>) {
    let mut bytes = Vec::new();
    while read_line(&mut errors, &mut bytes).unwrap_or(false) {
        let line: String = String::from_utf8_lossy(&bytes).trim().chars().take(200).collect();
        if let Ok(mut words) = last_words.lock()
            && !line.is_empty()
        {
            words.push_back(line);
            while words.len() > LAST_WORDS {
                words.pop_front();
            }
        }
        bytes.clear();
    }
}

/// Puts a command into a process group of its own: an interrupt from the keyboard is ours to
/// handle, and all that it starts can be ended at once.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

#[cfg(unix)]
fn kill_group(process: &process::Child) {
    if let Some(group) = rustix::process::Pid::from_raw(process.id() as i32) {
        // There may be nobody left in the group.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_process: &process::Child) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn silent(mut child: Child) -> bool {
        let answer = child.receive(Deadline::after(Duration::from_millis(50)), None);
        matches!(answer, Err(ChildError::Silent { .. }))
    }

    #[test]
    fn a_child_that_does_not_read_holds_nobody_up() {
        let mut child = Child::start("sleep 1000", &Launcher::default()).unwrap();
        // Much more than a pipe holds.
        child.send(&"x".repeat(1 << 20)).unwrap();
        child.send("name").unwrap();
        assert!(silent(child));
    }

    #[test]
    fn a_child_that_writes_without_end_is_late_too() {
        let mut child = Child::start("yes", &Launcher::default()).unwrap();
        let deadline = Deadline::after(Duration::from_millis(50));
        let error = loop {
            match child.receive(deadline, None) {
                Ok(line) => assert_eq!(line, "y"),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, ChildError::Silent { .. }), "{error}");
    }
}
