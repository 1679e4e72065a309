//! The plain game: questions and lines, for scripts, pipes and screen readers.
//!
//! Everything goes through a [`Console`]: nothing here knows whether a person, a pipe or a test
//! is at its other end.

mod answer;
mod console;
mod draw;
mod person;
mod questions;
mod report;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use obverse_engine::StopFlag;
use obverse_players::{
    Ending, Maker, Person, Player, PlayerError, Saver, Seat, Table, Terms, TimeControl, Who,
    save_to,
};
use obverse_records::{FileError, Format, Record, open};
use obverse_rules::{Color, Position, Size};
use thiserror::Error;

pub use console::Console;

use person::Room;
use questions::Setup;

/// What is asked for on the command line. What is not is asked for, or has a default.
#[derive(Debug, Default)]
pub struct Request {
    /// Who plays, Black first.
    pub players: [Option<Who>; 2],
    /// The size of the board.
    pub size: Option<Size>,
    /// The time.
    pub time: Option<TimeControl>,
    /// A file to open.
    pub load: Option<PathBuf>,
    /// A file to write the game to after every move.
    pub save: Option<PathBuf>,
    /// An illegal move ends the game.
    pub strict: bool,
}

impl Request {
    /// Whether it says who plays, on which board, or from which file: then nothing is asked.
    pub fn is_definite(&self) -> bool {
        self.players != [None, None] || self.size.is_some() || self.load.is_some()
    }

    /// The game that a definite request asks for, for the full-screen game.
    pub fn setup(&self) -> Result<crate::state::Setup, LoadError> {
        let setup = defaults(self)?;
        let table = seat(&setup, self);
        let clocks = Color::BOTH.map(|color| table.clock(color).map(|clock| clock.remaining));
        let [black, white] = clocks;
        Ok(crate::state::Setup {
            players: setup.players,
            game: table.game().clone(),
            terms: table.terms().clone(),
            clocks: black.zip(white).map(<[Duration; 2]>::from),
            kept: None,
        })
    }
}

/// Why there is no game.
#[derive(Debug, Error)]
pub enum PlainError {
    /// The output is gone.
    #[error("the output can't be written")]
    Output(#[from] io::Error),
    /// The file can't be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A player can't be made or does not play on this board.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The input ended while questions were open.
    #[error("the input ended before the game began")]
    NoAnswers,
}

/// Why a file can't be played from.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It can't be read.
    #[error("{error}: {}", .error.source)]
    File {
        /// Which file, and why.
        error: FileError,
    },
    /// It has no game.
    #[error("{}: there is no game in it", .0.display())]
    Empty(PathBuf),
    /// Its board is of another size than was asked for.
    #[error("{}: its board is {found}×{found}, not {wanted}×{wanted}", .path.display())]
    Size {
        /// Which file.
        path: PathBuf,
        /// The size of its board.
        found: Size,
        /// The size asked for.
        wanted: Size,
    },
}

/// A file that was opened.
#[derive(Clone, Debug)]
struct Loaded {
    record: Record,
    format: Format,
    more: bool,
}

impl Loaded {
    fn open(path: &Path, size: Size) -> Result<Loaded, LoadError> {
        let failed = |error| LoadError::File { error };
        let mut records = open(path, size).map_err(failed)?;
        let format = records.format();
        let first = records.next().ok_or_else(|| LoadError::Empty(path.to_owned()))?;
        Ok(Loaded { record: first.map_err(failed)?, format, more: records.next().is_some() })
    }
}

/// A person, and an opponent who is neither too strong nor too weak for most.
fn default_players() -> [Who; 2] {
    let level = "level:5".parse().expect("a player");
    [Who::Human, level]
}

