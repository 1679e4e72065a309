//! The options of every command that makes an engine.

use std::path::PathBuf;

use anyhow::Result;
use obverse_engine::Options;
use obverse_engine::book::Book;
use obverse_players::WeightsFiles;

use crate::input;

/// How the engine of a command is set up.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// Threads; by default one a core
    #[arg(long, value_parser = input::thread_count)]
    pub(crate) threads: Option<usize>,
    /// Hash table in megabytes
    #[arg(long, default_value_t = 256, value_name = "MB", value_parser = input::megabytes)]
    pub(crate) hash: usize,
    /// Other weights of the evaluation
    #[arg(long, value_name = "FILE")]
    pub(crate) eval: Option<PathBuf>,
}

impl EngineArgs {
    /// The engine's options, the opening book among them.
    pub(crate) fn options(&self) -> Result<Options> {
        let mut options = Options {
            threads: input::threads(self.threads),
            hash_mb: self.hash,
            tier: input::tier()?,
            book: Some(Book::embedded()),
            ..Options::default()
        };
        if let Some(path) = &self.eval {
            options.weights = Some(WeightsFiles::default().read(path)?);
        }
        Ok(options)
    }
}
