//! The eight ways to turn and mirror a board.

use crate::{Size, Square};

/// One of the eight symmetries of a square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// Every symmetry, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// Mirrors left and right.
    pub const fn mirrors_columns(self) -> bool {
        self.0 & 1 != 0
    }

    /// Mirrors top and bottom.
    pub const fn mirrors_rows(self) -> bool {
        self.0 & 2 != 0
    }

    /// Exchanges columns and rows, after any mirroring.
    pub const fn transposes(self) -> bool {
        self.0 & 4 != 0
    }

    /// Where the square goes on a board of this size; none if the board does not have it.
    #[must_use]
    pub const fn apply(self, square: Square, size: Size) -> Option<Square> {
        if !square.is_on(size) {
            return None;
        }
        let last = size.get() - 1;
        let column = if self.mirrors_columns() { last - square.column() } else { square.column() };
        let row = if self.mirrors_rows() { last - square.row() } else { square.row() };
        if self.transposes() { Square::new(row, column) } else { Square::new(column, row) }
    }

    /// The symmetry that takes every square back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // A transposition turns a later mirroring of columns into an earlier one of rows.
        if self.transposes() { Symmetry(4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1) } else { self }
    }
}

/// A hash that the eight images of a position share, and the ways to the image it belongs to.
///
/// Files keep such hashes: the hash of a position never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalHash {
    hash: u64,
    /// A bit for each symmetry that leads to the image.
    ways: u8,
}

impl CanonicalHash {
    /// The least hash of the eight images, given one after another in the order of
    /// [`Symmetry::all`].
    pub(crate) fn of(hashes: impl Iterator<Item = u64>) -> CanonicalHash {
        let mut least = CanonicalHash { hash: u64::MAX, ways: 0 };
        for (number, hash) in hashes.enumerate() {
            if hash < least.hash {
                least = CanonicalHash { hash, ways: 0 };
            }
            if hash == least.hash {
                least.ways |= 1 << number;
            }
        }
        least
    }

    /// The hash.
    pub const fn hash(self) -> u64 {
        self.hash
    }

    /// The symmetries that take the position to the image: one, or several if the position itself
    /// is symmetric.
    pub fn ways(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::all().filter(move |symmetry| self.ways >> symmetry.0 & 1 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn inverse_takes_every_square_back() {
        for size in [Size::FOUR, Size::EIGHT, Size::MAX] {
            for symmetry in Symmetry::all() {
                for square in Square::all(size) {
                    let there = symmetry.apply(square, size).unwrap();
                    assert_eq!(symmetry.inverse().apply(there, size), Some(square));
                }
            }
        }
    }

    #[test]
    fn the_eight_differ() {
        let c1 = Square::new(2, 0).unwrap();
        let mut images: Vec<_> = Symmetry::all().filter_map(|s| s.apply(c1, Size::EIGHT)).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn the_images_of_a_position_share_one_hash() {
        let mut position = Position::start(Size::EIGHT);
        // The opening position looks the same in four of its images, and no later one does.
        assert_eq!(position.canonical_hash().ways().count(), 4);
        for text in ["f5", "d6", "c3", "d3", "c4"] {
            position = position.play(text.parse().unwrap()).unwrap();
            let canonical = position.canonical_hash();
            assert_eq!(canonical.ways().count(), 1);
            for symmetry in Symmetry::all() {
                let image = position.transform(symmetry).canonical_hash();
                assert_eq!(image.hash(), canonical.hash());
            }
            for way in canonical.ways() {
                assert_eq!(position.transform(way).hash64(), canonical.hash());
            }
        }
    }

    #[test]
    fn hashes_in_files_stay_what_they_are() {
        // The product of the words as the definition has it, worked out by other means.
        let start = Position::start(Size::EIGHT);
        assert_eq!(start.hash64(), 0x737ae00358a33a88);
    }

    #[test]
    fn a_square_off_the_board_goes_nowhere() {
        let (h9, i8) = (Square::new(7, 8).unwrap(), Square::new(8, 7).unwrap());
        for symmetry in Symmetry::all() {
            assert_eq!(symmetry.apply(h9, Size::EIGHT), None);
            assert_eq!(symmetry.apply(i8, Size::EIGHT), None);
        }
    }
}
