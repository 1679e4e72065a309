//! The table: the one place that runs a game.
//!
//! A [`Table`] holds the game, its clocks and how it ended. Who has an event loop (the full
//! screen, the page) tells it what was played and reads the [`Event`]s that follow; who has not
//! (the plain game, turn files, the arena) seats two players and calls [`Table::run`]. Either way
//! passes are played, clocks run, moves are checked, and the game is saved after every move here
//! and nowhere else.

use std::fmt;
use std::time::{Duration, Instant};

use obverse_engine::{Clock, StopFlag};
use obverse_records::Record;
use obverse_rules::{Color, Game, IllegalMove, Move, Square, Squares};
use thiserror::Error;

use crate::{Choice, Ending, Player, PlayerError, Thought, TimeControl, Turn};

/// The terms of a game.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The time the players have.
    pub time: TimeControl,
    /// How far a clock may be overrun before that loses: the way between the players.
    pub grace: Duration,
    /// An illegal move of a person loses at once instead of being asked again.
    pub strict: bool,
}

/// What happened at the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A player thinks, and thinks this.
    Thinking {
        /// Who.
        color: Color,
        /// What.
        thought: Thought,
    },
    /// A disc was placed.
    Played {
        /// By whom.
        color: Color,
        /// Where.
        square: Square,
        /// The discs that it turned over.
        flips: Squares,
        /// What was thought of the move.
        thought: Option<Thought>,
        /// How long it took.
        elapsed: Duration,
    },
    /// A side without a move passed.
    Passed(Color),
    /// Moves were taken back, so many, passes included.
    TookBack(usize),
    /// An illegal move was refused, and the game goes on.
    Refused {
        /// Whose.
        color: Color,
        /// The move.
        mv: Move,
        /// Why.
        reason: IllegalMove,
    },
    /// The game could not be saved; it goes on.
    NotSaved(String),
    /// The game ended.
    Over(Ending),
}

/// What is known of a move beside the move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// How long it took.
    pub elapsed: Duration,
    /// What the player thought of it.
    pub thought: Option<Thought>,
}

/// Why the table refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The move may not be played.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game has ended.
    #[error("the game has ended")]
    Ended,
    /// There is no move to take back or to play again.
    #[error("there is no move to {0}")]
    Nothing(&'static str),
}

/// Writes a game down, with its notes. It is called after every move.
pub type Saver = Box<dyn FnMut(&Table) -> Result<(), Box<dyn std::error::Error>> + Send>;

/// A game between two players, with everything around it.
pub struct Table {
    game: Game,
    terms: Terms,
    names: [String; 2],
    clocks: [Duration; 2],
    /// One a move of the game, the undone ones included.
    notes: Vec<Note>,
    ending: Option<Ending>,
    events: Vec<Event>,
    saver: Option<Saver>,
}

impl Table {
    /// A table with a game on it, which may have begun already.
    pub fn new(game: Game, terms: Terms, names: [String; 2]) -> Table {
        let main = match terms.time {
            TimeControl::Clock(clock) => clock.remaining,
            _ => Duration::ZERO,
        };
        let notes = vec![Note::default(); game.moves().len() + game.undone().len()];
        let mut table = Table {
            game,
            terms,
            names,
            clocks: [main; 2],
            notes,
            ending: None,
            events: Vec::new(),
            saver: None,
        };
        table.settle();
        table
    }

    /// A table with a game that was written down: what its record knows of the moves is kept, and
    /// the time they took is off the clocks.
    pub fn resume(record: &Record, terms: Terms, names: [String; 2]) -> Table {
        let mut table = Table::new(record.game.clone(), terms, names);
        for (index, note) in record.notes.iter().enumerate().take(record.game.ply()) {
            let Some(elapsed) = note.time else { continue };
            table.notes[index].elapsed = elapsed;
            let color = record.game.positions()[index].side();
            if let TimeControl::Clock(Clock { increment, .. }) = table.terms.time {
                let clock = &mut table.clocks[color as usize];
                *clock = clock.saturating_sub(elapsed) + increment;
            }
        }
        table
    }

