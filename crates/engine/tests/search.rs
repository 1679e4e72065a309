//! The 8×8 engine as its users call it, against the oracle and against itself.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use common::{Random, alpha_beta, engine, oracle, position8, random_board8, random_position};
use obverse_engine::score::Kind;
use obverse_engine::{
    Engine, Goal, Limits, Line, Options, Progress, Report, Score, StopFlag, TimeSource,
};
use obverse_rules::{AnyBoard, Board, Board8, Move, Position, Size, Tier};

fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> Report {
    engine.search(position, limits)
}

fn exact(engine: &mut Engine, board: Board8) -> i32 {
    let report = search(engine, &position8(board), &Limits::exact());
    assert_eq!(report.best().score.kind, Kind::Exact);
    report.best().score.discs as i32
}

/// Plays a line out and gives the position it ends in.
fn follow(position: &Position, line: &Line) -> Position {
    line.moves.iter().fold(*position, |position, &mv| {
        position.play(mv).unwrap_or_else(|error| panic!("{mv} in {line:?}: {error}"))
    })
}

#[test]
fn exact_scores_and_lines_agree_with_the_oracle() {
    let mut random = Random(11);
    let mut engine = engine();
    for round in 0..150 {
        let board = random_board8(&mut random, round % 13);
        let position = position8(board);
        let report = search(&mut engine, &position, &Limits::exact());
        let expected = alpha_beta(board, -64, 64);
        assert_eq!(report.best().score.discs as i32, expected, "{position}");
        assert_eq!(report.best().score.kind, Kind::Exact);
        let end = follow(&position, report.best());
        assert!(end.is_over(), "{position}: {:?}", report.best());
        assert_eq!(end.outcome().score(position.side()), expected, "{position}");
        assert_eq!(report.chosen, report.best().moves.first().copied());
    }
}

