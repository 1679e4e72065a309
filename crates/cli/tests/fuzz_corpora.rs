//! The corpora under `fuzz/` through the bodies of the fuzz targets, on every run of the tests:
//! what fuzzing has found once is not broken again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The body of a fuzz target.
type Body = fn(&[u8]);

/// The targets of every crate that has some: their names and bodies.
const CRATES: [(&str, &[(&str, Body)]); 11] = [
    ("answers", &obverse_answers::fuzzing::TARGETS),
    ("arena", &obverse_arena::fuzzing::TARGETS),
    ("engine", &obverse_engine::fuzzing::TARGETS),
    ("fleet", &obverse_fleet::fuzzing::TARGETS),
    ("players", &obverse_players::fuzzing::TARGETS),
    ("protocols", &obverse_protocols::fuzzing::TARGETS),
    ("records", &obverse_records::fuzzing::TARGETS),
    ("study", &obverse_study::fuzzing::TARGETS),
    ("trainer", &obverse_trainer::fuzzing::TARGETS),
    ("tui", &obverse_tui::fuzzing::TARGETS),
    ("web", &obverse_web::fuzzing::TARGETS),
];

/// All targets: their crates, names and bodies.
fn targets() -> impl Iterator<Item = (&'static str, &'static str, Body)> {
    CRATES
        .iter()
        .flat_map(|&(owner, targets)| targets.iter().map(move |&(name, body)| (owner, name, body)))
}

/// A folder of the fuzz crate.
fn fuzz(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder)
}

/// The paths in a folder, in order.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_file_of_the_corpora_passes() {
    for (_, name, body) in targets() {
        let files = paths(&fuzz("corpus").join(name));
        assert!(!files.is_empty(), "{name} has no corpus");
        for file in files {
            // Shown only if the body panics.
            println!("{}", file.display());
            body(&fs::read(file).unwrap());
        }
    }
}

#[test]
fn every_target_can_be_fuzzed_and_nothing_else_is() {
    let mut names = BTreeSet::new();
    for (owner, name, _) in targets() {
        let source = fs::read_to_string(fuzz("src/bin").join(name).with_extension("rs"));
        let call = format!("obverse_{owner}::fuzzing::fuzz_{name}(");
        assert!(source.unwrap_or_default().contains(&call), "fuzz/src/bin/{name}.rs calls {call}");
        names.insert(name.to_owned());
    }
    for folder in ["src/bin", "corpus"] {
        let found: BTreeSet<_> = paths(&fuzz(folder))
            .iter()
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(found, names, "{folder}");
    }
}
