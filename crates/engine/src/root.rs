//! The root of a search: iterative deepening with aspiration windows, over the lines that are
//! asked for.
//!
//! [`search`] runs the stages of a [`schedule`](crate::schedule) one after another, keeps the root
//! moves in order, and tells the observer of every improved line. How a move is valued it leaves to
//! a [`RootSearch`]: the 8×8 [`Searcher`](crate::search::Searcher), or the
//! [`AnySizeSearcher`](crate::anysize::AnySizeSearcher).
//!
//! Iterative deepening and aspiration windows: D. Slate and L. Atkin, *CHESS 4.5* (1977).

use std::time::Duration;

use obverse_rules::{Board, Move, Square, SquareSet};

use crate::budget::Course;
use crate::schedule::{Aim, Stage, Task};
use crate::score::Kind;
use crate::stopper::{Stopped, Stopper};
use crate::value::Value;
use crate::{Confidence, Goal, Limits, Line, Observer, Progress, Report, Score};

/// How a search values the moves of a root. All values are from the view of the side to move of
/// the board that is asked about.
pub(crate) trait RootSearch {
    /// The boards that are searched.
    type Board: Board;
    /// The depth that a single legal move is looked at where only a move is wanted.
    const FORCED_DEPTH: u32;

    /// What ends the search.
    fn stopper(&self) -> &Stopper;

    /// Nodes visited so far.
    fn nodes(&self) -> u64;

    /// The stages of the search.
    fn stages(&self, task: &Task) -> Vec<Stage>;

    /// Half the width of the first window of a stage; none for a window that holds every value.
    fn aspiration(&self, stage: Stage) -> Option<Value>;

    /// What a score is before it is proven.
    fn unproven(&self, confidence: Confidence) -> Kind;

    /// The value of a board at first sight. It is there however tight the limits are.
    fn first_look(&mut self, board: &Self::Board) -> Value;

    /// The value of a board a ply below the root; outside the window it is a bound.
    fn value(
        &mut self,
        board: &Self::Board,
        stage: Stage,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped>;

    /// Whether the value of a board a ply below the root exceeds `alpha`: a bound on the same side
    /// of it.
    fn null_window(
        &mut self,
        board: &Self::Board,
        stage: Stage,
        alpha: Value,
    ) -> Result<Value, Stopped>;

    /// The move that is expected next on a line, given what is left of the stage that found it:
    /// its depth is that of the board. With a proven value it is a move that keeps it.
    fn expected(
        &mut self,
        board: &Self::Board,
        left: Stage,
        proven: Option<Value>,
    ) -> Option<Square>;
}

/// Searches a position in which one of the sides can move.
pub(crate) fn search<S: RootSearch>(
    board: S::Board,
    searcher: S,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Report {
    let mut root = Root::new(board, searcher, limits, observer);
    root.deepen();
    root.report()
}

/// A move at the root.
#[derive(Clone, Debug)]
struct RootMove<B> {
    square: Square,
    /// The board after it.
    board: B,
    value: Value,
    /// Without the pass that may come before it.
    line: Line,
}

/// A search of one position by the main thread.
struct Root<'a, S: RootSearch> {
    searcher: S,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    /// Whether the side to move had to pass, and the moves are the other side's.
    passes: bool,
    empties: u32,
    /// The lines asked for, best first, then the other moves.
    moves: Vec<RootMove<S::Board>>,
    /// The number of lines asked for, as far as there are moves.
    lines: usize,
    /// The confidence of the surest stage that has seen all moves to the end of the game.
    surest: Confidence,
}

impl<'a, S: RootSearch> Root<'a, S> {
    /// Looks at every move once.
    fn new(
        board: S::Board,
        mut searcher: S,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Root<'a, S> {
        let passes = board.moves().is_empty();
        let board = if passes { board.pass() } else { board };
        let first_look = |square: Square| {
            let child = board.play_unchecked(square, board.flips(square));
            let value = -searcher.first_look(&child);
            let score = Score { discs: value.in_discs(), kind: Kind::Heuristic };
            let line = Line { moves: vec![Move::Place(square)], score, depth: 1 };
            RootMove { square, board: child, value, line }
        };
        // Where none of the moves is wanted, all are.
        let all = !board.moves().iter().any(|square| limits.only.contains(&square));
        let wanted = board.moves().iter().filter(|square| all || limits.only.contains(square));
        let mut moves: Vec<_> = wanted.map(first_look).collect();
        moves.sort_by_key(|mv| -mv.value);
        let lines = if passes { 1 } else { limits.lines.clamp(1, moves.len()) };
        let empties = board.empty().len() as u32;
        let surest = Confidence::LOWEST;
        Root { searcher, limits, observer, passes, empties, moves, lines, surest }
    }

