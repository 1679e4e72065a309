//! The midgame of the any-size search: principal variation search with a transposition table,
//! enhanced transposition cut-offs, multi-ProbCut and late move reductions. `hot/pv.rs`,
//! `hot/null_window.rs` and `hot/probcut.rs` name the sources.

use std::ops::Range;

use obverse_rules::{Board, Square, SquareSet};

use super::searcher::{AnySizeSearcher, Child};
use crate::Confidence;
use crate::params::any_size as params;
use crate::stopper::Stopped;
use crate::tables::{AnySizeEntry, Bound, Busy};
use crate::value::{Discs, Value};

impl<B: Board> AnySizeSearcher<'_, B> {
    /// The value of a board looked at so many plies deep; outside the window it is a bound.
    pub(super) fn search(
        &mut self,
        board: &B,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        self.counter.visit()?;
        let moves = board.moves();
        if moves.is_empty() {
            return self.search_without_move(board, depth, alpha, beta);
        }
        if depth == 0 {
            return Ok(self.estimate(board, &moves));
        }
        if depth == 1 {
            return self.search_last_ply(board, moves, beta);
        }
        let key = board.hash64();
        let known = self.table.get(key);
        if let Some(value) =
            known.and_then(|entry| cutoff(&entry, depth, self.confidence, alpha, beta))
        {
            return Ok(value);
        }
        let is_null = beta == alpha.next();
        if is_null && let Some(bound) = self.probcut(board, &moves, depth, alpha)? {
            return Ok(bound);
        }
        let begin = self.children.len();
        self.push_children(board, moves, known.and_then(|entry| entry.best), depth);
        if is_null
            && depth >= params::ETC_DEPTH
            && let Some(bound) = self.transposition_cutoff(begin, depth, alpha)
        {
            self.children.truncate(begin);
            return Ok(bound);
        }
        let (value, best) = self.search_children(board, begin, depth, alpha, beta)?;
        self.children.truncate(begin);
        let bound = Bound::of(value, alpha, beta);
        let best = (bound != Bound::Upper).then_some(best);
        let (depth, confidence) = (depth as u16, self.confidence);
        self.table.put(key, AnySizeEntry { value, bound, depth, confidence, best });
        Ok(value)
    }

    fn search_without_move(
        &mut self,
        board: &B,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        let passed = board.pass();
        if passed.moves().is_empty() {
            return Ok(Discs::new(board.final_score()).into());
        }
        self.turn();
        let value = -self.search(&passed, depth, -beta, -alpha)?;
        self.turn();
        Ok(value)
    }

    /// The value one ply ahead, without a table or a list of moves.
    fn search_last_ply(&mut self, board: &B, moves: B::Set, beta: Value) -> Result<Value, Stopped> {
        let mut best = -Value::INFINITE;
        for set in self.evaluator.by_promise() {
            for square in (moves & set).iter() {
                let flips = board.flips(square);
                let child = board.play_unchecked(square, flips);
                self.forth(square, flips);
                best = best.max(-self.search(&child, 0, -Value::INFINITE, Value::INFINITE)?);
                self.back();
                if best >= beta {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }

    /// Multi-ProbCut: a bound that a deep search would almost surely confirm, because a shallow
    /// one is beyond the null window by so much.
    fn probcut(
        &mut self,
        board: &B,
        moves: &B::Set,
        depth: u32,
        alpha: Value,
    ) -> Result<Option<Value>, Stopped> {
        if self.confidence == Confidence::FULL || depth < params::PROBCUT_DEPTH {
            return Ok(None);
        }
        let empties = board.empty().len() as u32;
        let error = self.confidence.margin(params::probcut_error(B::SIZE, empties, depth));
        let estimate = self.estimate(board, moves);
        let (high, low) = (alpha.next() + error, alpha - error);
        let shallow = params::probcut_depth(depth);
        // The shallow search is worth its time only where the estimate already points that way.
        let margin = params::probcut_margin(error);
        let most = Value::discs(B::SIZE.squares() as i32);
        if estimate >= high - margin && high <= most {
            if self.shallow(board, shallow, estimate, high.previous())? >= high {
                return Ok(Some(alpha.next()));
            }
        } else if estimate <= low + margin
            && low >= -most
            && self.shallow(board, shallow, estimate, low)? <= low
        {
            return Ok(Some(alpha));
        }
        Ok(None)
    }

    /// The shallow search of [`probcut`](Self::probcut), given the estimate of the board.
    fn shallow(
        &mut self,
        board: &B,
        depth: u32,
        estimate: Value,
        alpha: Value,
    ) -> Result<Value, Stopped> {
        if depth == 0 { Ok(estimate) } else { self.search(board, depth, alpha, alpha.next()) }
    }

    /// Enhanced transposition cut-off: the bound of a child that the table knows to fail high.
    fn transposition_cutoff(&self, begin: usize, depth: u32, alpha: Value) -> Option<Value> {
        self.children[begin..].iter().find_map(|child| {
            let entry = self.table.get(child.board.hash64())?;
            let (low, high) = (alpha.for_opponent(), -alpha);
            let value = -cutoff(&entry, depth - 1, self.confidence, low, high)?;
            (value > alpha).then_some(value)
        })
    }

    /// Searches the children from `begin` on and gives the best value and move.
    fn search_children(
        &mut self,
        board: &B,
        begin: usize,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<(Value, Square), Stopped> {
        let end = self.children.len();
        let busy = self.busy.filter(|_| depth >= params::DEFER_DEPTH);
        let mut best_value = -Value::INFINITE;
        let mut best = self.children[begin].square;
        for turn in Turn::BOTH {
            for index in begin..end {
                let Some(child) = self.take(index, begin..end, turn, busy) else { continue };
                let lower = alpha.max(best_value);
                let hash = busy.map(|busy| (busy, child.board.hash64()));
                hash.inspect(|(busy, hash)| busy.enter(*hash));
                self.forth(child.square, board.opponent() & child.board.opponent());
                let value = if index == begin {
                    -self.search(&child.board, depth - 1, -beta, -lower)?
                } else {
                    let value = self.scout(&child.board, index - begin, depth - 1, lower)?;
                    if value > lower && value < beta {
                        -self.search(&child.board, depth - 1, -beta, -lower)?
                    } else {
                        value
                    }
                };
                self.back();
                hash.inspect(|(busy, hash)| busy.leave(*hash));
                if value > best_value {
                    best_value = value;
                    best = child.square;
                    if value >= beta {
                        return Ok((best_value, best));
                    }
                }
            }
            if busy.is_none() {
                break;
            }
        }
        Ok((best_value, best))
    }

    /// The child to search next, if it is its turn: those that another thread searches come last.
    pub(super) fn take(
        &mut self,
        index: usize,
        range: Range<usize>,
        turn: Turn,
        busy: Option<&Busy>,
    ) -> Option<Child<B>> {
        match turn {
            Turn::First => {
                let child = self.take_next(index, range.end);
                let is_busy = |busy: &Busy| busy.contains(child.board.hash64());
                let defers = index > range.start && busy.is_some_and(is_busy);
                self.children[index].is_deferred = defers;
                (!defers).then_some(child)
            }
            Turn::Deferred => Some(self.children[index]).filter(|child| child.is_deferred),
        }
    }

    /// A later move against a null window, the `number`th in order: a late one rarely fails high,
    /// so it is searched a ply less deep first.
    fn scout(
        &mut self,
        child: &B,
        number: usize,
        depth: u32,
        alpha: Value,
    ) -> Result<Value, Stopped> {
        let (low, high) = (alpha.for_opponent(), -alpha);
        let is_late = number >= params::LATE_MOVE && depth >= params::LATE_MOVE_DEPTH;
        if is_late && self.confidence != Confidence::FULL {
            let value = -self.search(child, depth - 1, low, high)?;
            if value <= alpha {
                return Ok(value);
            }
        }
        self.search(child, depth, low, high).map(|value| -value)
    }

    fn push_children(&mut self, board: &B, moves: B::Set, first: Option<Square>, depth: u32) {
        for square in moves.iter() {
            let flips = board.flips(square);
            let child = board.play_unchecked(square, flips);
            let order = if Some(square) == first {
                Value::INFINITE
            } else if depth >= params::ORDER_DEPTH {
                self.forth(square, flips);
                let value = self.estimate(&child, &child.moves());
                self.back();
                -value
            } else {
                self.evaluator.square_value(square)
            };
            self.children.push(Child { square, board: child, order, is_deferred: false });
        }
    }

    /// Moves the most promising child of `index..end` to `index`.
    fn take_next(&mut self, index: usize, end: usize) -> Child<B> {
        let children = &mut self.children[index..end];
        let mut best = 0;
        for other in 1..children.len() {
            if children[other].order > children[best].order {
                best = other;
            }
        }
        children.swap(0, best);
        children[0]
    }
}

/// When a child is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    First,
    /// After all others.
    Deferred,
}

impl Turn {
    pub(super) const BOTH: [Turn; 2] = [Turn::First, Turn::Deferred];
}

/// The value that a stored entry settles for this depth, confidence and window.
fn cutoff(
    entry: &AnySizeEntry,
    depth: u32,
    confidence: Confidence,
    alpha: Value,
    beta: Value,
) -> Option<Value> {
    if u32::from(entry.depth) < depth || entry.confidence < confidence {
        return None;
    }
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    };
    settled.then_some(entry.value)
}
