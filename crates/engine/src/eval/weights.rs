//! The network's weights, as the engine uses them.
//!
//! Every place adds a row of its kind; so do the scalar features. Fifteen lanes of the sum are
//! clamped to [0, 1] and squared; a dense layer makes sixteen hidden units of them, with a leaky
//! rectifier; those and the squared lanes themselves are weighed into one output. The sixteenth lane
//! is a linear evaluation of its own and is added to the output.
//!
//! Fixed point throughout: lanes in 1/128 (the linear one in 1/8 disc), squared lanes in 2⁻¹⁴,
//! hidden units in 2⁻²⁴ and then 2⁻¹⁰, the output in 2⁻¹⁸ disc and in the end in 1/128 disc.

use std::fmt;
use std::sync::OnceLock;

use super::ErrorModel;
use super::file::PackedTable;
use super::patterns::ALLOCATED_ROWS;

/// Lanes of a row: those of the embedding and, last, the linear one. A multiple of 16; every
/// kernel and the fit follow it.
pub const WIDTH: usize = 16;

/// Units of the dense layer.
pub const HIDDEN: usize = 16;

/// What one is in a lane of the embedding.
pub const ONE: i16 = 128;

/// Steps of the linear lane in a disc.
pub const LINEAR_STEPS: i16 = 8;

/// Steps of the dense layer's weights in one.
pub const HIDDEN_STEPS: i32 = 1 << 10;

/// Steps of the output's and the direct term's weights in a disc.
pub const OUTPUT_STEPS: i32 = 1 << 8;

/// Steps of the evaluation in a disc.
pub const STEPS: i32 = 128;

/// The largest evaluation, in discs: an estimate never claims a wipe-out.
pub const MAX_DISCS: i32 = 63;

/// From 2⁻²⁴ to 2⁻¹⁰.
pub(super) const HIDDEN_SHIFT: i32 = 14;
/// From 2⁻¹⁴ to 2⁻¹⁰.
pub(super) const SQUARED_SHIFT: i32 = 4;
/// From 2⁻¹⁸ disc to 1/128 disc.
const OUTPUT_SHIFT: i32 = 11;

/// What one index of a kind, or one value of a scalar feature, adds to the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Row(pub [i8; WIDTH]);

/// The rows of a table, with room for every index that sixteen bits can hold.
pub type Rows = [Row; ALLOCATED_ROWS];

/// The dense part for a few plies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head {
    /// Added to the hidden units.
    pub hidden_bias: [i32; HIDDEN],
    /// The weights of squared lanes `2p` and `2p + 1` for every hidden unit, at `[p]`.
    pub hidden: [[[i16; 2]; HIDDEN]; WIDTH / 2],
    /// The weight of every hidden unit in the output.
    pub output: [i16; HIDDEN],
    /// The weight of every squared lane in the output.
    pub direct: [i16; WIDTH],
    /// Added to the sum of rows.
    pub bias: [i16; WIDTH],
    /// Added to the output, in 1/128 disc.
    pub output_bias: i32,
}

impl Head {
    /// A head that answers with the linear lane alone.
    pub const ZERO: Head = Head {
        hidden_bias: [0; HIDDEN],
        hidden: [[[0; 2]; HIDDEN]; WIDTH / 2],
        output: [0; HIDDEN],
        direct: [0; WIDTH],
        bias: [0; WIDTH],
        output_bias: 0,
    };
}

/// Which table and which head evaluate a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The number of the table.
    pub table: u8,
    /// The number of the head.
    pub head: u8,
}

/// A table that is unpacked when it is first used: a search needs one or two of them.
#[derive(Clone)]
pub(super) struct LazyTable {
    rows: OnceLock<Box<Rows>>,
    packed: PackedTable<'static>,
}

impl LazyTable {
    /// A table that is known to be sound.
    pub(super) fn packed(packed: PackedTable<'static>) -> LazyTable {
        LazyTable { rows: OnceLock::new(), packed }
    }

    /// A table that is there already.
    pub(super) fn unpacked(rows: Box<Rows>) -> LazyTable {
        LazyTable { rows: OnceLock::from(rows), packed: PackedTable::default() }
    }

    #[inline]
    fn rows(&self) -> &Rows {
        self.rows.get_or_init(|| self.packed.expand().expect("the table is sound"))
    }
}

/// The network for the whole game.
#[derive(Clone)]
pub struct Weights {
    pub(super) tables: Vec<LazyTable>,
    pub(super) heads: Vec<Head>,
    /// By empty squares, 0 to 60.
    pub(super) phases: [Phase; PHASES],
    pub(super) manifest: String,
    pub(super) errors: Option<ErrorModel>,
}

/// Numbers of empty squares that have a phase: 0 to 60.
pub const PHASES: usize = 61;

impl Weights {
    /// The rows and the head for a position with so many empty squares.
    #[inline]
    pub fn phase(&self, empties: u32) -> (&Rows, &Head) {
        let phase = self.phases[(empties as usize).min(PHASES - 1)];
        (self.tables[phase.table as usize].rows(), &self.heads[phase.head as usize])
    }

    /// Where the weights come from: JSON that names the data and the settings of the fit.
    pub fn manifest(&self) -> &str {
        &self.manifest
    }

    /// How far shallow searches with these weights can be trusted, where that was fitted.
    #[inline]
    pub fn errors(&self) -> Option<&ErrorModel> {
        self.errors.as_ref()
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights")
            .field("tables", &self.tables.len())
            .field("heads", &self.heads.len())
            .field("manifest", &self.manifest)
            .finish_non_exhaustive()
    }
}

/// From the output's fixed point to 1/128 disc, with the linear lane.
#[inline]
pub(super) fn finish(head: &Head, total: i32, linear: i16) -> i32 {
    let network = total.wrapping_add(1 << (OUTPUT_SHIFT - 1)) >> OUTPUT_SHIFT;
    let sum = network + i32::from(linear) * (STEPS / LINEAR_STEPS as i32) + head.output_bias;
    sum.clamp(-MAX_DISCS * STEPS, MAX_DISCS * STEPS)
}
