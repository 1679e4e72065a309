//! Why a player moves as it does, as JSON: the same from the command line and from the server.

use obverse_engine::score::Kind;
use obverse_players::{ExplainedMove, Explanation, Iteration, SearchedMove, Term, TreeGrowth};
use obverse_rules::{Color, Move};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What a player thinks of a position and of every move in it.
#[derive(Clone, Debug, Serialize)]
pub struct WhyInfo {
    player: String,
    side: Color,
    moves: Vec<WhyLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeInfo>,
    /// What else one should know of how the player chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
}

/// What it thinks of one move.
#[derive(Clone, Debug, Serialize)]
pub struct WhyLine {
    #[serde(rename = "move")]
    mv: Move,
    score: f64,
    terms: Terms,
    searched: SearchedInfo,
    /// The chance by which the move is drawn from the player's openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<f64>,
    /// The chance by which the player overlooks the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    overlooked: Option<f64>,
    /// How the tree grew. The command line, which has lines of moves only, says it with the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeInfo>,
}

/// What the search made of a move.
#[derive(Clone, Debug, Serialize)]
struct SearchedInfo {
    score: f64,
    #[serde(flatten)]
    kind: Option<Kind>,
    depth: u32,
    nodes: u64,
    pv: Vec<Move>,
    terms: Terms,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depths: Vec<DepthInfo>,
}

/// What the search thought of a move at one depth.
#[derive(Clone, Debug, Serialize)]
struct DepthInfo {
    depth: u32,
    score: f64,
    #[serde(flatten)]
    kind: Option<Kind>,
    pv: Vec<Move>,
}

/// How a tree grew.
#[derive(Clone, Debug, Serialize)]
struct TreeInfo {
    levels: Vec<u64>,
    complete: u32,
    nodes: u64,
    memory: usize,
    allowed: usize,
    ended: &'static str,
}

/// Terms by their names, in their order.
#[derive(Clone, Debug)]
struct Terms(Vec<Term>);

impl Serialize for Terms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for term in &self.0 {
            map.serialize_entry(term.name, &term.value)?;
        }
        map.end()
    }
}

/// A line a move, best first, for the command line.
pub fn why_lines(explanation: &Explanation) -> impl Iterator<Item = WhyLine> {
    explanation.moves.iter().enumerate().map(|(at, explained)| {
        let tree = explanation.tree.as_ref().filter(|_| at == 0).map(TreeInfo::from);
        WhyLine { tree, ..WhyLine::from(explained) }
    })
}

impl From<&Explanation> for WhyInfo {
    fn from(explanation: &Explanation) -> WhyInfo {
        WhyInfo {
            player: explanation.player.clone(),
            side: explanation.side,
            moves: explanation.moves.iter().map(WhyLine::from).collect(),
            tree: explanation.tree.as_ref().map(TreeInfo::from),
            remark: explanation.remark.clone(),
        }
    }
}

impl From<&ExplainedMove> for WhyLine {
    fn from(explained: &ExplainedMove) -> WhyLine {
        WhyLine {
            mv: explained.square.into(),
            score: explained.score(),
            terms: Terms(explained.terms.clone()),
            searched: SearchedInfo::from(&explained.searched),
            opening: explained.opening,
            overlooked: explained.overlooked,
            tree: None,
        }
    }
}

impl From<&SearchedMove> for SearchedInfo {
    fn from(searched: &SearchedMove) -> SearchedInfo {
        SearchedInfo {
            score: searched.score,
            kind: searched.kind,
            depth: searched.depth,
            nodes: searched.nodes,
            pv: searched.line.clone(),
            terms: Terms(searched.terms.clone()),
            depths: searched.iterations.iter().map(DepthInfo::from).collect(),
        }
    }
}

impl From<&Iteration> for DepthInfo {
    fn from(iteration: &Iteration) -> DepthInfo {
        let Iteration { depth, score, kind, line } = iteration;
        DepthInfo { depth: *depth, score: *score, kind: *kind, pv: line.clone() }
    }
}

impl From<&TreeGrowth> for TreeInfo {
    fn from(tree: &TreeGrowth) -> TreeInfo {
        TreeInfo {
            levels: tree.levels.clone(),
            complete: tree.complete,
            nodes: tree.levels.iter().sum(),
            memory: tree.memory,
            allowed: tree.allowed,
            ended: tree.ended.name(),
        }
    }
}
