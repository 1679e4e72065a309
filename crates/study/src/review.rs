//! A review: what to ask an engine about a game, in which order, and what the answers mean.
//!
//! [`Review::next`] says what to ask and [`Review::answered`] takes the answer; whoever has an
//! engine runs the two in a loop, stops when it likes, and goes on later from what serde kept. The
//! first pass looks quickly at every move, from the last to the first. The second solves what can
//! be solved, then looks deeper at the moves that seem to matter, the costliest first. The third
//! looks once more, deeper still, at those that seem to cost much and may cost nothing.
//!
//! A move is compared with the best one by two scores of the same strength: the position before it
//! is searched to some depth, and the position after it one ply less, so that both see equally far.
//! Where both are solved the difference is exact.

use std::time::Duration;

use obverse_engine::score::{Kind, Proof};
use obverse_engine::{Limits, Line, Score};
use obverse_rules::{Color, Game, Move, Position, Symmetry};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Effort, Plan};

/// With so few empty squares a position is solved in the first pass already: that takes no longer.
const SOLVED_AT_ONCE: u32 = 12;
/// What a move has to seem to cost for the third pass, in discs.
const MUCH: f32 = 4.0;

/// A question to an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The move that it is about, by its number in the game from 0.
    pub ply: usize,
    /// What is wanted: the best move, or what the played one is worth.
    pub about: About,
    /// In which pass.
    pub pass: Pass,
    /// The position to search.
    pub position: Position,
    /// How far.
    pub effort: Effort,
    /// However far that is, no longer than this.
    pub most: Option<Duration>,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum About {
    /// The best move of a position of the game.
    Best,
    /// The position after the move that was played.
    Played,
}

/// One of the passes over a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// Quickly over every move.
    Quick,
    /// Deeper where it matters.
    Deep,
    /// Deeper still where much is in doubt.
    Sure,
}

impl Question {
    /// What to ask of an [`Engine`](obverse_engine::Engine).
    pub fn limits(&self) -> Limits {
        let limits = self.effort.limits();
        Limits { time: limits.time.or(self.most), ..limits }
    }
}

/// A review in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Kept")]
pub struct Review {
    game: Game,
    plan: Plan,
    /// What is known about each move.
    moves: Vec<Known>,
}

/// A review as it was kept, before it is checked.
#[derive(Deserialize)]
struct Kept {
    game: Game,
    plan: Plan,
    moves: Vec<Known>,
}

/// A kept review that does not fit its game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a review that was kept does not fit its game")]
pub struct KeptError;

impl TryFrom<Kept> for Review {
    type Error = KeptError;

    fn try_from(kept: Kept) -> Result<Review, KeptError> {
        let mut review = Review::new(&kept.game, kept.plan);
        if kept.moves.len() != review.moves.len() {
            return Err(KeptError);
        }
        for (ply, known) in kept.moves.into_iter().enumerate() {
            let start = *review.position(ply);
            let is_whole = |line: &Line| played_through(&start, line).as_ref() == Some(line);
            let pairs = [&known.quick, &known.deep, &known.sure];
            let answers = pairs.map(|pair| [&pair.best, &pair.played]);
            if !answers.as_flattened().iter().all(|answer| answer.line().is_none_or(is_whole)) {
                return Err(KeptError);
            }
            review.moves[ply] = known;
        }
        Ok(review)
    }
}

/// What is known about a move, from each pass.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Known {
    quick: Pair,
    deep: Pair,
    #[serde(default)]
    sure: Pair,
}

/// The line of the best move and that of the played one, both from the mover's view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Pair {
    best: Answer,
    played: Answer,
}

