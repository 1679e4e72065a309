//! `obverse completions` and `obverse man`: made from the same definitions as `--help`.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Answer, Cli};

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  obverse completions bash > ~/.local/share/bash-completion/completions/obverse"
)]
pub(crate) struct CompletionsArgs {
    /// Which shell
    shell: Shell,
}

/// Print the manual page
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  obverse man | man -l -")]
pub(crate) struct ManArgs {}

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "obverse", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Answer::Done)
}

pub(crate) fn man(_args: &ManArgs) -> Result<Answer> {
    let mut command = Cli::command();
    // Building gives the subcommands their full names: obverse-perft.
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands() {
        clap_mangen::Man::new(subcommand.clone()).render(&mut page)?;
    }
    std::io::stdout().lock().write_all(&page)?;
    Ok(Answer::Done)
}
