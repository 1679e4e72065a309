//! How far shallow searches can be trusted: the fit of the error model that `ProbCut` reads.
//!
//! Positions of the data are searched to every depth up to a limit, and solved where few squares
//! are empty; every pair of a shallow and a deep value of the same parity is an observation. The
//! mean absolute difference of normal errors is √(2/π) of their deviation, so the deviation is
//! fitted by least squares to the absolute differences from the mean, times √(π/2).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use obverse_engine::Solver;
use obverse_engine::eval::weights::STEPS;
use obverse_engine::eval::{ERROR_TERMS, ErrorModel, MEAN_TERMS, Weights};
use obverse_rules::{Board, Board8, Tier};
use serde::Serialize;

use crate::regression::Moments;
use crate::{Random, TrainerError, dataset};

/// What is searched.
#[derive(Clone, Debug)]
pub struct ProbcutSettings {
    /// How many positions, spread over all numbers of empty squares.
    pub positions: usize,
    /// The deepest search.
    pub depth: u32,
    /// Solve positions with at most so many empty squares.
    pub solve: u32,
    /// The seed of the choice.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// The instruction set to use.
    pub tier: Tier,
}

/// A position searched to two depths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Its empty squares.
    pub empties: u32,
    /// The deeper depth.
    pub depth: u32,
    /// The shallower depth.
    pub shallow: u32,
    /// The moves of the side that has fewer.
    pub moves: u32,
    /// The deep value less the shallow one, in discs.
    pub difference: f32,
}

/// Fitted against observed for positions that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ErrorRow {
    /// The fewest empty squares.
    pub from: u32,
    /// The most empty squares.
    pub to: u32,
    /// The deeper depth.
    pub depth: u32,
    /// The shallower depth.
    pub shallow: u32,
    /// Pairs.
    pub pairs: usize,
    /// The deviation observed, in discs.
    pub observed: f64,
    /// The deviation that the model says, in discs.
    pub fitted: f64,
}

/// Searches positions of the files to all depths.
pub fn observe(
    settings: &ProbcutSettings,
    weights: &Arc<Weights>,
    files: &[PathBuf],
) -> Result<Vec<Pair>, TrainerError> {
    let boards = choose(settings, files)?;
    let next = AtomicUsize::new(0);
    let pairs = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..settings.threads.max(1) {
            scope.spawn(|| {
                let mut solver = Solver::new(settings.tier, 16).with_weights(Arc::clone(weights));
                while let Some(&board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = search_all_depths(settings, &mut solver, board);
                    pairs.lock().expect("no thread panics here").extend(found);
                }
            });
        }
    });
    Ok(pairs.into_inner().expect("no thread panics here"))
}

/// The same number of positions for every number of empty squares, as far as there are any.
fn choose(settings: &ProbcutSettings, files: &[PathBuf]) -> Result<Vec<Board8>, TrainerError> {
    let share = settings.positions.div_ceil(50).max(1);
    let mut random = Random::new(settings.seed, 0);
    let mut chosen: BTreeMap<u32, (usize, Vec<Board8>)> = BTreeMap::new();
    dataset::for_each_record(files, |record| {
        let empties = record.board.empties();
        if !(6..=56).contains(&empties) {
            return;
        }
        let (seen, boards) = chosen.entry(empties).or_default();
        *seen += 1;
        // Every position has the same chance to stay (reservoir sampling).
        if boards.len() < share {
            boards.push(record.board);
        } else {
            let place = random.below(*seen);
            if place < share {
                boards[place] = record.board;
            }
        }
    })?;
    Ok(chosen.into_values().flat_map(|(_, boards)| boards).collect())
}

fn search_all_depths(settings: &ProbcutSettings, solver: &mut Solver, board: Board8) -> Vec<Pair> {
    let empties = board.empties();
    if board.moves().is_empty() {
        return Vec::new();
    }
    let reach = settings.depth.min(empties - 1);
    let mut values: Vec<(u32, f32)> = (0..=reach)
        .map(|depth| (depth, solver.search(board, depth).value as f32 / STEPS as f32))
        .collect();
    if empties <= settings.solve {
        values.push((empties, solver.solve(board).score as f32));
    }
    let (player, opponent) = board.bits();
    let other = Board8::from_bits(opponent, player).expect("no square holds two discs");
    let moves = board.moves().len().min(other.moves().len()) as u32;
    let mut pairs = Vec::new();
    for &(depth, deep) in &values {
        for &(shallow, near) in &values {
            // The engine compares searches of the same parity only, and not with neighbours.
            if shallow + 2 <= depth && (depth - shallow) % 2 == 0 {
                pairs.push(Pair { empties, depth, shallow, moves, difference: deep - near });
            }
        }
    }
    pairs
}

