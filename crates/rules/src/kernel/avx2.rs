//! Kernels for x86-64 with AVX2: four directions in the lanes of one register.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi32, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_xor_si256, _pext_u64,
};

use obverse_tier::avx2 as hot;

use super::{COUNTS, LINES, RAYS, Rays};

/// See [`portable::moves`](super::portable::moves).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn moves(player: u64, opponent: u64) -> u64 {
    let shift = _mm256_set_epi64x(9, 8, 7, 1);
    let twice = _mm256_add_epi64(shift, shift);
    let sideways = 0x7e7e7e7e7e7e7e7e;
    let inside = _mm256_set_epi64x(sideways, -1, sideways, sideways);
    let own = _mm256_set1_epi64x(player as i64);
    let through = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), inside);

    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(own, shift));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(own, shift));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, shift)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, shift)));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, shift));
    let pairs_down = _mm256_srlv_epi64(pairs_up, shift);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));

    let reached = _mm256_or_si256(_mm256_sllv_epi64(up, shift), _mm256_srlv_epi64(down, shift));
    or_lanes(reached) & !(player | opponent)
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

/// The flips, those of each line through the square in a lane.
#[inline]
#[hot]
fn flips_by_line(square: u32, own: Spread, theirs: Spread) -> __m256i {
    let rays = &RAYS[square as usize & 63];
    let (up, down) = load(rays);
    let shift = _mm256_set_epi64x(9, 8, 7, 1);
    let twice = _mm256_set_epi64x(18, 16, 14, 2);
    let four = _mm256_set_epi64x(36, 32, 28, 4);
    let zero = _mm256_setzero_si256();
    let ones = _mm256_set1_epi64x(-1);

    // Upwards, a carry runs through the opponent's discs and stops at the end of their line.
    let blocked = _mm256_or_si256(theirs, _mm256_andnot_si256(up, ones));
    let end = _mm256_and_si256(_mm256_sub_epi64(blocked, ones), _mm256_and_si256(own, up));
    let open = _mm256_cmpeq_epi64(end, zero);
    let below_end = _mm256_sub_epi64(_mm256_add_epi64(end, ones), open);
    let flipped_up = _mm256_and_si256(below_end, up);

    // Downwards, everything beyond the first square that is not theirs is smeared over.
    let mut beyond = _mm256_andnot_si256(theirs, down);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, shift));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, twice));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four));
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, shift), beyond);
    let open = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_and_si256(first, down), own), zero);
    let flipped_down = _mm256_andnot_si256(open, _mm256_andnot_si256(beyond, down));

    _mm256_or_si256(flipped_up, flipped_down)
}

/// See [`portable::last_flips`](super::portable::last_flips).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn last_flips(square: u32, player: u64) -> u32 {
    let lines = &LINES[square as usize & 63];
    let mut counts = 0;
    for line in 0..4 {
        let index = _pext_u64(player, lines.masks[line]) as usize;
        counts += u32::from(COUNTS[(lines.offsets[line] as usize + index) % COUNTS.len()]);
    }
    counts
}

#[inline]
#[hot]
#[expect(unsafe_code)]
pub(super) fn load(rays: &Rays) -> (__m256i, __m256i) {
    use std::arch::x86_64::_mm256_load_si256;
    // SAFETY: `Rays` is 64 bytes, aligned to 64, and its two arrays are 32 bytes each.
    unsafe {
        (
            _mm256_load_si256((&raw const rays.up).cast()),
            _mm256_load_si256((&raw const rays.down).cast()),
        )
    }
}

#[inline]
#[hot]
pub(super) fn or_lanes(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

/// See [`portable::Spread`](super::portable::Spread): the set in every lane.
pub type Spread = __m256i;

/// See [`portable::spread`](super::portable::spread).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn spread(set: u64) -> Spread {
    _mm256_set1_epi64x(set as i64)
}

/// See [`portable::gather`](super::portable::gather).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn gather(set: Spread) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(set)) as u64
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

/// See [`portable::toggled`](super::portable::toggled).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn toggled(set: Spread, other: Spread) -> Spread {
    _mm256_xor_si256(set, other)
}

/// See [`portable::with`](super::portable::with).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn with(set: Spread, square: u32) -> Spread {
    _mm256_or_si256(set, _mm256_set1_epi64x(1 << square))
}

/// The union of all lanes, in every lane.
#[inline]
#[hot]
pub(super) fn or_to_all(lanes: __m256i) -> __m256i {
    let halves = _mm256_or_si256(lanes, _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes));
    _mm256_or_si256(halves, _mm256_shuffle_epi32::<0b01_00_11_10>(halves))
}