impl Pair {
    /// What these two answers say alone, without what is known of later moves.
    fn compared(&self) -> Option<Comparison> {
        let best = self.best.line()?;
        let played = self.played.line().unwrap_or(best);
        Some(Comparison::new(best.clone(), played.clone()))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
enum Answer {
    #[default]
    Open,
    /// The engine had nothing to say that makes sense.
    Nothing,
    Line(Line),
}

impl Answer {
    fn line(&self) -> Option<&Line> {
        match self {
            Answer::Line(line) => Some(line),
            Answer::Open | Answer::Nothing => None,
        }
    }

    fn is_open(&self) -> bool {
        *self == Answer::Open
    }

    /// Takes an answer in, unless what is known proves more.
    fn merge(&mut self, line: Option<Line>) {
        match (&*self, line) {
            (Answer::Line(known), Some(line)) if proof(&line) < proof(known) => {}
            (_, Some(line)) => *self = Answer::Line(line),
            (Answer::Open, None) => *self = Answer::Nothing,
            (_, None) => {}
        }
    }
}

fn proof(line: &Line) -> Proof {
    line.score.kind.proof(line.depth)
}

/// What a move cost: two lines of the same strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The best move and what follows it, from the mover's view.
    pub best: Line,
    /// The move that was played and what follows it, from the mover's view.
    pub played: Line,
}

impl Comparison {
    /// Compares two lines. A search of less than the whole may find the played move better than
    /// its best: then that is the best move, which is no surer than the search that missed it.
    fn new(best: Line, played: Line) -> Comparison {
        if played.score.discs <= best.score.discs {
            return Comparison { best, played };
        }
        let weaker = if proof(&best) < proof(&played) { &best } else { &played };
        let score = Score { discs: played.score.discs, kind: weaker.score.kind };
        let best = Line { moves: played.moves.clone(), score, depth: weaker.depth };
        Comparison { best, played }
    }

    /// By how many discs the played move is worse; never negative.
    pub fn loss(&self) -> f32 {
        self.best.score.discs - self.played.score.discs
    }

    /// What the weaker of the two scores proves.
    pub fn proof(&self) -> Proof {
        proof(&self.best).min(proof(&self.played))
    }

    /// The one of the two lines that proves less.
    pub fn weaker(&self) -> &Line {
        if proof(&self.played) < proof(&self.best) { &self.played } else { &self.best }
    }

    /// Whether both scores are proven.
    pub fn is_exact(&self) -> bool {
        self.proof() == Proof::Exact
    }
}

impl Review {
    /// A review of a game, with nothing known yet.
    pub fn new(game: &Game, plan: Plan) -> Review {
        let mut played = game.clone();
        played.go_to(game.ply());
        Review { moves: vec![Known::default(); game.moves().len()], game: played, plan }
    }

    /// How much is spent on it.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position before a move of the game, or after its last.
    pub fn position(&self, ply: usize) -> &Position {
        &self.game.positions()[ply]
    }

    /// Who made a move.
    pub fn side(&self, ply: usize) -> Color {
        self.position(ply).side()
    }

    /// Whether there was nothing to choose: a single legal move, or a pass.
    pub fn is_forced(&self, ply: usize) -> bool {
        self.position(ply).moves().len() <= 1
    }

    fn empties(&self, ply: usize) -> u32 {
        self.position(ply).empties() as u32
    }

    /// The next question; none when there is nothing more to find out.
    pub fn next(&self) -> Option<Question> {
        self.open().into_iter().next()
    }

    /// The questions that can be asked now, in any order and at the same time, the next one first;
    /// none when there is nothing more to find out. Further ones depend on their answers.
    pub fn open(&self) -> Vec<Question> {
        let choices = (0..self.moves.len()).rev().filter(|&ply| !self.is_forced(ply));
        let plies: Vec<usize> = choices.collect();
        let of = |plies: &[usize], pass| -> Vec<Question> {
            plies.iter().filter_map(|&ply| self.question(ply, pass)).collect()
        };
        let quick: Vec<Question> =
            self.forced_end().into_iter().chain(of(&plies, Pass::Quick)).collect();
        if !quick.is_empty() {
            return quick;
        }
        let solved: Vec<usize> = plies.into_iter().filter(|&ply| self.solves(ply)).collect();
        let solved = of(&solved, Pass::Deep);
        if !solved.is_empty() {
            return solved;
        }
        let deep = of(&self.by_weight(), Pass::Deep);
        if !deep.is_empty() {
            return deep;
        }
        let doubtful: Vec<usize> =
            (0..self.moves.len()).rev().filter(|&ply| self.is_doubtful(ply)).collect();
        of(&doubtful, Pass::Sure)
    }

