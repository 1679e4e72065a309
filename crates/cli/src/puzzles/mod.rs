//! `obverse puzzles`: solve puzzles, and make them.

mod keeper;
mod make;
#[cfg(feature = "library")]
mod own;
mod shelf;
mod solve;

use std::path::PathBuf;

use anyhow::Result;
use clap::ArgGroup;
use obverse_study::{Day, Theme};

use crate::Answer;
pub(crate) use shelf::Shelf;

/// Solve puzzles, or make them from games
///
/// Puzzles come one after another, about as hard as you are strong. Type a move such as f5; `?` shows the
/// answer, `n` goes on to the next puzzle, `q` ends. The first move decides: it counts for your rating, and
/// what you missed comes back after some time. Both are kept in the library.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    group = ArgGroup::new("which").args(["daily", "theme"]),
    after_help = "\
Examples:
  obverse puzzles
  obverse puzzles --daily
  obverse puzzles --theme parity --rating 800-1400
  obverse puzzles make games.ggf --out mine.txt && obverse puzzles --from mine.txt
  obverse puzzles make --mistakes --player ann && obverse puzzles --mine

Themes are tasks (win, draw, most, best) and ideas (corner, sacrifice, parity, pass, mobility, tempo, \
edge, stability, counting). Ratings are on the scale of `obverse levels`."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The puzzle of today, or of this day (2026-11-18)
    #[arg(long, value_name = "DAY", num_args = 0..=1, default_missing_value = "today")]
    daily: Option<String>,
    /// Only puzzles that ask this or are about this
    #[arg(long)]
    theme: Option<Theme>,
    /// Only puzzles as hard as this: 800-1400
    #[arg(long, value_name = "FROM-TO", value_parser = ratings)]
    rating: Option<(i32, i32)>,
    /// Puzzles of a file instead of those of the program
    #[arg(long, value_name = "FILE", conflicts_with = "mine")]
    from: Option<PathBuf>,
    /// Only puzzles of the library, made from your own games
    #[arg(long)]
    mine: bool,
    /// End after so many puzzles
    #[arg(long, value_name = "N")]
    count: Option<u32>,
    /// The library that keeps your rating and what is due
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// What chance depends on: which of the puzzles that are about as hard comes next
    #[arg(long)]
    seed: Option<u64>,
    /// Print JSON: a line a puzzle, a line a try
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Make(make::Args),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.command {
        Some(Command::Make(args)) => make::run(args),
        None => solve::run(args),
    }
}

/// The day that `--daily` names.
fn day(text: &str, now: i64) -> Result<Day> {
    if text == "today" { Ok(Day::of(now)) } else { Ok(text.parse()?) }
}

fn ratings(text: &str) -> Result<(i32, i32), String> {
    let number = |text: &str| text.trim().parse::<i32>().ok();
    let range =
        text.split_once(['-', '–']).and_then(|(first, last)| number(first).zip(number(last)));
    range
        .filter(|(first, last)| first <= last)
        .ok_or_else(|| format!("`{text}` is no range of ratings such as 800-1400"))
}
