//! The weights of the any-size evaluation, all in one place.

use obverse_rules::Size;

use super::DISC;
use super::eval::{FEATURES, Feature};

/// Points of the game at which weights are given, from an empty board to a full one; between
/// them they are interpolated.
pub const PHASES: usize = 3;

/// What each count is worth in discs at each phase, for a board of 8×8.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// By phase, then in the order of [`Feature`].
    pub phases: [[f32; FEATURES]; PHASES],
}

impl Weights {
    /// The weights for a number of empty squares, in 1/256 of a value.
    pub(crate) fn at(&self, empties: usize, size: Size) -> [i32; FEATURES] {
        let full = 1.0 - empties as f32 / size.squares() as f32;
        let along = full * (PHASES - 1) as f32;
        let phase = (along as usize).min(PHASES - 2);
        let part = along - phase as f32;
        std::array::from_fn(|feature| {
            let (before, after) = (self.phases[phase][feature], self.phases[phase + 1][feature]);
            let discs = before + (after - before) * part;
            (discs * Weights::scale(feature, size) * (DISC * 256) as f32).round() as i32
        })
    }

    /// A corner is worth more on a larger board: it holds longer edges.
    pub fn scale(feature: usize, size: Size) -> f32 {
        const GROWING: [Feature; 5] = [
            Feature::Corners,
            Feature::XSquares,
            Feature::CSquares,
            Feature::OwnCornerMoves,
            Feature::TheirCornerMoves,
        ];
        if GROWING.iter().any(|&growing| growing as usize == feature) {
            size.get() as f32 / 8.0
        } else {
            1.0
        }
    }
}

impl Default for Weights {
    #[rustfmt::skip]
    fn default() -> Weights {
        Weights {
            //        mobil. freed. poten. corner   X     C    edge  inner stable discs parity
            phases: [
                [      0.35,  0.30,  0.25,  9.0, -5.0, -1.5,  0.05, -0.15, 1.0, -0.15, 0.0, 3.0, 2.0, 0.0],
                [      0.40,  0.40,  0.25,  9.0, -5.0, -2.0,  0.10, -0.15, 1.2, -0.10, 0.3, 3.0, 2.0, 0.0],
                [      0.25,  0.30,  0.10,  6.0, -2.0, -1.0,  0.30,  0.00, 1.2,  0.50, 1.0, 3.0, 2.0, 0.0],
            ],
        }
    }
}
