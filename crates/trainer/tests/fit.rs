//! A tiny model end to end: data made here, fitted, exported, read back by the engine.

use std::path::PathBuf;

use obverse_engine::eval::{Parts, Weights, decode};
use obverse_jobs::Stop;
use obverse_rules::Tier;
use obverse_trainer::TrainerError;
use obverse_trainer::export::{encode, quantise};
use obverse_trainer::fit::{FitRun, FitSettings, Fitted, ModelKind, Phases, fit};
use obverse_trainer::generate::{GenerateRun, GenerateSettings, generate};
use obverse_trainer::measure::{Subset, measure};

/// Late positions, which even a tiny fit understands a little.
fn data(folder: &tempfile::TempDir) -> PathBuf {
    let path = folder.path().join("late.data");
    let stop = Stop::default();
    let run = GenerateRun {
        path: &path,
        games: 2000,
        threads: 2,
        tier: Tier::detect(),
        weights: None,
        stop: &stop,
    };
    let settings = GenerateSettings {
        seed: 1,
        random_plies: (46, 52),
        depth: 1,
        exact_from: 10,
        weights: None,
    };
    generate(&settings, &run, |_| {}).unwrap();
    path
}

fn settings(model: ModelKind) -> FitSettings {
    FitSettings {
        model,
        phases: Phases { tables: vec![14, 60], plies_per_head: 8 },
        epochs: 4,
        batch: 128,
        ridge: vec![1.0],
        ..FitSettings::default()
    }
}

fn run(settings: &FitSettings, files: &[PathBuf], checkpoints: Option<&std::path::Path>) -> Fitted {
    let run = FitRun {
        files,
        start: None,
        checkpoints,
        threads: 2,
        memory_records: 1_000_000,
        tier: Tier::detect(),
    };
    fit(settings, &run, &|_| {}).unwrap()
}

#[test]
fn the_held_out_error_falls_and_survives_rounding() {
    let folder = tempfile::tempdir().unwrap();
    let files = [data(&folder)];
    for model in [ModelKind::Network, ModelKind::Linear] {
        let settings = settings(model);
        let fitted = run(&settings, &files, None);
        let late: Vec<f32> =
            fitted.curve.iter().filter(|p| p.table == 0).map(|p| p.held_out).collect();
        let (first, last) = (late[0], *late.last().unwrap());
        assert!(last < 0.9 * first, "{model:?}: {first} to {last}");

        let weights = Weights::from_parts(&quantise(&fitted, &[], None));
        let errors = measure(&weights, &files, Subset::HeldOut, 0.0, 15).unwrap();
        assert!(errors[0].mean_squared < 0.6 * errors[0].label_square, "{model:?}: {errors:?}");
        let rounded = errors[0].mean_squared as f32;
        assert!((rounded - last).abs() < 0.05 * last, "{model:?}: {last}, rounded {rounded}");
    }
}

#[test]
fn the_engine_reads_what_is_exported() {
    let folder = tempfile::tempdir().unwrap();
    let files = [data(&folder)];
    let parts = quantise(&run(&settings(ModelKind::Linear), &files, None), &[], None);
    assert!(decode(&encode(&parts)).unwrap() == parts);
}

#[test]
fn an_interrupted_fit_ends_as_an_uninterrupted_one() {
    let folder = tempfile::tempdir().unwrap();
    let files = [data(&folder)];
    let settings = settings(ModelKind::Network);
    let checkpoints = folder.path().join("checkpoints");
    let whole = run(&settings, &files, Some(&checkpoints));
    // All epochs are done: the second run only reads the checkpoints.
    let again = run(&settings, &files, Some(&checkpoints));
    assert!(quantise(&whole, &[], None) == quantise(&again, &[], None));
    // One table's checkpoint is gone: it is fitted anew.
    std::fs::remove_file(checkpoints.join("table-1.checkpoint")).unwrap();
    let anew = run(&settings, &files, Some(&checkpoints));
    assert!(quantise(&whole, &[], None) == quantise(&anew, &[], None));
}

