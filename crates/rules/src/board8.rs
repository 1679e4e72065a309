//! The 8×8 board: two 64-bit words.

use std::fmt;

use crate::kernel::{portable as kernel, stability};
use crate::{Bitboard, Board, Size, Square, Symmetry, hash};

/// The 8×8 board seen by the side to move. Bit 0 is `a1`, bit 7 `h1`, bit 63 `h8`.
///
/// Its methods use the portable kernels, which is right for everything but a search; a search
/// takes the two words and calls the [`kernel`](crate::kernel) of its tier.
///
/// ```
/// use obverse_rules::{Bitboard, Board, Board8};
///
/// let board = Board8::start();
/// assert_eq!(board.moves(), Bitboard::from_bits(0x0000102004080000));
/// let board = board.play("f5".parse()?).expect("a legal move");
/// assert_eq!(board.opponent().len(), 4);
/// // No square holds two discs.
/// assert_eq!(Board8::from_sets(Bitboard::CORNERS, Bitboard::EDGES), None);
/// # Ok::<(), obverse_rules::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board8 {
    player: u64,
    opponent: u64,
}

impl Board8 {
    /// The board with these bits for the side to move and the other side; none if a square would
    /// hold two discs.
    #[inline]
    pub const fn from_bits(player: u64, opponent: u64) -> Option<Board8> {
        if player & opponent == 0 { Some(Board8 { player, opponent }) } else { None }
    }

    /// The same for a search, which knows that no square holds two discs.
    #[inline]
    pub const fn from_bits_unchecked(player: u64, opponent: u64) -> Board8 {
        debug_assert!(player & opponent == 0, "a square holds one disc");
        Board8 { player, opponent }
    }

    /// The bits of the side to move and of the other side, as the [`kernel`](crate::kernel)
    /// takes them.
    #[inline]
    pub const fn bits(&self) -> (u64, u64) {
        (self.player, self.opponent)
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn player(&self) -> Bitboard {
        Bitboard::from_bits(self.player)
    }

    /// The discs of the other side.
    #[inline]
    pub const fn opponent(&self) -> Bitboard {
        Bitboard::from_bits(self.opponent)
    }

    /// The squares without a disc.
    #[inline]
    pub const fn empty(&self) -> Bitboard {
        Bitboard::from_bits(!(self.player | self.opponent))
    }

    /// The number of empty squares.
    #[inline]
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
    ///
    /// ```text
    /// 7 X X X X X - - X
    /// 8 - - X X X X - -   two empty squares are left of the discs, four right of them: two regions
    /// ```
    pub fn regions(&self) -> impl Iterator<Item = Bitboard> + use<> {
        let mut left = self.empty();
        std::iter::from_fn(move || {
            let mut region = Bitboard::from_square(left.first()?)?;
            loop {
                let grown = (region | region.neighbours()) & left;
                if grown == region {
                    break;
                }
                region = grown;
            }
            left -= region;
            Some(region)
        })
    }
}

impl Board for Board8 {
    type Set = Bitboard;
    const SIZE: Size = Size::EIGHT;

    #[inline]
    fn from_sets(player: Bitboard, opponent: Bitboard) -> Option<Board8> {
        Board8::from_bits(player.bits(), opponent.bits())
    }

    fn set_of(choose: impl Fn(Square) -> bool) -> Bitboard {
        Bitboard::from_fn(choose)
    }

    #[inline]
    fn player(&self) -> Bitboard {
        Board8::player(self)
    }

    #[inline]
    fn opponent(&self) -> Bitboard {
        Board8::opponent(self)
    }

    #[inline]
    fn empty(&self) -> Bitboard {
        Board8::empty(self)
    }

    #[inline]
    fn moves(&self) -> Bitboard {
        kernel::moves(self.player, self.opponent).into()
    }

    #[inline]
    fn flips(&self, square: Square) -> Bitboard {
        if !self.empty().contains(square) {
            return Bitboard::EMPTY;
        }
        kernel::flips(square.index(Size::EIGHT) as u32, self.player, self.opponent).into()
    }

    #[inline]
    fn play_unchecked(&self, square: Square, flips: Bitboard) -> Board8 {
        let flips = flips.bits();
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
    fn potential_moves(&self) -> Bitboard {
        self.opponent().neighbours() & self.empty()
    }

    fn stable(&self) -> Bitboard {
        stability::stable(self.player, self.opponent).into()
    }

    #[inline]
    fn hash64(&self) -> u64 {
        hash::mix(self.player, self.opponent)
    }

    fn transform(&self, symmetry: Symmetry) -> Board8 {
        Board8 {
            player: self.player().transform(symmetry).bits(),
            opponent: self.opponent().transform(symmetry).bits(),
        }
    }
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
    fn regions_are_connected_in_eight_directions() {
        // a1 and b2 touch at a corner; h8 is alone.
        let (corner, alone) = (1 | 1 << 9, 1 << 63);
        let board = Board8::from_bits(!(corner | alone), 0).unwrap();
        assert_eq!(board.regions().map(Bitboard::bits).collect::<Vec<_>>(), [corner, alone]);
    }
}
