//! Reading what the commands share: positions, threads, the tier.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use obverse_engine::Options;
use obverse_records::{Problem, ReadError, Reader, Record};
use obverse_rules::{Color, Position, Size, Tier};

/// The tier to use: the machine's best, or the one that `OBVERSE_TIER` names.
pub(crate) fn tier() -> Result<Tier> {
    match std::env::var("OBVERSE_TIER") {
        Ok(name) => name.parse().context("OBVERSE_TIER"),
        Err(_) => Ok(Tier::detect()),
    }
}

/// The number of threads where none was given: the cores of the machine.
pub(crate) fn threads(given: Option<usize>) -> usize {
    given.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)).max(1)
}

/// The arguments of the program. Whoever names no command wants to play, also with options: then
/// `play` is supplied. Squares that begin with an empty one would be taken for options: its `-`
/// becomes a `.`, which is an empty square too.
pub(crate) fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os()
        .map(|argument| match argument.to_str() {
            Some(text) if text.starts_with('-') && are_squares(text) => {
                text.replacen('-', ".", 1).into()
            }
            _ => argument,
        })
        .collect();
    if arguments.is_empty() {
        arguments.push("obverse".into());
    }
    let first = arguments.get(1).map(|first| first.to_string_lossy());
    let names_command = first.is_some_and(|first| {
        !first.starts_with("--") || ["--help", "--version"].contains(&first.as_ref())
    });
    if !names_command {
        arguments.insert(1, "play".into());
    }
    arguments
}

/// Whether a text has all squares of a board, a blank, and more.
fn are_squares(text: &str) -> bool {
    let squares = text.split_whitespace().next().unwrap_or_default();
    let is_square = |c: char| "-._".contains(c) || Color::from_symbol(c).is_some();
    squares.len() >= Size::FOUR.squares() && squares.chars().all(is_square)
}

/// The records of a POSITION or FILE argument, one after the other.
pub(crate) type Records = Box<dyn Iterator<Item = Result<Record>>>;

/// What a POSITION argument means: `start`, `-` for standard input, a file in any format, a folder
/// of WTHOR files, or the text itself.
pub(crate) fn records(text: &str, size: Option<Size>) -> Result<Records> {
    let mut told = false;
    let source = shorten(text);
    Ok(Box::new(all_records(text, size)?.inspect(move |record| {
        if let Ok(record) = record
            && (!record.variations.is_empty() || record.left_out > 0)
            && !told
        {
            told = true;
            eprintln!(
                "obverse: `{source}` has variations, which are left out: the main line is read"
            );
        }
    })))
}

/// The same for whoever uses the variations too, and does not say that they are left out.
pub(crate) fn all_records(text: &str, size: Option<Size>) -> Result<Records> {
    let size = size.unwrap_or_default();
    if text == "start" {
        return Ok(Box::new(std::iter::once(Ok(Position::start(size).into()))));
    }
    if text == "-" {
        let reader = Reader::with_size(std::io::stdin().lock(), size).context("standard input")?;
        return Ok(Box::new(reader.map(|result| result.context("standard input"))));
    }
    if Path::new(text).exists() {
        let records = obverse_records::open(Path::new(text), size)?;
        return Ok(Box::new(records.map(|result| result.map_err(Into::into))));
    }
    let shown = shorten(text);
    let records = Reader::with_size(text.as_bytes(), size).and_then(Iterator::collect);
    match records {
        Ok(records) => {
            let records: Vec<Record> = records;
            Ok(Box::new(records.into_iter().map(Ok)))
        }
        Err(ReadError::Parse(error)) if matches!(error.problem, Problem::Unrecognised { .. }) => {
            bail!(
                "`{shown}` is no file, and no position either: write a file's name, -, start, \
                   moves such as f5d6c3, or squares and a side"
            )
        }
        Err(error) => Err(error).with_context(|| format!("the position `{shown}`")),
    }
}

/// The record of a POSITION argument with this number, from 1. Where none was asked for it is the
/// first, and whoever gave more than one is told.
pub(crate) fn record(text: &str, size: Option<Size>, number: Option<usize>) -> Result<Record> {
    nth(records(text, size)?, text, number)
}

/// The record with this number, from 1, of those that an argument stands for.
pub(crate) fn nth(mut records: Records, text: &str, number: Option<usize>) -> Result<Record> {
    ensure!(number != Some(0), "games are counted from 1");
    let wanted = number.unwrap_or(1);
    let mut found = 0;
    while let Some(record) = records.next().transpose()? {
        found += 1;
        if found == wanted {
            if number.is_none() {
                tell_of_more(text, records);
            }
            return Ok(record);
        }
    }
    bail!("there is no game {wanted} in `{}`: it has {found}", shorten(text))
}

/// Says how many more records there are, if any. A file may be of any length: counting has an end.
fn tell_of_more(text: &str, records: Records) {
    const MOST: usize = 100_000;
    let more = records.take(MOST).take_while(Result::is_ok).count();
    let all = if more == MOST { format!("over {MOST}") } else { (more + 1).to_string() };
    if more > 0 {
        eprintln!(
            "obverse: `{}` has {all} games or positions, and this is the first: --game N takes \
             another",
            shorten(text)
        );
    }
}

/// The position of a record: of a game, its last.
pub(crate) fn position(text: &str, size: Option<Size>, number: Option<usize>) -> Result<Position> {
    Ok(*record(text, size, number)?.position())
}

/// The beginning of what was given, to be repeated in an error.
fn shorten(text: &str) -> String {
    let mut characters = text.chars();
    let shown: String = characters.by_ref().take(60).collect();
    if characters.next().is_some() { shown + "…" } else { shown }
}

/// A number that may be written `1000000` or `1e6`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|number| (1.0..=1e18).contains(number))
        .map(|number: f64| number as u64)
        .ok_or_else(|| format!("`{text}` is not a number from 1, such as 1000000 or 1e6"))
}

/// The size of a hash table in megabytes.
pub(crate) fn megabytes(text: &str) -> Result<usize, String> {
    within(text, 1 << 20, "a number of megabytes")
}

/// How far a search looks ahead: at most as many plies as the largest board has squares, which is
/// to the end of the game.
pub(crate) fn plies(text: &str) -> Result<u32, String> {
    within(text, Size::MAX.squares(), "a number of plies").map(|plies| plies as u32)
}

/// A number of threads.
pub(crate) fn thread_count(text: &str) -> Result<usize, String> {
    within(text, Options::MOST_THREADS, "a number of threads")
}

/// A number of games that run at the same time.
pub(crate) fn games_at_once(text: &str) -> Result<usize, String> {
    within(text, Options::MOST_THREADS, "a number of games at once")
}

fn within(text: &str, most: usize, what: &str) -> Result<usize, String> {
    let number: Option<usize> = text.parse().ok();
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("`{text}` is not {what} from 1 to {most}"))
}
