//! The hashes by which tables find an 8×8 board.

/// What a thread's own tables find a board by; the top bits are the best mixed.
#[inline]
pub(crate) fn hash(player: u64, opponent: u64) -> u64 {
    let mixed = player.wrapping_mul(0x9e3779b97f4a7c15)
        ^ opponent.wrapping_mul(0xc2b2ae3d27d4eb4f).rotate_left(32);
    mixed.wrapping_mul(0xff51afd7ed558ccd)
}
