//! What the tests of the records share: games nobody has played, and files where there are some.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use std::path::{Path, PathBuf};

use obverse_records::{Record, Theory};
use obverse_rules::{Color, Game, Move, Size};

/// Numbers that look random and are the same everywhere (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

/// A game of random moves, of at most so many plies.
pub fn random_game(size: Size, seed: u64, plies: usize) -> Game {
    let mut random = Random(seed);
    let mut game = Game::from_start(size);
    while game.ply() < plies && !game.is_over() {
        let moves = game.position().moves();
        let mv = match moves.len() {
            0 => Move::Pass,
            many => Move::Place(moves.get(random.below(many)).expect("one of the moves")),
        };
        game.play(mv).expect("a legal move");
    }
    game
}

/// Games of our own in place of a year of the database: finished, but for every sixth.
pub fn own_games() -> Vec<Record> {
    const PLAYERS: [&str; 5] = ["Ada", "Björn", "Chloé", "Dmitri", "Emi"];
    let mut random = Random(2024);
    (0..24)
        .map(|number| {
            let plies = if number % 6 == 5 { 40 } else { usize::MAX };
            let mut record = Record::from(random_game(Size::EIGHT, number, plies));
            let black = random.below(PLAYERS.len());
            let white = (black + 1 + random.below(PLAYERS.len() - 1)) % PLAYERS.len();
            record.tags.black = Some(PLAYERS[black].to_owned());
            record.tags.white = Some(PLAYERS[white].to_owned());
            record.tags.event = Some(["Club night", "Summer open"][random.below(2)].to_owned());
            record.tags.date = Some("2024".to_owned());
            let discs = record.position().outcome().discs(Color::Black);
            record.tags.result = Some(obverse_records::Verdict {
                score: 2.0 * discs as f64 - 64.0,
                ending: obverse_records::Ending::Played,
            });
            record.theory = Some(Theory { black_discs: discs as u8, empties: 24 });
            record
        })
        .collect()
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
