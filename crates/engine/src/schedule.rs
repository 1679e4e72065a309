//! The stages of iterative deepening: ever deeper, then ever surer.

use crate::Confidence;
use crate::params;
use crate::value::Value;

/// One search of the root: how deep, how sure, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The plies that are looked ahead from the root; all empty squares to solve the position.
    pub(crate) depth: u32,
    /// How sure selective cuts have to be.
    pub(crate) confidence: Confidence,
    /// What is asked.
    pub(crate) aim: Aim,
}

/// What a stage asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The value so many plies ahead.
    Estimate,
    /// The result under perfect play.
    Score,
    /// Only who wins.
    Winner,
}

impl Stage {
    /// Whether what it finds is proven once it has seen all moves.
    pub(crate) fn proves(self) -> bool {
        self.aim != Aim::Estimate && self.confidence == Confidence::FULL
    }

    /// A stage of the middle game.
    fn look_ahead(depth: u32, confidence: Confidence) -> Stage {
        Stage { depth, confidence, aim: Aim::Estimate }
    }

    /// The smallest and the largest value that make a difference on a board of so many squares.
    pub(crate) fn range(self, squares: usize) -> (Value, Value) {
        let most = Value::discs(if self.aim == Aim::Winner { 1 } else { squares as i32 });
        (-most, most)
    }
}

/// What a search of the root is to reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    /// The empty squares of the position.
    pub(crate) empties: u32,
    /// The depth of the last stage: all empty squares if the position is to be solved.
    pub(crate) deepest: u32,
    /// The confidence to begin with.
    pub(crate) confidence: Confidence,
    /// What the stages that solve the position ask: [`Aim::Score`] or [`Aim::Winner`].
    pub(crate) solve_for: Aim,
}

impl Task {
    fn solves(&self) -> bool {
        self.deepest == self.empties
    }

    fn solve(&self, confidence: Confidence) -> Stage {
        Stage { depth: self.empties, confidence, aim: self.solve_for }
    }
}

/// The stages of a search of the 8×8 board.
///
/// Iterative deepening at the lowest confidence that is allowed; near the end of the game the last
/// stages solve the position, more surely each time, so that the exact one finds its moves in
/// order.
pub(crate) fn stages(task: &Task) -> Vec<Stage> {
    let Task { empties, deepest, confidence: lowest, .. } = *task;
    let last_midgame = if task.solves() { params::solve_after(empties) } else { deepest };
    let mut stages: Vec<Stage> =
        (1..=last_midgame).map(|depth| Stage::look_ahead(depth, lowest)).collect();
    if task.solves() {
        let sweep = params::solve_sweep(empties).iter().map(|&step| Confidence::from_index(step));
        let sweep = sweep.filter(|&confidence| confidence >= lowest);
        stages.extend(sweep.map(|confidence| task.solve(confidence)));
    }
    stages
}

/// The stages of a search of any board, from the second ply on, for the first look at the moves is
/// the first ply. Once it has looked far enough it solves the position: selectively, so that the
/// exact search finds its moves in order, then exactly.
pub(crate) fn any_size_stages(task: &Task, is_small: bool) -> Vec<Stage> {
    let Task { empties, deepest, .. } = *task;
    // Of a small board the first plies take no time, and cuts would only make them less sure.
    let confidence = if is_small { Confidence::FULL } else { task.confidence };
    let last_midgame =
        if task.solves() { params::any_size::solve_after(empties, is_small) } else { deepest };
    let mut stages: Vec<Stage> =
        (2..=last_midgame).map(|depth| Stage::look_ahead(depth, confidence)).collect();
    if task.solves() {
        if empties >= params::any_size::SELECTIVE_EMPTIES && confidence != Confidence::FULL {
            stages.push(task.solve(confidence));
        }
        stages.push(task.solve(Confidence::FULL));
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIDENCES: [u8; 6] = [73, 87, 95, 98, 99, 100];

    /// Every task that there can be on 8×8, with its stages.
    fn tasks() -> impl Iterator<Item = (Task, Vec<Stage>)> {
        let confidences = CONFIDENCES.map(|percent| Confidence::at_least(percent).unwrap());
        (1..=60).flat_map(move |empties| {
            (1..=empties).flat_map(move |deepest| {
                confidences.into_iter().map(move |confidence| {
                    let task = Task { empties, deepest, confidence, solve_for: Aim::Score };
                    (task, stages(&task))
                })
            })
        })
    }

    #[test]
    fn a_solution_comes_last_and_is_exact() {
        for (task, stages) in tasks().filter(|(task, _)| task.solves()) {
            assert!(stages.last().unwrap().proves(), "{task:?}");
            assert_eq!(stages.last().unwrap().depth, task.empties);
        }
        for (empties, is_small) in [(1, true), (8, false), (9, false), (32, true), (672, false)] {
            let confidence = if is_small { Confidence::FULL } else { Confidence::LOWEST };
            let task = Task { empties, deepest: empties, confidence, solve_for: Aim::Winner };
            let stages = any_size_stages(&task, is_small);
            let (last, before) = stages.split_last().unwrap();
            assert!(last.proves() && last.aim == Aim::Winner, "{task:?}");
            assert!(before.iter().all(|stage| stage.depth <= empties && !stage.proves()));
        }
    }

    #[test]
    fn no_stage_is_less_sure_than_asked_for() {
        for (task, stages) in tasks() {
            assert!(stages.iter().all(|stage| stage.confidence >= task.confidence), "{task:?}");
        }
    }

    #[test]
    fn depth_limits_hold_and_stages_never_lose_depth() {
        for (task, stages) in tasks() {
            assert_eq!(stages.last().unwrap().depth, task.deepest, "{task:?}");
            assert!(stages.is_sorted_by_key(|stage| (stage.depth, stage.confidence.index())));
        }
    }
}
