//! `obverse library import`.

use std::cell::RefCell;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use obverse_library::{Imported, Library};
use obverse_records::{FileError, Record};
use obverse_rules::Size;
use serde_json::json;

use super::find::games;
use crate::{Answer, interrupt};

/// Take in games of files in any format, and of folders of WTHOR files
///
/// A game that is in the library already is not taken again, also where it comes in another format
/// or turned. Of a file with an error in it the games before the error are taken.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files in any format, or folders of WTHOR files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The size of the board for transcripts that do not say it
    #[arg(long)]
    size: Option<Size>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(path: &Path, args: &Args) -> Result<Answer> {
    let stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&stopped);
    interrupt::on_first(move || stop.store(true, Ordering::Relaxed))?;
    let bar = bar();
    let failures = RefCell::new(Vec::new());
    let records = args
        .files
        .iter()
        .flat_map(|path| records(path, args.size.unwrap_or_default()))
        .filter_map(|record| record.map_err(|error| failures.borrow_mut().push(error)).ok())
        .inspect(|_| bar.inc(1))
        .take_while(|_| !stopped.load(Ordering::Relaxed));
    let mut records = records.peekable();
    // Files without a game begin no library.
    let has_begun = path.exists() || records.peek().is_some();
    let mut library = if has_begun { open(path)? } else { Library::in_memory()? };
    let imported = library.import(records, |imported| {
        bar.set_message(format!(", {} of them safely in the library", imported.read()));
    })?;
    bar.finish_and_clear();
    let failures = failures.into_inner();
    let failed = failures.len();
    for failure in failures {
        eprintln!("obverse: {}", crate::message(&failure.into()));
    }
    if has_begun {
        report(args, &imported, library.games()?);
    }
    if stopped.load(Ordering::Relaxed) {
        eprintln!("obverse: stopped; the same command takes in the rest");
        return Ok(Answer::No);
    }
    ensure!(failed == 0, "{failed} of the files could not be read to the end");
    ensure!(has_begun, "there is no game in these files: no library is begun");
    Ok(Answer::Done)
}

/// Opens the library, or begins one, in a folder that is made if it is missing.
fn open(path: &Path) -> Result<Library> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("making the folder {}", folder.display()))?;
    }
    Ok(Library::open(path)?)
}

fn report(args: &Args, imported: &Imported, all: u64) {
    let Imported { new, known, empty } = imported;
    if args.json {
        println!("{}", json!({ "new": new, "known": known, "empty": empty, "games": all }));
        return;
    }
    let known = if *known > 0 { format!(", {known} known already") } else { String::new() };
    let empty = if *empty > 0 { format!(", {empty} without a move") } else { String::new() };
    println!("{} new{known}{empty}; the library has {}", games(*new), games(all));
}

/// The records of a file; an error is the last of them.
fn records(path: &Path, size: Size) -> Box<dyn Iterator<Item = Result<Record, FileError>>> {
    match obverse_records::open(path, size) {
        Ok(records) => Box::new(records),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos} games read{msg}");
    ProgressBar::new_spinner().with_style(style.expect("a valid template"))
}
