//! Kernels for wasm with 128-bit vectors: eight lanes of sixteen bits in a register.
#![expect(clippy::needless_range_loop, reason = "as in the kernels for AVX2")]

use std::arch::wasm32::{
    i16x8, i16x8_add, i16x8_extract_lane, i16x8_load_extend_i8x8, i16x8_max, i16x8_min, i16x8_mul,
    i16x8_narrow_i32x4, i16x8_shr, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
    i32x4_extract_lane, i32x4_max, i32x4_shr, i32x4_shuffle, i64x2_shuffle, v128, v128_load,
    v128_store,
};

use obverse_tier::simd128 as hot;

use crate::eval::patterns::{DIGITS, KIND_OF_PLACE, KIND_START, LANES, PLACES};
use crate::eval::weights::{HIDDEN, HIDDEN_SHIFT, Head, ONE, Rows, SQUARED_SHIFT, WIDTH, finish};
use crate::eval::{Accumulator, Lanes};

const VECTORS: usize = LANES / 8;

/// A sum of rows: a row is sixteen lanes.
type Sum = [v128; 2];
const _: () = assert!(WIDTH == 16 && HIDDEN == 16, "the kernels are written for sixteen");

const ZERO: v128 = i16x8(0, 0, 0, 0, 0, 0, 0, 0);

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
        next_other[i] = i16x8_sub(i16x8_add(mover[i], placed[i]), flipped[i]);
        let twice = i16x8_add(placed[i], placed[i]);
        next_mover[i] = i16x8_add(i16x8_add(other[i], twice), flipped[i]);
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
        let twice = i16x8_add(placed[i], placed[i]);
        next[i] = i16x8_add(i16x8_add(other[i], twice), flipped[i]);
    }
    let mut after = Lanes([0; LANES]);
    store(&mut after, next);
    after
}

