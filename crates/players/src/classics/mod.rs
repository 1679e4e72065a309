//! The five classics: the players of five old programs, each faithful to its own description.
//!
//! They are opponents with character. Where a description's own choice is weak it is kept; where
//! it leaves something open, the head of the player's file says what and how it was read.

use std::time::Duration;

use crate::{Player, PlayerError};

/// One of the five classics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classic {
    /// Six ratios, weighted, and all of its time.
    Ratio,
    /// The tree built breadth-first through a queue.
    Breadth,
    /// A table of squares, mobility and full lines, five plies deep.
    Squares,
    /// Minimax on a board of any size.
    Anysize,
    /// Named openings, iterative deepening, seven statistics.
    Killer,
}

/// How a classic is asked to play; what is not given has its own default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicOptions {
    /// Time a move.
    pub time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Where random numbers begin.
    pub seed: Option<u64>,
    /// Whether `killer` may use its openings.
    pub book: bool,
    /// Whether `breadth` searches by alpha-beta instead of its queue.
    pub alphabeta: bool,
}

impl Default for ClassicOptions {
    fn default() -> ClassicOptions {
        ClassicOptions { time: None, depth: None, seed: None, book: true, alphabeta: false }
    }
}

impl Classic {
    /// All five.
    pub const ALL: [Classic; 5] =
        [Classic::Ratio, Classic::Breadth, Classic::Squares, Classic::Anysize, Classic::Killer];

    /// The name it goes by.
    pub const fn name(self) -> &'static str {
        match self {
            Classic::Ratio => "ratio",
            Classic::Breadth => "breadth",
            Classic::Squares => "squares",
            Classic::Anysize => "anysize",
            Classic::Killer => "killer",
        }
    }

    /// The classic of this name.
    pub fn from_name(name: &str) -> Option<Classic> {
        Classic::ALL.into_iter().find(|classic| classic.name() == name)
    }

    /// A sentence about it, for people who choose an opponent.
    pub const fn description(self) -> &'static str {
        match self {
            Classic::Ratio => "weighs six ratios and thinks until its time is up; a little moody",
            Classic::Breadth => "grows the tree of moves level by level, then counts points",
            Classic::Squares => "knows what each square is worth and looks five moves ahead",
            Classic::Anysize => "plain minimax, six moves deep, at home on every board",
            Classic::Killer => "knows its openings and follows its best line deep",
        }
    }

    /// The options it takes, joined by commas.
    pub const fn takes(self) -> &'static str {
        match self {
            Classic::Ratio => "time, depth, seed",
            Classic::Breadth => "time, depth, search",
            Classic::Squares | Classic::Anysize => "time, depth",
            Classic::Killer => "time, depth, book, seed",
        }
    }

    /// The player.
    pub fn player(
        self,
        _options: ClassicOptions,
        _seed: u64,
    ) -> Result<Box<dyn Player>, PlayerError> {
        Err(PlayerError::Failed {
            player: self.name().to_owned(),
            reason: "not at the table yet".to_owned(),
        })
    }
}
