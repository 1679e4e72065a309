//! `obverse openings`: the named openings, and learning them.

mod drill;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use obverse_records::openings::{self, Opening};
use obverse_records::transcript;
use obverse_rules::{Color, Size};
use serde_json::json;

use crate::{Answer, input};

/// List the named openings, find one, name the opening of a game, or learn some by heart
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  obverse openings tiger\n  \
    obverse openings f5d6c3d3c4f4f6\n  obverse openings game.ggf\n  \
    obverse openings --drill tiger --side white")]
pub(crate) struct Args {
    /// A name or a part of one; or moves, or a game's file, to be named
    #[arg(value_name = "NAME|TRANSCRIPT")]
    what: Option<String>,
    /// Learn the openings of this name by heart, or a line of moves: one side is yours, and what you miss is
    /// asked again
    #[arg(long, value_name = "NAME|TRANSCRIPT", conflicts_with_all = ["what", "json"])]
    drill: Option<String>,
    /// The side that is yours in a drill
    #[arg(long, requires = "drill", default_value = "black")]
    side: Side,
    /// What the order of the lines depends on
    #[arg(long, requires = "drill", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    Black,
    White,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if let Some(name) = &args.drill {
        let side = if args.side == Side::Black { Color::Black } else { Color::White };
        return drill::run(name, side, args.seed);
    }
    let found = find(args.what.as_deref())?;
    let mut out = std::io::stdout().lock();
    if found.is_empty() {
        let what = args.what.as_deref().unwrap_or_default();
        eprintln!("no named opening: {what}");
        return Ok(Answer::No);
    }
    for opening in found {
        if args.json {
            writeln!(out, "{}", json_of(opening))?;
        } else {
            writeln!(out, "{:<46} {}", opening.full_name(), opening.transcript())?;
        }
    }
    Ok(Answer::Done)
}

/// The openings asked for: all, those of a name, or those that games went through, one a game.
fn find(what: Option<&str>) -> Result<Vec<&'static Opening>> {
    let Some(what) = what else { return Ok(openings::all().iter().collect()) };
    if what == "-" || Path::new(what).is_file() {
        let records = input::records(what, None)?;
        let names = records.map(|record| Ok(openings::name_of(&record?.game)));
        return names.filter_map(Result::transpose).collect();
    }
    let exact = openings::find(what);
    let others = openings::search(what).into_iter().filter(|other| Some(*other) != exact);
    let named: Vec<_> = exact.into_iter().chain(others).collect();
    let has_squares = what.chars().any(|character| character.is_ascii_digit());
    if !named.is_empty() || !has_squares {
        return Ok(named);
    }
    let game = transcript::parse(what, Size::EIGHT).with_context(|| format!("`{what}`"))?;
    Ok(openings::name_of(&game).into_iter().collect())
}

fn json_of(opening: &Opening) -> serde_json::Value {
    let moves: Vec<_> = opening.game().moves().iter().map(ToString::to_string).collect();
    json!({
        "name": opening.name(),
        "aliases": opening.aliases(),
        "transcript": opening.transcript(),
        "moves": moves,
        "plies": opening.plies(),
    })
}
