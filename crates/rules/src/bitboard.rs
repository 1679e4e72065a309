//! Sets of squares of the 8×8 board.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::{Size, Square, SquareSet, Symmetry, kernel};

/// A set of squares of the 8×8 board. Bit 0 is `a1`, bit 7 `h1`, bit 63 `h8`.
///
/// `|` is the union of two sets, `&` the intersection, `-` the difference, `^` what is in one of
/// them only, and `!` the rest of the board.
///
/// ```
/// use obverse_rules::Bitboard;
///
/// let inside = !Bitboard::EDGES;
/// let drawn = [
///     "  a b c d e f g h",
///     "1 . . . . . . . .",
///     "2 . # . . . . # .",
///     "3 . . . . . . . .",
///     "4 . . . . . . . .",
///     "5 . . . . . . . .",
///     "6 . . . . . . . .",
///     "7 . # . . . . # .",
///     "8 . . . . . . . .",
/// ];
/// assert_eq!((Bitboard::CORNERS.neighbours() & inside).to_string(), drawn.join("\n"));
/// assert!(Bitboard::CORNERS.contains("h8".parse()?));
/// # Ok::<(), obverse_rules::SquareError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// `a1`, `h1`, `a8` and `h8`.
    pub const CORNERS: Bitboard = Bitboard(0x8100000000000081);
    /// The outermost squares, the corners among them.
    pub const EDGES: Bitboard = Bitboard(0xff818181818181ff);
    /// The squares diagonally before a corner: `b2`, `g2`, `b7` and `g7`.
    pub const X_SQUARES: Bitboard = Bitboard(0x0042000000004200);
    /// The squares of the edges beside a corner, `b1` and `a2` among them.
    pub const C_SQUARES: Bitboard = Bitboard(0x4281000000008142);

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Bitboard {
        Bitboard(bits)
    }

    /// The bits of the set, as the [`kernel`] takes them.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of this square alone; none if the board does not have it.
    #[inline]
    pub const fn from_square(square: Square) -> Option<Bitboard> {
        if square.is_on(Size::EIGHT) {
            Some(Bitboard(1 << square.index(Size::EIGHT)))
        } else {
            None
        }
    }

    /// The set of the squares for which the function says yes.
    pub fn from_fn(choose: impl Fn(Square) -> bool) -> Bitboard {
        Square::all(Size::EIGHT)
            .filter(|&square| choose(square))
            .fold(Bitboard::EMPTY, |set, square| set | Bitboard(1 << square.index(Size::EIGHT)))
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is in the set. A square that the board does not have is not.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        square.is_on(Size::EIGHT) && self.0 >> square.index(Size::EIGHT) & 1 != 0
    }

    /// The first square, row by row.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros() as usize, Size::EIGHT))
        }
    }

    /// The squares, row by row.
    #[inline]
    pub const fn iter(self) -> BitboardIter {
        BitboardIter(self)
    }

    /// The squares that touch a square of the set, in all eight directions.
    ///
    /// ```text
    ///   a b c d          a b c d
    /// 1 . . . .        1 # # # .
    /// 2 . # . .   →    2 # . # .
    /// 3 . . . .        3 # # # .
    /// 4 . . . .        4 . . . .
    /// ```
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> Bitboard {
        Bitboard(kernel::neighbours(self.0))
    }

    /// The set turned or mirrored.
    #[must_use]
    pub fn transform(self, symmetry: Symmetry) -> Bitboard {
        let mut set = self.0;
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
        Bitboard(set)
    }
}

impl SquareSet for Bitboard {
    const EMPTY: Bitboard = Bitboard::EMPTY;

    #[inline]
    fn len(&self) -> usize {
        Bitboard::len(*self)
    }

    #[inline]
    fn is_empty(&self) -> bool {
        Bitboard::is_empty(*self)
    }

    #[inline]
    fn contains(&self, square: Square) -> bool {
        Bitboard::contains(*self, square)
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        Bitboard::iter(*self)
    }
}

/// The squares of a [`Bitboard`], row by row.
#[derive(Clone, Debug)]
pub struct BitboardIter(Bitboard);

impl Iterator for BitboardIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for BitboardIter {}

impl std::iter::FusedIterator for BitboardIter {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = BitboardIter;

    #[inline]
    fn into_iter(self) -> BitboardIter {
        self.iter()
    }
}

impl From<u64> for Bitboard {
    #[inline]
    fn from(bits: u64) -> Bitboard {
        Bitboard(bits)
    }
}

impl From<Bitboard> for u64 {
    #[inline]
    fn from(set: Bitboard) -> u64 {
        set.0
    }
}

macro_rules! operator {
    ($trait:ident $method:ident, $assign_trait:ident $assign_method:ident, $a:ident $b:ident => $result:expr) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($result)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                let ($a, $b) = (self.0, other.0);
                self.0 = $result;
            }
        }
    };
}

operator!(BitAnd bitand, BitAndAssign bitand_assign, a b => a & b);
operator!(BitOr bitor, BitOrAssign bitor_assign, a b => a | b);
operator!(BitXor bitxor, BitXorAssign bitxor_assign, a b => a ^ b);
operator!(Sub sub, SubAssign sub_assign, a b => a & !b);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Draws the board with `#` for the squares of the set.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("  a b c d e f g h")?;
        for square in Square::all(Size::EIGHT) {
            if square.column() == 0 {
                write!(f, "\n{}", square.row() + 1)?;
            }
            f.write_str(if self.contains(square) { " #" } else { " ." })?;
        }
        Ok(())
    }
}

/// The board in one line, row by row, with `#` for the squares of the set.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all(Size::EIGHT) {
            if square.column() == 0 && square.row() > 0 {
                f.write_str("/")?;
            }
            f.write_str(if self.contains(square) { "#" } else { "-" })?;
        }
        Ok(())
    }
}
