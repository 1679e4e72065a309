//! `cargo xtask dist`: what is given away, made by one command and tried in a clean place, in
//! `target/dist`.

mod archive;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::install::exists;
use crate::platforms::{Toolchain, with_target};
use crate::steps::{Outcome, Steps, cargo, command, output, root, run, target};
use crate::{python, site, wasm};

const MUSL: &str = "x86_64-unknown-linux-musl";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// Makes everything that can be made here, or what has this in its name.
pub(crate) fn make(only: String) -> Result<ExitCode> {
    fs::create_dir_all(folder()).with_context(|| folder().display().to_string())?;
    let mut steps = Steps::only(only);
    steps.step("static program", static_program);
    steps.step("debian package", debian_package);
    steps.step("container's files", container);
    steps.step("wheel", wheel);
    steps.step("site", page);
    steps.step("windows", windows);
    steps.step("arm64", arm);
    let is_good = steps.finish();
    write_checksums()?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Where it all goes.
fn folder() -> PathBuf {
    target().join("dist")
}

/// The name of an archive for a target.
fn name(target: &str) -> String {
    format!("obverse-{}-{target}", env!("CARGO_PKG_VERSION"))
}

/// The program for a target, optimised, with the browser's engine inside where that can be made.
fn program(toolchain: &Toolchain, triple: &str, flags: &str, suffix: &str) -> Result<PathBuf> {
    let mut build = toolchain.cargo("build");
    build.args(["--release", "--package", "obverse-cli"]);
    if let Outcome::Done = wasm::build()? {
        build.args(["--features", "browser-engine"]).env("OBVERSE_WASM", wasm::folder());
    }
    let name = triple.to_uppercase().replace('-', "_");
    if !flags.is_empty() {
        build.env(format!("CARGO_TARGET_{name}_RUSTFLAGS"), flags);
    }
    if let Some(linker) = linker(toolchain, triple) {
        build.env(format!("CARGO_TARGET_{name}_LINKER"), linker);
    }
    run(&mut build)?;
    Ok(toolchain.folder.join(triple).join("release").join(format!("obverse{suffix}")))
}

fn linker(toolchain: &Toolchain, triple: &str) -> Option<&'static str> {
    match triple {
        // Rust's own target brings its musl and makes a static program; `musl-gcc` would make one
        // that looks for the system's.
        MUSL if toolchain.is_from_packages() && exists("musl-gcc") => Some("musl-gcc"),
        ARM if exists("aarch64-linux-gnu-gcc") => Some("aarch64-linux-gnu-gcc"),
        _ => None,
    }
}

/// The program that needs nothing of the system it runs on.
fn static_program() -> Result<Outcome> {
    with_target(MUSL, |toolchain| {
        let mut flags = String::new();
        // Rust's own target brings its musl; the one from packages uses the system's.
        if toolchain.is_from_packages() {
            let unwind = target().join("cross/unwind");
            run(command("scripts/musl-unwind.sh", &[]).arg(&unwind))?;
            flags = format!(
                "-Clink-self-contained=no -Crelocation-model=static -Lnative={}",
                unwind.display()
            );
        }
        let built = program(toolchain, MUSL, &flags, "")?;
        let root = folder().join("root");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root)?;
        fs::copy(&built, root.join("obverse"))?;
        trial::alone(&root)?;
        archive::tar(&folder(), &name(MUSL), &root.join("obverse"))
    })
}

/// The package for Debian and its like, with the static program inside: installed, tried and removed.
fn debian_package() -> Result<Outcome> {
    let built = folder().join("root/obverse");
    if !built.exists() {
        return Ok(Outcome::Skipped(
            "it has the static program inside, which is not made".to_owned(),
        ));
    }
    if !exists("cargo-deb") {
        return Ok(Outcome::Skipped("cargo install cargo-deb gets what makes it".to_owned()));
    }
    // Where the package's list of files looks for them.
    archive::beside(&built, &target().join("release/debian"))?;
    let package = folder().join(format!("obverse_{}_amd64.deb", env!("CARGO_PKG_VERSION")));
    run(cargo(&["deb", "--package", "obverse-cli", "--no-build", "--no-strip", "--output"])
        .arg(&package))?;
    trial::installed(&package)?;
    Ok(Outcome::Done)
}

