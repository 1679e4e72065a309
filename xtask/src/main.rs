//! What developers and CI run: `cargo xtask test`, `fuzz`, `bench`, `site`, `release` and `dist`.

mod advisories;
mod bench;
mod deep;
mod dist;
mod fuzz;
mod install;
mod licences;
mod mutants;
mod page;
mod platforms;
mod python;
mod release;
mod site;
mod steps;
mod test;
mod wasm;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::steps::Outcome;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "What developers and CI run")]
enum Command {
    /// Format, lints, docs, all tests, the page in a browser: what CI runs
    Test {
        /// Also what takes long: fuzzing, sanitizer, other platforms, mutants, advisories
        #[arg(long)]
        deep: bool,
        /// Only the steps with this in their names
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        only: String,
    },
    /// Build the fuzz targets and run them; what makes one fail becomes a file of its corpus
    Fuzz {
        /// How long all of them run together
        #[arg(default_value_t = 600)]
        seconds: u64,
    },
    /// Make the page without a server: files for any web host, and one file that needs none
    Site,
    /// Compile the engine for a browser, into target/wasm
    Wasm,
    /// Build the program with the engine for a browser inside, for a page that can lose its server
    Release,
    /// Make everything that is given away, into target/dist, and try each in a clean place
    Dist {
        /// Only what has this in its name: static, debian, container, wheel, site, windows, arm64
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        only: String,
    },
    /// Run the benchmarks, or the one with this name, and print a table
    Bench {
        /// One of the benchmarks; all of them if none is named
        name: Option<bench::Name>,
    },
}

fn main() -> ExitCode {
    let result: Result<ExitCode> = match Command::parse() {
        Command::Test { deep, only } => Ok(test::run_and_report(deep, only)),
        Command::Fuzz { seconds } => fuzz::run_targets(seconds).map(Outcome::into_code),
        Command::Site => site::make().map(Outcome::into_code),
        Command::Wasm => wasm::build().map(Outcome::into_code),
        Command::Release => release::make().map(Outcome::into_code),
        Command::Dist { only } => dist::make(only),
        Command::Bench { name } => bench::run_named(name).map(|()| ExitCode::SUCCESS),
    };
    result.unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::from(2)
    })
}
