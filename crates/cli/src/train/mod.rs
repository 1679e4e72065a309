//! `obverse train`: self-play, fitting, measuring.

mod boards;
mod book;
mod eval;
mod fit;
mod generate;
mod job;
mod openings;
mod probcut;
mod relabel;
mod sample;
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
    Sample(sample::Args),
    Relabel(relabel::Args),
    Fit(fit::Args),
    Eval(eval::Args),
    Probcut(probcut::Args),
    Book(book::Args),
    Openings(openings::Args),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.command {
        Command::Generate(args) => generate::run(args),
        Command::Sample(args) => sample::run(args),
        Command::Relabel(args) => relabel::run(args),
        Command::Fit(args) => fit::run(args),
        Command::Eval(args) => eval::run(args),
        Command::Probcut(args) => probcut::run(args),
        Command::Book(args) => book::run(args),
        Command::Openings(args) => openings::run(args),
    }
}

/// Reads a weights file, with its checksum.
fn read_weights(path: &Path) -> Result<(Arc<Weights>, u32)> {
    let bytes = std::fs::read(path).with_context(|| format!("{}", path.display()))?;
    let weights = Weights::from_bytes(&bytes).with_context(|| format!("{}", path.display()))?;
    Ok((Arc::new(weights), obverse_trainer::checksum(&bytes)))
}

/// The weights of a file, or those that the program ships with, and their checksum.
fn weights_or_shipped(path: Option<&Path>) -> Result<(Arc<Weights>, u32)> {
    let shipped = || (Weights::embedded(), obverse_trainer::checksum(Weights::embedded_bytes()));
    path.map_or_else(|| Ok(shipped()), read_weights)
}

/// A number or a range.
fn parse_range(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        _ => Err("a number or a range such as 8-40".to_owned()),
    }
}
