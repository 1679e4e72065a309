//! `obverse levels`: the ladder of levels.

use std::io::Write;

use anyhow::Result;
use obverse_engine::Level;
use serde_json::json;

use crate::Answer;

/// Show the levels of play, from one that a child beats to full strength
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  obverse levels\n  obverse play --white level:7")]
pub(crate) struct Args {
    /// Print one JSON object a level
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut out = std::io::stdout().lock();
    for level in Level::all() {
        if args.json {
            let line = json!({
                "level": level.get(), "name": level.name(), "character": level.character(),
                "elo": level.elo(),
            });
            writeln!(out, "{line}")?;
        } else {
            let (name, character) = (level.name(), level.character());
            let elo = level.elo().map_or_else(|| "?".to_owned(), |elo| elo.to_string());
            writeln!(out, "{level:>2}  {name:<12} {elo:>5}  {character}")?;
        }
    }
    if !args.json && Level::all().any(|level| level.elo().is_none()) {
        writeln!(out, "\nElo: not measured yet where it says `?`.")?;
    }
    Ok(Answer::Done)
}