#[test]
fn win_draw_and_loss_agree_with_the_oracle() {
    let mut random = Random(12);
    let mut engine = engine();
    for round in 0..150 {
        let board = random_board8(&mut random, 1 + round % 12);
        let limits = Limits { goal: Goal::Wld, ..Limits::default() };
        let report = search(&mut engine, &position8(board), &limits);
        let expected = alpha_beta(board, -64, 64).signum();
        assert_eq!(report.best().score.discs as i32, expected, "{board:?}");
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let mut random = Random(13);
    let mut engine = engine();
    for _ in 0..40 {
        let board = random_board8(&mut random, 9);
        if board.moves().is_empty() {
            continue;
        }
        let limits = Limits { lines: 3, ..Limits::exact() };
        let report = search(&mut engine, &position8(board), &limits);
        let mut scores: Vec<i32> = position8(board)
            .moves()
            .into_iter()
            .map(|square| -alpha_beta(board.play_unchecked(square, board.flips(square)), -64, 64))
            .collect();
        scores.sort_by_key(|score| -score);
        scores.truncate(3);
        let found: Vec<i32> = report.lines.iter().map(|line| line.score.discs as i32).collect();
        assert_eq!(found, scores, "{board:?}");
        for line in &report.lines {
            let end = follow(&position8(board), line);
            assert_eq!(end.outcome().score(position8(board).side()), line.score.discs as i32);
        }
    }
}

#[test]
fn of_some_of_the_moves_each_has_its_own_exact_score() {
    let mut random = Random(14);
    let mut engine = engine();
    for round in 0..40 {
        let board = random_board8(&mut random, 3 + round % 8);
        let squares: Vec<_> = board.moves().iter().collect();
        let only: Vec<_> = squares.iter().copied().skip(1).step_by(2).collect();
        if only.is_empty() {
            continue;
        }
        let limits = Limits { only: only.clone(), lines: 64, ..Limits::exact() };
        let report = search(&mut engine, &position8(board), &limits);
        assert_eq!(report.lines.len(), only.len(), "{board:?}");
        for line in &report.lines {
            let Some(&Move::Place(square)) = line.moves.first() else { panic!("{line:?}") };
            assert!(only.contains(&square), "{line:?}");
            let after = board.play_unchecked(square, board.flips(square));
            assert_eq!(line.score.discs as i32, -alpha_beta(after, -64, 64), "{board:?} {square}");
        }
    }
}

#[test]
fn a_pass_at_the_root_an_ended_game_and_a_full_board_are_answered() {
    let mut engine = engine();
    // h8 can only be taken by the other side.
    let board = Board8::from_bits(1 << 62, !(0b11 << 62)).unwrap();
    for limits in [Limits::exact(), Limits::depth(3), Limits::time(Duration::from_millis(50))] {
        let report = search(&mut engine, &position8(board), &limits);
        assert_eq!(report.chosen, Some(Move::Pass));
        assert_eq!(report.best().moves.len(), 2, "a pass and the reply");
        assert_eq!(report.best().score.discs as i32, -64);
    }
    for (player, opponent, score) in
        [(u64::MAX, 0, 64), (0, 0xff, -64), (u64::MAX << 32, u64::MAX >> 32, 0)]
    {
        let position = position8(Board8::from_bits(player, opponent).unwrap());
        let report = search(&mut engine, &position, &Limits::exact());
        assert_eq!((report.chosen, report.best().score.discs as i32), (None, score));
        assert!(report.best().moves.is_empty());
    }
}

/// A position in the middle of a game, the same for every test.
fn middle(seed: u64, empties: usize) -> Position {
    random_position(Size::EIGHT, empties, &mut Random(seed)).expect("the game goes on")
}

#[test]
fn a_cleared_engine_searches_as_a_new_one_does() {
    let mut random = Random(31);
    let mut used = engine();
    for round in 0..12 {
        let position = position8(random_board8(&mut random, 14 + 3 * round));
        // Limits that are met in the middle of an iteration.
        for nodes in [300, 1_000, 3_000, 10_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            used.clear();
            let again = search(&mut used, &position, &limits);
            let anew = search(&mut engine(), &position, &limits);
            assert_eq!((again.nodes, again.lines), (anew.nodes, anew.lines), "{position}");
        }
    }
}

#[test]
fn one_thread_and_a_fixed_depth_always_visit_the_same_nodes_on_every_tier() {
    let position = middle(14, 40);
    let nodes: Vec<u64> = Tier::available()
        .into_iter()
        .chain([Tier::detect()])
        .map(|tier| {
            let mut engine = Engine::new(Options { tier, hash_mb: 4, ..Options::default() });
            search(&mut engine, &position, &Limits::depth(9)).nodes
        })
        .collect();
    assert!(nodes.iter().all(|&count| count == nodes[0] && count > 1_000), "{nodes:?}");
}

#[test]
fn a_whole_board_won_or_lost_is_an_exact_score() {
    let mut random = Random(19);
    let mut engine = engine();
    let mut seen = [0; 2];
    while seen.iter().any(|&count| count < 4) {
        // Few discs of one side are easily lost altogether.
        let board = random_board8(&mut random, 9);
        let (player, opponent) = board.bits();
        let few = opponent & random.below(1 << 60) as u64 & random.below(1 << 60) as u64;
        let board = Board8::from_bits(player | opponent & !few, few).unwrap();
        for (index, board) in [board, board.pass()].into_iter().enumerate() {
            let expected = [64, -64][index];
            if !board.is_over() && alpha_beta(board, -64, 64) == expected {
                assert_eq!(exact(&mut engine, board), expected, "{board:?}");
                seen[index] += 1;
            }
        }
    }
}

#[test]
fn threads_and_table_size_do_not_change_the_score() {
    let mut random = Random(15);
    let mut engines: Vec<Engine> = [(1, 1), (1, 1024), (2, 1), (2, 16), (4, 16)]
        .into_iter()
        .map(|(threads, hash_mb)| Engine::new(Options { threads, hash_mb, ..Options::default() }))
        .collect();
    for _ in 0..6 {
        let board = random_board8(&mut random, 18);
        let scores: Vec<i32> = engines.iter_mut().map(|engine| exact(engine, board)).collect();
        assert!(scores.iter().all(|&score| score == scores[0]), "{board:?}: {scores:?}");
    }
}

/// Every number of threads gives the score that one of them finds.
fn threads_agree(endgames: usize, empties: std::ops::Range<usize>, seed: u64) {
    let mut random = Random(seed);
    let engine = |threads| Engine::new(Options { threads, hash_mb: 4, ..Options::default() });
    let mut engines = [1, 2, 3, 8].map(engine);
    for number in 0..endgames {
        let board = random_board8(&mut random, empties.start + number % empties.len());
        let scores = engines.each_mut().map(|engine| exact(engine, board));
        assert_eq!(scores, [scores[0]; 4], "{board:?}");
        if board.empties() <= 13 {
            assert_eq!(scores[0], alpha_beta(board, scores[0] - 1, scores[0] + 1), "{board:?}");
        }
    }
}

#[test]
fn one_two_three_and_eight_threads_agree() {
    threads_agree(12, 13..18, 17);
}

#[test]
#[ignore = "takes minutes; `cargo xtask test --deep` runs it"]
fn one_two_three_and_eight_threads_agree_on_a_thousand_endgames() {
    threads_agree(1_000, 13..20, 18);
}

#[test]
fn a_stopped_search_answers_and_the_engine_can_go_on() {
    let position = middle(16, 30);
    let mut engine = Engine::new(Options { threads: 2, hash_mb: 4, ..Options::default() });
    for _ in 0..5 {
        let stop = StopFlag::default();
        let limits = Limits { stop: stop.clone(), ..Limits::exact() };
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20));
                stop.raise();
            });
            search(&mut engine, &position, &limits)
        });
        assert!(position.is_legal(report.chosen.expect("there is a move")));
    }
    // What is left in the table of the stopped searches does no harm.
    let board = random_board8(&mut Random(17), 12);
    assert_eq!(exact(&mut engine, board), alpha_beta(board, -64, 64));
}

