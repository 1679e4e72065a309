//! `obverse nboard`: the engine under NBoard's protocol.

use std::io::{BufReader, stdin, stdout};

use anyhow::Result;

use crate::Answer;
use crate::gtp::ServerArgs;

/// Be the engine of a program that speaks NBoard's protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Commands are read from standard input, answers written to standard output.
`set depth` replaces the limits given here.

Example:
  obverse nboard --threads 2")]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    obverse_protocols::nboard::serve(
        BufReader::new(stdin()),
        stdout().lock(),
        args.server.settings()?,
    )?;
    Ok(Answer::Done)
}
