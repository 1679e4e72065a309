//! The board of any even size: one 32-bit word a row.
//!
//! A row of up to 26 squares fits a `u32` (bit 0 is column `a`), so moving up or down is moving
//! to the next word and moving sideways is a shift: no masks at the edges, no carries between
//! words. All the lines of one direction are followed at once, one row at a time.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::{Board, Size, Square, SquareSet, Symmetry, hash};

/// A board of `N`×`N` squares seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardN<const N: usize> {
    player: Rows<N>,
    opponent: Rows<N>,
}

/// A set of squares of an `N`×`N` board, one word a row.
///
/// `|` is the union of two sets, `&` the intersection, `-` the difference, `^` what is in one of
/// them only, and `!` the rest of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rows<const N: usize>([u32; N]);

impl<const N: usize> Rows<N> {
    const FULL_ROW: u32 = (1 << N) - 1;

    /// The words must not have bits beyond the last column.
    pub(crate) const fn from_words(words: [u32; N]) -> Rows<N> {
        Rows(words)
    }

    /// The words, top row first; bit 0 is column `a`.
    pub const fn words(&self) -> &[u32; N] {
        &self.0
    }

    /// The squares that touch a square of the set, in all eight directions, and the set itself.
    fn grown(&self) -> Self {
        let mut wide = [0; N];
        for (wide, &row) in wide.iter_mut().zip(&self.0) {
            *wide = (row | row << 1 | row >> 1) & Self::FULL_ROW;
        }
        let mut grown = wide;
        for row in 1..N {
            grown[row] |= wide[row - 1];
            grown[row - 1] |= wide[row];
        }
        Rows(grown)
    }
}

impl<const N: usize> SquareSet for Rows<N> {
    const EMPTY: Rows<N> = Rows([0; N]);

    #[inline]
    fn len(&self) -> usize {
        // Sizes are even: two rows at a time halve the counting.
        let pairs =
            self.0.chunks_exact(2).map(|pair| u64::from(pair[0]) << 32 | u64::from(pair[1]));
        pairs.map(|pair| pair.count_ones() as usize).sum()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    #[inline]
    fn contains(&self, square: Square) -> bool {
        self.0.get(square.row()).is_some_and(|row| row >> square.column() & 1 != 0)
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Square> + use<N> {
        self.into_iter()
    }
}

/// The squares of a set, row by row.
#[derive(Clone, Debug)]
pub struct RowsIter<const N: usize> {
    left: Rows<N>,
    row: usize,
}

impl<const N: usize> Iterator for RowsIter<N> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(word) = self.left.0.get_mut(self.row) {
            if *word != 0 {
                let column = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Square::new(column, self.row);
            }
            self.row += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.len(), Some(self.left.len()))
    }
}

impl<const N: usize> ExactSizeIterator for RowsIter<N> {}

impl<const N: usize> std::iter::FusedIterator for RowsIter<N> {}

impl<const N: usize> IntoIterator for Rows<N> {
    type Item = Square;
    type IntoIter = RowsIter<N>;

    #[inline]
    fn into_iter(self) -> RowsIter<N> {
        RowsIter { left: self, row: 0 }
    }
}

macro_rules! operator {
    ($trait:ident $method:ident, $a:ident $b:ident => $result:expr) => {
        impl<const N: usize> $trait for Rows<N> {
            type Output = Rows<N>;

            #[inline]
            fn $method(mut self, other: Rows<N>) -> Rows<N> {
                for ($a, $b) in self.0.iter_mut().zip(other.0) {
                    *$a = $result;
                }
                self
            }
        }
    };
}

operator!(BitAnd bitand, a b => *a & b);
operator!(BitOr bitor, a b => *a | b);
operator!(BitXor bitxor, a b => *a ^ b);
operator!(Sub sub, a b => *a & !b);

impl<const N: usize> Not for Rows<N> {
    type Output = Rows<N>;

