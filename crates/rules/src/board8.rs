//! The 8×8 board: two 64-bit words.

use std::fmt;

use crate::kernel::portable as kernel;
use crate::{Board, Size, Square, SquareSet, Symmetry, hash, stability};

/// The 8×8 board seen by the side to move. Bit 0 is `a1`, bit 7 `h1`, bit 63 `h8`.
///
/// Its methods use the portable kernels, which is right for everything but a search; a search
/// takes the two words and calls the [`kernel`](crate::kernel) of its tier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board8 {
    /// The discs of the side to move.
    pub player: u64,
    /// The discs of the other side.
    pub opponent: u64,
}

impl Board8 {
    /// The number of empty squares.
    pub const fn empties(&self) -> u32 {
        (!(self.player | self.opponent)).count_ones()
    }

    /// The smallest of the eight boards that are this one turned or mirrored.
    #[must_use]
    pub fn canonical(&self) -> Board8 {
        Symmetry::all().map(|symmetry| self.transform(symmetry)).min().expect("eight boards")
    }

    /// The empty squares by the region they lie in: connected sets of empty squares, counting
    /// neighbours in all eight directions. Who moves last in a region of odd size has parity.
    pub fn regions(&self) -> impl Iterator<Item = u64> + use<> {
        let mut left = !(self.player | self.opponent);
        std::iter::from_fn(move || {
            let mut region = left & left.wrapping_neg();
            if region == 0 {
                return None;
            }
            loop {
                let grown = (region | neighbours(region)) & left;
                if grown == region {
                    break;
                }
                region = grown;
            }
            left &= !region;
            Some(region)
        })
    }
}

/// The squares that touch a square of the set, in all eight directions.
#[inline]
pub const fn neighbours(set: u64) -> u64 {
    let sideways = (set << 1) & 0xfefefefefefefefe | (set >> 1) & 0x7f7f7f7f7f7f7f7f;
    let row = set | sideways;
    sideways | row << 8 | row >> 8
}

impl SquareSet for u64 {
    #[inline]
    fn len(&self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn is_empty(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn contains(&self, square: Square) -> bool {
        self >> square.index(Size::EIGHT) & 1 != 0
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let mut left = *self;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(Square::from_index(index, Size::EIGHT))
        })
    }

    #[inline]
    fn union(&self, other: &u64) -> u64 {
        self | other
    }

    #[inline]
    fn intersection(&self, other: &u64) -> u64 {
        self & other
    }

    #[inline]
    fn difference(&self, other: &u64) -> u64 {
        self & !other
    }
}

impl Board for Board8 {
    type Set = u64;
    const SIZE: Size = Size::EIGHT;

    #[inline]
    fn from_sets(player: u64, opponent: u64) -> Board8 {
        debug_assert_eq!(player & opponent, 0, "a square holds one disc");
        Board8 { player, opponent }
    }

    fn set_of(choose: impl Fn(Square) -> bool) -> u64 {
        Square::all(Size::EIGHT)
            .filter(|&square| choose(square))
            .fold(0, |set, square| set | 1 << square.index(Size::EIGHT))
    }

    #[inline]
    fn player(&self) -> u64 {
        self.player
    }

    #[inline]
    fn opponent(&self) -> u64 {
        self.opponent
    }

    #[inline]
    fn empty(&self) -> u64 {
        !(self.player | self.opponent)
    }

    #[inline]
    fn moves(&self) -> u64 {
        kernel::moves(self.player, self.opponent)
    }

    #[inline]
    fn flips(&self, square: Square) -> u64 {
        kernel::flips(square.index(Size::EIGHT) as u32, self.player, self.opponent)
    }

    #[inline]
    fn play(&self, square: Square, flips: u64) -> Board8 {
        Board8 {
            player: self.opponent ^ flips,
            opponent: self.player ^ flips ^ (1 << square.index(Size::EIGHT)),
        }
    }

    #[inline]
    fn pass(&self) -> Board8 {
        Board8 { player: self.opponent, opponent: self.player }
    }

    #[inline]
    fn potential_moves(&self) -> u64 {
        neighbours(self.opponent) & self.empty()
    }

    fn stable(&self) -> u64 {
        stability::stable(self.player, self.opponent)
    }

    #[inline]
    fn hash64(&self) -> u64 {
        hash::mix(self.player, self.opponent)
    }

    fn transform(&self, symmetry: Symmetry) -> Board8 {
        Board8 {
            player: transform(self.player, symmetry),
            opponent: transform(self.opponent, symmetry),
        }
    }
}

fn transform(mut set: u64, symmetry: Symmetry) -> u64 {
    if symmetry.mirrors_columns() {
        set = set.swap_bytes().reverse_bits();
    }
    if symmetry.mirrors_rows() {
        set = set.swap_bytes();
    }
    if symmetry.transposes() {
        // Exchange ever larger blocks across the diagonal from a1 to h8.
        for (mask, shift) in
            [(0x00aa00aa00aa00aa, 7), (0x0000cccc0000cccc, 14), (0x00000000f0f0f0f0, 28)]
        {
            let moved = (set ^ (set >> shift)) & mask;
            set ^= moved ^ (moved << shift);
        }
    }
    set
}

/// Draws the board with `X` for the side to move.
impl fmt::Debug for Board8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..64 {
            if square % 8 == 0 {
                f.write_str(if square == 0 { "" } else { "/" })?;
            }
            f.write_str(match (self.player >> square & 1, self.opponent >> square & 1) {
                (1, _) => "X",
                (_, 1) => "O",
                _ => "-",
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transform_moves_every_square_where_the_symmetry_says() {
        for symmetry in Symmetry::all() {
            for square in Square::all(Size::EIGHT) {
                let image = symmetry.apply(square, Size::EIGHT);
                assert_eq!(
                    transform(1 << square.index(Size::EIGHT), symmetry),
                    1 << image.index(Size::EIGHT),
                    "{symmetry:?} {square}"
                );
            }
        }
    }

    #[test]
    fn regions_are_connected_in_eight_directions() {
        // a1 and b2 touch at a corner; h8 is alone.
        let empty: u64 = 1 | 1 << 9 | 1 << 63;
        let board = Board8 { player: !empty, opponent: 0 };
        assert_eq!(board.regions().collect::<Vec<_>>(), [1 | 1 << 9, 1 << 63]);
    }
}
