//! The program as a child process that is spoken to in lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here takes on a busy machine, shorter than the searches that are cut.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    /// Starts the program with one thread and a small table.
    pub(crate) fn start(arguments: &[&str]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args(arguments)
            .args(["--threads", "1", "--hash", "16"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let input = child.stdin.take();
        Client { child, input, lines }
    }

    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").expect("the program listens");
    }

    /// The next line of output.
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the program answers")
    }

    /// All lines up to the first that begins like this, which is the last.
    pub(crate) fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().is_some_and(|line| line.starts_with(beginning)) {
            lines.push(self.line());
        }
        lines
    }

    /// All lines up to this one.
    pub(crate) fn until_line(&mut self, last: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while lines.last().is_none_or(|line| line != last) {
            lines.push(self.line());
        }
        lines
    }

    /// Closes the input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the program and gives the rest of its output; panics if it goes on.
    pub(crate) fn rest(mut self) -> Vec<String> {
        let begun = Instant::now();
        while self.child.try_wait().expect("it can be waited for").is_none() {
            assert!(begun.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(10));
        }
        self.lines.iter().collect()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It has ended already where the test went well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
