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

use crate::eval::patterns::{DIGITS, KIND_OF_PLACE, KIND_START, LANES, PLACES};
use crate::eval::weights::{HIDDEN, HIDDEN_SHIFT, Head, ONE, Rows, SQUARED_SHIFT, WIDTH, finish};
use crate::eval::{Accumulator, Lanes};

const VECTORS: usize = LANES / 16;
const ROW_VECTORS: usize = WIDTH / 16;

/// A sum of rows.
type Sum = [__m256i; ROW_VECTORS];
type Sums = [Sum; 4];

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
    let mut sums: Sums = [[_mm256_setzero_si256(); ROW_VECTORS]; 4];
    sums[0] = load_sum(&sum);
    // A call for every group of places, so that where their rows begin is known at compile time.
    macro_rules! add {
        ($($group:literal)*) => { $(group::<$group>(rows, indices, &mut sums);)* };
    }
    add!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    const { assert!(LANES <= 4 * 16, "there are groups of places that are not added") };
    let mut total = sums[0];
    for i in 0..ROW_VECTORS {
        total[i] = _mm256_add_epi16(
            _mm256_add_epi16(sums[0][i], sums[1][i]),
            _mm256_add_epi16(sums[2][i], sums[3][i]),
        );
    }
    store_sum(total)
}

/// Adds the rows of four places.
#[inline]
#[hot]
fn group<const GROUP: usize>(rows: &Rows, indices: &Lanes, sums: &mut Sums) {
    for i in 0..4 {
        let place = 4 * GROUP + i;
        if place < PLACES {
            let start = KIND_START[KIND_OF_PLACE[place]];
            sums[i] = add_row(sums[i], rows, start + indices.0[place] as usize);
        }
    }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn add_row(mut sum: Sum, rows: &Rows, row: usize) -> Sum {
    let start: *const __m128i = (&raw const rows[row].0).cast();
    for i in 0..ROW_VECTORS {
        // SAFETY: a row is `ROW_VECTORS` times sixteen bytes.
        let bytes = unsafe { _mm_loadu_si128(start.add(i)) };
        sum[i] = _mm256_add_epi16(sum[i], _mm256_cvtepi8_epi16(bytes));
    }
    sum
}

/// See [`portable::head`](super::portable::head).
///
/// # Safety
/// The machine must have the features of this tier.
#[inline]
#[hot]
pub fn head(head: &Head, sum: &[i16; WIDTH]) -> i32 {
    let lanes = load_sum(sum);
    let direct = load_sum(&head.direct);
    let [mut first, mut second] = load_bias(&head.hidden_bias);
    let mut products = _mm256_setzero_si256();
    for i in 0..ROW_VECTORS {
        let positive = _mm256_max_epi16(lanes[i], _mm256_setzero_si256());
        let clamped = _mm256_min_epi16(positive, _mm256_set1_epi16(ONE));
        let squared = _mm256_mullo_epi16(clamped, clamped);
        let pairs = spread_pairs(squared);
        for pair in 0..8 {
            let [a, b] = load_pair(&head.hidden[8 * i + pair]);
            first = _mm256_add_epi32(first, _mm256_madd_epi16(pairs[pair], a));
            second = _mm256_add_epi32(second, _mm256_madd_epi16(pairs[pair], b));
        }
        let fine = _mm256_srai_epi16::<SQUARED_SHIFT>(squared);
        products = _mm256_add_epi32(products, _mm256_madd_epi16(fine, direct[i]));
    }
    let active =
        _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(leaky(first), leaky(second)));
    products = _mm256_add_epi32(products, _mm256_madd_epi16(active, load_short(&head.output)));
    let linear = _mm256_extract_epi16::<15>(lanes[ROW_VECTORS - 1]) as i16;
    finish(head, horizontal_sum(products), linear)
}

/// Eight registers, each full of one pair of lanes.
#[inline]
#[hot]
fn spread_pairs(lanes: __m256i) -> [__m256i; 8] {
    // Each half of the register twice, so that a shuffle within halves reaches every pair.
    let low = _mm256_permute4x64_epi64::<0b01_00_01_00>(lanes);
    let high = _mm256_permute4x64_epi64::<0b11_10_11_10>(lanes);
    [
        _mm256_shuffle_epi32::<0b00_00_00_00>(low),
        _mm256_shuffle_epi32::<0b01_01_01_01>(low),
        _mm256_shuffle_epi32::<0b10_10_10_10>(low),
        _mm256_shuffle_epi32::<0b11_11_11_11>(low),
        _mm256_shuffle_epi32::<0b00_00_00_00>(high),
        _mm256_shuffle_epi32::<0b01_01_01_01>(high),
        _mm256_shuffle_epi32::<0b10_10_10_10>(high),
        _mm256_shuffle_epi32::<0b11_11_11_11>(high),
    ]
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
fn load_sum(lanes: &[i16; WIDTH]) -> Sum {
    let start: *const __m256i = lanes.as_ptr().cast();
    let mut sum = [_mm256_setzero_si256(); ROW_VECTORS];
    for i in 0..ROW_VECTORS {
        // SAFETY: `ROW_VECTORS` vectors of 32 bytes are exactly the array.
        sum[i] = unsafe { _mm256_loadu_si256(start.add(i)) };
    }
    sum
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn store_sum(sum: Sum) -> [i16; WIDTH] {
    // SAFETY: both are `ROW_VECTORS` times 32 bytes, and every bit pattern is a valid array.
    unsafe { std::mem::transmute(sum) }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load_short(values: &[i16; HIDDEN]) -> __m256i {
    // SAFETY: sixteen lanes of sixteen bits are 32 bytes.
    unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load_bias(bias: &[i32; HIDDEN]) -> [__m256i; 2] {
    let start: *const __m256i = bias.as_ptr().cast();
    // SAFETY: sixteen lanes of 32 bits are 64 bytes; `Head` is aligned to 64 and the bias first.
    unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load_pair(weights: &[[i16; 2]; HIDDEN]) -> [__m256i; 2] {
    let start: *const __m256i = weights.as_ptr().cast();
    // SAFETY: sixteen pairs of sixteen bits are 64 bytes.
    unsafe { [_mm256_loadu_si256(start), _mm256_loadu_si256(start.add(1))] }
}
