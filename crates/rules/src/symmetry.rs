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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_square_off_the_board_goes_nowhere() {
        let (h9, i8) = (Square::new(7, 8).unwrap(), Square::new(8, 7).unwrap());
        for symmetry in Symmetry::all() {
            assert_eq!(symmetry.apply(h9, Size::EIGHT), None);
            assert_eq!(symmetry.apply(i8, Size::EIGHT), None);
        }
    }
}
