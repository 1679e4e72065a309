//! Names the build by what it was made of: two programs whose jobs may be exchanged have the same
//! name, whatever machine they were compiled on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whatever a job's result may depend on, and what travels between machines.
const SOURCES: [&str; 15] = [
    "../tier/src",
    "../rules/src",
    "../records/src",
    "../engine/src",
    "../engine/weights",
    "../engine/book",
    "../players/src",
    "../protocols/src",
    "../arena/src",
    "../trainer/src",
    "../study/src",
    "../jobs/src",
    "../fleet/src",
    "../answers/src",
    "src",
];

fn main() {
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
        collect(Path::new(source), &mut files);
    }
    files.sort();
    let mut hash = Fnv(0xcbf29ce484222325);
    for file in &files {
        let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        hash.add(file.to_string_lossy().replace('\\', "/").as_bytes());
        // Checked out on Windows, lines end otherwise.
        let is_text = file.extension().is_some_and(|extension| extension == "rs");
        let lines = bytes.iter().copied().filter(|&byte| !(is_text && byte == b'\r'));
        lines.for_each(|byte| hash.add(&[byte]));
    }
    println!("cargo:rustc-env=OBVERSE_BUILD={:016x}", hash.0);
    println!("cargo:rustc-env=OBVERSE_COMMIT={}", commit());
    println!("cargo:rustc-env=OBVERSE_WEIGHTS={:016x}", weights());
    let target = std::env::var("TARGET").unwrap_or_default();
    println!("cargo:rustc-env=OBVERSE_TARGET={target}");
}

/// The commit that this is built from, as `OBVERSE_COMMIT` or else Git says it. Whoever builds before
/// committing is told so.
fn commit() -> String {
    println!("cargo:rerun-if-env-changed=OBVERSE_COMMIT");
    if let Ok(commit) = std::env::var("OBVERSE_COMMIT") {
        return commit;
    }
    let git = |arguments: &[&str]| -> Option<String> {
        let output = Command::new("git").args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else {
        return "unknown".to_owned();
    };
    let is_changed = git(&["status", "--porcelain", "--untracked-files=no"])
        .is_none_or(|changes| !changes.is_empty());
    if is_changed { format!("{commit} with changes") } else { commit }
}

/// A hash of the weights that are compiled in.
fn weights() -> u64 {
    let mut hash = Fnv(0xcbf29ce484222325);
    hash.add(&fs::read("../engine/weights/obverse.weights").expect("the engine has its weights"));
    hash.0
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(path) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The hash of Fowler, Noll and Vo (FNV-1a): nobody gains by two builds with one name.
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100000001b3);
        }
    }
}