    #[inline]
    fn not(self) -> Rows<N> {
        Rows(self.0.map(|word| !word & Rows::<N>::FULL_ROW))
    }
}

impl<const N: usize> Board for BoardN<N> {
    type Set = Rows<N>;
    const SIZE: Size = Size::of_board(N);

    #[inline]
    fn from_sets(player: Rows<N>, opponent: Rows<N>) -> Option<Self> {
        (player & opponent).is_empty().then_some(BoardN { player, opponent })
    }

    fn set_of(choose: impl Fn(Square) -> bool) -> Rows<N> {
        let mut rows = [0; N];
        for square in Square::all(Self::SIZE).filter(|&square| choose(square)) {
            rows[square.row()] |= 1 << square.column();
        }
        Rows(rows)
    }

    #[inline]
    fn player(&self) -> Rows<N> {
        self.player
    }

    #[inline]
    fn opponent(&self) -> Rows<N> {
        self.opponent
    }

    #[inline]
    fn empty(&self) -> Rows<N> {
        !(self.player | self.opponent)
    }

    #[inline]
    fn moves(&self) -> Rows<N> {
        let (p, o) = (&self.player.0, &self.opponent.0);
        let mut reached = [0_u32; N];
        for row in 0..N {
            reached[row] = along_row(p[row], o[row]);
        }
        // Downwards and upwards: `line` holds the ends of lines of opponent's discs that begin
        // at a disc of the player; straight, and drifting left and right.
        let (mut straight, mut left, mut right) = (0, 0, 0);
        for row in 1..N {
            let (from, through) = (p[row - 1], o[row]);
            reached[row] |= straight | left >> 1 | right << 1;
            straight = through & (straight | from);
            left = through & ((left | from) >> 1);
            right = through & ((right | from) << 1);
        }
        (straight, left, right) = (0, 0, 0);
        for row in (0..N - 1).rev() {
            let (from, through) = (p[row + 1], o[row]);
            reached[row] |= straight | left >> 1 | right << 1;
            straight = through & (straight | from);
            left = through & ((left | from) >> 1);
            right = through & ((right | from) << 1);
        }
        Rows(reached) & self.empty()
    }

    #[inline]
    fn flips(&self, square: Square) -> Rows<N> {
        let mut flipped = [0; N];
        let taken = self.player.contains(square) || self.opponent.contains(square);
        if taken || !square.is_on(Self::SIZE) {
            return Rows(flipped);
        }
        for (dx, dy) in DIRECTIONS {
            let step = |(column, row): (usize, usize)| {
                (column.wrapping_add_signed(dx), row.wrapping_add_signed(dy))
            };
            let has = |set: &Rows<N>, (column, row): (usize, usize)| {
                column < N && row < N && set.0[row] >> column & 1 != 0
            };
            let first = step((square.column(), square.row()));
            let mut end = first;
            while has(&self.opponent, end) {
                end = step(end);
            }
            if end != first && has(&self.player, end) {
                let mut at = first;
                while at != end {
                    flipped[at.1] |= 1 << at.0;
                    at = step(at);
                }
            }
        }
        Rows(flipped)
    }

    #[inline]
    fn play_unchecked(&self, square: Square, flips: Rows<N>) -> Self {
        let mut placed = self.player | flips;
        placed.0[square.row()] |= 1 << square.column();
        BoardN { player: self.opponent - flips, opponent: placed }
    }

    #[inline]
    fn pass(&self) -> Self {
        BoardN { player: self.opponent, opponent: self.player }
    }

    #[inline]
    fn potential_moves(&self) -> Rows<N> {
        self.opponent.grown() & self.empty()
    }

