//! Driving an engine that speaks GTP.

use std::collections::HashSet;
use std::time::Duration;

use obverse_engine::StopFlag;
use obverse_players::{Choice, Decision, Thought, Turn};
use obverse_records::{Record, sgf};
use obverse_rules::{Color, Game, Move, Position, Size};

use super::ClientSettings;
use super::child::{Child, ChildError, Deadline};
use super::player::{EngineError, RunningEngine};
use crate::gtp::{Answer, Response};

/// An engine that speaks GTP, and what it knows.
pub(super) struct GtpEngine {
    child: Child,
    commands: HashSet<String>,
    /// The game on its board, if it has one: where it began and what was played.
    board: Option<(Position, Vec<Move>)>,
    /// The last time control that it was told.
    time: Option<String>,
}

/// How many lines an answer may have; no list of commands is longer.
const LONGEST_ANSWER: usize = 1000;
/// How long to wait for the empty line after an answer: not all engines send it.
const END_OF_ANSWER: Duration = Duration::from_millis(500);

impl RunningEngine for GtpEngine {
    fn choose(
        &mut self,
        game: &Game,
        turn: &mut Turn<'_>,
        settings: &ClientSettings,
    ) -> Result<Decision, EngineError> {
        self.set_up(game, settings.patience)?;
        self.set_time(game.position().side(), turn, settings.patience)?;
        let wait = settings.wait_for_move(turn);
        let command = format!("genmove {}", letter(game.position().side()));
        let begun = std::time::Instant::now();
        let response = self.ask_or_stop(&command, wait, Some(&turn.stop))?;
        let elapsed = begun.elapsed();
        let text = match response.answer {
            Answer::Success(text) => text,
            Answer::Failure(reason) => return Err(EngineError::Refused { command, reason }),
        };
        let word = text.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("resign") {
            return Ok(Decision::Resign);
        }
        let mv: Move =
            word.parse().map_err(|_| EngineError::NoMove(text.chars().take(40).collect()))?;
        if let Some((_, moves)) = &mut self.board {
            moves.push(mv);
        }
        let thought = Thought { line: vec![mv], elapsed, ..Thought::default() };
        Ok(Choice { mv, thought: Some(thought) }.into())
    }
}

impl GtpEngine {
    /// Starts the engine and asks for its name.
    pub(super) fn start(
        command: &str,
        settings: &ClientSettings,
    ) -> Result<(GtpEngine, Option<String>), ChildError> {
        let child = Child::start(command, &settings.launcher)?;
        let mut engine = GtpEngine { child, commands: HashSet::new(), board: None, time: None };
        let name = engine.ask("name", settings.patience)?;
        if let Answer::Success(commands) = engine.ask("list_commands", settings.patience)?.answer {
            engine.commands = commands.split_whitespace().map(str::to_ascii_lowercase).collect();
        }
        if engine.knows("set_game") {
            engine.ask("set_game Othello", settings.patience)?;
        }
        let name = match name.answer {
            Answer::Success(name) if !name.is_empty() => Some(name.chars().take(60).collect()),
            _ => None,
        };
        Ok((engine, name))
    }

    /// Whether the engine says that it knows the command; one that says nothing is asked anyway.
    fn knows(&self, command: &str) -> bool {
        self.commands.is_empty() || self.commands.contains(command)
    }

    /// Brings the engine's board to the game: by the moves that are new, or from the start.
    fn set_up(&mut self, game: &Game, patience: Duration) -> Result<(), EngineError> {
        let start = *game.start();
        let known = match &self.board {
            Some((board, moves)) if *board == start && game.moves().starts_with(moves) => {
                moves.len()
            }
            _ => {
                self.begin(start.size(), patience)?;
                if start != Position::start(start.size()) {
                    self.load(start, patience)?;
                }
                0
            }
        };
        for (&mv, before) in game.moves().iter().zip(game.positions()).skip(known) {
            let command = format!("play {} {mv}", letter(before.side()));
            match self.ask(&command, patience)?.answer {
                // Engines that pass by themselves refuse to be told.
                Answer::Failure(reason) if mv != Move::Pass => {
                    return Err(EngineError::Refused { command, reason });
                }
                _ => {}
            }
        }
        self.board = Some((start, game.moves().to_vec()));
        Ok(())
    }

