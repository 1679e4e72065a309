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
mod study;

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use obverse_engine::StopFlag;
use obverse_players::{
    Ending, Maker, Person, Player, PlayerError, Seat, Table, Terms, TimeControl, Who,
};
use obverse_records::Format;
use obverse_rules::{Color, Game, Size};
use obverse_study::Tree;
use thiserror::Error;

use crate::files::{self, Kind, Loaded, NotOpened, NotWritten};
use crate::keep::{By, Keeper, Kept};
use crate::saving::{Saved, Saver, Wish};
use crate::words;
pub use console::Console;

use person::{Pages, Room};
use questions::PlainSetup;

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
    /// Where a person's game is kept if there is no such file, or if it can't be written.
    pub keeper: Option<Keeper>,
    /// An illegal move ends the game.
    pub strict: bool,
    /// Whether a script asks, and not somebody at a terminal.
    pub is_script: bool,
}

impl Request {
    /// Whether it says who plays, on which board, or which game: then nothing is asked.
    pub fn is_definite(&self) -> bool {
        self.players != [None, None] || self.size.is_some() || self.load.is_some() || self.resume
    }

    /// Whether a game can be written to the file that is asked for, as far as its name says.
    pub fn check_save(&self) -> Result<(), PlainError> {
        if let Some(path) = &self.save {
            Kind::of(path, Format::Ggf)?;
        }
        Ok(())
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
        let tree = setup.begin.tree();
        Ok(crate::state::Setup {
            tree,
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
    /// There are files of games, but none can be resumed.
    #[error("no unfinished game can be resumed: {0}")]
    Unreadable(String),
    /// The file that was asked for has an ending of no format.
    #[error(transparent)]
    Ending(#[from] NotWritten),
    /// The game is not in the file that was asked for.
    #[error("{0}")]
    NotSaved(String),
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
    /// The game with its variations, where it has some.
    fn tree(&self) -> Option<Tree> {
        match self {
            Begin::New(_) => None,
            Begin::File(loaded) => loaded.tree(),
            Begin::Kept(kept) => kept.tree.clone(),
        }
    }

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
    let by = if request.is_script { By::Script } else { By::Person };
    let setup = if request.is_definite() {
        defaults(request)?
    } else {
        questions::ask(&mut console, request, maker)?
    };
    let mut table = seat(&setup, request.strict);
    let room = Arc::new(Mutex::new(Room::new(
        console,
        maker.engine.clone(),
        Pages::new(&table, setup.begin.tree()),
        table.terms().strict,
        stop.clone(),
    )));
    let make = |color: Color| make(&setup, color, maker, &room);
    let mut players = [make(Color::Black)?, make(Color::White)?];
    introduce(&mut person::lock(&room).console, &setup, &table);
    let mut diary = Diary::new(saver(&setup, request, by)?);
    {
        let mut room = person::lock(&room);
        let tree = room.pages.tree.clone();
        diary.write(&table, &tree, &mut room.console);
    }
    let ending = play(&mut table, &mut players, &room, &mut diary, stop);
    let mut room = person::lock(&room);
    let is_watched = setup.players.contains(&Who::Human) && room.console.is_typed_at();
    if ending.is_decided() && is_watched {
        room.look_back();
    }
    let console = &mut room.console;
    let Diary { saved, .. } = diary;
    if saved.is_file_missing() {
        console.finish()?;
        return Err(PlainError::NotSaved(saved.problem().unwrap_or_default()));
    }
    if ending == Ending::Stopped && table.game().ply() > 0 {
        for place in saved.places() {
            console.say(place);
        }
    }
    console.finish()?;
    Ok(ending)
}

fn introduce(console: &mut Console, setup: &PlainSetup, table: &Table) {
    if let Begin::File(loaded) = &setup.begin
        && let Some(remark) = loaded.remark()
    {
        console.say(&remark);
    }
    let [black, white] = Color::BOTH.map(|color| table.name(color));
    console.say(format!("Black: {black}. White: {white}."));
}

/// Where the game is to be written: to the file that was asked for, and, where a person plays, among
/// the games that can be resumed.
fn saver(setup: &PlainSetup, request: &Request, by: By) -> Result<Saver, NotWritten> {
    let (loaded, slot) = match &setup.begin {
        Begin::File(loaded) => (Some(loaded.format), None),
        Begin::Kept(kept) => (None, Some(kept.slot)),
        Begin::New(_) => (None, None),
    };
    let usual = loaded.unwrap_or(Format::Ggf);
    let file = match &request.save {
        Some(path) => Some((path.clone(), Kind::of(path, usual)?)),
        None => None,
    };
    let is_kept = request.keeper.is_some() && setup.players.contains(&Who::Human);
    // A person's game stays one when a script goes on with it.
    let by = match &setup.begin {
        Begin::Kept(kept) => kept.by.min(by),
        Begin::File(_) | Begin::New(_) => by,
    };
    Ok(Saver::new(Wish {
        players: setup.players.clone(),
        keeper: request.keeper.clone(),
        keep: is_kept,
        slot,
        by,
        file,
    }))
}

/// Writes the game down after every change, and tells what is new about that.
struct Diary {
    saver: Saver,
    saved: Saved,
    revision: Option<u64>,
}

impl Diary {
    fn new(saver: Saver) -> Diary {
        Diary { saver, saved: Saved::default(), revision: None }
    }

    fn write(&mut self, table: &Table, tree: &Tree, console: &mut Console) {
        if self.revision.replace(table.revision()) == Some(table.revision()) {
            return;
        }
        let before =
            std::mem::replace(&mut self.saved, self.saver.save(table, Some(tree))).problem();
        match (before, self.saved.problem()) {
            (Some(_), None) => console.say("The game is saved again."),
            (before, Some(problem)) if before.as_ref() != Some(&problem) => {
                console.say(words::sentence(&problem));
            }
            _ => {}
        }
    }
}

fn play(
    table: &mut Table,
    players: &mut [Box<dyn Player>; 2],
    room: &Mutex<Room>,
    diary: &mut Diary,
    stop: &StopFlag,
) -> Ending {
    let persons = [players[0].is_person(), players[1].is_person()];
    report::board(&mut person::lock(room).console, table);
    table.run(players, stop, &mut |table, event| {
        let mut room = person::lock(room);
        room.pages.take(table);
        report::event(&mut room.console, table, event, persons);
        let tree = room.pages.tree.clone();
        diary.write(table, &tree, &mut room.console);
        if room.console.is_broken() {
            stop.raise();
        }
    })
}

/// What a request that says something leaves open.
fn defaults(request: &Request) -> Result<PlainSetup, PlainError> {
    if request.resume {
        // Of a script's game and a person's, the person's: a script comes back for its own at once.
        let mut waiting: Vec<Kept> = request.keeper.iter().flat_map(Keeper::waiting).collect();
        if !request.is_script {
            waiting.sort_by_key(|kept| kept.by);
        }
        let waiting = waiting.into_iter().next();
        let kept = waiting.ok_or_else(|| nothing_kept(request.keeper.as_ref()))?;
        return Ok(PlainSetup::resume(kept, request.time));
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
        return Ok(PlainSetup { players, time: request.time, begin: Begin::New(size) });
    };
    let begin = Begin::File(Box::new(files::load(path, size)?));
    if let Some(wanted) = request.size.filter(|&wanted| wanted != begin.size()) {
        let path = path.display().to_string();
        return Err(NotOpened::Size { path, found: begin.size(), wanted }.into());
    }
    Ok(PlainSetup { players, time: request.time, begin })
}

/// Why there is no game to go on with.
fn nothing_kept(keeper: Option<&Keeper>) -> PlainError {
    match keeper.map(Keeper::unreadable).unwrap_or_default() {
        unreadable if unreadable.is_empty() => PlainError::NothingKept,
        unreadable => {
            let reasons: Vec<String> = unreadable.iter().map(ToString::to_string).collect();
            PlainError::Unreadable(reasons.join("; "))
        }
    }
}

/// Puts the game on a table.
fn seat(setup: &PlainSetup, strict: bool) -> Table {
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
    setup: &PlainSetup,
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
