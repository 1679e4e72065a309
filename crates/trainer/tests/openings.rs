//! Balanced openings: resumed, and as even as they say.

use std::path::Path;

use obverse_engine::{Engine, Limits, Options, StopFlag, Weights};
use obverse_records::openings::balanced::{self, Balanced};
use obverse_rules::Tier;
use obverse_trainer::openings::{OpeningRun, OpeningSettings, balanced_openings};

fn find(path: &Path, count: usize, stop: &StopFlag, after: u64) -> Option<Vec<Balanced>> {
    let settings = OpeningSettings { depth: 9, within: 1.0, weights: 0 };
    let (tier, weights) = (Tier::detect(), Weights::embedded());
    let run = OpeningRun { path, count, threads: 2, tier, weights, stop };
    let openings = balanced_openings(&settings, &run, |progress| {
        if progress.searched >= after {
            stop.raise();
        }
    });
    openings.unwrap()
}

#[test]
fn the_search_for_openings_stops_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, stopped] = ["whole", "stopped"].map(|name| folder.path().join(name));
    let all = find(&whole, 40, &StopFlag::default(), u64::MAX).unwrap();
    assert!(all.len() == 40 && all.is_sorted());
    // Stopped after the first block, then with fewer openings, then as many.
    assert_eq!(find(&stopped, 40, &StopFlag::default(), 1), None);
    let some = find(&stopped, 10, &StopFlag::default(), u64::MAX).unwrap();
    assert!(some.len() == 10 && some.iter().all(|opening| all.contains(opening)));
    assert_eq!(find(&stopped, 40, &StopFlag::default(), u64::MAX), Some(all));
}

#[test]
fn a_search_calls_the_shipped_openings_even() {
    let openings = balanced::all();
    let mut engine = Engine::new(Options::default());
    let limits = Limits { book: false, ..Limits::depth(12) };
    let mut sum = 0.0;
    let some = openings.iter().step_by(openings.len() / 40);
    let count = some.len() as f32;
    for opening in some {
        let score = engine.search(opening.game().position(), &limits).best().score.discs;
        // They were chosen by a deeper search, which differs by a disc or two.
        assert!(score.abs() <= 8.0, "{opening:?}: {score}");
        sum += score.abs();
    }
    assert!(sum / count <= 2.5, "{}", sum / count);
}
