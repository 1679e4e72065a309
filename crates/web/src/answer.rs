//! The JSON of hints and exact scores, the same from the command line and from the REST API.

use obverse_engine::score::Kind;
use obverse_engine::{Goal, Line, Report, Score};
use obverse_rules::Position;
use serde::Serialize;

/// A score says what it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScoreInfo {
    score: f64,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<u8>,
}

impl From<Score> for ScoreInfo {
    fn from(score: Score) -> ScoreInfo {
        let confidence = match score.kind {
            Kind::Selective { confidence } => Some(confidence),
            _ => None,
        };
        // Hundredths of a disc are enough, and read better than what is behind them. Adding zero
        // turns −0 into 0.
        let rounded = (f64::from(score.discs) * 100.0).round() / 100.0 + 0.0;
        ScoreInfo { score: rounded, kind: score.kind.name(), confidence }
    }
}

/// A move of a hint.
#[derive(Clone, Debug, Serialize)]
pub struct HintLine {
    rank: usize,
    /// None where the game is over.
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(flatten)]
    score: ScoreInfo,
    depth: u32,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// The moves of a hint, best first. Where the game is over there is one line without a move.
pub fn hint_lines(report: &Report) -> impl Iterator<Item = HintLine> {
    report.lines.iter().enumerate().map(|(at, line)| {
        let pv = names(line);
        HintLine {
            rank: at + 1,
            mv: pv.first().cloned(),
            score: line.score.into(),
            depth: line.depth,
            pv,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
        }
    })
}

/// A solved position.
#[derive(Clone, Debug, Serialize)]
pub struct SolvedLine {
    index: usize,
    empties: usize,
    score: i32,
    kind: &'static str,
    best: Option<String>,
    pv: Vec<String>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// What the problem's author says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<i32>,
}

impl SolvedLine {
    /// The answer to the problem of this number, which was solved for this goal.
    pub fn new(index: usize, position: &Position, goal: Goal, report: &Report) -> SolvedLine {
        let best = report.best();
        let discs = best.score.discs as i32;
        // An exact score settles the result too.
        let (score, kind) = match goal {
            Goal::Wld => (discs.signum(), Kind::Wld),
            _ => (discs, best.score.kind),
        };
        let pv = names(best);
        SolvedLine {
            index,
            empties: position.empties(),
            score,
            kind: kind.name(),
            best: pv.first().cloned(),
            pv,
            depth: best.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            expected: None,
        }
    }
}

fn names(line: &Line) -> Vec<String> {
    line.moves.iter().map(ToString::to_string).collect()
}
