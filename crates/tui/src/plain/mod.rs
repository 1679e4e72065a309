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
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use obverse_engine::StopFlag;
use obverse_players::{
    Ending, Maker, Person, Player, PlayerError, Seat, Table, Terms, TimeControl, Who, save_to,
};
use obverse_records::Format;
use obverse_rules::{Color, Game, Size};
use thiserror::Error;

use crate::files::{self, Loaded, NotOpened};
use crate::keep::{Keeper, Kept};
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
    /// Go on with the game that was left last.
    pub resume: bool,
    /// A file to write the game to after every move.
    pub save: Option<PathBuf>,
    /// Where a person's game is kept if there is no such file.
    pub keeper: Option<Keeper>,
    /// An illegal move ends the game.
    pub strict: bool,
}

impl Request {
    /// Whether it says who plays, on which board, or which game: then nothing is asked.
    pub fn is_definite(&self) -> bool {
        self.players != [None, None] || self.size.is_some() || self.load.is_some() || self.resume
    }

    /// The game that a definite request asks for, for the full-screen game.
    pub fn setup(&self) -> Result<crate::state::Setup, PlainError> {
        let setup = defaults(self)?;
        let table = seat(&setup, self.strict);
        let left = |color| table.clock(color).map(|clock| clock.remaining);
        let kept = match &setup.begin {
            Begin::Kept(kept) => Some(kept.slot),
            _ => None,
        };
        let file = match &setup.begin {
            Begin::File(loaded) => Some(loaded.as_ref().into()),
            _ => None,
        };
        Ok(crate::state::Setup {
            players: setup.players,
            file,
            game: table.game().clone(),
            terms: table.terms().clone(),
            clocks: left(Color::Black).zip(left(Color::White)).map(<[Duration; 2]>::from),
            kept,
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
    Load(#[from] NotOpened),
    /// A player can't be made or does not play on this board.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// There is no game to go on with.
    #[error("there is no game that was left unfinished")]
    NothingKept,
    /// The input ended while questions were open.
    #[error("the input ended before the game began")]
    NoAnswers,
}

/// A person, and an opponent who is neither too strong nor too weak for most.
fn default_players() -> [Who; 2] {
    let level = "level:5".parse().expect("a player");
    [Who::Human, level]
}

/// Where a game begins.
#[derive(Debug)]
enum Begin {
    New(Size),
    File(Box<Loaded>),
    Kept(Box<Kept>),
}

impl Begin {
    fn size(&self) -> Size {
        match self {
            Begin::New(size) => *size,
            Begin::File(loaded) => loaded.record.game.start().size(),
            Begin::Kept(kept) => kept.game.start().size(),
        }
    }
}

/// Plays a game. What the request leaves open is asked for if it leaves everything open.
///
/// The flag ends the game, which is then unfinished.
pub fn run(
    mut console: Console,
    request: &Request,
    maker: &Maker,
    stop: &StopFlag,
) -> Result<Ending, PlainError> {
    console.end_with(stop);
    let setup = if request.is_definite() {
        defaults(request)?
    } else {
        questions::ask(&mut console, request, maker)?
    };
    let mut table = seat(&setup, request.strict);
    let room = Arc::new(Mutex::new(Room::new(console, maker.engine.clone(), table.record())));
    let make = |color: Color| make(&setup, color, maker, &room);
    let mut players = [make(Color::Black)?, make(Color::White)?];
    introduce(&mut person::lock(&room).console, &setup, &table);
    let kept = save(&mut table, &setup, request, &mut person::lock(&room).console);
    let ending = play(&mut table, &mut players, &room, stop);
    let console = &mut person::lock(&room).console;
    if ending == Ending::Stopped && table.game().ply() > 0 {
        match &request.save {
            Some(path) => console.say(format!("The game is saved in {}.", path.display())),
            None if kept => {
                console.say("The game is kept: obverse play --resume goes on with it.");
            }
            None => {}
        }
    }
    console.finish()?;
    Ok(ending)
}

fn introduce(console: &mut Console, setup: &Setup, table: &Table) {
    if let Begin::File(loaded) = &setup.begin
        && let Some(remark) = loaded.remark()
    {
        console.say(remark);
    }
    let [black, white] = Color::BOTH.map(|color| table.name(color));
    console.say(format!("Black: {black}. White: {white}."));
}

/// Sees to it that the game is saved after every move. Says whether it is kept for a later start.
fn save(table: &mut Table, setup: &Setup, request: &Request, console: &mut Console) -> bool {
    if let Some(path) = &request.save {
        let loaded = match &setup.begin {
            Begin::File(loaded) => Some(loaded.format),
            _ => None,
        };
        let format = Format::of_path(path).or(loaded).unwrap_or(Format::Ggf);
        table.save_with(save_to(path.clone(), format));
    } else if let Some(keeper) = &request.keeper
        && setup.players.contains(&Who::Human)
    {
        let slot = match &setup.begin {
            Begin::Kept(kept) => Some(kept.slot),
            _ => None,
        };
        match keeper.keep(slot, setup.players.clone()) {
            Ok(saver) => {
                table.save_with(saver);
                return true;
            }
            Err(error) => console.say(format!("The game can't be kept: {error}.")),
        }
    }
    false
}

fn play(
    table: &mut Table,
    players: &mut [Box<dyn Player>; 2],
    room: &Mutex<Room>,
    stop: &StopFlag,
) -> Ending {
    let persons = [players[0].is_person(), players[1].is_person()];
    report::board(&mut person::lock(room).console, table);
    table.run(players, stop, &mut |table, event| {
        let mut room = person::lock(room);
        room.record = table.record();
        report::event(&mut room.console, table, event, persons);
        if room.console.is_broken() {
            stop.raise();
        }
    })
}

/// What a request that says something leaves open.
fn defaults(request: &Request) -> Result<Setup, PlainError> {
    if request.resume {
        let waiting = request.keeper.iter().flat_map(Keeper::waiting).next();
        let kept = waiting.ok_or(PlainError::NothingKept)?;
        return Ok(Setup::resume(kept, request.time));
    }
    let [human, level] = default_players();
    let players = match request.players.clone() {
        [Some(black), Some(white)] => [black, white],
        [None | Some(Who::Human), None] => [human, level],
        [None, Some(Who::Human)] => [level, human],
        [Some(black), None] => [black, human],
        [None, Some(white)] => [human, white],
    };
    let size = request.size.unwrap_or_default();
    let Some(path) = &request.load else {
        return Ok(Setup { players, time: request.time, begin: Begin::New(size) });
    };
    let begin = Begin::File(Box::new(files::load(path, size)?));
    if let Some(wanted) = request.size.filter(|&wanted| wanted != begin.size()) {
        let path = path.display().to_string();
        return Err(NotOpened::Size { path, found: begin.size(), wanted }.into());
    }
    Ok(Setup { players, time: request.time, begin })
}

/// Puts the game on a table.
fn seat(setup: &Setup, strict: bool) -> Table {
    let names = setup.players.each_ref().map(Who::to_string);
    let terms = |time: Option<TimeControl>| {
        let time = setup.time.or(time).unwrap_or_default();
        Terms { time, strict, ..Terms::default() }
    };
    match &setup.begin {
        Begin::New(size) => Table::new(Game::from_start(*size), terms(None), names),
        Begin::File(loaded) => {
            // A file's time limit holds where nobody asked for another.
            let time = loaded.record.time.map(TimeControl::PerMove);
            Table::resume(&loaded.record, terms(time), names)
        }
        Begin::Kept(kept) => {
            let strict = strict || kept.terms.strict;
            let terms = Terms { strict, ..terms(Some(kept.terms.time)) };
            let mut table = Table::new(kept.game.clone(), terms, names);
            for (color, left) in Color::BOTH.into_iter().zip(kept.clocks.into_iter().flatten()) {
                table.set_clock(color, left);
            }
            table
        }
    }
}

fn make(
    setup: &Setup,
    color: Color,
    maker: &Maker,
    room: &Arc<Mutex<Room>>,
) -> Result<Box<dyn Player>, PlayerError> {
    let who = &setup.players[color as usize];
    let player: Box<dyn Player> = match maker.make(who, color)? {
        Seat::Player(player) => player,
        Seat::Person => Box::new(Person::new(who.to_string(), person::asker(room.clone()))),
    };
    player.supports(setup.begin.size())?;
    Ok(player)
}
