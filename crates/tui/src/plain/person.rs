//! A person at the console.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use obverse_engine::{Engine, Limits, Options, StopFlag};
use obverse_players::{Ask, Decision, Table};
use obverse_records::Record;
use obverse_rules::Game;
use obverse_study::Tree;

use super::answer::{Answer, HELP};
use super::console::Console;
use super::draw;
use crate::files::{self, Kind, NotWritten};
use crate::saving;
use crate::words;

/// How long the engine thinks about a hint, and how many moves it names.
const HINT_TIME: Duration = Duration::from_secs(1);
const HINTS: usize = 3;

/// What the persons at the table share with those who report.
pub(super) struct Room {
    pub console: Console,
    /// The game as it would be written down now.
    pub pages: Pages,
    /// Whether what is no move at all loses.
    pub strict: bool,
    pub(super) engine: Options,
    /// Raised when nothing is to be waited for any more.
    pub(super) stop: StopFlag,
    /// A file that was there already: asked for twice, it is replaced.
    in_the_way: Option<String>,
}

/// The game as it would be written down: its line, and with everything that was played in it.
pub(super) struct Pages {
    pub line: Record,
    pub whole: Record,
    pub tree: Tree,
}

impl Pages {
    /// A game on the table, with the variations that are known of it.
    pub(super) fn new(table: &Table, tree: Option<Tree>) -> Pages {
        let tree = tree.unwrap_or_else(|| Tree::new(*table.game().start()));
        let mut pages = Pages { line: table.record(), whole: table.record(), tree };
        pages.take(table);
        pages
    }

    /// Takes in what was played. What is taken back stays as a variation once something else is
    /// played.
    pub(super) fn take(&mut self, table: &Table) {
        // A tree that is full stays as it is; the table has the game all the same.
        if self.tree.follow(table.game()).is_ok() {
            self.tree.lead(0);
        }
        self.line = table.record();
        self.whole = saving::record(table, &self.tree);
    }
}

impl Room {
    pub(super) fn new(
        console: Console,
        engine: Options,
        pages: Pages,
        strict: bool,
        stop: StopFlag,
    ) -> Room {
        Room { console, pages, strict, engine, stop, in_the_way: None }
    }
}

/// The room, even if somebody in it panicked: what it holds is still whole.
pub(super) fn lock(room: &Mutex<Room>) -> MutexGuard<'_, Room> {
    room.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks a person in this room.
pub(super) fn asker(room: Arc<Mutex<Room>>) -> Ask {
    Box::new(move |game, _| lock(&room).ask(game))
}

impl Room {
    fn ask(&mut self, game: &Game) -> Decision {
        let position = game.position();
        let side = position.side();
        self.console.say(format!("{side} to move: {}.", draw::numbered_moves(position)));
        let prompt = format!("Enter move for colour {} (RowCol): ", side.letter());
        loop {
            let Some(line) = self.console.ask(&prompt) else {
                if !self.console.is_stopped() {
                    self.console.say("The input has ended; the game is not finished.");
                }
                return Decision::Leave;
            };
            match Answer::read(&line, position) {
                Answer::Move(mv) => return mv.into(),
                Answer::Undo => return Decision::TakeBack,
                Answer::Resign => return Decision::Resign,
                Answer::Quit => return Decision::Leave,
                Answer::Hint => self.hint(game),
                Answer::Board => self.console.say(draw::board(position).trim_end()),
                Answer::Save(file) => self.save(file),
                Answer::Review => self.review(),
                Answer::Variations => self.variations(),
                Answer::Help => self.console.say(HELP),
                Answer::Unknown(_) if self.strict && !line.is_empty() => {
                    return Decision::Word(line);
                }
                Answer::Unknown(why) => {
                    self.console.say("Invalid move.");
                    self.console.say(format!("{why}."));
                }
            }
        }
    }

    fn hint(&mut self, game: &Game) {
        let limits = Limits { lines: HINTS, book: false, ..Limits::time(HINT_TIME) };
        let mut engine = Engine::new(self.engine.clone());
        let report = engine.search(game.position(), &limits);
        let side = game.position().side();
        for line in &report.lines {
            let score = words::score(line.score, side);
            self.console.say(format!("{score}: {}", words::line(&line.moves)));
        }
    }

    pub(super) fn save(&mut self, file: String) {
        let replace = self.in_the_way.as_deref() == Some(&file);
        let record = |kind: Kind| {
            let Pages { line, whole, .. } = &self.pages;
            if kind.holds_variations() { whole.clone() } else { line.clone() }
        };
        match files::write(&file, replace, &record) {
            Ok(name) => self.console.say(format!("Saved to {name}.")),
            Err(NotWritten::Exists(_)) => {
                self.console.say(format!("{file} is there already: save it again to replace it."));
                self.in_the_way = Some(file);
            }
            Err(error) => self.console.say(error.to_string()),
        }
    }
}
