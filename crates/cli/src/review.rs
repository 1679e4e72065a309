//! `obverse review`: what every move of a game cost, and why.

pub(crate) mod job;
mod page;

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use obverse_answers::report::Report;
use obverse_engine::{Level, Options};
use obverse_jobs::{LocalPool, Outcome, Pool, Stop};
use obverse_players::Time;
use obverse_records::atomic;
use obverse_rules::{Color, Size};
use obverse_study::{Judged, Language, Plan, summary};
use serde_json::{Value, json};

use crate::engine_args::EngineArgs;
use crate::fleet_args::FleetArgs;
use crate::job_engine::JobEngine;
use crate::{Answer, input, interrupt};
use job::{Games, Reviewer, Waiting};

/// Review a game: what every move cost, and why
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse review game.ggf
  obverse review wthor-folder --game 12 --depth 16
  obverse review f5d6c3d3c4 --time 2s --side black --lang ja
  obverse review games.sgf --json
  obverse review game.ggf --html report.html
  obverse review wthor-folder --json --fleet nats://host:4222

A move costs the difference between its score and that of the best move, both searched equally far; a \
forced move costs nothing. Scores are discs from the view of the side that moves: `= +4` is exact, `≈ +2.4 73%` \
comes from a search that cut what was unlikely to matter. Where the search may err by more than the cost, the \
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
    #[command(flatten)]
    fleet: FleetArgs,
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
    let (list, unreadable) = games(args)?;
    if list.is_empty() {
        unreadable?;
        bail!("there is no game to review: a position has no moves");
    }
    let options = args.engine.options()?;
    let stop = Stop::default();
    interrupt::on_first({
        let stop = stop.clone();
        move || stop.raise()
    })?;
    let (engine, weights) = args.fleet.wanted(&args.engine, &options)?;
    let batch = Games { list, plan: args.plan(), engine, weights };
    let bar = progress_bar(args, batch.list.len());
    let mut pool = pool(args, &options, &bar)?;
    let mut shown = Shown { args, games: 0, is_complete: true, is_told: false };
    let mut failure = None;
    pool.run(&batch, &stop, &mut |number, outcome| {
        if args.fleet.is_asked_for() {
            bar.inc(1);
        }
        let shown = bar.suspend(|| shown.game(&batch.list[number], outcome, &stop));
        match shown {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    })?;
    bar.finish_and_clear();
    failure.map_or(Ok(()), Err)?;
    args.fleet.tell_of_interruption(&stop);
    if stop.is_raised() && !shown.is_told && !args.fleet.is_asked_for() {
        eprintln!("obverse: interrupted after {} of {} games", shown.games, batch.list.len());
    }
    if stop.is_raised() || !shown.is_complete {
        return Ok(Answer::No);
    }
    unreadable?;
    Ok(Answer::Done)
}

/// The games to review, up to the first record that can't be read.
fn games(args: &Args) -> Result<(Vec<Waiting>, Result<()>)> {
    let records = input::records(&args.file, args.size)?;
    let records: input::Records = match args.game {
        None if args.html.is_none() => records,
        // A page has one game.
        _ => Box::new(std::iter::once(input::nth(records, &args.file, args.game))),
    };
    let mut games = Vec::new();
    for (index, record) in records.enumerate() {
        match record {
            // A position has no moves.
            Ok(record) if record.game.moves().is_empty() => {}
            Ok(record) => games.push(Waiting::new(index + 1, record)),
            Err(error) => return Ok((games, Err(error))),
        }
    }
    Ok((games, Ok(())))
}

/// Whoever reviews: an engine here, or the workers of a fleet.
fn pool(args: &Args, options: &Options, bar: &ProgressBar) -> Result<Box<dyn Pool>> {
    if args.fleet.is_asked_for() {
        return args.fleet.pool(&format!("review {}", args.file), bar);
    }
    let (options, bar) = (options.clone(), bar.clone());
    Ok(Box::new(LocalPool::new(1, move || {
        Box::new(Reviewer::watched(JobEngine::local(&options), bar.clone()))
    })))
}

/// Shows reviews as they come.
struct Shown<'a> {
    args: &'a Args,
    games: usize,
    is_complete: bool,
    /// Whether it was said that the last one is not whole.
    is_told: bool,
}

impl Shown<'_> {
    fn game(&mut self, game: &Waiting, outcome: Outcome, stop: &Stop) -> Result<()> {
        let result = match outcome {
            Outcome::Done(result) => result,
            Outcome::Failed(reason) => {
                eprintln!("obverse: game {}: {reason}", game.number);
                self.is_complete = false;
                return Ok(());
            }
        };
        let args = self.args;
        let review = job::read(&result)?;
        let judged = review.all_judged();
        let record = &game.record();
        if let Some(out) = &args.html {
            let page = Report { record, judged: &judged, language: args.lang };
            atomic::write(out, page.page(|side| args.side.shows(side)))
                .with_context(|| format!("writing {}", out.display()))?;
            println!("The report is in {}", out.display());
        } else if args.json {
            print_json(&judged, args, args.game.is_none().then_some(game.number))?;
        } else {
            let page = page::Page { record, judged: &judged, language: args.lang };
            let mut out = std::io::stdout().lock();
            if self.games > 0 {
                writeln!(out)?;
            }
            page.print(&mut out, |side| args.side.shows(side))?;
        }
        self.games += 1;
        if stop.is_raised() && review.next().is_some() {
            self.is_told = true;
            eprintln!(
                "obverse: interrupted in game {}: what is printed of it is what was found so far",
                game.number
            );
        }
        Ok(())
    }
}

/// A bar over the moves of a game, or over the games that a fleet reviews.
fn progress_bar(args: &Args, games: usize) -> ProgressBar {
    if args.json || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (length, template) = if args.fleet.is_asked_for() {
        (games as u64, FleetArgs::BAR)
    } else {
        (0, "{pos}/{len} {bar:24} {elapsed} {wide_msg}")
    };
    let style = ProgressStyle::with_template(template);
    let bar = ProgressBar::new(length).with_style(style.expect("a valid template"));
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
