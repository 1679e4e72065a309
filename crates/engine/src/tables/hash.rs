//! The hashes by which tables find an 8×8 board, and tell it from others.

use obverse_rules::kernel::mix;

/// What every table finds a board by.
#[inline]
pub(crate) fn hash(player: u64, opponent: u64) -> u64 {
    mix(player, opponent.rotate_left(29))
}

/// A second hash, independent of the first, by which boards that share a line are told apart.
#[inline]
pub(crate) fn check(player: u64, opponent: u64) -> u64 {
    player
        .wrapping_mul(0xd6e8feb86659fd93)
        .rotate_left(31)
        .wrapping_add(opponent)
        .wrapping_mul(0xa0761d6478bd642f)
}
