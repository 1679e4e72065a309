//! Kernels for wasm with 128-bit vectors: the board in one lane, its mirror image in the other.
//!
//! A vector is shifted by one number for all its lanes, so the lanes cannot be directions. But what
//! goes up on a board goes down on the board with its rows in the opposite order: one shift follows
//! two directions at once. Along a row both boards are the same, and plain words do.

use std::arch::wasm32::{
    i8x16_shuffle, i64x2_add, i64x2_ne, i64x2_neg, i64x2_shl, u64x2_extract_lane, u64x2_splat,
    v128, v128_and, v128_andnot, v128_or,
};

use obverse_tier::simd128 as hot;

use super::{RAYS, portable};

pub use super::portable::{Spread, gather, last_flips, spread, toggled, with};

/// See [`portable::moves`].
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & 0x7e7e7e7e7e7e7e7e;
    let own = with_mirror(player);
    let through_inner = with_mirror(inner);
    let reached = v128_or(
        v128_or(upwards::<7, 14>(own, through_inner), upwards::<9, 18>(own, through_inner)),
        upwards::<8, 16>(own, with_mirror(opponent)),
    );
    (unite(reached) | portable::both_ways::<1>(player, inner)) & !(player | opponent)
}

/// A flood through the opponent's discs in one direction of each board.
#[inline]
#[hot]
fn upwards<const SHIFT: u32, const TWICE: u32>(own: v128, through: v128) -> v128 {
    let mut reached = v128_and(through, i64x2_shl(own, SHIFT));
    reached = v128_or(reached, v128_and(through, i64x2_shl(reached, SHIFT)));
    let pairs = v128_and(through, i64x2_shl(through, SHIFT));
    reached = v128_or(reached, v128_and(pairs, i64x2_shl(reached, TWICE)));
    reached = v128_or(reached, v128_and(pairs, i64x2_shl(reached, TWICE)));
    i64x2_shl(reached, SHIFT)
}

/// See [`portable::flips`].
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let own = with_mirror(player);
    let theirs = with_mirror(opponent);
    let rays = &MIRRORED[square as usize & 63];
    let flipped = v128_or(
        v128_or(along(load(rays, 0), own, theirs), along(load(rays, 1), own, theirs)),
        along(load(rays, 2), own, theirs),
    );
    unite(flipped) | portable::flips_on_line(&RAYS[square as usize & 63], 0, player, opponent)
}

/// See [`portable::spread_flips`](super::portable::spread_flips).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn spread_flips(square: u32, player: Spread, opponent: Spread) -> Spread {
    flips(square, player, opponent)
}

/// The opponent's discs on a ray up to the first other square, if that is the player's.
#[inline]
#[hot]
fn along(ray: v128, own: v128, theirs: v128) -> v128 {
    let other = v128_andnot(ray, theirs);
    let end = v128_and(v128_and(other, i64x2_neg(other)), own);
    // One less than the end where there is one, and zero, not −1, where there is none.
    let below_end = i64x2_add(end, i64x2_ne(end, u64x2_splat(0)));
    v128_and(below_end, ray)
}

/// The board and the same with its rows in the opposite order.
#[inline]
#[hot]
fn with_mirror(board: u64) -> v128 {
    let both = u64x2_splat(board);
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(both, both)
}

/// The squares that are set on either of the boards.
#[inline]
#[hot]
fn unite(boards: v128) -> u64 {
    let mirrored =
        i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7>(boards, boards);
    u64x2_extract_lane::<0>(v128_or(boards, mirrored))
}

/// The rays that go up from a square, down-left, down and down-right, each with the ray of the
/// square's mirror image.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct MirroredRays([[u64; 2]; 3]);

static MIRRORED: [MirroredRays; 64] = {
    let mut table = [MirroredRays([[0; 2]; 3]); 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 3 {
            let up = direction + 1;
            table[square].0[direction] = [RAYS[square].up[up], RAYS[square ^ 0b111000].up[up]];
            direction += 1;
        }
        square += 1;
    }
    table
};

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load(rays: &MirroredRays, direction: usize) -> v128 {
    // SAFETY: a pair of words is 16 bytes.
    unsafe { std::arch::wasm32::v128_load((&raw const rays.0[direction]).cast()) }
}
