//! The tree of a game in rows: the game's own moves in pairs, and under a pair the variations that
//! leave it. A variation that is not looked at is folded.

use obverse_rules::{Color, Move};
use obverse_study::{NodeId, Tree};

/// A piece of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The column at which it begins.
    pub(super) column: usize,
    /// What it says.
    pub(super) text: String,
    /// What it is.
    pub(super) what: What,
}

/// What a piece of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The number of a pair, or a sign.
    Number,
    /// A move of the game.
    Main(NodeId),
    /// A move of a variation.
    Side(NodeId),
}

impl What {
    /// The node of a move.
    pub(super) fn node(self) -> Option<NodeId> {
        match self {
            What::Number => None,
            What::Main(node) | What::Side(node) => Some(node),
        }
    }
}

/// Moves of a folded variation that are shown.
const FOLDED: usize = 3;
/// Columns by which a variation stands further in than the line that it leaves.
const INDENT: usize = 2;
/// Deeper variations stand no further in.
const DEEPEST: usize = 4;

/// The rows of a tree in so many columns. What is said behind a move, its grade, comes from outside.
pub(super) fn rows(tree: &Tree, width: usize, grade: &dyn Fn(NodeId) -> String) -> Vec<Vec<Piece>> {
    let looked_at = tree.path_to(tree.current());
    let mut sketch = Sketch { tree, width, grade, looked_at, rows: Vec::new() };
    sketch.main_line();
    sketch.rows
}

struct Sketch<'a> {
    tree: &'a Tree,
    width: usize,
    grade: &'a dyn Fn(NodeId) -> String,
    /// The nodes from the first to the one that is looked at.
    looked_at: Vec<NodeId>,
    rows: Vec<Vec<Piece>>,
}

impl Sketch<'_> {
    fn main_line(&mut self) {
        let line = self.tree.main_line();
        let gap = self.gap();
        let mut next = 1;
        while next < line.len() {
            let pair = (next + gap).div_ceil(2);
            let mut row = vec![number(0, pair)];
            let first_half = (next + gap + 1) % 2;
            let mut left = Vec::new();
            for half in first_half..2 {
                let Some(&node) = line.get(next) else { break };
                let text = self.name(node);
                row.push(Piece { column: 4 + 7 * half, text, what: What::Main(node) });
                left.extend(self.others(node));
                next += 1;
            }
            self.rows.push(row);
            self.variations(left);
        }
    }

    /// A game that White begins has a gap in its first pair of moves.
    fn gap(&self) -> usize {
        usize::from(self.tree.position(self.tree.root()).side() == Color::White)
    }

    /// The moves that were played in the place of one that continues its line.
    fn others(&self, node: NodeId) -> Vec<NodeId> {
        let parent = self.tree.parent(node);
        parent.map_or(vec![], |parent| self.tree.children(parent).skip(1).collect())
    }

    /// Variations that leave the game, each with those that leave it. The text may be nested as
    /// deep as a file says, so nothing here recurses.
    fn variations(&mut self, first: Vec<NodeId>) {
        let mut open: Vec<(NodeId, usize)> =
            first.into_iter().rev().map(|node| (node, 1)).collect();
        while let Some((node, depth)) = open.pop() {
            let is_open = self.looked_at.contains(&node);
            let line: Vec<NodeId> = if is_open {
                self.tree.line_from(node)
            } else {
                let moves = std::iter::successors(Some(node), |&at| self.tree.children(at).next());
                moves.take(FOLDED + 1).collect()
            };
            self.variation(&line, depth, is_open);
            if is_open {
                let inner = line.iter().skip(1).rev();
                for &node in inner {
                    let others = self.others(node).into_iter().rev();
                    open.extend(others.map(|node| (node, depth + 1)));
                }
            }
        }
    }

    /// One variation, in as many rows as it takes.
    fn variation(&mut self, line: &[NodeId], depth: usize, is_open: bool) {
        let indent = 2 + INDENT * depth.min(DEEPEST);
        let mut row: Vec<Piece> = vec![];
        let mut column = indent;
        let shown = if is_open { line.len() } else { line.len().min(FOLDED) };
        for (place, &node) in line[..shown].iter().enumerate() {
            let ply = self.tree.path_to(node).len() - 1 + self.gap();
            let text = self.name(node);
            let pair = ply.div_ceil(2).to_string();
            // A number stands before Black's moves, and before the first.
            let is_numbered = place == 0 || ply % 2 == 1;
            let head = if is_numbered { pair.len() + 1 } else { 0 };
            let length = text.chars().count();
            if column + head + length > self.width && !row.is_empty() {
                self.rows.push(std::mem::take(&mut row));
                column = indent;
            }
            if is_numbered {
                row.push(Piece { column, text: pair, what: What::Number });
            }
            column += head;
            row.push(Piece { column, text, what: What::Side(node) });
            column += length + 1;
        }
        if shown < line.len() {
            row.push(Piece { column, text: "…".to_owned(), what: What::Number });
        }
        self.rows.push(row);
    }

    /// A move with its grade, and a mark where there is a comment.
    fn name(&self, node: NodeId) -> String {
        let name = match self.tree.move_to(node) {
            Some(Move::Place(square)) => square.to_string(),
            Some(Move::Pass) => "--".to_owned(),
            None => String::new(),
        };
        let comment = if self.tree.note(node).comment.is_some() { "\"" } else { "" };
        format!("{name}{}{comment}", (self.grade)(node))
    }
}

fn number(column: usize, number: usize) -> Piece {
    Piece { column, text: format!("{number:>3}"), what: What::Number }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(tree: &Tree, width: usize) -> Vec<String> {
        let rows = rows(tree, width, &|_| String::new());
        let line = |row: &Vec<Piece>| {
            let mut line = String::new();
            for piece in row {
                line = format!("{line:width$}{}", piece.text, width = piece.column);
            }
            line
        };
        rows.iter().map(line).collect()
    }

    #[test]
    fn variations_stand_under_the_move_that_they_replace() {
        let mut tree: Tree = "f5d6c3(c4d3(f3)c5b4d7)d3".parse().unwrap();
        assert_eq!(text(&tree, 40), ["  1 f5     d6", "  2 c3     d3", "    2 c4 d3 3 c5 …"]);
        // What is looked at is unfolded, and what leaves it is under it.
        let c4 = tree.main_line()[2];
        let c4 = tree.children(c4).nth(1).unwrap();
        tree.go_to(c4);
        assert_eq!(
            text(&tree, 40),
            ["  1 f5     d6", "  2 c3     d3", "    2 c4 d3 3 c5 b4 4 d7", "      2 f3"]
        );
        assert_eq!(text(&tree, 14)[2..], ["    2 c4 d3", "    3 c5 b4", "    4 d7", "      2 f3"]);
    }
}
