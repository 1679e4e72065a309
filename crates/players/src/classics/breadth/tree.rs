//! The tree that `breadth` grows through its queue, in two bytes a position.
//!
//! The queue of a breadth-first search is the last level of the tree, so the tree is kept level by
//! level: of each position only the move that led to it. Boards are made again on a walk from the
//! root, which meets the positions of a level in the order of the queue.

use std::time::Duration;

use obverse_engine::{StopFlag, TimeSource};
use obverse_rules::{Board, Move, Square, SquareSet};

use super::BreadthEvaluation;
use crate::classics::search::{Leaf, Plan};
use crate::{GrowthEnd, Iteration, TreeGrowth, Turn};

/// A position of the tree: the move that led to it, and two flags.
type Node = u16;

/// It is the last child of its parent.
const LAST: Node = 1 << 15;
/// Nobody can move.
const OVER: Node = 1 << 14;
/// Its move is a pass. Squares are numbered below: 26·26 of them at most.
const PASS: Node = 1 << 13;

/// How much is kept back of the time, beside the time to score, in per cent of the latter.
const MARGIN: u32 = 100;
/// So few positions are scored too fast to be measured.
const MEASURED: u64 = 1024;

/// The tree.
pub(super) struct Tree<'a, B: Board> {
    root: B,
    evaluation: &'a BreadthEvaluation<B>,
    /// The levels, the root's first. All but the last are complete, and that one may be.
    levels: Vec<Vec<Node>>,
    /// How many positions of the last level but one have been taken from the queue.
    taken: usize,
    /// The positions of all levels.
    positions: u64,
    /// The bytes that it may take up.
    allowed: usize,
    /// What was found for each move of the root at each complete level.
    pub found: Vec<Vec<Branch>>,
    ended: GrowthEnd,
}

/// What was found for a move of the root.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Branch {
    pub square: Option<Square>,
    /// Its value for the side to move at the root.
    pub value: i32,
    /// The expected play, the move first.
    pub line: Vec<Move>,
    /// Positions under the move, its own counted.
    pub positions: u64,
}

