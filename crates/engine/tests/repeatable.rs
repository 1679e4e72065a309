//! The same search, from nothing, is the same every time.

mod common;

use common::{Random, engine, random_position};
use obverse_engine::{Engine, Goal, Limits, Line, Options};
use obverse_rules::{Game, Move, Position, Size};

/// A hundred positions of many sizes and stages of the game, each with quick limits of some kind.
fn searches() -> Vec<(Position, Limits)> {
    let mut random = Random(41);
    let mut searches = Vec::new();
    while searches.len() < 100 {
        let number = searches.len();
        // Half of them on the usual board.
        let size = if number.is_multiple_of(2) { 8 } else { 4 + 2 * (number / 2 % 12) };
        let size = Size::new(size).expect("a size");
        let most = size.squares() - 4;
        let (empties, limits) = match number / 2 % 5 {
            0 => (most.min(13), Limits::exact()),
            1 => (most.min(10), Limits { goal: Goal::Wld, ..Limits::default() }),
            2 => (random.below(most) + 1, Limits { lines: 3, ..Limits::depth(3) }),
            3 => (random.below(most) + 1, Limits { nodes: Some(3_000), ..Limits::default() }),
            _ => (most * 2 / 3, Limits::depth(if size == Size::EIGHT { 8 } else { 3 })),
        };
        if let Some(position) = random_position(size, empties, &mut random) {
            searches.push((position, limits));
        }
    }
    searches
}

/// The nodes and lines of a search by an engine that has forgotten everything.
fn from_nothing(engine: &mut Engine, (position, limits): &(Position, Limits)) -> (u64, Vec<Line>) {
    engine.clear();
    let report = engine.search(position, limits);
    (report.nodes, report.lines)
}

#[test]
fn a_hundred_searches_repeated_from_a_cleared_engine_visit_the_same_nodes() {
    let searches = searches();
    let mut engine = engine();
    let mut first = Vec::new();
    for search in &searches {
        let found = from_nothing(&mut engine, search);
        assert_eq!(from_nothing(&mut engine, search), found, "{}", search.0);
        first.push(found);
    }
    assert!(first.iter().map(|(nodes, _)| nodes).sum::<u64>() > 100_000, "there is work to do");
    // Once more the other way round, so that the engine has seen something else before.
    for (search, found) in searches.iter().zip(&first).rev() {
        assert_eq!(from_nothing(&mut engine, search), *found, "{}", search.0);
    }
}

#[test]
fn a_cleared_engine_is_as_good_as_new_however_many_searches_it_has_made() {
    let line = ["start", "f5", "f5d6", "f5d6c3"].map(|moves| {
        let mut game = Game::from_start(Size::EIGHT);
        for mv in moves.as_bytes().chunks(2).filter(|_| moves != "start") {
            let mv: Move = std::str::from_utf8(mv).unwrap().parse().unwrap();
            game.play(mv).unwrap();
        }
        *game.position()
    });
    // One search after another fills the small table.
    let along_the_line = |engine: &mut Engine| -> Vec<u64> {
        line.iter().map(|position| engine.search(position, &Limits::depth(15)).nodes).collect()
    };
    let mut engine = Engine::new(Options { hash_mb: 1, ..Options::default() });
    let new = along_the_line(&mut engine);
    for before in 0..130 {
        engine.clear();
        assert_eq!(along_the_line(&mut engine), new, "after {before} lines");
        engine.search(&line[0], &Limits::depth(1));
    }
}
