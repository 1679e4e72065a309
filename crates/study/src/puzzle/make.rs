//! Finding puzzles, and measuring how hard they are.
//!
//! A position makes a puzzle if one move is better than all others by a margin: proven in an endgame,
//! by a deep search in the middle of the game. How hard it is the levels say: each of them tries it,
//! those that err several times, and the rating is the one at which a player of the levels' Elo
//! would find the answer every other time, by maximum likelihood.

use obverse_engine::score::Kind;
use obverse_engine::{Engine, Goal, Level, Limits, Line, StopFlag};
use obverse_rules::{Game, Move, Position, Size};

use super::{Choice, Difficulty, Idea, Parts, Puzzle, Task, Worth};
use crate::reason;
use crate::review::Comparison;
use crate::walk::{Walk, corners};

/// How far the middle of the game is looked at: to sift, to score every move, to make sure.
const SIFT_DEPTH: u32 = 8;
const SCORE_DEPTH: u32 = 14;
const SURE_DEPTH: u32 = 18;
/// How often a level tries a puzzle.
const TRIES: u64 = 6;
/// The last level that tries puzzles that are not proven. Those above it look as far as the search
/// that made the answer.
const LAST_MIDGAME_LEVEL: u8 = 17;

/// The positions of a game that may make puzzles, with their plies.
pub fn sources(game: &Game) -> impl Iterator<Item = (usize, &Position)> {
    game.positions().iter().enumerate().filter(|(_, position)| may_be(position))
}

fn may_be(position: &Position) -> bool {
    let empties = position.empties();
    let fits = Puzzle::EMPTIES.contains(&empties) || Puzzle::MIDGAME_EMPTIES.contains(&empties);
    // Levels are measured on this board only.
    fits && position.size() == Size::EIGHT && position.moves().len() >= 2
}

/// The puzzle that a position makes, if it makes one. The engine forgets what it knew. A raised flag
/// ends the search for it without one.
pub fn make(
    position: &Position,
    source: &str,
    engine: &mut Engine,
    stop: &StopFlag,
) -> Option<Puzzle> {
    make_hard(position, source, None, engine, stop)
}

/// The same, but none that a level finds three times in a row: so the many easy ones are passed over
/// before every move is searched and all levels try.
pub fn make_hard(
    position: &Position,
    source: &str,
    sieve: Option<Level>,
    engine: &mut Engine,
    stop: &StopFlag,
) -> Option<Puzzle> {
    if !may_be(position) {
        return None;
    }
    let quick = sieve.and_then(|level| found_always(position, level, engine, stop));
    engine.clear();
    let mut search = |limits: Limits| {
        let report = engine.search(position, &Limits { stop: stop.clone(), book: false, ..limits });
        (!stop.is_raised()).then_some(report)
    };
    let lines = if Puzzle::EMPTIES.contains(&position.empties()) {
        let exact = |lines| Limits { goal: Goal::Exact, lines, ..Limits::default() };
        let two = search(exact(2))?.lines;
        task(&two)?;
        if quick.is_some() && quick == two[0].moves.first().copied() {
            return None;
        }
        search(exact(usize::MAX))?.lines
    } else {
        let deep = |depth, lines| Limits { depth: Some(depth), lines, ..Limits::default() };
        task(&search(deep(SIFT_DEPTH, 2))?.lines)?;
        let lines = search(deep(SCORE_DEPTH, usize::MAX))?.lines;
        task(&lines)?;
        if quick.is_some() && quick == lines[0].moves.first().copied() {
            return None;
        }
        let sure = search(deep(SURE_DEPTH, 2))?.lines;
        (task(&sure)? == Task::Best && sure[0].moves.first() == lines[0].moves.first())
            .then_some(lines)?
    };
    let parts = Parts {
        position: *position,
        task: task(&lines)?,
        choices: lines.iter().map(choice).collect::<Option<_>>()?,
        worth: worth(&lines)?,
        line: lines[0].moves.clone(),
        difficulty: None,
        ideas: ideas(position, &lines),
        source: shortened(source),
    };
    let mut puzzle = Puzzle::new(parts).ok()?;
    puzzle.difficulty = Some(measure(&puzzle, engine, stop)?);
    Some(puzzle)
}

/// What two best lines ask, if one of them is the answer. They are sorted.
fn task(lines: &[Line]) -> Option<Task> {
    let [best, second, ..] = lines else { return None };
    let margin = best.score.discs - second.score.discs;
    if [best, second].iter().any(|line| line.score.kind != Kind::Exact) {
        return (margin >= Puzzle::LEAST_MIDGAME_MARGIN).then_some(Task::Best);
    }
    match (best.score.discs, second.score.discs) {
        (best, second) if best > 0.0 && second <= 0.0 => Some(Task::Win),
        (best, second) if best == 0.0 && second < 0.0 => Some(Task::Draw),
        _ => (margin >= Puzzle::LEAST_MARGIN).then_some(Task::Most),
    }
}

fn choice(line: &Line) -> Option<Choice> {
    Some(Choice { mv: *line.moves.first()?, discs: line.score.discs })
}

/// What all scores are worth at least.
fn worth(lines: &[Line]) -> Option<Worth> {
    let weakest = lines.iter().min_by_key(|line| line.score.kind.proof(line.depth))?;
    Some(Worth { kind: weakest.score.kind, depth: weakest.depth })
}

