//! Tuning the any-size evaluation, end to end on a few games.

use obverse_engine::anysize::{FEATURES, Feature, PHASES, Weights};
use obverse_rules::Size;
use obverse_trainer::TrainerError;
use obverse_trainer::tune::{AnySizeSettings, fit_any_size, match_any_size};

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
    let nothing = Weights { phases: [[0.0; FEATURES]; PHASES] };
    let fit = fit_any_size(&settings(6), &nothing, 2).unwrap();
    assert!(fit.positions > 1000 && fit.correlation > 0.3, "{fit:?}");
    let corner: f32 = fit.weights.phases.iter().map(|phase| phase[Feature::Corners as usize]).sum();
    assert!(corner > 0.0, "{fit:?}");
    let tally = match_any_size(&nothing, &fit.weights, Size::new(6).unwrap(), 40, 200, 2).unwrap();
    assert_eq!(tally.games(), 40);
    assert!(tally.score() > 0.5, "{tally:?}");
}

#[test]
fn the_board_that_has_its_own_evaluation_is_refused() {
    let refused = fit_any_size(&settings(8), &Weights::default(), 1);
    assert!(matches!(refused, Err(TrainerError::Settings(_))), "{refused:?}");
}