    /// Searches ever deeper and surer until a limit is reached or the position is solved.
    fn deepen(&mut self) {
        let stages = self.searcher.stages(&self.task());
        if stages.first().is_none_or(|stage| stage.depth > 1) {
            self.tell(0);
        }
        let (mut last, mut course) = (Duration::ZERO, Course::default());
        for stage in stages {
            let nodes = self.searcher.nodes();
            if !self.searcher.stopper().may_continue(nodes, last, course.demand()) {
                break;
            }
            let begun = self.searcher.stopper().elapsed();
            if self.run(stage).is_err() {
                break;
            }
            self.confirm(stage);
            course.add(self.moves[0].square, self.moves[0].value);
            last = self.searcher.stopper().elapsed().saturating_sub(begun);
        }
    }

    /// What the limits ask for.
    fn task(&self) -> Task {
        let limits = self.limits;
        let forced =
            self.moves.len() == 1 && limits.move_only && self.searcher.stopper().is_timed();
        let deepest = match limits.goal {
            Goal::Best => {
                let most = if forced { S::FORCED_DEPTH } else { u32::MAX };
                limits.depth.unwrap_or(u32::MAX).min(most).clamp(1, self.empties)
            }
            Goal::Exact | Goal::Wld => self.empties,
        };
        let confidence = limits.confidence.unwrap_or(Confidence::LOWEST);
        let solve_for = if limits.goal == Goal::Wld { Aim::Winner } else { Aim::Score };
        Task { empties: self.empties, deepest, confidence, solve_for }
    }

    /// One stage: an aspiration window around what is known already, wider if the value is outside.
    fn run(&mut self, stage: Stage) -> Result<(), Stopped> {
        let (least, most) = Self::range(stage);
        let aspiration = self.searcher.aspiration(stage).filter(|_| self.lines == 1);
        let Some(mut width) = aspiration else {
            return self.iterate(stage, least, most);
        };
        let center = self.moves[0].value;
        let (mut alpha, mut beta) = (center - width, center + width);
        loop {
            (alpha, beta) = (alpha.clamp(least, most.previous()), beta.clamp(least.next(), most));
            self.iterate(stage, alpha, beta)?;
            let value = self.moves[0].value;
            width = width * 2;
            if value <= alpha && alpha > least {
                alpha = value - width;
            } else if value >= beta && beta < most {
                beta = value + width;
            } else {
                return Ok(());
            }
        }
    }

    /// A stage has seen all moves: what a solving stage found is the score of the position now,
    /// and not only of a move.
    fn confirm(&mut self, stage: Stage) {
        if stage.aim == Aim::Estimate {
            return;
        }
        self.surest = stage.confidence;
        if stage.proves() {
            let kind = if stage.aim == Aim::Winner { Kind::Wld } else { Kind::Exact };
            for rank in 0..self.lines {
                self.moves[rank].line.score.kind = kind;
                self.tell(rank);
            }
        }
    }

    /// The smallest and the largest value that make a difference to a stage.
    fn range(stage: Stage) -> (Value, Value) {
        stage.range(S::Board::SIZE.squares())
    }

    /// Values the moves once. Those among the best get a true value; of the others it is shown
    /// only that they are not better. Stopped early, the lines are as before or improved.
    fn iterate(&mut self, stage: Stage, alpha: Value, beta: Value) -> Result<(), Stopped> {
        let before = (self.lines > 1).then(|| self.moves.clone());
        let (least, most) = Self::range(stage);
        for index in 0..self.moves.len() {
            let is_line = index < self.lines;
            let bar = if is_line { alpha } else { alpha.max(self.moves[self.lines - 1].value) };
            if bar >= beta {
                break;
            }
            let board = self.moves[index].board;
            let value = if is_line {
                self.searcher.value(&board, stage, -beta, -bar).map(|value| -value)
            } else {
                self.scout(&board, stage, bar, beta)
            };
            let Ok(value) = value else {
                // Lines of which only some are new are not in order.
                if let Some(before) = before.filter(|_| is_line) {
                    self.moves = before;
                }
                return Err(Stopped);
            };
            if is_line || value > bar {
                // Beyond the least and the most there is nothing: at those a bound is the value.
                let is_true = (alpha < value || alpha == least) && (value < beta || beta == most);
                self.insert(index, value, stage, is_true, value > alpha);
            }
        }
        Ok(())
    }

