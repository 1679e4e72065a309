//! The reference kernels: plain Rust, no instruction set assumed.

use super::{COUNTS, LINES, RAYS, Rays};

/// The squares where the player may place a disc.
///
/// A flood in each direction through the opponent's discs, all lines at once: after `n` steps
/// it has reached discs up to `n` away, and six is the longest line that can be enclosed.
#[inline]
pub fn moves(player: u64, opponent: u64) -> u64 {
    // Sideways floods must not leave the board at the left or right edge.
    let inner = opponent & 0x7e7e7e7e7e7e7e7e;
    let reached = both_ways::<1>(player, inner)
        | both_ways::<7>(player, inner)
        | both_ways::<8>(player, opponent)
        | both_ways::<9>(player, inner);
    reached & !(player | opponent)
}

#[inline]
pub(super) fn both_ways<const SHIFT: u32>(player: u64, through: u64) -> u64 {
    let mut up = through & (player << SHIFT);
    let mut down = through & (player >> SHIFT);
    up |= through & (up << SHIFT);
    down |= through & (down >> SHIFT);
    let pairs_up = through & (through << SHIFT);
    let pairs_down = pairs_up >> SHIFT;
    up |= pairs_up & (up << (2 * SHIFT));
    down |= pairs_down & (down >> (2 * SHIFT));
    up |= pairs_up & (up << (2 * SHIFT));
    down |= pairs_down & (down >> (2 * SHIFT));
    (up << SHIFT) | (down >> SHIFT)
}

/// The opponent's discs that turn over when the player places a disc on the square.
///
/// Zero means that the move is illegal; the square is taken to be empty.
#[inline]
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square as usize & 63];
    (0..4).fold(0, |flipped, line| flipped | flips_on_line(rays, line, player, opponent))
}

/// Those on one line through the square: of the row, the rising diagonal, the column or the falling
/// diagonal.
#[inline]
pub(super) fn flips_on_line(rays: &Rays, line: usize, player: u64, opponent: u64) -> u64 {
    let up = rays.up[line];
    // Adding one to the ray's lowest bit carries through the opponent's discs and stops at the
    // first square that is not theirs.
    let end = (opponent | !up).wrapping_add(1) & up & player;
    let flipped_up = end.saturating_sub(1) & up;

    let down = rays.down[line];
    // Downwards the first square that is not theirs is the highest.
    let other = down & !opponent;
    let end = ((1 << 63) >> (other | 1).leading_zeros()) & player & down;
    // −2·end has every bit above `end` set, and none where there is no end.
    flipped_up | down & end.wrapping_mul(2).wrapping_neg()
}

/// The number of discs turned over by a disc on the last empty square: by the player's in the
/// low byte, by the opponent's in the next.
#[inline]
pub fn last_flips(square: u32, player: u64) -> u32 {
    let lines = &LINES[square as usize & 63];
    let at =
        |line: usize, index: u64| u32::from(COUNTS[lines.offsets[line] as usize + index as usize]);
    let row = (player >> (square & 0b111000)) & 0xff;
    // The product moves the bit of row r to bit 56 + r.
    let column =
        ((player >> (square & 0b111)) & 0x0101010101010101).wrapping_mul(0x0102040810204080) >> 56;
    // A diagonal has one square a column: adding up its rows loses nothing.
    let diagonal = |line: usize| {
        (player & lines.masks[line]).wrapping_mul(0x0101010101010101) >> 56 >> lines.columns[line]
    };
    at(0, row) + at(1, column) + at(2, diagonal(2)) + at(3, rising(diagonal(3), lines.masks[3]))
}

/// The bits of a rising diagonal by column, turned round to be by row like those of the table.
#[inline]
fn rising(bits: u64, mask: u64) -> u64 {
    // A shift by 64 less the length puts the first bit last.
    if mask == 0 { 0 } else { bits.reverse_bits() >> (64 - mask.count_ones()) }
}

/// A set of squares in the form in which flips are found: where that is a vector, a search that
/// keeps its boards in it saves the way to and fro at every move.
pub type Spread = u64;

/// The set in the form of [`Spread`].
#[inline]
pub fn spread(set: u64) -> Spread {
    set
}

/// The set of a [`Spread`].
#[inline]
pub fn gather(set: Spread) -> u64 {
    set
}

/// The same as [`flips`].
#[inline]
pub fn spread_flips(square: u32, player: Spread, opponent: Spread) -> Spread {
    flips(square, player, opponent)
}

/// The set with the squares of the other taken out where they are in it and put in where not.
#[inline]
pub fn toggled(set: Spread, other: Spread) -> Spread {
    set ^ other
}

/// The set with the square put in.
#[inline]
pub fn with(set: Spread, square: u32) -> Spread {
    set | 1 << square
}
