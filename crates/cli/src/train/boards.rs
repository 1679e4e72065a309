//! `obverse train fit` and `eval` for boards other than 8×8.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use obverse_engine::BoardWeights;
use obverse_records::atomic;
use obverse_trainer::boards::{BoardFitSettings, PhaseError, fit_boards, measure_boards};
use serde_json::json;

use crate::Answer;

/// What a fit of games on other boards takes from the command line.
pub(super) struct FitArgs<'a> {
    pub(super) data: &'a [PathBuf],
    pub(super) out: &'a Path,
    pub(super) from: Option<&'a Path>,
    pub(super) epochs: u32,
    pub(super) rate: Option<f32>,
    pub(super) share: Option<f32>,
    pub(super) seed: u64,
    pub(super) json: bool,
}

/// Reads weights of other boards, with their checksum.
pub(super) fn read_weights(path: &Path) -> Result<(Arc<BoardWeights>, u32)> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let weights = BoardWeights::from_bytes(&bytes).with_context(|| path.display().to_string())?;
    Ok((Arc::new(weights), obverse_trainer::checksum(&bytes)))
}

/// Fits the weights of other boards.
pub(super) fn fit(args: &FitArgs<'_>) -> Result<Answer> {
    let start = args.from.map(read_weights).transpose()?;
    let usual = BoardFitSettings::default();
    let settings = BoardFitSettings {
        epochs: args.epochs,
        rate: args.rate.unwrap_or(usual.rate),
        share: args.share.unwrap_or(usual.share),
        seed: args.seed,
    };
    let begun = Instant::now();
    let visible = !args.json && std::io::stderr().is_terminal();
    let start = start.as_ref().map(|(weights, _)| &**weights);
    let fitted = fit_boards(args.data, &settings, start, |epoch, error| {
        if visible {
            eprintln!("epoch {epoch}: {error:.2} discs² on a board of ten by ten");
        }
    })?;
    let bytes = fitted.weights.to_bytes();
    atomic::write(args.out, &bytes).with_context(|| args.out.display().to_string())?;
    print_errors(&measure_boards(args.data, &fitted.weights, settings.share, false)?, args.json)?;
    let (positions, seconds) = (fitted.positions, begun.elapsed().as_secs_f64());
    let mut out = std::io::stdout().lock();
    if args.json {
        let answer = json!({ "positions": positions, "bytes": bytes.len(), "seconds": seconds });
        writeln!(out, "{answer}")?;
    } else {
        let (path, bytes) = (args.out.display(), bytes.len());
        writeln!(out, "{positions} positions fitted in {seconds:.0} s; {path}: {bytes} bytes")?;
    }
    Ok(Answer::Done)
}

/// Measures weights of other boards.
pub(super) fn eval(data: &[PathBuf], weights: &Path, all: bool, json: bool) -> Result<Answer> {
    let (weights, _) = read_weights(weights)?;
    let errors = measure_boards(data, &weights, BoardFitSettings::default().share, all)?;
    if errors.is_empty() {
        bail!(
            "there are no held-out positions in these files: a fit holds out one game in 32; \
             give more games, or measure all positions with --all"
        );
    }
    print_errors(&errors, json)?;
    Ok(Answer::Done)
}

fn print_errors(errors: &[PhaseError], json: bool) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if !json {
        writeln!(out, "board  phase  positions  mean error²   labels²")?;
    }
    for error in errors {
        if json {
            writeln!(out, "{}", serde_json::to_string(error)?)?;
        } else {
            writeln!(
                out,
                "{:>2}×{:<2} {:>6} {:>10} {:>12.2} {:>9.1}",
                error.size,
                error.size,
                error.phase,
                error.positions,
                error.mean_squared,
                error.label_square
            )?;
        }
    }
    Ok(())
}
