//! Matches of tuned values, end to end on a few games.

use obverse_players::classics::QUADRANT;
use obverse_trainer::TrainerError;
use obverse_trainer::tune::{TuneRun, match_squares};

const RUN: TuneRun<'_> = TuneRun { threads: 2, checkpoints: None };

#[test]
fn a_match_goes_on_with_the_games_that_were_played() {
    let mut new = QUADRANT;
    new[0][0] += 30;
    let whole = match_squares(&QUADRANT, &new, 12, 1, &RUN).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let run = TuneRun { threads: 1, checkpoints: Some(folder.path()) };
    assert_eq!(match_squares(&QUADRANT, &new, 5, 1, &run).unwrap().games(), 5);
    assert_eq!(match_squares(&QUADRANT, &new, 12, 1, &run).unwrap(), whole);
    let games = std::fs::read_to_string(folder.path().join("match.ggf")).unwrap();
    assert_eq!(games.lines().count(), 12);
    let refused = match_squares(&QUADRANT, &new, 12, 2, &run);
    assert!(matches!(refused, Err(TrainerError::Data { .. })), "{refused:?}");
}
