//! How bad a move was, and how well a side played.

use std::fmt;

use obverse_rules::Size;
use serde::{Deserialize, Serialize};

use crate::review::Comparison;

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// There was no choice.
    Forced,
    /// Nothing is better.
    Best,
    /// It costs less than two discs.
    Good,
    /// Less than four.
    Inaccuracy,
    /// Less than eight.
    Mistake,
    /// Eight or more.
    Blunder,
}

impl Grade {
    /// Every grade.
    pub const ALL: [Grade; 6] = [
        Grade::Forced,
        Grade::Best,
        Grade::Good,
        Grade::Inaccuracy,
        Grade::Mistake,
        Grade::Blunder,
    ];

    /// The grade of a move that was chosen and cost so many discs, give or take `margin`. What the
    /// margin leaves in doubt is graded kindly.
    pub fn of_loss(loss: f32, margin: f32) -> Grade {
        let sure = loss - margin;
        match () {
            () if loss <= 0.0 => Grade::Best,
            () if sure < 2.0 => Grade::Good,
            () if sure < 4.0 => Grade::Inaccuracy,
            () if sure < 8.0 => Grade::Mistake,
            () => Grade::Blunder,
        }
    }

    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Forced => "forced",
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// A small shape that stands for it; a forced move has none.
    pub fn shape(self) -> char {
        match self {
            Grade::Forced => ' ',
            Grade::Best => '●',
            Grade::Good => '○',
            Grade::Inaccuracy => '▵',
            Grade::Mistake => '▲',
            Grade::Blunder => '✕',
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Half the width of the 95 % interval of a loss, in discs: 0 if both scores are proven, or the
/// loss is none.
pub fn margin(comparison: &Comparison) -> f32 {
    if comparison.is_exact() || comparison.loss() <= 0.0 {
        return 0.0;
    }
    1.96 * deviation(comparison.weaker().depth)
}

/// The standard deviation of a loss from the exact one, if the search looked so many plies ahead;
/// measured (`docs/review.md`).
fn deviation(depth: u32) -> f32 {
    (5.5 - 0.16 * depth as f32).max(3.0)
}

/// How much the accuracy of a move falls with each disc it costs; fitted (`docs/review.md`).
pub const ACCURACY_FALL: f64 = 0.08;

/// The accuracy of a move that cost so many discs, in per cent.
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-ACCURACY_FALL * loss).exp()
}

/// A third of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// With more than 40 empty squares of 60.
    Opening,
    /// With 40 to 21.
    Midgame,
    /// With 20 or fewer.
    Endgame,
}

impl Phase {
    /// Every phase, in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Midgame, Phase::Endgame];

    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Midgame => "midgame",
            Phase::Endgame => "endgame",
        }
    }

    /// The phase of a move before which so many squares are empty, on a board of this size.
    pub fn of(empties: usize, size: Size) -> Phase {
        // Thirds of the squares that are empty at first, as on 8×8.
        let at_first = size.squares() - 4;
        match () {
            () if 60 * empties > 40 * at_first => Phase::Opening,
            () if 60 * empties > 20 * at_first => Phase::Midgame,
            () => Phase::Endgame,
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
