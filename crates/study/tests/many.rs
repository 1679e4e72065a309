//! What many games have in common, and which positions make puzzles.

mod common;

use common::random_game;
use obverse_engine::score::Kind;
use obverse_engine::{Engine, Limits, Line, Options, Score};
use obverse_rules::{Color, Game, Move, Position, Size};
use obverse_study::{Grade, Judged, Mistakes, Phase, Plan, Puzzle, Review, Task, summary};

fn judged(engine: &mut Engine, game: &Game) -> Vec<Judged> {
    let mut review = Review::new(game, Plan::depth(4));
    while let Some(question) = review.next() {
        let report = engine.search(&question.position, &question.limits());
        review.answered(&question, report.best());
    }
    review.all_judged()
}

#[test]
fn mistakes_of_many_games_are_counted_once_each() {
    let mut engine = Engine::new(Options::default());
    let games: Vec<Vec<Judged>> =
        (0..4).map(|seed| judged(&mut engine, &random_game(Size::EIGHT, seed))).collect();
    let mut all = Mistakes::default();
    let (mut first, mut second) = (Mistakes::default(), Mistakes::default());
    for (number, game) in games.iter().enumerate() {
        let opening = ["Tiger", "Rose"][number % 2];
        all.add(game, Color::Black, Some(opening));
        let half = if number < 2 { &mut first } else { &mut second };
        half.add(game, Color::Black, Some(opening));
    }
    first.merge(&second);
    assert_eq!(first.accuracies(), all.accuracies());
    assert_eq!(first.all().count, all.all().count);
    let own = || games.iter().flatten().filter(|one| one.side == Color::Black);
    let bad = || own().filter(|one| one.grade >= Grade::Mistake);
    assert_eq!(all.all().count, bad().count());
    assert!(all.all().count > 10);
    let phases: usize = Phase::ALL.iter().map(|&phase| all.phase(phase).count).sum();
    assert_eq!(phases, all.all().count);
    for (id, tally) in all.reasons() {
        let with = bad().filter(|one| one.reasons.iter().any(|reason| reason.id() == id));
        let loss: f64 = with.clone().map(|one| one.loss).sum();
        assert_eq!(tally.count, with.count(), "{id}");
        assert!((tally.loss - loss).abs() < 1e-6, "{id}");
    }
    assert!(all.reasons().is_sorted_by(|one, two| one.1.loss >= two.1.loss));
    let openings = all.openings();
    assert_eq!(openings.iter().map(|(_, tally)| tally.count).sum::<usize>(), 4);
    let tiger: f64 = games.iter().step_by(2).map(|game| summary(game, Color::Black).loss).sum();
    let found = openings.iter().find(|(name, _)| *name == "Tiger").unwrap().1;
    assert!((found.loss - tiger).abs() < 0.01);
    let text = serde_json::to_string(&all).unwrap();
    assert_eq!(serde_json::from_str::<Mistakes>(&text).unwrap().all().count, all.all().count);
}

/// The exact score of every move, each solved by itself.
fn scores(engine: &mut Engine, position: &Position) -> Vec<(Move, f32)> {
    let solve = |square: obverse_rules::Square| {
        let after = position.play(square.into()).unwrap();
        let report = engine.search(&after, &Limits { book: false, ..Limits::exact() });
        (Move::Place(square), -report.best().score.discs)
    };
    position.moves().iter().map(solve).collect()
}

#[test]
fn no_puzzle_has_two_answers() {
    let mut engine = Engine::new(Options::default());
    let mut tasks = Vec::new();
    for seed in 0..60 {
        let game = random_game(Size::EIGHT, seed);
        for position in game.positions() {
            if !(8..=10).contains(&position.empties()) || !position.has_move() {
                continue;
            }
            let limits = Limits { lines: 2, book: false, ..Limits::exact() };
            let Some(puzzle) = Puzzle::new(position, &engine.search(position, &limits).lines)
            else {
                continue;
            };
            let scores = scores(&mut engine, position);
            let of = |mv: Move| scores.iter().find(|(other, _)| *other == mv).unwrap().1;
            let best = of(puzzle.answer);
            let others =
                || scores.iter().filter(|(mv, _)| *mv != puzzle.answer).map(|(_, score)| *score);
            let next = others().fold(f32::MIN, f32::max);
            assert!((best - next - puzzle.margin as f32).abs() < 0.01, "{puzzle:?}");
            match puzzle.task {
                Task::Win => assert!(best > 0.0 && next <= 0.0),
                Task::Draw => assert!(best == 0.0 && next < 0.0),
                Task::Most => assert!(puzzle.margin >= 4),
            }
            tasks.push(puzzle.task);
        }
    }
    assert!(tasks.contains(&Task::Win) && tasks.contains(&Task::Most), "{tasks:?}");
}

#[test]
fn what_is_not_clear_is_no_puzzle() {
    let position =
        *random_game(Size::EIGHT, 3).positions().iter().find(|one| one.empties() == 10).unwrap();
    let squares: Vec<_> = position.moves().iter().collect();
    assert!(squares.len() >= 2, "{position}");
    let line = |number: usize, discs: f32, kind: Kind| Line {
        moves: vec![squares[number].into()],
        score: Score { discs, kind },
        depth: 10,
    };
    let lines =
        |best: f32, second: f32, kind: Kind| [line(0, best, kind), line(1, second, Kind::Exact)];
    let puzzle = |best: f32, second: f32| Puzzle::new(&position, &lines(best, second, Kind::Exact));
    assert_eq!(puzzle(2.0, 0.0).unwrap().task, Task::Win);
    assert_eq!(puzzle(0.0, -2.0).unwrap().task, Task::Draw);
    assert_eq!(puzzle(12.0, 8.0).unwrap().task, Task::Most);
    assert_eq!(puzzle(12.0, 10.0), None, "the margin is small, and both win");
    assert_eq!(puzzle(2.0, 2.0), None, "two answers");
    assert_eq!(Puzzle::new(&position, &lines(12.0, 2.0, Kind::Selective { confidence: 99 })), None);
    assert_eq!(Puzzle::new(&position, &lines(12.0, 2.0, Kind::Exact)[..1]), None);
    assert_eq!(Puzzle::new(&Position::start(Size::EIGHT), &lines(12.0, 2.0, Kind::Exact)), None);
}