/// The coefficients of the error model that fit the pairs best, as [`ErrorModel::new`] takes them.
pub fn fit_errors(pairs: &[Pair]) -> [f32; ERROR_TERMS + MEAN_TERMS] {
    let means = fit_means(pairs);
    let mut sums = Moments::<ERROR_TERMS>::default();
    for pair in pairs {
        let terms = ErrorModel::terms(pair.empties, pair.depth, pair.shallow, pair.moves);
        let mean: f32 =
            ErrorModel::mean_terms(pair.shallow).iter().zip(means).map(|(a, b)| a * b).sum();
        let size = f64::from((pair.difference - mean).abs()) * std::f64::consts::FRAC_PI_2.sqrt();
        sums.add(&terms.map(f64::from), size);
    }
    // A touch of ridge keeps terms at zero that the data say nothing about.
    let deviations = sums.solve(1e-3 * pairs.len().max(1) as f64).map(|value| value as f32);
    let mut coefficients = deviations.into_iter().chain(means);
    std::array::from_fn(|_| coefficients.next().expect("as many as there are terms"))
}

/// By how much deep searches are above shallow ones on average.
fn fit_means(pairs: &[Pair]) -> [f32; MEAN_TERMS] {
    let mut sums = Moments::<MEAN_TERMS>::default();
    for pair in pairs {
        let terms = ErrorModel::mean_terms(pair.shallow).map(f64::from);
        sums.add(&terms, f64::from(pair.difference));
    }
    sums.solve(1e-3 * pairs.len().max(1) as f64).map(|value| value as f32)
}

/// Fitted against observed deviations, by tens of empty squares and depths.
pub fn compare(pairs: &[Pair], model: &ErrorModel) -> Vec<ErrorRow> {
    let mut groups: BTreeMap<(u32, u32, u32), (usize, f64, f64)> = BTreeMap::new();
    for pair in pairs {
        let group = groups.entry((pair.empties / 10, pair.depth, pair.shallow)).or_default();
        let fitted = model.deviation(pair.empties, pair.depth, pair.shallow, pair.moves);
        let mean = f64::from(model.mean(pair.shallow)) / f64::from(STEPS);
        group.0 += 1;
        group.1 += (f64::from(pair.difference) - mean).abs();
        group.2 += f64::from(fitted) / f64::from(STEPS);
    }
    groups
        .into_iter()
        .map(|((ten, depth, shallow), (pairs, absolute, fitted))| ErrorRow {
            from: ten * 10,
            to: ten * 10 + 9,
            depth,
            shallow,
            pairs,
            observed: absolute / pairs as f64 * std::f64::consts::FRAC_PI_2.sqrt(),
            fitted: fitted / pairs as f64,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_coefficients_are_found_again() {
        let truth = [2.0, 1.5, -0.5, 1.0, -0.8, 0.5, 0.7, -1.0, 0.5, 0.0, 1.0, 0.3, 0.1];
        let model = ErrorModel::new(&truth).unwrap();
        let mut random = Random::new(3, 3);
        let mut pairs = Vec::new();
        for _ in 0..200_000 {
            let empties = 6 + random.below(50) as u32;
            let depth = 3 + random.below(10) as u32;
            let shallow = depth - 2;
            let (depth, shallow) = (depth.min(empties), shallow.min(empties));
            let moves = random.below(16) as u32;
            let deviation = model.deviation(empties, depth, shallow, moves) as f32 / 128.0;
            let mean = model.mean(shallow) as f32 / 128.0;
            // Twelve uniform numbers make a normal one.
            let normal = (0..12).map(|_| random.unit()).sum::<f32>() - 6.0;
            let difference = mean + normal * deviation;
            pairs.push(Pair { empties, depth, shallow, moves, difference });
        }
        let (truth, model) = (model, ErrorModel::new(&fit_errors(&pairs)).unwrap());
        for (empties, depth, moves) in [(50, 4, 12), (30, 8, 8), (12, 12, 3)] {
            let fitted = model.deviation(empties, depth, depth - 2, moves);
            let wanted = truth.deviation(empties, depth, depth - 2, moves);
            assert!((fitted - wanted).abs() < wanted / 20, "{fitted} for {wanted}");
            let (fitted, wanted) = (model.mean(depth - 2), truth.mean(depth - 2));
            assert!((fitted - wanted).abs() < 6, "{fitted} for {wanted}");
        }
    }
}
