//! The reference kernels: plain Rust, no instruction set assumed.

use super::RAYS;

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
fn both_ways<const SHIFT: u32>(player: u64, through: u64) -> u64 {
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
    let mut flipped = 0;
    for direction in 0..4 {
        let up = rays.up[direction];
        // Adding one to the ray's lowest bit carries through the opponent's discs and stops at
        // the first square that is not theirs.
        let end = (opponent | !up).wrapping_add(1) & up & player;
        flipped |= end.saturating_sub(1) & up;

        let down = rays.down[direction];
        // Downwards the first square that is not theirs is the highest.
        let other = down & !opponent;
        let end = ((1 << 63) >> (other | 1).leading_zeros()) & player & down;
        // −2·end has every bit above `end` set, and none where there is no end.
        flipped |= down & end.wrapping_mul(2).wrapping_neg();
    }
    flipped
}
