//! The network in floating point, as it is fitted: one table with its heads.
//!
//! The output is in units of [`UNIT`] discs, so that its parameters are of the same size as the
//! others and one learning rate serves all.

use obverse_engine::eval::Accumulator;
use obverse_engine::eval::patterns::{
    Canonical, KIND_OF_PLACE, KIND_START, PLACES, SCALAR_START, SCALAR_VALUES, SCALARS,
};
use obverse_engine::eval::weights::{HIDDEN, WIDTH};
use obverse_rules::{Board, Board8};

use crate::Random;

/// Discs in one unit of the output.
pub(crate) const UNIT: f32 = 16.0;

/// Rows that a position sums up.
pub(crate) const FEATURES: usize = PLACES + SCALARS.len();

/// A row in floating point.
pub(crate) type FloatRow = [f32; WIDTH];

/// The numbers of the rows that a position sums up.
pub(crate) type Features = [u32; FEATURES];

/// Finds the rows of positions.
#[derive(Clone, Debug)]
pub(crate) struct FeatureMap {
    canonical: Canonical,
}

impl FeatureMap {
    /// Works out which indices share rows.
    pub(crate) fn new() -> FeatureMap {
        FeatureMap { canonical: Canonical::new() }
    }

    /// How many rows a table has.
    pub(crate) fn rows(&self) -> usize {
        self.canonical.len
    }

    /// The rows that the position sums up.
    pub(crate) fn features(&self, board: Board8) -> Features {
        let indices = Accumulator::new(board).mover.0;
        let mut features = [0; FEATURES];
        for place in 0..PLACES {
            let row = KIND_START[KIND_OF_PLACE[place]] + indices[place] as usize;
            features[place] = self.canonical.of_row[row];
        }
        let values = [
            board.moves().len(),
            board.pass().moves().len(),
            board.player().len(),
            board.opponent().len(),
        ];
        for (i, value) in values.into_iter().enumerate() {
            let row = SCALAR_START[i] + value.min(SCALAR_VALUES - 1);
            features[PLACES + i] = self.canonical.of_row[row];
        }
        features
    }
}

impl Default for FeatureMap {
    fn default() -> FeatureMap {
        FeatureMap::new()
    }
}

/// Where the parts of a head begin in [`HeadParameters`].
pub(crate) mod part {
    use super::{HIDDEN as UNITS, WIDTH};

    /// Added to the sum of rows.
    pub(crate) const BIAS: usize = 0;
    /// From squared lanes to hidden units: all units of the first lane, then of the second, …
    pub(crate) const HIDDEN: usize = BIAS + WIDTH;
    /// Added to the hidden units.
    pub(crate) const HIDDEN_BIAS: usize = HIDDEN + WIDTH * UNITS;
    /// From hidden units to the output.
    pub(crate) const OUTPUT: usize = HIDDEN_BIAS + UNITS;
    /// From squared lanes to the output.
    pub(crate) const DIRECT: usize = OUTPUT + UNITS;
    /// Added to the output.
    pub(crate) const OUTPUT_BIAS: usize = DIRECT + WIDTH;
    /// All of them.
    pub(crate) const END: usize = OUTPUT_BIAS + 1;
}

/// The parameters of a dense head, part after part: see [`part`].
pub(crate) type HeadParameters = [f32; part::END];

/// Which model is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModelKind {
    /// The network.
    Network,
    /// Only the linear lane: the baseline.
    Linear,
}

/// A table and the heads of its plies.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// What is fitted.
    pub(crate) kind: ModelKind,
    /// The rows. They start at zero.
    pub(crate) rows: Vec<FloatRow>,
    /// The heads. Their dense weights start at random, the biases in the middle of the clamp.
    pub(crate) heads: Vec<HeadParameters>,
}

impl Model {
    /// A model that knows nothing.
    pub(crate) fn new(kind: ModelKind, rows: usize, heads: usize, random: &mut Random) -> Model {
        let mut head = [0.0; part::END];
        if kind == ModelKind::Network {
            head[part::BIAS..part::BIAS + WIDTH - 1].fill(0.5);
            // Two independent uniform numbers each: about normal, and never far out.
            let mut scatter = |range: std::ops::Range<usize>, size: f32| {
                for value in &mut head[range] {
                    *value = (random.unit() + random.unit() - 1.0) * size;
                }
            };
            scatter(part::HIDDEN..part::HIDDEN + (WIDTH - 1) * HIDDEN, 1.0);
            scatter(part::OUTPUT..part::OUTPUT + HIDDEN, 0.5);
            scatter(part::DIRECT..part::DIRECT + WIDTH - 1, 0.5);
        }
        // All heads start alike, so that they agree on what a lane means.
        Model { kind, rows: vec![[0.0; WIDTH]; rows], heads: vec![head; heads] }
    }
}
