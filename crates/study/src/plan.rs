//! How much is spent on a review.

use std::time::Duration;

use obverse_engine::{Goal, Level, Limits};
use serde::{Deserialize, Serialize};

/// How much is spent on a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// On every move.
    pub quick: Effort,
    /// On the moves that matter.
    pub deep: Effort,
    /// With so many empty squares or fewer every position is solved.
    pub solve: u32,
    /// On the moves that seem to cost much and may cost nothing.
    #[serde(default)]
    pub sure: Option<Effort>,
}

/// How far a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// So many plies.
    Depth(u32),
    /// As a level does.
    Level(Level),
    /// So long.
    Time(Duration),
    /// To the end.
    Exact,
}

impl Effort {
    /// What to ask of an [`Engine`](obverse_engine::Engine) that looks so far.
    pub fn limits(self) -> Limits {
        let limits = Limits { book: false, ..Limits::default() };
        match self {
            Effort::Depth(depth) => Limits { depth: Some(depth), ..limits },
            Effort::Level(level) => Limits { level: Some(level), ..limits },
            Effort::Time(time) => Limits { time: Some(time), ..limits },
            Effort::Exact => Limits { goal: Goal::Exact, ..limits },
        }
    }

    /// How long, if that is what counts.
    pub(crate) fn time(self) -> Option<Duration> {
        match self {
            Effort::Time(time) => Some(time),
            Effort::Depth(_) | Effort::Level(_) | Effort::Exact => None,
        }
    }
}

/// How many plies further the third pass looks than the second.
const SURE_PLIES: u32 = 6;

impl Plan {
    /// So many plies for what matters, and eight more where that is the end of the game.
    pub fn depth(depth: u32) -> Plan {
        let quick = Effort::Depth(depth.min(6).max(depth / 2));
        let sure = Some(Effort::Depth(depth.saturating_add(SURE_PLIES)));
        Plan { quick, deep: Effort::Depth(depth), solve: depth.saturating_add(8), sure }
    }

    /// What a level sees, in one pass.
    pub fn level(level: Level) -> Plan {
        Plan { quick: Effort::Level(level), deep: Effort::Level(level), solve: 0, sure: None }
    }

    /// To the end, in one pass.
    pub fn exact() -> Plan {
        Plan { quick: Effort::Exact, deep: Effort::Exact, solve: u32::MAX, sure: None }
    }

    /// So long for each move that matters, and a tenth of it for the others.
    pub fn time(time: Duration) -> Plan {
        let sure = Some(Effort::Time(time.saturating_mul(4)));
        Plan { quick: Effort::Time(time / 10), deep: Effort::Time(time), solve: 0, sure }
    }
}