    /// Sets up a position. GTP has one way to do it: a file with a game.
    fn load(&mut self, start: Position, patience: Duration) -> Result<(), EngineError> {
        if !self.knows("loadsgf") {
            return Err(EngineError::SetUp);
        }
        // The file is gone when this returns, and by then the engine has read it.
        let folder = tempfile::tempdir().map_err(|_| EngineError::SetUp)?;
        let path = folder.path().join("position.sgf");
        std::fs::write(&path, sgf::to_string(&Record::from(start)))
            .map_err(|_| EngineError::SetUp)?;
        let command = format!("loadsgf {}", path.display());
        match self.ask(&command, patience)?.answer {
            Answer::Success(_) => Ok(()),
            Answer::Failure(reason) => Err(EngineError::Refused { command, reason }),
        }
    }

    fn begin(&mut self, size: Size, patience: Duration) -> Result<(), EngineError> {
        self.board = None;
        self.time = None;
        let command = format!("boardsize {size}");
        // An engine for 8×8 alone may not know the command at all.
        if let Answer::Failure(reason) = self.ask(&command, patience)?.answer
            && size != Size::EIGHT
        {
            return Err(EngineError::Refused { command, reason });
        }
        let command = "clear_board".to_owned();
        match self.ask(&command, patience)?.answer {
            Answer::Success(_) => Ok(()),
            Answer::Failure(reason) => Err(EngineError::Refused { command, reason }),
        }
    }

    /// Tells the time. Engines without time control refuse, and then play as they like.
    fn set_time(
        &mut self,
        color: Color,
        turn: &Turn<'_>,
        patience: Duration,
    ) -> Result<(), ChildError> {
        if !self.knows("time_settings") {
            return Ok(());
        }
        let settings = match (turn.time, turn.clock) {
            (Some(time), _) => format!("time_settings 0 {} 1", seconds(time)),
            (None, Some(clock)) if clock.increment.is_zero() => {
                format!("time_settings {} 0 0", seconds(clock.remaining))
            }
            // GTP has no increments. A period of one move is the same once the main time is
            // used up, and `time_left` tells the truth before every move.
            (None, Some(clock)) => {
                format!("time_settings {} {} 1", seconds(clock.remaining), seconds(clock.increment))
            }
            (None, None) => return Ok(()),
        };
        // The settings of a clock are told once a game.
        if self.time.is_none() || (turn.clock.is_none() && self.time.as_ref() != Some(&settings)) {
            self.ask(&settings, patience)?;
            self.time = Some(settings);
        }
        if let Some(clock) = turn.clock
            && self.knows("time_left")
        {
            let left = format!("time_left {} {} 0", letter(color), seconds(clock.remaining));
            self.ask(&left, patience)?;
        }
        Ok(())
    }

    fn ask(&mut self, command: &str, wait: Duration) -> Result<Response, ChildError> {
        self.ask_or_stop(command, wait, None)
    }

    /// Sends a command and reads the answer. Lines that are none are skipped: some engines greet,
    /// warn or draw boards on their standard output.
    fn ask_or_stop(
        &mut self,
        command: &str,
        wait: Duration,
        stop: Option<&StopFlag>,
    ) -> Result<Response, ChildError> {
        self.child.send(command)?;
        let deadline = Deadline::after(wait);
        let mut lines = loop {
            let line = self.child.receive(deadline, stop)?;
            let line = line.trim_start_matches(['>', ' ', '\t']).to_owned();
            if line.starts_with(['=', '?']) {
                break vec![line];
            }
        };
        // The rest of the answer, up to an empty line.
        while lines.len() < LONGEST_ANSWER
            && let Ok(line) = self.child.receive(Deadline::after(END_OF_ANSWER), None)
            && !line.trim().is_empty()
        {
            lines.push(line);
        }
        let response = Response::parse(&lines.join("\n"));
        Ok(response.expect("the first line begins with the mark of a response"))
    }
}

fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

/// Seconds, whole ones without a fraction: some engines read no others.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        time.as_secs().to_string()
    } else {
        format!("{:.3}", time.as_secs_f64())
    }
}
