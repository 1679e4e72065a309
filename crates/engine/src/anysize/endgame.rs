//! The endgame of the any-size search: the same in whole discs, to the end of the game.

use obverse_rules::{Board, Square, SquareSet};

use super::search::Turn;
use super::searcher::{AnySizeSearcher, Child};
use crate::Confidence;
use crate::params;
use crate::stopper::Stopped;
use crate::tables::{AnySizeEntry, Bound, SOLVED};
use crate::value::{Discs, Value};

impl<B: Board> AnySizeSearcher<'_, B> {
    /// The result in discs under perfect play; outside the window it is a bound.
    pub(super) fn solve(&mut self, board: &B, alpha: Discs, beta: Discs) -> Result<Discs, Stopped> {
        self.counter.visit()?;
        let moves = board.moves();
        if moves.is_empty() {
            let passed = board.pass();
            return if passed.moves().is_empty() {
                Ok(Discs::new(board.final_score()))
            } else {
                self.solve(&passed, -beta, -alpha).map(|score| -score)
            };
        }
        let empty = board.empty();
        if empty.len() < params::any_size::TABLE_EMPTIES {
            self.solve_few(board, moves, alpha, beta)
        } else {
            self.solve_ordered(board, moves, alpha, beta)
        }
    }

    fn solve_few(
        &mut self,
        board: &B,
        moves: B::Set,
        alpha: Discs,
        beta: Discs,
    ) -> Result<Discs, Stopped> {
        let mut best = Discs::LOWEST;
        for square in moves.iter() {
            let child = board.play_unchecked(square, board.flips(square));
            best = best.max(-self.solve(&child, -beta, -alpha.max(best))?);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn solve_ordered(
        &mut self,
        board: &B,
        moves: B::Set,
        alpha: Discs,
        beta: Discs,
    ) -> Result<Discs, Stopped> {
        let key = board.hash64();
        let known = self.table.get(key);
        if let Some(score) = known.and_then(|entry| settled(&entry, alpha, beta)) {
            return Ok(score);
        }
        let begin = self.children.len();
        self.push_solver_children(board, moves, known.and_then(|entry| entry.best));
        let (score, best) = self.solve_children(board, begin, alpha, beta)?;
        self.children.truncate(begin);
        let bound = Bound::of(score, alpha, beta);
        let best = (bound != Bound::Upper).then_some(best);
        let (value, confidence) = (score.into(), Confidence::FULL);
        self.table.put(key, AnySizeEntry { value, bound, depth: SOLVED, confidence, best });
        Ok(score)
    }

    /// Solves the children from `begin` on and gives the best score and move.
    fn solve_children(
        &mut self,
        board: &B,
        begin: usize,
        alpha: Discs,
        beta: Discs,
    ) -> Result<(Discs, Square), Stopped> {
        let end = self.children.len();
        let is_large = || board.empty().len() >= params::any_size::DEFER_EMPTIES;
        let busy = self.busy.filter(|_| is_large());
        let mut score = Discs::LOWEST;
        let mut best = self.children[begin].square;
        for turn in Turn::BOTH {
            for index in begin..end {
                let Some(child) = self.take(index, begin..end, turn, busy) else { continue };
                let lower = alpha.max(score);
                let hash = busy.map(|busy| (busy, child.board.hash64()));
                hash.inspect(|(busy, hash)| busy.enter(*hash));
                let mut found = if index == begin {
                    -self.solve(&child.board, -beta, -lower)?
                } else {
                    -self.solve(&child.board, lower.for_opponent(), -lower)?
                };
                if index > begin && found > lower && found < beta {
                    found = -self.solve(&child.board, -beta, -found)?;
                }
                hash.inspect(|(busy, hash)| busy.leave(*hash));
                if found > score {
                    score = found;
                    best = child.square;
                    if score >= beta {
                        return Ok((score, best));
                    }
                }
            }
            if busy.is_none() {
                break;
            }
        }
        Ok((score, best))
    }

    /// The fewer replies the sooner: a small tree is searched first, and it often refutes.
    fn push_solver_children(&mut self, board: &B, moves: B::Set, first: Option<Square>) {
        let odd = self.evaluator.odd_quadrants(&board.empty());
        for square in moves.iter() {
            let child = board.play_unchecked(square, board.flips(square));
            let order = if Some(square) == first {
                Value::INFINITE
            } else {
                let parity = if odd.contains(square) { params::any_size::ODD } else { Value::ZERO };
                self.evaluator.square_value(square) + parity
                    - params::any_size::REPLY * child.moves().len() as i32
                    - params::any_size::POTENTIAL * child.potential_moves().len() as i32
            };
            self.children.push(Child { square, board: child, order, is_deferred: false });
        }
    }
}

/// The result that a stored entry settles for this window.
fn settled(entry: &AnySizeEntry, alpha: Discs, beta: Discs) -> Option<Discs> {
    if entry.depth != SOLVED {
        return None;
    }
    let score = entry.value.floor();
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    settled.then_some(score)
}
