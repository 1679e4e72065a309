//! The positions of a book in the making, and which of them are worth expanding.

use std::collections::HashMap;

use obverse_engine::book::Book;
use obverse_engine::eval::weights::STEPS;
use obverse_rules::{Board, Board8};
use serde_json::json;

use super::{BookProgress, BookSettings};

/// Everything that one move leads to from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expansion {
    /// The position, in its canonical form.
    pub(super) board: Board8,
    /// The searched scores of [`children`], in their order, in 1/128 disc from the view of the
    /// side to move there. None of a position that can't be expanded.
    pub(super) scores: Vec<i16>,
}

/// The positions that one move leads to, in their canonical form, each once. None if a move leaves
/// the other side without one: passes have no place in a book.
pub(super) fn children(board: Board8) -> Vec<Board8> {
    let mut children: Vec<Board8> = Vec::new();
    for square in board.moves() {
        let child = board.play_unchecked(square, board.flips(square)).canonical();
        if child.moves().is_empty() {
            return Vec::new();
        }
        if !children.contains(&child) {
            children.push(child);
        }
    }
    children
}

/// All positions that are known.
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The number of each position's node.
    numbers: HashMap<Board8, usize>,
    expanded: usize,
}

struct Node {
    board: Board8,
    searched: i16,
    /// Empty until it is expanded, and for ever if it can't be.
    children: Vec<usize>,
    expanded: bool,
    /// Whether it is on the line of a named opening.
    named: bool,
}

/// What a position is worth, and what it took to get there.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// In discs from the view of the side to move.
    value: f32,
    /// What the side to move and the other have given away.
    losses: [f32; 2],
}

impl Standing {
    fn is_within(&self, loss: f32) -> bool {
        self.losses.iter().all(|&given| given <= loss)
    }
}

impl Tree {
    /// The opening position, and the positions that are expanded whatever they are worth.
    pub(super) fn new(named: Vec<Board8>) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), numbers: HashMap::new(), expanded: 0 };
        // Named positions have a number from the beginning; their scores come as they are reached.
        let start = Board8::start().canonical();
        tree.node(start, 0);
        for board in named {
            let number = tree.node(board, 0);
            tree.nodes[number].named = true;
        }
        tree
    }

    pub(super) fn progress(&self) -> BookProgress {
        BookProgress { expanded: self.expanded, known: self.nodes.len() }
    }

    /// The number of a position's node, which is made if need be.
    fn node(&mut self, board: Board8, searched: i16) -> usize {
        *self.numbers.entry(board).or_insert_with(|| {
            let node =
                Node { board, searched, children: Vec::new(), expanded: false, named: false };
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }

    /// Searches the children of a position that have no score yet.
    pub(super) fn expand(&self, board: Board8, mut search: impl FnMut(Board8) -> i16) -> Expansion {
        let known = |child: &Board8| {
            let node = &self.nodes[*self.numbers.get(child)?];
            (!node.named).then_some(node.searched)
        };
        let children = children(board);
        let scores =
            children.iter().map(|child| known(child).unwrap_or_else(|| search(*child))).collect();
        Expansion { board, scores }
    }

    /// Adds what was found.
    pub(super) fn add(&mut self, expansion: &Expansion) {
        let parent = self.node(expansion.board, 0);
        let boards = children(expansion.board);
        let mut numbers = Vec::with_capacity(boards.len());
        for (child, &score) in boards.into_iter().zip(&expansion.scores) {
            let number = self.node(child, score);
            self.nodes[number].searched = score;
            numbers.push(number);
        }
        let node = &mut self.nodes[parent];
        self.expanded += usize::from(!node.expanded);
        node.children = numbers;
        node.expanded = true;
    }

    /// The positions to expand next: first those of named openings, as far as they are reached,
    /// then those that both sides reach with the least loss.
    pub(super) fn next_round(&self, settings: &BookSettings, most: usize) -> Vec<Board8> {
        let standings = self.standings();
        let open = || {
            let reached = self.nodes.iter().zip(&standings).filter(|(node, _)| !node.expanded);
            reached.filter_map(|(node, standing)| Some((node, standing.as_ref()?)))
        };
        let mut named: Vec<Board8> =
            open().filter(|(node, _)| node.named).map(|(node, _)| node.board).collect();
        if !named.is_empty() {
            named.sort_unstable();
            named.truncate(most);
            return named;
        }
        let mut costs: Vec<(f32, Board8)> = open()
            .filter(|(_, standing)| standing.is_within(settings.loss))
            .map(|(node, standing)| (standing, node.board, 60 - node.board.empties()))
            .filter(|(_, _, ply)| *ply < settings.plies)
            .map(|(standing, board, ply)| {
                (standing.losses.iter().sum::<f32>() + ply as f32 * settings.ply_cost, board)
            })
            .collect();
        costs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // Few at a time while there are few, so that each round knows what the last one found.
        costs.truncate(most.min(costs.len().div_ceil(4)));
        costs.into_iter().map(|(_, board)| board).collect()
    }

    /// The standing of every position that has been reached.
    fn standings(&self) -> Vec<Option<Standing>> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&number| std::cmp::Reverse(self.nodes[number].board.empties()));
        let values = self.values(&order);
        let mut standings: Vec<Option<Standing>> = vec![None; self.nodes.len()];
        // The opening position is the first node.
        standings[0] = Some(Standing { value: values[0], losses: [0.0; 2] });
        for number in order {
            let node = &self.nodes[number];
            let Some(standing) = &mut standings[number] else { continue };
            if node.named {
                // A named opening is worth knowing whoever erred in it.
                standing.losses = [0.0; 2];
            }
            let Standing { value, losses: [mover, other] } = *standing;
            for &child in &node.children {
                let given = value + values[child];
                let losses = [other, mover + given];
                let total: f32 = losses.iter().sum();
                let better =
                    standings[child].is_none_or(|known| total < known.losses.iter().sum::<f32>());
                if better {
                    standings[child] = Some(Standing { value: values[child], losses });
                }
            }
        }
        standings
    }

    /// Negamax from the last positions back; `order` has the early ones first.
    fn values(&self, order: &[usize]) -> Vec<f32> {
        let mut values = vec![0.0; self.nodes.len()];
        for &number in order.iter().rev() {
            let node = &self.nodes[number];
            let best = node.children.iter().map(|&child| -values[child]).reduce(f32::max);
            values[number] = best.unwrap_or(f32::from(node.searched) / STEPS as f32);
        }
        values
    }

    /// The book of what is worth knowing: all that neither side has given too much away for.
    pub(super) fn book(&self, settings: &BookSettings) -> Book {
        let standings = self.standings();
        let kept: Vec<(Board8, f32)> = self
            .nodes
            .iter()
            .zip(&standings)
            .filter_map(|(node, standing)| Some((node, standing.as_ref()?)))
            .filter(|(_, standing)| standing.is_within(settings.loss))
            .map(|(node, standing)| (node.board, standing.value))
            .collect();
        let manifest = json!({
            "settings": settings, "expanded": self.expanded, "positions": kept.len(),
        });
        Book::new(kept, manifest.to_string())
    }
}
