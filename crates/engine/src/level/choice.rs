//! How a level chooses among the moves it has looked at.
//!
//! People do not blunder at random. They are drawn to what is easy to see — many discs turned,
//! an edge, a corner — and miss moves that do little on the board; and between moves that look
//! alike to them they choose by taste. A level does the same: it overlooks some of the quiet
//! moves, mixes what the search says with a beginner's view, adds an error of judgement, and
//! plays what then looks best.

use obverse_rules::{Move, Position, Square};

use super::Level;
use super::ladder::Rung;
use crate::Line;
use crate::random::splitmix64;

/// The move that a level plays, given the line of every move. The same seed and position give
/// the same move.
pub(crate) fn choose(level: Level, position: &Position, lines: &[Line], seed: u64) -> Option<Move> {
    let rung = level.rung();
    let best = lines.first()?.moves.first().copied();
    if !rung.errs() || lines.len() < 2 {
        return best;
    }
    let seen = lines.iter().filter_map(|line| Seen::new(line, position, seed));
    let noticed: Vec<Seen> = seen.collect();
    let most_salient = noticed.iter().map(|seen| seen.salience).fold(0.0, f32::max);
    noticed
        .into_iter()
        .filter(|seen| seen.is_noticed(rung, most_salient))
        .max_by(|a, b| a.appeal(rung).total_cmp(&b.appeal(rung)))
        .map(|seen| Move::Place(seen.square))
        .or(best)
}

/// What a level takes a move for, before chance has its say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelView {
    /// Where.
    pub square: Square,
    /// What the search adds, in discs: less than its score where the level also judges as a
    /// beginner does.
    pub search: f32,
    /// What a beginner's view adds: discs won at once, edges, corners.
    pub beginner: f32,
    /// The chance that the level overlooks the move, from 0 to 1.
    pub overlooked: f32,
}

/// What a level takes every move for, given the line of every move.
pub(super) fn views(level: Level, position: &Position, lines: &[Line]) -> Vec<LevelView> {
    let rung = level.rung();
    let seen: Vec<Seen> = lines.iter().filter_map(|line| Seen::new(line, position, 0)).collect();
    let most_salient = seen.iter().map(|seen| seen.salience).fold(0.0, f32::max);
    let view = |seen: &Seen| LevelView {
        square: seen.square,
        search: seen.discs * (1.0 - rung.naive),
        beginner: seen.naive * rung.naive,
        overlooked: seen.overlooked(rung, most_salient),
    };
    seen.iter().map(view).collect()
}

/// A move as a person sees it.
#[derive(Debug)]
struct Seen {
    square: Square,
    /// What the search says.
    discs: f32,
    /// What a beginner says: the discs it wins at once, and where it stands.
    naive: f32,
    /// How much the move catches the eye, from 0 to 1.
    salience: f32,
    random: u64,
}

impl Seen {
    fn new(line: &Line, position: &Position, seed: u64) -> Option<Seen> {
        let square = line.moves.first()?.square()?;
        let last = position.size().get() - 1;
        let on_border = |line: usize| line == 0 || line == last;
        let (corner, edge) = match (on_border(square.column()), on_border(square.row())) {
            (true, true) => (1.0, 1.0),
            (false, false) => (0.0, 0.0),
            _ => (0.0, 1.0),
        };
        let flips = position.flips(square).len() as f32;
        Some(Seen {
            square,
            discs: line.score.discs,
            naive: flips + 1.5 * edge + 4.0 * corner,
            salience: (flips / 6.0 + 0.4 * edge + corner).min(1.0),
            random: splitmix64(
                seed ^ splitmix64(position.hash64() ^ square.index(position.size()) as u64),
            ),
        })
    }

    /// The chance to overlook the move. What catches the eye most is always noticed.
    fn overlooked(&self, rung: &Rung, most_salient: f32) -> f32 {
        if self.salience >= most_salient { 0.0 } else { rung.blind * (1.0 - self.salience) }
    }

    /// Whether the level notices the move.
    fn is_noticed(&self, rung: &Rung, most_salient: f32) -> bool {
        unit(self.random) >= self.overlooked(rung, most_salient)
    }

    /// How good the move looks to the level.
    fn appeal(&self, rung: &Rung) -> f32 {
        let judged = self.discs * (1.0 - rung.naive) + self.naive * rung.naive;
        judged + rung.noise * bell(splitmix64(self.random))
    }
}

/// A number from 0 to 1.
fn unit(random: u64) -> f32 {
    (random >> 40) as f32 / (1_u64 << 24) as f32
}

/// A number around 0 with a spread of 1, like a bell: the sum of twelve even ones.
fn bell(random: u64) -> f32 {
    let mut random = random;
    let mut sum = -6.0;
    for _ in 0..12 {
        random = splitmix64(random);
        sum += unit(random);
    }
    sum
}