#[test]
fn data_that_do_not_fit_in_memory_are_streamed() {
    let folder = tempfile::tempdir().unwrap();
    let files = [data(&folder)];
    let settings = settings(ModelKind::Network);
    let run = FitRun {
        files: &files,
        start: None,
        checkpoints: None,
        threads: 1,
        memory_records: 5000,
        tier: Tier::detect(),
    };
    let fitted = fit(&settings, &run, &|_| {}).unwrap();
    let late: Vec<f32> = fitted.curve.iter().filter(|p| p.table == 0).map(|p| p.held_out).collect();
    assert!(*late.last().unwrap() < 0.9 * late[0], "{late:?}");
}

/// A fit that goes on from the shipped weights, and those.
fn go_on(settings: &FitSettings, files: &[PathBuf]) -> Result<(Parts, Parts), TrainerError> {
    let start = decode(Weights::embedded_bytes()).unwrap();
    let run = FitRun {
        files,
        start: Some(&start),
        checkpoints: None,
        threads: 2,
        memory_records: 1_000_000,
        tier: Tier::detect(),
    };
    let fitted = fit(settings, &run, &|_| {})?;
    Ok((quantise(&fitted, &[], Some(&start)), start))
}

#[test]
fn a_fit_goes_on_from_weights() {
    let folder = tempfile::tempdir().unwrap();
    let files = [data(&folder)];
    let tables = vec![13, 21, 31, 42, 60];
    let shipped = Phases { tables: tables.clone(), plies_per_head: 3 };
    let settings = FitSettings {
        phases: shipped,
        epochs: 1,
        rate: 0.001,
        dense_rate: 0.0003,
        start: Some(1),
        ..settings(ModelKind::Network)
    };
    let (parts, start) = go_on(&settings, &files).unwrap();
    let error_on = |parts: &Parts, subset| {
        let weights = Weights::from_parts(parts);
        measure(&weights, &files, subset, 0.0, 15).unwrap()[0].mean_squared
    };
    let error = |parts: &Parts| error_on(parts, Subset::HeldOut);
    assert!(parts.tables[0] != start.tables[0]);
    // So few positions teach the shipped weights something about themselves, not about others.
    let [now, before] = [&parts, &start].map(|parts| error_on(parts, Subset::All));
    assert!(now < before, "{now} {before}");
    // What the data say nothing about stays as it was: other tables, and rows that do not occur.
    assert!(parts.tables[1..] == start.tables[1..] && parts.probcut == start.probcut);
    let changed = parts.tables[0].iter().zip(&start.tables[0]).filter(|(new, old)| new != old);
    assert!(changed.count() < start.tables[0].len() / 2);

    // Without steps nothing changes, in the same tables or in parts of them.
    for tables in [tables, vec![8, 13, 21, 26, 31, 42, 60]] {
        let still = FitSettings {
            phases: Phases { tables, plies_per_head: 3 },
            rate: 0.0,
            dense_rate: 0.0,
            ..settings.clone()
        };
        let (parts, start) = go_on(&still, &files).unwrap();
        assert!((error(&parts) - error(&start)).abs() < 1e-9);
    }
    // A ridge holds the rows where they began, however strong it is.
    let held = FitSettings { ridge: vec![1e6], rate: 0.01, dense_rate: 0.0, ..settings.clone() };
    let (parts, start) = go_on(&held, &files).unwrap();
    assert!((error(&parts) / error(&start) - 1.0).abs() < 0.02, "{}", error(&parts));

    let other = Phases { tables: vec![14, 60], plies_per_head: 3 };
    let refused = go_on(&FitSettings { phases: other, ..settings }, &files).unwrap_err();
    assert!(refused.to_string().contains("--tables 13,21,31,42,60"), "{refused}");
}
