//! The memory of the transposition tables: its size and what was in it before decide nothing.

mod common;

use common::{Random, random_position};
use obverse_engine::{Engine, Limits, Line, Options};
use obverse_rules::{Position, Size};

/// What one thread finds, and in how many nodes.
fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> (Vec<Line>, u64) {
    let report = engine.search(position, limits);
    (report.lines, report.nodes)
}

fn engine(hash_mb: usize) -> Engine {
    Engine::new(Options { hash_mb, ..Options::default() })
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn the_size_of_a_table_that_is_not_filled_decides_nothing() {
    let mut random = Random(31);
    let limits = [Limits::depth(8), nodes(400_000)];
    for (size, empties) in [(8, 44), (8, 24), (10, 70), (6, 30), (6, 20)] {
        let size = Size::new(size).unwrap();
        let position = random_position(size, empties, &mut random).expect("the game goes on");
        for limits in &limits {
            let found = [32, 256, 1024].map(|hash| search(&mut engine(hash), &position, limits));
            assert!(found.iter().all(|one| *one == found[0]), "{position}: {found:?}");
        }
    }
}
