//! Why a classic that searches by alpha-beta moves as it does.
//!
//! Alpha-beta finds out what the best move is worth, and of the others only that they are worth
//! less. Here every move is searched on its own with a full window, so that each has a value, a
//! line, and a leaf whose terms add up to the value.

use obverse_rules::{Board, Move, Square, SquareSet};

use super::search::{self, Heuristic, Leaf, OutOfTime, Plan, Search, Timer, Walk};
use crate::Turn;
use crate::explanation::{self, ExplainedMove, Iteration, SearchedMove, Term};

/// Every legal move, the best one first. An iteration that runs out of time counts for none of
/// the moves, so that all have been searched equally deep.
pub(super) fn explain<B: Board>(
    board: &B,
    heuristic: &impl Heuristic<B>,
    plan: Plan,
    turn: &Turn<'_>,
) -> Vec<ExplainedMove> {
    let deadline = plan.time.map(|time| turn.time_source.now().saturating_add(time));
    let empties = board.empty().len() as u32;
    let mut candidates: Vec<Candidate<'_, B, _>> = search::first_order(board, plan.walk)
        .into_iter()
        .map(|square| {
            let timer = Timer::new(deadline, turn);
            let after = board.play_unchecked(square, board.flips(square));
            let mut search = Search::new(heuristic, plan.walk, timer);
            search.root_ply = 1;
            Candidate { square, after, search, iterations: vec![] }
        })
        .collect();
    let mut best = 0;
    let mut depth = 1;
    loop {
        let found: Result<Vec<Iteration>, OutOfTime> =
            candidates.iter_mut().map(|candidate| candidate.iterate(depth, empties)).collect();
        let Ok(found) = found else { break };
        for (candidate, iteration) in candidates.iter_mut().zip(found) {
            candidate.iterations.push(iteration);
        }
        let last_best = if plan.walk == Walk::AtOnce { 0 } else { best };
        best = best_of(&candidates, last_best);
        let met_horizon = candidates.iter().any(|candidate| candidate.search.met_horizon);
        match plan.deeper(depth, empties).filter(|_| met_horizon) {
            Some(deeper) => depth = deeper,
            None => break,
        }
    }
    if let Some(tried) = candidates.get_mut(..=best) {
        tried.rotate_right(1);
    }
    let mut moves: Vec<_> =
        candidates.into_iter().map(|candidate| candidate.explained(board, heuristic)).collect();
    explanation::best_first(&mut moves);
    moves
}

/// Where the best move is. Of equal ones it is the one that the search tries first: the best of the
/// last iteration, else in their order.
fn best_of<B: Board, H>(candidates: &[Candidate<'_, B, H>], last_best: usize) -> usize {
    let score = |at: usize| candidates[at].iterations.last().map(|iteration| iteration.score);
    let better = |best: usize, at: usize| if score(at) > score(best) { at } else { best };
    (0..candidates.len()).fold(last_best, better)
}

/// A move that is searched on its own.
struct Candidate<'a, B: Board, H> {
    square: Square,
    after: B,
    search: Search<'a, B, H>,
    iterations: Vec<Iteration>,
}

impl<B: Board, H: Heuristic<B>> Candidate<'_, B, H> {
    fn iterate(&mut self, depth: u32, empties: u32) -> Result<Iteration, OutOfTime> {
        // The first iteration is a single evaluation: there is always something to say.
        let score = -self.search.iterate(&self.after, depth - 1)?;
        let mut line = vec![Move::Place(self.square)];
        line.extend_from_slice(self.search.keep_line());
        // Passes are plies of the search; nobody looks further than the board is empty.
        Ok(Iteration { depth: depth.min(empties), score, kind: None, line })
    }

    fn explained(self, board: &B, heuristic: &H) -> ExplainedMove {
        let last = self.iterations.last().expect("the first iteration is never cut short").clone();
        let searched = SearchedMove {
            score: last.score,
            kind: None,
            depth: last.depth,
            nodes: self.search.timer.nodes,
            terms: terms_after(board, &last.line, heuristic),
            line: last.line,
            iterations: self.iterations,
        };
        ExplainedMove {
            square: self.square,
            terms: terms_after(board, &[Move::Place(self.square)], heuristic),
            searched,
            opening: None,
            overlooked: None,
        }
    }
}

/// The terms of the position to which a line leads, in the view of the side that begins it.
pub(super) fn terms_after<B: Board>(
    board: &B,
    line: &[Move],
    heuristic: &impl Heuristic<B>,
) -> Vec<Term> {
    let (mut end, mut sign) = (*board, 1.0);
    for mv in line {
        sign = -sign;
        end = match *mv {
            Move::Place(square) => end.play_unchecked(square, end.flips(square)),
            Move::Pass => end.pass(),
        };
    }
    named(heuristic, Leaf::new(&end, line.len()), sign)
}

/// The terms of a leaf with their names. Adding zero turns −0 into 0.
fn named<B: Board, H: Heuristic<B>>(heuristic: &H, leaf: Leaf<'_, B>, sign: f64) -> Vec<Term> {
    let values = heuristic.weighted(leaf);
    let names = H::TERMS.iter().zip(values.as_ref());
    names.map(|(name, value)| Term { name, value: sign * value + 0.0 }).collect()
}