/// The files of the container of `Containerfile`, tried as it would run them.
fn container() -> Result<Outcome> {
    let root = folder().join("root");
    if !root.join("obverse").exists() {
        return Ok(Outcome::Skipped(
            "it has the static program inside, which is not made".to_owned(),
        ));
    }
    trial::serves(&root)
}

/// The wheel for Python, tried in a fresh environment.
fn wheel() -> Result<Outcome> {
    let tools = match python::tools() {
        Ok(tools) => tools,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    let wheel = python::wheel(&tools, "release", &target().join("python/given-away"))?;
    let fresh = target().join("python/fresh");
    let _ = fs::remove_dir_all(&fresh);
    let python = python::environment("fresh", &["numpy"])?;
    python::install(&python, &wheel)?;
    let asked = "import obverse; print(obverse.__version__, obverse.Engine(1, 16).search('f5', depth=8)[0].move, \
                 obverse.random_games(1000).lengths.sum())";
    let told = output(command(&python.to_string_lossy(), &["-c", asked]).current_dir(&fresh))?;
    print!("{told}");
    let file = wheel.file_name().context("a wheel has a name")?;
    fs::copy(&wheel, folder().join(file))?;
    Ok(Outcome::Done)
}

/// The page without a server.
fn page() -> Result<Outcome> {
    if let skipped @ Outcome::Skipped(_) = site::make()? {
        return Ok(skipped);
    }
    fs::copy(site::folder().join("obverse.html"), folder().join("obverse.html"))?;
    archive::folder(
        &folder(),
        &format!("obverse-{}-site", env!("CARGO_PKG_VERSION")),
        &site::folder(),
    )?;
    Ok(Outcome::Done)
}

/// The program for Windows, tried under wine where there is one.
fn windows() -> Result<Outcome> {
    if !exists("x86_64-w64-mingw32-gcc") {
        return Ok(Outcome::Skipped("gcc-mingw-w64-x86-64 is not installed".to_owned()));
    }
    with_target(WINDOWS, |toolchain| {
        let built = program(toolchain, WINDOWS, "", ".exe")?;
        trial::under_wine(&built)?;
        archive::zip(&folder(), &name(WINDOWS), &built)
    })
}

/// The program for 64-bit ARM, tried under qemu where there is one.
fn arm() -> Result<Outcome> {
    if !exists("aarch64-linux-gnu-gcc") {
        return Ok(Outcome::Skipped("gcc-aarch64-linux-gnu is not installed".to_owned()));
    }
    with_target(ARM, |toolchain| {
        let built = program(toolchain, ARM, "", "")?;
        trial::under_qemu(&built)?;
        archive::tar(&folder(), &name(ARM), &built)
    })
}

/// `SHA256SUMS`, as `sha256sum --check` reads it.
fn write_checksums() -> Result<()> {
    let mut lines = Vec::new();
    let mut files: Vec<_> = fs::read_dir(folder())?.collect::<std::io::Result<_>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files {
        let name = file.file_name().to_string_lossy().into_owned();
        if !file.path().is_file() || name == "SHA256SUMS" {
            continue;
        }
        let bytes = fs::read(file.path())?;
        println!("{:>10} {name}", bytes.len());
        lines.push(format!("{:x}  {name}\n", Sha256::digest(&bytes)));
    }
    ensure!(!lines.is_empty(), "nothing was made");
    fs::write(folder().join("SHA256SUMS"), lines.concat())?;
    Ok(())
}

/// What a program says, of which there has to be something.
fn answer(program: &Path, arguments: &[&str]) -> Result<String> {
    let said = output(&mut command(&program.to_string_lossy(), arguments))?;
    ensure!(!said.trim().is_empty(), "{} says nothing", program.display());
    Ok(said)
}

/// The texts that belong beside every program.
fn texts() -> [PathBuf; 4] {
    ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"].map(|file| root().join(file))
}
