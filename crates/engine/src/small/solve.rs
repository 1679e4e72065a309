//! The hot part of the small-board solver, compiled once per tier.
//!
//! Null-window alpha-beta in four stages by empty squares: with the table and careful ordering
//! ([`search`]); with ordering by mobility alone ([`by_mobility`]); by parity ([`by_parity`]);
//! the last disc ([`last`]). Scores are discs, empties to the winner.

use obverse_rules::stability::full_lines;
use obverse_rules::{Board8, neighbours};

use super::super::Solver;
use super::super::table::Known;
use super::{hot, kernel};
use crate::budget::Stopped;
use crate::squares::odd_quadrants;

/// From this many empty squares on results are kept in the table.
const TABLE_FROM: u32 = 8;
/// From this many empty squares on children are looked up in the table for a quick end.
const CHILDREN_FROM: u32 = 10;
/// From this many empty squares on moves are ordered by a short search.
const GUESS_FROM: u32 = 10;
/// That search is one ply deeper for so many empty squares more.
const GUESS_STEP: u32 = 3;
/// Its plies at most: it does not look at the clock.
const GUESS_MOST: u32 = 4;
/// What the short search says against the number of replies, in sixteenths.
const GUESS_SHARE: i32 = 10;
/// More than a short search ever says.
const MOST_WORTH: i32 = 30_000;
/// From this many empty squares on a board is turned so that its images are one.
const CANONICAL_FROM: u32 = 16;
/// Below this many empty squares there is no ordering but by parity.
const MOBILITY_FROM: u32 = 5;
/// More than any score.
const MOST: i32 = 64;

/// A move, the board after it seen by the other side, and what to search it by: lowest first.
#[derive(Clone, Copy, Default)]
struct Child {
    player: u64,
    opponent: u64,
    square: u32,
    order: i32,
}

/// More than the moves of any position on a small board.
const CHILDREN: usize = 33;

/// The score within the window, or a bound outside it.
#[hot]
pub(in crate::small) fn search(
    solver: &mut Solver<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    beta: i32,
) -> Result<i32, Stopped> {
    let empty = solver.mask & !(player | opponent);
    let empties = empty.count_ones();
    if empties < TABLE_FROM {
        return Ok(open_window(solver, player, opponent, alpha, beta));
    }
    if empties >= CANONICAL_FROM
        && let Some(turned) = turn(player, opponent)
    {
        return search(solver, turned.0, turned.1, alpha, beta);
    }
    solver.count()?;
    let moves = kernel::moves(player, opponent) & solver.mask;
    if moves == 0 {
        if kernel::moves(opponent, player) & solver.mask == 0 {
            return Ok(finished(player, empty, opponent));
        }
        return search(solver, opponent, player, -beta, -alpha).map(|score| -score);
    }
    let bucket = solver.table.bucket(player, opponent);
    let known = solver.table.get(bucket, player, opponent).unwrap_or(Known::NOTHING);
    if known.lower >= beta || known.lower == known.upper {
        return Ok(known.lower);
    }
    if known.upper <= alpha {
        return Ok(known.upper);
    }
    if let Some(most) = stable_limit(solver, player, opponent, alpha) {
        return Ok(most);
    }
    let begun = solver.nodes();
    let mut children = [Child::default(); CHILDREN];
    let count = expand(player, opponent, moves, &mut children);
    let children = &mut children[..count];
    if empties >= CHILDREN_FROM
        && let Some(score) = known_child(solver, children, beta)
    {
        return Ok(score);
    }
    order(solver, children, empties, known.best);
    let (score, best) = search_children(solver, children, alpha, beta)?;
    let work = (solver.nodes() - begun).max(1).ilog2() as u8 + 1;
    let known = known.after(score, best, alpha, beta);
    solver.table.put(bucket, (player, opponent), known, work);
    Ok(score)
}

