//! Balanced openings: eight plies after which a deep search says that neither side is ahead by
//! more than two discs. No two lead to the same position, however the board is turned.
//!
//! From random openings most pairs of games are decided before the players begin; from balanced
//! ones the better player wins. The idea is that of XOT, tournaments from drawn openings.
//!
//! `obverse train openings` makes the file that is compiled in: a line feed ends its first line,
//! `OBVOPEN 1`, and another one its second, JSON that says how it was made. Then comes a byte a
//! move, opening after opening in the order of the moves: the upper three bits are its ply, from
//! 0, and the lower five its number among the legal moves, row by row. Moves that an opening has
//! in common with the one before are left out; the move of ply 7 completes it.

use std::sync::OnceLock;

use obverse_rules::{Game, Position, Size, Square};
use thiserror::Error;

/// The plies of a balanced opening.
pub const PLIES: usize = 8;

const HEADER: &[u8] = b"OBVOPEN 1\n";
const PLY_SHIFT: u32 = 5;
const NUMBER_MASK: u8 = (1 << PLY_SHIFT) - 1;

static EMBEDDED: &[u8] = include_bytes!("balanced.bin");

/// An opening after which neither side is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Balanced {
    moves: [Square; PLIES],
}

/// Bytes that are no file of openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BalancedError {
    /// The file is something else, or of another version.
    #[error("this is no file of balanced openings: it does not begin with `OBVOPEN 1`")]
    Foreign,
    /// A byte that no move has.
    #[error("byte {0}: not a legal move of an opening")]
    Move(usize),
}

impl Balanced {
    /// An opening of these moves, which have to be legal.
    pub fn new(moves: [Square; PLIES]) -> Option<Balanced> {
        let mut game = Game::from_start(Size::EIGHT);
        moves.iter().all(|&square| game.play(square.into()).is_ok()).then_some(Balanced { moves })
    }

    /// The moves, the first one f5.
    pub fn moves(&self) -> &[Square; PLIES] {
        &self.moves
    }

    /// The opening as a game.
    pub fn game(&self) -> Game {
        let mut game = Game::from_start(Size::EIGHT);
        for square in self.moves {
            game.play(square.into()).expect("the moves were checked");
        }
        game
    }
}

/// Every balanced opening that the program ships with, in the order of their moves.
///
/// ```
/// use obverse_records::openings::balanced;
///
/// assert!(balanced::all().iter().all(|opening| opening.game().ply() == balanced::PLIES));
/// ```
pub fn all() -> &'static [Balanced] {
    static ALL: OnceLock<Vec<Balanced>> = OnceLock::new();
    ALL.get_or_init(|| from_bytes(EMBEDDED).expect("a test reads the embedded openings"))
}

/// The file of these openings, which have to be in the order of their moves. What the manifest
/// says is for people: JSON on one line.
///
/// # Panics
/// If the manifest has several lines.
pub fn to_bytes(openings: &[Balanced], manifest: &str) -> Vec<u8> {
    assert!(!manifest.contains('\n'), "a manifest is one line");
    let mut bytes = [HEADER, manifest.as_bytes(), b"\n"].concat();
    let mut last: &[Square] = &[];
    for opening in openings {
        let same = opening.moves.iter().zip(last).take_while(|(a, b)| a == b).count();
        let game = opening.game();
        for ply in same..PLIES {
            let mut legal = game.positions()[ply].moves().iter();
            let number = legal.position(|square| square == opening.moves[ply]);
            let number = number.expect("the moves were checked") as u8;
            debug_assert!(number <= NUMBER_MASK, "no position of the first plies has more moves");
            bytes.push((ply as u8) << PLY_SHIFT | number);
        }
        last = &opening.moves;
    }
    bytes
}

/// The openings of a file.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Balanced>, BalancedError> {
    let rest = bytes.strip_prefix(HEADER).ok_or(BalancedError::Foreign)?;
    let manifest = rest.iter().position(|&byte| byte == b'\n').ok_or(BalancedError::Foreign)?;
    let first = HEADER.len() + manifest + 1;
    let mut openings = Vec::new();
    // The opening that is being read: its moves, and the positions before and after each.
    let mut moves = Vec::with_capacity(PLIES);
    let mut positions = vec![Position::start(Size::EIGHT)];
    for (at, byte) in bytes.iter().enumerate().skip(first) {
        let ply = usize::from(byte >> PLY_SHIFT);
        let number = usize::from(byte & NUMBER_MASK);
        let legal = positions.get(ply).map(Position::moves);
        let square =
            legal.and_then(|legal| legal.iter().nth(number)).ok_or(BalancedError::Move(at))?;
        moves.truncate(ply);
        positions.truncate(ply + 1);
        moves.push(square);
        positions.push(positions[ply].play(square.into()).expect("a generated move is legal"));
        if let Ok(moves) = moves.as_slice().try_into() {
            openings.push(Balanced { moves });
        }
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::transcript;

    #[test]
    fn thousands_of_openings_are_shipped_and_no_two_are_alike_by_symmetry() {
        let openings = all();
        assert!(openings.len() >= 2000, "{}", openings.len());
        let positions: HashSet<_> =
            openings.iter().map(|opening| opening.game().position().canonical().0).collect();
        assert_eq!(positions.len(), openings.len());
        assert!(openings.is_sorted());
        for opening in openings {
            assert_eq!(opening.moves()[0].to_string(), "f5");
            assert!(opening.game().position().has_move());
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let openings = ["f5d6c3d3c4f4c5b3", "f5d6c3d3c4f4c5b4", "f5f6e6d6c3f4c6d3"].map(|moves| {
            let game = transcript::parse(moves, Size::EIGHT).unwrap();
            let squares: Vec<Square> = game.moves().iter().filter_map(|mv| mv.square()).collect();
            Balanced::new(squares.try_into().unwrap()).unwrap()
        });
        let bytes = to_bytes(&openings, "{}");
        assert_eq!(from_bytes(&bytes).unwrap(), openings);
        // The second has one move of its own.
        assert_eq!(bytes.len(), HEADER.len() + "{}\n".len() + 8 + 1 + 7);
    }

    #[test]
    fn other_bytes_are_refused() {
        assert_eq!(from_bytes(b"OBVOPEN 2\n{}\n"), Err(BalancedError::Foreign));
        assert_eq!(from_bytes(b"OBVOPEN 1\n{}"), Err(BalancedError::Foreign));
        let sound = to_bytes(&all()[..20], "{}");
        let start = HEADER.len() + 3;
        assert_eq!(from_bytes(&sound[..start]), Ok(vec![]));
        // There are four first moves, and no second one without a first.
        for byte in [4, 1 << PLY_SHIFT] {
            let mut bytes = sound.clone();
            bytes[start] = byte;
            assert_eq!(from_bytes(&bytes), Err(BalancedError::Move(start)));
        }
        let mut squares = *all()[0].moves();
        squares[1] = squares[0];
        assert_eq!(Balanced::new(squares), None);
    }
}
