//! Puzzles: what makes one, how it is written, and that those we ship have one answer each.

use obverse_engine::score::Kind;
use obverse_engine::{Engine, Level, Limits, Options, StopFlag};
use obverse_rules::{Move, Position};
use obverse_study::{
    Choice, Day, Idea, Parts, Puzzle, PuzzleError, PuzzleFileError, PuzzleId, PuzzleTextError,
    Task, Theme, Worth, daily, make_hard_puzzle, make_puzzle, read_puzzles, shipped_puzzles,
    write_puzzles,
};

mod common;

/// Black to move; a1 loses 10 discs with best play, and every other move more (made and solved here).
const LINE: &str = "-XXXXX----OOXX--XOOXOXOXOOXOOXOOOOOOOXXOX-OOOXXXXXOXXX--OOOOOX--X most exact 110±76 \
     b6-8,a2-30,b2-30,g2-30,h2-34 b6g2h1g1h2a1b2g8--h7h8g7--a2 corner level 4 against itself, move 49";

fn puzzle() -> Puzzle {
    LINE.parse().unwrap()
}

fn solver() -> Engine {
    Engine::new(Options { hash_mb: 16, ..Options::default() })
}

/// The exact score of every move, best first, each solved by itself.
fn solved(engine: &mut Engine, position: &Position) -> Vec<(Move, f32)> {
    let solve = |square: obverse_rules::Square| {
        let after = position.play(square.into()).unwrap();
        let report = engine.search(&after, &Limits { book: false, ..Limits::exact() });
        assert_eq!(report.best().score.kind, Kind::Exact);
        (Move::Place(square), -report.best().score.discs + 0.0)
    };
    let mut scores: Vec<_> = position.moves().iter().map(solve).collect();
    scores.sort_by(|one, two| two.1.total_cmp(&one.1));
    scores
}

#[test]
fn a_line_is_read_and_written_without_a_change() {
    let puzzle = puzzle();
    assert_eq!(puzzle.to_string(), LINE);
    assert_eq!(puzzle.answer().to_string(), "b6");
    assert_eq!((puzzle.task(), puzzle.margin()), (Task::Most, 22.0));
    assert_eq!(puzzle.loss("a2".parse().unwrap()), Some(22.0));
    assert_eq!(puzzle.loss("a1".parse().unwrap()), None);
    assert_eq!(puzzle.difficulty().map(|known| (known.rating, known.deviation)), Some((110, 76)));
    assert_eq!(puzzle.ideas(), [Idea::Corner]);
    assert_eq!(puzzle.source(), "level 4 against itself, move 49");
    assert!(puzzle.has_theme(Theme::Idea(Idea::Corner)));
    assert!(!puzzle.has_theme(Theme::Task(Task::Win)));
    let json = serde_json::to_string(&puzzle).unwrap();
    assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
}

#[test]
fn the_eight_images_of_a_puzzle_have_one_name() {
    let id = puzzle().id();
    assert_eq!(id.to_string().parse(), Ok(id));
    let turned = obverse_rules::Symmetry::all().map(|way| puzzle().position().transform(way));
    assert!(turned.into_iter().all(|position| PuzzleId(position.canonical_hash().hash()) == id));
    for text in ["", "12", "+123456789abcdef", "zzzzzzzzzzzzzzzz"] {
        assert!(text.parse::<PuzzleId>().is_err(), "{text}");
    }
}

