//! Single positions: as many as asked for, the same whatever interrupts them, with true labels.

use std::collections::HashSet;
use std::path::Path;

use obverse_engine::{Solver, Weights};
use obverse_jobs::Stop;
use obverse_rules::{Board, Tier};
use obverse_trainer::dataset::for_each_record;
use obverse_trainer::generate::GenerateRun;
use obverse_trainer::label::LabelSettings;
use obverse_trainer::sample::{SampleSettings, sample};
use obverse_trainer::{LabelKind, Record, TrainerError};

fn settings() -> SampleSettings {
    let label = LabelSettings { depth: None, nodes: Some(200), exact_from: 10, weights: 0 };
    SampleSettings { seed: 3, empties: (6, 14), random_plies: (4, 12), label }
}

fn make(
    settings: &SampleSettings,
    path: &Path,
    games: u32,
    threads: usize,
) -> Result<(), TrainerError> {
    let (tier, stop) = (Tier::detect(), &Stop::default());
    let weights = Some(Weights::embedded());
    let run = GenerateRun { path, games, threads, tier, weights, stop };
    sample(settings, &run, |_| {}).map(|_| ())
}

fn records(path: &Path) -> Vec<Record> {
    let mut records = Vec::new();
    for_each_record(&[path.to_owned()], |record| records.push(*record)).unwrap();
    records
}

#[test]
fn each_position_is_of_another_game_and_exact_where_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    make(&settings(), &path, 700, 1).unwrap();
    let records = records(&path);
    assert_eq!(records.len(), 700);
    let boards: HashSet<_> = records.iter().map(|record| record.board.bits()).collect();
    assert!(boards.len() > 695, "{} different ones", boards.len());
    let mut oracle = Solver::new(Tier::PORTABLE, 1);
    for record in &records {
        let empties = record.board.empties();
        assert!((6..=14).contains(&empties) && !record.board.moves().is_empty());
        assert_eq!(record.kind == LabelKind::Exact, empties <= 10, "{record:?}");
        if empties <= 10 {
            let score = oracle.solve(record.board).score;
            assert_eq!((i32::from(record.score), i32::from(record.result)), (128 * score, score));
        }
    }
    for empties in 6..=14 {
        let count = records.iter().filter(|record| record.board.empties() == empties).count();
        assert!((40..120).contains(&count), "{count} positions with {empties} empty squares");
    }
}

#[test]
fn they_are_the_same_on_any_number_of_threads_and_after_any_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, other] = ["whole", "other"].map(|name| folder.path().join(name));
    make(&settings(), &whole, 600, 1).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    for length in [0, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&other, &bytes[..length]).unwrap();
        make(&settings(), &other, 600, 2).unwrap();
        assert!(std::fs::read(&other).unwrap() == bytes, "cut off after {length} bytes");
    }
}

#[test]
fn settings_that_make_no_sense_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    let mut none = settings();
    none.label.nodes = None;
    let all = [
        SampleSettings { empties: (0, 10), ..settings() },
        SampleSettings { empties: (50, 61), ..settings() },
        SampleSettings { empties: (12, 10), ..settings() },
        SampleSettings { random_plies: (9, 8), ..settings() },
        none,
    ];
    for settings in all {
        let refused = make(&settings, &path, 10, 1);
        assert!(matches!(refused, Err(TrainerError::Settings(_))), "{settings:?}");
        assert!(!path.exists());
    }
}
