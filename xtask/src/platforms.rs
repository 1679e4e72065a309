//! Other platforms than this one: that the code compiles there and, under an emulator, runs.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::install::{self, Needed, exists};
use crate::steps::{Outcome, cargo, command, host, run, target};
use crate::test::check_signature;

/// The crates that a page can carry with it.
const IN_A_PAGE: [&str; 6] = [
    "obverse-rules",
    "obverse-records",
    "obverse-engine",
    "obverse-study",
    "obverse-answers",
    "obverse-wasm",
];

/// Compiles for a browser what a page can carry with it.
pub(crate) fn wasm() -> Result<Outcome> {
    with_target("wasm32-unknown-unknown", |toolchain| {
        let packages = IN_A_PAGE.iter().flat_map(|name| ["--package", name]);
        run(toolchain.cargo("check").args(packages))
    })
}

/// Compiles everything for Windows.
pub(crate) fn windows() -> Result<Outcome> {
    // For the imports of the standard library and for dependencies written in C.
    let compiler = Needed { program: "x86_64-w64-mingw32-gcc", package: "gcc-mingw-w64-x86-64" };
    if let Err(error) = install::programs(&[compiler]) {
        return Ok(Outcome::Skipped(format!("{error:#}")));
    }
    with_target("x86_64-pc-windows-gnu", |toolchain| {
        run(toolchain.cargo("check").args(["--workspace", "--all-targets"]))
    })
}

/// Tests rules and engine on 64-bit ARM, where the tier is NEON, and compares the signature.
pub(crate) fn arm() -> Result<Outcome> {
    const TRIPLE: &str = "aarch64-unknown-linux-gnu";
    if host()? == TRIPLE {
        return Ok(Outcome::Skipped("this is such a machine: the other steps test it".to_owned()));
    }
    let needed = [
        Needed { program: "aarch64-linux-gnu-gcc", package: "gcc-aarch64-linux-gnu" },
        Needed { program: "qemu-aarch64", package: "qemu-user" },
    ];
    if let Err(error) = install::programs(&needed) {
        return Ok(Outcome::Skipped(format!("{error:#}")));
    }
    with_target(TRIPLE, |toolchain| {
        let emulator = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"];
        let cargo = |verb: &str| {
            let mut cargo = toolchain.cargo(verb);
            cargo
                .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
                .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", emulator.join(" "));
            cargo
        };
        let packages = ["--package", "obverse-rules", "--package", "obverse-engine"];
        run(cargo("test").args(packages).args(["--lib", "--tests", "--quiet"]))?;
        run(cargo("build").args(["--package", "obverse-cli", "--no-default-features"]))?;
        let binary = toolchain.folder.join(TRIPLE).join("debug/obverse");
        for tier in ["portable", "neon"] {
            let mut bench = command(emulator[0], &emulator[1..]);
            bench.arg(&binary).args(["bench", "signature", "--json"]);
            check_signature(tier, &mut bench)?;
        }
        Ok(())
    })
}

/// A compiler with the standard library of a target.
pub(crate) struct Toolchain {
    target: &'static str,
    /// The compiler, where it is not the usual one.
    compiler: Option<PathBuf>,
    /// Where it compiles to.
    pub(crate) folder: PathBuf,
}

impl Toolchain {
    /// Whether the compiler was made of Debian's packages, which bring no C library.
    pub(crate) fn is_from_packages(&self) -> bool {
        self.compiler.is_some()
    }

    /// Cargo with this compiler.
    pub(crate) fn cargo(&self, verb: &str) -> Command {
        let mut cargo = cargo(&[verb, "--target", self.target]);
        cargo.env("CARGO_TARGET_DIR", &self.folder);
        if let Some(compiler) = &self.compiler {
            cargo.env("RUSTC", compiler);
        }
        cargo
    }
}

/// Does the work with a compiler that has the target's standard library, or says why none can be
/// had here.
pub(crate) fn with_target(
    target: &'static str,
    work: impl FnOnce(&Toolchain) -> Result<()>,
) -> Result<Outcome> {
    let folder = self::target().join("cross");
    let build = folder.join("build");
    if has_library(target)? || add_by_rustup(target) {
        work(&Toolchain { target, compiler: None, folder: build })?;
        return Ok(Outcome::Done);
    }
    match make_from_packages(target, &folder)? {
        Ok(compiler) => {
            // Compilers of two versions do not share what they compile.
            let folder = folder.join("build-by-packages");
            work(&Toolchain { target, compiler: Some(compiler), folder })?;
            Ok(Outcome::Done)
        }
        Err(reason) => Ok(Outcome::Skipped(reason)),
    }
}

/// Whether the usual compiler has the target's standard library.
fn has_library(target: &str) -> Result<bool> {
    let printed = command("rustc", &["--print", "target-libdir", "--target", target])
        .output()
        .context("could not start rustc")?;
    let folder = String::from_utf8_lossy(&printed.stdout);
    let is_there =
        Path::new(folder.trim()).read_dir().is_ok_and(|mut files| files.next().is_some());
    Ok(printed.status.success() && is_there)
}

fn add_by_rustup(target: &str) -> bool {
    exists("rustup")
        && command("rustup", &["target", "add", target]).status().is_ok_and(|it| it.success())
}

/// Makes the library from Debian's packages, once; the compiler to use with it, or why there is
/// none.
fn make_from_packages(target: &str, folder: &Path) -> Result<std::result::Result<PathBuf, String>> {
    println!("making the standard library of {target} from Debian's packages");
    let folder = folder.to_string_lossy();
    let compiler = match script(&mut command("scripts/wasm-toolchain.sh", &[&folder]))? {
        Ok(path) => path,
        Err(reason) => return Ok(Err(reason)),
    };
    let made = script(&mut command("scripts/cross-std.sh", &[&folder, target]))?;
    Ok(made.map(|_| compiler.trim().into()))
}

/// Runs a script that may fail; what it printed, or the last line of its complaint.
fn script(command: &mut Command) -> Result<std::result::Result<String, String>> {
    let output = command.output().context("could not start a script")?;
    if output.status.success() {
        return Ok(Ok(String::from_utf8_lossy(&output.stdout).into_owned()));
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    eprintln!("{}", complaint.trim());
    let reason = complaint.trim().lines().next_back().unwrap_or("no reason was given").to_owned();
    Ok(Err(reason))
}
