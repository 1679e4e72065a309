//! What the long jobs of `obverse train` share.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use obverse_engine::Weights;
use obverse_jobs::{Pool, Stop};
use obverse_trainer::handed_out::{Crew, WeightsFrom};
use serde_json::{Value, json};

use super::weights_or_shipped;
use crate::{input, interrupt};

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

/// The first signal ends a job soon, the second at once.
pub(super) fn stop() -> Result<Stop> {
    let stop = Stop::default();
    interrupt::on_first({
        let stop = stop.clone();
        move || stop.raise()
    })?;
    Ok(stop)
}

/// Workers elsewhere, who search with the weights of a file or with those of the build.
pub(super) fn crew<'a>(pool: &'a mut dyn Pool, eval: Option<&Path>) -> Result<Crew<'a>> {
    let weights = match eval {
        Some(path) => {
            let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
            WeightsFrom::File(bytes.into())
        }
        None => WeightsFrom::Shipped,
    };
    Ok(Crew { pool, weights })
}

impl JobArgs {
    /// Workers elsewhere, with the weights of the job.
    pub(super) fn crew<'a>(&self, pool: &'a mut dyn Pool) -> Result<Crew<'a>> {
        crew(pool, self.eval.as_deref())
    }

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
