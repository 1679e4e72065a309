//! Kernels for x86-64 with AVX2: sixteen lanes of sixteen bits in a register.
//!
//! Loops count instead of iterating: adapters and closures of the standard library do not carry
//! the target's features, and would stay calls with every vector passed through memory.
#![expect(clippy::needless_range_loop)]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128, _mm_shuffle_epi32,
    _mm256_add_epi16, _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi8_epi16,
    _mm256_extract_epi16, _mm256_extracti128_si256, _mm256_load_si256, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_max_epi32, _mm256_min_epi16, _mm256_mullo_epi16,
    _mm256_packs_epi32, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_setzero_si256,
    _mm256_shuffle_epi32, _mm256_srai_epi16, _mm256_srai_epi32, _mm256_store_si256,
    _mm256_sub_epi16,
};

use obverse_tier::avx2 as hot;

use crate::eval::patterns::{DIGITS, KIND_START, LANES};
use crate::eval::weights::{HIDDEN_SHIFT, Head, ONE, Rows, SQUARED_SHIFT, WIDTH, finish};
use crate::eval::{Accumulator, Lanes};

const VECTORS: usize = LANES / 16;

/// See [`portable::next`](super::portable::next).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn next(before: &Accumulator, square: u32, flips: u64) -> Accumulator {
    let flipped = sum_digits(flips);
    let placed = load(&DIGITS[square as usize & 63].0);
    let (mover, other) = (load(&before.mover.0), load(&before.other.0));
    let mut after = Accumulator { mover: Lanes([0; LANES]), other: Lanes([0; LANES]) };
    let mut next_mover = other;
    let mut next_other = mover;
    for i in 0..VECTORS {
        next_other[i] = _mm256_sub_epi16(_mm256_add_epi16(mover[i], placed[i]), flipped[i]);
        let twice = _mm256_add_epi16(placed[i], placed[i]);
        next_mover[i] = _mm256_add_epi16(_mm256_add_epi16(other[i], twice), flipped[i]);
    }
    store(&mut after.mover, next_mover);
    store(&mut after.other, next_other);
    after
}

/// See [`portable::next_mover`](super::portable::next_mover).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn next_mover(before: &Accumulator, square: u32, flips: u64) -> Lanes {
    let flipped = sum_digits(flips);
    let placed = load(&DIGITS[square as usize & 63].0);
    let other = load(&before.other.0);
    let mut next = other;
    for i in 0..VECTORS {
        let twice = _mm256_add_epi16(placed[i], placed[i]);
        next[i] = _mm256_add_epi16(_mm256_add_epi16(other[i], twice), flipped[i]);
    }
    let mut after = Lanes([0; LANES]);
    store(&mut after, next);
    after
}

/// The sum of the digits of a set of squares.
#[inline]
#[hot]
fn sum_digits(squares: u64) -> [__m256i; VECTORS] {
    let mut sum = [_mm256_setzero_si256(); VECTORS];
    let mut left = squares;
    while left != 0 {
        let digits = load(&DIGITS[left.trailing_zeros() as usize].0);
        for i in 0..VECTORS {
            sum[i] = _mm256_add_epi16(sum[i], digits[i]);
        }
        left &= left - 1;
    }
    sum
}

/// See [`portable::sum_rows`](super::portable::sum_rows).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn sum_rows(rows: &Rows, indices: &Lanes, sum: [i16; WIDTH]) -> [i16; WIDTH] {
    // Four sums, so that the additions do not wait for each other.
    let mut sums = [_mm256_setzero_si256(); 4];
    sums[0] = load_sum(&sum);
    // The kinds in the order of `patterns::KINDS`: four places each, two for the last.
    four::<0>(rows, indices, &mut sums);
    four::<1>(rows, indices, &mut sums);
    four::<2>(rows, indices, &mut sums);
    four::<3>(rows, indices, &mut sums);
    four::<4>(rows, indices, &mut sums);
    four::<5>(rows, indices, &mut sums);
    four::<6>(rows, indices, &mut sums);
    four::<7>(rows, indices, &mut sums);
    four::<8>(rows, indices, &mut sums);
    four::<9>(rows, indices, &mut sums);
    four::<10>(rows, indices, &mut sums);
    for i in 0..2 {
        sums[i] = add_row(sums[i], rows, KIND_START[11] + indices.0[44 + i] as usize);
    }
    let total =
        _mm256_add_epi16(_mm256_add_epi16(sums[0], sums[1]), _mm256_add_epi16(sums[2], sums[3]));
    store_sum(total)
}

const _: () = {
    use crate::eval::patterns::{KIND_OF_PLACE, PLACES};
    let mut place = 0;
    while place < PLACES {
        assert!(KIND_OF_PLACE[place] == place / 4, "sum_rows is written for another feature set");
        place += 1;
    }
};

