//! `obverse train`: self-play, fitting, measuring.

mod book;
mod eval;
mod fit;
mod generate;
mod probcut;
mod shown;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Subcommand;
use obverse_engine::Weights;

use crate::Answer;

/// Train an evaluation by self-play
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    obverse train generate games.data --games 10000 --depth 4\n  \
    obverse train fit games.data --out new.weights\n  \
    obverse train eval games.data --eval new.weights")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Generate(generate::Args),
    Fit(fit::Args),
    Eval(eval::Args),
    Probcut(probcut::Args),
    Book(book::Args),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.command {
        Command::Generate(args) => generate::run(args),
        Command::Fit(args) => fit::run(args),
        Command::Eval(args) => eval::run(args),
        Command::Probcut(args) => probcut::run(args),
        Command::Book(args) => book::run(args),
    }
}

/// Reads a weights file, with its checksum.
fn read_weights(path: &Path) -> Result<(Arc<Weights>, u32)> {
    let bytes = std::fs::read(path).with_context(|| format!("{}", path.display()))?;
    let weights = Weights::from_bytes(&bytes).with_context(|| format!("{}", path.display()))?;
    Ok((Arc::new(weights), obverse_trainer::checksum(&bytes)))
}