impl<'a, B: Board> Tree<'a, B> {
    pub(super) fn new(
        root: B,
        evaluation: &'a BreadthEvaluation<B>,
        allowed: usize,
    ) -> Tree<'a, B> {
        Tree {
            root,
            evaluation,
            levels: vec![vec![LAST]],
            taken: 0,
            positions: 1,
            allowed,
            found: Vec::new(),
            ended: GrowthEnd::Whole,
        }
    }

    /// Takes position after position from the queue and adds its moves to it, until the tree is
    /// deep enough, whole, or as large as time and memory allow. Every complete level is scored:
    /// that costs little, and shows how long it takes to score the next.
    pub(super) fn grow(&mut self, plan: Plan, turn: &Turn<'_>) {
        let begun = turn.time_source.now();
        let mut budget = Budget {
            deadline: plan.time.map(|time| begun.saturating_add(time)),
            to_score: Duration::ZERO,
            time_source: turn.time_source.clone(),
            stop: turn.stop.clone(),
        };
        self.ended = loop {
            if self.depth() >= plan.depth {
                break GrowthEnd::Depth;
            }
            if let Err(reason) = self.add_level(&budget) {
                break reason;
            }
            if self.levels.last().is_some_and(Vec::is_empty) {
                self.levels.pop();
                break GrowthEnd::Whole;
            }
            let begun = turn.time_source.now();
            let Some(branches) = self.branches(&budget.stop) else { break GrowthEnd::Time };
            self.found.push(branches);
            let scored = turn.time_source.now().saturating_sub(begun);
            if self.positions >= MEASURED {
                budget.to_score = scored / u32::try_from(self.positions).unwrap_or(u32::MAX);
            }
        };
    }

    /// The levels that are complete, the root's not counted. Passes are levels; nobody looks
    /// further than the board is empty.
    pub(super) fn depth(&self) -> u32 {
        self.found.len() as u32
    }

    /// The positions of the tree, the root's counted.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// How it grew.
    pub(super) fn growth(&self) -> TreeGrowth {
        let levels = self.levels.iter().map(|level| level.len() as u64);
        TreeGrowth {
            levels: levels.filter(|&positions| positions > 0).collect(),
            complete: self.depth(),
            memory: self.bytes(),
            allowed: self.allowed,
            ended: self.ended,
        }
    }

    /// What each move was worth level by level, for the move at this place of the root's.
    pub(super) fn iterations(&self, at: usize) -> Vec<Iteration> {
        let told = self.found.iter().enumerate().map(|(level, branches)| Iteration {
            depth: level as u32 + 1,
            score: f64::from(branches[at].value),
            kind: None,
            line: branches[at].line.clone(),
        });
        told.collect()
    }

    fn bytes(&self) -> usize {
        self.levels.iter().map(|level| level.capacity() * size_of::<Node>()).sum()
    }

    /// Adds the moves of every position of the last level.
    fn add_level(&mut self, budget: &Budget) -> Result<(), GrowthEnd> {
        self.levels.push(Vec::new());
        self.taken = 0;
        let mut next = vec![0; self.levels.len()];
        self.take_under(0, &self.root.clone(), &mut next, budget)
    }

    /// Takes the positions of the queue that lie under a position. `next` has the next position of
    /// each level on the walk.
    fn take_under(
        &mut self,
        level: usize,
        board: &B,
        next: &mut [usize],
        budget: &Budget,
    ) -> Result<(), GrowthEnd> {
        let at = next[level];
        next[level] += 1;
        if level + 2 == self.levels.len() {
            return self.take(at, board, budget);
        }
        if self.levels[level][at] & OVER != 0 {
            return Ok(());
        }
        loop {
            let child = self.levels[level + 1][next[level + 1]];
            self.take_under(level + 1, &played(board, child), next, budget)?;
            if child & LAST != 0 {
                return Ok(());
            }
        }
    }

    /// Takes one position from the queue and adds its moves to it.
    fn take(&mut self, at: usize, board: &B, budget: &Budget) -> Result<(), GrowthEnd> {
        // The first level is always complete: there is a move to choose.
        if self.levels.len() > 2 {
            budget.check(self.taken, self.positions)?;
            self.make_room()?;
        }
        let [.., parents, queue] = &mut self.levels[..] else { unreachable!("there is a root") };
        let before = queue.len();
        queue.extend(board.moves().iter().map(|square| square.index(B::SIZE) as Node));
        if queue.len() == before && !board.pass().moves().is_empty() {
            queue.push(PASS);
        }
        match queue[before..].last_mut() {
            Some(last) => *last |= LAST,
            None => parents[at] |= OVER,
        }
        self.positions += (queue.len() - before) as u64;
        self.taken += 1;
        Ok(())
    }

    /// Room for the moves of one position more. Memory grows by an eighth, not by doubling, so that
    /// the limit is met and not passed.
    fn make_room(&mut self) -> Result<(), GrowthEnd> {
        let most = B::SIZE.squares();
        let (bytes, allowed) = (self.bytes(), self.allowed);
        let queue = self.levels.last_mut().expect("there is a root");
        if queue.capacity() - queue.len() < most {
            let left = allowed.saturating_sub(bytes) / size_of::<Node>();
            let wanted = (queue.len() / 8 + 16 * most).min(left);
            if queue.capacity() - queue.len() + wanted < most {
                return Err(GrowthEnd::Memory);
            }
            queue.reserve_exact(queue.capacity() - queue.len() + wanted);
        }
        Ok(())
    }

    /// What is found for each move of the root where the positions of the last level, and finished
    /// games before it, are scored; nothing if that was stopped. The first level is always scored:
    /// there is a move to choose.
    fn branches(&self, stop: &StopFlag) -> Option<Vec<Branch>> {
        let mut walk = Scoring {
            tree: self,
            until: self.levels.len() - 1,
            next: vec![0; self.levels.len() + 1],
            lines: vec![Vec::new(); self.levels.len() + 1],
            visited: 0,
            stop: Some(stop).filter(|_| self.levels.len() > 2),
            is_stopped: false,
        };
        let mut branches = Vec::new();
        for &child in self.levels.get(1).into_iter().flatten() {
            let before = walk.visited;
            let value = -walk.value(1, &played(&self.root, child));
            if walk.is_stopped {
                return None;
            }
            let mut line = vec![move_of::<B>(child)];
            line.extend_from_slice(&walk.lines[1]);
            let square = line[0].square();
            branches.push(Branch { square, value, line, positions: walk.visited - before });
        }
        Some(branches)
    }
}

