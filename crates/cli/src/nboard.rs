//! `obverse nboard`: the engine or another player under NBoard's protocol.

use std::io::{BufReader, stdin, stdout};

use anyhow::Result;

use crate::gtp::ServerArgs;
use crate::{Answer, output};

/// Be the engine of a program that speaks NBoard's protocol
///
/// With --player anybody plays who could sit at a table: a classic, a level, random, even another
/// program's engine. Hints and analyses are the engine's all the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Commands are read from standard input, answers written to standard output.
`set depth` replaces the engine's limits given here.

Examples:
  obverse nboard --threads 2
  obverse nboard --player ratio")]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    output::end_when_unread();
    obverse_protocols::nboard::serve(
        BufReader::new(stdin()),
        stdout().lock(),
        args.server.settings()?,
    )?;
    Ok(Answer::Done)
}
