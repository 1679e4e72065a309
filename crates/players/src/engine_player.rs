//! The engine at the table.

use std::time::Duration;

use obverse_engine::score::Kind;
use obverse_engine::{Engine, Level, Limits, Line, Options, Progress};
use obverse_rules::{Game, Move, Position};

use crate::explanation::{best_first, sum};
use crate::{
    Choice, Decision, ExplainedMove, Explanation, Iteration, Player, PlayerError, SearchedMove,
    Term, Thought, Turn,
};

/// What the engine takes for a move where neither it nor the game was given a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// The seed of one game of a player's. The step is odd, so that it is long until a seed comes
/// again, and large, so that players with seeds side by side do not play one another's games.
pub(crate) fn seed_of_game(seed: u64, number: u64) -> u64 {
    const STEP: u64 = 0x9e3779b97f4a7c15;
    seed.wrapping_add(number.wrapping_mul(STEP))
}

/// What the engine may spend on a move, beside what the game gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// A level of play.
    pub level: Option<Level>,
    /// Time a move.
    pub time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
}

impl EngineLimits {
    fn is_unlimited(&self) -> bool {
        *self == EngineLimits::default()
    }
}

/// The engine as a player.
#[derive(Debug)]
pub struct EnginePlayer {
    engine: Engine,
    limits: EngineLimits,
    seed: u64,
    /// What the seed is in this game.
    game_seed: u64,
}

impl EnginePlayer {
    /// An engine that plays within these limits and those of the game. The seed decides what it
    /// leaves to chance: every game goes its own way.
    pub fn new(options: Options, limits: EngineLimits, seed: u64) -> EnginePlayer {
        EnginePlayer { engine: Engine::new(options), limits, seed, game_seed: seed }
    }

    /// The engine itself, for who wants more of it than moves.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// From now on it plays within these limits; what it has learnt stays.
    pub fn set_limits(&mut self, limits: EngineLimits) {
        self.limits = limits;
    }

    /// From now on this decides what it leaves to chance.
    pub fn set_seed(&mut self, seed: u64) {
        (self.seed, self.game_seed) = (seed, seed);
    }

    /// The move that it plays from its book, if the book knows the position.
    fn book_move(&mut self, position: &Position) -> Option<Move> {
        let limits = Limits {
            level: self.limits.level,
            seed: Some(self.game_seed),
            depth: Some(1),
            ..Limits::default()
        };
        let report = self.engine.search(position, &limits);
        report.chosen.filter(|_| report.best().score.kind == Kind::Book)
    }

