//! The engine's face.

use std::time::Duration;

use obverse_rules::{Move, Position, Tier};

use crate::score::Kind;
use crate::{Limits, Line, Observer, Progress, Report, Score};

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that search together.
    pub threads: usize,
    /// Size of the transposition table in megabytes.
    pub hash_mb: usize,
    /// The instruction set to use.
    pub tier: Tier,
    /// The time since some fixed moment. The engine reads no other clock.
    pub now: fn() -> Duration,
}

impl Options {
    /// One thread, 64 MB, the fastest tier of the machine, and the given clock.
    pub fn new(now: fn() -> Duration) -> Options {
        Options { threads: 1, hash_mb: 64, tier: Tier::detect(), now }
    }
}

/// An engine: it keeps what it has learnt from one search to the next.
#[derive(Debug)]
pub struct Engine {
    options: Options,
}

impl Engine {
    /// An engine with nothing learnt yet.
    pub fn new(options: Options) -> Engine {
        Engine { options }
    }

    /// Forgets everything, for a new game that must not depend on the last.
    pub fn clear(&mut self) {}

    /// Thinks about a position within the limits.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let begun = (self.options.now)();
        let mut lines: Vec<Line> = position
            .moves()
            .into_iter()
            .map(|square| {
                let next = position.play(square.into()).expect("a generated move is legal");
                let discs = -(next.moves().len() as f32);
                Line {
                    moves: vec![Move::Place(square)],
                    score: Score { discs, kind: Kind::Heuristic },
                    depth: 1,
                }
            })
            .collect();
        lines.sort_by(|a, b| b.score.discs.total_cmp(&a.score.discs));
        if lines.is_empty() {
            let moves = if position.must_pass() { vec![Move::Pass] } else { vec![] };
            let discs = position.outcome().score(position.side()) as f32;
            lines.push(Line { moves, score: Score { discs, kind: Kind::Exact }, depth: 0 });
        }
        lines.truncate(limits.lines.max(1));
        let elapsed = (self.options.now)().saturating_sub(begun);
        observer.improved(&Progress { rank: 1, line: &lines[0], nodes: 1, elapsed });
        Report { chosen: lines[0].moves.first().copied(), nodes: 1, elapsed, lines }
    }
}
