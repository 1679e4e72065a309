//! The inner loops of the 8×8 board, once per instruction set.
//!
//! Kernels take and give plain words, which are the bits of a [`Bitboard`](crate::Bitboard):
//! squares are numbered row by row from `a1` (bit 0) to `h8` (bit 63). Every kernel module has
//! the same functions with the same results; [`portable`] is the reference. Code that calls a
//! kernel millions of times is compiled once per tier by [`per_tier!`](crate::per_tier) and
//! chooses its copy once, by [`on_tier!`](crate::on_tier).

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod last;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
mod rays;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;
pub mod stability;
mod tier;

pub use crate::hash::mix;
pub use last::{COUNTS, LINES, Lines};
pub use rays::{RAYS, Rays};
pub use tier::{Tier, TierError, TierKind};

/// The squares that touch a square of the set, in all eight directions.
#[inline]
pub const fn neighbours(set: u64) -> u64 {
    let sideways = (set << 1) & 0xfefefefefefefefe | (set >> 1) & 0x7f7f7f7f7f7f7f7f;
    let row = set | sideways;
    sideways | row << 8 | row >> 8
}

/// The score of a game that has ended with so many discs of the side to move and of the other on a
/// board of so many squares: the empty ones go to the winner.
#[inline]
pub const fn final_score(own: u32, theirs: u32, squares: u32) -> i32 {
    let difference = own as i32 - theirs as i32;
    difference + difference.signum() * (squares - own - theirs) as i32
}
