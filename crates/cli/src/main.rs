//! The `obverse` binary: arguments in, one function per subcommand.

mod about;
mod bench;
mod completion;
mod convert;
mod doctor;
mod engine_args;
mod external;
mod fleet;
mod fleet_args;
mod folders;
mod generate;
mod gtp;
mod hint;
mod input;
mod interrupt;
mod job_engine;
mod levels;
#[cfg(feature = "library")]
mod library;
mod maker;
mod match_;
mod nboard;
mod openings;
mod output;
mod perft;
mod play;
mod puzzles;
mod review;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "train")]
mod tune;
mod turn;
mod why;
mod work;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Play, analyse and study Othello.
#[derive(Debug, Parser)]
#[command(
    name = "obverse",
    version,
    about,
    propagate_version = true,
    after_help = "\
Without a command it is `play`: obverse --white level:8
What this build is: obverse --version --verbose"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    Turn(turn::Args),
    Match(match_::Args),
    Gtp(gtp::Args),
    Nboard(nboard::Args),
    Hint(hint::Args),
    Why(why::Args),
    Solve(solve::Args),
    Review(review::Args),
    Puzzles(puzzles::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Show(show::Args),
    Convert(convert::Args),
    Openings(openings::Args),
    Levels(levels::Args),
    Doctor(doctor::Args),
    #[cfg(feature = "library")]
    Library(library::Args),
    #[cfg(feature = "train")]
    Train(train::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(feature = "train")]
    Tune(tune::Args),
    Work(work::Args),
    Fleet(fleet::Args),
    Completions(generate::CompletionsArgs),
    Man(generate::ManArgs),
    // Internal: what is hidden would still be offered for `gu`.
    #[command(name = external::GUARD, hide = true)]
    Guard(external::GuardArgs),
}

/// What a command answers, beside its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Done: exit code 0.
    Done,
    /// A negative answer, such as a score that differs from the expected one: exit code 1.
    No,
}

/// The program's arguments, as they are parsed, completed and described.
fn command() -> clap::Command {
    with_negative_numbers(Cli::command())
}

/// Lets options take negative numbers, so that `--time -1` is told to be no time, and not that `-1`
/// is no option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let takes_value = arg.get_action().takes_values() && !arg.is_positional();
            arg.allow_negative_numbers(takes_value)
        })
        .mut_subcommands(with_negative_numbers)
}

fn main() -> ExitCode {
    completion::answer_shell();
    if about::is_asked(&std::env::args_os().collect::<Vec<_>>()) {
        return exit_code(about::print());
    }
    let parsed = command().try_get_matches_from(input::arguments());
    let Cli { command } = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let Some(command) = command else { unreachable!("where none is named, `play` is supplied") };
    let result = match command {
        Command::Play(args) => play::run(args),
        Command::Turn(args) => turn::run(&args),
        Command::Match(args) => match_::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Nboard(args) => nboard::run(&args),
        Command::Hint(args) => hint::run(&args),
        Command::Why(args) => why::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Openings(args) => openings::run(&args),
        Command::Levels(args) => levels::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        #[cfg(feature = "library")]
        Command::Library(args) => library::run(&args),
        #[cfg(feature = "train")]
        Command::Train(args) => train::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "train")]
        Command::Tune(args) => tune::run(&args),
        Command::Work(args) => work::run(&args),
        Command::Fleet(args) => fleet::run(&args),
        Command::Completions(args) => generate::completions(&args),
        Command::Man(args) => generate::man(&args),
        Command::Guard(args) => external::guard(&args),
    };
    exit_code(result)
}

/// What the shell hears; an error is told.
fn exit_code(result: anyhow::Result<Answer>) -> ExitCode {
    match result {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("obverse: {}", message(&error));
            ExitCode::from(2)
        }
    }
}

/// An error with its causes, each said once: some messages end with their cause already.
fn message(error: &anyhow::Error) -> String {
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !message.ends_with(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}
