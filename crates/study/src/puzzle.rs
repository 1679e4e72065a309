//! Which positions make a puzzle: endgames with one answer.

use obverse_engine::Line;
use obverse_engine::score::Kind;
use obverse_rules::{Move, Position};
use serde::{Deserialize, Serialize};

/// A position with one answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// What is asked.
    pub task: Task,
    /// The answer.
    pub answer: Move,
    /// The answer and what follows it.
    pub line: Vec<Move>,
    /// By how many discs it is better than any other move.
    pub margin: u32,
}

/// What a puzzle asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Play and win: every other move draws or loses.
    Win,
    /// Save the draw: every other move loses.
    Draw,
    /// Find the best move: every other one costs discs.
    Most,
}

impl Puzzle {
    /// Fewer empty squares are no puzzle, and more are no fun to count.
    pub const EMPTIES: std::ops::RangeInclusive<usize> = 8..=18;
    /// A best move that changes nothing about who wins has to be this much better, in discs.
    pub const LEAST_MARGIN: u32 = 4;

    /// The puzzle that a position makes, if it makes one. The lines are those of its best moves,
    /// best first, two at least, and exact.
    pub fn new(position: &Position, lines: &[Line]) -> Option<Puzzle> {
        let [best, second, ..] = lines else { return None };
        let is_proven = |line: &Line| line.score.kind == Kind::Exact;
        if !Puzzle::EMPTIES.contains(&position.empties()) || !is_proven(best) || !is_proven(second)
        {
            return None;
        }
        let margin = (best.score.discs - second.score.discs) as u32;
        let task = match (best.score.discs, second.score.discs) {
            (best, second) if best > 0.0 && second <= 0.0 => Task::Win,
            (best, second) if best == 0.0 && second < 0.0 => Task::Draw,
            _ if margin >= Puzzle::LEAST_MARGIN => Task::Most,
            _ => return None,
        };
        let answer = *best.moves.first().filter(|&&mv| position.is_legal(mv))?;
        Some(Puzzle { position: *position, task, answer, line: best.moves.clone(), margin })
    }
}
