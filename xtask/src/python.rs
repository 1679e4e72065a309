//! The wheel for Python: made, installed into a fresh environment, and tested there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::install::exists;
use crate::steps::{Outcome, cargo, command, root, run, target};

/// What the tests need beside the wheel.
const TEST_TOOLS: [&str; 6] = ["gymnasium", "matplotlib", "mypy", "numpy", "pettingzoo", "pytest"];

/// The crate and its package.
const FOLDER: &str = "crates/python";

/// Lints the crate, makes a wheel of the tests' profile, and runs the tests on it: where it is
/// installed, not where it is written.
pub(crate) fn check(binary: impl FnOnce() -> Result<PathBuf>) -> Result<Outcome> {
    let tools = match tools() {
        Ok(tools) => tools,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    let feature = ["--package", "obverse-python", "--features", "extension"];
    run(cargo(&["clippy"]).args(feature).args(["--", "-D", "warnings"]))?;
    let wheel = wheel(&tools, "dev", &target().join("python/wheels"))?;
    let python = environment("tested", &TEST_TOOLS)?;
    install(&python, &wheel)?;
    // Not in the package's folder: what is imported has to be the wheel.
    let away = target().join("python/away");
    let _ = fs::remove_dir_all(&away);
    fs::create_dir_all(&away)?;
    let tests = root().join(FOLDER).join("tests");
    let mut pytest = in_folder(&python, &away);
    pytest.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).arg(&tests);
    run(pytest.env("OBVERSE_BIN", binary()?))?;
    run(in_folder(&python, &away).args(["-m", "mypy.stubtest", "obverse._native"]))?;
    let typed = ["-m", "mypy", "--strict", "--cache-dir=.mypy", "-p", "obverse"];
    run(in_folder(&python, &away).args(typed))?;
    for example in ["review_plot.py", "match.py", "policy.py"] {
        run(in_folder(&python, &away).arg(root().join(FOLDER).join("examples").join(example)))?;
    }
    Ok(Outcome::Done)
}

/// Makes the wheel with a profile, into a folder of its own.
pub(crate) fn wheel(tools: &Path, profile: &str, folder: &Path) -> Result<PathBuf> {
    let _ = fs::remove_dir_all(folder);
    let maturin = tools.with_file_name("maturin");
    let mut build = command(&maturin.to_string_lossy(), &["build", "--profile", profile]);
    build.arg("--interpreter").arg(tools).arg("--out").arg(folder);
    run(build.current_dir(root().join(FOLDER)))?;
    let mut files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let wheel = files.next().context("maturin made no wheel")??.path();
    ensure!(wheel.extension().is_some_and(|it| it == "whl"), "{} is no wheel", wheel.display());
    Ok(wheel)
}

/// The interpreter of an environment with maturin, or why there is none.
pub(crate) fn tools() -> std::result::Result<PathBuf, String> {
    const ASKED: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
    let is_there = exists("python3")
        && command("python3", &["-c", ASKED]).output().is_ok_and(|it| it.status.success());
    if !is_there {
        return Err("there is no Python 3.11 or later with venv".to_owned());
    }
    environment("tools", &["maturin>=1.9,<2"])
        .map_err(|error| format!("what the wheel needs cannot be installed: {error:#}"))
}

/// An environment of this name with these packages, made once; its interpreter.
pub(crate) fn environment(name: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = target().join("python").join(name);
    let python = folder.join("bin/python");
    let done = folder.join("installed");
    let wanted = packages.join("\n");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let _ = fs::remove_dir_all(&folder);
    run(command("python3", &["-m", "venv"]).arg(&folder))?;
    run(pip(&python).args(packages))?;
    fs::write(&done, wanted)?;
    Ok(python)
}

/// Installs the wheel in the place of an earlier one.
pub(crate) fn install(python: &Path, wheel: &Path) -> Result<()> {
    run(pip(python).args(["--force-reinstall", "--no-deps"]).arg(wheel))
}

fn pip(python: &Path) -> Command {
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    command(&python.to_string_lossy(), &pip)
}

fn in_folder(python: &Path, folder: &Path) -> Command {
    let mut python = command(&python.to_string_lossy(), &[]);
    python.current_dir(folder);
    python
}
