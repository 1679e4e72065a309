//! Data files: the same seed makes the same data, whatever interrupts it; damage is found.

use std::path::Path;

use obverse_jobs::{LocalPool, Stop};
use obverse_rules::{Board, Tier};
use obverse_trainer::dataset::{Block, Reader, Writer, for_each_record};
use obverse_trainer::generate::{GenerateRun, GenerateSettings, generate, generate_on};
use obverse_trainer::handed_out::{Crew, Hand, WeightsFrom};
use obverse_trainer::{LabelKind, Record, TrainerError};

fn settings() -> GenerateSettings {
    GenerateSettings { seed: 7, random_plies: (30, 44), depth: 2, exact_from: 9, weights: None }
}

fn play(path: &Path, games: u32, threads: usize) -> Result<(), TrainerError> {
    let stop = Stop::default();
    let tier = Tier::detect();
    let run = GenerateRun { path, games, threads, tier, weights: None, stop: &stop };
    generate(&settings(), &run, |_| {}).map(|end| assert_eq!(end.games, games))
}

fn records(path: &Path) -> Vec<Record> {
    let mut records = Vec::new();
    for_each_record(&[path.to_owned()], |record| records.push(*record)).unwrap();
    records
}

#[test]
fn the_same_seed_makes_the_same_data_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    play(&one, 200, 1).unwrap();
    play(&two, 200, 2).unwrap();
    assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&two).unwrap());
}

/// Blocks that are played by workers who are told all they need.
fn play_on_a_pool(path: &Path, games: u32) -> Result<(), TrainerError> {
    let (stop, tier) = (Stop::default(), Tier::detect());
    let run = GenerateRun { path, games, threads: 1, tier, weights: None, stop: &stop };
    let mut pool = LocalPool::new(2, move || {
        Box::new(Hand::new(tier, |_| Err("no weights are named".to_owned())))
    });
    let crew = Crew { pool: &mut pool, weights: WeightsFrom::Shipped };
    generate_on(crew, &settings(), &run, |_| {}).map(|end| assert_eq!(end.games, games))
}

#[test]
fn blocks_that_are_handed_out_make_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let [local, pool] = ["local", "pool"].map(|name| folder.path().join(name));
    play(&local, 300, 1).unwrap();
    play_on_a_pool(&pool, 128).unwrap();
    play_on_a_pool(&pool, 300).unwrap();
    play_on_a_pool(&pool, 300).unwrap();
    assert_eq!(std::fs::read(&local).unwrap(), std::fs::read(&pool).unwrap());
    // The last block has fewer games than others: both go on from there.
    play(&local, 400, 2).unwrap();
    play_on_a_pool(&pool, 400).unwrap();
    assert_eq!(std::fs::read(&local).unwrap(), std::fs::read(&pool).unwrap());
}

#[test]
fn a_block_that_travelled_is_whole_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    play(&path, 10, 1).unwrap();
    let block = Reader::open(&path).unwrap().next_block().unwrap().unwrap();
    let bytes = block.to_bytes();
    assert_eq!(Block::from_bytes(&bytes).unwrap(), block);
    for length in 0..bytes.len() {
        assert!(Block::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert!(Block::from_bytes(&[&bytes[..], &bytes[..]].concat()).is_err());
}

#[test]
fn a_file_cut_off_anywhere_is_completed() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    play(&whole, 200, 1).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    let cut = folder.path().join("cut");
    for length in [0, 5, 60, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&cut, &bytes[..length]).unwrap();
        play(&cut, 200, 1).unwrap();
        assert!(std::fs::read(&cut).unwrap() == bytes, "cut off after {length} bytes");
    }
}

#[test]
fn a_file_damaged_in_the_middle_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    play(&path, 200, 1).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let blocks = bytes.windows(4).filter(|window| window == b"BLOK").count();
    assert!(blocks > 2, "{blocks}");
    let first_block = bytes.windows(4).position(|window| window == b"BLOK").unwrap();
    // The magic, the header and the records of the first block.
    for at in [first_block + 1, first_block + 17, first_block + 40] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        std::fs::write(&path, &damaged).unwrap();
        let refused = play(&path, 200, 1);
        assert!(matches!(refused, Err(TrainerError::Data { .. })), "{at}: {refused:?}");
        assert!(std::fs::read(&path).unwrap() == damaged, "{at}");
        let refused = for_each_record(std::slice::from_ref(&path), |_| {});
        assert!(refused.is_err(), "{at}");
    }
    // Zeros at the end are what a power cut leaves behind.
    let mut zeros = bytes[..bytes.len() / 2].to_vec();
    zeros.resize(bytes.len(), 0);
    std::fs::write(&path, &zeros).unwrap();
    play(&path, 200, 1).unwrap();
    assert!(std::fs::read(&path).unwrap() == bytes);
}

#[test]
fn more_games_are_added_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    play(&path, 64, 1).unwrap();
    let first = records(&path);
    play(&path, 128, 1).unwrap();
    let both = records(&path);
    assert!(both.len() > first.len() && both.starts_with(&first));
}

#[test]
fn labels_are_consistent() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    play(&path, 128, 2).unwrap();
    let records = records(&path);
    assert!(records.iter().any(|record| record.kind == LabelKind::Exact));
    assert!(records.iter().any(|record| record.kind == LabelKind::Result));
    for record in &records {
        assert!(!record.board.moves().is_empty(), "{record:?}");
        if record.kind == LabelKind::Exact {
            // Perfect play ends with what was promised.
            assert_eq!(i32::from(record.score), i32::from(record.result) * 128, "{record:?}");
        }
    }
}

#[test]
fn other_settings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    play(&path, 64, 1).unwrap();
    let refused = Writer::open(&path, "{\"seed\":8}");
    assert!(matches!(refused, Err(TrainerError::Data { .. })), "{refused:?}");
}

#[test]
fn a_changed_byte_in_a_block_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let mut writer = Writer::open(&path, "{}").unwrap();
    let record = Record {
        board: obverse_rules::Board8::start(),
        score: -300,
        result: 4,
        depth: 3,
        kind: LabelKind::Search,
        game: 9,
    };
    let block = Block { first_game: 0, games: 1, records: vec![record; 50] };
    writer.append(&block).unwrap();
    assert_eq!(Reader::open(&path).unwrap().next_block().unwrap(), Some(block));
    let good = std::fs::read(&path).unwrap();
    for at in 22..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        std::fs::write(&path, &bad).unwrap();
        let mut reader = Reader::open(&path).unwrap();
        assert!(reader.next_block().is_err(), "byte {at}");
    }
}
