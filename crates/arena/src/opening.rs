//! Openings that a match begins from.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use fastrand::Rng;
use obverse_rules::{Game, Size};
use thiserror::Error;

/// The first moves of a game, played for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The moves.
    pub game: Game,
    /// The opening's name, where it has one.
    pub name: Option<String>,
}

/// Where the openings of a match come from, as the command line says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// So many random moves: `random:8`.
    Random(usize),
    /// The named openings of the program: `named`.
    Named,
    /// A file with a game or transcript a line.
    File(std::path::PathBuf),
}

/// Openings that can't be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// No number of plies.
    #[error("`{0}` is not a number of plies: write random:8")]
    Plies(String),
    /// Random moves end most games before that.
    #[error("{plies} random plies leave no game to play on {size}×{size}")]
    TooLong {
        /// The plies asked for.
        plies: usize,
        /// The board.
        size: Size,
    },
}

impl FromStr for Openings {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Openings, OpeningError> {
        match text.split_once(':') {
            Some(("random", plies)) => plies
                .parse()
                .map(Openings::Random)
                .map_err(|_| OpeningError::Plies(plies.chars().take(20).collect())),
            _ if text == "random" => Ok(Openings::Random(DEFAULT_PLIES)),
            _ if text == "named" => Ok(Openings::Named),
            _ => Ok(Openings::File(text.into())),
        }
    }
}

/// Displays what can be read again.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Random(plies) => write!(f, "random:{plies}"),
            Openings::Named => f.write_str("named"),
            Openings::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// How many random plies a match begins with where nothing else is said: enough for thousands
/// of different openings, few enough that both sides still have a game.
const DEFAULT_PLIES: usize = 8;

impl Default for Openings {
    fn default() -> Openings {
        Openings::Random(DEFAULT_PLIES)
    }
}

impl Opening {
    /// So many openings of random moves, the same for the same seed, all different positions
    /// as long as there are any.
    pub fn random(
        plies: usize,
        size: Size,
        count: usize,
        seed: u64,
    ) -> Result<Vec<Opening>, OpeningError> {
        if plies + 4 >= size.squares() {
            return Err(OpeningError::TooLong { plies, size });
        }
        let mut rng = Rng::with_seed(seed);
        let mut seen = HashSet::new();
        let mut openings = Vec::with_capacity(count.min(1 << 16));
        // Short openings run out of new positions; then they come again.
        let mut patience = 100 * (count + 1);
        while openings.len() < count {
            let game = random_game(plies, size, &mut rng);
            patience = patience.saturating_sub(1);
            let is_new = seen.insert(game.position().canonical().0);
            if patience == 0 || (is_new && game.position().has_move()) {
                openings.push(Opening { game, name: None });
            }
        }
        Ok(openings)
    }
}

fn random_game(plies: usize, size: Size, rng: &mut Rng) -> Game {
    let mut game = Game::from_start(size);
    for _ in 0..plies {
        let Some(&square) = rng.choice(&game.position().moves()) else { break };
        game.play(square.into()).expect("a generated move is legal");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_openings() {
        let one = Opening::random(8, Size::EIGHT, 50, 7).unwrap();
        assert_eq!(one, Opening::random(8, Size::EIGHT, 50, 7).unwrap());
        assert_ne!(one, Opening::random(8, Size::EIGHT, 50, 8).unwrap());
        // A longer match begins as the shorter one did.
        assert_eq!(one, Opening::random(8, Size::EIGHT, 90, 7).unwrap()[..50]);
    }

    #[test]
    fn openings_differ_by_more_than_symmetry() {
        let openings = Opening::random(6, Size::EIGHT, 200, 1).unwrap();
        let positions: HashSet<_> =
            openings.iter().map(|opening| opening.game.position().canonical().0).collect();
        assert_eq!(positions.len(), 200);
        assert!(openings.iter().all(|opening| opening.game.ply() == 6));
        assert!(openings.iter().all(|opening| opening.game.position().has_move()));
    }

    #[test]
    fn few_positions_are_used_again() {
        // All first moves are the same up to symmetry.
        assert_eq!(Opening::random(1, Size::EIGHT, 5, 1).unwrap().len(), 5);
        assert_eq!(Opening::random(0, Size::FOUR, 3, 1).unwrap().len(), 3);
        assert!(Opening::random(60, Size::EIGHT, 1, 1).is_err());
    }

    #[test]
    fn reading() {
        assert_eq!("random:12".parse(), Ok(Openings::Random(12)));
        assert_eq!("named".parse(), Ok(Openings::Named));
        assert_eq!("games.txt".parse(), Ok(Openings::File("games.txt".into())));
        assert!("random:x".parse::<Openings>().is_err());
        assert!("random:-1".parse::<Openings>().is_err());
    }
}
