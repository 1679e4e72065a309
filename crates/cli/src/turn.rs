//! `obverse turn`: one move a call, the board in numbered files.
//!
//! A call reads `game-01`, makes one move and writes `game-02`, so that two programs or people
//! can play by taking turns, each in a script of its own. The move is made at a table, as every
//! other; the game on it has one turn.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use obverse_engine::StopFlag;
use obverse_players::{Ending, Event, Player, Seat, Table, Terms, Thought, Time, TimeControl, Who};
use obverse_records::atomic;
use obverse_records::turn::{self, Layout, TurnFile};
use obverse_rules::{Color, Game, Move, Position, Size, Square};

use crate::engine_args::EngineArgs;
use crate::{Answer, maker};

/// Make one move of a numbered turn file
///
/// The board is read from FILE-NN and written, after one move, to the file with the next number.
/// A side that has no move passes: the next file appears with the board unchanged.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "obverse turn [OPTIONS] <FILE-NN> <black|white> <SECONDS>\n       \
                      obverse turn [OPTIONS] <FILE-NN> <black|white> <XY> <CHAR>",
    after_help = "\
XY is the column, then the row: 53 is column 5, row 3. CHAR is any character: it says that the \
number before it is a place and not a time.

Examples:
  obverse turn test-01 black 2 --new    the computer, in 2 seconds: test-02
  obverse turn test-02 white 53 x       a person, column 5, row 3: test-03
  obverse turn test-03 black 2 --player killer"
)]
pub(crate) struct Args {
    /// The file with the board: a name, a hyphen and a number
    #[arg(value_name = "FILE-NN")]
    file: PathBuf,
    /// Whose move it is
    #[arg(value_name = "black|white")]
    side: Side,
    /// The computer's time in seconds; or, with CHAR, a person's move as column and row
    #[arg(value_name = "SECONDS|XY")]
    time_or_place: String,
    /// Any character: a person moves
    #[arg(value_name = "CHAR")]
    person: Option<String>,
    /// Which computer moves
    #[arg(long, value_name = "WHO", default_value = "breadth", conflicts_with = "person")]
    player: Who,
    /// Start from the opening position; the file need not exist
    #[arg(long)]
    new: bool,
    /// Overwrite the next file if it is there already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// A colour as a turn file's scripts write it.
#[derive(Clone, Copy, Debug)]
struct Side(Color);

impl FromStr for Side {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Side> {
        match text.to_ascii_lowercase().as_str() {
            "black" => Ok(Side(Color::Black)),
            "white" => Ok(Side(Color::White)),
            _ => bail!("`{text}` is not a side: write black or white"),
        }
    }
}

/// Who moves, and how.
enum Mover {
    Computer(Box<dyn Player>, Duration),
    Person(Square),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let next = turn::next_path(&args.file)?;
    let mover = mover(args)?;
    let file = if args.new { opening(&args.file, args.force)? } else { read(&args.file)? };
    let Side(side) = args.side;
    let mut table = seat(&mover, file.position(side));
    let mut out = io::stdout().lock();
    // A pass is played as soon as the position is on the table.
    let mut events = table.take_events();
    if table.ending().is_none() && next.exists() && !args.force {
        bail!("{} is there already: --force overwrites it", next.display());
    }
    if table.ending().is_none() && table.game().ply() == 0 {
        make_move(mover, &mut table);
        events = table.take_events();
    }
    let made = describe(&events)?;
    let position = table.game().positions().get(1).unwrap_or(table.game().position());
    if let Some(made) = &made {
        write_next(&next, &file.with_position(position)?, args.force)?;
        write!(out, "{}", grid(position)?)?;
        writeln!(out, "{made}. Next: {}", next.display())?;
    } else {
        write!(out, "{}", grid(position)?)?;
    }
    if let Some(ending) = table.ending() {
        writeln!(out, "The game is over: {ending}.")?;
    }
    Ok(if made.is_some() { Answer::Done } else { Answer::No })
}

fn mover(args: &Args) -> Result<Mover> {
    if args.person.is_some() {
        return place(&args.time_or_place).map(Mover::Person);
    }
    let Time(time) = args.time_or_place.parse()?;
    match maker::maker(&args.engine, None)?.make(&args.player, args.side.0)? {
        Seat::Player(player) => {
            player.supports(Size::EIGHT)?;
            Ok(Mover::Computer(player, time))
        }
        Seat::Person => bail!("a person's move is given as XY and a character: 53 x"),
    }
}

/// A place as two digits from 1 to 8, the column first.
fn place(text: &str) -> Result<Square> {
    let digit = |byte: u8| usize::from(byte).checked_sub(usize::from(b'1'));
    match text.as_bytes() {
        &[column @ b'1'..=b'8', row @ b'1'..=b'8'] => {
            digit(column).zip(digit(row)).and_then(|(column, row)| Square::new(column, row))
        }
        _ => None,
    }
    .with_context(|| {
        format!("`{text}` is not a place: write column and row, each from 1 to 8, such as 53")
    })
}

/// The opening position, for a game that is not there yet.
fn opening(path: &Path, force: bool) -> Result<TurnFile> {
    if path.exists() && !force {
        bail!("{} is there already: go on with it without --new", path.display());
    }
    Ok(TurnFile::new(&Position::start(Size::EIGHT), Layout::Plain)?)
}

fn read(path: &Path) -> Result<TurnFile> {
    let name = || path.display().to_string();
    if !path.exists() {
        bail!("{}: there is no such file; --new starts a game", name());
    }
    let bytes = fs::read(path).with_context(name)?;
    let text = String::from_utf8(bytes).with_context(name)?;
    let file = turn::parse(&text).with_context(name)?;
    if file.position(Color::Black).empties() == Size::EIGHT.squares() {
        bail!("{}: there are no discs on the board", name());
    }
    Ok(file)
}

/// The position on a table, with the time that the mover has.
fn seat(mover: &Mover, position: Position) -> Table {
    let (time, name) = match mover {
        Mover::Computer(player, time) => (TimeControl::PerMove(*time), player.name()),
        Mover::Person(_) => (TimeControl::Free, "human".to_owned()),
    };
    let terms = Terms { time, ..Terms::default() };
    let persons = [matches!(mover, Mover::Person(_)); 2];
    Table::new(Game::new(position), terms, [name.clone(), name]).with_persons(persons)
}

fn make_move(mover: Mover, table: &mut Table) {
    match mover {
        Mover::Person(square) => table.answer(Ok(Move::Place(square).into()), Duration::ZERO),
        Mover::Computer(mut player, _) => {
            table.ask(&mut *player, &StopFlag::default(), &mut |_, _| {});
        }
    }
}

/// What the mover did, in words; none if the game was over, or is given up.
fn describe(events: &[Event]) -> Result<Option<String>> {
    match events.first() {
        Some(Event::Passed(side)) => Ok(Some(format!("{side} has no move and passes"))),
        Some(Event::Played { color, square, thought, .. }) => {
            Ok(Some(describe_move(*color, *square, thought.as_ref())))
        }
        Some(Event::Refused { reason, .. }) => {
            Err(reason.clone()).context("that move can't be played")
        }
        Some(Event::Over(ending @ (Ending::Illegal { .. } | Ending::Failed { .. }))) => {
            bail!("{ending}")
        }
        _ => Ok(None),
    }
}

/// “Black plays e3 (53), depth 9”.
fn describe_move(side: Color, square: Square, thought: Option<&Thought>) -> String {
    let (column, row) = (square.column() + 1, square.row() + 1);
    let depth = thought.and_then(|thought| thought.depth);
    let depth = depth.map_or(String::new(), |depth| format!(", depth {depth}"));
    format!("{side} plays {square} ({column}{row}){depth}")
}

/// The board as it is printed for people.
fn grid(position: &Position) -> Result<TurnFile> {
    Ok(TurnFile::new(position, Layout::Grid)?)
}

fn write_next(path: &Path, file: &TurnFile, force: bool) -> Result<()> {
    let text = file.to_string();
    let written = if force { atomic::write(path, text) } else { atomic::write_new(path, text) };
    written.with_context(|| path.display().to_string())
}
