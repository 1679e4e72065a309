//! `obverse completions` and `obverse man`: made from the same definitions as `--help`.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;

use crate::{Answer, command, completion};

/// Print completions for a shell
///
/// A few lines that ask the program itself at every Tab: for commands, options, players, levels and
/// files.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse completions bash > ~/.local/share/bash-completion/completions/obverse
  obverse completions zsh > ~/.zfunc/_obverse
  obverse completions fish > ~/.config/fish/completions/obverse.fish")]
pub(crate) struct CompletionsArgs {
    /// Which shell
    shell: Shell,
}

/// Print the manual, a page a command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  obverse man | man -l -")]
pub(crate) struct ManArgs {}

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Answer> {
    let shell = args.shell.to_string();
    let script = completion::registration(&shell).with_context(|| shell)?;
    std::io::stdout().lock().write_all(&script)?;
    Ok(Answer::Done)
}

pub(crate) fn man(_args: &ManArgs) -> Result<Answer> {
    let mut command = without_help(command());
    // Building gives the subcommands their full names: obverse-perft.
    command.build();
    let mut pages = Vec::new();
    write_pages(&command, &mut pages)?;
    std::io::stdout().lock().write_all(&pages)?;
    Ok(Answer::Done)
}

/// The page of a command and those of its subcommands.
fn write_pages(command: &Command, pages: &mut Vec<u8>) -> Result<()> {
    clap_mangen::Man::new(command.clone()).render(pages)?;
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        write_pages(subcommand, pages)?;
    }
    Ok(())
}

/// `obverse help COMMAND` has no page of its own: it shows what the command's page says.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of a paragraph that begins in the middle of a sentence was broken by hand.
    fn check(command: &Command) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in help.lines() {
            let is_broken = line.starts_with(|first: char| first.is_lowercase());
            assert!(!is_broken, "obverse {}: a line is broken at “{line}”", command.get_name());
        }
        command.get_subcommands().for_each(check);
    }

    #[test]
    fn paragraphs_of_the_help_are_broken_by_the_terminal_alone() {
        check(&command());
    }
}
