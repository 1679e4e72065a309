//! The plain game with a script in the place of a person.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use obverse_engine::StopFlag;
use obverse_players::{Ending, Maker};
use obverse_tui::plain::{self, Console, PlainError, Request};

/// An output that can be read afterwards.
#[derive(Clone, Default)]
pub(crate) struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    /// What was written.
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays the game that is asked for with these answers, and returns what was said.
pub(crate) fn run(request: &Request, input: &str) -> (Result<Ending, PlainError>, String) {
    let paper = Paper::default();
    let console = Console::new(Cursor::new(input.to_owned()), paper.clone(), true);
    let maker = Maker { seed: Some(1), ..Maker::default() };
    let ending = plain::run(console, request, &maker, &StopFlag::default());
    (ending, paper.text())
}
