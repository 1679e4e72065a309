//! The any-size search as the root sees it.

use std::sync::atomic::{AtomicBool, Ordering};

use obverse_rules::{Board, Square, SquareSet};

use super::eval::{Evaluator, SizeWeights};
use super::patterns::IndexStack;
use crate::Confidence;
use crate::params;
use crate::root::RootSearch;
use crate::schedule::{self, Stage, Task};
use crate::score::Kind;
use crate::small::SmallSolver;
use crate::stopper::{NodeCounter, Stopped, Stopper};
use crate::tables::{AnySizeTable, Busy};
use crate::value::{Discs, Value};

/// One search over boards of one type.
pub(crate) struct AnySizeSearcher<'a, B: Board> {
    pub(super) table: &'a AnySizeTable,
    pub(super) counter: NodeCounter<'a>,
    pub(super) evaluator: Evaluator<B>,
    weights: &'a SizeWeights,
    /// The patterns of the boards from where the search began to where it is.
    patterns: IndexStack,
    /// How sure selective cuts have to be.
    pub(super) confidence: Confidence,
    /// The solver for boards that are small enough for it.
    small: Option<&'a SmallSolver>,
    /// How many threads search.
    threads: usize,
    /// What the threads are looking at; none while there is only this one.
    pub(super) busy: Option<&'a Busy>,
    /// The children of every node between the root and here, one node's after the other's.
    pub(super) children: Vec<Child<B>>,
}

/// A move and the board after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<B> {
    pub(super) square: Square,
    pub(super) board: B,
    /// The larger the sooner it is searched.
    pub(super) order: Value,
    /// Whether it is searched after all others, because another thread searches it now.
    pub(super) is_deferred: bool,
}

impl<'a, B: Board> AnySizeSearcher<'a, B> {
    /// A search with one thread.
    pub(super) fn new(
        table: &'a AnySizeTable,
        counter: NodeCounter<'a>,
        weights: &'a SizeWeights,
        small: Option<&'a SmallSolver>,
    ) -> AnySizeSearcher<'a, B> {
        AnySizeSearcher {
            table,
            counter,
            evaluator: Evaluator::new(),
            weights,
            patterns: IndexStack::default(),
            confidence: Confidence::FULL,
            small,
            threads: 1,
            busy: None,
            children: Vec::new(),
        }
    }

    /// The same with so many threads.
    pub(super) fn with_threads(self, threads: usize, busy: &'a Busy) -> AnySizeSearcher<'a, B> {
        AnySizeSearcher { threads, busy: (threads > 1).then_some(busy), ..self }
    }

    /// A helper of this search, whose work ends when the flag is raised.
    fn helper<'b>(&self, unneeded: &'b AtomicBool) -> AnySizeSearcher<'b, B>
    where
        'a: 'b,
    {
        AnySizeSearcher {
            table: self.table,
            counter: NodeCounter::of_helper(self.counter.stopper(), unneeded),
            evaluator: Evaluator::new(),
            weights: self.weights,
            patterns: IndexStack::default(),
            confidence: self.confidence,
            small: self.small,
            threads: 1,
            busy: self.busy,
            children: Vec::new(),
        }
    }

    /// Does some work in all threads: what they find is in the table for each other, and the answer
    /// is that of this thread.
    fn together<T>(
        &mut self,
        work: impl for<'b> Fn(&mut AnySizeSearcher<'b, B>) -> Result<T, Stopped> + Sync,
    ) -> Result<T, Stopped> {
        if let Some(busy) = self.busy {
            busy.clear();
        }
        let unneeded = AtomicBool::new(false);
        let mut helpers: Vec<_> = (1..self.threads).map(|_| self.helper(&unneeded)).collect();
        let result = std::thread::scope(|scope| {
            for helper in &mut helpers {
                let help = || {
                    // It is stopped, or its answer is in the table.
                    let _answer = work(helper);
                    helper.counter.tell();
                };
                // With as many threads as the system gives.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let result = work(self);
            unneeded.store(true, Ordering::Relaxed);
            result
        });
        self.counter.add_told(helpers.iter().map(|helper| helper.counter.nodes()).sum());
        result
    }

    /// What the board where the search is looks worth, given its moves.
    pub(super) fn estimate(&self, board: &B, moves: &B::Set) -> Value {
        self.evaluator.value(board, moves, self.weights, &self.patterns)
    }

    /// The search goes on after a move, given the board before it; [`AnySizeSearcher::back`] undoes
    /// that.
    pub(super) fn forth(&mut self, square: Square, flips: B::Set) {
        self.patterns.push::<B>(&self.weights.places, square, flips);
    }

    /// See [`AnySizeSearcher::forth`].
    pub(super) fn back(&mut self) {
        self.patterns.pop(&self.weights.places);
    }

    /// The side to move passes, or takes that back.
    pub(super) fn turn(&mut self) {
        self.patterns.pass();
    }

    /// The result in discs under perfect play by the solver that is best at this board; outside
    /// the window it is a bound.
    fn exact(&mut self, board: &B, alpha: Discs, beta: Discs) -> Result<Discs, Stopped> {
        match self.small {
            Some(small) => small.solve(board, alpha, beta, &mut self.counter, self.busy),
            None => self.solve(board, alpha, beta),
        }
    }

    /// The best move of a board looked at so many plies deep or more, if it is remembered.
    fn remembered(&self, board: &B, stage: Stage) -> Option<Square> {
        let entry = self.table.get(board.hash64())?;
        let is_worth =
            u32::from(entry.depth) >= stage.depth && entry.confidence >= stage.confidence;
        entry.best.filter(|_| is_worth)
    }

    /// The best move of a solved board, if it is remembered.
    fn solved_move(&self, board: &B) -> Option<Square> {
        match &self.small {
            Some(small) => small.remembered(board),
            None => self.table.get(board.hash64())?.best,
        }
    }

    /// A move that keeps the proven value, unless the search is stopped before it is found.
    fn proven_move(&mut self, board: &B, stage: Stage, value: Value) -> Option<Square> {
        let stored = self.solved_move(board);
        let candidates = stored.into_iter().chain(board.moves().iter());
        for square in candidates.filter(|&square| board.moves().contains(square)) {
            let child = board.play_unchecked(square, board.flips(square));
            if -self.value(&child, stage, -value, (-value).next()).ok()? >= value {
                return Some(square);
            }
        }
        None
    }
}

