//! The corpora under `fuzz/` through the bodies of the fuzz targets, on every run of the tests:
//! what fuzzing has found once is not broken again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A fuzz target: its crate, its name and its body.
type Target = (&'static str, &'static str, fn(&[u8]));

/// The targets of all crates.
fn targets() -> Vec<Target> {
    use {
        obverse_answers as answers, obverse_arena as arena, obverse_engine as engine,
        obverse_protocols as protocols, obverse_records as records, obverse_trainer as trainer,
        obverse_tui as tui,
    };
    let crates: [(&str, &[(&str, fn(&[u8]))]); 7] = [
        ("answers", &answers::fuzzing::TARGETS),
        ("arena", &arena::fuzzing::TARGETS),
        ("engine", &engine::fuzzing::TARGETS),
        ("protocols", &protocols::fuzzing::TARGETS),
        ("records", &records::fuzzing::TARGETS),
        ("trainer", &trainer::fuzzing::TARGETS),
        ("tui", &tui::fuzzing::TARGETS),
    ];
    crates
        .into_iter()
        .flat_map(|(name, targets)| {
            targets.iter().map(move |(target, body)| (name, *target, *body))
        })
        .collect()
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