    fn limits_of(&self, turn: &Turn<'_>) -> Limits {
        let free = self.limits.is_unlimited() && turn.time.is_none() && turn.clock.is_none();
        Limits {
            level: self.limits.level,
            // What the player was given for itself goes before what the game gives.
            time: self.limits.time.or(turn.time).or(free.then_some(DEFAULT_TIME)),
            clock: turn.clock,
            depth: self.limits.depth,
            nodes: self.limits.nodes,
            seed: Some(self.game_seed),
            move_only: true,
            stop: turn.stop.clone(),
            ..Limits::default()
        }
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> String {
        self.limits.level.map_or("engine".to_owned(), |level| format!("level {level}"))
    }

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        let limits = self.limits_of(turn);
        let observer = &mut *turn.observer;
        let report =
            self.engine.search_with(game.position(), &limits, &mut |progress: &Progress<'_>| {
                if progress.rank == 1 {
                    observer(&thought(progress.line, progress.nodes, progress.elapsed));
                }
            });
        let Some(mv) = report.chosen else { return Err(PlayerError::no_move(&self.name())) };
        let best = report.best();
        // At a level the move may differ from the best line, whose score is then not its own.
        let line = report.lines.iter().find(|line| line.moves.first() == Some(&mv));
        let thought = match line {
            Some(line) => thought(line, report.nodes, report.elapsed),
            None => Thought {
                depth: Some(best.depth),
                line: vec![mv],
                nodes: report.nodes,
                elapsed: report.elapsed,
                ..Thought::default()
            },
        };
        Ok(Choice { mv, thought: Some(thought) }.into())
    }

    /// The engine's evaluation is one number, made of some thousand patterns: its only term is
    /// itself. What it says beyond that are the lines of its search, depth by depth. A level that errs
    /// mixes what it searched with a beginner's view, and overlooks moves.
    fn explain(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Explanation, PlayerError> {
        let position = game.position();
        let lines = position.moves().len();
        let asked = Limits { lines, book: false, move_only: false, ..self.limits_of(turn) };
        let glance = Limits { lines, depth: Some(1), book: false, ..Limits::default() };
        let glance = self.engine.search(position, &glance);
        let mut heard: Vec<Line> = Vec::new();
        let report = self.engine.search_with(position, &asked, &mut |progress: &Progress<'_>| {
            heard.push(progress.line.clone());
        });
        let book = self.book_move(position);
        let explained = |line: &Line| {
            let &Move::Place(square) = line.moves.first()? else { return None };
            let first = Some(&Move::Place(square));
            let now = glance.lines.iter().find(|line| line.moves.first() == first)?;
            let of_move = heard.iter().filter(|line| line.moves.first() == first);
            Some(ExplainedMove {
                square,
                terms: evaluation(now),
                searched: searched(line, report.nodes, of_move.chain([line])),
                opening: (book == Some(Move::Place(square))).then_some(1.0),
                overlooked: None,
            })
        };
        let mut moves: Vec<ExplainedMove> = report.lines.iter().filter_map(explained).collect();
        let erring = self.limits.level.filter(|level| level.errs());
        let remark = erring.map(|level| judge(level, position, &report.lines, &mut moves));
        Ok(Explanation { player: self.name(), side: position.side(), moves, tree: None, remark })
    }

    fn new_game(&mut self, number: u64) {
        self.engine.clear();
        self.game_seed = seed_of_game(self.seed, number);
    }
}

/// What a level that errs takes the moves for, and in words what chance adds.
fn judge(level: Level, position: &Position, lines: &[Line], moves: &mut [ExplainedMove]) -> String {
    for view in level.views(position, lines) {
        let Some(told) = moves.iter_mut().find(|told| told.square == view.square) else { continue };
        told.searched.terms = vec![
            Term { name: "search", value: view.search.into() },
            Term { name: "beginner", value: view.beginner.into() },
        ];
        told.searched.score = sum(&told.searched.terms);
        // It is no longer a score in discs.
        told.searched.kind = None;
        told.overlooked = Some(view.overlooked.into());
    }
    best_first(moves);
    let error = level.error();
    format!(
        "Level {level} weighs what its search says against a beginner's view: discs turned over, \
         edges and corners. It overlooks moves by chance, and errs by {error} discs or so."
    )
}

/// The only term of the engine's evaluation.
fn evaluation(line: &Line) -> Vec<Term> {
    vec![Term { name: "evaluation", value: line.score.discs.into() }]
}

/// What the search made of a move, of which it spoke now and then.
fn searched<'a>(last: &Line, nodes: u64, heard: impl Iterator<Item = &'a Line>) -> SearchedMove {
    let mut iterations: Vec<Iteration> = Vec::new();
    for line in heard {
        let iteration = Iteration {
            depth: line.depth,
            score: line.score.discs.into(),
            kind: Some(line.score.kind),
            line: line.moves.clone(),
        };
        // Of a depth that was searched more than once the last word counts.
        iterations.retain(|earlier| earlier.depth < line.depth);
        iterations.push(iteration);
    }
    SearchedMove {
        score: last.score.discs.into(),
        kind: Some(last.score.kind),
        depth: last.depth,
        nodes,
        line: last.moves.clone(),
        terms: evaluation(last),
        iterations,
    }
}

fn thought(line: &Line, nodes: u64, elapsed: Duration) -> Thought {
    Thought {
        score: Some(line.score),
        depth: Some(line.depth),
        line: line.moves.clone(),
        nodes,
        elapsed,
        remark: (line.score.kind == Kind::Book).then_some("from the openings"),
    }
}
