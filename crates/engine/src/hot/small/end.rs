//! The last squares of a small board: null windows, no table.

use obverse_rules::kernel::neighbours;

use super::order::{SmallMove, next, weighted_count};
use super::{MOST, hot, kernel, stable_limit};
use crate::params::small as params;
use crate::small::SmallSearch;
use crate::squares::odd_quadrants;
use crate::value::Discs;

/// A wide window over few empty squares: null windows, upwards from the lower end.
#[hot]
pub(super) fn open_window(solver: &mut SmallSearch<'_, '_>, player: u64, opponent: u64, alpha: Discs, beta: Discs) -> Discs {
    let mut low = alpha;
    loop {
        let score = by_mobility(solver, player, opponent, low);
        if score <= low {
            return if low == alpha { score } else { low };
        }
        if score >= beta {
            return score;
        }
        low = score;
    }
}

/// Null window, no table: moves that leave few replies first.
#[hot]
fn by_mobility(solver: &mut SmallSearch<'_, '_>, player: u64, opponent: u64, alpha: Discs) -> Discs {
    let empty = solver.mask & !(player | opponent);
    if empty.count_ones() < params::MOBILITY_EMPTIES {
        return by_parity(solver, player, opponent, empty, alpha);
    }
    solver.pending += 1;
    let moves = kernel::moves(player, opponent) & solver.mask;
    if moves == 0 {
        if kernel::moves(opponent, player) & solver.mask == 0 {
            return final_score(solver, player, opponent);
        }
        return -by_mobility(solver, opponent, player, alpha.for_opponent());
    }
    if let Some(most) = stable_limit(solver, player, opponent, alpha) {
        return most;
    }
    let mut children = [SmallMove::default(); params::TABLE_EMPTIES as usize];
    let mut count = 0;
    let odd = odd_quadrants(empty);
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let flips = kernel::flips(square, player, opponent);
        let (p, o) = (opponent ^ flips, player ^ flips ^ (1 << square));
        let replies = kernel::moves(p, o) & solver.mask;
        let is_even = i32::from(odd >> square & 1 == 0);
        let order = params::LATE_REPLY_COST * weighted_count(solver, replies)
            + params::LATE_EVEN_COST * is_even;
        children[count] = SmallMove { player: p, opponent: o, square, order };
        count += 1;
    }
    let mut best = -MOST;
    for index in 0..count {
        let child = next(&mut children[..count], index);
        let score = -by_mobility(solver, child.player, child.opponent, alpha.for_opponent());
        if score > best {
            best = score;
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// Null window over the last few squares: those in quarters with an odd number first.
#[hot]
fn by_parity(solver: &mut SmallSearch<'_, '_>, player: u64, opponent: u64, empty: u64, alpha: Discs) -> Discs {
    match empty.count_ones() {
        0 => return final_score(solver, player, opponent),
        1 => return one(solver, player, opponent, empty.trailing_zeros()),
        2 => return two(solver, player, opponent, alpha, empty),
        _ => {}
    }
    solver.pending += 1;
    let odd = odd_quadrants(empty) & empty;
    let mut best = -MOST;
    for part in [odd, empty & !odd] {
        let mut left = part;
        while left != 0 {
            let square = left.trailing_zeros();
            let bit = left & left.wrapping_neg();
            left ^= bit;
            if neighbours(bit) & opponent == 0 {
                continue;
            }
            let flips = kernel::flips(square, player, opponent);
            if flips == 0 {
                continue;
            }
            let score =
                -by_parity(solver, opponent ^ flips, player ^ flips ^ bit, empty ^ bit, alpha.for_opponent());
            if score > best {
                best = score;
                if best > alpha {
                    return best;
                }
            }
        }
    }
    if best > -MOST {
        return best;
    }
    if kernel::moves(opponent, player) & solver.mask == 0 {
        return final_score(solver, player, opponent);
    }
    -by_parity(solver, opponent, player, empty, alpha.for_opponent())
}

/// Two squares are empty. Quarters are both odd or one even: there is no order of them.
#[inline]
#[hot]
fn two(solver: &mut SmallSearch<'_, '_>, player: u64, opponent: u64, alpha: Discs, empty: u64) -> Discs {
    solver.pending += 1;
    let (a, b) = (empty.trailing_zeros(), empty.ilog2());
    let mut best = -MOST;
    for (square, other) in [(a, b), (b, a)] {
        let flips = kernel::flips(square, player, opponent);
        if flips != 0 {
            best = best.max(-one(solver, opponent ^ flips, player ^ flips ^ (1 << square), other));
            if best > alpha {
                return best;
            }
        }
    }
    if best > -MOST {
        return best;
    }
    best = MOST;
    for (square, other) in [(a, b), (b, a)] {
        let flips = kernel::flips(square, opponent, player);
        if flips != 0 {
            best = best.min(one(solver, player ^ flips, opponent ^ flips ^ (1 << square), other));
            if best <= alpha {
                return best;
            }
        }
    }
    if best < MOST { best } else { final_score(solver, player, opponent) }
}

/// One square is empty: whoever can place there, does.
///
/// Discs that a move turns over lie between the square and a disc of its own side, so what is
/// around the board cannot be among them, whatever the count takes it for.
#[inline]
#[hot]
fn one(solver: &mut SmallSearch<'_, '_>, player: u64, opponent: u64, square: u32) -> Discs {
    solver.pending += 1;
    let discs = player.count_ones() as i32 - opponent.count_ones() as i32;
    let own = (kernel::last_flips(square, player) & 0xff) as i32;
    if own > 0 {
        return Discs::new(discs + 2 * own + 1);
    }
    let theirs = (kernel::last_flips(square, opponent) & 0xff) as i32;
    if theirs > 0 {
        return Discs::new(discs - 2 * theirs - 1);
    }
    final_score(solver, player, opponent)
}

/// The score of a game that has ended with these discs.
#[inline]
#[hot]
pub(super) fn final_score(solver: &SmallSearch<'_, '_>, player: u64, opponent: u64) -> Discs {
    Discs::at_end(player.count_ones(), opponent.count_ones(), solver.squares)
}
