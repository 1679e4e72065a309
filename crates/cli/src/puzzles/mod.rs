//! `obverse puzzles`: solve puzzles, and make them.

mod make;

use anyhow::Result;

use crate::Answer;

/// Solve puzzles, or make them from games
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Make(make::Args),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.command {
        Some(Command::Make(args)) => make::run(args),
        None => anyhow::bail!("todo"),
    }
}