/// The best score of the children and the move that leads there.
#[hot]
fn search_children(
    solver: &mut Solver<'_>,
    children: &mut [Child],
    alpha: i32,
    beta: i32,
) -> Result<(i32, u32), Stopped> {
    let mut best = (-MOST, children[0].square);
    for index in 0..children.len() {
        let child = next(children, index);
        let low = alpha.max(best.0);
        let mut score = if index == 0 {
            -search(solver, child.player, child.opponent, -beta, -low)?
        } else {
            -search(solver, child.player, child.opponent, -low - 1, -low)?
        };
        if index > 0 && score > low && score < beta {
            score = -search(solver, child.player, child.opponent, -beta, -score)?;
        }
        if score > best.0 {
            best = (score, child.square);
            if score >= beta {
                break;
            }
        }
    }
    Ok(best)
}

/// A score not below beta that the table knows from one of the children.
#[hot]
fn known_child(solver: &Solver<'_>, children: &[Child], beta: i32) -> Option<i32> {
    children.iter().find_map(|child| {
        let bucket = solver.table.bucket(child.player, child.opponent);
        let known = solver.table.get(bucket, child.player, child.opponent)?;
        (-known.upper >= beta).then_some(-known.upper)
    })
}

/// The board turned or mirrored so that all eight of its kind are one; none if it already is.
#[hot]
fn turn(player: u64, opponent: u64) -> Option<(u64, u64)> {
    let board = Board8 { player, opponent };
    let canonical = board.canonical();
    (canonical != board).then_some((canonical.player, canonical.opponent))
}

/// An upper bound that is not above alpha, from the opponent's discs that are safe for ever.
#[hot]
fn stable_limit(solver: &Solver<'_>, player: u64, opponent: u64, alpha: i32) -> Option<i32> {
    let squares = solver.squares;
    // The bound needs many discs, and hardly any disc is safe without a corner.
    if squares - 2 * opponent.count_ones() as i32 > alpha || opponent & solver.corners == 0 {
        return None;
    }
    let stable = stable(solver, opponent, player).count_ones() as i32;
    (squares - 2 * stable <= alpha).then_some(squares - 2 * stable)
}

