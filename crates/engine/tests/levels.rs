//! Levels of play: repeatable, within what they may look at, and in order of strength.

mod common;

use common::{Random, engine, random_position};
use obverse_engine::{Level, Limits, Progress};
use obverse_rules::{Color, Game, Move, Position, Size};

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn choose(position: &Position, level: Level, seed: u64) -> Move {
    let limits = Limits { seed: Some(seed), ..Limits::level(level) };
    let report = engine().search(position, &limits);
    report.chosen.expect("there is a move")
}

/// The discs by which the first level beats the second in a game, playing Black or White.
fn play(size: Size, levels: (Level, Level), color: Color, seed: u64) -> i32 {
    let mut game = Game::from_start(size);
    while !game.is_over() {
        let mover = if game.position().side() == color { levels.0 } else { levels.1 };
        let mv = choose(game.position(), mover, seed);
        game.play(mv).expect("a level plays legal moves");
    }
    game.position().outcome().score(color)
}

#[test]
fn the_same_seed_gives_the_same_moves_and_another_seed_others() {
    let mut random = Random(11);
    let positions: Vec<Position> =
        (0..20).filter_map(|_| random_position(Size::SIX, 20, &mut random)).collect();
    let moves = |seed| -> Vec<Move> {
        positions.iter().map(|position| choose(position, level(3), seed)).collect()
    };
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

#[test]
fn every_level_plays_on_every_size() {
    let mut random = Random(12);
    for size in Size::all().filter(|&size| size != Size::EIGHT) {
        let position = random_position(size, 8, &mut random).unwrap();
        for level in Level::all() {
            assert!(position.is_legal(choose(&position, level, 1)), "{level} on {size}");
        }
    }
}

#[test]
fn a_level_reports_the_lines_asked_for() {
    let position = random_position(Size::SIX, 20, &mut Random(13)).unwrap();
    let limits = Limits { lines: 2, ..Limits::level(Level::MIN) };
    let report = engine().search_with(&position, &limits, &mut |progress: &Progress<'_>| {
        assert!(progress.rank <= 2);
    });
    assert_eq!(report.lines.len(), position.moves().len().min(2));
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    for (size, strong, weak) in [(6, 11, 1), (6, 9, 4), (10, 9, 1)] {
        let size = Size::new(size).unwrap();
        let mut wins = 0;
        for seed in 0..6 {
            for color in Color::BOTH {
                wins += play(size, (level(strong), level(weak)), color, seed).signum();
            }
        }
        assert!(wins >= 8, "level {strong} against {weak} on {size}: {wins} of 12");
    }
}

#[test]
fn the_ladder_has_names_of_its_own_for_every_level() {
    let mut names: Vec<&str> = Level::all().map(Level::name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 20);
    assert!(Level::all().all(|level| level.character().ends_with('.')));
}
