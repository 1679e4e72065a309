//! New labels: the same whatever interrupts them, exact where they say so.

use std::path::{Path, PathBuf};

use obverse_engine::{Solver, Weights};
use obverse_jobs::Stop;
use obverse_rules::Tier;
use obverse_trainer::dataset::for_each_record;
use obverse_trainer::generate::{GenerateRun, GenerateSettings, generate};
use obverse_trainer::label::LabelSettings;
use obverse_trainer::relabel::{RelabelRun, RelabelSettings, relabel};
use obverse_trainer::{LabelKind, Record, TrainerError};

fn settings() -> RelabelSettings {
    let label = LabelSettings { depth: None, nodes: Some(500), exact_from: 11, weights: 0 };
    RelabelSettings { label, empties: (0, 60), one_in: 1 }
}

/// Games of the hand-made evaluation, exact from nine empty squares on.
fn source(folder: &Path, games: u32) -> PathBuf {
    let path = folder.join("source");
    let settings = GenerateSettings {
        seed: 7,
        random_plies: (34, 46),
        depth: 1,
        exact_from: 9,
        weights: None,
    };
    let (tier, stop) = (Tier::detect(), &Stop::default());
    let run = GenerateRun { path: &path, games, threads: 1, tier, weights: None, stop };
    generate(&settings, &run, |_| {}).unwrap();
    path
}

fn label(
    settings: &RelabelSettings,
    source: &Path,
    path: &Path,
    threads: usize,
) -> Result<(), TrainerError> {
    let (tier, weights, stop) = (Tier::detect(), Weights::embedded(), &Stop::default());
    let run = RelabelRun { source, path, threads, tier, weights, stop };
    relabel(settings, &run, |_| {}).map(|_| ())
}

fn records(path: &Path) -> Vec<Record> {
    let mut records = Vec::new();
    for_each_record(&[path.to_owned()], |record| records.push(*record)).unwrap();
    records
}

#[test]
fn positions_and_games_stay_and_labels_are_better() {
    let folder = tempfile::tempdir().unwrap();
    let (source, path) = (source(folder.path(), 128), folder.path().join("new"));
    label(&settings(), &source, &path, 1).unwrap();
    let (old, new) = (records(&source), records(&path));
    assert_eq!(old.len(), new.len());
    let mut oracle = Solver::new(Tier::PORTABLE, 1);
    for (old, new) in old.iter().zip(&new) {
        assert_eq!((old.board, old.result, old.game), (new.board, new.result, new.game));
        let empties = new.board.empties();
        assert!(new.depth >= old.depth, "{old:?} {new:?}");
        if empties <= 11 {
            assert_eq!(new.kind, LabelKind::Exact);
            assert_eq!(i32::from(new.score), 128 * oracle.solve(new.board).score);
        } else {
            assert_ne!(new.kind, LabelKind::Result);
        }
    }
    let searched = new.iter().filter(|record| record.kind == LabelKind::Search);
    let shallow: Vec<_> = searched.clone().filter(|record| record.depth < 3).collect();
    assert!(
        searched.clone().count() > 100 && shallow.is_empty(),
        "{} {shallow:?}",
        searched.count()
    );
}

#[test]
fn labels_are_the_same_on_any_number_of_threads_and_after_any_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let source = source(folder.path(), 256);
    let [whole, other] = ["whole", "other"].map(|name| folder.path().join(name));
    label(&settings(), &source, &whole, 1).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    for length in [0, 5, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
        std::fs::write(&other, &bytes[..length]).unwrap();
        label(&settings(), &source, &other, 2).unwrap();
        assert!(std::fs::read(&other).unwrap() == bytes, "cut off after {length} bytes");
    }
}

#[test]
fn a_source_that_grows_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let [grown, whole] = ["grown", "whole"].map(|name| folder.path().join(name));
    let path = source(folder.path(), 64);
    label(&settings(), &path, &grown, 1).unwrap();
    // A block that is being written is not there yet.
    let complete = std::fs::read(&path).unwrap();
    std::fs::write(&path, [&complete[..], b"BLOK\0"].concat()).unwrap();
    label(&settings(), &path, &grown, 1).unwrap();
    source(folder.path(), 192);
    label(&settings(), &path, &grown, 2).unwrap();
    label(&settings(), &path, &whole, 1).unwrap();
    assert!(std::fs::read(&grown).unwrap() == std::fs::read(&whole).unwrap());
}

#[test]
fn some_positions_are_left_out_when_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let (source, path) = (source(folder.path(), 128), folder.path().join("new"));
    let settings = RelabelSettings { empties: (12, 20), one_in: 4, ..settings() };
    label(&settings, &source, &path, 2).unwrap();
    let in_range = |record: &&Record| (12..=20).contains(&record.board.empties());
    let all = records(&source).iter().filter(in_range).count();
    let kept = records(&path);
    assert!(kept.iter().all(|record| in_range(&record)));
    assert!((all / 6..all / 3).contains(&kept.len()), "{} of {all}", kept.len());
}

#[test]
fn other_settings_and_other_sources_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (source, path) = (source(folder.path(), 64), folder.path().join("new"));
    label(&settings(), &source, &path, 1).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let mut deeper = settings();
    deeper.label.nodes = Some(600);
    assert!(matches!(label(&deeper, &source, &path, 1), Err(TrainerError::Data { .. })));
    assert!(matches!(label(&settings(), &path, &source, 1), Err(TrainerError::Data { .. })));
    assert!(std::fs::read(&path).unwrap() == bytes);
    let mut unlimited = settings();
    unlimited.label.nodes = None;
    let missing = folder.path().join("missing");
    assert!(matches!(label(&unlimited, &source, &missing, 1), Err(TrainerError::Settings(_))));
    assert!(!missing.exists());
    // A source that is damaged in the middle: what is before the damage is kept, and it is told.
    let mut damaged = std::fs::read(&source).unwrap();
    let block = damaged.windows(4).position(|bytes| bytes == b"BLOK").unwrap();
    damaged[block + 40] ^= 1;
    damaged.extend(b"BLOK");
    std::fs::write(&source, damaged).unwrap();
    assert!(matches!(label(&settings(), &source, &missing, 2), Err(TrainerError::Data { .. })));
}
