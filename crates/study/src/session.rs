//! Solving puzzles: which one comes next, what a try is worth, and what is learnt from it.
//!
//! A [`Session`] is plain state: it is told the time and asked for nothing else, so that a terminal,
//! a server and a page without one run the same. What a person has done so far is a [`Progress`];
//! every puzzle that is decided gives an [`Attempt`], which is all that has to be kept.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use obverse_engine::Score;
use obverse_rules::Move;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::day::Day;
use crate::glicko::{Glicko, Played};
use crate::puzzle::{Puzzle, PuzzleId, Theme};
use crate::repetition::Card;

/// What a person has done so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The person's rating.
    pub player: Glicko,
    /// Puzzles that were tried. One that was missed has a card and comes back.
    pub tried: BTreeMap<PuzzleId, Option<Card>>,
}

/// Which puzzles are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// About this.
    pub theme: Option<Theme>,
    /// As hard as this.
    pub rating: Option<RangeInclusive<i32>>,
}

/// A puzzle was decided: the first move was tried, or the answer was shown. All that is to be kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// Which puzzle.
    pub puzzle: PuzzleId,
    /// When, in seconds since 1970.
    pub at: i64,
    /// The move that was tried first; none if the answer was shown before.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// Whether that was the answer.
    pub solved: bool,
    /// What it cost, in discs.
    pub loss: Option<f32>,
    /// The person's rating before, if the puzzle counted: it does the first time only.
    pub before: Option<Glicko>,
    /// The person's rating after it.
    pub after: Glicko,
    /// When it comes back, if it does.
    pub card: Option<Card>,
}

/// What became of a try.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The move.
    pub mv: Move,
    /// Whether it is the answer.
    pub is_answer: bool,
    /// Its score, from the mover's view.
    pub score: Score,
    /// What it costs, in discs.
    pub loss: f32,
    /// What is to be kept: the first try decides, and later ones are free.
    pub decided: Option<Attempt>,
}

/// Why a move cannot be tried.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TryError {
    /// There is no puzzle on the board.
    #[error("there is no puzzle to try: ask for the next one first")]
    NoPuzzle,
    /// The puzzle is over.
    #[error("the answer is known already: ask for the next puzzle")]
    Known,
    /// The move is not legal.
    #[error("{0} is no legal move here")]
    Illegal(Move),
}

/// A person at some puzzles.
#[derive(Clone, Debug)]
pub struct Session {
    puzzles: Vec<Puzzle>,
    progress: Progress,
    current: Option<Current>,
}

/// The puzzle on the board.
#[derive(Clone, Debug, PartialEq)]
struct Current {
    /// Its number.
    puzzle: usize,
    /// What was tried so far.
    tries: Vec<Move>,
    /// Whether the answer was found or shown.
    is_known: bool,
    /// Whether it has been decided.
    is_decided: bool,
}

impl Progress {
    /// Takes in what was kept: after all attempts, in their order, it is what it was.
    pub fn take(&mut self, attempt: &Attempt) {
        self.player = attempt.after;
        self.tried.insert(attempt.puzzle, attempt.card);
    }

    /// How many puzzles are due.
    pub fn due(&self, now: i64) -> usize {
        self.tried.values().flatten().filter(|card| card.is_due(now)).count()
    }

    /// When the next puzzle comes back, if one does.
    pub fn next_due(&self) -> Option<i64> {
        self.tried.values().flatten().map(|card| card.due).min()
    }
}

impl Wanted {
    /// Whether a puzzle is wanted.
    pub fn admits(&self, puzzle: &Puzzle) -> bool {
        let is_as_hard = |range: &RangeInclusive<i32>| {
            puzzle.difficulty().is_some_and(|difficulty| range.contains(&difficulty.rating))
        };
        self.theme.is_none_or(|theme| puzzle.has_theme(theme))
            && self.rating.as_ref().is_none_or(is_as_hard)
    }
}

/// A puzzle somewhat easier than the person is strong: a little more than half are solved.
const EASIER: f64 = 80.0;
/// The next puzzle is one of so many that are about as hard.
const NEAREST: usize = 12;

impl Session {
    /// A person at puzzles, with what was done so far.
    pub fn new(puzzles: Vec<Puzzle>, progress: Progress) -> Session {
        Session { puzzles, progress, current: None }
    }

    /// What has been done so far.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// All puzzles.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzle on the board.
    pub fn current(&self) -> Option<&Puzzle> {
        self.current.as_ref().map(|current| &self.puzzles[current.puzzle])
    }

    /// What was tried of it.
    pub fn tries(&self) -> &[Move] {
        self.current.as_ref().map_or(&[], |current| &current.tries)
    }

    /// Whether its answer was found or shown.
    pub fn is_known(&self) -> bool {
        self.current.as_ref().is_some_and(|current| current.is_known)
    }

    /// Puts the next puzzle on the board: one that is due, or a new one about as hard as the person
    /// is strong. None if there is none. One that was not decided is put away undecided.
    pub fn next(&mut self, wanted: &Wanted, now: i64, seed: u64) -> Option<&Puzzle> {
        let number = self.due(wanted, now).or_else(|| self.new_one(wanted, seed))?;
        Some(self.put(number))
    }