    /// Grown from the border and from full lines: a disc is safe along a line if the line is
    /// full or a neighbour on it is off the board or a stable disc of its own colour.
    fn stable(&self) -> Rows<N> {
        let full = self.full_lines();
        let mut stable = Rows([0; N]);
        loop {
            let mut grown = stable;
            for row in 0..N {
                let above = if row > 0 { stable.0[row - 1] } else { !0 };
                let below = if row + 1 < N { stable.0[row + 1] } else { !0 };
                let here = grown.0[row];
                // A bit outside the row stands for the border, which is always safe.
                let outside = !Rows::<N>::FULL_ROW;
                let right = |word: u32| (word | outside) >> 1;
                let left = |word: u32| word << 1 | 1;
                let sideways = full[0].0[row] | left(here) | right(here);
                let upright = full[1].0[row] | above | below;
                let falling = full[2].0[row] | left(above) | right(below);
                let rising = full[3].0[row] | right(above) | left(below);
                grown.0[row] |= self.player.0[row] & sideways & upright & falling & rising;
            }
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }

    #[inline]
    fn hash64(&self) -> u64 {
        self.player
            .0
            .iter()
            .zip(&self.opponent.0)
            .fold(N as u64, |seed, (&p, &o)| hash::mix(seed, (p as u64) << 32 | o as u64))
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let back = symmetry.inverse();
        let turned = |set: Rows<N>| {
            Self::set_of(|square| {
                back.apply(square, Self::SIZE).is_some_and(|from| set.contains(from))
            })
        };
        BoardN { player: turned(self.player), opponent: turned(self.opponent) }
    }
}

const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The ends of lines of opponent's discs along one row that begin at a disc of the player.
#[inline]
fn along_row(player: u32, opponent: u32) -> u32 {
    // Rightwards a carry runs through each line that begins beside a disc of the player.
    let right = (opponent & player << 1).wrapping_add(opponent) & !opponent;
    // Leftwards the line is filled, twice as far with each step.
    let mut line = opponent & player >> 1;
    let mut through = opponent;
    for step in [1, 2, 4, 8, 16] {
        line |= through & line >> step;
        through &= through >> step;
    }
    right | line >> 1
}

impl<const N: usize> BoardN<N> {
    /// The squares whose row, column, falling and rising diagonal is full.
    fn full_lines(&self) -> [Rows<N>; 4] {
        let empty = self.empty();
        // The lines with an empty square: a bit for every column, and for every diagonal by
        // where it would meet a row far away.
        let (mut columns, mut falling, mut rising) = (0, 0_u64, 0_u64);
        for (row, &word) in empty.0.iter().enumerate() {
            columns |= word;
            falling |= u64::from(word) << (N - row);
            rising |= u64::from(word) << row;
        }
        let mut full = [Rows([0; N]); 4];
        for (row, &word) in empty.0.iter().enumerate() {
            full[0].0[row] = if word == 0 { Rows::<N>::FULL_ROW } else { 0 };
            full[1].0[row] = !columns & Rows::<N>::FULL_ROW;
            full[2].0[row] = !(falling >> (N - row)) as u32 & Rows::<N>::FULL_ROW;
            full[3].0[row] = !(rising >> row) as u32 & Rows::<N>::FULL_ROW;
        }
        full
    }
}

/// Draws the set with `#` for its squares.
impl<const N: usize> fmt::Debug for Rows<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, word) in self.0.iter().enumerate() {
            f.write_str(if row == 0 { "" } else { "/" })?;
            for column in 0..N {
                f.write_str(if word >> column & 1 != 0 { "#" } else { "-" })?;
            }
        }
        Ok(())
    }
}

/// Draws the board with `X` for the side to move.
impl<const N: usize> fmt::Debug for BoardN<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, (player, opponent)) in self.player.0.iter().zip(&self.opponent.0).enumerate() {
            f.write_str(if row == 0 { "" } else { "/" })?;
            for column in 0..N {
                f.write_str(match (player >> column & 1, opponent >> column & 1) {
                    (1, _) => "X",
                    (_, 1) => "O",
                    _ => "-",
                })?;
            }
        }
        Ok(())
    }
}
