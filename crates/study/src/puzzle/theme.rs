//! What puzzles ask, and what they are about.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::reason::Reason;

/// What a puzzle asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Play and win: every other move draws or loses.
    Win,
    /// Save the draw: every other move loses.
    Draw,
    /// Win the most discs, or lose the fewest: every other move costs four at least.
    Most,
    /// Find the best move in the middle of the game. The scores are not proven.
    Best,
}

impl Task {
    /// Every task.
    pub const ALL: [Task; 4] = [Task::Win, Task::Draw, Task::Most, Task::Best];

    /// Its name, in files and as JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Task::Win => "win",
            Task::Draw => "draw",
            Task::Most => "most",
            Task::Best => "best",
        }
    }
}

/// What makes the answer better than the next best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Idea {
    /// Who gets a corner.
    Corner,
    /// The answer gives a corner away.
    Sacrifice,
    /// Who makes the last move in a region.
    Parity,
    /// Somebody has to pass.
    Pass,
    /// How many moves there are.
    Mobility,
    /// A move that can wait.
    Tempo,
    /// A wedge into an edge.
    Edge,
    /// Discs that can never be turned over.
    Stability,
    /// Counting alone.
    Counting,
}

impl Idea {
    /// Every idea.
    pub const ALL: [Idea; 9] = [
        Idea::Corner,
        Idea::Sacrifice,
        Idea::Parity,
        Idea::Pass,
        Idea::Mobility,
        Idea::Tempo,
        Idea::Edge,
        Idea::Stability,
        Idea::Counting,
    ];

    /// Its name, in files and as JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Idea::Corner => "corner",
            Idea::Sacrifice => "sacrifice",
            Idea::Parity => "parity",
            Idea::Pass => "pass",
            Idea::Mobility => "mobility",
            Idea::Tempo => "tempo",
            Idea::Edge => "edge",
            Idea::Stability => "stability",
            Idea::Counting => "counting",
        }
    }

    /// The idea that somebody missed who has this reason for a worse move.
    pub fn of(reason: &Reason) -> Idea {
        match reason {
            Reason::GivesCorner { .. }
            | Reason::MissesCorner { .. }
            | Reason::ForcedToOpen { .. } => Idea::Corner,
            Reason::EdgeWeak { .. } => Idea::Edge,
            Reason::LosesMobility(_)
            | Reason::GivesMobility(_)
            | Reason::LosesSafeMoves(_)
            | Reason::GivesSafeMoves(_)
            | Reason::BuildsWall { .. }
            | Reason::Greedy(_) => Idea::Mobility,
            Reason::WastesQuietMove { .. } => Idea::Tempo,
            Reason::LosesParity { .. } => Idea::Parity,
            Reason::GivesStableDiscs(_) | Reason::LosesStableDiscs(_) => Idea::Stability,
            Reason::MissesPass { .. } | Reason::MustPass { .. } => Idea::Pass,
            Reason::Miscounts { .. } => Idea::Counting,
        }
    }
}

/// What puzzles can be asked for by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// What is asked.
    Task(Task),
    /// What it is about.
    Idea(Idea),
}

impl Theme {
    /// Every theme.
    pub fn all() -> impl Iterator<Item = Theme> {
        Task::ALL.into_iter().map(Theme::Task).chain(Idea::ALL.into_iter().map(Theme::Idea))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Task(task) => task.name(),
            Theme::Idea(idea) => idea.name(),
        }
    }
}

/// A word that is no theme.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{word}` is no theme: {}", known())]
pub struct ThemeError {
    word: String,
}

fn known() -> String {
    Theme::all().map(Theme::name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Theme {
    type Err = ThemeError;

    fn from_str(text: &str) -> Result<Theme, ThemeError> {
        let found = Theme::all().find(|theme| theme.name() == text);
        found.ok_or_else(|| ThemeError { word: text.chars().take(20).collect() })
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Idea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
