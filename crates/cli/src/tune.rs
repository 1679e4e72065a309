//! `obverse tune`: the weights of hand-made heuristics.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use obverse_arena::Tally;
use obverse_engine::anysize::Weights;
use obverse_players::classics::{QUADRANT, Quadrant};
use obverse_rules::Size;
use obverse_trainer::tune::{
    AnySizeSettings, fit_any_size, fit_squares, match_any_size, match_squares,
};
use serde_json::json;

use crate::{Answer, input};

/// Tune a hand-made heuristic and show old against new
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    obverse tune squares games.data --games 200 --depth 4\n  \
    obverse tune anysize --size 10 --games 2000")]
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
#[command(after_help = "Example:\n  obverse tune squares games.data --games 200 --depth 4")]
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
    let fit = fit_squares(&args.data, args.from..=args.to, &QUADRANT)?;
    let threads = input::threads(args.threads);
    let tally = match_squares(&QUADRANT, &fit.values, args.games, args.depth, threads)?;
    let elo = tally.elo();
    let mut out = std::io::stdout().lock();
    if args.json {
        let answer = json!({
            "values": fit.values, "positions": fit.positions, "correlation": fit.correlation,
            "old_correlation": fit.old_correlation, "games": tally.games(),
            "score": tally.score(), "elo": elo.difference, "elo_error": elo.error,
        });
        writeln!(out, "{answer}")?;
        return Ok(Answer::Done);
    }
    writeln!(out, "old values: correlation with results {:.3}", fit.old_correlation)?;
    write_values(&mut out, &QUADRANT)?;
    writeln!(out, "new values, from {} positions: {:.3}", fit.positions, fit.correlation)?;
    write_values(&mut out, &fit.values)?;
    write_match(&mut out, &tally, &format!("at depth {}", args.depth))?;
    Ok(Answer::Done)
}

fn any_size(args: &AnySizeArgs) -> Result<Answer> {
    let settings = AnySizeSettings {
        size: args.size,
        games: args.games,
        depth: args.depth,
        random_plies: args.random_plies,
        seed: args.seed,
    };
    let old = Weights::default();
    let threads = input::threads(args.threads);
    let fit = fit_any_size(&settings, &old, threads)?;
    let tally =
        match_any_size(&old, &fit.weights, args.size, args.match_games, args.nodes, threads)?;
    let elo = tally.elo();
    let mut out = std::io::stdout().lock();
    if args.json {
        let answer = json!({
            "weights": fit.weights.phases, "positions": fit.positions,
            "correlation": fit.correlation, "old_correlation": fit.old_correlation,
            "games": tally.games(), "score": tally.score(), "elo": elo.difference,
            "elo_error": elo.error,
        });
        writeln!(out, "{answer}")?;
        return Ok(Answer::Done);
    }
    writeln!(out, "old weights: correlation with results {:.3}", fit.old_correlation)?;
    write_weights(&mut out, &old)?;
    writeln!(out, "new weights, from {} positions: {:.3}", fit.positions, fit.correlation)?;
    write_weights(&mut out, &fit.weights)?;
    write_match(&mut out, &tally, &format!("of {} positions a move", args.nodes))?;
    Ok(Answer::Done)
}

fn write_match(out: &mut impl Write, tally: &Tally, how: &str) -> std::io::Result<()> {
    let elo = tally.elo();
    writeln!(
        out,
        "new against old, {} games {how}: {:.1} %, {:+.0} ± {:.0} Elo",
        tally.games(),
        tally.score() * 100.0,
        elo.difference,
        elo.error
    )
}

/// A row a phase, as they stand in the engine's `weights.rs`.
fn write_weights(out: &mut impl Write, weights: &Weights) -> std::io::Result<()> {
    for row in &weights.phases {
        let row: Vec<String> = row.iter().map(|weight| format!("{weight:7.2}")).collect();
        writeln!(out, "[{}],", row.join(","))?;
    }
    Ok(())
}

fn write_values(out: &mut impl Write, values: &Quadrant) -> std::io::Result<()> {
    for row in values {
        let row: Vec<String> = row.iter().map(|value| format!("{value:>4}")).collect();
        writeln!(out, "{}", row.concat())?;
    }
    Ok(())
}
