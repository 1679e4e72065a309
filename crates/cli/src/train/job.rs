//! What the long jobs of `obverse train` share.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use obverse_engine::Weights;
use serde_json::{Value, json};

use super::weights_or_shipped;
use crate::input;

/// The arguments of a job that searches positions.
#[derive(Debug, clap::Args)]
pub(super) struct JobArgs {
    /// Weights to search with; by default the shipped ones
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Threads; by default one a core
    #[arg(long, value_parser = input::thread_count)]
    threads: Option<usize>,
    /// Print one JSON object at the end
    #[arg(long)]
    pub(super) json: bool,
}

impl JobArgs {
    /// The weights to search with, and their checksum.
    pub(super) fn weights(&self) -> Result<(Arc<Weights>, u32)> {
        weights_or_shipped(self.eval.as_deref())
    }

    /// How many threads search.
    pub(super) fn threads(&self) -> usize {
        input::threads(self.threads)
    }
}

/// What a data set holds in the end.
pub(super) struct Made {
    pub(super) games: u32,
    pub(super) positions: u64,
    pub(super) seconds: f64,
}

impl Made {
    /// Prints it, as JSON with the settings or in words.
    pub(super) fn print(&self, settings: &Value, as_json: bool) -> Result<()> {
        let Made { games, positions, seconds } = self;
        let mut out = std::io::stdout().lock();
        if as_json {
            let answer = json!({
                "games": games, "positions": positions, "seconds": seconds, "settings": settings,
            });
            writeln!(out, "{answer}")?;
        } else {
            writeln!(out, "{games} games, {positions} positions, {seconds:.0} s")?;
        }
        Ok(())
    }
}
