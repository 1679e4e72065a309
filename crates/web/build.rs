//! Lists the files of the page, for `assets` to embed.

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
    let mut files = Vec::new();
    for path in entries(&web)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let has_ending =
            ENDINGS.iter().any(|ending| path.extension().is_some_and(|it| it == *ending));
        if path.is_dir() && FOLDERS.contains(&name.as_ref()) {
            collect(&path, &mut files)?;
        } else if path.is_file() && (has_ending || name == SINGLE) {
            files.push(path);
        }
    }
    // A URL has slashes, whatever the system has.
    let name = |path: &Path| {
        let inside = path.strip_prefix(&web).expect("it was found there");
        inside.to_string_lossy().replace('\\', "/")
    };
    files.sort_by_key(|path| name(path));
    let mut list = String::from("[\n");
    for path in &files {
        println!("cargo:rerun-if-changed={}", path.display());
        let (name, path) = (name(path), path.to_string_lossy());
        writeln!(list, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes all");
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("files.rs"), list)
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
