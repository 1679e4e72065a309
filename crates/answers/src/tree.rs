//! A game with its variations, comments and marks in JSON: a list of nodes.
//!
//! A nested form would be as deep as the game is long, which readers of JSON refuse.

use std::collections::BTreeMap;
use std::time::Duration;

use obverse_records::{Mark, Note, Record, Shape};
use obverse_rules::{Move, Position, Square, SquareError};
use obverse_study::{NodeId, PlayError, Tree};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The nodes of a tree: the first is where the game begins, and every other one stands after the
/// one that it follows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TreeInfo(Vec<NodeInfo>);

/// A move of a tree, and what is noted there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct NodeInfo {
    /// The number of the node before; the one that stands before it if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    /// The move; none for the first.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    marks: BTreeMap<Shape, Vec<Square>>,
    /// Seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    /// The mover's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<f64>,
}

/// Why a tree makes no sense.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// No node at all.
    #[error("the tree is empty: its first node is where the game begins")]
    Empty,
    /// The first node has a move, or another has none.
    #[error("node {0} of the tree: the first has no move, and every other one has")]
    Move(usize),
    /// A node that follows one that is not there yet.
    #[error("node {node} of the tree follows node {from}, which does not stand before it")]
    From {
        /// Which node.
        node: usize,
        /// What it says.
        from: usize,
    },
    /// A move that is none.
    #[error("node {node} of the tree: {error}")]
    Name {
        /// Which node.
        node: usize,
        /// What is wrong with it.
        error: SquareError,
    },
    /// A move that cannot be played.
    #[error("node {node} of the tree: {error}")]
    Illegal {
        /// Which node.
        node: usize,
        /// Why not.
        error: PlayError,
    },
    /// A mark that is not on the board, or a time that is none.
    #[error("node {node} of the tree: {what}")]
    Note {
        /// Which node.
        node: usize,
        /// What is wrong.
        what: String,
    },
}

impl TreeInfo {
    /// The tree of a record, if it has more than a game with comments.
    pub fn of(record: &Record) -> Option<TreeInfo> {
        let has_marks =
            !record.marks.is_empty() || record.notes.iter().any(|note| !note.marks.is_empty());
        if !has_marks && record.variations.is_empty() {
            return None;
        }
        let (tree, _) = Tree::from_record(record);
        Some(TreeInfo::from(&tree))
    }

    /// The tree as a record: its main line with the variations.
    pub fn to_record(&self, start: Position) -> Result<Record, TreeError> {
        let (first, rest) = self.0.split_first().ok_or(TreeError::Empty)?;
        if first.mv.is_some() || first.from.is_some() {
            return Err(TreeError::Move(0));
        }
        let mut tree = Tree::new(start);
        tree.add_note(tree.root(), first.note(0, &start)?);
        let mut nodes = vec![tree.root()];
        for (node, info) in (1..).zip(rest) {
            let from = info.from.unwrap_or(node - 1);
            let parent = *nodes.get(from).ok_or(TreeError::From { node, from })?;
            let name = info.mv.as_ref().ok_or(TreeError::Move(node))?;
            let mv: Move = name.parse().map_err(|error| TreeError::Name { node, error })?;
            let illegal = |error| TreeError::Illegal { node, error };
            let id = tree.add_with_passes(parent, mv).map_err(illegal)?;
            tree.add_note(id, info.note(node, tree.position(id))?);
            nodes.push(id);
        }
        Ok(tree.to_record())
    }
}

impl From<&Tree> for TreeInfo {
    fn from(tree: &Tree) -> TreeInfo {
        let mut nodes: Vec<NodeInfo> = Vec::new();
        // What is still to be told, the next last, with the number of the node before it.
        let mut open: Vec<(Option<usize>, NodeId)> = vec![(None, tree.root())];
        while let Some((from, id)) = open.pop() {
            let number = nodes.len();
            let is_next = from.is_none_or(|from| from + 1 == number);
            nodes.push(NodeInfo {
                from: from.filter(|_| !is_next),
                mv: tree.move_to(id).map(|mv| mv.to_string()),
                ..NodeInfo::from(tree.note(id))
            });
            let children: Vec<NodeId> = tree.children(id).collect();
            open.extend(children.into_iter().rev().map(|child| (Some(number), child)));
        }
        TreeInfo(nodes)
    }
}

impl From<&Note> for NodeInfo {
    fn from(note: &Note) -> NodeInfo {
        let mut marks: BTreeMap<Shape, Vec<Square>> = BTreeMap::new();
        for mark in &note.marks {
            marks.entry(mark.shape).or_default().push(mark.square);
        }
        NodeInfo {
            comment: note.comment.clone(),
            marks,
            time: note.time.map(|time| time.as_secs_f64()),
            eval: note.eval,
            ..NodeInfo::default()
        }
    }
}

impl NodeInfo {
    fn note(&self, node: usize, position: &Position) -> Result<Note, TreeError> {
        let wrong = |what: String| TreeError::Note { node, what };
        let mut marks = Vec::new();
        for (&shape, squares) in &self.marks {
            for &square in squares {
                if !square.is_on(position.size()) {
                    return Err(wrong(format!("the mark on {square} is not on the board")));
                }
                marks.push(Mark { square, shape });
            }
        }
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| wrong("the time is none".to_owned()))?;
        let comment = self.comment.clone().filter(|text| !text.trim().is_empty());
        Ok(Note { eval: self.eval, time, comment, marks })
    }
}