    /// Puts a puzzle on the board by its name.
    pub fn open(&mut self, id: PuzzleId) -> Option<&Puzzle> {
        let number = self.puzzles.iter().position(|puzzle| puzzle.id() == id)?;
        Some(self.put(number))
    }

    fn put(&mut self, number: usize) -> &Puzzle {
        let current =
            Current { puzzle: number, tries: Vec::new(), is_known: false, is_decided: false };
        self.current = Some(current);
        &self.puzzles[number]
    }

    /// Of the puzzles that are due, the one that has been for the longest time.
    fn due(&self, wanted: &Wanted, now: i64) -> Option<usize> {
        let due = |puzzle: &Puzzle| {
            let card = self.progress.tried.get(&puzzle.id())?.as_ref()?;
            (card.is_due(now) && wanted.admits(puzzle)).then_some(card.due)
        };
        let numbers = self.puzzles.iter().enumerate();
        numbers.filter_map(|(number, puzzle)| Some((due(puzzle)?, number))).min().map(|(_, n)| n)
    }

    /// A puzzle that was never tried. Those that were not measured are as hard as any.
    fn new_one(&self, wanted: &Wanted, seed: u64) -> Option<usize> {
        let aim = self.progress.player.rating - EASIER;
        let distance = |puzzle: &Puzzle| {
            puzzle.difficulty().map_or(0.0, |known| (f64::from(known.rating) - aim).abs())
        };
        let is_new = |puzzle: &Puzzle| !self.progress.tried.contains_key(&puzzle.id());
        let mut new: Vec<(f64, usize)> = (self.puzzles.iter().enumerate())
            .filter(|(_, puzzle)| wanted.admits(puzzle) && is_new(puzzle))
            .map(|(number, puzzle)| (distance(puzzle), number))
            .collect();
        new.sort_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
        let near = new.len().min(NEAREST) as u64;
        let chosen = obverse_rules::kernel::mix(seed, near).checked_rem(near)?;
        Some(new[chosen as usize].1)
    }

    /// Tries a move. The first one decides; after a wrong one others may be tried, until the answer
    /// is found.
    pub fn attempt(&mut self, mv: Move, now: i64) -> Result<Tried, TryError> {
        let current = self.current.as_mut().ok_or(TryError::NoPuzzle)?;
        if current.is_known {
            return Err(TryError::Known);
        }
        let puzzle = &self.puzzles[current.puzzle];
        let (Some(score), Some(loss)) = (puzzle.score(mv), puzzle.loss(mv)) else {
            return Err(TryError::Illegal(mv));
        };
        let is_answer = mv == puzzle.answer();
        current.tries.push(mv);
        current.is_known = is_answer;
        let decided = self.decide(Some(mv), now);
        Ok(Tried { mv, is_answer, score, loss, decided })
    }

    /// Shows the answer: what is to be kept, if that decides the puzzle.
    pub fn reveal(&mut self, now: i64) -> Option<Attempt> {
        self.current.as_mut()?.is_known = true;
        self.decide(None, now)
    }

    fn decide(&mut self, mv: Option<Move>, now: i64) -> Option<Attempt> {
        let current = self.current.as_mut()?;
        if std::mem::replace(&mut current.is_decided, true) {
            return None;
        }
        let puzzle = &self.puzzles[current.puzzle];
        let solved = mv == Some(puzzle.answer());
        let known = self.progress.tried.get(&puzzle.id());
        let before = self.progress.player;
        let counts = known.is_none() && puzzle.difficulty().is_some();
        let card = match known.copied().flatten() {
            Some(card) => Some(card.again(now, solved)),
            None if solved => None,
            None => Some(Card::missed(now)),
        };
        let attempt = Attempt {
            puzzle: puzzle.id(),
            at: now,
            mv,
            solved,
            loss: mv.and_then(|mv| puzzle.loss(mv)),
            before: counts.then_some(before),
            after: if counts { before.after(&[game(puzzle, solved)]) } else { before },
            card,
        };
        self.progress.take(&attempt);
        Some(attempt)
    }
}

/// A puzzle as an opponent.
fn game(puzzle: &Puzzle, solved: bool) -> Played {
    let known = puzzle.difficulty();
    Played {
        rating: known.map_or(0.0, |known| f64::from(known.rating)),
        deviation: known.map_or(0.0, |known| f64::from(known.deviation)),
        score: f64::from(u8::from(solved)),
    }
}

/// The puzzle of a day: every puzzle has its turn before one comes again, and easy and hard ones
/// take turns if they are sorted.
pub fn daily(puzzles: &[Puzzle], day: Day) -> Option<&Puzzle> {
    let count = i64::try_from(puzzles.len()).ok().filter(|&count| count > 0)?;
    // Steps of about the golden section, and such that all are met.
    let mut step = (count as f64 * 0.618) as i64 + 1;
    while greatest_common_divisor(step, count) != 1 {
        step += 1;
    }
    let number = day.0.rem_euclid(count) * step.rem_euclid(count) % count;
    puzzles.get(usize::try_from(number).ok()?)
}

fn greatest_common_divisor(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}
