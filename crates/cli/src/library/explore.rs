//! `obverse library explore`.

use std::io::Write;

use anyhow::Result;
use obverse_library::{Continuation, Library};
use obverse_rules::Size;
use serde_json::json;

use crate::{Answer, input};

/// Show what was played in a position, and how it went
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  obverse library explore f5d6c3\n  \
    obverse library explore start --json\n\n\
    Positions are the same if they are turned or mirrored. The mean is in discs, from the view of \
    the side to move.")]
pub(super) struct Args {
    /// A position: a file, `-`, squares and a side, a transcript, or `start`
    position: String,
    /// The size of the board for `start` and transcripts
    #[arg(long)]
    size: Option<Size>,
    /// Print JSON: a line a move, the one played most often first
    #[arg(long)]
    json: bool,
}

/// How wide the bar of a move is.
const BAR: usize = 24;

pub(super) fn run(library: &Library, args: &Args) -> Result<Answer> {
    let position = input::position(&args.position, args.size, None)?;
    let explored = library.explore(&position)?;
    let mut out = std::io::stdout().lock();
    if !args.json && !explored.moves.is_empty() {
        writeln!(out, "{} to move; the mean is in discs from its view\n", position.side())?;
        writeln!(
            out,
            "{:<6}{:>7}  {:<12}{:<12}{:<12}mean",
            "move", "games", "Black", "draws", "White"
        )?;
    }
    for found in &explored.moves {
        if args.json {
            writeln!(out, "{}", json_of(found))?;
        } else {
            writeln!(out, "{}", line(found))?;
        }
    }
    if explored.moves.is_empty() {
        match explored.ended {
            0 => eprintln!("no game of the library was here"),
            ended => eprintln!("{} ended here", super::find::games(ended)),
        }
        return Ok(Answer::No);
    }
    Ok(Answer::Done)
}

fn json_of(found: &Continuation) -> serde_json::Value {
    let mut row = json!({
        "move": found.mv.to_string(),
        "games": found.games,
        "black": found.black,
        "draws": found.draws,
        "white": found.white,
        "mean_discs": found.mean_discs,
        "latest": found.latest,
    });
    if let Some(name) = found.name {
        row["name"] = name.into();
    }
    row
}

fn line(found: &Continuation) -> String {
    let finished = (found.black + found.draws + found.white).max(1);
    let share = |count: u64| format!("{count} {}%", (100 * count + finished / 2) / finished);
    let black = BAR * found.black as usize / finished as usize;
    let white = BAR * found.white as usize / finished as usize;
    let bar = "●".repeat(black) + &"·".repeat(BAR - black - white) + &"○".repeat(white);
    let mean = found.mean_discs.map_or(String::new(), |mean| format!("{mean:+.1}"));
    let line = format!(
        "{:<6}{:>7}  {:<12}{:<12}{:<12}{mean:<7}{bar}  {}",
        found.mv.to_string(),
        found.games,
        share(found.black),
        share(found.draws),
        share(found.white),
        found.name.unwrap_or_default()
    );
    line.trim_end().to_owned()
}
