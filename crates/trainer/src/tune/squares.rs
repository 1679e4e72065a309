//! What the squares are worth to `breadth`.
//!
//! The description of that player says that its square values were not determined with any
//! rigour, and that its author would like to test others. Here they are determined by
//! regression: the result of many games, explained by who holds which squares on the way. The
//! board's symmetry leaves ten different squares.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use obverse_arena::{Entrant, Tally};
use obverse_players::classics::{Classic, ClassicOptions, Quadrant};
use obverse_rules::{Bitboard, Board8, Size};
use serde_json::json;

use super::{Comparison, TuneRun, Tuned};
use crate::regression::Moments;
use crate::{TrainerError, dataset};

/// Kinds of squares that no symmetry of the board exchanges.
const CLASSES: usize = 10;

/// The corner's value: only the proportions matter, and the description has a corner at 30.
const CORNER: f64 = 30.0;

/// Fits square values to the results of games, by positions with so many empty squares.
pub fn fit_squares(
    files: &[PathBuf],
    empties: RangeInclusive<u32>,
    old: &Quadrant,
) -> Result<Tuned<Quadrant>, TrainerError> {
    let masks = class_masks();
    let mut sums = Moments::<CLASSES>::default();
    dataset::for_each_record(files, |record| {
        if empties.contains(&record.board.empties()) {
            sums.add(&held(&record.board, &masks), f64::from(record.target(1.0)));
        }
    })?;
    if sums.count < 1000.0 {
        return Err(TrainerError::Settings(
            "fewer than a thousand positions in that range of empty squares".to_owned(),
        ));
    }
    // The player adds its discs to the points, so a square is worth one less than it explains.
    let worth = sums.solve(0.0);
    let scale = CORNER / (worth[0] - worth[CLASSES - 1].min(0.0)).max(1e-9);
    let mut values = [[0; 4]; 4];
    for (row, line) in values.iter_mut().enumerate() {
        for (column, value) in line.iter_mut().enumerate() {
            *value = (worth[class(column, row)] * scale).round() as i32 - 1;
        }
    }
    Ok(Tuned {
        values,
        positions: sums.count as u64,
        correlation: sums.correlation(&by_class(&values)),
        old_correlation: sums.correlation(&by_class(old)),
    })
}

/// Plays new values against old ones: `breadth` with alpha-beta, each opening twice.
pub fn match_squares(
    old: &Quadrant,
    new: &Quadrant,
    games: usize,
    depth: u32,
    run: &TuneRun<'_>,
) -> Result<Tally, TrainerError> {
    let entrant = |name: &str, points: &Quadrant| {
        let options = ClassicOptions {
            depth: Some(depth),
            alphabeta: true,
            points: Some(*points),
            ..ClassicOptions::default()
        };
        Entrant::new(name, move || Ok(Classic::Breadth.player(&options, 0)))
    };
    let comparison = Comparison {
        entrants: [entrant("new", new), entrant("old", old)],
        size: Size::EIGHT,
        games,
        identity: json!({ "squares": [new, old], "depth": depth }),
    };
    comparison.play(run)
}

/// The class of a square of the quadrant: the two coordinates in either order.
const fn class(column: usize, row: usize) -> usize {
    let (low, high) = if column < row { (column, row) } else { (row, column) };
    [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]][low][high]
}

fn class_masks() -> [Bitboard; CLASSES] {
    let near = |line: usize| line.min(7 - line);
    std::array::from_fn(|wanted| {
        Bitboard::from_fn(|square| class(near(square.column()), near(square.row())) == wanted)
    })
}

fn by_class(values: &Quadrant) -> [f64; CLASSES] {
    let mut worth = [0.0; CLASSES];
    for (row, line) in values.iter().enumerate() {
        for (column, &value) in line.iter().enumerate() {
            worth[class(column, row)] = f64::from(value + 1);
        }
    }
    worth
}

fn held(board: &Board8, masks: &[Bitboard; CLASSES]) -> [f64; CLASSES] {
    masks.map(|mask| (board.player() & mask).len() as f64 - (board.opponent() & mask).len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_cover_the_board() {
        let masks = class_masks();
        assert_eq!(masks.into_iter().reduce(|all, mask| all | mask), Some(Bitboard::ALL));
        assert_eq!(masks[0], Bitboard::CORNERS);
        assert_eq!(masks.iter().map(|mask| mask.len()).sum::<usize>(), 64);
    }

    #[test]
    fn known_values_are_found_again() {
        let truth = [9.0, -2.0, 2.0, 1.0, -4.0, -1.0, 0.5, 0.25, 0.1, -0.5];
        let mut random = crate::Random::new(1, 1);
        let mut sums = Moments::<CLASSES>::default();
        let masks = class_masks();
        for _ in 0..20_000 {
            let (player, any) = (random.next(), random.next());
            let terms = held(&Board8::from_bits(player, !player & any).unwrap(), &masks);
            let result: f64 = terms.iter().zip(truth).map(|(a, b)| a * b).sum();
            sums.add(&terms, result + f64::from(random.unit()) - 0.5);
        }
        for (found, wanted) in sums.solve(0.0).into_iter().zip(truth) {
            assert!((found - wanted).abs() < 0.05, "{found} for {wanted}");
        }
        assert!(sums.correlation(&truth) > 0.99);
    }
}
