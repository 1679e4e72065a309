//! Lines in, lines out.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use obverse_engine::StopFlag;

/// Nobody types longer lines; a file that is piped in by mistake has them.
const LONGEST_LINE: u64 = 1 << 12;
/// How often somebody who waits for a line looks whether to go on waiting.
const PATIENCE: Duration = Duration::from_millis(50);

/// Where questions go and answers come from.
pub struct Console {
    input: Lines,
    output: Box<dyn Write + Send>,
    /// Whether answers have to be repeated: they come from where nobody sees them.
    echo: bool,
    /// Answers that were given before their question.
    early: VecDeque<String>,
    /// Why nothing can be written any more.
    failure: Option<io::Error>,
    /// Raised when nobody is to be waited for any more.
    stop: StopFlag,
}

/// Lines that are read on a thread of their own, one when it is asked for, so that whoever waits
/// for one can be called away.
struct Lines {
    wanted: Sender<()>,
    lines: Receiver<Option<String>>,
}

impl Console {
    /// A console that reads and writes here. Where the input is no terminal, `echo` puts the
    /// answers into the output, so that each message stands on its own line.
    pub fn new(
        input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
        echo: bool,
    ) -> Console {
        Console {
            input: Lines::new(input),
            output: Box::new(output),
            echo,
            early: VecDeque::new(),
            failure: None,
            stop: StopFlag::default(),
        }
    }

    /// From now on a raised flag ends the waiting for answers.
    pub(super) fn end_with(&mut self, stop: &StopFlag) {
        self.stop = stop.clone();
    }

    /// Whether there is no more waiting for answers.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// Writes a line.
    pub(super) fn say(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        self.write(|output| writeln!(output, "{line}"));
    }

    /// Asks for a line; none if the input has ended, the output is gone, or it was stopped.
    pub(super) fn ask(&mut self, prompt: &str) -> Option<String> {
        self.write(|output| {
            write!(output, "{prompt}")?;
            output.flush()
        });
        if self.failure.is_some() {
            return None;
        }
        let early = self.early.pop_front();
        let echo = self.echo || early.is_some();
        let answer = early.or_else(|| self.input.next(&self.stop));
        if echo || answer.is_none() {
            // An input that ended leaves the prompt's line open.
            self.say(answer.as_deref().unwrap_or(""));
        }
        answer
    }

    /// Whether somebody types the answers, and not a script.
    pub(super) fn is_typed_at(&self) -> bool {
        !self.echo && !self.is_stopped() && !self.is_broken()
    }

    /// Whether no answer came because a script has ended, and not because somebody leaves.
    pub(super) fn has_run_out(&self) -> bool {
        self.echo && !self.is_stopped() && !self.is_broken()
    }

    /// Keeps an answer for a later question.
    pub(super) fn keep(&mut self, answer: String) {
        self.early.push_back(answer);
    }

    /// Whether the output is gone.
    pub(super) fn is_broken(&self) -> bool {
        self.failure.is_some()
    }

    /// Writes what is left, and says whether all could be written.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.write(Write::flush);
        self.failure.take().map_or(Ok(()), Err)
    }

    fn write(&mut self, write: impl FnOnce(&mut Box<dyn Write + Send>) -> io::Result<()>) {
        if self.failure.is_none() {
            self.failure = write(&mut self.output).err();
        }
    }
}

impl Lines {
    fn new(mut input: impl BufRead + Send + 'static) -> Lines {
        let (wanted, requests) = mpsc::channel();
        let (sender, lines) = mpsc::channel();
        // The thread ends with the console, or with the program where it waits for a line.
        thread::spawn(move || {
            while requests.recv().is_ok() && sender.send(read_line(&mut input)).is_ok() {}
        });
        Lines { wanted, lines }
    }

    /// The next line; none if there is none, or if the flag was raised before it came.
    fn next(&self, stop: &StopFlag) -> Option<String> {
        self.wanted.send(()).ok()?;
        while !stop.is_raised() {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}

fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    // Input that can't be read has ended.
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok();
    read.filter(|&read| read > 0)?;
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        skip_line(input);
    }
    let text = String::from_utf8_lossy(&bytes);
    // Control characters would confuse terminals when they are repeated.
    Some(text.trim().chars().filter(|c| !c.is_control()).collect())
}

fn skip_line(input: &mut impl BufRead) {
    while let Ok(buffer) = input.fill_buf() {
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        if used == 0 {
            return;
        }
        input.consume(used);
        if end.is_some() {
            return;
        }
    }
}
