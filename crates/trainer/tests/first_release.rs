//! What version 0.1.0 wrote is read (data sets, journals of books), or refused (checkpoints of fits).

use std::io::Read;
use std::path::{Path, PathBuf};

use obverse_engine::Weights;
use obverse_jobs::Stop;
use obverse_rules::{Board, Tier};
use obverse_trainer::book::{BookRun, BookSettings, make_book};
use obverse_trainer::dataset::Reader;
use obverse_trainer::fit::{FitRun, FitSettings, Fitted, ModelKind, Phases, fit};
use obverse_trainer::generate::{GenerateRun, GenerateSettings, generate};
use obverse_trainer::{LabelKind, TrainerError};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/first-release").join(name)
}

/// A copy of a sample in a folder.
fn copy(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::copy(sample(name), &path).unwrap();
    path
}

#[test]
fn a_data_set_is_read_and_continued() {
    let mut reader = Reader::open(&sample("games.data")).unwrap();
    let settings: GenerateSettings = serde_json::from_str(reader.settings()).unwrap();
    let block = reader.next_block().unwrap().unwrap();
    assert_eq!((block.first_game, block.games), (0, 8));
    for record in &block.records {
        assert!(!record.board.moves().is_empty());
        let empties = record.board.empties();
        assert_eq!(record.kind == LabelKind::Exact, empties <= settings.exact_from, "{record:?}");
    }
    assert_eq!(reader.next_block().unwrap(), None);

    let folder = tempfile::tempdir().unwrap();
    let path = copy(&folder, "games.data");
    let before = std::fs::read(&path).unwrap();
    let stop = Stop::default();
    for (games, grows) in [(8, false), (80, true)] {
        let run = GenerateRun {
            path: &path,
            games,
            threads: 2,
            tier: Tier::detect(),
            weights: None,
            stop: &stop,
        };
        assert_eq!(generate(&settings, &run, |_| {}).unwrap().games, games);
        let after = std::fs::read(&path).unwrap();
        assert!(after.starts_with(&before) && (after.len() > before.len()) == grows, "{games}");
    }
}

/// The fit whose checkpoint is kept.
fn fit_again(checkpoints: &Path, settings: &FitSettings) -> Result<Fitted, TrainerError> {
    let files = [sample("games.data")];
    let run = FitRun {
        start: None,
        files: &files,
        checkpoints: Some(checkpoints),
        threads: 1,
        memory_records: 1_000_000,
        tier: Tier::detect(),
    };
    fit(settings, &run, &|_| {})
}

#[test]
fn a_checkpoint_is_refused_with_the_reason_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table-0.checkpoint");
    let packed = std::fs::read(sample("table-0.checkpoint.zst")).unwrap();
    let mut bytes = Vec::new();
    ruzstd::decoding::StreamingDecoder::new(&*packed).unwrap().read_to_end(&mut bytes).unwrap();
    std::fs::write(&path, &bytes).unwrap();
    let settings = FitSettings {
        model: ModelKind::Linear,
        phases: Phases { tables: vec![60], plies_per_head: 60 },
        epochs: 2,
        batch: 64,
        ridge: vec![1.0],
        ..FitSettings::default()
    };
    // The first release had fewer shapes; and another fit does not overwrite it either.
    for settings in [settings.clone(), FitSettings { seed: 2, ..settings }] {
        let Err(TrainerError::Data { path: named, reason }) = fit_again(folder.path(), &settings)
        else {
            panic!("a checkpoint of another model is not gone on with");
        };
        assert!(named == path && reason.contains("remove it to begin anew"), "{reason}");
        assert!(std::fs::read(&path).unwrap() == bytes);
    }
}

#[test]
fn the_journal_of_a_book_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = copy(&folder, "book.journal");
    let before = std::fs::read_to_string(&path).unwrap();
    let head: serde_json::Value = serde_json::from_str(before.lines().next().unwrap()).unwrap();
    let settings: BookSettings = serde_json::from_value(head["settings"].clone()).unwrap();
    // The same weights in the file that was written when tables were packed one by one.
    let recoded = BookSettings { weights: Some(3_274_440_256), ..settings.clone() };
    let stop = Stop::default();
    for settings in [settings, recoded] {
        let path = copy(&folder, "book.journal");
        let make = |positions| {
            let run = BookRun {
                journal: &path,
                positions,
                threads: 1,
                tier: Tier::detect(),
                weights: Weights::embedded(),
                stop: &stop,
            };
            make_book(&settings, &run, |_| {}).unwrap()
        };
        assert_eq!(make(4).len(), 11, "as the first release said");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
        make(6);
        assert!(std::fs::read_to_string(&path).unwrap().starts_with(&before));
    }
}
