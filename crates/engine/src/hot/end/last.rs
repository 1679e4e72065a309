//! The last four empty squares, without a list or a table: everything fits in registers.
//!
//! Null windows, fail-soft. Squares in quadrants with an odd number of empty squares come first:
//! whoever moves last in a region gains by it (parity). Special functions for the last squares are
//! what all strong Othello programs have, as Zebra (G. Andersson) and Edax (R. Delorme).
//!
//! Boards stay in the form in which flips are found, a vector where there are some. Functions that
//! take a vector are `extern "C"`: by Rust's own convention it would go through memory.

// No other language calls them.
#![allow(improper_ctypes_definitions)]

use std::hint::select_unpredictable;

use super::kernel::{Spread, gather, spread, spread_flips, toggled, with};
use super::{final_score, hot, kernel};
use crate::squares::QUADRANT;
use crate::value::Discs;

/// Below every score.
const NONE: Discs = Discs::new(-100);

/// One square is empty. Whoever can place there, does.
#[inline]
#[hot]
pub(crate) fn one(player: u64, square: u32) -> Discs {
    let flips = kernel::last_flips(square, player);
    let (own, theirs) = ((flips & 0xff) as i32, (flips >> 8) as i32);
    let without = 2 * player.count_ones() as i32 - 64;
    // Nobody can: the square goes to whoever has more of the 63 discs.
    let nobody = select_unpredictable(without >= 0, without + 2, without);
    let passed = select_unpredictable(theirs != 0, without - 2 * theirs, nobody);
    Discs::new(select_unpredictable(own != 0, without + 2 * own + 2, passed))
}

/// Two squares are empty.
#[inline]
#[hot]
pub(crate) extern "C" fn two(nodes: &mut u64, player: Spread, opponent: Spread, alpha: Discs, a: u32, b: u32) -> Discs {
    *nodes += 1;
    let mut best = NONE;
    let flips = spread_flips(a, player, opponent);
    if gather(flips) != 0 {
        *nodes += 1;
        best = -one(gather(toggled(opponent, flips)), b);
        if best > alpha {
            return best;
        }
    }
    let flips = spread_flips(b, player, opponent);
    if gather(flips) != 0 {
        *nodes += 1;
        best = best.max(-one(gather(toggled(opponent, flips)), a));
    }
    if best == NONE { two_passed(nodes, gather(player), gather(opponent), alpha, a, b) } else { best }
}

/// Two squares are empty and the player can use neither.
#[cold]
#[hot]
fn two_passed(nodes: &mut u64, player: u64, opponent: u64, alpha: Discs, a: u32, b: u32) -> Discs {
    let mut best = -NONE;
    let flips = kernel::flips(a, opponent, player);
    if flips != 0 {
        *nodes += 1;
        best = one(player ^ flips, b);
        if best <= alpha {
            return best;
        }
    }
    let flips = kernel::flips(b, opponent, player);
    if flips != 0 {
        *nodes += 1;
        best = best.min(one(player ^ flips, a));
    }
    if best == -NONE { final_score(player, opponent) } else { best }
}

/// Three squares are empty. `odd` has the quadrants with an odd number of empty squares.
#[inline]
#[hot]
pub(crate) fn three(
    nodes: &mut u64,
    player: Spread,
    opponent: Spread,
    alpha: Discs,
    empty: u64,
    odd: u64,
) -> Discs {
    let best = three_moves(nodes, player, opponent, alpha, empty, odd);
    if best != NONE {
        return best;
    }
    three_passed(nodes, gather(player), gather(opponent), alpha, empty, odd)
}

#[cold]
#[hot]
fn three_passed(
    nodes: &mut u64,
    player: u64,
    opponent: u64,
    alpha: Discs,
    empty: u64,
    odd: u64,
) -> Discs {
    let best = three_moves(nodes, spread(opponent), spread(player), alpha.for_opponent(), empty, odd);
    if best == NONE { final_score(player, opponent) } else { -best }
}

#[inline]
#[hot]
extern "C" fn three_moves(
    nodes: &mut u64,
    player: Spread,
    opponent: Spread,
    alpha: Discs,
    empty: u64,
    odd: u64,
) -> Discs {
    *nodes += 1;
    // Three squares lie in one odd quadrant, in three, or as one and two.
    let a = (empty & odd).trailing_zeros();
    let rest = empty & !(1 << a);
    let b = rest.trailing_zeros();
    let c = rest.ilog2();
    let mut best = NONE;
    let flips = spread_flips(a, player, opponent);
    if gather(flips) != 0 {
        let next = with(toggled(player, flips), a);
        best = -two(nodes, toggled(opponent, flips), next, alpha.for_opponent(), b, c);
        if best > alpha {
            return best;
        }
    }
    let flips = spread_flips(b, player, opponent);
    if gather(flips) != 0 {
        let next = with(toggled(player, flips), b);
        best = best.max(-two(nodes, toggled(opponent, flips), next, alpha.for_opponent(), a, c));
        if best > alpha {
            return best;
        }
    }
    let flips = spread_flips(c, player, opponent);
    if gather(flips) != 0 {
        let next = with(toggled(player, flips), c);
        best = best.max(-two(nodes, toggled(opponent, flips), next, alpha.for_opponent(), a, b));
    }
    best
}

/// Four squares are empty.
#[hot]
pub(crate) fn four(
    nodes: &mut u64,
    player: u64,
    opponent: u64,
    alpha: Discs,
    empty: u64,
    odd: u64,
) -> Discs {
    let best = four_moves(nodes, player, opponent, alpha, empty, odd);
    if best != NONE {
        return best;
    }
    let best = four_moves(nodes, opponent, player, alpha.for_opponent(), empty, odd);
    if best == NONE { final_score(player, opponent) } else { -best }
}

#[hot]
fn four_moves(
    nodes: &mut u64,
    player: u64,
    opponent: u64,
    alpha: Discs,
    empty: u64,
    odd: u64,
) -> Discs {
    *nodes += 1;
    let (player, opponent) = (spread(player), spread(opponent));
    let mut best = NONE;
    for square in parity_order(empty, odd) {
        let flips = spread_flips(square, player, opponent);
        if gather(flips) != 0 {
            let bit = 1 << square;
            let score = -three(
                nodes,
                toggled(opponent, flips),
                with(toggled(player, flips), square),
                alpha.for_opponent(),
                empty ^ bit,
                odd ^ QUADRANT[square as usize & 63],
            );
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}

/// Four empty squares, those in odd quadrants first. There are none, two or four of those.
#[inline]
#[hot]
fn parity_order(empty: u64, odd: u64) -> [u32; 4] {
    let first = if empty & odd == 0 { empty } else { empty & odd };
    let after_two = first & (first - 1);
    let after_two = after_two & after_two.wrapping_sub(1);
    let second = if after_two == 0 { empty & !odd } else { after_two };
    [
        first.trailing_zeros(),
        (first & (first - 1)).trailing_zeros(),
        second.trailing_zeros(),
        second.ilog2(),
    ]
}
