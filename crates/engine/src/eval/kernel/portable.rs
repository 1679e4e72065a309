//! The reference kernels: plain Rust, no instruction set assumed.

use crate::eval::patterns::{DIGITS, KIND_OF_PLACE, KIND_START, LANES, PLACES};
use crate::eval::weights::{HIDDEN_SHIFT, Head, ONE, Rows, SQUARED_SHIFT, WIDTH, finish};
use crate::eval::{Accumulator, Lanes};

/// The indices after a disc is placed and others flipped, seen by the side that moves next.
#[inline]
pub fn next(before: &Accumulator, square: u32, flips: u64) -> Accumulator {
    let flipped = sum_digits(flips);
    let placed = &DIGITS[square as usize & 63].0;
    let mut after = Accumulator { mover: Lanes([0; LANES]), other: Lanes([0; LANES]) };
    for lane in 0..LANES {
        // For whoever moved, an opponent's disc (2) became an own one (1), an empty square too.
        after.other.0[lane] =
            before.mover.0[lane].wrapping_add(placed[lane]).wrapping_sub(flipped[lane]);
        after.mover.0[lane] =
            before.other.0[lane].wrapping_add(2 * placed[lane]).wrapping_add(flipped[lane]);
    }
    after
}

/// The part of [`next`] that evaluates the next position: the indices as its mover sees them.
#[inline]
pub fn next_mover(before: &Accumulator, square: u32, flips: u64) -> Lanes {
    let flipped = sum_digits(flips);
    let placed = &DIGITS[square as usize & 63].0;
    let mut after = Lanes([0; LANES]);
    for lane in 0..LANES {
        after.0[lane] =
            before.other.0[lane].wrapping_add(2 * placed[lane]).wrapping_add(flipped[lane]);
    }
    after
}

/// The sum of the digits of a set of squares.
#[inline]
fn sum_digits(squares: u64) -> [u16; LANES] {
    let mut sum = [0u16; LANES];
    let mut left = squares;
    while left != 0 {
        let digits = &DIGITS[left.trailing_zeros() as usize].0;
        for lane in 0..LANES {
            sum[lane] += digits[lane];
        }
        left &= left - 1;
    }
    sum
}

/// The sum of the rows of all places, on top of a first sum.
#[inline]
pub fn sum_rows(rows: &Rows, indices: &Lanes, mut sum: [i16; WIDTH]) -> [i16; WIDTH] {
    for place in 0..PLACES {
        let row = &rows[KIND_START[KIND_OF_PLACE[place]] + indices.0[place] as usize].0;
        for lane in 0..WIDTH {
            sum[lane] += i16::from(row[lane]);
        }
    }
    sum
}

/// The output of the network in 1/128 disc for a sum of rows.
#[inline]
pub fn head(head: &Head, sum: &[i16; WIDTH]) -> i32 {
    let squared = sum.map(|lane| {
        let clamped = lane.clamp(0, ONE);
        clamped * clamped
    });
    let mut hidden = head.hidden_bias;
    for (pair, weights) in squared.chunks_exact(2).zip(&head.hidden) {
        for (out, weight) in hidden.iter_mut().zip(weights) {
            *out = out
                .wrapping_add(i32::from(pair[0]) * i32::from(weight[0]))
                .wrapping_add(i32::from(pair[1]) * i32::from(weight[1]));
        }
    }
    let mut total = 0i32;
    for (hidden, weight) in hidden.iter().zip(head.output) {
        let leaky = (*hidden).max(hidden >> 3) >> HIDDEN_SHIFT;
        let active = leaky.clamp(i32::from(i16::MIN), i32::from(i16::MAX));
        total = total.wrapping_add(active * i32::from(weight));
    }
    for (squared, weight) in squared.iter().zip(head.direct) {
        total = total.wrapping_add(i32::from(squared >> SQUARED_SHIFT) * i32::from(weight));
    }
    finish(head, total, sum[WIDTH - 1])
}