#[test]
fn a_line_that_is_wrong_in_one_place_is_refused_with_the_reason() {
    let wrong = |from: &str, to: &str| {
        assert!(LINE.contains(from));
        LINE.replacen(from, to, 1).parse::<Puzzle>().unwrap_err()
    };
    let mv = |text: &str| text.parse::<Move>().unwrap();
    let puzzle = |error| PuzzleTextError::Puzzle(error);
    assert_eq!(wrong("a2-30", "a2-8"), puzzle(PuzzleError::TwoAnswers(mv("a2"), mv("b6"))));
    assert_eq!(wrong("a2-30", "a2-10"), puzzle(PuzzleError::Task(Task::Most)));
    assert_eq!(wrong("most", "win"), puzzle(PuzzleError::Task(Task::Win)));
    assert_eq!(wrong("most", "draw"), puzzle(PuzzleError::Task(Task::Draw)));
    assert_eq!(wrong("exact", "14@73%"), puzzle(PuzzleError::Unproven(Task::Most)));
    assert_eq!(wrong("a2-30", "a2-30.5"), puzzle(PuzzleError::Unproven(Task::Most)));
    assert_eq!(wrong("a2-30", "a2-65"), puzzle(PuzzleError::Score(mv("a2"))));
    assert_eq!(wrong("a2-30,", ""), puzzle(PuzzleError::Choices(mv("a2"))));
    assert_eq!(wrong("a2-30", "a1-30"), puzzle(PuzzleError::Choices(mv("a1"))));
    assert_eq!(wrong("a2-30", "b2-30"), puzzle(PuzzleError::Choices(mv("b2"))));
    assert_eq!(wrong(" b6g2", " a2g2"), puzzle(PuzzleError::Line));
    assert_eq!(wrong("g2h1g1", "g2a1g1"), puzzle(PuzzleError::Line));
    assert_eq!(wrong("110±76", "9000±76"), puzzle(PuzzleError::Difficulty));
    assert_eq!(wrong("level", "\u{7}"), puzzle(PuzzleError::Source));
    let long = "x".repeat(Puzzle::LONGEST_SOURCE);
    assert_eq!(wrong("level", &long), puzzle(PuzzleError::Source));
    for (from, to) in [
        ("most", "least"),
        ("exact", "sure"),
        ("110±76", "110"),
        ("b6-8", "b6"),
        ("b6-8", "b6-1e1"),
        ("b6-8", "b6-inf"),
        ("b6g2", "b6é2"),
        ("corner", "corners"),
    ] {
        let error = wrong(from, to);
        assert!(matches!(error, PuzzleTextError::Expected { .. }), "{from} → {to}: {error}");
    }
    assert!(matches!(wrong("-XX", "?XX"), PuzzleTextError::Position(_)));
    assert!(matches!(wrong("-XX", "XX"), PuzzleTextError::Position(_)));
    let short: Vec<&str> = LINE.split(' ').take(6).collect();
    let error = short.join(" ").parse::<Puzzle>().unwrap_err();
    assert_eq!(error.to_string(), "the word for the ideas is missing");
}

#[test]
fn a_position_without_a_choice_is_no_puzzle() {
    let parts = Parts {
        position: puzzle().position().play("b6".parse().unwrap()).unwrap(),
        task: Task::Most,
        choices: Vec::new(),
        worth: Worth { kind: Kind::Exact, depth: 15 },
        line: Vec::new(),
        difficulty: None,
        ideas: Vec::new(),
        source: String::new(),
    };
    assert!(matches!(Puzzle::new(parts.clone()), Err(PuzzleError::Choices(_))));
    let full = Parts { position: format!("{} X", "X".repeat(64)).parse().unwrap(), ..parts };
    assert_eq!(Puzzle::new(full), Err(PuzzleError::NoChoice));
}

#[test]
fn a_file_says_its_version_and_names_the_line_that_is_wrong() {
    let text = write_puzzles([&puzzle()], "made by hand\nfor a test");
    assert_eq!(text, format!("obverse-puzzles 1\n# made by hand\n# for a test\n{LINE}\n"));
    assert_eq!(read_puzzles(&text), Ok(vec![puzzle()]));
    assert_eq!(read_puzzles(&text.replace('\n', "\r\n")), Ok(vec![puzzle()]));
    assert_eq!(read_puzzles(""), Err(PuzzleFileError::NoPuzzles));
    assert_eq!(read_puzzles(LINE), Err(PuzzleFileError::NoPuzzles));
    let newer = text.replacen('1', "2", 1);
    assert_eq!(read_puzzles(&newer), Err(PuzzleFileError::Version("2".to_owned())));
    let twice = format!("{text}\n{LINE}\n");
    assert_eq!(read_puzzles(&twice), Err(PuzzleFileError::Twice { line: 6, first: 4 }));
    let wrong = text.replace(" most ", " all ");
    let error = read_puzzles(&wrong).unwrap_err();
    assert_eq!(error.to_string(), "line 4: `all`: expected win, draw, most or best");
}