#[test]
fn a_score_is_called_proven_only_when_all_moves_have_been_looked_at() {
    let is_proven = |score: Score| matches!(score.kind, Kind::Exact | Kind::Wld);
    let mut random = Random(5);
    for (size, empties) in [(8, 18), (8, 19), (6, 17), (10, 12)] {
        let size = Size::new(size).expect("a size");
        for goal in [Goal::Exact, Goal::Wld] {
            let position = std::iter::repeat_with(|| random_position(size, empties, &mut random))
                .find_map(|position| position.filter(|position| position.moves().len() > 3))
                .expect("there is one some time");
            let limits = |nodes| Limits { goal, nodes, ..Limits::default() };
            let solved = search(&mut engine(), &position, &limits(None));
            assert!(is_proven(solved.best().score));
            // Stopped on the way: a move may be solved by then, but not all of them.
            for part in 1..19 {
                let nodes = solved.nodes * part / 20;
                let heard = |progress: &Progress<'_>| {
                    assert!(!is_proven(progress.line.score), "{position} within {nodes} nodes");
                };
                let report = engine().search_with(&position, &limits(Some(nodes)), &mut { heard });
                assert!(!is_proven(report.best().score), "{position} after {nodes} nodes");
            }
        }
    }
}

#[test]
fn the_clock_is_the_one_that_was_given() {
    // It goes on by a second whenever it is read.
    let readings = AtomicU64::new(0);
    let clock = TimeSource::new(move || Duration::from_secs(readings.fetch_add(1, Relaxed)));
    let mut engine = Engine::new(Options { hash_mb: 4, ..Options::new(clock) });
    let limits = Limits { time: Some(Duration::from_hours(1)), ..Limits::exact() };
    // Nobody would wait for this position to be solved.
    let report = engine.search(&Position::start(Size::EIGHT), &limits);
    assert_eq!(report.elapsed.subsec_nanos(), 0);
    assert!(report.elapsed > Duration::from_mins(1), "{report:?}");
}

