//! `obverse train eval`: how good weights are on given positions.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use obverse_trainer::boards::is_game_file;
use obverse_trainer::measure::{PhaseError, Subset, agreement, measure};

use super::{boards, read_weights};
use crate::{Answer, input};

/// Measure the error of weights on labelled positions
///
/// For games on boards other than 8×8, with weights of such boards, only --all and --json count.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  obverse train eval round1.data --eval round1.weights")]
pub(crate) struct Args {
    /// Files of labelled positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The weights
    #[arg(long)]
    eval: PathBuf,
    /// All positions, not only those of the games that a fit holds out
    #[arg(long)]
    all: bool,
    /// How much of a label is the game's result where there is a search's score, 0 to 1
    #[arg(long, default_value_t = 0.0)]
    result_share: f32,
    /// Plies in a row of the table
    #[arg(long, default_value_t = 4)]
    plies: u32,
    /// Solve so many positions and say how often the evaluation's own move is a best one
    #[arg(long, default_value_t = 0)]
    agreement: u64,
    /// The empty squares of the positions that are solved
    #[arg(long, default_value_t = 12)]
    empties: u32,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if args.data.iter().any(|path| is_game_file(path)) {
        return boards::eval(&args.data, &args.eval, args.all, args.json);
    }
    let (weights, _) = read_weights(&args.eval)?;
    let subset = if args.all { Subset::All } else { Subset::HeldOut };
    let errors = measure(&weights, &args.data, subset, args.result_share, args.plies)?;
    if errors.is_empty() {
        match subset {
            Subset::All => bail!("there are no positions in these files"),
            Subset::HeldOut => bail!(
                "there are no held-out positions in these files: a fit holds out one game in 32; \
                 give more games, or measure all positions with --all"
            ),
        }
    }
    print_errors(&errors, args.json)?;
    if args.agreement > 0 {
        let found = agreement(&weights, &args.data, args.empties, args.agreement, input::tier()?)?;
        let mut out = std::io::stdout().lock();
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&found)?)?;
        } else {
            writeln!(
                out,
                "{} positions of {} empties: its own move is a best one in {:.1} %, and loses {:.2} discs",
                found.positions,
                args.empties,
                found.best_first * 100.0,
                found.mean_loss
            )?;
        }
    }
    Ok(Answer::Done)
}

/// Prints errors by phase.
pub(super) fn print_errors(errors: &[PhaseError], json: bool) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if !json {
        writeln!(out, "empties  positions  mean |error|  mean error²  labels²")?;
    }
    for phase in errors {
        if json {
            writeln!(out, "{}", serde_json::to_string(phase)?)?;
        } else {
            writeln!(
                out,
                "{:>2}–{:<2} {:>12} {:>13.3} {:>12.2} {:>8.1}",
                phase.from,
                phase.to,
                phase.positions,
                phase.mean_absolute,
                phase.mean_squared,
                phase.label_square
            )?;
        }
    }
    Ok(())
}
