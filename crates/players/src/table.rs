//! The table: the one place that runs a game.
//!
//! A [`Table`] holds the game, its clocks and how it ended, and nothing else: no file, no thread,
//! no clock but the one on the wall that it was given. Whoever has an event loop (the full screen) tells it what the side to move
//! decided ([`Table::answer`]) and how long it has been thinking ([`Table::tick`]); whoever has
//! none (the plain game, turn files, the arena) lets it [`ask`](Table::ask) players, or
//! [`run`](Table::run) the whole game. Either way passes are played, clocks run, flags fall and
//! moves are checked here and nowhere else. The [`Event`]s say what changed; saving the game is
//! up to whoever reads them.

use std::cmp::Ordering;
use std::fmt;
use std::time::Duration;

use obverse_engine::{Clock, StopFlag, TimeSource};
use obverse_records::Record;
use obverse_rules::{Color, Game, Move};
use thiserror::Error;

use crate::{Choice, Decision, Ending, Event, Player, PlayerError, Thought, TimeControl, Turn};

/// The terms of a game.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The time the players have.
    pub time: TimeControl,
    /// How far a clock may be overrun before that loses: the way between the players.
    pub grace: Duration,
    /// Where the time of a move is fixed: how long a move may take before that loses. Without it
    /// no move loses by its time alone.
    pub longest_move: Option<Duration>,
    /// An illegal move of a person loses at once instead of being asked again.
    pub strict: bool,
}

/// What is known of a move beside the move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// How long it took.
    pub elapsed: Duration,
    /// What the player thought of it.
    pub thought: Option<Thought>,
}

