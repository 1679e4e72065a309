//! The player who moves at random.

use fastrand::Rng;
use obverse_rules::{Game, Move, Square, Squares};

use crate::engine_player::seed_of_game;
use crate::{Decision, Player, PlayerError, Turn};

/// One of the squares by lot. The same seed draws the same ones on machines of 32 and of 64 bits,
/// which the generator's own choice does not.
fn choice(rng: &mut Rng, squares: Squares) -> Option<Square> {
    let mut squares = squares.into_iter();
    let count = squares.len() as u64;
    if count == 0 { None } else { squares.nth(rng.u64(..count) as usize) }
}

/// Plays every legal move with the same chance.
#[derive(Debug)]
pub struct Random {
    seed: u64,
    rng: Rng,
}

impl Random {
    /// One who plays the same game again from the same seed.
    pub fn new(seed: u64) -> Random {
        Random { seed, rng: Rng::with_seed(seed) }
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, game: &Game, _turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        match choice(&mut self.rng, game.position().moves()) {
            Some(square) => Ok(Move::Place(square).into()),
            None => Err(PlayerError::no_move(&self.name())),
        }
    }

    fn new_game(&mut self, number: u64) {
        self.rng.seed(seed_of_game(self.seed, number));
    }
}
