//! `obverse library`: a person's games in one file.

mod explore;
pub(crate) mod find;
mod import;
pub(crate) mod mistakes;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use obverse_library::{Library, LibraryError};
use obverse_records::{Record, openings};

use crate::folders::{Folder, folder};
use crate::{Answer, convert, output, show};

/// Keep games in one file: import, search, explore, learn from mistakes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse library import games.ggf wthor-folder
  obverse library search --player tamenori --year 1985-1990 --opening tiger
  obverse library explore f5d6c3
  obverse library show 12 --format ggf
  obverse library export my-games.sgf --player ann
  obverse library mistakes --player ann

The library is the file of --library, or of the variable OBVERSE_LIBRARY, or library.sqlite in the \
folder for data of this program.")]
pub(crate) struct Args {
    /// The file of the library
    #[arg(long, global = true, value_name = "FILE")]
    library: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Import(import::Args),
    List(find::ListArgs),
    Search(find::SearchArgs),
    Show(ShowArgs),
    Explore(explore::Args),
    Review(mistakes::ReviewArgs),
    Mistakes(mistakes::MistakesArgs),
    Export(ExportArgs),
    Remove(RemoveArgs),
}

/// Show a game of the library
#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// The game's number, as `list` and `search` print it
    #[arg(value_name = "N")]
    game: i64,
    /// How to write it; by default a drawing, in colours on a terminal
    #[arg(long, value_enum)]
    format: Option<show::Style>,
}

/// Write games of the library to a file; its name says the format
#[derive(Debug, clap::Args)]
struct ExportArgs {
    /// The file to write (.ggf, .sgf, .wtb, .txt), or `-` for standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The format, where the name does not say it
    #[arg(long = "to", value_name = "FORMAT")]
    format: Option<obverse_records::Format>,
    #[command(flatten)]
    filter: find::Filter,
}

/// Forget games of the library
#[derive(Debug, clap::Args)]
struct RemoveArgs {
    /// The games' numbers, as `list` and `search` print them
    #[arg(required = true, value_name = "N")]
    games: Vec<i64>,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let path = path(args.library.as_deref())?;
    if let Command::Import(args) = &args.command {
        return import::run(&path, args);
    }
    let mut library = Library::open_existing(&path)?;
    match &args.command {
        Command::Import(_) => unreachable!("done above"),
        Command::List(args) => find::list(&library, args),
        Command::Search(args) => find::search(&library, args),
        Command::Show(args) => show_game(&library, args),
        Command::Explore(args) => explore::run(&library, args),
        Command::Review(args) => mistakes::review(&mut library, args),
        Command::Mistakes(args) => mistakes::run(&mut library, &path, args),
        Command::Export(args) => export(&library, args),
        Command::Remove(args) => remove(&mut library, args),
    }
}

fn show_game(library: &Library, args: &ShowArgs) -> Result<Answer> {
    let Some(record) = library.game(args.game)? else { return Ok(no_game(args.game)) };
    if args.format.is_none() {
        print!("{}", heading(&record));
    }
    show::print(&record, args.format)
}

/// Who played when and where, and the moves.
fn heading(record: &Record) -> String {
    let tags = &record.tags;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let place = [&tags.event, &tags.place, &tags.date];
    let place: Vec<&str> = place.into_iter().filter_map(|text| text.as_deref()).collect();
    let opening = openings::name_of(&record.game).map(openings::Opening::full_name);
    let lines = [
        Some(format!("{} (Black) – {} (White)", name(&tags.black), name(&tags.white))),
        Some(place.join(", ")),
        opening,
        Some(output::line(record.game.moves())),
    ];
    lines.into_iter().flatten().filter(|line| !line.is_empty()).map(|line| line + "\n").collect()
}

fn no_game(number: i64) -> Answer {
    eprintln!("there is no game {number} in the library: `obverse library list` shows them");
    Answer::No
}

fn export(library: &Library, args: &ExportArgs) -> Result<Answer> {
    let format = match args.format {
        Some(format) => format,
        None => convert::format_of_name(&args.out)?,
    };
    let found = library.search(&args.filter.query()?)?;
    if found.is_empty() {
        return Ok(find::nothing_found());
    }
    let mut records = Vec::new();
    // In the order in which they came.
    for summary in found.iter().rev() {
        match library.game(summary.id) {
            Ok(record) => records.extend(record),
            Err(error @ LibraryError::Damaged { .. }) => eprintln!("obverse: {error}"),
            Err(error) => return Err(error.into()),
        }
    }
    let count = records.len();
    let answer = convert::write(Box::new(records.into_iter().map(Ok)), &args.out, format)?;
    if args.out.as_os_str() != "-" {
        println!("{} written to {}", find::games(count as u64), args.out.display());
    }
    Ok(answer)
}

fn remove(library: &mut Library, args: &RemoveArgs) -> Result<Answer> {
    for &game in &args.games {
        if matches!(library.game(game), Ok(None)) {
            return Ok(no_game(game));
        }
    }
    let removed = library.remove(&args.games)?;
    println!("{} removed", find::games(removed));
    Ok(Answer::Done)
}

/// The file of the library: the one that is given, or that of the environment.
pub(crate) fn path(given: Option<&Path>) -> Result<PathBuf> {
    given.map(Path::to_owned).or_else(default_path).context(
        "there is no folder for the library: name its file with --library FILE or OBVERSE_LIBRARY",
    )
}

/// The file that the environment names.
fn default_path() -> Option<PathBuf> {
    let own = std::env::var("OBVERSE_LIBRARY").ok().filter(|file| !file.is_empty());
    let usual = || Some(folder(Folder::Data)?.join("library.sqlite"));
    own.map(PathBuf::from).or_else(usual)
}