#[test]
fn what_is_made_of_an_endgame_has_the_scores_that_a_solver_finds() {
    let (mut engine, stop) = (solver(), StopFlag::default());
    let mut made = 0;
    for seed in 0..12 {
        let game = common::random_game(obverse_rules::Size::EIGHT, seed);
        let position = game.positions()[game.positions().len() - 11];
        let Some(puzzle) = make_puzzle(&position, "a test", &mut engine, &stop) else { continue };
        made += 1;
        let mut scores = solved(&mut engine, &position);
        let choices = puzzle.choices().iter();
        let mut held: Vec<(Move, f32)> = choices.map(|choice| (choice.mv, choice.discs)).collect();
        assert!(scores[0].1 > scores[1].1 && scores[0].0 == puzzle.answer(), "{puzzle}");
        scores.sort_by_key(|(mv, _)| *mv);
        held.sort_by_key(|(mv, _)| *mv);
        assert_eq!(held, scores);
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()));
        assert!(puzzle.difficulty().is_some() && puzzle.source() == "a test");
    }
    assert!(made >= 3, "{made}");
}

#[test]
fn a_raised_flag_ends_the_making_without_a_puzzle() {
    let stop = StopFlag::default();
    stop.raise();
    assert_eq!(make_puzzle(puzzle().position(), "", &mut solver(), &stop), None);
    stop.lower();
    assert!(make_puzzle(puzzle().position(), "", &mut solver(), &stop).is_some());
}

#[test]
fn every_puzzle_has_its_day_before_one_comes_again() {
    let puzzles = shipped_puzzles();
    let first = Day(20_000);
    let mut ids: Vec<PuzzleId> = (0..puzzles.len() as i64)
        .map(|day| daily(puzzles, Day(first.0 + day)).unwrap().id())
        .collect();
    assert_eq!(daily(puzzles, Day(first.0 + ids.len() as i64)).unwrap().id(), ids[0]);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), puzzles.len());
    assert_eq!(daily(&[], first), None);
    assert!(daily(puzzles, Day(-5)).is_some());
}

/// Solves shipped endgames and compares every score.
fn check_shipped(puzzles: impl Iterator<Item = &'static Puzzle>) -> usize {
    let mut engine = solver();
    let mut checked = 0;
    for puzzle in puzzles.filter(|puzzle| puzzle.task() != Task::Best) {
        for (mv, discs) in solved(&mut engine, puzzle.position()) {
            let held = puzzle.choices().iter().find(|choice| choice.mv == mv);
            assert_eq!(held, Some(&Choice { mv, discs }), "{puzzle}");
        }
        checked += 1;
    }
    checked
}

#[test]
fn what_a_level_always_finds_is_no_hard_puzzle() {
    let few = |puzzle: &&Puzzle| puzzle.position().empties() <= 12;
    let mut sorted = shipped_puzzles().iter().filter(few);
    let (easiest, hardest) = (sorted.next().unwrap(), sorted.next_back().unwrap());
    let make = |puzzle: &Puzzle, level| {
        let sieve = Level::new(level).ok();
        make_hard_puzzle(puzzle.position(), "", sieve, &mut solver(), &StopFlag::default())
    };
    // This level plays the last ten moves without a fault, and the easiest is found by all.
    assert_eq!(make(easiest, 12), None);
    // The weakest does not find what is hard.
    let made = make(hardest, 1).expect("a puzzle");
    assert_eq!(made.answer(), hardest.answer());
}

#[test]
fn shipped_endgames_have_one_answer_each() {
    // Those with few empty squares, which are solved in no time: the next test solves all.
    let few = shipped_puzzles().iter().filter(|puzzle| puzzle.position().empties() <= 12);
    assert!(check_shipped(few) >= 50);
}

#[test]
#[ignore = "a minute or more; `cargo xtask test --deep` runs it"]
fn all_shipped_endgames_have_one_answer_each() {
    assert!(check_shipped(shipped_puzzles().iter()) >= 300);
}

#[test]
fn the_shipped_puzzles_are_of_every_kind_and_sorted() {
    let puzzles = shipped_puzzles();
    assert_eq!(puzzles.len(), 650);
    let rating = |puzzle: &Puzzle| puzzle.difficulty().expect("measured").rating;
    assert!(puzzles.is_sorted_by_key(rating));
    for theme in Theme::all() {
        let count = puzzles.iter().filter(|puzzle| puzzle.has_theme(theme)).count();
        assert!(count >= 5, "{theme}: {count}");
    }
    assert!(puzzles.iter().filter(|puzzle| rating(puzzle) < 700).count() >= 50);
    assert!(puzzles.iter().filter(|puzzle| rating(puzzle) > 1200).count() >= 200);
    assert!(puzzles.iter().filter(|puzzle| rating(puzzle) > 1600).count() >= 50);
}