    /// Saves the game with this after every move, and once now.
    pub fn save_with(&mut self, saver: Saver) {
        self.saver = Some(saver);
        self.save();
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The name of a side's player.
    pub fn name(&self, color: Color) -> &str {
        &self.names[color as usize]
    }

    /// What is known of the moves, in the order of the game's; undone moves included.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Whose move it is, while the game goes on. That side has a move to place.
    pub fn mover(&self) -> Option<Color> {
        self.ending.is_none().then(|| self.game.position().side())
    }

    /// The clock of a side, where the game has clocks, as it stood after its last move.
    pub fn clock(&self, color: Color) -> Option<Clock> {
        match self.terms.time {
            TimeControl::Clock(Clock { increment, .. }) => {
                Some(Clock { remaining: self.clocks[color as usize], increment })
            }
            _ => None,
        }
    }

    /// Sets what is left on a side's clock, for interfaces that keep the time themselves.
    pub fn set_clock(&mut self, color: Color, remaining: Duration) {
        self.clocks[color as usize] = remaining;
    }

    /// The time a computer has for its next move, where that is fixed.
    pub fn time_per_move(&self) -> Option<Duration> {
        match self.terms.time {
            TimeControl::PerMove(time) => Some(time),
            _ => None,
        }
    }

    /// What happened since this was last asked, oldest first.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Plays a move for the side to move, which took it this long; then the passes that follow.
    ///
    /// An illegal move is refused and the game stays as it was.
    pub fn play(&mut self, choice: Choice, elapsed: Duration) -> Result<(), TableError> {
        let color = self.mover().ok_or(TableError::Ended)?;
        let Choice { mv, thought } = choice;
        self.game.position().play(mv)?;
        // A move that came after the flag fell is not played.
        if !self.charge(color, elapsed) {
            return Ok(());
        }
        let flips = mv.square().map(|square| self.game.position().flips(square));
        self.game.play(mv)?;
        self.note(Note { elapsed, thought: thought.clone() });
        if let Some((square, flips)) = mv.square().zip(flips) {
            self.events.push(Event::Played { color, square, flips, thought, elapsed });
        }
        self.settle();
        self.save();
        Ok(())
    }

    /// Ends the game for the reason given, unless it has ended.
    pub fn end(&mut self, ending: Ending) {
        if self.ending.is_none() {
            self.ending = Some(ending.clone());
            self.events.push(Event::Over(ending));
            self.save();
        }
    }

    /// Takes moves back, at least one, to a turn of one of the given sides: with a person at the
    /// table, to the person's. A clock's time is not given back.
    pub fn take_back(&mut self, to: impl Fn(Color) -> bool) -> Result<(), TableError> {
        let mut trial = self.game.clone();
        while trial.undo().is_some() {
            let position = trial.position();
            if to(position.side()) && position.has_move() {
                self.move_to(trial.ply());
                return Ok(());
            }
        }
        Err(TableError::Nothing("take back"))
    }

    /// Plays moves again that were taken back, at least one, to a turn of one of the given sides
    /// or to the last of them.
    pub fn play_again(&mut self, to: impl Fn(Color) -> bool) -> Result<(), TableError> {
        let mut trial = self.game.clone();
        while trial.redo().is_some() {
            let position = trial.position();
            let last = trial.undone().is_empty();
            if last || to(position.side()) && position.has_move() {
                self.move_to(trial.ply());
                return Ok(());
            }
        }
        Err(TableError::Nothing("play again"))
    }

    /// Goes to the position after so many moves, for people who look through a game: it can be
    /// gone on from there.
    pub fn move_to(&mut self, ply: usize) {
        let before = self.game.ply();
        self.game.go_to(ply);
        self.ending = None;
        if let Some(taken) = before.checked_sub(self.game.ply()).filter(|&taken| taken > 0) {
            self.events.push(Event::TookBack(taken));
        }
        self.settle();
        self.save();
    }

    /// Runs the game to its end between two players, Black first, and tells the observer of all
    /// that happens. Raising the flag leaves the game unfinished.
    pub fn run(
        &mut self,
        players: &mut [Box<dyn Player>; 2],
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Table, &Event),
    ) -> Ending {
        loop {
            for event in self.take_events() {
                observer(self, &event);
            }
            let Some(color) = self.mover() else { break };
            let begun = Instant::now();
            let chosen = players[color as usize].choose(
                &self.game,
                &mut Turn {
                    time: self.time_per_move(),
                    clock: self.clock(color),
                    stop: stop.clone(),
                    observer: &mut |thought| {
                        observer(self, &Event::Thinking { color, thought: thought.clone() });
                    },
                },
            );
            let elapsed = begun.elapsed();
            if stop.is_raised() {
                self.end(Ending::Stopped);
                continue;
            }
            match chosen {
                Ok(choice) => self.try_choice(choice, elapsed, &*players[color as usize]),
                Err(error) => {
                    let persons = [players[0].is_person(), players[1].is_person()];
                    self.without_choice(color, error, persons);
                }
            }
        }
        self.ending.clone().unwrap_or(Ending::Stopped)
    }

