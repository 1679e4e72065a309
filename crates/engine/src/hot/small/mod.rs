//! The solver of small boards: principal variation search in four stages by empty squares.
//!
//! 6×6 was first solved by J. Feinstein in 1993, in two weeks: White wins by 20 to 16.
//!
//! With the table and careful ordering ([`search`]); with ordering by mobility alone and by parity
//! down to the last disc ([`end`]). Scores are discs, empties to the winner.

mod end;
mod order;

use obverse_rules::Board8;
use obverse_rules::kernel::stability::full_lines;

use super::{hot, kernel};
use crate::params::small as params;
use crate::small::SmallSearch;
use crate::stopper::Stopped;
use crate::tables::{Busy, Known, hash};
use crate::value::Discs;
use end::{final_score, open_window};
use order::{SmallMove, expand, next, order};

/// More than any score.
const MOST: Discs = Discs::new(64);

/// More than the moves of any position on a small board.
const CHILDREN: usize = 33;

/// The score within the window, or a bound outside it.
#[hot]
pub(crate) fn search(
    solver: &mut SmallSearch<'_, '_>,
    player: u64,
    opponent: u64,
    alpha: Discs,
    beta: Discs,
) -> Result<Discs, Stopped> {
    let empties = (solver.mask & !(player | opponent)).count_ones();
    if empties < params::TABLE_EMPTIES {
        return Ok(open_window(solver, player, opponent, alpha, beta));
    }
    if empties >= params::CANONICAL_EMPTIES
        && let Some(turned) = turn(player, opponent)
    {
        return search(solver, turned.0, turned.1, alpha, beta);
    }
    solver.count()?;
    let moves = kernel::moves(player, opponent) & solver.mask;
    if moves == 0 {
        if kernel::moves(opponent, player) & solver.mask == 0 {
            return Ok(final_score(solver, player, opponent));
        }
        return search(solver, opponent, player, -beta, -alpha).map(|score| -score);
    }
    let known = solver.table.get(player, opponent).unwrap_or(Known::NOTHING);
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
    let mut children = [SmallMove::default(); CHILDREN];
    let count = expand(player, opponent, moves, &mut children);
    let children = &mut children[..count];
    if empties >= params::ETC_EMPTIES
        && let Some(score) = transposition_cutoff(solver, children, beta)
    {
        return Ok(score);
    }
    order(solver, children, empties, known.best);
    let (score, best) = search_children(solver, children, empties, alpha, beta)?;
    let work = (solver.nodes() - begun).max(1).ilog2() as u8 + 1;
    let known = known.after(score, best, alpha, beta);
    solver.table.put((player, opponent), known, work);
    Ok(score)
}

/// The best score of the children and the move that leads there. Those that another thread searches
/// come last.
#[hot]
fn search_children(
    solver: &mut SmallSearch<'_, '_>,
    children: &mut [SmallMove],
    empties: u32,
    alpha: Discs,
    beta: Discs,
) -> Result<(Discs, u32), Stopped> {
    let busy = solver.busy.filter(|_| empties >= params::DEFER_EMPTIES);
    let mut best = (-MOST, children[0].square);
    // A bit a child.
    let mut deferred = 0_u64;
    for index in 0..children.len() {
        let child = next(children, index);
        if index > 0 && busy.is_some_and(|busy| busy.contains(hash(child.player, child.opponent))) {
            deferred |= 1 << index;
            continue;
        }
        best = search_child(solver, &child, index == 0, busy, (alpha, beta), best)?;
        if best.0 >= beta {
            return Ok(best);
        }
    }
    while deferred != 0 {
        let child = children[deferred.trailing_zeros() as usize];
        deferred &= deferred - 1;
        best = search_child(solver, &child, false, busy, (alpha, beta), best)?;
        if best.0 >= beta {
            break;
        }
    }
    Ok(best)
}

/// The best score and move once this child is searched too.
#[inline]
#[hot]
fn search_child(
    solver: &mut SmallSearch<'_, '_>,
    child: &SmallMove,
    is_first: bool,
    busy: Option<&Busy>,
    (alpha, beta): (Discs, Discs),
    best: (Discs, u32),
) -> Result<(Discs, u32), Stopped> {
    let low = alpha.max(best.0);
    if let Some(busy) = busy {
        busy.enter(hash(child.player, child.opponent));
    }
    let mut score = if is_first {
        -search(solver, child.player, child.opponent, -beta, -low)?
    } else {
        -search(solver, child.player, child.opponent, low.for_opponent(), -low)?
    };
    if !is_first && score > low && score < beta {
        score = -search(solver, child.player, child.opponent, -beta, -score)?;
    }
    if let Some(busy) = busy {
        busy.leave(hash(child.player, child.opponent));
    }
    Ok(if score > best.0 { (score, child.square) } else { best })
}

/// Enhanced transposition cut-off: the bound of a child that the table knows to fail high.
#[hot]
fn transposition_cutoff(solver: &SmallSearch<'_, '_>, children: &[SmallMove], beta: Discs) -> Option<Discs> {
    children.iter().find_map(|child| {
        let known = solver.table.get(child.player, child.opponent)?;
        (-known.upper >= beta).then_some(-known.upper)
    })
}

/// The board turned or mirrored so that all eight of its kind are one; none if it already is.
#[hot]
fn turn(player: u64, opponent: u64) -> Option<(u64, u64)> {
    let board = Board8::from_bits_unchecked(player, opponent);
    let canonical = board.canonical();
    (canonical != board).then_some(canonical.bits())
}

/// Stability cut-off: an upper bound that is not above alpha, from the opponent's stable discs.
#[hot]
pub(super) fn stable_limit(solver: &SmallSearch<'_, '_>, player: u64, opponent: u64, alpha: Discs) -> Option<Discs> {
    let less_twice = |discs: u64| Discs::new(solver.squares as i32 - 2 * discs.count_ones() as i32);
    // The bound needs many discs, and hardly any disc is safe without a corner.
    if less_twice(opponent) > alpha || opponent & solver.corners == 0 {
        return None;
    }
    let most = less_twice(stable(solver, opponent, player));
    (most <= alpha).then_some(most)
}

/// The player's discs that can never be turned over: safe along all four lines, because the line
/// is full or a neighbour on it is off the board or safe itself.
#[hot]
fn stable(solver: &SmallSearch<'_, '_>, player: u64, opponent: u64) -> u64 {
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