impl<B: Board> RootSearch for AnySizeSearcher<'_, B> {
    type Board = B;
    const FORCED_DEPTH: u32 = params::any_size::FORCED_DEPTH;

    fn stopper(&self) -> &Stopper {
        self.counter.stopper()
    }

    fn nodes(&self) -> u64 {
        self.counter.nodes()
    }

    fn stages(&self, task: &Task) -> Vec<Stage> {
        schedule::any_size_stages(task, self.small.is_some())
    }

    fn aspiration(&self, stage: Stage) -> Option<Value> {
        (stage.depth >= params::any_size::ASPIRATION_DEPTH)
            .then(|| params::any_size::aspiration(B::SIZE))
    }

    fn unproven(&self, _: Confidence) -> Kind {
        Kind::Heuristic
    }

    fn first_look(&mut self, board: &B) -> Value {
        // The first ply is looked at whatever the limits: there has to be an answer.
        let _first_ply_ends_nothing = self.counter.visit();
        let moves = board.moves();
        if moves.is_empty() && board.pass().moves().is_empty() {
            Discs::new(board.final_score()).into()
        } else {
            self.patterns.begin(&self.weights.places, board);
            self.estimate(board, &moves)
        }
    }

    fn value(
        &mut self,
        board: &B,
        stage: Stage,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        self.confidence = stage.confidence;
        let (least, most) = stage.range(B::SIZE.squares());
        let (lower, upper) = (alpha.max(least), beta.min(most));
        let empties = board.empty().len();
        let work = |search: &mut AnySizeSearcher<'_, B>| {
            if stage.proves() {
                search.exact(board, lower.floor(), upper.ceil()).map(Value::from)
            } else {
                search.patterns.begin(&search.weights.places, board);
                search.search(board, stage.depth - 1, lower, upper)
            }
        };
        let is_large = if stage.proves() {
            empties >= params::any_size::THREADS_EMPTIES
        } else {
            stage.depth >= params::any_size::THREADS_DEPTH
        };
        let result = if self.threads > 1 && is_large { self.together(work) } else { work(self) };
        let result = result.map(|value| value.clamp(least, most));
        if result.is_err() {
            // Those of the nodes that were left half-way.
            self.children.clear();
        }
        result
    }

    fn null_window(&mut self, board: &B, stage: Stage, alpha: Value) -> Result<Value, Stopped> {
        self.value(board, stage, alpha, alpha.next())
    }

    fn expected(&mut self, board: &B, left: Stage, proven: Option<Value>) -> Option<Square> {
        match proven {
            Some(value) => self.proven_move(board, left, value),
            None => self.remembered(board, left),
        }
    }
}