/// Plays a game. What the request leaves open is asked for if it leaves everything open.
///
/// Where no file to save to is asked for, `keep` may save the game elsewhere. The flag ends the
/// game, which is then unfinished.
pub fn run(
    mut console: Console,
    request: Request,
    maker: &Maker,
    keep: impl FnOnce(&[Who; 2]) -> Option<Saver>,
    stop: &StopFlag,
) -> Result<Ending, PlainError> {
    let setup = if request.is_definite() {
        defaults(&request)?
    } else {
        questions::ask(&mut console, &request, maker)?
    };
    let mut table = seat(&setup, &request);
    let room = Arc::new(Mutex::new(Room::new(console, maker.engine.clone(), table.record())));
    let mut players = Vec::new();
    for color in Color::BOTH {
        players.push(make(&setup.players[color as usize], color, setup.size, maker, &room)?);
    }
    let mut players: [Box<dyn Player>; 2] = players.try_into().unwrap_or_else(|_| unreachable!());
    let format = |path: &Path| {
        let loaded = setup.load.as_ref().map(|load| load.format);
        Format::of_path(path).or(loaded).unwrap_or(Format::Ggf)
    };
    if let Some(path) = request.save {
        let format = format(&path);
        table.save_with(save_to(path, format));
    } else if let Some(saver) = keep(&setup.players) {
        table.save_with(saver);
    }
    play(&mut table, &mut players, &room, &setup, stop)
}

fn play(
    table: &mut Table,
    players: &mut [Box<dyn Player>; 2],
    room: &Arc<Mutex<Room>>,
    setup: &Setup,
    stop: &StopFlag,
) -> Result<Ending, PlainError> {
    let persons = [players[0].is_person(), players[1].is_person()];
    {
        let mut room = person::lock(room);
        if setup.load.as_ref().is_some_and(|load| load.more) {
            room.console.say("The file has more games; this is the first.");
        }
        room.console.say(format!(
            "Black: {}. White: {}.",
            table.name(Color::Black),
            table.name(Color::White)
        ));
        report::board(&mut room.console, table);
    }
    let ending = table.run(players, stop, &mut |table, event| {
        let mut room = person::lock(room);
        room.record = table.record();
        report::event(&mut room.console, table, event, persons);
        if room.console.is_broken() {
            stop.raise();
        }
    });
    person::lock(room).console.finish()?;
    Ok(ending)
}

/// What a request that says something leaves open.
fn defaults(request: &Request) -> Result<Setup, LoadError> {
    let [human, level] = default_players();
    let players = match request.players.clone() {
        [Some(black), Some(white)] => [black, white],
        [None | Some(Who::Human), None] => [human, level],
        [None, Some(Who::Human)] => [level, human],
        [Some(black), None] => [black, human],
        [None, Some(white)] => [human, white],
    };
    let size = request.size.unwrap_or_default();
    let load = match &request.load {
        Some(path) => Some(Loaded::open(path, size)?),
        None => None,
    };
    let found = load.as_ref().map_or(size, |load| load.record.game.start().size());
    if let (Some(path), Some(wanted)) = (&request.load, request.size)
        && wanted != found
    {
        return Err(LoadError::Size { path: path.clone(), found, wanted });
    }
    Ok(Setup { players, size: found, time: request.time, load })
}

/// Puts the game on a table.
fn seat(setup: &Setup, request: &Request) -> Table {
    let new = Record::from(Position::start(setup.size));
    let record = setup.load.as_ref().map_or(&new, |load| &load.record);
    // A file's time limit holds where nobody asked for another.
    let time = setup.time.or(record.time.map(TimeControl::PerMove)).unwrap_or_default();
    let terms = Terms { time, strict: request.strict, ..Terms::default() };
    let names = setup.players.each_ref().map(Who::to_string);
    Table::resume(record, terms, names)
}

fn make(
    who: &Who,
    color: Color,
    size: Size,
    maker: &Maker,
    room: &Arc<Mutex<Room>>,
) -> Result<Box<dyn Player>, PlayerError> {
    let player: Box<dyn Player> = match maker.make(who, color)? {
        Seat::Player(player) => player,
        Seat::Person => Box::new(Person::new(who.to_string(), person::asker(room.clone()))),
    };
    player.supports(size)?;
    Ok(player)
}
