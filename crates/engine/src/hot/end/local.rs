//! Six to eleven empty squares: moves that leave the opponent few replies first (fastest first),
//! stability cut-offs, and a small table of the thread's own.

use obverse_rules::kernel::stability;

use super::last::{four, one, three, two};
use super::{final_score, five, hot, kernel};
use crate::params::{self, LOCAL_EMPTIES};
use crate::search::Worker;
use crate::squares::{CORNERS, QUADRANT, odd_quadrants};
use crate::tables::LocalTable;
use crate::value::Discs;

/// A move with the boards it leads to, for sorting.
#[derive(Clone, Copy)]
struct LocalMove {
    /// The discs of the side that moves next.
    player: u64,
    /// The discs of the side that moved.
    opponent: u64,
    /// The moves of the side that moves next.
    replies: u64,
    square: u32,
    /// Smaller is tried sooner.
    cost: i32,
}

impl LocalMove {
    const NONE: LocalMove = LocalMove { player: 0, opponent: 0, replies: 0, square: 0, cost: 0 };
}

/// A null window over an endgame of at most [`LOCAL_EMPTIES`].
#[hot]
pub(crate) fn solve(worker: &mut Worker, player: u64, opponent: u64, alpha: Discs) -> Discs {
    let empty = !(player | opponent);
    let empties = empty.count_ones();
    let odd = odd_quadrants(empty);
    let nodes = &mut worker.nodes;
    match empties {
        0 => final_score(player, opponent),
        1 => one(player, empty.trailing_zeros()),
        2 => {
            let (a, b) = (empty.trailing_zeros(), empty.ilog2());
            two(nodes, kernel::spread(player), kernel::spread(opponent), alpha, a, b)
        }
        3 => three(nodes, kernel::spread(player), kernel::spread(opponent), alpha, empty, odd),
        4 => four(nodes, player, opponent, alpha, empty, odd),
        5 => five::search(nodes, player, opponent, kernel::moves(player, opponent), alpha, odd),
        _ => search(worker, player, opponent, kernel::moves(player, opponent), alpha, odd),
    }
}

/// A null window over six empty squares or more. Whoever calls knows the moves: they were counted
/// to put this position in its place.
#[hot]
fn search(
    worker: &mut Worker,
    player: u64,
    opponent: u64,
    moves: u64,
    alpha: Discs,
    odd: u64,
) -> Discs {
    worker.nodes += 1;
    let slot = LocalTable::slot(player, opponent);
    worker.local.prefetch(slot);
    let empties = 64 - (player | opponent).count_ones();
    if let Some(bound) = stability_cut(player, opponent, alpha, empties) {
        return bound;
    }
    if moves == 0 {
        let replies = kernel::moves(opponent, player);
        return if replies == 0 {
            final_score(player, opponent)
        } else {
            -search(worker, opponent, player, replies, alpha.for_opponent(), odd)
        };
    }
    if let Some(entry) = worker.local.get(slot, player, opponent) {
        if entry.lower() > alpha {
            return entry.lower();
        }
        if entry.upper() <= alpha {
            return entry.upper();
        }
    }
    let mut list = [LocalMove::NONE; LOCAL_EMPTIES as usize];
    let count = candidates(player, opponent, moves, odd, &mut list);
    let list = &mut list[..count];
    if empties >= params::LOCAL_ETC_EMPTIES
        && let Some(bound) = transposition_cutoff(worker, list, alpha)
    {
        return bound;
    }
    let mut best = Discs::LOWEST;
    for index in 0..list.len() {
        let candidate = take_cheapest(list, index);
        let LocalMove { player: next, opponent: other, replies, square, .. } = candidate;
        let odd = odd ^ QUADRANT[square as usize & 63];
        let score = if empties == 6 {
            -five::search(&mut worker.nodes, next, other, replies, alpha.for_opponent(), odd)
        } else {
            -search(worker, next, other, replies, alpha.for_opponent(), odd)
        };
        best = best.max(score);
        if score > alpha {
            break;
        }
    }
    worker.local.put(slot, (player, opponent), alpha, best);
    best
}

/// Enhanced transposition cut-off: the bound of a move that the thread's own table knows to fail
/// high. All entries are on their way from memory before the first is looked at.
#[inline]
#[hot]
fn transposition_cutoff(worker: &Worker, list: &[LocalMove], alpha: Discs) -> Option<Discs> {
    let mut slots = [0; LOCAL_EMPTIES as usize];
    let slots = &mut slots[..list.len()];
    for (candidate, slot) in list.iter().zip(&mut *slots) {
        *slot = LocalTable::slot(candidate.player, candidate.opponent);
        worker.local.prefetch(*slot);
    }
    list.iter().zip(slots).find_map(|(candidate, slot)| {
        let entry = worker.local.get(*slot, candidate.player, candidate.opponent)?;
        (-entry.upper() > alpha).then_some(-entry.upper())
    })
}

/// Fills the list with the moves; returns how many there are.
#[inline]
#[hot]
fn candidates(
    player: u64,
    opponent: u64,
    moves: u64,
    odd: u64,
    list: &mut [LocalMove; LOCAL_EMPTIES as usize],
) -> usize {
    let mut left = moves;
    let mut count = 0;
    while left != 0 && count < list.len() {
        let square = left.trailing_zeros();
        let bit = left & left.wrapping_neg();
        left ^= bit;
        let flips = kernel::flips(square, player, opponent);
        let (next, other) = (opponent ^ flips, player ^ flips | bit);
        let replies = kernel::moves(next, other);
        let mut cost = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
            * params::LOCAL_REPLY_COST;
        if bit & odd == 0 {
            cost += params::LOCAL_EVEN_COST;
        }
        if bit & CORNERS != 0 {
            cost -= params::LOCAL_CORNER_GAIN;
        }
        list[count] = LocalMove { player: next, opponent: other, replies, square, cost };
        count += 1;
    }
    count
}

/// Brings the cheapest of the moves from `index` on to `index` and returns it.
#[inline]
#[hot]
fn take_cheapest(list: &mut [LocalMove], index: usize) -> LocalMove {
    let mut cheapest = index;
    for other in index + 1..list.len() {
        if list[other].cost < list[cheapest].cost {
            cheapest = other;
        }
    }
    list.swap(index, cheapest);
    list[index]
}

/// Stability cut-off: the upper bound that the opponent's stable discs prove, if the window fails
/// low by it.
#[inline]
#[hot]
pub(crate) fn stability_cut(player: u64, opponent: u64, alpha: Discs, empties: u32) -> Option<Discs> {
    if alpha < params::stability_alpha(empties) {
        return None;
    }
    let stable = stability::stable(opponent, player).count_ones() as i32;
    let most = Discs::new(64 - 2 * stable);
    (most <= alpha).then_some(most)
}
