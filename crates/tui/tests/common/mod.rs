//! A game without a terminal, for the tests of this crate.

#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod script;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use obverse_players::{ClockTime, Table, Terms, TimeControl, Who};
use obverse_rules::{Game, Move, Size, Square};
use obverse_tui::draw::draw;
use obverse_tui::state::{Chooser, Play, State};
use obverse_tui::theme::{Depth, Glyphs, Theme};
use obverse_tui::update::{Begun, Effect, Message, update};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// A state that is driven by keys, and what it asked for last.
pub(crate) struct Driver {
    pub(crate) state: State,
    pub(crate) now: Duration,
    pub(crate) effects: Vec<Effect>,
}

impl Driver {
    /// The chooser, with nothing that waits.
    pub(crate) fn chooser() -> Driver {
        let state = State::new(Chooser::new(vec![]));
        Driver { state, now: Duration::ZERO, effects: vec![] }
    }

    /// A game that has just begun.
    pub(crate) fn game(black: &str, white: &str, size: usize) -> Driver {
        Driver::with_terms(black, white, Game::from_start(Size::new(size).unwrap()), None)
    }

    /// A game between these players, with a clock if one is given.
    pub(crate) fn with_terms(black: &str, white: &str, game: Game, clock: Option<&str>) -> Driver {
        let players: [Who; 2] = [black.parse().unwrap(), white.parse().unwrap()];
        let names = players.each_ref().map(Who::to_string);
        let time = clock.map_or(TimeControl::Free, |clock| {
            TimeControl::Clock(clock.parse::<ClockTime>().unwrap().0)
        });
        Driver::with_table(Table::new(game, Terms { time, ..Terms::default() }, names), players)
    }

    /// A game on this table.
    pub(crate) fn with_table(table: Table, players: [Who; 2]) -> Driver {
        let mut driver = Driver::chooser();
        let begun =
            Begun { table, players, resumed: false, file: None, saved_in: None, tree: None };
        driver.send(Message::Begun(Ok(Box::new(begun))));
        driver
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: Message) -> &mut Driver {
        self.effects = update(&mut self.state, message, self.now);
        self
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, code: KeyCode) -> &mut Driver {
        self.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    /// Types text; `\n` is Enter.
    pub(crate) fn keys(&mut self, text: &str) -> &mut Driver {
        for character in text.chars() {
            self.press(if character == '\n' { KeyCode::Enter } else { KeyCode::Char(character) });
        }
        self
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, time: Duration) -> &mut Driver {
        self.now += time;
        self.send(Message::Tick)
    }

    /// The computer whose turn it is plays this.
    pub(crate) fn answer(&mut self, square: &str) -> &mut Driver {
        let ticket = self.play().ticket;
        self.answer_to(ticket, square)
    }

    /// A computer answers a question that may be an old one.
    pub(crate) fn answer_to(&mut self, ticket: u64, square: &str) -> &mut Driver {
        let mv: Move = square.parse().unwrap();
        let answer = Ok(mv.into());
        self.send(Message::Decided { ticket, answer, elapsed: Duration::from_secs(1) })
    }

    /// The game.
    pub(crate) fn play(&self) -> &Play {
        self.state.play.as_ref().expect("a game is on")
    }

    /// The moves so far, in a row.
    pub(crate) fn moves(&self) -> String {
        self.play().game().moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// What the player was told last.
    pub(crate) fn notice(&self) -> &str {
        &self.play().notice.text
    }

    /// Whether a computer was asked for a move by the last message.
    pub(crate) fn asked(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Choose { .. }))
    }

    /// The screen of a terminal of this size, as text.
    pub(crate) fn screen(&self, width: u16, height: u16, theme: &Theme) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| drop(draw(frame.buffer_mut(), &self.state, theme))).unwrap();
        let text = terminal.backend().to_string();
        let lines = text.lines().map(|line| line.trim_matches('"').trim_end());
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A square by its name.
pub(crate) fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// The usual theme.
pub(crate) fn unicode() -> Theme {
    Theme::new(Depth::True, Glyphs::Unicode)
}
