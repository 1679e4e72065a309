//! Which move of a small board to try first.

use obverse_rules::kernel::neighbours;

use super::end::final_score;
use super::{CHILDREN, hot, kernel};
use crate::params::small as params;
use crate::small::SmallSearch;
use crate::squares::odd_quadrants;

/// More than a short search ever says.
const MOST_WORTH: i32 = 30_000;

/// A move, the board after it seen by the other side, and what to search it by: lowest first.
#[derive(Clone, Copy, Default)]
pub(super) struct SmallMove {
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) square: u32,
    pub(super) order: i32,
}

#[hot]
pub(super) fn expand(player: u64, opponent: u64, moves: u64, children: &mut [SmallMove; CHILDREN]) -> usize {
    let mut left = moves;
    let mut count = 0;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let flips = kernel::flips(square, player, opponent);
        children[count] = SmallMove {
            player: opponent ^ flips,
            opponent: player ^ flips ^ (1 << square),
            square,
            order: 0,
        };
        count += 1;
    }
    count
}

/// Swaps the child to search next to its place.
#[hot]
pub(super) fn next(children: &mut [SmallMove], index: usize) -> SmallMove {
    let mut best = index;
    for other in index + 1..children.len() {
        if children[other].order < children[best].order {
            best = other;
        }
    }
    children.swap(index, best);
    children[index]
}

#[hot]
pub(super) fn order(solver: &mut SmallSearch<'_, '_>, children: &mut [SmallMove], empties: u32, first: Option<u32>) {
    for child in children {
        child.order = if Some(child.square) == first {
            i32::MIN
        } else if empties >= params::GUESS_EMPTIES {
            let depth = params::guess_depth(empties);
            let worth = guess(solver, child.player, child.opponent, depth, -MOST_WORTH, MOST_WORTH);
            replies_order(solver, child) + worth * params::GUESS_SHARE / 16
        } else {
            replies_order(solver, child)
        };
    }
}

/// Few replies, and those not in corners, make a small tree.
#[hot]
fn replies_order(solver: &SmallSearch<'_, '_>, child: &SmallMove) -> i32 {
    let replies = kernel::moves(child.player, child.opponent) & solver.mask;
    let empty = solver.mask & !(child.player | child.opponent);
    let potential = neighbours(child.opponent) & empty;
    let bit = 1 << child.square;
    let is_corner = i32::from(solver.corners & bit != 0);
    let is_odd = i32::from(odd_quadrants(empty | bit) & bit != 0);
    params::REPLY_COST * weighted_count(solver, replies)
        + params::FRONTIER_COST * potential.count_ones() as i32
        - params::CORNER_GAIN * is_corner
        - params::ODD_GAIN * is_odd
}

/// The number of moves; one in a corner counts twice.
#[hot]
pub(super) fn weighted_count(solver: &SmallSearch<'_, '_>, moves: u64) -> i32 {
    (moves.count_ones() + (moves & solver.corners).count_ones()) as i32
}

/// What a board is worth for the side to move, looked at so many plies deep.
#[hot]
fn guess(
    solver: &mut SmallSearch<'_, '_>,
    player: u64,
    opponent: u64,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    solver.pending += 1;
    let moves = kernel::moves(player, opponent) & solver.mask;
    let replies = kernel::moves(opponent, player) & solver.mask;
    if depth == 0 || moves | replies == 0 {
        return estimate(solver, player, opponent, moves, replies);
    }
    if moves == 0 {
        return -guess(solver, opponent, player, depth - 1, -beta, -alpha);
    }
    let mut best = -MOST_WORTH;
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let flips = kernel::flips(square, player, opponent);
        let (p, o) = (opponent ^ flips, player ^ flips ^ (1 << square));
        best = best.max(-guess(solver, p, o, depth - 1, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}

#[hot]
fn estimate(solver: &SmallSearch<'_, '_>, player: u64, opponent: u64, moves: u64, replies: u64) -> i32 {
    let worth = &params::ESTIMATE;
    let empty = solver.mask & !(player | opponent);
    if moves | replies == 0 {
        return worth.disc * final_score(solver, player, opponent).get();
    }
    let count = |set: u64| set.count_ones() as i32;
    let potential = count(neighbours(opponent) & empty) - count(neighbours(player) & empty);
    let corners = count(player & solver.corners) - count(opponent & solver.corners);
    let open = neighbours(empty & solver.corners);
    let x = count(player & open & solver.x_squares) - count(opponent & open & solver.x_squares);
    let c = count(player & open & !solver.x_squares) - count(opponent & open & !solver.x_squares);
    let corner_moves = count(moves & solver.corners) - count(replies & solver.corners);
    worth.moves * (count(moves) - count(replies))
        + worth.potential_moves * potential
        + worth.corners * corners
        + worth.corner_moves * corner_moves
        + worth.x_squares * x
        + worth.c_squares * c
}
