//! What a search found.

use std::time::Duration;

use obverse_rules::Move;

use crate::Score;
use crate::score::Kind;

/// A move with its score and the play that is expected to follow.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// The moves, the one to play first. Empty only if the game is over.
    #[cfg_attr(feature = "serde", serde(rename = "pv"))]
    pub moves: Vec<Move>,
    /// The score from the view of the side to move at the root.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub score: Score,
    /// The plies looked ahead.
    pub depth: u32,
}

impl Line {
    /// The line of the side that had to pass before it.
    pub(crate) fn after_pass(&self) -> Line {
        let mut moves = vec![Move::Pass];
        moves.extend(&self.moves);
        Line { moves, score: self.score.reversed(), depth: self.depth }
    }
}

/// What is known while the engine thinks: sent for every improved line.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The rank of the line, 1 for the best.
    pub rank: usize,
    /// The line.
    pub line: &'a Line,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time used so far.
    pub elapsed: Duration,
}

/// What a search found in the end.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report {
    /// The lines asked for, best first. One at least; if the game is over it has no moves.
    pub lines: Vec<Line>,
    /// The move to play; none if the game is over. At a level it may differ from the best line's.
    pub chosen: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    #[cfg_attr(feature = "serde", serde(rename = "seconds", with = "crate::serde_impls::seconds"))]
    pub elapsed: Duration,
}

impl Report {
    /// The report of a game that is over.
    pub(crate) fn game_over(discs: i32) -> Report {
        let score = Score { discs: discs as f32, kind: Kind::Exact };
        Report {
            lines: vec![Line { moves: Vec::new(), score, depth: 0 }],
            chosen: None,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// The best line.
    pub fn best(&self) -> &Line {
        &self.lines[0]
    }
}

/// Hears of every improved line while the engine thinks. Any `FnMut(&Progress)` is one.
pub trait Observer {
    /// A line was found or improved.
    fn improved(&mut self, progress: &Progress<'_>);
}

impl<F: FnMut(&Progress<'_>)> Observer for F {
    fn improved(&mut self, progress: &Progress<'_>) {
        self(progress);
    }
}
