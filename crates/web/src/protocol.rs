//! The messages of the socket. `docs/web-protocol.md` describes them for people.

use obverse_engine::{Line, Report};
use obverse_players::{Choice, Thought};
use serde::{Deserialize, Serialize};

use crate::answer::ScoreInfo;

/// The version of the messages. It changes when an old page could not understand them.
pub(crate) const VERSION: u32 = 1;

/// What a page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Request {
    /// The best moves, from now until the time is up.
    Analyse {
        id: u64,
        start: Option<String>,
        size: Option<usize>,
        #[serde(default)]
        moves: Vec<String>,
        level: Option<u8>,
        depth: Option<u32>,
        time: Option<f64>,
        #[serde(default = "one")]
        top: usize,
    },
    /// A move of a player.
    Choose {
        id: u64,
        start: Option<String>,
        size: Option<usize>,
        #[serde(default)]
        moves: Vec<String>,
        who: String,
        time: Option<f64>,
        clock: Option<ClockSeconds>,
    },
    /// No more of that.
    Stop { id: u64 },
}

pub(crate) const fn one() -> usize {
    1
}

/// A player's clock in seconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSeconds {
    pub(crate) remaining: f64,
    #[serde(default)]
    pub(crate) increment: f64,
}

/// What an analysis may spend: one of the three.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) level: Option<u8>,
    pub(crate) depth: Option<u32>,
    pub(crate) time: Option<f64>,
}

/// What the server says.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Reply {
    /// The first message of every socket.
    Hello {
        protocol: u32,
        name: &'static str,
        version: &'static str,
        players: Vec<PlayerInfo>,
        levels: Vec<LevelInfo>,
        limits: LimitsInfo,
    },
    /// The search waits for a thread; this many are served before it, itself counted.
    Queued { id: u64, place: usize },
    /// What an analysis has found so far, best first.
    Lines { id: u64, lines: Vec<LineInfo>, nodes: u64, seconds: f64 },
    /// An analysis has ended.
    Done { id: u64, lines: Vec<LineInfo>, nodes: u64, seconds: f64 },
    /// What a player thinks.
    Thought {
        id: u64,
        #[serde(flatten)]
        thought: ThoughtInfo,
    },
    /// A player has chosen.
    Chosen {
        id: u64,
        #[serde(rename = "move")]
        mv: String,
        thought: Option<ThoughtInfo>,
    },
    /// A question that was not understood or could not be answered.
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        code: &'static str,
        message: String,
    },
}

/// Somebody who plays, and on which boards.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PlayerInfo {
    pub(crate) who: String,
    pub(crate) sizes: Vec<usize>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct LevelInfo {
    pub(crate) level: u8,
    pub(crate) name: &'static str,
    pub(crate) character: &'static str,
    pub(crate) elo: Option<i32>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct LimitsInfo {
    /// The longest search in seconds.
    pub(crate) seconds: f64,
    /// The largest message in bytes.
    pub(crate) bytes: usize,
}

/// A move with its score and the expected play.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LineInfo {
    #[serde(flatten)]
    pub(crate) score: ScoreInfo,
    pub(crate) depth: u32,
    pub(crate) pv: Vec<String>,
}

impl From<&Line> for LineInfo {
    fn from(line: &Line) -> LineInfo {
        LineInfo {
            score: line.score.into(),
            depth: line.depth,
            pv: line.moves.iter().map(ToString::to_string).collect(),
        }
    }
}

pub(crate) fn lines(report: &Report) -> Vec<LineInfo> {
    report.lines.iter().map(LineInfo::from).collect()
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ThoughtInfo {
    #[serde(flatten)]
    score: Option<ScoreInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
}

impl From<&Thought> for ThoughtInfo {
    fn from(thought: &Thought) -> ThoughtInfo {
        ThoughtInfo {
            score: thought.score.map(ScoreInfo::from),
            depth: thought.depth,
            pv: thought.line.iter().map(ToString::to_string).collect(),
            nodes: thought.nodes,
            seconds: thought.elapsed.as_secs_f64(),
        }
    }
}

impl Reply {
    pub(crate) fn chosen(id: u64, choice: &Choice) -> Reply {
        Reply::Chosen {
            id,
            mv: choice.mv.to_string(),
            thought: choice.thought.as_ref().map(ThoughtInfo::from),
        }
    }
}
