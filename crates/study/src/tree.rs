//! A game as a tree of variations, from which nothing is lost.
//!
//! Nodes are added and never removed: a move that was played before leads to the node that is
//! there already, and what is deleted is only hidden. So there is never more than one node for a
//! move of a position, every [`NodeId`] stays valid, and an undone deletion is exactly as it was.

use obverse_records::{Mark, Note, Record, Variation};
use obverse_rules::{Game, IllegalMove, Move, Position, Size};
use thiserror::Error;

/// A game and the variations of it, with a place in it that is looked at.
///
/// ```
/// use obverse_rules::Size;
/// use obverse_study::Tree;
///
/// let mut tree = Tree::from_start(Size::EIGHT);
/// for mv in ["f5", "d6", "c3"] {
///     tree.play(mv.parse()?)?;
/// }
/// tree.back();
/// // Another move begins a variation; the game goes on as it did.
/// tree.play("c4".parse()?)?;
/// assert_eq!(tree.to_string(), "f5d6c3(c4)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    /// The first is the position that the game begins with.
    nodes: Vec<Node>,
    /// The line that is looked at: nodes from the first to the end of the line.
    path: Vec<NodeId>,
    /// How many moves of that line are played.
    ply: usize,
    /// What can be undone, the last change last.
    edits: Vec<Edit>,
}

/// A node of a [`Tree`]: a position and the move that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

#[derive(Clone, Debug)]
struct Node {
    /// The node before it and the move from there; none for the first.
    from: Option<(NodeId, Move)>,
    position: Position,
    /// In their order: the first that is not deleted continues the line.
    children: Vec<NodeId>,
    is_deleted: bool,
    note: Note,
}

/// A change that can be undone.
#[derive(Clone, Debug)]
enum Edit {
    Deleted(NodeId),
    /// A node became the first child; it was the child of this number.
    Promoted(NodeId, usize),
    /// What was noted before.
    Noted(NodeId, Box<Note>),
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// There are too many moves already.
    #[error("the tree is full: it holds {} moves", Tree::MOST_NODES - 1)]
    Full,
}

impl Tree {
    /// A tree has no more nodes than this: as many as the longest game that is read.
    pub const MOST_NODES: usize = 1 << 18;

    const ROOT: NodeId = NodeId(0);

    /// A game without moves.
    pub fn new(start: Position) -> Tree {
        let root = Node {
            from: None,
            position: start,
            children: Vec::new(),
            is_deleted: false,
            note: Note::default(),
        };
        Tree { nodes: vec![root], path: vec![Tree::ROOT], ply: 0, edits: Vec::new() }
    }

    /// A game without moves, from the opening position.
    pub fn from_start(size: Size) -> Tree {
        Tree::new(Position::start(size))
    }

    fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn get_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Where the game begins.
    pub fn root(&self) -> NodeId {
        Tree::ROOT
    }

    /// The node that is looked at.
    pub fn current(&self) -> NodeId {
        self.path[self.ply]
    }

    /// The position at a node.
    pub fn position(&self, id: NodeId) -> &Position {
        &self.get(id).position
    }

