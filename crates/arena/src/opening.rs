//! Openings that a match begins from.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use fastrand::Rng;
use obverse_engine::book::Book;
use obverse_records::openings::balanced;
use obverse_rules::{AnyBoard, Game, Size};
use thiserror::Error;

use crate::OpeningList;

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
    /// No opening: every game begins from the start, `start`.
    Start,
    /// So many moves from the engine's book: `book:12`.
    Book(usize),
    /// Eight plies after which neither side is ahead: `balanced`.
    Balanced,
    /// A file with a game or transcript a line.
    File(std::path::PathBuf),
}

/// Openings that can't be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// No number of plies.
    #[error("`{0}` is not a number of plies: write random:8 or book:12")]
    Plies(String),
    /// Random moves end most games before that.
    #[error("{plies} random plies leave no game to play on {size}×{size}")]
    TooLong {
        /// The plies asked for.
        plies: usize,
        /// The board.
        size: Size,
    },
    /// The book is about the usual board.
    #[error("the book has openings of 8×8 only, not of {0}×{0}")]
    NoBook(Size),
    /// So are the balanced openings.
    #[error("balanced openings are of 8×8 only: write --openings random:8 for {0}×{0}")]
    NotBalanced(Size),
}

impl FromStr for Openings {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Openings, OpeningError> {
        let (source, plies) = text.split_once(':').map_or((text, None), |(a, b)| (a, Some(b)));
        let number = |usual| match plies {
            None => Ok(usual),
            Some(plies) => {
                plies.parse().map_err(|_| OpeningError::Plies(plies.chars().take(20).collect()))
            }
        };
        match source {
            "random" => number(RANDOM_PLIES).map(Openings::Random),
            "book" => number(BOOK_PLIES).map(Openings::Book),
            "named" if plies.is_none() => Ok(Openings::Named),
            "start" if plies.is_none() => Ok(Openings::Start),
            "balanced" if plies.is_none() => Ok(Openings::Balanced),
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
            Openings::Start => f.write_str("start"),
            Openings::Balanced => f.write_str("balanced"),
            Openings::Book(plies) => write!(f, "book:{plies}"),
            Openings::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// How many random plies there are where no number is given: enough for thousands of different
/// openings, few enough that both sides still have a game.
const RANDOM_PLIES: usize = 8;
/// And how many from the book, which grows wide later: it has hundreds of this length.
const BOOK_PLIES: usize = 12;

impl Openings {
    /// Where the openings of a match come from if nobody says it: balanced ones measure best, and
    /// there are some for 8×8.
    pub fn usual(size: Size) -> Openings {
        if size == Size::EIGHT { Openings::Balanced } else { Openings::Random(RANDOM_PLIES) }
    }

    /// So many of these openings, in an order that the seed decides; none for a file, which
    /// whoever has one reads.
    pub fn list(
        &self,
        wanted: usize,
        size: Size,
        seed: u64,
    ) -> Result<Option<OpeningList>, OpeningError> {
        let list = match *self {
            Openings::Random(plies) => OpeningList::growing(wanted, move |count| {
                Opening::random(plies, size, count, seed)
            })?,
            Openings::Book(plies) => OpeningList::growing(wanted, move |count| {
                Opening::from_book(&Book::embedded(), plies, size, count, seed)
            })?,
            Openings::Balanced => {
                let wanted = wanted.min(balanced::all().len());
                OpeningList::growing(wanted, move |count| Opening::balanced(size, count, seed))?
            }
            Openings::Named => {
                let named = obverse_records::openings::all().iter();
                OpeningList::fixed(
                    named
                        .map(|it| Opening { game: it.game(), name: Some(it.full_name()) })
                        .collect(),
                )
            }
            Openings::Start => {
                OpeningList::fixed(vec![Opening { game: Game::from_start(size), name: None }])
            }
            Openings::File(_) => return Ok(None),
        };
        Ok(Some(list))
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
        Ok(different(count, seed, |rng| random_game(plies, size, rng)))
    }

    /// So many openings from the book, of that many plies or as far as the book goes: drawn among
    /// moves that are nearly as good as the best, the same for the same seed, all different
    /// positions as long as there are any.
    pub fn from_book(
        book: &Book,
        plies: usize,
        size: Size,
        count: usize,
        seed: u64,
    ) -> Result<Vec<Opening>, OpeningError> {
        if size != Size::EIGHT {
            return Err(OpeningError::NoBook(size));
        }
        Ok(different(count, seed, |rng| book_game(book, plies, rng)))
    }

    /// So many balanced openings, or all if there are fewer, in an order that the seed decides.
    pub fn balanced(size: Size, count: usize, seed: u64) -> Result<Vec<Opening>, OpeningError> {
        if size != Size::EIGHT {
            return Err(OpeningError::NotBalanced(size));
        }
        let mut order: Vec<usize> = (0..balanced::all().len()).collect();
        Rng::with_seed(seed).shuffle(&mut order);
        let opening = |number: usize| Opening { game: balanced::all()[number].game(), name: None };
        Ok(order.into_iter().take(count).map(opening).collect())
    }
}

/// Openings that differ by more than symmetry. Short ones run out of new positions; then they
/// come again.
fn different(count: usize, seed: u64, mut draw: impl FnMut(&mut Rng) -> Game) -> Vec<Opening> {
    let mut rng = Rng::with_seed(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::with_capacity(count.min(1 << 16));
    let mut patience = 100 * (count + 1);
    while openings.len() < count {
        let game = draw(&mut rng);
        patience = patience.saturating_sub(1);
        let is_new = seen.insert(game.position().canonical().0);
        if patience == 0 || (is_new && game.position().has_move()) {
            openings.push(Opening { game, name: None });
        }
    }
    openings
}

fn random_game(plies: usize, size: Size, rng: &mut Rng) -> Game {
    let mut game = Game::from_start(size);
    for _ in 0..plies {
        let Some(square) = rng.choice(game.position().moves()) else { break };
        game.play(square.into()).expect("a generated move is legal");
    }
    game
}

/// A move that gives away no more discs than this belongs to an opening.
const BOOK_MARGIN: f32 = 3.0;

fn book_game(book: &Book, plies: usize, rng: &mut Rng) -> Game {
    let mut game = Game::from_start(Size::EIGHT);
    for _ in 0..plies {
        let AnyBoard::N8(board) = *game.position().board() else { break };
        let known = book.moves(board);
        let Some(best) = known.first() else { break };
        let good = known.iter().take_while(|mv| mv.discs >= best.discs - BOOK_MARGIN).count();
        game.play(known[rng.usize(..good)].square.into()).expect("a generated move is legal");
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
    fn the_book_gives_openings_that_nobody_has_lost() {
        let book = Book::embedded();
        let draw = |size, seed| Opening::from_book(&book, 12, size, 50, seed);
        let openings = draw(Size::EIGHT, 3).unwrap();
        assert_eq!(openings, draw(Size::EIGHT, 3).unwrap());
        assert_ne!(openings, draw(Size::EIGHT, 4).unwrap());
        assert_eq!(draw(Size::SIX, 3), Err(OpeningError::NoBook(Size::SIX)));
        let positions: HashSet<_> =
            openings.iter().map(|opening| opening.game.position().canonical().0).collect();
        assert_eq!(positions.len(), 50);
        for opening in &openings {
            let AnyBoard::N8(board) = *opening.game.position().board() else { panic!("8×8") };
            let score = book.score(board).expect("a position of the book");
            assert!(score.abs() <= 8.0 && opening.game.ply() <= 12, "{score}");
        }
    }

    #[test]
    fn balanced_openings_come_in_an_order_that_the_seed_decides() {
        let draw = |count, seed| Opening::balanced(Size::EIGHT, count, seed).unwrap();
        let openings = draw(500, 3);
        assert_eq!(openings[..10], draw(10, 3));
        assert_ne!(openings[..10], draw(10, 4));
        let positions: HashSet<_> =
            openings.iter().map(|opening| opening.game.position().canonical().0).collect();
        assert_eq!(positions.len(), 500);
        assert_eq!(draw(usize::MAX, 3).len(), balanced::all().len());
        assert_eq!(Opening::balanced(Size::SIX, 9, 3), Err(OpeningError::NotBalanced(Size::SIX)));
    }

    #[test]
    fn reading() {
        assert_eq!("random:12".parse(), Ok(Openings::Random(12)));
        assert_eq!("random".parse(), Ok(Openings::Random(8)));
        assert_eq!("book".parse(), Ok(Openings::Book(12)));
        assert_eq!("book:10".parse(), Ok(Openings::Book(10)));
        assert!("book:x".parse::<Openings>().is_err() && "book:".parse::<Openings>().is_err());
        assert_eq!("book.txt".parse(), Ok(Openings::File("book.txt".into())));
        assert_eq!("named".parse(), Ok(Openings::Named));
        assert_eq!("balanced".parse(), Ok(Openings::Balanced));
        assert_eq!(Openings::Balanced.to_string(), "balanced");
        assert_eq!("games.txt".parse(), Ok(Openings::File("games.txt".into())));
        assert!("random:x".parse::<Openings>().is_err());
        assert!("random:-1".parse::<Openings>().is_err());
    }
}
