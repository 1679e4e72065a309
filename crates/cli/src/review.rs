//! `obverse review`: what every move of a game cost, and why.

mod html;
mod page;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use obverse_engine::{Engine, Level, StopFlag};
use obverse_players::Time;
use obverse_records::{Record, atomic};
use obverse_rules::{Color, Size};
use obverse_study::{Judged, Language, Plan, Review, summary};
use serde_json::{Value, json};

use crate::engine_args::EngineArgs;
use crate::{Answer, input, interrupt};

/// Review a game: what every move cost, and why
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse review game.ggf
  obverse review wthor-folder --game 12 --depth 16
  obverse review f5d6c3d3c4 --time 2s --side black --lang ja
  obverse review games.sgf --json
  obverse review game.ggf --html report.html

A move costs the difference between its score and that of the best move, both searched equally far; a
forced move costs nothing. Scores are discs from the view of the side that moves: `= +4` is exact, `≈ +2.4 73%` comes
from a search that cut what was unlikely to matter. Where the search may err by more than the cost, the
grade is kind and the cost has a question mark. docs/review.md has the details.")]
pub(crate) struct Args {
    /// A file with games, a folder of WTHOR files, `-`, or the moves of a game
    #[arg(value_name = "FILE")]
    file: String,
    /// Only this game of a file that has several
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Look at every position as this level does
    #[arg(long, conflicts_with_all = ["depth", "time"])]
    level: Option<Level>,
    /// Plies to look ahead where it matters, and eight more at the end of the game; 12 by default
    #[arg(long, conflicts_with = "time", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Time for every move that matters, and a tenth of it for the others
    #[arg(long)]
    time: Option<Time>,
    /// Whose moves to show
    #[arg(long, default_value = "both")]
    side: Side,
    /// The language of the reasons: en or ja
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    lang: Language,
    /// The size of the board for transcripts that do not say it
    #[arg(long)]
    size: Option<Size>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print JSON: a line a move, and a summary last
    #[arg(long)]
    json: bool,
    /// Write the report as one page that needs no other file; of one game
    #[arg(long, value_name = "OUT", conflicts_with = "json")]
    html: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    Black,
    White,
    Both,
}

impl Side {
    fn shows(self, side: Color) -> bool {
        match self {
            Side::Black => side == Color::Black,
            Side::White => side == Color::White,
            Side::Both => true,
        }
    }
}

impl Args {
    fn plan(&self) -> Plan {
        match (self.level, self.time) {
            (Some(level), _) => Plan::level(level),
            (_, Some(time)) => Plan::time(time.0),
            _ => Plan::depth(self.depth.unwrap_or(12)),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let records = input::records(&args.file, args.size)?;
    let records: input::Records = match args.game {
        None if args.html.is_none() => records,
        // A page has one game.
        _ => Box::new(std::iter::once(input::nth(records, &args.file, args.game))),
    };
    let mut engine = Engine::new(args.engine.options()?);
    let stop = StopFlag::default();
    interrupt::raise_on_first(&stop)?;
    let mut reviewed = 0;
    for (index, record) in records.enumerate() {
        let record = record?;
        // A position has no moves.
        if record.game.moves().is_empty() {
            continue;
        }
        engine.clear();
        let review = review(&record, args, &mut engine, &stop);
        let judged = review.all_judged();
        let number = args.game.is_none().then_some(index + 1);
        if let Some(out) = &args.html {
            let page = html::Html { record: &record, judged: &judged, language: args.lang };
            atomic::write(out, page.page(|side| args.side.shows(side)))
                .with_context(|| format!("writing {}", out.display()))?;
            println!("The report is in {}", out.display());
        } else if args.json {
            print_json(&judged, args, number)?;
        } else {
            let page = page::Page { record: &record, judged: &judged, language: args.lang };
            let mut out = std::io::stdout().lock();
            if reviewed > 0 {
                writeln!(out)?;
            }
            page.print(&mut out, |side| args.side.shows(side))?;
        }
        reviewed += 1;
        if stop.is_raised() {
            eprintln!(
                "obverse: interrupted in game {}: what is printed of it is what was found so far",
                index + 1
            );
            return Ok(Answer::No);
        }
    }
    if reviewed == 0 {
        bail!("there is no game to review: a position has no moves");
    }
    Ok(Answer::Done)
}

/// Asks the engine until nothing is left to ask, or the flag is raised.
fn review(record: &Record, args: &Args, engine: &mut Engine, stop: &StopFlag) -> Review {
    let mut review = Review::new(&record.game, args.plan());
    let bar = progress_bar(args.json);
    while let Some(question) = review.next() {
        let (answered, all) = review.progress();
        bar.set_length(all as u64);
        bar.set_position(answered as u64);
        bar.set_message(format!("move {}", question.ply + 1));
        let mut limits = question.limits();
        limits.stop = stop.clone();
        let report = engine.search(&question.position, &limits);
        if stop.is_raised() {
            break;
        }
        review.answered(&question, report.best());
    }
    bar.finish_and_clear();
    review
}

fn progress_bar(json: bool) -> ProgressBar {
    if json || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos}/{len} {bar:24} {elapsed} {wide_msg}");
    let bar = ProgressBar::new(0).with_style(style.expect("a valid template"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn print_json(judged: &[Judged], args: &Args, game: Option<usize>) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let mut print = |mut line: Value| -> Result<()> {
        if let Some(game) = game {
            line["game"] = json!(game);
        }
        writeln!(out, "{line}")?;
        Ok(())
    };
    for one in judged.iter().filter(|one| args.side.shows(one.side)) {
        print(serde_json::to_value(one.row(args.lang))?)?;
    }
    print(json!({
        "summary": true,
        "black": summary(judged, Color::Black),
        "white": summary(judged, Color::White),
    }))
}
