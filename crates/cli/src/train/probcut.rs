//! `obverse train probcut`: how far shallow searches can be trusted.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use obverse_engine::eval::{ErrorModel, decode};
use obverse_trainer::export::export;
use obverse_trainer::probcut::{ProbcutSettings, compare, fit_errors, observe};
use serde_json::json;

use super::read_weights;
use crate::{Answer, input};

/// Fit the error of shallow searches and write it into the weights
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    obverse train probcut round1.data --eval round1.weights --out round1.weights")]
pub(crate) struct Args {
    /// Files whose positions are searched
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The weights to search with
    #[arg(long)]
    eval: PathBuf,
    /// The weights file to write; may be the same
    #[arg(long)]
    out: PathBuf,
    /// How many positions are searched
    #[arg(long, default_value_t = 3000)]
    positions: usize,
    /// How many plies the deepest search looks ahead
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// Solve positions with at most so many empty squares
    #[arg(long, default_value_t = 15)]
    solve: u32,
    /// The seed of the choice of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; by default one a core
    #[arg(long, value_parser = input::thread_count)]
    threads: Option<usize>,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let (weights, _) = read_weights(&args.eval)?;
    let settings = ProbcutSettings {
        positions: args.positions,
        depth: args.depth,
        solve: args.solve,
        seed: args.seed,
        threads: input::threads(args.threads),
        tier: input::tier()?,
    };
    let pairs = observe(&settings, &weights, &args.data)?;
    let coefficients = fit_errors(&pairs);
    let model = ErrorModel::new(&coefficients).context("too few positions to fit an error")?;
    let bytes = std::fs::read(&args.eval)?;
    let mut parts = decode(&bytes)?;
    parts.probcut = coefficients.to_vec();
    export(&args.out, &parts)?;
    let mut out = std::io::stdout().lock();
    if !args.json {
        writeln!(out, "empties  depth  shallow   pairs  observed  fitted")?;
    }
    for row in compare(&pairs, &model) {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        } else {
            writeln!(
                out,
                "{:>2}–{:<2} {:>8} {:>8} {:>7} {:>9.2} {:>7.2}",
                row.from, row.to, row.depth, row.shallow, row.pairs, row.observed, row.fitted
            )?;
        }
    }
    if args.json {
        writeln!(out, "{}", json!({ "pairs": pairs.len(), "coefficients": coefficients }))?;
    } else {
        writeln!(out, "{} pairs, coefficients {coefficients:?}", pairs.len())?;
    }
    Ok(Answer::Done)
}
