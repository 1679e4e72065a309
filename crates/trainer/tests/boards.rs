//! Training the evaluation of other boards, end to end on a few games.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use obverse_engine::BoardWeights;
use obverse_jobs::Stop;
use obverse_rules::Size;
use obverse_trainer::TrainerError;
use obverse_trainer::boards::{
    BoardFitSettings, BoardGames, BoardGamesRun, fit_boards, is_game_file, measure_boards,
    play_boards,
};
use obverse_trainer::generate::GenerateProgress;

fn settings(size: usize) -> BoardGames {
    BoardGames {
        size: Size::new(size).unwrap(),
        seed: 1,
        random_plies: (2, 8),
        depth: 1,
        exact_from: 6,
        weights: None,
    }
}

fn play(
    settings: &BoardGames,
    path: &Path,
    games: u32,
    threads: usize,
) -> Result<GenerateProgress, TrainerError> {
    let weights = Arc::new(BoardWeights::by_hand());
    let run = BoardGamesRun { path, games, threads, weights, stop: &Stop::default() };
    play_boards(settings, &run, |_| {})
}

#[test]
fn games_teach_what_patterns_are_worth_on_boards_of_several_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> = [(6, 400), (10, 100)]
        .map(|(size, games)| {
            let path = folder.path().join(size.to_string());
            play(&settings(size), &path, games, 2).unwrap();
            path
        })
        .to_vec();
    let quick = BoardFitSettings { epochs: 2, ..BoardFitSettings::default() };
    let fitted = fit_boards(&files, &quick, None, |_, _| {}).unwrap();
    let again = fit_boards(&files, &quick, None, |_, _| {}).unwrap();
    assert_eq!(fitted.weights, again.weights);
    assert!(fitted.positions > 10_000);
    let errors = measure_boards(&files, &fitted.weights, quick.share, false).unwrap();
    for size in [6, 10] {
        let of_size = || errors.iter().filter(|error| error.size == size);
        let left: f64 = of_size().map(|it| it.mean_squared * it.positions as f64).sum();
        let all: f64 = of_size().map(|it| it.label_square * it.positions as f64).sum();
        // By chance it would be all of it, for these games are held out.
        assert!(left < 0.6 * all, "{size}: {errors:?}");
    }
    let kept = BoardWeights::from_bytes(&fitted.weights.to_bytes()).unwrap();
    assert_eq!(kept, fitted.weights);
}

#[test]
fn a_file_is_the_same_on_any_number_of_threads_and_after_any_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let end = play(&settings(6), &whole, 30, 2).unwrap();
    assert_eq!(end.games, 30);
    assert!(is_game_file(&whole));
    play(&settings(6), &parts, 7, 1).unwrap();
    // What a killed writer leaves.
    let written = std::fs::read(&parts).unwrap();
    std::fs::write(&parts, &written[..written.len() - 20]).unwrap();
    assert_eq!(play(&settings(6), &parts, 30, 3).unwrap(), end);
    assert_eq!(std::fs::read(&parts).unwrap(), std::fs::read(&whole).unwrap());
}

#[test]
fn what_is_of_other_settings_or_damaged_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    play(&settings(6), &path, 4, 1).unwrap();
    let written = std::fs::read_to_string(&path).unwrap();
    let other = BoardGames { seed: 2, ..settings(6) };
    for (refused, text) in [
        (play(&other, &path, 8, 1), written.clone()),
        (play(&settings(10), &path, 8, 1), written.clone()),
    ] {
        assert!(matches!(refused, Err(TrainerError::Data { .. })), "{refused:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    let line = written.lines().nth(2).unwrap();
    let damaged = written.replace(line, &line.replacen(' ', " a1 a1 ", 1));
    std::fs::write(&path, &damaged).unwrap();
    let refused = play(&settings(6), &path, 8, 1);
    assert!(refused.is_err_and(|error| error.to_string().contains("line 3")));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
    let refused = play(&settings(8), &folder.path().join("eight"), 1, 1);
    assert!(matches!(refused, Err(TrainerError::Settings(_))), "{refused:?}");
}