    /// The node before; none at the beginning.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.get(id).from.map(|(parent, _)| parent)
    }

    /// The move that leads to a node; none at the beginning.
    pub fn move_to(&self, id: NodeId) -> Option<Move> {
        self.get(id).from.map(|(_, mv)| mv)
    }

    /// The moves that were played at a node, the one that continues its line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.get(id).children.iter().copied().filter(|&child| !self.get(child).is_deleted)
    }

    /// What was noted at a node: about the move that led there, or about the whole at the first.
    pub fn note(&self, id: NodeId) -> &Note {
        &self.get(id).note
    }

    /// The nodes from the first to this one, both included.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// Whether a node, or one before it, is deleted.
    pub fn is_deleted(&self, id: NodeId) -> bool {
        std::iter::successors(Some(id), |&node| self.parent(node))
            .any(|node| self.get(node).is_deleted)
    }

    /// The line from a node to its end: at each fork the first move.
    pub fn line_from(&self, id: NodeId) -> Vec<NodeId> {
        std::iter::successors(Some(id), |&node| self.children(node).next()).collect()
    }

    /// The game itself, its first position included.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_from(Tree::ROOT)
    }

    /// The line that is looked at: what is played, and what comes after it as undone moves.
    pub fn game(&self) -> Game {
        let mut game = Game::new(*self.position(Tree::ROOT));
        for mv in self.path.iter().filter_map(|&node| self.move_to(node)) {
            game.play(mv).expect("every move of the tree is legal");
        }
        game.go_to(self.ply);
        game
    }

    /// The child of a node by this move: the one that is there, or a new one.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, PlayError> {
        let same = |&child: &NodeId| self.move_to(child) == Some(mv);
        if let Some(child) = self.get(parent).children.iter().copied().find(same) {
            self.get_mut(child).is_deleted = false;
            return Ok(child);
        }
        let position = self.position(parent).play(mv)?;
        if self.nodes.len() >= Tree::MOST_NODES {
            return Err(PlayError::Full);
        }
        let child = NodeId(self.nodes.len() as u32);
        let (children, note) = (Vec::new(), Note::default());
        let from = Some((parent, mv));
        self.nodes.push(Node { from, position, children, is_deleted: false, note });
        self.get_mut(parent).children.push(child);
        Ok(child)
    }

    /// The same after a pass, where the side to move has to pass first.
    pub fn add_with_passes(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, PlayError> {
        let position = self.position(parent);
        if mv != Move::Pass && position.must_pass() {
            position.with_other_side().play(mv)?;
            let passed = self.add(parent, Move::Pass)?;
            return self.add(passed, mv);
        }
        self.add(parent, mv)
    }

    /// Looks at the line of a game from the same position, where the game stands, and adds what is
    /// not there yet.
    pub fn follow(&mut self, game: &Game) -> Result<NodeId, PlayError> {
        let mut path = vec![Tree::ROOT];
        for &mv in game.moves().iter().chain(game.undone()) {
            let last = *path.last().expect("it has the first position");
            path.push(self.add(last, mv)?);
        }
        (self.path, self.ply) = (path, game.ply());
        Ok(self.current())
    }

    /// Makes what is played on the line that is looked at, after its first so many moves, the first
    /// choice at every fork. That is no change that is undone: the game itself went on so.
    pub fn lead(&mut self, after: usize) {
        for at in after + 1..=self.ply {
            let (parent, node) = (self.path[at - 1], self.path[at]);
            let children = &mut self.get_mut(parent).children;
            if let Some(number) = children.iter().position(|&child| child == node) {
                children[..=number].rotate_right(1);
            }
        }
    }

    /// Plays a move where the game stands. One that differs from what follows begins a variation;
    /// one that was deleted comes back with everything after it.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, PlayError> {
        let child = self.add(self.current(), mv)?;
        self.look_at(child);
        Ok(child)
    }

    /// Looks at a node; one that is deleted, or comes after a deleted one, cannot be looked at.
    pub fn go_to(&mut self, id: NodeId) -> bool {
        let can = !self.is_deleted(id);
        if can {
            self.look_at(id);
        }
        can
    }

    /// Looks at a node. The line that is looked at stays if the node is on it.
    fn look_at(&mut self, id: NodeId) {
        if let Some(ply) = self.path.iter().position(|&node| node == id) {
            self.ply = ply;
            return;
        }
        self.path = self.path_to(id);
        self.ply = self.path.len() - 1;
        self.path.extend(self.line_from(id).into_iter().skip(1));
    }

    /// A move back.
    pub fn back(&mut self) -> bool {
        let can = self.ply > 0;
        self.ply -= usize::from(can);
        can
    }

    /// A move forward on the line that is looked at.
    pub fn forward(&mut self) -> bool {
        // The line may have grown since it was looked at first.
        let end = *self.path.last().expect("a line has a first position");
        self.path.extend(self.line_from(end).into_iter().skip(1));
        let can = self.ply + 1 < self.path.len();
        self.ply += usize::from(can);
        can
    }

    /// Makes the line of a node the first one at the fork nearest to it where it is not, and says
    /// whether there was one.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let mut path = self.path_to(id);
        path.reverse();
        let Some(&node) = path.iter().find(|&&node| !self.is_first(node)) else { return false };
        let parent = self.parent(node).expect("the first position is no variation");
        let children = &mut self.get_mut(parent).children;
        let number = children.iter().position(|&child| child == node).expect("it is a child");
        children[..=number].rotate_right(1);
        self.edits.push(Edit::Promoted(node, number));
        true
    }

    /// Promotes the line of a node until it is the game itself, and says whether it was not.
    pub fn make_main(&mut self, id: NodeId) -> bool {
        let mut changed = false;
        while self.promote(id) {
            changed = true;
        }
        changed
    }

    /// Whether a node continues the line of the node before it.
    fn is_first(&self, id: NodeId) -> bool {
        self.parent(id).is_none_or(|parent| {
            let others = self.children(parent).next();
            others.is_none_or(|first| first == id) || self.get(id).is_deleted
        })
    }

    /// Deletes a move and everything after it, and says whether it could. The beginning stays.
    pub fn delete(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id).filter(|_| !self.is_deleted(id)) else { return false };
        self.get_mut(id).is_deleted = true;
        self.edits.push(Edit::Deleted(id));
        if let Some(at) = self.path.iter().position(|&node| node == id) {
            let ply = self.ply.min(at - 1);
            self.path.truncate(at);
            self.path.extend(self.line_from(parent).into_iter().skip(1));
            self.ply = ply;
        }
        true
    }

    /// Notes something at a node; an empty text is no comment.
    pub fn set_comment(&mut self, id: NodeId, text: &str) {
        let comment = Some(text.to_owned()).filter(|text| !text.is_empty());
        let note = Note { comment, ..self.note(id).clone() };
        self.edit_note(id, note);
    }

    /// Sets a mark, or takes it away if it is there; another mark on the square goes.
    pub fn toggle_mark(&mut self, id: NodeId, mark: Mark) {
        let mut note = self.note(id).clone();
        let was_there = note.marks.contains(&mark);
        note.marks.retain(|other| other.square != mark.square);
        if !was_there && mark.square.is_on(self.position(id).size()) {
            note.marks.push(mark);
        }
        self.edit_note(id, note);
    }

    fn edit_note(&mut self, id: NodeId, note: Note) {
        if note != *self.note(id) {
            let before = std::mem::replace(&mut self.get_mut(id).note, note);
            self.edits.push(Edit::Noted(id, Box::new(before)));
        }
    }

    /// Adds to what is noted at a node, which cannot be undone: two comments become one.
    pub fn add_note(&mut self, id: NodeId, note: Note) {
        let known = &mut self.get_mut(id).note;
        known.eval = note.eval.or(known.eval);
        known.time = note.time.or(known.time);
        for mark in note.marks {
            if !known.marks.contains(&mark) {
                known.marks.push(mark);
            }
        }
        known.comment = match (known.comment.take(), note.comment) {
            (Some(one), Some(two)) if one != two => Some(format!("{one}\n{two}")),
            (one, two) => one.or(two),
        };
    }

    /// Undoes the last deletion, promotion, comment or mark, and says whether there was one. Moves
    /// that were played are not undone: they harm nobody, and can be deleted.
    pub fn undo(&mut self) -> bool {
        while let Some(edit) = self.edits.pop() {
            match edit {
                // It was played again since.
                Edit::Deleted(id) if !self.get(id).is_deleted => continue,
                Edit::Deleted(id) => {
                    self.get_mut(id).is_deleted = false;
                    self.go_to(id);
                }
                Edit::Promoted(id, number) => {
                    let parent = self.parent(id).expect("the first position is no variation");
                    self.get_mut(parent).children[..=number].rotate_left(1);
                }
                Edit::Noted(id, note) => self.get_mut(id).note = *note,
            }
            return true;
        }
        false
    }

    /// The tree of a record, and how many of its variations could not be played in whole.
    pub fn from_record(record: &Record) -> (Tree, usize) {
        let mut tree = Tree::new(*record.game.start());
        let about_whole = Note {
            comment: record.tags.comment.clone(),
            marks: record.marks.clone(),
            ..Note::default()
        };
        tree.add_note(Tree::ROOT, about_whole);
        let mut left_out = 0;
        // The nodes of every line, the one that it leaves first.
        let mut lines = vec![tree.add_line(Tree::ROOT, record.game.moves(), &record.notes)];
        for Variation { of, ply, game, notes } in &record.variations {
            let line = of.map_or(0, |of| of + 1);
            let Some(&from) = lines.get(line).and_then(|line: &Vec<NodeId>| line.get(*ply)) else {
                left_out += 1;
                lines.push(Vec::new());
                continue;
            };
            let nodes = tree.add_line(from, game.moves(), notes);
            left_out += usize::from(nodes.len() <= game.moves().len());
            lines.push(nodes);
        }
        tree.path = tree.main_line();
        tree.ply = record.game.ply();
        (tree, left_out)
    }

    /// Adds moves after a node as far as they are legal; that node and the new ones.
    fn add_line(&mut self, from: NodeId, moves: &[Move], notes: &[Note]) -> Vec<NodeId> {
        let mut nodes = vec![from];
        let mut last = from;
        for (index, &mv) in moves.iter().enumerate() {
            let Ok(node) = self.add(last, mv) else { break };
            if let Some(note) = notes.get(index) {
                self.add_note(node, note.clone());
            }
            last = node;
            nodes.push(node);
        }
        nodes
    }

    /// The game with its variations, to be written down. What is deleted is left out.
    pub fn to_record(&self) -> Record {
        let main = self.main_line();
        let (game, notes) = self.line(&main);
        let mut record = Record::new(game);
        record.notes = notes;
        record.tags.comment.clone_from(&self.note(Tree::ROOT).comment);
        record.marks.clone_from(&self.note(Tree::ROOT).marks);
        // The first of these lines is the game; variation n is line n + 1.
        let mut lines = vec![main];
        let mut next = 0;
        while next < lines.len() {
            let line = lines[next].clone();
            for (ply, &node) in line.iter().enumerate() {
                // Other moves at the first node are those of the line that this one leaves.
                if next > 0 && ply == 0 {
                    continue;
                }
                for child in self.children(node).skip(1) {
                    let mut nodes = vec![node];
                    nodes.extend(self.line_from(child));
                    let (game, notes) = self.line(&nodes);
                    record.variations.push(Variation { of: next.checked_sub(1), ply, game, notes });
                    lines.push(nodes);
                }
            }
            next += 1;
        }
        record
    }

    /// The moves from the first of these nodes to the last, and what was noted about them.
    fn line(&self, nodes: &[NodeId]) -> (Game, Vec<Note>) {
        let mut game = Game::new(*self.position(nodes[0]));
        let mut notes = Vec::new();
        for &node in &nodes[1..] {
            let mv = self.move_to(node).expect("only the first position has none");
            game.play(mv).expect("every move of the tree is legal");
            notes.push(self.note(node).clone());
        }
        while notes.last().is_some_and(Note::is_empty) {
            notes.pop();
        }
        (game, notes)
    }
}