#[test]
fn a_helper_that_panics_ends_the_search() {
    let position = middle(16, 30);
    let (begun, main) = (Instant::now(), std::thread::current().id());
    let private = TimeSource::new(move || {
        assert_eq!(std::thread::current().id(), main, "this thread has no clock");
        begun.elapsed()
    });
    let mut engine = Engine::new(Options { threads: 2, hash_mb: 4, ..Options::new(private) });
    let limits = Limits { time: Some(Duration::from_hours(1)), ..Limits::exact() };
    // Without an end the search would wait for its helper for ever.
    let result = catch_unwind(AssertUnwindSafe(|| search(&mut engine, &position, &limits)));
    assert!(result.is_err());
}

#[test]
fn an_engine_goes_from_one_size_to_another_and_back() {
    let mut engine = engine();
    let mut random = Random(20);
    for _ in 0..3 {
        let board = random_board8(&mut random, 11);
        assert_eq!(exact(&mut engine, board), alpha_beta(board, -64, 64));
        let small = random_position(Size::new(6).expect("a size"), 8, &mut random);
        let small = small.expect("the game goes on");
        let report = search(&mut engine, &small, &Limits::exact());
        assert_eq!(report.best().score.discs as i32, oracle(&small));
    }
}

#[test]
fn a_single_move_is_analysed_to_the_end_and_played_at_once() {
    let mut random = Random(23);
    let mut engine = engine();
    let mut tried = 0;
    while tried < 5 {
        let board = random_board8(&mut random, 11);
        let position = position8(board);
        if position.moves().len() != 1 {
            continue;
        }
        tried += 1;
        let limits = Limits { book: false, ..Limits::time(Duration::from_mins(10)) };
        let analysis = search(&mut engine, &position, &limits);
        assert_eq!(analysis.best().score.kind, Kind::Exact, "{position}");
        assert_eq!(analysis.best().score.discs as i32, alpha_beta(board, -64, 64), "{position}");
        engine.clear();
        let played = search(&mut engine, &position, &Limits { move_only: true, ..limits });
        assert!(played.best().depth <= 6, "{position}: {:?}", played.best());
    }
}

#[test]
fn limits_of_depth_and_nodes_hold() {
    let position = middle(18, 44);
    let mut engine = engine();
    let report = search(&mut engine, &position, &Limits::depth(7));
    assert_eq!(report.best().depth, 7);
    engine.clear();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let report = search(&mut engine, &position, &limits);
    assert!((1..60_000).contains(&report.nodes), "{}", report.nodes);
    assert!(position.is_legal(report.chosen.expect("there is a move")));
}

#[test]
fn self_play_to_the_end_is_legal_and_scored_exactly_at_the_end() {
    let mut engine = engine();
    let mut position = Position::start(Size::EIGHT);
    let mut promised = None;
    while !position.is_over() {
        let report = search(&mut engine, &position, &Limits::depth(4));
        if position.empties() <= 4 {
            let score = report.best().score.discs as i32;
            let black = if position.side() == obverse_rules::Color::Black { score } else { -score };
            assert_eq!(*promised.get_or_insert(black), black, "perfect play keeps the score");
            assert_eq!(report.best().score.kind, Kind::Exact);
        }
        position = position.play(report.chosen.expect("the game goes on")).expect("legal");
    }
    let score = position.outcome().score(obverse_rules::Color::Black);
    assert_eq!(promised.unwrap_or(score), score);
    assert!(matches!(position.board(), AnyBoard::N8(_)));
}