    /// A forced move is worth what comes after it. If it is the last one of a game that is not
    /// over, that has to be asked.
    fn forced_end(&self) -> Option<Question> {
        let ply = self.moves.len().checked_sub(1)?;
        if !self.is_forced(ply) || !self.moves[ply].quick.played.is_open() {
            return None;
        }
        let (_, position) = self.after(ply)?;
        let (effort, most) = self.quick_effort(ply);
        Some(Question { ply, about: About::Played, pass: Pass::Quick, position, effort, most })
    }

    /// How far the first pass looks at a move, and how long at most.
    fn quick_effort(&self, ply: usize) -> (Effort, Option<Duration>) {
        if self.empties(ply) <= SOLVED_AT_ONCE {
            (Effort::Exact, None)
        } else {
            (self.plan.quick, self.plan.quick.time())
        }
    }

    /// Whether the second pass solves the position before a move.
    fn solves(&self, ply: usize) -> bool {
        self.empties(ply) <= self.plan.solve
    }

    /// The moves that the second pass looks at without solving them, the costliest first.
    fn by_weight(&self) -> Vec<usize> {
        let mut plies: Vec<(f32, usize)> = (0..self.moves.len())
            .filter(|&ply| !self.is_forced(ply) && !self.solves(ply))
            .filter_map(|ply| Some((self.weight(ply)?, ply)))
            .collect();
        plies.sort_by(|one, two| two.0.total_cmp(&one.0).then(two.1.cmp(&one.1)));
        plies.into_iter().map(|(_, ply)| ply).collect()
    }

    /// How much a closer look at a move may matter; none if it does not. The quick pass says what
    /// the move cost; where it cost nothing, the score may still fall before the side moves again.
    /// It is asked again and again while answers come in, so it may depend on the quick pass only.
    fn weight(&self, ply: usize) -> Option<f32> {
        const MATTERS: f32 = 0.5;
        let loss = self.moves[ply].quick.compared()?.loss();
        let score = |ply: usize| {
            let line = self.moves.get(ply)?.quick.best.line()?;
            Some(if self.side(ply) == Color::Black { line.score.discs } else { -line.score.discs })
        };
        let fall = match (score(ply), score(ply + 1)) {
            (Some(before), Some(after)) => (before - after).abs() - loss,
            _ => 0.0,
        };
        let weight = loss.max(fall / 2.0);
        (weight >= MATTERS).then_some(weight)
    }

    /// Whether a move seems to cost much, and may cost nothing, by all but the last pass: the answer
    /// does not change while that goes on.
    fn is_doubtful(&self, ply: usize) -> bool {
        let Known { quick, deep, .. } = &self.moves[ply];
        self.plan.sure.is_some()
            && !self.is_forced(ply)
            && !self.solves(ply)
            && self.strongest(ply, &[quick, deep]).is_some_and(|both| {
                let loss = both.loss();
                loss >= MUCH && loss <= crate::grade::margin(&both)
            })
    }

    /// The question that a pass has about a move, if one is open.
    fn question(&self, ply: usize, pass: Pass) -> Option<Question> {
        let known = &self.moves[ply];
        let (pair, effort) = match pass {
            Pass::Quick => (&known.quick, self.quick_effort(ply).0),
            Pass::Deep if self.comparison(ply).is_some_and(|both| both.is_exact()) => return None,
            Pass::Deep if self.solves(ply) => (&known.deep, Effort::Exact),
            Pass::Deep if self.plan.deep == self.plan.quick => return None,
            Pass::Deep => (&known.deep, self.plan.deep),
            Pass::Sure => (&known.sure, self.plan.sure?),
        };
        let most = effort.time();
        let question =
            |about, position, effort| Some(Question { ply, about, pass, position, effort, most });
        if pair.best.is_open() {
            return question(About::Best, *self.position(ply), effort);
        }
        let best = pair.best.line()?;
        let mv = self.game.moves()[ply];
        if best.moves.first() == Some(&mv) || !pair.played.is_open() {
            return None;
        }
        let is_exact = best.score.kind == Kind::Exact;
        if is_exact && self.line_at(ply + 1, true).is_some() {
            return None;
        }
        let (_, after) = self.after(ply)?;
        // The same horizon: a ply of it is the move itself.
        let effort = if is_exact { Effort::Exact } else { Effort::Depth(best.depth.max(2) - 1) };
        question(About::Played, after, effort)
    }