/// The sum of the digits of a set of squares.
#[inline]
#[hot]
fn sum_digits(squares: u64) -> [v128; VECTORS] {
    let mut sum = [ZERO; VECTORS];
    let mut left = squares;
    while left != 0 {
        let digits = load(&DIGITS[left.trailing_zeros() as usize].0);
        for i in 0..VECTORS {
            sum[i] = i16x8_add(sum[i], digits[i]);
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
    // Two sums, so that the additions do not wait for each other.
    let mut sums: [Sum; 2] = [load_sum(&sum), [ZERO; 2]];
    // A call for every group of places, so that where their rows begin is known at compile time.
    macro_rules! add {
        ($($group:literal)*) => { $(group::<$group>(rows, indices, &mut sums);)* };
    }
    add!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    const { assert!(LANES <= 4 * 16, "there are groups of places that are not added") };
    store_sum([i16x8_add(sums[0][0], sums[1][0]), i16x8_add(sums[0][1], sums[1][1])])
}

/// Adds the rows of four places.
#[inline]
#[hot]
fn group<const GROUP: usize>(rows: &Rows, indices: &Lanes, sums: &mut [Sum; 2]) {
    for i in 0..4 {
        let place = 4 * GROUP + i;
        if place < PLACES {
            let start = KIND_START[KIND_OF_PLACE[place]];
            sums[i % 2] = add_row(sums[i % 2], rows, start + indices.0[place] as usize);
        }
    }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn add_row(sum: Sum, rows: &Rows, row: usize) -> Sum {
    let start: *const i8 = (&raw const rows[row].0).cast();
    // SAFETY: a row is sixteen bytes, twice eight.
    let [low, high] =
        unsafe { [i16x8_load_extend_i8x8(start), i16x8_load_extend_i8x8(start.add(8))] };
    [i16x8_add(sum[0], low), i16x8_add(sum[1], high)]
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
    let output = load_sum(&head.output);
    let mut hidden = load_bias(&head.hidden_bias);
    let mut products = ZERO;
    for half in 0..2 {
        let clamped = i16x8_min(i16x8_max(lanes[half], ZERO), i16x8_splat(ONE));
        let squared = i16x8_mul(clamped, clamped);
        let pairs = spread_pairs(squared);
        for pair in 0..4 {
            let weights = load_pair(&head.hidden[4 * half + pair]);
            for quarter in 0..4 {
                let product = i32x4_dot_i16x8(pairs[pair], weights[quarter]);
                hidden[quarter] = i32x4_add(hidden[quarter], product);
            }
        }
        let fine = i16x8_shr(squared, SQUARED_SHIFT as u32);
        products = i32x4_add(products, i32x4_dot_i16x8(fine, direct[half]));
    }
    for half in 0..2 {
        let active = i16x8_narrow_i32x4(leaky(hidden[2 * half]), leaky(hidden[2 * half + 1]));
        products = i32x4_add(products, i32x4_dot_i16x8(active, output[half]));
    }
    finish(head, horizontal_sum(products), i16x8_extract_lane::<7>(lanes[1]))
}

/// Four registers, each full of one pair of lanes.
#[inline]
#[hot]
fn spread_pairs(lanes: v128) -> [v128; 4] {
    [
        i32x4_shuffle::<0, 0, 0, 0>(lanes, lanes),
        i32x4_shuffle::<1, 1, 1, 1>(lanes, lanes),
        i32x4_shuffle::<2, 2, 2, 2>(lanes, lanes),
        i32x4_shuffle::<3, 3, 3, 3>(lanes, lanes),
    ]
}

#[inline]
#[hot]
fn leaky(hidden: v128) -> v128 {
    i32x4_shr(i32x4_max(hidden, i32x4_shr(hidden, 3)), HIDDEN_SHIFT as u32)
}

#[inline]
#[hot]
fn horizontal_sum(lanes: v128) -> i32 {
    let pair = i32x4_add(lanes, i64x2_shuffle::<1, 0>(lanes, lanes));
    i32x4_extract_lane::<0>(pair).wrapping_add(i32x4_extract_lane::<1>(pair))
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load(lanes: &[u16; LANES]) -> [v128; VECTORS] {
    let start: *const v128 = lanes.as_ptr().cast();
    let mut vectors = [ZERO; VECTORS];
    for i in 0..VECTORS {
        // SAFETY: `VECTORS` vectors of 16 bytes are exactly the array.
        vectors[i] = unsafe { v128_load(start.add(i)) };
    }
    vectors
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn store(lanes: &mut Lanes, vectors: [v128; VECTORS]) {
    let start: *mut v128 = lanes.0.as_mut_ptr().cast();
    for i in 0..VECTORS {
        // SAFETY: `Lanes` holds exactly `VECTORS` vectors.
        unsafe { v128_store(start.add(i), vectors[i]) };
    }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load_sum(lanes: &[i16; WIDTH]) -> Sum {
    let start: *const v128 = lanes.as_ptr().cast();
    // SAFETY: sixteen lanes of sixteen bits are two vectors.
    unsafe { [v128_load(start), v128_load(start.add(1))] }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn store_sum(sum: Sum) -> [i16; WIDTH] {
    // SAFETY: both are 32 bytes, and every bit pattern is a valid array.
    unsafe { std::mem::transmute(sum) }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load_bias(bias: &[i32; HIDDEN]) -> [v128; 4] {
    let start: *const v128 = bias.as_ptr().cast();
    // SAFETY: sixteen lanes of 32 bits are four vectors.
    unsafe { [0, 1, 2, 3].map(|i| v128_load(start.add(i))) }
}

#[inline]
#[hot]
#[expect(unsafe_code)]
fn load_pair(weights: &[[i16; 2]; HIDDEN]) -> [v128; 4] {
    let start: *const v128 = weights.as_ptr().cast();
    // SAFETY: sixteen pairs of sixteen bits are four vectors.
    unsafe { [0, 1, 2, 3].map(|i| v128_load(start.add(i))) }
}
