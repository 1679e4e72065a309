//! Lines in, lines out.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};

/// Nobody types longer lines; a file that is piped in by mistake has them.
const LONGEST_LINE: u64 = 1 << 12;

/// Where questions go and answers come from.
pub struct Console {
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    /// Whether answers have to be repeated: they come from where nobody sees them.
    echo: bool,
    /// Answers that were given before their question.
    early: VecDeque<String>,
    /// Why nothing can be written any more.
    failure: Option<io::Error>,
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
            input: Box::new(input),
            output: Box::new(output),
            echo,
            early: VecDeque::new(),
            failure: None,
        }
    }

    /// Writes a line.
    pub(super) fn say(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        self.write(|output| writeln!(output, "{line}"));
    }

    /// Asks for a line; none if the input has ended or the output is gone.
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
        let answer = early.or_else(|| self.read_line());
        if echo || answer.is_none() {
            // An input that ended leaves the prompt's line open.
            self.say(answer.as_deref().unwrap_or(""));
        }
        answer
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

    fn read_line(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.input).take(LONGEST_LINE);
        // Input that can't be read has ended.
        limited.read_until(b'\n', &mut bytes).ok().filter(|&read| read > 0)?;
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            skip_line(&mut self.input);
        }
        let text = String::from_utf8_lossy(&bytes);
        // Control characters would confuse terminals when they are repeated.
        Some(text.trim().chars().filter(|c| !c.is_control()).collect())
    }

    fn write(&mut self, write: impl FnOnce(&mut Box<dyn Write + Send>) -> io::Result<()>) {
        if self.failure.is_none() {
            self.failure = write(&mut self.output).err();
        }
    }
}

fn skip_line(input: &mut dyn BufRead) {
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
