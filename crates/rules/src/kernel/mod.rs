//! The inner loops of the 8×8 board, once per instruction set.
//!
//! Squares are numbered row by row from `a1` (bit 0) to `h8` (bit 63). Every kernel module has
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
mod tier;

pub use last::{COUNTS, LINES, Lines};
pub use rays::{RAYS, Rays};
pub use tier::{Tier, TierError, TierKind};
