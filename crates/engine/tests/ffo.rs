//! Endgames of the FFO suite, and the signature.

mod common;

use obverse_engine::bench::{FFO, OPENINGS, signature};
use obverse_engine::score::Kind;
use obverse_engine::{Engine, Goal, Limits, Options};
use obverse_rules::{Position, Tier};

/// The ones that take a second or so.
const QUICK: [u32; 3] = [40, 41, 44];

fn solve(threads: usize, goal: Goal) {
    let mut engine = Engine::new(Options { threads, hash_mb: 64, ..Options::default() });
    for endgame in FFO.iter().filter(|endgame| QUICK.contains(&endgame.number)) {
        let position: Position = endgame.position.parse().unwrap();
        let limits = Limits { goal, ..Limits::default() };
        let report = engine.search(&position, &limits);
        let (score, best) = (report.best().score, report.chosen.unwrap().to_string());
        if goal == Goal::Wld {
            assert_eq!((score.kind, score.discs as i32), (Kind::Wld, endgame.score.signum()));
            continue;
        }
        assert_eq!((score.kind, score.discs as i32), (Kind::Exact, endgame.score));
        assert!(endgame.best.contains(&best.as_str()), "FFO {}: {best}", endgame.number);
        let end = report.best().moves.iter().fold(position, |at, &mv| at.play(mv).unwrap());
        assert_eq!(end.outcome().score(position.side()), endgame.score, "FFO {}", endgame.number);
    }
}

#[test]
fn one_thread_finds_score_move_and_line() {
    solve(1, Goal::Exact);
}

#[test]
fn two_threads_find_score_move_and_line() {
    solve(2, Goal::Exact);
}

#[test]
fn who_wins_is_known() {
    solve(1, Goal::Wld);
}

#[test]
fn the_suite_is_well_formed() {
    for (number, endgame) in (40..).zip(FFO) {
        assert_eq!(endgame.number, number);
        let position: Position = endgame.position.parse().unwrap();
        assert!(endgame.best.iter().all(|best| position.is_legal(best.parse().unwrap())));
    }
    for opening in OPENINGS {
        assert_eq!(opening.parse::<Position>().unwrap().empties(), 52);
    }
}

#[test]
fn the_signature_is_the_same_on_every_tier() {
    let weights = Options::default().weights;
    let signatures: Vec<u64> =
        Tier::available().into_iter().map(|tier| signature(tier, weights.clone())).collect();
    assert!(signatures.iter().all(|&other| other == signatures[0]), "{signatures:?}");
}
