//! Driving an engine that speaks NBoard's protocol.

use std::time::{Duration, Instant};

use obverse_engine::score::{Kind, Score};
use obverse_players::{Choice, Decision, Thought, Turn};
use obverse_records::{Clock, Record};
use obverse_rules::Game;

use super::ClientSettings;
use super::child::{Child, ChildError, Deadline};
use super::player::{EngineError, RunningEngine};
use crate::nboard::{Command, Message, MoveNote, SearchLine};

/// An engine that speaks NBoard's protocol.
pub(super) struct NBoardEngine {
    child: Child,
    pings: u32,
}

/// The depth that an engine is told where none was asked for: the protocol demands one.
const DEFAULT_DEPTH: u32 = 12;
/// How long an engine may go on after it was told to stop.
const AFTER_STOP: Duration = Duration::from_secs(1);

impl RunningEngine for NBoardEngine {
    fn choose(
        &mut self,
        game: &Game,
        turn: &mut Turn<'_>,
        settings: &ClientSettings,
    ) -> Result<Decision, EngineError> {
        self.send(&Command::Game(Box::new(record(game, turn))))?;
        self.ping(settings.patience, |_| {})?;
        self.send(&Command::Go)?;
        let begun = Instant::now();
        let mut deadline = Deadline::after(settings.wait_for_move(turn));
        let mut thought = Thought::default();
        let mut is_stopped = false;
        loop {
            let stop = (!is_stopped).then_some(&turn.stop);
            let line = match self.child.receive(deadline, stop) {
                Err(ChildError::Stopped) => {
                    // A ping ends the search; its move comes before the answer.
                    is_stopped = true;
                    deadline = Deadline::after(AFTER_STOP);
                    self.pings += 1;
                    self.send(&Command::Ping(self.pings.to_string()))?;
                    continue;
                }
                received => received?,
            };
            thought.elapsed = begun.elapsed();
            match Message::parse(&line) {
                Some(Message::Search(line)) => {
                    note(&mut thought, line);
                    (turn.observer)(&thought);
                }
                Some(Message::NodeStats { nodes, .. }) => thought.nodes = nodes,
                Some(Message::Chosen(chosen)) => return Ok(choice(chosen, thought).into()),
                _ => {}
            }
        }
    }
}

impl NBoardEngine {
    /// Starts the engine and waits until it listens.
    pub(super) fn start(
        command: &str,
        settings: &ClientSettings,
    ) -> Result<(NBoardEngine, Option<String>), ChildError> {
        let child = Child::start(command, &settings.launcher)?;
        let mut engine = NBoardEngine { child, pings: 0 };
        engine.send(&Command::Version(2))?;
        engine.send(&Command::Depth(settings.depth.unwrap_or(DEFAULT_DEPTH)))?;
        let mut name = None;
        engine.ping(settings.patience, |message| {
            if let Message::Name(said) = message {
                name = Some(said.chars().take(60).collect());
            }
        })?;
        Ok((engine, name))
    }

    fn send(&mut self, command: &Command) -> Result<(), ChildError> {
        self.child.send(&command.to_string())
    }

    /// Waits until the engine has done all that it was told.
    fn ping(
        &mut self,
        patience: Duration,
        mut tell: impl FnMut(Message),
    ) -> Result<(), ChildError> {
        self.pings += 1;
        let number = self.pings.to_string();
        self.send(&Command::Ping(number.clone()))?;
        let deadline = Deadline::after(patience);
        loop {
            match Message::parse(&self.child.receive(deadline, None)?) {
                Some(Message::Pong(answer)) if answer == number => return Ok(()),
                Some(message) => tell(message),
                None => {}
            }
        }
    }
}

/// The game as the engine is to read it: with a clock, where there is one.
fn record(game: &Game, turn: &Turn<'_>) -> Record {
    let mut record = Record::new(game.clone());
    record.tags.place = Some("Obverse".to_owned());
    record.tags.black = Some("Black".to_owned());
    record.tags.white = Some("White".to_owned());
    record.tags.clock = turn.clock.map(|clock| Clock {
        main: clock.remaining,
        increment: clock.increment,
        grace: Duration::ZERO,
    });
    record
}

/// What a line of the search says.
fn note(thought: &mut Thought, line: SearchLine) {
    let kind = match line.depth.as_str() {
        _ if line.is_book => Kind::Book,
        "100%" => Kind::Exact,
        "100%W" => Kind::Wld,
        _ => Kind::Heuristic,
    };
    let digits = line.depth.bytes().take_while(u8::is_ascii_digit).count();
    thought.depth = if kind == Kind::Heuristic { line.depth[..digits].parse().ok() } else { None };
    thought.score = Some(Score { discs: line.eval as f32, kind });
    thought.line = line.moves;
}

/// The move, with the evaluation that came with it where one did.
fn choice(chosen: MoveNote, mut thought: Thought) -> Choice {
    if thought.line.first() != Some(&chosen.mv) {
        thought.line = vec![chosen.mv];
        thought.score = None;
    }
    if let Some(eval) = chosen.eval {
        let kind = thought.score.map_or(Kind::Heuristic, |score| score.kind);
        thought.score = Some(Score { discs: eval as f32, kind });
    }
    Choice { mv: chosen.mv, thought: Some(thought) }
}
