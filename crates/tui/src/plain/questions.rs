//! The questions before a game, for whoever gave no flags.
//!
//! One order serves everybody: the size, who plays, the time, and a new game or a file. An empty
//! answer takes what stands in brackets, `?` explains, a bad answer is asked again. Two of the
//! prompts are an agreement with scripts: `Enter the board dimension: ` and
//! `Computer plays (B/W): `. A script that knows only those goes on with moves, or has no more to
//! say: a move where another answer was expected, or the end of the script, takes what stands in
//! brackets for the rest and begins the game.

use std::fmt::Display;
use std::path::Path;

use obverse_players::classics::Classic;
use obverse_players::{Maker, PlayerError, Seat, Time, TimeControl, Who};
use obverse_rules::{Color, Size};

use super::answer;
use super::console::Console;
use super::{Begin, PlainError, Request, default_players};
use crate::files;
use crate::keep::{Keeper, Kept};
use crate::words;

/// What a game needs to begin.
#[derive(Debug)]
pub(super) struct PlainSetup {
    pub players: [Who; 2],
    /// The time that was asked for.
    pub time: Option<TimeControl>,
    pub begin: Begin,
}

impl PlainSetup {
    /// The players and the game that were left.
    pub(super) fn resume(kept: Kept, time: Option<TimeControl>) -> PlainSetup {
        let players = kept.players.clone();
        PlainSetup { players, time, begin: Begin::Kept(Box::new(kept)) }
    }
}

/// Asks for all that the request leaves open.
pub(super) fn ask(
    console: &mut Console,
    request: &Request,
    maker: &Maker,
) -> Result<PlainSetup, PlainError> {
    console.say("Enter alone takes the answer in brackets; ? explains a question.");
    let mut questions = Questions { console, in_a_hurry: false };
    let size = questions.size()?;
    let computers = questions.computers()?;
    let players = questions.players(computers, size, maker)?;
    let time = match request.time {
        Some(time) => Some(time),
        None if computers.contains(&true) => questions.time()?,
        None => None,
    };
    let waiting = request.keeper.iter().flat_map(Keeper::waiting).next();
    let begin = match questions.begin(size, waiting.as_ref())? {
        Begin::Kept(kept) => return Ok(PlainSetup::resume(*kept, time)),
        begin => begin,
    };
    let players = questions.players_for(players, begin.size(), maker)?;
    Ok(PlainSetup { players, time, begin })
}

struct Questions<'a> {
    console: &'a mut Console,
    /// A move was typed already: nothing more is asked.
    in_a_hurry: bool,
}

