//! The search on boards of every size.

mod common;

use std::time::Duration;

use common::{Random, engine, oracle, oracle_moves, random_position};
use obverse_engine::score::Kind;
use obverse_engine::{Confidence, Engine, Goal, Limits, Options, Progress, Report, Score};
use obverse_rules::{Position, Size, Symmetry, Tier};

fn search(position: &Position, limits: &Limits) -> Report {
    engine().search(position, limits)
}

/// The whole number that a proven score is.
fn whole(score: Score) -> i32 {
    assert!(matches!(score.kind, Kind::Exact | Kind::Wld), "{score} is proven");
    score.discs as i32
}

/// Plays a line and gives the position after it.
fn follow(position: &Position, report: &Report) -> Position {
    report.best().moves.iter().fold(*position, |position, &mv| {
        position.play(mv).unwrap_or_else(|error| panic!("{position}: {mv}: {error}"))
    })
}

#[test]
fn four_by_four_is_won_by_white_with_eleven_discs_to_three() {
    let start = Position::start(Size::FOUR);
    let report = search(&start, &Limits::exact());
    assert_eq!((report.best().score.discs, report.best().score.kind), (-10.0, Kind::Exact));
    let end = follow(&start, &report);
    assert!(end.is_over());
    let outcome = end.outcome();
    assert_eq!((outcome.black, outcome.white, outcome.empties), (3, 11, 2));
}

#[test]
fn solves_like_the_oracle() {
    let mut random = Random(1);
    for (size, empties, count) in
        [(4, 9, 40), (6, 8, 100), (6, 10, 8), (8, 7, 80), (10, 6, 60), (26, 5, 20)]
    {
        let size = Size::new(size).unwrap();
        let mut engine = engine();
        for position in (0..count)
            .filter_map(|_| random_position(size, empties, &mut random))
            .collect::<Vec<_>>()
        {
            let limits = Limits { lines: 3, ..Limits::exact() };
            let report = engine.search(&position, &limits);
            let expected = oracle(&position);
            assert_eq!(whole(report.best().score), expected, "{position}");
            let end = follow(&position, &report);
            assert!(end.is_over(), "the line is played out");
            assert_eq!(end.outcome().score(position.side()), expected, "{position}");
            let mut scores = oracle_moves(&position);
            scores.sort_by_key(|(_, score)| -score);
            for (line, (_, score)) in report.lines.iter().zip(&scores) {
                assert_eq!(whole(line.score), *score, "{position}");
            }
        }
    }
}

#[test]
fn every_tier_solves_like_the_oracle_on_boards_of_four_to_twelve() {
    let mut random = Random(11);
    for (size, empties) in [(4, 8), (6, 8), (8, 7), (10, 7), (12, 7)] {
        let size = Size::new(size).unwrap();
        let positions: Vec<_> =
            (0..30).filter_map(|_| random_position(size, empties, &mut random)).collect();
        assert!(!positions.is_empty());
        for tier in Tier::available() {
            let mut engine = Engine::new(Options { hash_mb: 4, tier, ..Options::default() });
            for position in &positions {
                let report = engine.search(position, &Limits::exact());
                assert_eq!(whole(report.best().score), oracle(position), "{tier:?} {position}");
            }
        }
    }
}

#[test]
fn any_number_of_threads_solves_alike() {
    let mut random = Random(12);
    // Enough empty squares for the threads to share the work.
    for (size, empties, count) in [(6, 18, 12), (10, 14, 6), (12, 14, 4)] {
        let size = Size::new(size).unwrap();
        let positions: Vec<_> =
            (0..count).filter_map(|_| random_position(size, empties, &mut random)).collect();
        assert!(!positions.is_empty());
        let solve = |threads: usize| -> Vec<i32> {
            let options = Options { hash_mb: 4, threads, ..Options::default() };
            let mut engine = Engine::new(options);
            let scores = positions.iter().map(|position| {
                let report = engine.search(position, &Limits::exact());
                let end = follow(position, &report);
                assert!(end.is_over(), "the line is played out");
                let score = whole(report.best().score);
                assert_eq!(end.outcome().score(position.side()), score, "{position}");
                score
            });
            scores.collect()
        };
        let alone = solve(1);
        for threads in [2, 3, 8] {
            assert_eq!(solve(threads), alone, "{threads} threads");
        }
    }
}

#[test]
fn several_threads_look_ahead_within_their_limits() {
    for size in [10, 14] {
        let start = Position::start(Size::new(size).unwrap());
        for threads in [2, 8] {
            let mut engine = Engine::new(Options { hash_mb: 4, threads, ..Options::default() });
            let report = engine.search(&start, &Limits::depth(8));
            assert_eq!(report.best().depth, 8);
            assert!(report.chosen.is_some_and(|mv| start.is_legal(mv)));
            // Each thread looks at the limits every few hundred nodes.
            let limits = Limits { nodes: Some(50_000), ..Limits::default() };
            let report = engine.search(&start, &limits);
            assert!(report.nodes < 50_000 + 1_000 * threads as u64, "{}", report.nodes);
        }
    }
}

#[test]
fn win_draw_or_loss_like_the_oracle() {
    let mut random = Random(2);
    for _ in 0..100 {
        let Some(position) = random_position(Size::SIX, 8, &mut random) else { continue };
        let report = search(&position, &Limits { goal: Goal::Wld, ..Limits::default() });
        let score = report.best().score;
        assert_eq!(score.kind, Kind::Wld);
        assert_eq!(whole(score), oracle(&position).signum(), "{position}");
    }
}

