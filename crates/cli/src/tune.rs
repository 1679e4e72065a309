//! `obverse tune`: the weights of hand-made heuristics.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Subcommand;
use obverse_arena::Tally;
use obverse_engine::FeatureWeights;
use obverse_players::classics::{QUADRANT, Quadrant, write_quadrant};
use obverse_records::atomic;
use obverse_rules::Size;
use obverse_trainer::tune::{
    AnySizeSettings, TuneRun, Tuned, fit_any_size, fit_squares, match_any_size, match_squares,
};
use serde_json::{Value, json};

use crate::{Answer, input, interrupt};

/// Tune a hand-made heuristic and show old against new
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    obverse tune squares games.data --games 200 --depth 4\n  \
    obverse tune anysize --size 10 --games 2000 --checkpoints tune-10")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Squares(SquaresArgs),
    Anysize(AnySizeArgs),
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

/// What the counts of the evaluation for other boards are worth, by regression on self-play
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  obverse tune anysize --size 10 --games 2000 --match-games 100")]
struct AnySizeArgs {
    /// The size of the board
    #[arg(long, default_value = "10")]
    size: Size,
    /// Games of self-play
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Plies that each move of these games looks ahead
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// Random plies at the start of these games
    #[arg(long, default_value_t = 10)]
    random_plies: usize,
    /// The seed: the same seed makes the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games of the match
    #[arg(long, default_value_t = 100)]
    match_games: usize,
    /// Positions that both may visit for a move in the match
    #[arg(long, default_value = "3000", value_parser = input::count)]
    nodes: u64,
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
        Command::Anysize(args) => any_size(args),
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

fn any_size(args: &AnySizeArgs) -> Result<Answer> {
    let settings = AnySizeSettings {
        size: args.size,
        games: args.games,
        depth: args.depth,
        random_plies: args.random_plies,
        seed: args.seed,
    };
    let old = FeatureWeights::default();
    interrupt::end_with_checkpoints(args.checkpoints.as_deref())?;
    let run = tune_run(args.threads, args.checkpoints.as_deref());
    let tuned = fit_any_size(&settings, &old, &run)?;
    let new = &tuned.values;
    let tally = match_any_size(&old, new, args.size, args.match_games, args.nodes, &run)?;
    let comparison = Comparison {
        name: "weights",
        old: weight_rows(&old),
        new: weight_rows(new),
        how: format!("of {} positions a move", args.nodes),
    };
    comparison.print(&tuned, &json!(new.phases), &tally, args.json)
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

/// A row a phase, as they stand in the engine's `weights.rs`.
fn weight_rows(weights: &FeatureWeights) -> Vec<String> {
    let row = |row: &[f32]| row.iter().map(|weight| format!("{weight:7.2}")).collect::<Vec<_>>();
    weights.phases.iter().map(|phase| format!("[{}],", row(phase).join(","))).collect()
}

fn square_rows(values: &Quadrant) -> Vec<String> {
    let row = |row: &[i32]| row.iter().map(|value| format!("{value:>4}")).collect::<Vec<_>>();
    values.iter().map(|line| row(line).concat()).collect()
}
