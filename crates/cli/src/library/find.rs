//! `obverse library list` and `search`.

use std::io::Write;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use obverse_library::{Library, Outcome, Query, Summary};
use obverse_rules::Size;
use serde_json::json;

use crate::{Answer, input};

/// List the games of the library, the newest in it first
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    page: Page,
}

/// Find games of the library: all that is given must hold
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  obverse library search --player tamenori --year 1985-1990\n  \
    obverse library search --position f5d6c3d3c4 --result white --json"
)]
pub(super) struct SearchArgs {
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    page: Page,
}

/// How much of a list is printed.
#[derive(Debug, clap::Args)]
struct Page {
    /// How many games to print
    #[arg(long, value_name = "K", default_value_t = 50,
        value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// How many games to pass over first
    #[arg(long, value_name = "K", default_value_t = 0)]
    skip: u64,
    /// Print one JSON object a game
    #[arg(long)]
    json: bool,
}

/// Which games. The names of persons are arguments of their own: Tab offers our players for the
/// others.
#[derive(Debug, clap::Args)]
pub(crate) struct Filter {
    /// A part of either player's name
    #[arg(long = "player", value_name = "NAME")]
    player_name: Option<String>,
    /// A part of Black's name
    #[arg(long = "black", value_name = "NAME")]
    black_name: Option<String>,
    /// A part of White's name
    #[arg(long = "white", value_name = "NAME")]
    white_name: Option<String>,
    /// A part of the tournament's name
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// A part of the opening's name
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// A year, or the first and the last: 1985-1990
    #[arg(long, value_name = "YEARS", value_parser = years)]
    year: Option<(i64, i64)>,
    /// Who won
    #[arg(long, value_enum)]
    result: Option<Winner>,
    /// A position that was reached, turned or mirrored in any way
    #[arg(long)]
    position: Option<String>,
    /// The size of the board
    #[arg(long)]
    size: Option<Size>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Winner {
    Black,
    White,
    Draw,
}

impl Filter {
    pub(crate) fn query(&self) -> Result<Query> {
        let position = self.position.as_deref();
        let position = position.map(|text| input::position(text, self.size, None)).transpose()?;
        Ok(Query {
            player: self.player_name.clone(),
            black: self.black_name.clone(),
            white: self.white_name.clone(),
            event: self.event.clone(),
            opening: self.opening.clone(),
            years: self.year,
            outcome: self.result.map(|winner| match winner {
                Winner::Black => Outcome::Black,
                Winner::White => Outcome::White,
                Winner::Draw => Outcome::Draw,
            }),
            size: self.size,
            position,
            skip: 0,
            limit: None,
        })
    }
}

pub(super) fn list(library: &Library, args: &ListArgs) -> Result<Answer> {
    print(library, Query::default(), &args.page)
}

pub(super) fn search(library: &Library, args: &SearchArgs) -> Result<Answer> {
    print(library, args.filter.query()?, &args.page)
}

fn print(library: &Library, query: Query, page: &Page) -> Result<Answer> {
    let query = Query { skip: page.skip, limit: Some(page.limit), ..query };
    let all = library.count(&query)?;
    let found = library.search(&query)?;
    let mut out = std::io::stdout().lock();
    for game in &found {
        if page.json {
            writeln!(out, "{}", json_of(game))?;
        } else {
            writeln!(out, "{}", line(game))?;
        }
    }
    if all == 0 {
        return Ok(nothing_found());
    }
    ensure!(
        !found.is_empty(),
        "there are {} only: --skip {} passes over all",
        games(all),
        page.skip
    );
    if !page.json && (found.len() as u64) < all {
        let (first, last) = (page.skip + 1, page.skip + found.len() as u64);
        eprintln!("{first} to {last} of {}: --skip and --limit show others", games(all));
    }
    Ok(Answer::Done)
}

pub(super) fn nothing_found() -> Answer {
    eprintln!("no game of the library is like that");
    Answer::No
}

/// `1 game`, `2 games`.
pub(crate) fn games(count: u64) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

fn json_of(game: &Summary) -> serde_json::Value {
    json!({
        "game": game.id,
        "size": game.size,
        "plies": game.plies,
        "black": game.black,
        "white": game.white,
        "event": game.event,
        "date": game.date,
        "score": game.score,
        "opening": game.opening,
    })
}

/// A game on a line: number, date, players, score, opening.
fn line(game: &Summary) -> String {
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".to_owned());
    let score = match game.score {
        Some(0) => "draw".to_owned(),
        Some(score) if score > 0 => format!("B+{score}"),
        Some(score) => format!("W+{}", -score),
        None => "open".to_owned(),
    };
    let size = if game.size == 8 { String::new() } else { format!(" {0}×{0}", game.size) };
    let line = format!(
        "{:>6}  {:<10}  {:<20}  {:<20}  {score:<5}{size}  {}",
        game.id,
        game.date.as_deref().unwrap_or_default(),
        text(&game.black),
        text(&game.white),
        game.opening.as_deref().unwrap_or_default(),
    );
    line.trim_end().to_owned()
}

fn years(text: &str) -> Result<(i64, i64), String> {
    let year = |text: &str| text.trim().parse::<u16>().ok().map(i64::from);
    let (first, last) = text.split_once(['-', '–']).unwrap_or((text, text));
    match (year(first), year(last)) {
        (Some(first), Some(last)) if first <= last => Ok((first, last)),
        _ => Err(format!("`{text}` is no year, and no years such as 1985-1990")),
    }
}