    fn try_choice(&mut self, choice: Choice, elapsed: Duration, player: &dyn Player) {
        let (color, mv) = (self.game.position().side(), choice.mv);
        match self.play(choice, elapsed) {
            Err(TableError::Illegal(reason)) if player.is_person() && !self.terms.strict => {
                let clock = &mut self.clocks[color as usize];
                *clock = clock.saturating_sub(elapsed);
                self.events.push(Event::Refused { color, mv, reason });
            }
            Err(_) => self.end(Ending::Illegal { color, mv }),
            Ok(()) => {}
        }
    }

    fn without_choice(&mut self, color: Color, error: PlayerError, persons: [bool; 2]) {
        match error {
            PlayerError::Resigned(_) => self.end(Ending::Resigned(color)),
            PlayerError::Left(_) => self.end(Ending::Stopped),
            PlayerError::TakesBack(_) => {
                // Nothing to take back: the same player is simply asked again.
                if self.take_back(|side| persons[side as usize]).is_err() {
                    self.events.push(Event::TookBack(0));
                }
            }
            PlayerError::Failed { reason, .. } => self.end(Ending::Failed { color, reason }),
            error @ PlayerError::Size { .. } => {
                self.end(Ending::Failed { color, reason: error.to_string() });
            }
        }
    }

    /// Takes the time of a move off a clock; false where the flag fell.
    fn charge(&mut self, color: Color, elapsed: Duration) -> bool {
        let TimeControl::Clock(Clock { increment, .. }) = self.terms.time else { return true };
        let clock = &mut self.clocks[color as usize];
        if elapsed > *clock + self.terms.grace {
            *clock = Duration::ZERO;
            self.end(Ending::OutOfTime(color));
            return false;
        }
        *clock = clock.saturating_sub(elapsed) + increment;
        true
    }

    /// Notes a move just played. Undone moves stay in the game only where it was the next of
    /// them; what was known of others is forgotten.
    fn note(&mut self, note: Note) {
        let ply = self.game.ply();
        self.notes.resize_with(ply + self.game.undone().len(), Note::default);
        self.notes[ply - 1] = note;
    }

    /// Plays the forced passes of the side to move and sees whether the game is over.
    fn settle(&mut self) {
        if self.game.position().must_pass() {
            let color = self.game.position().side();
            self.game.play(Move::Pass).expect("a forced pass is legal");
            self.note(Note::default());
            self.events.push(Event::Passed(color));
        }
        if let Some(outcome) = self.game.outcome() {
            self.ending = Some(Ending::Finished(outcome));
            self.events.push(Event::Over(Ending::Finished(outcome)));
        }
    }

    fn save(&mut self) {
        let Some(mut saver) = self.saver.take() else { return };
        if let Err(error) = saver(self) {
            self.events.push(Event::NotSaved(error.to_string()));
        }
        self.saver = Some(saver);
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("position", self.game.position())
            .field("terms", &self.terms)
            .field("names", &self.names)
            .field("ending", &self.ending)
            .finish_non_exhaustive()
    }
}