/// The player's discs that can never be turned over: safe along all four lines, because the line
/// is full or a neighbour on it is off the board or safe itself.
#[hot]
fn stable(solver: &Solver<'_>, player: u64, opponent: u64) -> u64 {
    let outside = !solver.mask;
    let full = full_lines(player | opponent | outside);
    let mut stable = 0;
    loop {
        let safe = stable | outside;
        let grown = player
            & (full[0] | safe << 1 | safe >> 1)
            & (full[1] | safe << 8 | safe >> 8)
            & (full[2] | safe << 9 | safe >> 9)
            & (full[3] | safe << 7 | safe >> 7);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// A wide window over few empty squares: null windows, upwards from the lower end.
#[hot]
fn open_window(solver: &mut Solver<'_>, player: u64, opponent: u64, alpha: i32, beta: i32) -> i32 {
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

#[hot]
fn expand(player: u64, opponent: u64, moves: u64, children: &mut [Child; CHILDREN]) -> usize {
    let mut left = moves;
    let mut count = 0;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let flips = kernel::flips(square, player, opponent);
        children[count] = Child {
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
fn next(children: &mut [Child], index: usize) -> Child {
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
fn order(solver: &mut Solver<'_>, children: &mut [Child], empties: u32, first: Option<u32>) {
    for child in children {
        child.order = if Some(child.square) == first {
            i32::MIN
        } else if empties >= GUESS_FROM {
            let depth = ((empties - GUESS_FROM) / GUESS_STEP).min(GUESS_MOST);
            let worth = guess(solver, child.player, child.opponent, depth, -MOST_WORTH, MOST_WORTH);
            replies_order(solver, child) + worth * GUESS_SHARE / 16
        } else {
            replies_order(solver, child)
        };
    }
}

/// Few replies, and those not in corners, make a small tree.
#[hot]
fn replies_order(solver: &Solver<'_>, child: &Child) -> i32 {
    let replies = kernel::moves(child.player, child.opponent) & solver.mask;
    let empty = solver.mask & !(child.player | child.opponent);
    let potential = neighbours(child.opponent) & empty;
    let bit = 1 << child.square;
    let is_corner = i32::from(solver.corners & bit != 0);
    let is_odd = i32::from(odd_quadrants(empty | bit) & bit != 0);
    16 * weighted_count(solver, replies) + 2 * potential.count_ones() as i32
        - 24 * is_corner
        - 6 * is_odd
}

/// The number of moves; one in a corner counts twice.
#[hot]
fn weighted_count(solver: &Solver<'_>, moves: u64) -> i32 {
    (moves.count_ones() + (moves & solver.corners).count_ones()) as i32
}

/// What a board is worth for the side to move, looked at so many plies deep.
#[hot]
fn guess(
    solver: &mut Solver<'_>,
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
fn estimate(solver: &Solver<'_>, player: u64, opponent: u64, moves: u64, replies: u64) -> i32 {
    let empty = solver.mask & !(player | opponent);
    if moves | replies == 0 {
        return 100 * finished(player, empty, opponent);
    }
    let count = |set: u64| set.count_ones() as i32;
    let potential = count(neighbours(opponent) & empty) - count(neighbours(player) & empty);
    let corners = count(player & solver.corners) - count(opponent & solver.corners);
    let open = neighbours(empty & solver.corners);
    let x = count(player & open & solver.x_squares) - count(opponent & open & solver.x_squares);
    let c = count(player & open & !solver.x_squares) - count(opponent & open & !solver.x_squares);
    let corner_moves = count(moves & solver.corners) - count(replies & solver.corners);
    20 * (count(moves) - count(replies)) + 8 * potential + 150 * corners + 60 * (corner_moves - x)
        - 10 * c
}

/// Null window, no table: moves that leave few replies first.
#[hot]
fn by_mobility(solver: &mut Solver<'_>, player: u64, opponent: u64, alpha: i32) -> i32 {
    let empty = solver.mask & !(player | opponent);
    if empty.count_ones() < MOBILITY_FROM {
        return by_parity(solver, player, opponent, empty, alpha);
    }
    solver.pending += 1;
    let moves = kernel::moves(player, opponent) & solver.mask;
    if moves == 0 {
        if kernel::moves(opponent, player) & solver.mask == 0 {
            return finished(player, empty, opponent);
        }
        return -by_mobility(solver, opponent, player, -alpha - 1);
    }
    if let Some(most) = stable_limit(solver, player, opponent, alpha) {
        return most;
    }
    let mut children = [Child::default(); TABLE_FROM as usize];
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
        let order = 4 * weighted_count(solver, replies) + 2 * is_even;
        children[count] = Child { player: p, opponent: o, square, order };
        count += 1;
    }
    let mut best = -MOST;
    for index in 0..count {
        let child = next(&mut children[..count], index);
        let score = -by_mobility(solver, child.player, child.opponent, -alpha - 1);
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
fn by_parity(solver: &mut Solver<'_>, player: u64, opponent: u64, empty: u64, alpha: i32) -> i32 {
    if empty & empty.wrapping_sub(1) == 0 {
        return last(solver, player, opponent, empty);
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
                -by_parity(solver, opponent ^ flips, player ^ flips ^ bit, empty ^ bit, -alpha - 1);
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
        return finished(player, empty, opponent);
    }
    -by_parity(solver, opponent, player, empty, -alpha - 1)
}

/// The last square, or none.
#[hot]
fn last(solver: &mut Solver<'_>, player: u64, opponent: u64, empty: u64) -> i32 {
    solver.pending += 1;
    if empty != 0 {
        let square = empty.trailing_zeros();
        let own = player.count_ones() as i32;
        let theirs = opponent.count_ones() as i32;
        let flips = kernel::flips(square, player, opponent).count_ones() as i32;
        if flips > 0 {
            return own - theirs + 2 * flips + 1;
        }
        let flips = kernel::flips(square, opponent, player).count_ones() as i32;
        if flips > 0 {
            return own - theirs - 2 * flips - 1;
        }
    }
    finished(player, empty, opponent)
}

/// The score of a game that is over.
#[hot]
fn finished(player: u64, empty: u64, opponent: u64) -> i32 {
    let difference = player.count_ones() as i32 - opponent.count_ones() as i32;
    difference + difference.signum() * empty.count_ones() as i32
}
