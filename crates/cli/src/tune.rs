//! `obverse tune`: the weights of hand-made heuristics.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Subcommand;
use obverse_arena::Tally;
use obverse_players::classics::{QUADRANT, Quadrant, write_quadrant};
use obverse_records::atomic;
use obverse_trainer::tune::{TuneRun, Tuned, fit_squares, match_squares};
use serde_json::{Value, json};

use crate::{Answer, input, interrupt};

/// Tune a hand-made heuristic and show old against new
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  obverse tune squares games.data --games 200 --depth 4")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Squares(SquaresArgs),
}

/// What the squares are worth to `breadth`, by regression on the results of games
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  obverse tune squares games.data --games 200 --depth 4 --out points.txt\n  \
    obverse match breadth:points=points.txt breadth --time 100ms"
)]
struct SquaresArgs {
    /// Files of labelled positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Fit to positions with at least so many empty squares
    #[arg(long, default_value_t = 14)]
    from: u32,
    /// and at most so many
    #[arg(long, default_value_t = 40)]
    to: u32,
    /// Games of the match
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Plies that both look ahead in the match
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// Write the new points to this file, for `breadth:points=FILE`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A folder for checkpoints: the same command goes on after an interruption
    #[arg(long, value_name = "FOLDER")]
    checkpoints: Option<PathBuf>,
    /// Threads; by default one a core
    #[arg(long, value_parser = input::thread_count)]
    threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.command {
        Command::Squares(args) => squares(args),
    }
}

fn squares(args: &SquaresArgs) -> Result<Answer> {
    interrupt::end_with_checkpoints(args.checkpoints.as_deref())?;
    let tuned = fit_squares(&args.data, args.from..=args.to, &QUADRANT)?;
    if let Some(path) = &args.out {
        atomic::write(path, write_quadrant(&tuned.values))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let run = tune_run(args.threads, args.checkpoints.as_deref());
    let tally = match_squares(&QUADRANT, &tuned.values, args.games, args.depth, &run)?;
    let comparison = Comparison {
        name: "values",
        old: square_rows(&QUADRANT),
        new: square_rows(&tuned.values),
        how: format!("at depth {}", args.depth),
    };
    comparison.print(&tuned, &json!(tuned.values), &tally, args.json)
}

fn tune_run(threads: Option<usize>, checkpoints: Option<&Path>) -> TuneRun<'_> {
    TuneRun { threads: input::threads(threads), checkpoints }
}

/// What is told about new and old.
struct Comparison {
    /// What the heuristic's numbers are called.
    name: &'static str,
    /// Their lines.
    old: Vec<String>,
    new: Vec<String>,
    /// The conditions of the match.
    how: String,
}

impl Comparison {
    fn print<T>(
        &self,
        tuned: &Tuned<T>,
        values: &Value,
        tally: &Tally,
        json: bool,
    ) -> Result<Answer> {
        let Tuned { positions, correlation, old_correlation, .. } = tuned;
        let (elo, games, score) = (tally.elo(), tally.games(), tally.score());
        let mut out = std::io::stdout().lock();
        if json {
            let answer = json!({
                (self.name): values, "positions": positions, "correlation": correlation,
                "old_correlation": old_correlation, "games": games, "score": score,
                "elo": elo.difference, "elo_error": elo.error,
            });
            writeln!(out, "{answer}")?;
            return Ok(Answer::Done);
        }
        let name = self.name;
        writeln!(out, "old {name}: correlation with results {old_correlation:.3}")?;
        self.old.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "new {name}, from {positions} positions: {correlation:.3}")?;
        self.new.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(
            out,
            "new against old, {games} games {}: {:.1} %, {:+.0} ± {:.0} Elo",
            self.how,
            score * 100.0,
            elo.difference,
            elo.error
        )?;
        Ok(Answer::Done)
    }
}

fn square_rows(values: &Quadrant) -> Vec<String> {
    let row = |row: &[i32]| row.iter().map(|value| format!("{value:>4}")).collect::<Vec<_>>();
    values.iter().map(|line| row(line).concat()).collect()
}
