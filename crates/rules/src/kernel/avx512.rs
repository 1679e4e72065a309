//! Kernels for x86-64 with AVX-512: the moves of all eight directions in the lanes of one
//! register, three operands in one step of logic, and leading zeros counted in every lane.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_lzcnt_epi64,
    _mm256_maskz_and_epi64, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_ternarylogic_epi64, _mm256_test_epi64_mask,
    _mm512_and_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_rolv_epi64,
    _mm512_set_epi64, _mm512_set1_epi64, _mm512_ternarylogic_epi64,
};

use obverse_tier::avx512 as hot;

use super::RAYS;
pub use super::avx2::{Spread, gather, last_flips, spread, toggled, with};
use super::avx2::{load, or_lanes, or_to_all};

/// What a step of logic makes of its operands `a`, `b` and `c`: bit `4a + 2b + c` of the number.
const A_OR_B_AND_C: i32 = 0b1111_1000;
const ALL_THREE: i32 = 0b1000_0000;
const B_OR_NOT_C: i32 = 0b1101_1101;

/// See [`portable::moves`](super::portable::moves).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn moves(player: u64, opponent: u64) -> u64 {
    // A step down is a turn by the rest of the word: what comes in at the other end falls on the
    // border, where no disc can be turned over in that direction.
    let step = _mm512_set_epi64(-9, -8, -7, -1, 9, 8, 7, 1);
    let twice = _mm512_set_epi64(-18, -16, -14, -2, 18, 16, 14, 2);
    let (rows, columns, diagonals) = (0x7e7e7e7e7e7e7e7e, 0x00ffffffffffff00, 0x007e7e7e7e7e7e00);
    let inside =
        _mm512_set_epi64(diagonals, columns, diagonals, rows, diagonals, columns, diagonals, rows);
    let own = _mm512_set1_epi64(player as i64);
    let through = _mm512_and_si512(_mm512_set1_epi64(opponent as i64), inside);

    let pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
    let mut line = _mm512_and_si512(through, _mm512_rolv_epi64(own, step));
    let next = _mm512_rolv_epi64(line, step);
    line = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(line, through, next);
    let next = _mm512_rolv_epi64(line, twice);
    line = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(line, pairs, next);
    let next = _mm512_rolv_epi64(line, twice);
    line = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(line, pairs, next);

    let reached = _mm512_rolv_epi64(line, step);
    let (low, high) = (_mm512_castsi512_si256(reached), _mm512_extracti64x4_epi64::<1>(reached));
    or_lanes(_mm256_or_si256(low, high)) & !(player | opponent)
}

/// See [`portable::flips`](super::portable::flips).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    or_lanes(flips_by_line(square, spread(player), spread(opponent)))
}

/// See [`portable::spread_flips`](super::portable::spread_flips).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn spread_flips(square: u32, player: Spread, opponent: Spread) -> Spread {
    or_to_all(flips_by_line(square, player, opponent))
}

/// The flips, those of each line through the square in a lane.
#[inline]
#[hot]
fn flips_by_line(square: u32, own: Spread, theirs: Spread) -> __m256i {
    let (up, down) = load(&RAYS[square as usize & 63]);
    let zero = _mm256_setzero_si256();
    let ones = _mm256_set1_epi64x(-1);
    let top = _mm256_set1_epi64x(i64::MIN);

    // Upwards, a carry runs through the opponent's discs and stops at the end of their line.
    let blocked = _mm256_ternarylogic_epi64::<B_OR_NOT_C>(zero, theirs, up);
    let end = _mm256_ternarylogic_epi64::<ALL_THREE>(_mm256_sub_epi64(blocked, ones), own, up);
    let closed = _mm256_test_epi64_mask(end, end);
    let flipped_up = _mm256_maskz_and_epi64(closed, _mm256_add_epi64(end, ones), up);

    // Downwards, the first square that is not theirs is the highest one; there may be none.
    let others = _mm256_andnot_si256(theirs, down);
    let first = _mm256_srlv_epi64(top, _mm256_lzcnt_epi64(others));
    let end = _mm256_and_si256(first, own);
    let above_end = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));

    _mm256_ternarylogic_epi64::<A_OR_B_AND_C>(flipped_up, above_end, down)
}