#[test]
fn a_symmetric_position_has_the_same_score() {
    let mut random = Random(3);
    for size in [6, 8, 12] {
        let size = Size::new(size).unwrap();
        let position = random_position(size, size.squares() / 2, &mut random).unwrap();
        let score = search(&position, &Limits::depth(3)).best().score;
        for symmetry in Symmetry::all() {
            let turned = search(&position.transform(symmetry), &Limits::depth(3));
            assert_eq!(turned.best().score, score, "{position}");
        }
    }
}

#[test]
fn a_fixed_depth_gives_the_same_search_every_time() {
    for size in [6, 10, 26] {
        let start = Position::start(Size::new(size).unwrap());
        let limits = Limits { lines: 2, ..Limits::depth(4) };
        let (first, second) = (search(&start, &limits), search(&start, &limits));
        assert_eq!((first.lines, first.nodes), (second.lines, second.nodes));
    }
}

#[test]
fn a_game_that_is_over_has_no_move_and_its_score() {
    let full = "XXXXXXXXXXXXOOOO X".parse::<Position>().unwrap();
    let wiped_out = "XX-------------- O".parse::<Position>().unwrap();
    for (position, score) in [(full, 8.0), (wiped_out, -16.0)] {
        let report = search(&position, &Limits::time(Duration::from_millis(50)));
        assert_eq!(report.chosen, None);
        assert_eq!(report.lines.len(), 1);
        assert!(report.best().moves.is_empty());
        assert_eq!((report.best().score.discs, report.best().score.kind), (score, Kind::Exact));
    }
}

#[test]
fn a_forced_pass_is_answered_with_a_pass() {
    let mut random = Random(4);
    let mut tried = 0;
    while tried < 10 {
        let Some(position) = random_position(Size::SIX, 7, &mut random) else { continue };
        if !position.must_pass() {
            continue;
        }
        tried += 1;
        let report = search(&position, &Limits { lines: 3, ..Limits::exact() });
        assert_eq!(report.chosen, Some(obverse_rules::Move::Pass));
        assert_eq!(whole(report.best().score), oracle(&position));
        assert_eq!(follow(&position, &report).outcome().score(position.side()), oracle(&position));
    }
}

#[test]
fn a_single_move_is_analysed_to_the_end_and_played_at_once() {
    let mut random = Random(6);
    for (size, empties) in [(6, 9), (10, 7)] {
        let mut tried = 0;
        while tried < 3 {
            let size = Size::new(size).unwrap();
            let Some(position) = random_position(size, empties, &mut random) else { continue };
            if position.moves().len() != 1 {
                continue;
            }
            tried += 1;
            let limits = Limits::time(Duration::from_mins(10));
            let analysis = search(&position, &limits);
            assert_eq!(whole(analysis.best().score), oracle(&position), "{position}");
            let played = search(&position, &Limits { move_only: true, ..limits });
            assert!(played.best().depth <= 4, "{position}: {:?}", played.best());
        }
    }
}

#[test]
fn a_raised_flag_still_gives_a_legal_move() {
    for size in Size::all() {
        let start = Position::start(size);
        let limits = Limits::default();
        limits.stop.raise();
        let report = search(&start, &limits);
        assert!(start.is_legal(report.chosen.unwrap()));
    }
}

#[test]
fn node_and_time_limits_end_the_search() {
    for size in Size::all().filter(|&size| size != Size::EIGHT) {
        let start = Position::start(size);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let report = search(&start, &limits);
        // The solver counts short searches all at once.
        assert!(report.nodes <= 30_000, "{} nodes on {size}", report.nodes);
        assert!(start.is_legal(report.chosen.unwrap()));
        let report = search(&start, &Limits::time(Duration::from_millis(30)));
        assert!(start.is_legal(report.chosen.unwrap()));
    }
}

#[test]
fn the_observer_hears_deeper_and_deeper_lines() {
    let start = Position::start(Size::new(10).unwrap());
    let mut depths = Vec::new();
    let report = engine().search_with(&start, &Limits::depth(5), &mut |progress: &Progress<'_>| {
        assert_eq!(progress.rank, 1);
        depths.push(progress.line.depth);
    });
    assert_eq!(report.best().depth, 5);
    assert_eq!(depths.last(), Some(&5));
    assert!(depths.is_sorted());
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let mut random = Random(5);
    let position = random_position(Size::new(10).unwrap(), 60, &mut random).unwrap();
    // Nothing is cut: a narrow window would cut more than the open one of a line.
    let sure = Limits { confidence: Confidence::at_least(100).ok(), ..Limits::depth(3) };
    let all = search(&position, &Limits { lines: 99, ..sure.clone() });
    assert_eq!(all.lines.len(), position.moves().len());
    assert!(all.lines.is_sorted_by(|a, b| a.score.discs >= b.score.discs));
    let three = search(&position, &Limits { lines: 3, ..sure });
    let scores = |report: &Report| {
        report.lines.iter().take(3).map(|line| line.score.discs).collect::<Vec<_>>()
    };
    assert_eq!(scores(&three), scores(&all));
}

#[test]
fn every_tier_solves_small_boards_alike() {
    let mut random = Random(6);
    for empties in [10, 14, 17] {
        let position = random_position(Size::SIX, empties, &mut random).unwrap();
        let reports: Vec<Report> = Tier::available()
            .into_iter()
            .map(|tier| {
                let options = Options { tier, hash_mb: 4, ..Options::default() };
                let mut engine = Engine::new(options);
                engine.search(&position, &Limits::exact())
            })
            .collect();
        for report in &reports {
            assert_eq!((&report.lines, report.nodes), (&reports[0].lines, reports[0].nodes));
        }
    }
}
