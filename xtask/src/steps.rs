//! Running commands one after the other and telling how each went.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
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

/// The steps of a run and how they went.
#[derive(Default)]
pub(crate) struct Steps(Vec<(&'static str, Result<()>, Duration)>);

impl Steps {
    /// Does one step. A failed step does not keep the next ones from being done.
    pub(crate) fn step(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) {
        println!("\n==> {name}");
        let begun = Instant::now();
        let result = work();
        if let Err(error) = &result {
            eprintln!("{name}: {error:#}");
        }
        self.0.push((name, result, begun.elapsed()));
    }

    /// Prints the summary; whether every step went well.
    pub(crate) fn finish(self) -> bool {
        println!("\n==> summary");
        for (name, result, time) in &self.0 {
            let word = if result.is_ok() { "ok" } else { "FAILED" };
            println!("{word:<7} {name:<34} {:6.1} s", time.as_secs_f64());
        }
        let failed = self.0.iter().filter(|(_, result, _)| result.is_err()).count();
        println!("\nsteps: {} passed, {failed} failed", self.0.len() - failed);
        failed == 0
    }
}
