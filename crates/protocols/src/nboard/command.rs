//! What the controller says to the engine.

use std::fmt;
use std::time::Duration;

use obverse_records::{Record, ggf};
use obverse_rules::Move;
use thiserror::Error;

/// A line from the controller.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `nboard 2`: the protocol's version.
    Version(u32),
    /// `set depth N`: how far to look ahead.
    Depth(u32),
    /// `set game GGF`: all that follows is about the last position of this game.
    Game(Box<Record>),
    /// `set contempt N`: what a draw is worth to the engine.
    Contempt(f64),
    /// `move F5/eval/seconds`: the position after this move.
    Move(MoveNote),
    /// `hint N`: the best N moves with their scores.
    Hint(usize),
    /// `go`: the move that the engine would play.
    Go,
    /// `ping N`: stop, and answer `pong N`.
    Ping(String),
    /// `learn`: learn from the game.
    Learn,
    /// `analyze`: the score after every move of the game.
    Analyze,
    /// `quit`.
    Quit,
}

/// A move with what was noted about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveNote {
    /// The move.
    pub mv: Move,
    /// The mover's evaluation in discs.
    pub eval: Option<f64>,
    /// The time it took.
    pub time: Option<Duration>,
}

/// A line that is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadCommand {
    /// None of the protocol's words: to be ignored, as versions to come may know it.
    #[error("unknown command")]
    Unknown,
    /// One of the protocol's words, with something that can't follow it.
    #[error("{0}")]
    Malformed(String),
}

impl BadCommand {
    fn expected(usage: &str) -> BadCommand {
        BadCommand::Malformed(format!("expected {usage}"))
    }
}

impl Command {
    /// Reads a line.
    ///
    /// ```
    /// use obverse_protocols::nboard::{BadCommand, Command};
    ///
    /// assert_eq!(Command::parse("hint 3"), Ok(Command::Hint(3)));
    /// assert_eq!(Command::parse("set colour mauve"), Err(BadCommand::Unknown));
    /// ```
    pub fn parse(line: &str) -> Result<Command, BadCommand> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match name.to_ascii_lowercase().as_str() {
            "nboard" => {
                rest.parse().map(Command::Version).map_err(|_| BadCommand::expected("nboard 2"))
            }
            "set" => Command::parse_set(rest),
            "move" => MoveNote::parse(rest)
                .map(Command::Move)
                .ok_or_else(|| BadCommand::expected("move F5")),
            "hint" => rest.parse().map(Command::Hint).map_err(|_| BadCommand::expected("hint 4")),
            "go" => Ok(Command::Go),
            "ping" => Ok(Command::Ping(rest.to_owned())),
            "learn" => Ok(Command::Learn),
            "analyze" | "analyse" => Ok(Command::Analyze),
            "quit" => Ok(Command::Quit),
            // The first version of NBoard sent the bare move.
            _ if rest.is_empty() => {
                MoveNote::parse(line).map(Command::Move).ok_or(BadCommand::Unknown)
            }
            _ => Err(BadCommand::Unknown),
        }
    }

    fn parse_set(text: &str) -> Result<Command, BadCommand> {
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "depth" => {
                value.parse().map(Command::Depth).map_err(|_| BadCommand::expected("set depth 12"))
            }
            "game" => ggf::parse(value)
                .map(|record| Command::Game(Box::new(record)))
                .map_err(|error| BadCommand::Malformed(format!("set game: {error}"))),
            "contempt" => value
                .parse()
                .ok()
                .filter(|value: &f64| value.is_finite())
                .map(Command::Contempt)
                .ok_or_else(|| BadCommand::expected("set contempt 0")),
            _ => Err(BadCommand::Unknown),
        }
    }
}

/// The line, without its end.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Version(version) => write!(f, "nboard {version}"),
            Command::Depth(depth) => write!(f, "set depth {depth}"),
            Command::Game(record) => write!(f, "set game {}", ggf::to_string(record)),
            Command::Contempt(contempt) => write!(f, "set contempt {contempt}"),
            Command::Move(note) => write!(f, "move {note}"),
            Command::Hint(lines) => write!(f, "hint {lines}"),
            Command::Go => f.write_str("go"),
            Command::Ping(number) => write!(f, "ping {number}"),
            Command::Learn => f.write_str("learn"),
            Command::Analyze => f.write_str("analyze"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl MoveNote {
    /// Reads `F5/1.5/2.0`, where evaluation and time may be missing, or stand behind blanks as
    /// Edax writes them. What follows and makes no sense is left out.
    pub fn parse(text: &str) -> Option<MoveNote> {
        let mut parts = text.split(|c: char| c == '/' || c.is_whitespace()).map(str::trim);
        let mv = parts.next()?.parse().ok()?;
        let mut number = || parts.next()?.parse::<f64>().ok().filter(|value| value.is_finite());
        let eval = number();
        let time = number().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Some(MoveNote { mv, eval, time })
    }
}

impl fmt::Display for MoveNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Place(square) => write!(f, "{}", square.to_string().to_uppercase())?,
            Move::Pass => f.write_str("PA")?,
        }
        match (self.eval, self.time) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{eval:.2}"),
            (None, Some(time)) => write!(f, "//{:.2}", time.as_secs_f64()),
            (Some(eval), Some(time)) => write!(f, "/{eval:.2}/{:.2}", time.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_protocol() {
        for line in [
            "nboard 2",
            "set depth 8",
            "set contempt -2.5",
            "move F5",
            "move F5/1.50",
            "move F5//2.00",
            "move PA/-3.25/0.10",
            "hint 4",
            "go",
            "ping 7",
            "learn",
            "analyze",
            "quit",
        ] {
            let command = Command::parse(line).unwrap_or_else(|_| panic!("{line}"));
            assert_eq!(command.to_string(), line);
        }
        let game = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]\
                    BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5]W[D6//1.2];)";
        let Ok(Command::Game(record)) = Command::parse(game) else { panic!("no game") };
        assert_eq!(record.game.moves().len(), 2);
    }

    #[test]
    fn other_spellings() {
        assert_eq!(Command::parse("  HINT   2 \r"), Ok(Command::Hint(2)));
        let bare = Command::parse("f5").unwrap();
        assert_eq!(bare.to_string(), "move F5");
        assert_eq!(Command::parse("move d6 -1.00 0.0").unwrap().to_string(), "move D6/-1.00/0.00");
        assert_eq!(Command::parse("ping"), Ok(Command::Ping(String::new())));
    }

    #[test]
    fn other_words_are_ignored() {
        for line in ["", "set", "set colour mauve", "hello there", "hello", "f55"] {
            assert_eq!(Command::parse(line), Err(BadCommand::Unknown), "{line}");
        }
    }

    #[test]
    fn a_malformed_command_says_what_is_expected() {
        for (line, expected) in [
            ("set depth", "set depth 12"),
            ("set depth -3", "set depth 12"),
            ("set depth many", "set depth 12"),
            ("set contempt nan", "set contempt 0"),
            ("set game (;GM[Othello]B[A1];)", "set game: "),
            ("set game nonsense", "set game: "),
            ("set game", "set game: "),
            ("move", "move F5"),
            ("move z99", "move F5"),
            ("hint", "hint 4"),
            ("hint -1", "hint 4"),
            ("nboard two", "nboard 2"),
        ] {
            let reason = Command::parse(line).unwrap_err().to_string();
            assert!(reason.contains(expected), "{line}: {reason}");
        }
    }
}