impl Questions<'_> {
    /// Asks until the answer can be read. None for an empty answer, or where nothing is asked.
    fn ask<T, E: Display>(
        &mut self,
        prompt: &str,
        help: &str,
        may_be_move: bool,
        mut read: impl FnMut(&str) -> Result<T, E>,
    ) -> Result<Option<T>, PlainError> {
        while !self.in_a_hurry {
            let Some(line) = self.console.ask(prompt) else {
                if !(may_be_move && self.console.has_run_out()) {
                    return Err(PlainError::NoAnswers);
                }
                self.in_a_hurry = true;
                break;
            };
            match line.as_str() {
                "" => return Ok(None),
                "?" => self.console.say(help),
                line => match read(line) {
                    Ok(answer) => return Ok(Some(answer)),
                    Err(_) if may_be_move && answer::square(line).is_some() => {
                        self.console.keep(line.to_owned());
                        self.in_a_hurry = true;
                    }
                    Err(error) => self.console.say(error.to_string()),
                },
            }
        }
        Ok(None)
    }

    fn size(&mut self) -> Result<Size, PlainError> {
        let help = "The board has this many rows and columns: an even number from 4 to 26 [8].";
        let size = self.ask("Enter the board dimension: ", help, false, str::parse::<Size>)?;
        Ok(size.unwrap_or_default())
    }

    /// Which colours the computer plays, Black first.
    fn computers(&mut self) -> Result<[bool; 2], PlainError> {
        let help = "B or W: the computer has that colour and a person the other [W]. Black begins.\n\
                    both: two computers. none: two people.";
        let read = |line: &str| match line.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok([true, false]),
            "w" | "white" => Ok([false, true]),
            "both" => Ok([true, true]),
            "none" => Ok([false, false]),
            _ => Err("Write B or W, both or none."),
        };
        let computers = self.ask("Computer plays (B/W): ", help, false, read)?;
        Ok(computers.unwrap_or([false, true]))
    }

    fn players(
        &mut self,
        computers: [bool; 2],
        size: Size,
        maker: &Maker,
    ) -> Result<[Who; 2], PlainError> {
        let mut players = [Who::Human, Who::Human];
        for color in Color::BOTH.into_iter().filter(|&color| computers[color as usize]) {
            players[color as usize] = self.computer(color, size, maker)?;
        }
        Ok(players)
    }

    /// The players again, where one does not play on a board of this size.
    fn players_for(
        &mut self,
        mut players: [Who; 2],
        size: Size,
        maker: &Maker,
    ) -> Result<[Who; 2], PlainError> {
        for color in Color::BOTH {
            let who = &mut players[color as usize];
            if let Err(error) = playable(who, color, size, maker) {
                self.console.say(format!("{error}."));
                *who = self.computer(color, size, maker)?;
            }
        }
        Ok(players)
    }

    fn computer(&mut self, color: Color, size: Size, maker: &Maker) -> Result<Who, PlainError> {
        let [_, default] = default_players();
        let prompt = format!("Which computer plays {color}? [{default}]: ");
        let who = self.ask(&prompt, &list_of_players(), true, |line| {
            let who: Who = line.parse()?;
            if who == Who::Human {
                return Err("A person was not asked for here: name a computer.".into());
            }
            playable(&who, color, size, maker)?;
            Ok::<Who, Box<dyn std::error::Error>>(who)
        })?;
        Ok(who.unwrap_or(default))
    }

    fn time(&mut self) -> Result<Option<TimeControl>, PlainError> {
        let help = "How long the computer thinks about each move: 2, 0.5, 50ms. Without an answer \
                    it takes as long as it usually does.";
        let prompt = "Seconds for each of the computer's moves [its own]: ";
        let time = self.ask(prompt, help, true, str::parse::<Time>)?;
        Ok(time.map(|Time(time)| TimeControl::PerMove(time)))
    }

    fn begin(&mut self, size: Size, waiting: Option<&Kept>) -> Result<Begin, PlainError> {
        let (prompt, last) = match waiting {
            None => ("New game, or a file to open [new]: ", String::new()),
            Some(Kept { players: [black, white], game, .. }) => (
                "New game, a file to open, or last, the game that was left [new]: ",
                format!(
                    "\nlast: {black} against {white}, after {}.",
                    words::count(game.ply(), "move")
                ),
            ),
        };
        let help = format!("A file may have any format that Obverse reads.{last}");
        let begin = self.ask(prompt, &help, true, |line| match (line, waiting) {
            ("new" | "n", _) => Ok(Begin::New(size)),
            ("last", Some(kept)) => Ok(Begin::Kept(Box::new(kept.clone()))),
            (file, _) => files::load(Path::new(file), size).map(Box::new).map(Begin::File),
        })?;
        Ok(begin.unwrap_or(Begin::New(size)))
    }
}

/// Whether the player can be made and plays on a board of this size.
fn playable(who: &Who, color: Color, size: Size, maker: &Maker) -> Result<(), PlayerError> {
    match maker.make(who, color)? {
        Seat::Person => Ok(()),
        Seat::Player(player) => player.supports(size),
    }
}

fn list_of_players() -> String {
    let mut lines = vec![
        "level:1 to level:20: the engine, from a beginner to full strength".to_owned(),
        "engine: full strength; engine:time=2s, engine:depth=12".to_owned(),
    ];
    lines.extend(Classic::ALL.map(|it| format!("{}: {}", it.name(), it.description())));
    lines.push("random: any move; gtp:COMMAND, nboard:COMMAND: another program".to_owned());
    lines.join("\n")
}
