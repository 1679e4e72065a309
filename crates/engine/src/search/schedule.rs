//! Which searches follow one another: ever deeper, then ever surer.

use super::Confidence;
use crate::params;
use crate::{Goal, Limits};

/// One search of the root: how deep and how sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    pub(crate) depth: u32,
    pub(crate) confidence: Confidence,
}

/// The stages of a search of a position with so many empty squares.
///
/// Iterative deepening at the lowest confidence that is allowed; near the end of the game the last
/// stages solve the position, more surely each time, so that the exact one finds its moves in
/// order.
pub(crate) fn stages(empties: u32, limits: &Limits) -> Vec<Stage> {
    let deepest = match limits.goal {
        Goal::Best => limits.depth.unwrap_or(u32::MAX).clamp(1, empties),
        Goal::Exact | Goal::Wld => empties,
    };
    let solves = deepest == empties;
    let last_midgame = if solves { params::solve_after(empties) } else { deepest };
    let lowest = limits.confidence.unwrap_or(Confidence::LOWEST);
    let mut stages: Vec<Stage> =
        (1..=last_midgame).map(|depth| Stage { depth, confidence: lowest }).collect();
    if solves {
        let sweep = params::solve_sweep(empties).iter().map(|&step| Confidence::from_index(step));
        let sweep = sweep.filter(|&confidence| confidence >= lowest);
        stages.extend(sweep.map(|confidence| Stage { depth: empties, confidence }));
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_comes_last_and_is_exact() {
        for empties in 1..=60 {
            for goal in [Goal::Exact, Goal::Wld] {
                let limits = Limits { goal, depth: Some(1), ..Limits::default() };
                let last = *stages(empties, &limits).last().unwrap();
                assert_eq!(last, Stage { depth: empties, confidence: Confidence::FULL });
            }
        }
    }

    #[test]
    fn no_stage_is_less_sure_than_asked_for() {
        for percent in [73, 87, 95, 98, 99, 100] {
            let confidence = Confidence::at_least(percent).unwrap();
            for empties in 1..=60 {
                for depth in 1..=60 {
                    let limits = Limits { confidence: Some(confidence), ..Limits::depth(depth) };
                    let stages = stages(empties, &limits);
                    assert!(stages.iter().all(|stage| stage.confidence >= confidence));
                    assert_eq!(stages.last().unwrap().depth, depth.min(empties));
                }
            }
        }
    }

    #[test]
    fn depth_limits_hold_and_stages_never_lose_depth() {
        for empties in 1..=60 {
            for depth in 1..=60 {
                let stages = stages(empties, &Limits::depth(depth));
                assert_eq!(stages.last().unwrap().depth, depth.min(empties));
                assert!(stages.is_sorted_by_key(|stage| (stage.depth, stage.confidence.index())));
            }
        }
    }
}
