//! Tuning the any-size evaluation, end to end on a few games.

use obverse_engine::anysize::{FEATURES, Feature, FeatureWeights, PHASES};
use obverse_rules::Size;
use obverse_trainer::TrainerError;
use obverse_trainer::tune::{AnySizeSettings, TuneRun, fit_any_size, match_any_size};

const RUN: TuneRun<'_> = TuneRun { threads: 2, checkpoints: None };

fn settings(size: usize) -> AnySizeSettings {
    AnySizeSettings {
        size: Size::new(size).unwrap(),
        games: 120,
        depth: 1,
        random_plies: 8,
        seed: 1,
    }
}

#[test]
fn games_teach_what_corners_are_worth_to_who_knows_nothing() {
    let nothing = FeatureWeights { phases: [[0.0; FEATURES]; PHASES] };
    let fit = fit_any_size(&settings(6), &nothing, &RUN).unwrap();
    assert!(fit.positions > 1000 && fit.correlation > 0.3, "{fit:?}");
    let corner: f32 = fit.values.phases.iter().map(|phase| phase[Feature::Corners as usize]).sum();
    assert!(corner > 0.0, "{fit:?}");
    let size = Size::new(6).unwrap();
    let tally = match_any_size(&nothing, &fit.values, size, 40, 200, &RUN).unwrap();
    assert_eq!(tally.games(), 40);
    assert!(tally.score() > 0.5, "{tally:?}");
}

#[test]
fn the_board_that_has_its_own_evaluation_is_refused() {
    let refused = fit_any_size(&settings(8), &FeatureWeights::default(), &RUN);
    assert!(matches!(refused, Err(TrainerError::Settings(_))), "{refused:?}");
}

#[test]
fn a_fit_is_the_same_on_any_number_of_threads_and_from_any_checkpoint() {
    let weights = FeatureWeights::default();
    let whole = fit_any_size(&settings(6), &weights, &RUN).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let run = TuneRun { threads: 1, checkpoints: Some(folder.path()) };
    // As many as an interrupted fit may have played, not always whole blocks.
    for games in [30, 50, 120] {
        let part = AnySizeSettings { games, ..settings(6) };
        let fit = fit_any_size(&part, &weights, &run);
        assert_eq!(fit.ok() == Some(whole.clone()), games == 120, "{games}");
    }
    // What was played is not played again, and other games are not mixed in.
    let path = folder.path().join("games.checkpoint");
    let kept = std::fs::read(&path).unwrap();
    for other in
        [AnySizeSettings { seed: 2, ..settings(6) }, AnySizeSettings { games: 60, ..settings(6) }]
    {
        let refused = fit_any_size(&other, &weights, &run);
        assert!(matches!(refused, Err(TrainerError::Data { .. })), "{refused:?}");
        assert!(std::fs::read(&path).unwrap() == kept);
    }
}

#[test]
fn a_match_goes_on_with_the_games_that_were_played() {
    let (old, size) = (FeatureWeights::default(), Size::new(6).unwrap());
    let mut new = old.clone();
    new.phases[1][0] += 3.0;
    let whole = match_any_size(&old, &new, size, 12, 100, &RUN).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let run = TuneRun { threads: 1, checkpoints: Some(folder.path()) };
    assert_eq!(match_any_size(&old, &new, size, 5, 100, &run).unwrap().games(), 5);
    assert_eq!(match_any_size(&old, &new, size, 12, 100, &run).unwrap(), whole);
    let games = std::fs::read_to_string(folder.path().join("match.ggf")).unwrap();
    assert_eq!(games.lines().count(), 12);
    let refused = match_any_size(&old, &new, size, 12, 101, &run);
    assert!(matches!(refused, Err(TrainerError::Data { .. })), "{refused:?}");
}
