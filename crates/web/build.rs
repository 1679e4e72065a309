//! Lists the files of the page, for `assets` to embed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What of `web/` is the page, and not a developer's tool: these folders, and files that end so.
const FOLDERS: [&str; 2] = ["css", "js"];
const ENDINGS: [&str; 4] = ["html", "svg", "tsv", "webmanifest"];
const SINGLE: &str = "worker.js";

fn main() -> io::Result<()> {
    let manifest = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let web = Path::new(&manifest).join("../../web").canonicalize()?;
    println!("cargo:rerun-if-changed=build.rs");
    let mut paths = Vec::new();
    for path in entries(&web)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let has_ending =
            ENDINGS.iter().any(|ending| path.extension().is_some_and(|it| it == *ending));
        if path.is_dir() && FOLDERS.contains(&name.as_ref()) {
            collect(&path, &mut paths)?;
        } else if path.is_file() && (has_ending || name == SINGLE) {
            paths.push(path);
        }
    }
    // A URL has slashes, whatever the system has.
    let name = |path: &Path| {
        let inside = path.strip_prefix(&web).expect("it was found there");
        inside.to_string_lossy().replace('\\', "/")
    };
    let mut files: BTreeMap<String, PathBuf> =
        paths.into_iter().map(|path| (name(&path), path)).collect();
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    if env::var_os("CARGO_FEATURE_BROWSER_ENGINE").is_some() {
        add_engine(&web, &out, &mut files)?;
    }
    let mut list = String::from("[\n");
    for (name, path) in &files {
        println!("cargo:rerun-if-changed={}", path.display());
        let path = path.to_string_lossy();
        // A binary that is given away does not say where it was built.
        let on_disk = format!("if cfg!(debug_assertions) {{ {path:?} }} else {{ \"\" }}");
        writeln!(list, "    ({name:?}, {on_disk}, include_bytes!({path:?})),")
            .expect("a string takes all");
    }
    list.push(']');
    fs::write(out.join("files.rs"), list)
}

/// Adds the engine for a browser, and a page that knows of it.
fn add_engine(web: &Path, out: &Path, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    println!("cargo:rerun-if-env-changed=OBVERSE_WASM");
    let named = env::var_os("OBVERSE_WASM").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| web.join("../target/wasm"));
    let read = |path: PathBuf| {
        println!("cargo:rerun-if-changed={}", path.display());
        fs::read_to_string(&path).map_err(|error| {
            let help =
                "`cargo xtask wasm` makes the engine for a browser; OBVERSE_WASM names its folder";
            io::Error::other(format!("{}: {error}: {help}", path.display()))
        })
    };
    let glue = read(folder.join("obverse.js"))?;
    let driver = read(web.join("site/engine-worker.js"))?;
    let worker = out.join("engine.js");
    fs::write(&worker, format!("{glue}\n{driver}"))?;
    files.insert("engine.js".to_owned(), worker);
    files.insert("engine-simd.wasm".to_owned(), folder.join("obverse-simd.wasm"));
    files.insert("engine.wasm".to_owned(), folder.join("obverse.wasm"));
    files.insert("js/files.js".to_owned(), web.join("site/served.js"));
    Ok(())
}

/// Adds the files of a folder and of those in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    // Also when a file is added.
    println!("cargo:rerun-if-changed={}", folder.display());
    for path in entries(folder)? {
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}
