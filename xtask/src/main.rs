//! What developers and CI run: `cargo xtask test` and `cargo xtask bench`.

mod bench;
mod install;
mod page;
mod steps;
mod test;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "What developers and CI run")]
enum Command {
    /// Format, lints, docs, all tests, the page in a browser: what CI runs
    Test,
    /// Run the benchmarks, or the one with this name, and print a table
    Bench {
        /// One of the benchmarks; all of them if none is named
        name: Option<bench::Name>,
    },
}

fn main() -> ExitCode {
    let result: Result<ExitCode> = match Command::parse() {
        Command::Test => Ok(test::run_and_report()),
        Command::Bench { name } => bench::run_named(name).map(|()| ExitCode::SUCCESS),
    };
    result.unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::from(2)
    })
}
