//! How good weights are on given positions.

use std::path::PathBuf;

use obverse_engine::Solver;
use obverse_engine::eval::weights::{PHASES, STEPS};
use obverse_engine::eval::{Weights, evaluate};
use obverse_rules::{Board, Board8, Tier};
use serde::Serialize;

use crate::{TrainerError, dataset};

/// The errors of an evaluation on positions with so many empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PhaseError {
    /// The fewest empty squares.
    pub from: u32,
    /// The most empty squares.
    pub to: u32,
    /// How many positions.
    pub positions: u64,
    /// Mean absolute error in discs.
    pub mean_absolute: f64,
    /// Mean squared error in discs².
    pub mean_squared: f64,
    /// Mean square of the labels themselves: the error of always saying zero.
    pub label_square: f64,
}

/// Which positions of a set are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subset {
    /// Only games that a fit holds out.
    HeldOut,
    /// All of them.
    All,
}

/// Measures weights on the positions of some files, by phases of so many plies.
pub fn measure(
    weights: &Weights,
    files: &[PathBuf],
    subset: Subset,
    result_share: f32,
    plies: u32,
) -> Result<Vec<PhaseError>, TrainerError> {
    let plies = plies.max(1);
    let mut phases: Vec<PhaseError> = (0..(PHASES as u32).div_ceil(plies))
        .map(|phase| PhaseError {
            from: phase * plies,
            to: (phase * plies + plies - 1).min(PHASES as u32 - 1),
            ..PhaseError::default()
        })
        .collect();
    dataset::for_each_record(files, |record| {
        if subset == Subset::HeldOut && !record.is_held_out() {
            return;
        }
        let phase = &mut phases[(record.board.empties() / plies) as usize];
        let target = f64::from(record.target(result_share));
        let error = f64::from(evaluate(weights, record.board)) / f64::from(STEPS) - target;
        phase.positions += 1;
        phase.mean_absolute += error.abs();
        phase.mean_squared += error * error;
        phase.label_square += target * target;
    })?;
    phases.retain(|phase| phase.positions > 0);
    for phase in &mut phases {
        let count = phase.positions as f64;
        phase.mean_absolute /= count;
        phase.mean_squared /= count;
        phase.label_square /= count;
    }
    Ok(phases)
}

/// How often the evaluation alone, one ply ahead, finds a best move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Agreement {
    /// How many positions.
    pub positions: u64,
    /// The share in which the move it prefers is a best one.
    pub best_first: f64,
    /// What the move it prefers loses, in discs on average.
    pub mean_loss: f64,
}

/// Compares the moves that the weights prefer with perfect play, on positions with so many empty
/// squares, which are solved move by move.
pub fn agreement(
    weights: &Weights,
    files: &[PathBuf],
    empties: u32,
    limit: u64,
    tier: Tier,
) -> Result<Agreement, TrainerError> {
    let mut solver = Solver::new(tier, 16);
    let mut agreement = Agreement::default();
    dataset::for_each_record(files, |record| {
        let board = record.board;
        let of_interest = record.is_held_out() && board.empties() == empties;
        if !of_interest || agreement.positions >= limit || board.moves().len() < 2 {
            return;
        }
        let children: Vec<Board8> = board
            .moves()
            .iter()
            .map(|square| board.play_unchecked(square, board.flips(square)))
            .collect();
        let exact: Vec<i32> = children.iter().map(|&child| -solver.solve(child).score).collect();
        let preferred = (0..children.len())
            .max_by_key(|&i| -evaluate(weights, children[i]))
            .expect("two moves at least");
        let best = *exact.iter().max().expect("two moves at least");
        agreement.positions += 1;
        agreement.best_first += f64::from(u8::from(exact[preferred] == best));
        agreement.mean_loss += f64::from(best - exact[preferred]);
    })?;
    let count = agreement.positions.max(1) as f64;
    agreement.best_first /= count;
    agreement.mean_loss /= count;
    Ok(agreement)
}