/// There is no move to take back or to play again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no move to {0}")]
pub struct NoMove(&'static str);

/// How long the answer of a computer whose time is up may still be on its way to the table, where
/// the computer measures its own time.
const ON_ITS_WAY: Duration = Duration::from_millis(500);

/// A game between two players, with everything around it.
#[derive(Clone)]
pub struct Table {
    game: Game,
    terms: Terms,
    names: [String; 2],
    /// Which sides are persons, Black first.
    persons: [bool; 2],
    clocks: [Duration; 2],
    /// Where players who are asked read the time.
    time_source: TimeSource,
    /// One a move of the game, the undone ones included.
    notes: Vec<Note>,
    ending: Option<Ending>,
    events: Vec<Event>,
    revision: u64,
}

impl Table {
    /// A table with a game on it, which may have begun already, between two computers.
    pub fn new(game: Game, terms: Terms, names: [String; 2]) -> Table {
        let main = match terms.time {
            TimeControl::Clock(clock) => clock.remaining,
            TimeControl::Free | TimeControl::PerMove(_) => Duration::ZERO,
        };
        let notes = vec![Note::default(); game.moves().len() + game.undone().len()];
        let mut table = Table {
            game,
            terms,
            names,
            persons: [false; 2],
            clocks: [main; 2],
            time_source: TimeSource::system(),
            notes,
            ending: None,
            events: Vec::new(),
            revision: 0,
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
            table.spend(color, elapsed);
            table.add_increment(color);
        }
        table
    }

    /// The same table with persons on these sides, Black first. They may think again: an illegal
    /// move is asked again, and moves are taken back to a person's turn.
    #[must_use]
    pub fn with_persons(mut self, persons: [bool; 2]) -> Table {
        self.persons = persons;
        self
    }

    /// The same table with another clock on the wall than [the system's](TimeSource::system).
    #[must_use]
    pub fn with_time_source(mut self, time_source: TimeSource) -> Table {
        self.time_source = time_source;
        self
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

    /// Whether a person plays this side.
    pub fn is_person(&self, color: Color) -> bool {
        self.persons[color as usize]
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

    /// Where the time is read.
    pub fn time_source(&self) -> &TimeSource {
        &self.time_source
    }

    /// The clock of a side, where the game has clocks, as it stood after its last answer.
    pub fn clock(&self, color: Color) -> Option<Clock> {
        match self.terms.time {
            TimeControl::Clock(Clock { increment, .. }) => {
                Some(Clock { remaining: self.clocks[color as usize], increment })
            }
            TimeControl::Free | TimeControl::PerMove(_) => None,
        }
    }

    /// Sets what is left on a side's clock, for a game that goes on where it was left.
    pub fn set_clock(&mut self, color: Color, remaining: Duration) {
        self.clocks[color as usize] = remaining;
    }

    /// The time a computer has for its next move, where that is fixed.
    pub fn time_per_move(&self) -> Option<Duration> {
        match self.terms.time {
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Free | TimeControl::Clock(_) => None,
        }
    }

    /// What happened since this was last asked, oldest first.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Grows with every change: whoever saves the game sees whether there is anything new.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Takes in what the side to move decided, or that it failed. The time is what passed since
    /// it was asked, or since its last answer if that was refused. Nothing is taken in once the
    /// game has ended.
    pub fn answer(&mut self, answer: Result<Decision, PlayerError>, elapsed: Duration) {
        let Some(color) = self.mover() else { return };
        match answer {
            Err(PlayerError::Failed { reason, .. }) => self.end(Ending::Failed { color, reason }),
            Err(error @ PlayerError::Size { .. }) => {
                self.end(Ending::Failed { color, reason: error.to_string() });
            }
            Ok(Decision::Leave) => {
                // Whoever comes back goes on with what is left of the turn.
                self.spend(color, elapsed);
                self.end(Ending::Stopped);
            }
            Ok(_) if self.is_too_late(color, elapsed) => self.let_flag_fall(color),
            Ok(Decision::Move(choice)) => self.answer_with_move(color, choice, elapsed),
            Ok(Decision::Resign) => self.end(Ending::Resigned(color)),
            Ok(Decision::Word(played)) if self.terms.strict => {
                self.end(Ending::Illegal { color, played });
            }
            // It is asked again.
            Ok(Decision::Word(_)) => self.spend(color, elapsed),
            Ok(Decision::TakeBack) => {
                self.spend(color, elapsed);
                if self.take_back().is_err() {
                    self.tell(Event::TookBack(0));
                }
            }
        }
    }

    /// Takes the time off the clock of the side to move, whose turn is broken off: to look through
    /// the game, or to go on later.
    pub fn charge(&mut self, elapsed: Duration) {
        let Some(color) = self.mover() else { return };
        let before = self.clocks;
        self.spend(color, elapsed);
        self.revision += u64::from(self.clocks != before);
    }

    /// Looks whether the side to move, which has been thinking for so long, is out of time.
    pub fn tick(&mut self, elapsed: Duration) {
        let Some(color) = self.mover() else { return };
        let on_its_way = if self.is_person(color) { Duration::ZERO } else { ON_ITS_WAY };
        if self.is_too_late(color, elapsed.saturating_sub(on_its_way)) {
            self.let_flag_fall(color);
        }
    }

    /// Ends the game for the reason given, unless it has ended.
    pub fn end(&mut self, ending: Ending) {
        if self.ending.is_none() {
            self.ending = Some(ending.clone());
            self.tell(Event::Over(ending));
        }
    }

    /// Takes moves back, at least one, to a person's turn; between computers one move. A clock's
    /// time is not given back; that of a turn which has begun is taken by [`Table::charge`].
    pub fn take_back(&mut self) -> Result<(), NoMove> {
        let mut trial = self.game.clone();
        while trial.undo().is_some() {
            let position = trial.position();
            if self.may_think_again(position.side()) && position.has_move() {
                self.move_to(trial.ply());
                return Ok(());
            }
        }
        Err(NoMove("take back"))
    }

    /// Plays moves again that were taken back, at least one, to a person's turn or to the last of
    /// them; between computers one move.
    pub fn play_again(&mut self) -> Result<(), NoMove> {
        let mut trial = self.game.clone();
        while trial.redo().is_some() {
            let position = trial.position();
            let last = trial.undone().is_empty();
            if last || self.may_think_again(position.side()) && position.has_move() {
                self.move_to(trial.ply());
                return Ok(());
            }
        }
        Err(NoMove("play again"))
    }

    /// Goes to the position after so many moves, for people who look through a game. The game can
    /// continue from there.
    pub fn move_to(&mut self, ply: usize) {
        let before = self.game.ply();
        self.game.go_to(ply);
        let now = self.game.ply();
        let event = match now.cmp(&before) {
            Ordering::Less => Event::TookBack(before - now),
            Ordering::Greater => Event::PlayedAgain(now - before),
            Ordering::Equal => return,
        };
        self.ending = None;
        self.tell(event);
        self.settle();
    }

    /// Goes along another line from the same beginning, where that stands: a variation of the game.
    /// What is known of the moves that both have is kept.
    pub fn go_along(&mut self, line: Game) {
        let all = |game: &Game| [game.moves(), game.undone()].concat();
        let (old, new) = (all(&self.game), all(&line));
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        self.notes.truncate(same);
        self.notes.resize_with(new.len(), Note::default);
        self.game = line;
        self.ending = None;
        self.revision += 1;
        self.settle();
    }

    /// Asks a player for the move of the side to move, and takes the answer in. Raising the flag
    /// leaves the game unfinished. The observer hears what the player thinks.
    pub fn ask(
        &mut self,
        player: &mut dyn Player,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Table, &Event),
    ) {
        let Some(color) = self.mover() else { return };
        let begun = self.time_source.now();
        let decided = player.choose(
            &self.game,
            &mut Turn {
                time: self.time_per_move(),
                clock: self.clock(color),
                time_source: self.time_source.clone(),
                stop: stop.clone(),
                observer: &mut |thought| {
                    observer(self, &Event::Thinking { color, thought: thought.clone() });
                },
            },
        );
        let elapsed = self.time_source.now().saturating_sub(begun);
        // What a player answers because it was stopped is not what it would have played.
        let answer = if stop.is_raised() { Ok(Decision::Leave) } else { decided };
        self.answer(answer, elapsed);
    }

    /// Runs the game to its end between two players, Black first, and tells the observer of all
    /// that happens. Raising the flag leaves the game unfinished.
    pub fn run(
        &mut self,
        players: &mut [Box<dyn Player>; 2],
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Table, &Event),
    ) -> Ending {
        self.persons = [players[0].is_person(), players[1].is_person()];
        loop {
            for event in self.take_events() {
                observer(self, &event);
            }
            let Some(color) = self.mover() else { break };
            self.ask(&mut *players[color as usize], stop, observer);
        }
        self.ending.clone().unwrap_or(Ending::Stopped)
    }

    fn answer_with_move(&mut self, color: Color, choice: Choice, elapsed: Duration) {
        let Choice { mv, thought } = choice;
        let before = *self.game.position();
        match self.game.play(mv) {
            Ok(()) => {
                self.spend(color, elapsed);
                self.add_increment(color);
                self.note(Note { elapsed, thought: thought.clone() });
                if let Some(square) = mv.square() {
                    let flips = before.flips(square);
                    self.tell(Event::Played { color, square, flips, thought, elapsed });
                }
                self.settle();
            }
            Err(reason) if self.is_person(color) && !self.terms.strict => {
                self.spend(color, elapsed);
                self.tell(Event::Refused { color, mv, reason });
            }
            Err(_) => self.end(Ending::Illegal { color, played: mv.to_string() }),
        }
    }

    /// Whether moves are taken back to this side's turn.
    fn may_think_again(&self, color: Color) -> bool {
        self.is_person(color) || self.persons == [false, false]
    }

    /// Whether so long a turn loses the game.
    fn is_too_late(&self, color: Color, elapsed: Duration) -> bool {
        let longest = match self.terms.time {
            TimeControl::Free => None,
            TimeControl::PerMove(_) => self.terms.longest_move,
            TimeControl::Clock(_) => {
                Some(self.clocks[color as usize].saturating_add(self.terms.grace))
            }
        };
        longest.is_some_and(|longest| elapsed > longest)
    }

    fn let_flag_fall(&mut self, color: Color) {
        self.clocks[color as usize] = Duration::ZERO;
        self.end(Ending::OutOfTime(color));
    }

    /// Takes time off a clock.
    fn spend(&mut self, color: Color, elapsed: Duration) {
        let clock = &mut self.clocks[color as usize];
        *clock = clock.saturating_sub(elapsed);
    }

    /// Gives a side what it gets for a move.
    fn add_increment(&mut self, color: Color) {
        if let TimeControl::Clock(Clock { increment, .. }) = self.terms.time {
            let clock = &mut self.clocks[color as usize];
            *clock = clock.saturating_add(increment);
        }
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
            self.tell(Event::Passed(color));
        }
        if let Some(outcome) = self.game.outcome() {
            self.end(Ending::Finished(outcome));
        }
    }

    fn tell(&mut self, event: Event) {
        self.revision += 1;
        self.events.push(event);
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