/// What makes the answer better than the next best move.
fn ideas(position: &Position, lines: &[Line]) -> Vec<Idea> {
    let [best, second, ..] = lines else { return Vec::new() };
    let both = Comparison { best: best.clone(), played: second.clone() };
    let mut ideas: Vec<Idea> = reason::find(position, &both).iter().map(Idea::of).collect();
    if gives_corner(position, &best.moves) {
        ideas.push(Idea::Sacrifice);
    }
    ideas.sort_unstable();
    ideas.dedup();
    ideas
}

/// Whether the first move of a line lets the other side take a corner, and it does.
fn gives_corner(position: &Position, line: &[Move]) -> bool {
    let walk = Walk::new(position, line);
    let side = !position.side();
    let before = position.with_other_side().moves();
    let is_given = |&corner: &_| !before.contains(corner) && walk.takes(side, corner, 2).is_some();
    corners(position).iter().any(is_given)
}

fn shortened(source: &str) -> String {
    let text: String = source.chars().filter(|c| !c.is_control()).collect();
    text.trim().chars().take(Puzzle::LONGEST_SOURCE).collect::<String>().trim().to_owned()
}

/// The move that a level chooses three times in a row, if it is the same.
fn found_always(
    position: &Position,
    level: Level,
    engine: &mut Engine,
    stop: &StopFlag,
) -> Option<Move> {
    engine.clear();
    let mut chosen = |seed| engine.search(position, &trial(level, seed, stop)).chosen;
    let first = chosen(0)?;
    (1..3).all(|seed| chosen(seed) == Some(first)).then_some(first)
}

/// How a level tries a puzzle.
fn trial(level: Level, seed: u64, stop: &StopFlag) -> Limits {
    Limits {
        level: Some(level),
        seed: Some(seed),
        book: false,
        stop: stop.clone(),
        ..Limits::default()
    }
}

/// Lets the levels try a puzzle.
fn measure(puzzle: &Puzzle, engine: &mut Engine, stop: &StopFlag) -> Option<Difficulty> {
    let is_proven = puzzle.worth.kind == Kind::Exact;
    let mut trials = Vec::new();
    for level in Level::all() {
        let Some(elo) = level.elo() else { continue };
        if !is_proven && level.get() > LAST_MIDGAME_LEVEL {
            break;
        }
        // What a stronger search has found must not help a weaker one.
        engine.clear();
        let mut finds = |seed| {
            let chosen = engine.search(&puzzle.position, &trial(level, seed, stop)).chosen;
            chosen == Some(puzzle.answer())
        };
        let found: Vec<bool> = (0..TRIES).map(&mut finds).collect();
        if stop.is_raised() {
            return None;
        }
        trials.extend(found.into_iter().map(|found| (f64::from(elo), found)));
    }
    Some(difficulty(&trials))
}

/// The rating at which the answer is found every other time, from ratings and whether the answer was
/// found. A wide normal distribution around the middle of the ladder is known beforehand, so that what
/// everybody or nobody finds has a rating too.
fn difficulty(trials: &[(f64, bool)]) -> Difficulty {
    const MIDDLE: f64 = 1200.0;
    const WIDTH: f64 = 700.0;
    let scale = std::f64::consts::LN_10 / 400.0;
    let chance = |elo: f64, rating: f64| 1.0 / (1.0 + ((rating - elo) * scale).exp());
    // The slope of the logarithm of the likelihood, which falls: too few answers are expected of a
    // rating that is too high.
    let slope = |rating: f64| {
        let terms = trials
            .iter()
            .map(|&(elo, found)| (chance(elo, rating) - f64::from(u8::from(found))) * scale);
        terms.sum::<f64>() - (rating - MIDDLE) / (WIDTH * WIDTH)
    };
    let (mut low, mut high) = (-2000.0, 5000.0);
    while high - low > 0.5 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let information: f64 = trials
        .iter()
        .map(|&(elo, _)| chance(elo, low) * (1.0 - chance(elo, low)) * scale * scale)
        .sum();
    let deviation = 1.0 / (information + 1.0 / (WIDTH * WIDTH)).sqrt();
    Difficulty { rating: low.round() as i32, deviation: deviation.round() as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trials of players of known strength at a puzzle of known rating.
    fn simulated(rating: f64, seed: u64) -> Vec<(f64, bool)> {
        let mut random = fastrand::Rng::with_seed(seed);
        let players = (0..20).flat_map(|level| [f64::from(level) * 110.0; TRIES as usize]);
        let trial =
            |elo: f64| (elo, random.f64() < 1.0 / (1.0 + 10f64.powf((rating - elo) / 400.0)));
        players.map(trial).collect()
    }

    #[test]
    fn a_known_difficulty_is_found_again_within_its_deviation() {
        let mut within = 0;
        for seed in 0..100 {
            let rating = 300.0 + 16.0 * seed as f64;
            let found = difficulty(&simulated(rating, seed));
            assert!((20..=120).contains(&found.deviation), "{found:?}");
            let error = (f64::from(found.rating) - rating).abs();
            within += usize::from(error <= 2.0 * f64::from(found.deviation));
        }
        assert!((88..=100).contains(&within), "{within} of 100 within two deviations");
    }

    #[test]
    fn what_nobody_finds_is_harder_than_what_one_finds_than_what_all_find() {
        let found_from = |first: usize| {
            let trials: Vec<_> = (0..20).map(|n| (n as f64 * 110.0, n >= first)).collect();
            difficulty(&trials).rating
        };
        let ratings: Vec<i32> = (0..=20).map(found_from).collect();
        assert!(ratings.is_sorted_by(|one, two| one < two), "{ratings:?}");
        assert!(ratings[0] < 200 && ratings[20] > 2000, "{ratings:?}");
        assert!((1000..1200).contains(&ratings[10]), "{ratings:?}");
    }
}
