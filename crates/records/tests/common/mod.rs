//! What the tests of the records share: games nobody has played, and files where there are some.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use std::path::{Path, PathBuf};

use obverse_rules::{Game, Move, Size};

/// A game of random moves, of at most so many plies.
pub fn random_game(size: Size, seed: u64, plies: usize) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::from_start(size);
    while game.ply() < plies && !game.is_over() {
        let moves = game.position().moves();
        let mv = match moves.len() {
            0 => Move::Pass,
            many => Move::Place(moves.get(random.usize(..many)).expect("one of the moves")),
        };
        game.play(mv).expect("a legal move");
    }
    game
}

/// A file or folder of the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A file or folder of the data that may lie beside the project; says so where it does not.
pub fn shared(path: &str) -> Option<PathBuf> {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let found = folders.map(|folder| folder.join("shared/data").join(path)).find(|p| p.exists());
    if found.is_none() {
        println!("skipped: no shared/data/{path} beside the project");
    }
    found
}