    /// The moves from a move of the game to the next choice, and the position there; none if the
    /// game is over then.
    fn after(&self, ply: usize) -> Option<(Vec<Move>, Position)> {
        let mut moves = vec![self.game.moves()[ply]];
        let mut position = *self.position(ply + 1);
        if position.must_pass() {
            moves.push(Move::Pass);
            position = position.with_other_side();
        }
        (!position.is_over()).then_some((moves, position))
    }

    /// Takes an answer in: the best line for the side to move of the question's position. A
    /// question that was not asked does no harm.
    pub fn answered(&mut self, question: &Question, line: &Line) {
        self.learn(question.ply, question.about, question.pass, line);
    }

    /// The same for an answer of which it is known only what it was about.
    pub fn learn(&mut self, ply: usize, about: About, pass: Pass, line: &Line) {
        let is_last = ply + 1 == self.moves.len() && about == About::Played;
        if ply >= self.moves.len() || self.is_forced(ply) && !is_last {
            return;
        }
        let taken = match about {
            About::Best => played_through(self.position(ply), line)
                .map(|line| self.with_mirrored_move(ply, line)),
            About::Played => self.after(ply).and_then(|(mut moves, after)| {
                let line = played_through(&after, line)?;
                moves.extend(&line.moves);
                let is_same_side = after.side() == self.side(ply);
                let score = if is_same_side { line.score } else { line.score.reversed() };
                Some(Line { moves, score, depth: line.depth + 1 })
            }),
        };
        let known = &mut self.moves[ply];
        let pair = match pass {
            Pass::Quick => &mut known.quick,
            Pass::Deep => &mut known.deep,
            Pass::Sure => &mut known.sure,
        };
        match about {
            About::Best => pair.best.merge(taken),
            About::Played => pair.played.merge(taken),
        }
    }

    /// A best line of a symmetric position: its image that begins with the played move where there
    /// is one, so that moves which are images of each other cost the same.
    fn with_mirrored_move(&self, ply: usize, line: Line) -> Line {
        let (Some(&Move::Place(best)), Move::Place(played)) =
            (line.moves.first(), self.game.moves()[ply])
        else {
            return line;
        };
        let position = self.position(ply);
        let size = position.size();
        let way = Symmetry::all().find(|way| {
            way.apply(best, size) == Some(played) && position.transform(*way) == *position
        });
        let Some(way) = way else { return line };
        let image = |&mv: &Move| match mv {
            Move::Place(square) => way.apply(square, size).map_or(mv, Move::Place),
            Move::Pass => Move::Pass,
        };
        Line { moves: line.moves.iter().map(image).collect(), ..line }
    }

    /// All that was answered, as [`Review::learn`] takes it: another review of the game that learns it
    /// is as far.
    pub fn answers(&self) -> Vec<(usize, About, Pass, Line)> {
        let mut answers = Vec::new();
        for (ply, Known { quick, deep, sure }) in self.moves.iter().enumerate() {
            for (pass, pair) in [(Pass::Quick, quick), (Pass::Deep, deep), (Pass::Sure, sure)] {
                let best = pair.best.line().map(|line| (ply, About::Best, pass, line.clone()));
                answers.extend(best);
                let played = pair.played.line().and_then(|line| self.as_answered(ply, line));
                answers.extend(played.map(|line| (ply, About::Played, pass, line)));
            }
        }
        answers
    }

    /// A line that begins with a move of the game, as the engine told it of the position after it.
    fn as_answered(&self, ply: usize, line: &Line) -> Option<Line> {
        let (before, after) = self.after(ply)?;
        let is_same_side = after.side() == self.side(ply);
        let score = if is_same_side { line.score } else { line.score.reversed() };
        let moves = line.moves.get(before.len()..)?.to_vec();
        Some(Line { moves, score, depth: line.depth.saturating_sub(1) })
    }

