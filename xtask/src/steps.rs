//! Running commands one after the other and telling how each went.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
}

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The triple of this machine.
pub(crate) fn host() -> Result<String> {
    let version = output(&mut command("rustc", &["-vV"]))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc -vV names no host")
}

/// A command in the root of the workspace.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// Cargo, as it was called.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = command(&program, arguments);
    // What cargo tells xtask about xtask is not true of what xtask starts.
    for (name, _) in std::env::vars() {
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a command to its end; an error if it can't be started or does not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let text = describe(command);
    let status = command.status().with_context(|| format!("could not start {text}"))?;
    if !status.success() {
        bail!("{text}: {status}");
    }
    Ok(())
}

/// Runs a command and gives its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let text = describe(command);
    let output = command.output().with_context(|| format!("could not start {text}"))?;
    if !output.status.success() {
        bail!("{text}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{text} printed no text"))
}

fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    std::iter::once(program)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

/// How a step ended, if it did not fail.
pub(crate) enum Outcome {
    /// It was done.
    Done,
    /// It could not be done here, for this reason.
    Skipped(String),
}

impl Outcome {
    /// The exit code of a command that was asked for by name: what was skipped was not done.
    pub(crate) fn into_code(self) -> ExitCode {
        match self {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::Skipped(reason) => {
                eprintln!("xtask: {reason}");
                ExitCode::from(2)
            }
        }
    }
}

impl From<()> for Outcome {
    fn from((): ()) -> Outcome {
        Outcome::Done
    }
}

/// The steps of a run and how they went.
pub(crate) struct Steps {
    /// Only steps with this in their names are done.
    only: String,
    done: Vec<(&'static str, Result<Outcome>, Duration)>,
}

impl Steps {
    /// No steps yet. Of those to come only those with this text in their names are done.
    pub(crate) fn only(text: String) -> Steps {
        Steps { only: text, done: Vec::new() }
    }

    /// Does one step. A failed step does not keep the next ones from being done.
    pub(crate) fn step<T: Into<Outcome>>(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<T>,
    ) {
        if !name.contains(&self.only) {
            return;
        }
        println!("\n==> {name}");
        let begun = Instant::now();
        let result = work().map(Into::into);
        match &result {
            Ok(Outcome::Done) => {}
            Ok(Outcome::Skipped(reason)) => println!("skipped: {reason}"),
            Err(error) => eprintln!("{name}: {error:#}"),
        }
        self.done.push((name, result, begun.elapsed()));
    }

    /// Prints the summary; whether something was done and nothing failed.
    pub(crate) fn finish(self) -> bool {
        println!("\n==> summary");
        let (mut skipped, mut failed) = (0, 0);
        for (name, result, time) in &self.done {
            let (word, reason) = match result {
                Ok(Outcome::Done) => ("ok", String::new()),
                Ok(Outcome::Skipped(reason)) => {
                    skipped += 1;
                    ("skipped", format!("  {reason}"))
                }
                Err(_) => {
                    failed += 1;
                    ("FAILED", String::new())
                }
            };
            println!("{word:<7} {name:<34} {:6.1} s{reason}", time.as_secs_f64());
        }
        let passed = self.done.len() - skipped - failed;
        println!("\nsteps: {passed} passed, {skipped} skipped, {failed} failed");
        // A name that no step has would pass for success.
        failed == 0 && !self.done.is_empty()
    }
}