#[inline]
#[hot]
fn four<const KIND: usize>(rows: &Rows, indices: &Lanes, sums: &mut [__m256i; 4]) {
    for i in 0..4 {
        sums[i] = add_row(sums[i], rows, KIND_START[KIND] + indices.0[KIND * 4 + i] as usize);
    }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn add_row(sum: __m256i, rows: &Rows, row: usize) -> __m256i {
    // SAFETY: a row is sixteen bytes.
    let bytes: __m128i = unsafe { _mm_loadu_si128((&raw const rows[row].0).cast()) };
    _mm256_add_epi16(sum, _mm256_cvtepi8_epi16(bytes))
}

/// See [`portable::head`](super::portable::head).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn head(head: &Head, sum: &[i16; WIDTH]) -> i32 {
    let lanes = load_sum(sum);
    let clamped =
        _mm256_min_epi16(_mm256_max_epi16(lanes, _mm256_setzero_si256()), _mm256_set1_epi16(ONE));
    let squared = _mm256_mullo_epi16(clamped, clamped);

    // Each half of the register twice, so that a shuffle within halves reaches every pair.
    let low = _mm256_permute4x64_epi64::<0b01_00_01_00>(squared);
    let high = _mm256_permute4x64_epi64::<0b11_10_11_10>(squared);
    let pairs = [
        _mm256_shuffle_epi32::<0b00_00_00_00>(low),
        _mm256_shuffle_epi32::<0b01_01_01_01>(low),
        _mm256_shuffle_epi32::<0b10_10_10_10>(low),
        _mm256_shuffle_epi32::<0b11_11_11_11>(low),
        _mm256_shuffle_epi32::<0b00_00_00_00>(high),
        _mm256_shuffle_epi32::<0b01_01_01_01>(high),
        _mm256_shuffle_epi32::<0b10_10_10_10>(high),
        _mm256_shuffle_epi32::<0b11_11_11_11>(high),
    ];
    let [mut first, mut second] = load_bias(&head.hidden_bias);
    for i in 0..WIDTH / 2 {
        let [a, b] = load_pair(&head.hidden[i]);
        first = _mm256_add_epi32(first, _mm256_madd_epi16(pairs[i], a));
        second = _mm256_add_epi32(second, _mm256_madd_epi16(pairs[i], b));
    }
    let active =
        _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(leaky(first), leaky(second)));
    let products = _mm256_add_epi32(
        _mm256_madd_epi16(active, load_sum(&head.output)),
        _mm256_madd_epi16(_mm256_srai_epi16::<SQUARED_SHIFT>(squared), load_sum(&head.direct)),
    );
    let linear = _mm256_extract_epi16::<15>(lanes) as i16;
    finish(head, horizontal_sum(products), linear)
}

#[inline]
#[hot]
fn leaky(hidden: __m256i) -> __m256i {
    _mm256_srai_epi32::<HIDDEN_SHIFT>(_mm256_max_epi32(hidden, _mm256_srai_epi32::<3>(hidden)))
}

#[inline]
#[hot]
fn horizontal_sum(lanes: __m256i) -> i32 {
    let half = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    let pair = _mm_add_epi32(half, _mm_shuffle_epi32::<0b00_00_11_10>(half));
    _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32::<0b00_00_00_01>(pair)))
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load(lanes: &[u16; LANES]) -> [__m256i; VECTORS] {
    let start: *const __m256i = lanes.as_ptr().cast();
    let mut vectors = [_mm256_setzero_si256(); VECTORS];
    for i in 0..VECTORS {
        // SAFETY: `VECTORS` vectors of 32 bytes are exactly the array.
        vectors[i] = unsafe { _mm256_loadu_si256(start.add(i)) };
    }
    vectors
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn store(lanes: &mut Lanes, vectors: [__m256i; VECTORS]) {
    let start: *mut __m256i = lanes.0.as_mut_ptr().cast();
    for i in 0..VECTORS {
        // SAFETY: `Lanes` is aligned to 32 bytes and holds exactly `VECTORS` vectors.
        unsafe { _mm256_store_si256(start.add(i), vectors[i]) };
    }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load_sum(lanes: &[i16; WIDTH]) -> __m256i {
    // SAFETY: sixteen lanes of sixteen bits are 32 bytes.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn store_sum(vector: __m256i) -> [i16; WIDTH] {
    // SAFETY: both are 32 bytes, and every bit pattern is a valid array.
    unsafe { std::mem::transmute(vector) }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load_bias(bias: &[i32; WIDTH]) -> [__m256i; 2] {
    let start: *const __m256i = bias.as_ptr().cast();
    // SAFETY: sixteen lanes of 32 bits are 64 bytes; `Head` is aligned to 64 and the bias first.
    unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load_pair(weights: &[[i16; 2]; WIDTH]) -> [__m256i; 2] {
    let start: *const __m256i = weights.as_ptr().cast();
    // SAFETY: sixteen pairs of sixteen bits are 64 bytes.
    unsafe { [_mm256_loadu_si256(start), _mm256_loadu_si256(start.add(1))] }
}
