//! The named openings, and which of them a game follows.
//!
//! Lines are stored with f5 as the first move; lookups work for all four first moves and for
//! lines that reach a named position by another order of moves. Openings after which neither side
//! is ahead are in [`balanced`].

pub mod balanced;
mod table;

use std::collections::HashMap;
use std::sync::OnceLock;

use obverse_rules::{CanonicalHash, Game, Position, Size, Square, Squares};

use crate::transcript;

/// A sequence of first moves that has a name.
#[derive(Debug, PartialEq, Eq)]
pub struct Opening {
    moves: &'static str,
    names: &'static [&'static str],
}

impl Opening {
    /// Its usual name.
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    /// Other names it goes by.
    pub fn aliases(&self) -> &'static [&'static str] {
        &self.names[1..]
    }

    /// All its names, the usual one first: “Cow Bat, Bat, Cambridge”.
    pub fn full_name(&self) -> String {
        self.names.join(", ")
    }

    /// The moves in a row, the first one f5.
    pub fn transcript(&self) -> &'static str {
        self.moves
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.moves.len() / 2
    }

    /// The line as a game.
    pub fn game(&self) -> Game {
        transcript::parse(self.moves, Size::EIGHT).expect("the table's lines are legal")
    }
}

/// Every named opening, in the order of their moves.
///
/// ```
/// use obverse_records::openings;
///
/// assert_eq!(openings::all()[0].name(), "Perpendicular Opening");
/// ```
pub fn all() -> &'static [Opening] {
    table::TABLE
}

/// The opening of this name, in any case; of several, the shortest line.
///
/// ```
/// use obverse_records::openings;
///
/// assert_eq!(openings::find("tiger").unwrap().transcript(), "f5d6c3d3c4");
/// assert_eq!(openings::find("Tanaka").unwrap().name(), "Aubrey");
/// ```
pub fn find(name: &str) -> Option<&'static Opening> {
    let is_named = |opening: &&Opening| {
        opening.names.iter().any(|other| same(other, name)) || same(&opening.full_name(), name)
    };
    all().iter().filter(is_named).min_by_key(|opening| opening.plies())
}

/// The openings whose name contains the text, in any case.
pub fn search(text: &str) -> Vec<&'static Opening> {
    let text = text.trim().to_lowercase();
    let matches = |name: &&str| name.to_lowercase().contains(&text);
    all().iter().filter(|opening| opening.names.iter().any(matches)).collect()
}

/// The deepest named opening that the game has gone through.
///
/// ```
/// use obverse_records::{openings, transcript};
/// use obverse_rules::Size;
///
/// // The Tiger, seen in a mirror.
/// let game = transcript::parse("e6 f4 c3 c4 d3", Size::EIGHT)?;
/// assert_eq!(openings::name_of(&game).unwrap().name(), "Tiger");
/// # Ok::<(), obverse_records::ParseError>(())
/// ```
pub fn name_of(game: &Game) -> Option<&'static Opening> {
    let deepest = game.positions().len().min(index().deepest + 1);
    game.positions()[..deepest].iter().rev().find_map(at)
}

/// The opening that ends in this position, turned or mirrored in any way.
pub fn at(position: &Position) -> Option<&'static Opening> {
    let hash = key(position)?.hash();
    index().named.get(&hash).map(|&opening| &all()[opening])
}

/// The moves with which named openings go on from this position, row by row.
///
/// ```
/// use obverse_records::openings;
/// use obverse_rules::{Position, Size};
///
/// let start = Position::start(Size::EIGHT);
/// assert_eq!(openings::continuations(&start).len(), 4);
/// ```
pub fn continuations(position: &Position) -> Squares {
    let Some(key) = key(position) else { return Squares::EMPTY };
    let next = index().next.get(&key.hash()).map(Vec::as_slice).unwrap_or_default();
    // A symmetric position has several ways to its key; each brings the line elsewhere.
    key.ways()
        .flat_map(|way| next.iter().filter_map(move |&s| way.inverse().apply(s, Size::EIGHT)))
        .collect()
}

/// Where the lines lead, by the keys of their positions.
struct Index {
    named: HashMap<u64, usize>,
    next: HashMap<u64, Vec<Square>>,
    deepest: usize,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = Index { named: HashMap::new(), next: HashMap::new(), deepest: 0 };
        for (number, opening) in all().iter().enumerate() {
            index.add(number, &opening.game());
        }
        index
    })
}

impl Index {
    fn add(&mut self, number: usize, line: &Game) {
        self.deepest = self.deepest.max(line.ply());
        let keyed = |position| key(position).expect("the lines are on 8×8");
        for (position, mv) in line.positions().iter().zip(line.moves()) {
            let key = keyed(position);
            let way = key.ways().next().expect("a way to the key");
            if let Some(square) = mv.square().and_then(|s| way.apply(s, Size::EIGHT)) {
                let next = self.next.entry(key.hash()).or_default();
                if !next.contains(&square) {
                    next.push(square);
                }
            }
        }
        self.named.entry(keyed(line.position()).hash()).or_insert(number);
    }
}

/// The hash of an 8×8 position that its images share.
fn key(position: &Position) -> Option<CanonicalHash> {
    (position.size() == Size::EIGHT).then(|| position.canonical_hash())
}

fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use obverse_rules::Symmetry;

    use super::*;

    #[test]
    fn every_line_is_found_from_all_four_first_moves() {
        for opening in all() {
            let line = opening.game();
            // The symmetries of the opening position: those that keep its diagonals.
            let kept = Symmetry::all().filter(|symmetry| {
                Position::start(Size::EIGHT).transform(*symmetry) == Position::start(Size::EIGHT)
            });
            let mut images = 0;
            for symmetry in kept {
                images += 1;
                let mut game = Game::from_start(Size::EIGHT);
                for mv in line.moves() {
                    let square = mv.square().expect("openings have no passes");
                    let square = symmetry.apply(square, Size::EIGHT).unwrap();
                    game.play(square.into()).unwrap();
                }
                assert_eq!(name_of(&game), Some(opening));
            }
            assert_eq!(images, 4);
        }
    }

    #[test]
    fn a_game_keeps_the_name_of_what_it_went_through() {
        let name =
            |text| name_of(&transcript::parse(text, Size::EIGHT).unwrap()).map(Opening::name);
        assert_eq!(name(""), None);
        assert_eq!(name("f5"), None);
        assert_eq!(name("f5f4"), Some("Parallel Opening"));
        assert_eq!(name("f5d6c3d3c4f4f6f3e6"), Some("COMP'OTH"));
        assert_eq!(name_of(&Game::from_start(Size::SIX)), None);
    }

    #[test]
    fn no_two_lines_are_the_same_opening() {
        assert_eq!(index().named.len(), all().len());
    }

    #[test]
    fn names_are_found() {
        assert_eq!(find("COMP'oth").unwrap().plies(), 8);
        assert_eq!(find("dawg").unwrap().name(), "Greenberg");
        assert!(find("nobody's").is_none());
        assert!(search("rose").len() >= 5);
    }

    #[test]
    fn continuations_are_legal_and_follow_the_board() {
        for opening in all() {
            let line = opening.game();
            for (position, mv) in line.positions().iter().zip(line.moves()) {
                let next = continuations(position);
                assert!(next.contains(mv.square().unwrap()));
                assert!(next.iter().all(|square| position.is_legal(square.into())));
                for symmetry in Symmetry::all() {
                    let there =
                        next.iter().map(|s| symmetry.apply(s, Size::EIGHT).unwrap()).collect();
                    assert_eq!(continuations(&position.transform(symmetry)), there);
                }
            }
        }
    }
}
