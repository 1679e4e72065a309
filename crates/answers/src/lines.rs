//! Scores, lines and thoughts as JSON: the same from the command line and from the server.

use obverse_engine::score::Kind;
use obverse_engine::{Goal, Line, Report, Score};
use obverse_players::Thought;
use obverse_rules::{Move, Position};
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
    mv: Option<Move>,
    #[serde(flatten)]
    score: ScoreInfo,
    depth: u32,
    pv: Vec<Move>,
    nodes: u64,
    seconds: f64,
}

/// The moves of a hint, best first. Where the game is over there is one line without a move.
pub fn hint_lines(report: &Report) -> impl Iterator<Item = HintLine> {
    report.lines.iter().enumerate().map(|(at, line)| HintLine {
        rank: at + 1,
        mv: line.moves.first().copied(),
        score: line.score.into(),
        depth: line.depth,
        pv: line.moves.clone(),
        nodes: report.nodes,
        seconds: report.elapsed.as_secs_f64(),
    })
}

/// A solved position.
#[derive(Clone, Debug, Serialize)]
pub struct SolvedLine {
    index: usize,
    empties: usize,
    score: i32,
    kind: &'static str,
    best: Option<Move>,
    pv: Vec<Move>,
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
        SolvedLine {
            index,
            empties: position.empties(),
            score,
            kind: kind.name(),
            best: best.moves.first().copied(),
            pv: best.moves.clone(),
            depth: best.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            expected: None,
        }
    }
}

/// A move of an analysis with its score and the expected play.
#[derive(Clone, Debug, Serialize)]
pub struct LineInfo {
    #[serde(flatten)]
    score: ScoreInfo,
    depth: u32,
    pv: Vec<Move>,
}

impl From<&Line> for LineInfo {
    fn from(line: &Line) -> LineInfo {
        LineInfo { score: line.score.into(), depth: line.depth, pv: line.moves.clone() }
    }
}

/// What a player thinks.
#[derive(Clone, Debug, Serialize)]
pub struct ThoughtInfo {
    #[serde(flatten)]
    score: Option<ScoreInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    pv: Vec<Move>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'static str>,
}

impl From<&Thought> for ThoughtInfo {
    fn from(thought: &Thought) -> ThoughtInfo {
        ThoughtInfo {
            score: thought.score.map(ScoreInfo::from),
            depth: thought.depth,
            pv: thought.line.clone(),
            nodes: thought.nodes,
            seconds: thought.elapsed.as_secs_f64(),
            remark: thought.remark,
        }
    }
}

/// Moves by their names, passes included.
pub(crate) fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
