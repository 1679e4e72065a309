//! `obverse turn`: one move a call, the board in numbered files.
//!
//! A call reads `game-01`, makes one move and writes `game-02`, so that two programs or people
//! can play by taking turns, each in a script of its own.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use obverse_engine::StopFlag;
use obverse_players::{Choice, Player, Seat, Time, Turn, Who};
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
XY is the column, then the row: 53 is column 5, row 3. CHAR is any character: it says that the
number before it is a place and not a time.

Examples:
  obverse turn test-01 black 2 --new    the computer begins, with 2 seconds; writes test-02
  obverse turn test-02 white 53 x       a person plays column 5, row 3; writes test-03
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
    /// Start from the opening position, with no such file
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
    let position = file.position(side);
    let mut out = io::stdout().lock();
    if position.is_over() {
        write!(out, "{}", grid(&position)?)?;
        writeln!(out, "The game is over: {}.", position.outcome())?;
        return Ok(Answer::No);
    }
    if next.exists() && !args.force {
        bail!("{} is there already: --force overwrites it", next.display());
    }
    let (after, what) = if position.must_pass() {
        (position, format!("{side} has no move and passes"))
    } else {
        let choice = choose(mover, &position)?;
        let after = position.play(choice.mv).context("that move can't be played")?;
        (after, describe(side, &choice))
    };
    write_next(&next, &file.with_position(&after)?, args.force)?;
    write!(out, "{}", grid(&after)?)?;
    writeln!(out, "{what}. Next: {}", next.display())?;
    if after.is_over() {
        writeln!(out, "The game is over: {}.", after.outcome())?;
    }
    Ok(Answer::Done)
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

fn choose(mover: Mover, position: &Position) -> Result<Choice> {
    match mover {
        Mover::Person(square) => Ok(Choice::from(Move::Place(square))),
        Mover::Computer(mut player, time) => {
            let turn = &mut Turn {
                time: Some(time),
                clock: None,
                stop: StopFlag::default(),
                observer: &mut |_| {},
            };
            Ok(player.choose(&Game::new(*position), turn)?)
        }
    }
}

/// “Black plays e3 (53), depth 9”.
fn describe(side: Color, choice: &Choice) -> String {
    let place = choice
        .mv
        .square()
        .map_or(String::new(), |square| format!(" ({}{})", square.column() + 1, square.row() + 1));
    let depth = choice.thought.as_ref().and_then(|thought| thought.depth);
    let depth = depth.map_or(String::new(), |depth| format!(", depth {depth}"));
    format!("{side} plays {}{place}{depth}", choice.mv)
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
