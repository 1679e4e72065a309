//! How games end.

use std::fmt;

use obverse_rules::{Color, Move, Outcome};

/// How a game at a table ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Neither side can move: the discs decide.
    Finished(Outcome),
    /// This side resigned.
    Resigned(Color),
    /// This side's clock ran out.
    OutOfTime(Color),
    /// This side played an illegal move where that loses.
    Illegal {
        /// Who.
        color: Color,
        /// What was played.
        mv: Move,
    },
    /// This side could not go on.
    Failed {
        /// Who.
        color: Color,
        /// What happened.
        reason: String,
    },
    /// The game was left unfinished.
    Stopped,
}

impl Ending {
    /// Who won; nobody in a draw or an unfinished game.
    pub fn winner(&self) -> Option<Color> {
        match *self {
            Ending::Finished(outcome) => outcome.winner(),
            Ending::Resigned(loser)
            | Ending::OutOfTime(loser)
            | Ending::Illegal { color: loser, .. }
            | Ending::Failed { color: loser, .. } => Some(!loser),
            Ending::Stopped => None,
        }
    }

    /// Whether the game has a result, be it a draw.
    pub fn is_decided(&self) -> bool {
        !matches!(self, Ending::Stopped)
    }
}

/// “Black wins 38–26”, “Draw 32–32”, “White wins: Black resigns”.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Finished(outcome) => outcome.fmt(f),
            Ending::Resigned(loser) => write!(f, "{} wins: {loser} resigns", !*loser),
            Ending::OutOfTime(loser) => write!(f, "{} wins: {loser} is out of time", !*loser),
            Ending::Illegal { color, mv } => {
                write!(f, "{} wins: {color} played {mv}, which is illegal", !*color)
            }
            Ending::Failed { color, reason } => {
                write!(f, "{} wins: {color} can't go on: {reason}", !*color)
            }
            Ending::Stopped => f.write_str("Unfinished"),
        }
    }
}
