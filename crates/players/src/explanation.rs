//! Why a player moves as it does: every move with the terms of its evaluation, and what the
//! search made of it.

use obverse_engine::score::Kind;
use obverse_rules::{Color, Move, Square};

/// One thing that an evaluation counts, weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What is counted: a word, or several joined by `_`.
    pub name: &'static str,
    /// How much it adds, in the player's own units.
    pub value: f64,
}

/// What a player thinks of a position and of every move in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The player's name.
    pub player: String,
    /// The side to move, whose view all numbers are.
    pub side: Color,
    /// Every legal move, the best one first. None where the side has to pass.
    pub moves: Vec<ExplainedMove>,
    /// How the tree grew, where the player grows one.
    pub tree: Option<TreeGrowth>,
    /// What else one should know of how it chooses.
    pub remark: Option<String>,
}

impl Explanation {
    /// The move it plays: where it has openings, the likeliest of those; else the best.
    pub fn plays(&self) -> Option<&ExplainedMove> {
        let chance = |explained: &ExplainedMove| explained.opening.unwrap_or(0.0);
        // Of equally likely ones the first, which is the better.
        self.moves.iter().rev().max_by(|a, b| chance(a).total_cmp(&chance(b)))
    }
}

/// What a player thinks of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedMove {
    /// The move.
    pub square: Square,
    /// The terms of the position after the move.
    pub terms: Vec<Term>,
    /// What the search made of the move.
    pub searched: SearchedMove,
    /// How likely the move is drawn from the player's openings, from 0 to 1, where it is in them.
    pub opening: Option<f64>,
    /// How likely the player overlooks the move, from 0 to 1, where it overlooks some.
    pub overlooked: Option<f64>,
}

impl ExplainedMove {
    /// The value of the position after the move: the sum of its terms.
    pub fn score(&self) -> f64 {
        sum(&self.terms)
    }
}

/// What a search made of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedMove {
    /// The value of the move.
    pub score: f64,
    /// What the score is worth, for the engine, whose scores are discs.
    pub kind: Option<Kind>,
    /// The plies looked ahead, the move counted.
    pub depth: u32,
    /// Positions visited for this move; by the engine, which searches all moves at once, for all
    /// of them.
    pub nodes: u64,
    /// The expected play, beginning with the move.
    pub line: Vec<Move>,
    /// The terms of the position to which the line leads. Their sum is the score.
    pub terms: Vec<Term>,
    /// What was thought of the move at each depth, the last one included. The line of a depth is
    /// the one that the next depth tries first: the path of `killer`.
    pub iterations: Vec<Iteration>,
}

/// What a search to one depth found.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// The plies looked ahead.
    pub depth: u32,
    /// The value of the move.
    pub score: f64,
    /// What that is worth, where it is in discs.
    pub kind: Option<Kind>,
    /// The expected play, beginning with the move.
    pub line: Vec<Move>,
}

/// How a tree grew that was built level by level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeGrowth {
    /// The positions of each level, the root's first. The last level may be incomplete.
    pub levels: Vec<u64>,
    /// The levels that are complete, the root's not counted.
    pub complete: u32,
    /// The bytes that the tree takes up.
    pub memory: usize,
    /// The bytes that it may take up.
    pub allowed: usize,
    /// Why it stopped growing.
    pub ended: GrowthEnd,
}

/// Why a tree stopped growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrowthEnd {
    /// It has every continuation to the end of the game.
    Whole,
    /// It is as deep as was asked for.
    Depth,
    /// The time was up.
    Time,
    /// The memory was full.
    Memory,
}

impl GrowthEnd {
    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            GrowthEnd::Whole => "whole",
            GrowthEnd::Depth => "depth",
            GrowthEnd::Time => "time",
            GrowthEnd::Memory => "memory",
        }
    }
}

/// The sum of all terms.
pub(crate) fn sum(terms: &[Term]) -> f64 {
    terms.iter().map(|term| term.value).sum()
}

/// Puts the best move first; equal ones keep their order.
pub(crate) fn best_first(moves: &mut [ExplainedMove]) {
    moves.sort_by(|a, b| b.searched.score.total_cmp(&a.searched.score));
}
