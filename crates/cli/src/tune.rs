//! `obverse tune`: the weights of hand-made heuristics.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use obverse_players::classics::{QUADRANT, Quadrant};
use obverse_trainer::tune::{fit_squares, match_squares};
use serde_json::json;

use crate::{Answer, input};

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
    #[arg(long)]
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
    writeln!(
        out,
        "new against old, {} games at depth {}: {:.1} %, {:+.0} ± {:.0} Elo",
        tally.games(),
        args.depth,
        tally.score() * 100.0,
        elo.difference,
        elo.error
    )?;
    Ok(Answer::Done)
}

fn write_values(out: &mut impl Write, values: &Quadrant) -> std::io::Result<()> {
    for row in values {
        let row: Vec<String> = row.iter().map(|value| format!("{value:>4}")).collect();
        writeln!(out, "{}", row.concat())?;
    }
    Ok(())
}
