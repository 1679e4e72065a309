//! The options of every command that makes an engine.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use obverse_engine::Options;
use obverse_engine::eval::Weights;
use obverse_players::now;

use crate::input;

/// How the engine of a command is set up.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// Threads; by default one a core
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// Hash table in megabytes
    #[arg(long, default_value_t = 256, value_name = "MB")]
    pub(crate) hash: usize,
    /// Other weights of the evaluation
    #[arg(long, value_name = "FILE")]
    pub(crate) eval: Option<PathBuf>,
}

impl EngineArgs {
    /// The engine's options.
    pub(crate) fn options(&self) -> Result<Options> {
        let mut options = Options::new(now);
        options.threads = input::threads(self.threads);
        options.hash_mb = self.hash;
        options.tier = input::tier()?;
        if let Some(path) = &self.eval {
            let read = || -> Result<Weights> { Ok(Weights::from_bytes(&std::fs::read(path)?)?) };
            let weights = read().with_context(|| format!("the weights {}", path.display()))?;
            options.weights = Some(Arc::new(weights));
        }
        Ok(options)
    }
}
