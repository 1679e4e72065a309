//! `obverse gtp`: the engine under the Go Text Protocol.

use std::io::{BufReader, stdin, stdout};
use std::time::Duration;

use anyhow::Result;
use obverse_engine::{Level, Limits};
use obverse_players::Time;
use obverse_protocols::Settings;

use crate::engine_args::EngineArgs;
use crate::{Answer, input};

/// Be the engine of a program that speaks GTP
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Commands are read from standard input, answers written to standard output.

Examples:
  obverse gtp
  obverse gtp --level 8
  printf 'genmove b\\nshowboard\\nquit\\n' | obverse gtp --time 1s")]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    obverse_protocols::gtp::serve(
        BufReader::new(stdin()),
        stdout().lock(),
        args.server.settings()?,
    )?;
    Ok(Answer::Done)
}

/// What an engine behind a protocol may spend where its controller does not say.
#[derive(Debug, clap::Args)]
pub(crate) struct ServerArgs {
    /// A level of play
    #[arg(long)]
    level: Option<Level>,
    /// Time a move
    #[arg(long)]
    time: Option<Time>,
    /// Plies to look ahead
    #[arg(long, value_parser = input::plies)]
    depth: Option<u32>,
    /// Positions to visit
    #[arg(long, value_parser = input::count)]
    nodes: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Think about every move, also where the opening book knows it
    #[arg(long)]
    no_book: bool,
}

/// Time a move where nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

impl ServerArgs {
    pub(crate) fn settings(&self) -> Result<Settings> {
        let is_free = self.level.is_none() && self.depth.is_none() && self.nodes.is_none();
        let time = self.time.map(|Time(time)| time).or(is_free.then_some(DEFAULT_TIME));
        let limits = Limits {
            level: self.level,
            time,
            depth: self.depth,
            nodes: self.nodes,
            book: !self.no_book,
            seed: Some(fastrand::u64(..)),
            ..Limits::default()
        };
        Ok(Settings { options: self.engine.options()?, limits })
    }
}
