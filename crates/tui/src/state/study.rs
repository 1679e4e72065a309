//! Studying a game: its tree of variations, what a review found, and trying to find better.

use obverse_engine::score::Kind;
use obverse_rules::{Color, Game, Square};
use obverse_study::{Effort, Grade, Judged, NodeId, Plan, Question, Review, Tree};

use super::{Notice, Play};

/// What the player sees and types while a game is studied. The tree and the reviews are the
/// game's, and stay with it.
#[derive(Clone, Debug)]
pub struct Study {
    /// Where the game stands that is played, to go back there.
    pub home: NodeId,
    /// The square under the cursor.
    pub cursor: Square,
    /// What was typed and not yet entered.
    pub typed: String,
    /// The last thing that happened.
    pub notice: Notice,
    /// A mistake for which something better is sought.
    pub better: Option<Better>,
}

/// The review of a line of the tree.
#[derive(Clone, Debug)]
pub struct LineReview {
    /// The nodes of the line, the first position included.
    pub line: Vec<NodeId>,
    /// What was asked and found.
    pub review: Review,
    /// What that means for each move, where it is known.
    judged: Vec<Option<Judged>>,
}

/// Looking for a better move than the one that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    /// The number of the question, so that late answers are known.
    pub ticket: u64,
    /// The mistake: which one of how many, the node after it, and what is known of it.
    pub number: usize,
    /// How many there are.
    pub count: usize,
    /// The node after the mistake.
    pub node: NodeId,
    /// What is known of the mistake.
    pub judged: Box<Judged>,
    /// What was tried, the latest last.
    pub tries: Vec<Try>,
    /// Whether the answer is shown.
    pub is_shown: bool,
}

/// A move that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Try {
    /// Where.
    pub square: Square,
    /// What it costs against the best, in discs; none while that is measured.
    pub cost: Option<f32>,
}

/// Plies that a review looks ahead where it matters, as `obverse review` does.
const DEPTH: u32 = 12;

impl LineReview {
    /// A review of the line that the tree looks at.
    pub fn new(tree: &Tree) -> LineReview {
        LineReview::of(tree, Review::new(&game_of(tree), Plan::depth(DEPTH)))
    }

    /// What is known already of the line that the tree looks at.
    pub fn of(tree: &Tree, review: Review) -> LineReview {
        let line = line_of(tree);
        let judged = vec![None; line.len() - 1];
        let mut known = LineReview { line, review, judged };
        known.judge();
        known
    }

    /// Takes in what was found in an earlier session.
    pub fn resume(&mut self, review: Review) {
        self.review = review;
        self.judge();
    }

    fn judge(&mut self) {
        for (ply, judged) in self.judged.iter_mut().enumerate() {
            *judged = self.review.judged(ply);
        }
    }

    /// Takes an answer in.
    pub fn answered(&mut self, question: &Question, line: &obverse_engine::Line) {
        self.review.answered(question, line);
        self.judge();
    }

    /// What is known of the move that leads to a node.
    pub fn judged(&self, node: NodeId) -> Option<&Judged> {
        let place = self.line.iter().position(|&own| own == node)?;
        self.judged.get(place.checked_sub(1)?)?.as_ref()
    }

    /// What is known of all moves.
    pub fn all_judged(&self) -> Vec<Judged> {
        self.judged.iter().flatten().cloned().collect()
    }

    /// The mistakes of these sides, in the order of the game: the nodes after them.
    pub fn mistakes(&self, sides: &[Color]) -> Vec<(NodeId, &Judged)> {
        let moves = self.line.iter().copied().skip(1).zip(&self.judged);
        moves
            .filter_map(|(node, judged)| Some((node, judged.as_ref()?)))
            .filter(|(_, judged)| judged.grade >= Grade::Inaccuracy && sides.contains(&judged.side))
            .collect()
    }
}

/// The nodes of the line that a tree looks at, from its beginning to its end.
pub fn line_of(tree: &Tree) -> Vec<NodeId> {
    let end = at_end(tree);
    end.path_to(end.current())
}

/// The same line as a game.
pub fn game_of(tree: &Tree) -> Game {
    at_end(tree).game()
}

/// A tree at the end of the line that it looks at, which may have grown since it was looked at first.
fn at_end(tree: &Tree) -> Tree {
    let mut end = tree.clone();
    while end.forward() {}
    end
}

impl Better {
    /// How far a try has to be looked at: as far as the best move was.
    pub fn effort(&self) -> Effort {
        let best = &self.judged.lines.best;
        match best.score.kind {
            Kind::Exact => Effort::Exact,
            _ => Effort::Depth(best.depth.max(2) - 1),
        }
    }

    /// The best move.
    pub fn best(&self) -> Option<Square> {
        self.judged.lines.best.moves.first().and_then(|mv| mv.square())
    }

    /// Whether a best move was tried.
    pub fn is_found(&self) -> bool {
        self.tries.iter().any(|tried| tried.cost.is_some_and(|cost| cost <= 0.0))
    }
}

impl Play {
    /// What a review found about the move that leads to a node.
    pub fn judged(&self, node: NodeId) -> Option<&Judged> {
        self.reviews.iter().rev().find_map(|review| review.judged(node))
    }

    /// The review of the line that is looked at, where one was begun.
    pub fn review_of_line(&self) -> Option<usize> {
        let line = line_of(&self.tree);
        self.reviews.iter().position(|review| review.line == line)
    }

    /// What a review found about each move of the game on the table; none unless it looked at all of
    /// them.
    pub fn reviewed(&self) -> Option<Vec<&Judged>> {
        let game = self.game();
        let is_of_game = |review: &&LineReview| {
            let played = review.line.iter().filter_map(|&node| self.tree.move_to(node));
            played.take(game.ply()).eq(game.moves().iter().copied())
        };
        let places = game.moves().iter().filter(|mv| mv.square().is_some()).count();
        let found = self.reviews.iter().rev().filter(is_of_game);
        found
            .map(|review| review.judged[..game.ply()].iter().flatten().collect())
            .find(|judged: &Vec<&Judged>| judged.len() == places && places > 0)
    }

    /// The sides whose mistakes one looks for: the only person's, or both.
    pub fn studied_sides(&self) -> Vec<Color> {
        self.only_person().map_or(Color::BOTH.to_vec(), |person| vec![person])
    }

    /// The tree takes in what was played at the table.
    pub fn follow_table(&mut self) {
        // A tree that is full stays as it is; the table has the game all the same.
        if self.tree.follow(self.table.game()).is_ok() {
            self.tree.lead(self.branch.map_or(0, |ply| ply + 1));
        }
    }

    /// The game that is studied, where the tree stands.
    pub fn studied(&self) -> Game {
        self.tree.game()
    }
}