    /// The value of a later move: a null window first, the whole window if that fails high.
    fn scout(
        &mut self,
        board: &S::Board,
        stage: Stage,
        bar: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        let value = -self.searcher.null_window(board, stage, bar.for_opponent())?;
        if value <= bar || value >= beta {
            return Ok(value);
        }
        Ok(-self.searcher.value(board, stage, -beta, -bar)?)
    }

    /// Puts a move where its new value belongs, and tells of it if the value is a true one. Of a
    /// move that is only known to be better than expected the line is kept too: the search may
    /// end before it is known how much better.
    fn insert(&mut self, index: usize, value: Value, stage: Stage, is_true: bool, is_better: bool) {
        // The moves before it that have a value of this stage.
        let valued = index.min(self.lines);
        let rank =
            self.moves[..valued].iter().position(|other| other.value < value).unwrap_or(valued);
        self.moves[index].value = value;
        self.moves[rank..=index].rotate_right(1);
        if is_true || is_better {
            self.moves[rank].line = self.line(rank, stage, is_true);
        }
        if is_true {
            self.tell(rank);
        }
    }

    /// The line of a root move as the stage left it in the table. While other moves have not been
    /// looked at, its score is no surer than that of the stage before.
    fn line(&mut self, rank: usize, stage: Stage, is_true: bool) -> Line {
        let RootMove { square, board, value, .. } = self.moves[rank];
        let confidence = if stage.proves() { self.surest } else { stage.confidence };
        let kind = self.searcher.unproven(confidence);
        let discs = if stage.aim == Aim::Winner { value.signum() as f32 } else { value.in_discs() };
        let mut moves = vec![Move::Place(square)];
        let proven = (stage.proves() && is_true).then_some(-value);
        self.follow(&mut moves, board, stage, proven);
        Line { moves, score: Score { discs, kind }, depth: stage.depth }
    }

    /// Adds the play that the search expects after a board, whose value may be proven.
    fn follow(
        &mut self,
        moves: &mut Vec<Move>,
        mut board: S::Board,
        stage: Stage,
        mut proven: Option<Value>,
    ) {
        for depth in (1..stage.depth).rev() {
            if board.moves().is_empty() {
                board = board.pass();
                if board.moves().is_empty() {
                    return;
                }
                moves.push(Move::Pass);
                proven = proven.map(|value| -value);
            }
            let legal = board.moves();
            let expected = self.searcher.expected(&board, Stage { depth, ..stage }, proven);
            let Some(square) = expected.filter(|&square| legal.contains(square)) else {
                return;
            };
            moves.push(Move::Place(square));
            board = board.play_unchecked(square, board.flips(square));
            proven = proven.map(|value| -value);
        }
    }

    /// A line as the root's side to move sees it.
    fn seen_from_root(&self, line: &Line) -> Line {
        if self.passes { line.after_pass() } else { line.clone() }
    }

    fn tell(&mut self, rank: usize) {
        if rank < self.lines {
            let line = self.seen_from_root(&self.moves[rank].line);
            self.observer.improved(&Progress {
                rank: rank + 1,
                line: &line,
                nodes: self.searcher.nodes(),
                elapsed: self.searcher.stopper().elapsed(),
            });
        }
    }

    /// What was found.
    fn report(&self) -> Report {
        let lines: Vec<Line> =
            self.moves[..self.lines].iter().map(|mv| self.seen_from_root(&mv.line)).collect();
        Report {
            chosen: lines[0].moves.first().copied(),
            lines,
            nodes: self.searcher.nodes(),
            elapsed: self.searcher.stopper().elapsed(),
        }
    }
}