/// The board after the move of a node.
fn played<B: Board>(board: &B, node: Node) -> B {
    match move_of::<B>(node) {
        Move::Pass => board.pass(),
        Move::Place(square) => board.play_unchecked(square, board.flips(square)),
    }
}

fn move_of<B: Board>(node: Node) -> Move {
    if node & PASS != 0 {
        return Move::Pass;
    }
    Move::Place(Square::from_index(usize::from(node & (PASS - 1)), B::SIZE))
}

/// A walk that scores leaves, and min-max upwards.
struct Scoring<'t, 'a, B: Board> {
    tree: &'t Tree<'a, B>,
    /// The level whose positions are leaves.
    until: usize,
    /// The next position of each level.
    next: Vec<usize>,
    /// The best line from each level on.
    lines: Vec<Vec<Move>>,
    visited: u64,
    /// What may end it before it is done.
    stop: Option<&'t StopFlag>,
    is_stopped: bool,
}

impl<B: Board> Scoring<'_, '_, B> {
    /// How often the flag is looked at, in positions.
    const POSITIONS: u64 = 1 << 10;

    /// The value of the next position of the level for its side to move.
    fn value(&mut self, level: usize, board: &B) -> i32 {
        let at = self.next[level];
        self.next[level] += 1;
        self.visited += 1;
        if self.visited.is_multiple_of(Self::POSITIONS) {
            self.is_stopped |= self.stop.is_some_and(StopFlag::is_raised);
        }
        self.lines[level].clear();
        let levels = &self.tree.levels;
        if level == self.until || levels[level][at] & OVER != 0 {
            return self.tree.evaluation.score(Leaf::new(board, level));
        }
        let mut best = i32::MIN;
        loop {
            let child = levels[level + 1][self.next[level + 1]];
            let value = -self.value(level + 1, &played(board, child));
            // Of equal moves the first.
            if value > best {
                best = value;
                let (above, below) = self.lines.split_at_mut(level + 1);
                above[level].clear();
                above[level].push(move_of::<B>(child));
                above[level].extend_from_slice(&below[0]);
            }
            if child & LAST != 0 || self.is_stopped {
                return best;
            }
        }
    }
}

/// What growing may spend.
struct Budget {
    deadline: Option<Duration>,
    /// How long it takes to score a position.
    to_score: Duration,
    time_source: TimeSource,
    stop: StopFlag,
}

impl Budget {
    /// How often the clock is looked at, in steps of the queue.
    const STEPS: usize = 16;

    fn check(&self, taken: usize, positions: u64) -> Result<(), GrowthEnd> {
        if !taken.is_multiple_of(Self::STEPS) {
            return Ok(());
        }
        let buffer = self.to_score.mul_f64(positions as f64) * (100 + MARGIN) / 100;
        let now = self.time_source.now();
        let in_danger = self.deadline.is_some_and(|deadline| now + buffer >= deadline);
        if in_danger || self.stop.is_raised() { Err(GrowthEnd::Time) } else { Ok(()) }
    }
}
