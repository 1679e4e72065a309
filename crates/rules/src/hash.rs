//! Mixing words into a hash: a folded 128-bit multiplication, as in wyhash.

/// Mixes two words into one, all of whose bits depend on all of theirs.
#[inline]
pub const fn mix(a: u64, b: u64) -> u64 {
    let product = (a ^ 0x9e3779b97f4a7c15) as u128 * (b ^ 0xe7037ed1a0b428db) as u128;
    product as u64 ^ (product >> 64) as u64
}
