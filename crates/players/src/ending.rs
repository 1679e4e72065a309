//! How games end.

use std::fmt;

use obverse_records::{Termination, Verdict};
use obverse_rules::{Color, Outcome, Size};

/// How a game ended, at a table and in a match alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Neither side can move: the discs decide.
    Finished(Outcome),
    /// The game was stopped, and the score of perfect play from there counts.
    Adjudicated(Outcome),
    /// This side resigned.
    Resigned(Color),
    /// This side's time ran out.
    OutOfTime(Color),
    /// This side played an illegal move where that loses.
    Illegal {
        /// Who.
        color: Color,
        /// What was played: a move, or what was said in the place of one.
        played: String,
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
        match self {
            Ending::Finished(outcome) | Ending::Adjudicated(outcome) => outcome.winner(),
            _ => self.loser().map(|loser| !loser),
        }
    }

    /// Who lost without the discs deciding: by resigning, by time, by an illegal move or by failing.
    pub fn loser(&self) -> Option<Color> {
        match *self {
            Ending::Resigned(color)
            | Ending::OutOfTime(color)
            | Ending::Illegal { color, .. }
            | Ending::Failed { color, .. } => Some(color),
            Ending::Finished(_) | Ending::Adjudicated(_) | Ending::Stopped => None,
        }
    }

    /// The score in discs from a colour's view, where the discs decided.
    pub fn discs(&self, color: Color) -> Option<i32> {
        match self {
            Ending::Finished(outcome) | Ending::Adjudicated(outcome) => Some(outcome.score(color)),
            _ => None,
        }
    }

    /// Whether the game has a result, be it a draw.
    pub fn is_decided(&self) -> bool {
        !matches!(self, Ending::Stopped)
    }

    /// The result as records have it; an unfinished game has none. Whoever gives up, fails, breaks
    /// the rules or runs out of time loses every square.
    pub(crate) fn verdict(&self, size: Size) -> Option<Verdict> {
        let ending = match self {
            Ending::Stopped => return None,
            Ending::Finished(_) => Termination::Played,
            Ending::Adjudicated(_) => Termination::Agreed,
            Ending::OutOfTime(_) => Termination::TimedOut,
            Ending::Resigned(_) | Ending::Illegal { .. } | Ending::Failed { .. } => {
                Termination::Resigned
            }
        };
        let all = size.squares() as i32;
        let forfeit = if self.winner() == Some(Color::Black) { all } else { -all };
        let score = self.discs(Color::Black).unwrap_or(forfeit);
        Some(Verdict { score: score.into(), ending })
    }
}

/// “Black wins 38–26”, “Draw 32–32”, “White wins: Black resigns”.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Finished(outcome) => outcome.fmt(f),
            Ending::Adjudicated(outcome) => write!(f, "{outcome}, adjudicated"),
            Ending::Resigned(loser) => write!(f, "{} wins: {loser} resigns", !*loser),
            Ending::OutOfTime(loser) => write!(f, "{} wins: {loser} is out of time", !*loser),
            Ending::Illegal { color, played } => {
                write!(f, "{} wins: {color} played {played}, which is illegal", !*color)
            }
            Ending::Failed { color, reason } => {
                write!(f, "{} wins: {color} can't go on: {reason}", !*color)
            }
            Ending::Stopped => f.write_str("Unfinished"),
        }
    }
}