    /// How many questions are answered, and how many there are as far as is known now.
    pub fn progress(&self) -> (usize, usize) {
        let mut answered = 0;
        let mut open = 0;
        for ply in (0..self.moves.len()).filter(|&ply| !self.is_forced(ply)) {
            let Known { quick, deep, sure } = &self.moves[ply];
            for (pass, pair) in [(Pass::Quick, quick), (Pass::Deep, deep), (Pass::Sure, sure)] {
                answered += usize::from(!pair.best.is_open()) + usize::from(!pair.played.is_open());
                let matters = match pass {
                    Pass::Quick => true,
                    Pass::Deep => self.solves(ply) || self.weight(ply).is_some(),
                    Pass::Sure => self.is_doubtful(ply),
                };
                open += usize::from(matters && self.question(ply, pass).is_some());
            }
        }
        (answered, answered + open)
    }

    /// What a move cost, by the strongest two scores of the same strength; none if that is not
    /// known yet, or there was nothing to choose.
    pub fn comparison(&self, ply: usize) -> Option<Comparison> {
        let Known { quick, deep, sure } = &self.moves[ply];
        self.strongest(ply, &[quick, deep, sure])
    }

    /// The strongest of what some passes say.
    fn strongest(&self, ply: usize, pairs: &[&Pair]) -> Option<Comparison> {
        let ends = pairs.iter().map(|pair| self.with_played(ply, pair));
        ends.flatten().max_by_key(Comparison::proof)
    }

    /// The same for one pass; what follows the played move may be known from later in the game.
    fn with_played(&self, ply: usize, pair: &Pair) -> Option<Comparison> {
        let best = pair.best.line()?.clone();
        let mv = self.game.moves()[ply];
        let played = if best.moves.first() == Some(&mv) {
            best.clone()
        } else if (best.score.kind == Kind::Exact || self.after(ply).is_none())
            && let Some(after) = self.line_at(ply + 1, true)
        {
            self.before(ply, after)
        } else {
            pair.played.line()?.clone()
        };
        Some(Comparison::new(best, played))
    }

    /// A line of the position after a move, as a line of that move.
    fn before(&self, ply: usize, after: Line) -> Line {
        let mut moves = vec![self.game.moves()[ply]];
        moves.extend(after.moves);
        Line { moves, score: after.score.reversed(), depth: after.depth + 1 }
    }

    /// The best line that is known of a position of the game, from the view of its side to move.
    /// Where nothing can be chosen it is that of the next position.
    pub fn line_at(&self, ply: usize, only_exact: bool) -> Option<Line> {
        let mut end = ply;
        while end < self.moves.len() && self.is_forced(end) {
            end += 1;
        }
        let line = if end < self.moves.len() {
            let Known { quick, deep, sure } = &self.moves[end];
            let lines = [quick.best.line(), deep.best.line(), sure.best.line()];
            lines.into_iter().flatten().max_by_key(|line| proof(line)).cloned()
        } else if self.position(end).is_over() {
            let position = self.position(end);
            let discs = position.outcome().score(position.side()) as f32;
            let score = Score { discs, kind: Kind::Exact };
            Some(Line { moves: Vec::new(), score, depth: 0 })
        } else if ply < end {
            // The last move was forced: what comes after it was asked.
            end -= 1;
            self.moves[end].quick.played.line().cloned()
        } else {
            None
        }?;
        if only_exact && line.score.kind != Kind::Exact {
            return None;
        }
        Some((ply..end).rev().fold(line, |line, ply| self.before(ply, line)))
    }
}

/// A line as far as it can be played; none if not even its first move can.
fn played_through(position: &Position, line: &Line) -> Option<Line> {
    let mut position = *position;
    let mut moves = Vec::new();
    for &mv in &line.moves {
        let Ok(next) = position.play(mv) else { break };
        position = next;
        moves.push(mv);
    }
    (!moves.is_empty() && line.score.discs.is_finite()).then(|| Line { moves, ..line.clone() })
}
