//! The weights of the any-size evaluation, all in one place.

use obverse_rules::Size;

use super::eval::{FEATURES, Feature, STEPS_A_DISC};

/// Points of the game at which weights are given, from an empty board to a full one; between
/// them they are interpolated.
pub const PHASES: usize = 3;

/// What each count is worth in discs at each phase, for a board of 8×8.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureWeights {
    /// By phase, then in the order of [`Feature`].
    pub phases: [[f32; FEATURES]; PHASES],
}

impl FeatureWeights {
    /// The weights for a number of empty squares, in 1/256 of a step of an estimate.
    pub(crate) fn at(&self, empties: usize, size: Size) -> [i32; FEATURES] {
        let full = 1.0 - empties as f32 / size.squares() as f32;
        let along = full * (PHASES - 1) as f32;
        let phase = (along as usize).min(PHASES - 2);
        let part = along - phase as f32;
        std::array::from_fn(|feature| {
            let (before, after) = (self.phases[phase][feature], self.phases[phase + 1][feature]);
            let discs = before + (after - before) * part;
            (discs * FeatureWeights::scale(feature, size) * (STEPS_A_DISC * 256) as f32).round()
                as i32
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

/// Fitted to the results of 6,000 games of self-play on 10×10 at depth 2 by
/// `obverse tune anysize`. Against the first weights, which were made by hand, at 3,000 positions a move:
/// 78.8 % on 10×10 (120 games), 58.1 % on 6×6 (80), 50.0 % and 10 discs a game on 14×14 (16).
impl Default for FeatureWeights {
    #[rustfmt::skip]
    fn default() -> FeatureWeights {
        FeatureWeights {
            // mobil.  freed.  poten.  corner      X       C    edge   inner  stable   discs  parity  corner moves     turn
            phases: [
                [ -0.17,  -0.01,   0.13,   3.36,  -3.30,  -4.67,   0.18,  -0.38,   4.30,  -0.79,   0.35,   0.91,   1.57,  -1.37],
                [ -0.11,   1.61,   0.27,   4.97,  -5.14,  -1.57,   0.04,  -0.13,   1.12,  -0.19,   0.21,   5.58,   3.66,  -1.82],
                [  1.95,   0.26,  -1.30,   0.56,   1.65,  -1.30,  -0.48,  -0.14,   0.86,   0.27,   1.20,   4.72,   2.82,  -0.14],
            ],
        }
    }
}
