//! Games for the tests.

use obverse_rules::{Game, Move, Size};

/// A game of random moves to its end.
pub(crate) fn random_game(size: Size, seed: u64) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::from_start(size);
    while !game.is_over() {
        let moves = game.position().moves();
        let mv = moves.get(random.usize(..moves.len().max(1))).map_or(Move::Pass, Move::Place);
        game.play(mv).unwrap();
    }
    game
}
