//! `cargo xtask wasm`: the engine for a browser, in `target/wasm`.
//!
//! There are two modules, since a module with 128-bit instructions does not load where there are
//! none: `obverse-simd.wasm` and `obverse.wasm`. `obverse.js` is the glue of both, for a worker that
//! is a plain script.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::install::exists;
use crate::page;
use crate::platforms::{Toolchain, with_target};
use crate::steps::{Outcome, cargo, command, run, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// A module: its name, and the compiler's flags where it uses more than every browser has.
struct Module {
    name: &'static str,
    flags: &'static str,
}

const MODULES: [Module; 2] = [
    Module { name: "obverse", flags: "" },
    Module { name: "obverse-simd", flags: "-Ctarget-feature=+simd128" },
];

/// What Rust's target has by itself, and wasm-opt may use therefore.
const FEATURES: [&str; 6] = [
    "bulk-memory",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
];

/// Compiles both modules.
pub(crate) fn build() -> Result<Outcome> {
    let folder = folder();
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let built = with_target(TARGET, |toolchain| {
        let glues = MODULES.iter().map(|module| make(module, toolchain, &folder));
        let glues: Vec<String> = glues.collect::<Result<_>>()?;
        ensure!(glues.windows(2).all(|two| two[0] == two[1]), "the modules have different glues");
        write(&folder.join("obverse.js"), glues[0].as_bytes())
    })?;
    Ok(match built {
        Outcome::Done => Outcome::Done,
        Outcome::Skipped(reason) => Outcome::Skipped(format!(
            "the compiler has no standard library for {TARGET} ({reason}): \
             get it by rustup target add {TARGET}"
        )),
    })
}

/// Runs a script of the page's tools that needs the engine's worker and a native binary.
pub(crate) fn script(name: &str, binary: impl FnOnce() -> Result<PathBuf>) -> Result<Outcome> {
    if !exists("npm") {
        return Ok(Outcome::Skipped("there is no Node to run the engine's worker".to_owned()));
    }
    if let skipped @ Outcome::Skipped(_) = build()? {
        return Ok(skipped);
    }
    page::install()?;
    page::worker_script(name, binary()?, &folder())?;
    Ok(Outcome::Done)
}

/// Where it all goes.
pub(crate) fn folder() -> PathBuf {
    target().join("wasm")
}

/// Makes a module and says what its glue is.
fn make(module: &Module, toolchain: &Toolchain, folder: &Path) -> Result<String> {
    let Module { name, flags } = module;
    run(toolchain
        .cargo("build")
        .args(["--profile", "browser", "--package", "obverse-wasm", "--lib"])
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags))?;
    let compiled = toolchain.folder.join(TARGET).join("browser/obverse_wasm.wasm");
    let bound = toolchain.folder.join("bound");
    let bindgen = ["--features", "bindgen", "--bin", "obverse-bindgen", "--"];
    run(cargo(&["run", "--quiet", "--package", "obverse-wasm"])
        .args(bindgen)
        .args([&compiled, &bound])
        .arg("obverse"))?;
    let file = folder.join(format!("{name}.wasm"));
    optimise(&bound.join("obverse_bg.wasm"), &file, !flags.is_empty())?;
    let size = fs::metadata(&file).with_context(|| file.display().to_string())?.len();
    println!("{size:>10} {}", file.display());
    let glue = bound.join("obverse.js");
    fs::read_to_string(&glue).with_context(|| glue.display().to_string())
}

/// Makes a module smaller and faster by npm's `wasm-opt`; where there is no Node it stays as it is.
/// (Debian's `wasm-opt` of 2022 writes modules that do not load.)
fn optimise(from: &Path, to: &Path, simd: bool) -> Result<()> {
    let Some(optimiser) = page::tool("wasm-opt")? else {
        println!("without Node there is no wasm-opt: the module is larger than it need be");
        fs::copy(from, to).with_context(|| from.display().to_string())?;
        return Ok(());
    };
    let mut optimiser = command(&optimiser.to_string_lossy(), &["-O3"]);
    optimiser.args(FEATURES.map(|feature| format!("--enable-{feature}")));
    if simd {
        optimiser.arg("--enable-simd");
    }
    run(optimiser.arg(from).arg("-o").arg(to))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).with_context(|| path.display().to_string())
}
