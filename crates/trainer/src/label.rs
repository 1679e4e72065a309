//! Labels by the engine's own selective search, exact where few squares are empty.

use std::sync::Arc;

use obverse_engine::eval::weights::STEPS;
use obverse_engine::score::Kind;
use obverse_engine::{Engine, Limits, Options, Solver, Weights};
use obverse_rules::{AnyBoard, Board8, Color, Position, Tier};
use serde::{Deserialize, Serialize};

use crate::{LabelKind, Record, TrainerError};

/// How positions are labelled. Together with the positions it determines the labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelSettings {
    /// Plies that a search looks ahead at most.
    pub depth: Option<u32>,
    /// Positions that a search visits at most.
    pub nodes: Option<u64>,
    /// From how many empty squares on labels are exact.
    pub exact_from: u32,
    /// CRC-32 of the weights file that is searched with.
    pub weights: u32,
}

impl LabelSettings {
    /// Whether they make sense.
    pub(crate) fn check(&self) -> Result<(), TrainerError> {
        if self.depth.is_none() && self.nodes.is_none() {
            return Err(TrainerError::Settings(
                "a depth or a number of nodes is needed".to_owned(),
            ));
        }
        if self.depth == Some(0) || self.nodes == Some(0) || self.exact_from > 24 {
            return Err(TrainerError::Settings(
                "a depth and nodes of 1 and more, exact from at most 24 empty squares".to_owned(),
            ));
        }
        Ok(())
    }
}

/// Megabytes of the tables: they grow with what they hold, and a label needs little.
const HASH_MB: usize = 16;

/// Labels one position after another. What it learnt from one helps with the next, so labels
/// depend on the positions that came before.
pub(crate) struct Labeller {
    engine: Engine,
    solver: Solver,
    limits: Limits,
    exact_from: u32,
}

impl Labeller {
    /// One that has learnt nothing yet.
    pub(crate) fn new(settings: &LabelSettings, tier: Tier, weights: &Arc<Weights>) -> Labeller {
        let options = Options {
            hash_mb: HASH_MB,
            tier,
            weights: Some(Arc::clone(weights)),
            ..Options::default()
        };
        Labeller {
            engine: Engine::new(options),
            solver: Solver::new(tier, HASH_MB).with_weights(Arc::clone(weights)),
            limits: Limits {
                depth: settings.depth,
                nodes: settings.nodes,
                book: false,
                ..Limits::default()
            },
            exact_from: settings.exact_from,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.engine.clear();
    }

    /// The record with a new score. One that is exact already stays as it is.
    pub(crate) fn relabel(&mut self, record: Record) -> Record {
        let empties = record.board.empties();
        if record.kind == LabelKind::Exact {
            return record;
        }
        if empties <= self.exact_from {
            let score = (self.solver.solve(record.board).score * STEPS) as i16;
            return Record { score, depth: empties as u8, kind: LabelKind::Exact, ..record };
        }
        let (score, depth, kind) = self.search(record.board);
        Record { score, depth, kind, ..record }
    }

    /// Score in 1/128 disc, depth and kind of a search within the limits.
    fn search(&mut self, board: Board8) -> (i16, u8, LabelKind) {
        // The engine does not care about the colour of the side to move.
        let position = Position::new(AnyBoard::N8(board), Color::Black);
        let mut limits = self.limits.clone();
        if limits.nodes.is_some() {
            // With few empty squares the search would soon try to solve the position. Cut short,
            // that says less than the same nodes spent ply after ply.
            let deepest = board.empties().saturating_sub(1).max(1);
            limits.depth = Some(limits.depth.map_or(deepest, |depth| depth.min(deepest)));
        }
        let report = self.engine.search(&position, &limits);
        let best = report.best();
        let is_exact = best.score.kind == Kind::Exact;
        let kind = if is_exact { LabelKind::Exact } else { LabelKind::Search };
        ((best.score.discs * STEPS as f32).round() as i16, best.depth as u8, kind)
    }
}
