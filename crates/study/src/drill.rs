//! Opening drills: a person plays one side of some lines from memory, and what was missed is asked
//! again.
//!
//! A [`Drill`] is plain state, like a [`Session`](crate::Session). It knows the lines to be learnt;
//! beyond their ends, and where several lines go on, whoever runs it chooses the other side's moves,
//! from the explorer or the book: [`Drill::turn`] says whose turn it is and what may be played.

use obverse_records::openings::{self, Opening};
use obverse_rules::{Color, Game, Move, Position};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A line to be learnt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrillLine {
    /// What it is called.
    pub name: String,
    /// Its moves, passes included.
    pub moves: Vec<Move>,
}

/// Somebody who learns lines.
#[derive(Clone, Debug)]
pub struct Drill {
    lines: Vec<DrillLine>,
    side: Color,
    /// Numbers of lines that are still to be played, the next first.
    queue: Vec<usize>,
    /// The game so far.
    game: Game,
    /// Whether something was missed in it.
    is_missed: bool,
    /// Lines that were played without help, and those with.
    known: usize,
    missed: usize,
}

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The person is to play one of these moves, of the lines of these names.
    Yours(Vec<(Move, String)>),
    /// The other side is to play one of these moves: any of them is in a line.
    Theirs(Vec<Move>),
    /// The line is at its end.
    LineOver,
    /// Every line is known.
    Over,
}

/// What became of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recalled {
    /// It is in a line.
    Right,
    /// It is in none: the line is asked again later.
    Wrong,
}

/// Why there is no drill, or a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrillError {
    /// No line has a move of the side.
    #[error("there is no line in which {0} has a move")]
    NoLines(Color),
    /// A line begins elsewhere, or breaks the rules.
    #[error("the line `{0}` cannot be played")]
    Line(String),
    /// It is not this side's turn, or the move is illegal.
    #[error("{0} cannot be played here")]
    Illegal(Move),
}

impl Drill {
    /// A drill of lines from the opening position, for one side. The seed says in which order they
    /// come.
    pub fn new(lines: Vec<DrillLine>, side: Color, seed: u64) -> Result<Drill, DrillError> {
        let size = obverse_rules::Size::EIGHT;
        let start = Position::start(size);
        for line in &lines {
            let mut game = Game::from_start(size);
            if line.moves.iter().any(|&mv| game.play(mv).is_err()) {
                return Err(DrillError::Line(line.name.clone()));
            }
        }
        let has_turn = |line: &DrillLine| line.moves.len() > usize::from(side == Color::White);
        let mut queue: Vec<usize> = (0..lines.len()).filter(|&at| has_turn(&lines[at])).collect();
        if queue.is_empty() {
            return Err(DrillError::NoLines(side));
        }
        queue.sort_by_key(|&at| obverse_rules::kernel::mix(seed, at as u64));
        let game = Game::new(start);
        Ok(Drill { lines, side, queue, game, is_missed: false, known: 0, missed: 0 })
    }

    /// The named openings whose names contain a text: a line, or a family of them.
    pub fn family(name: &str) -> Vec<DrillLine> {
        let line = |opening: &&Opening| DrillLine {
            name: opening.full_name(),
            moves: opening.game().moves().to_vec(),
        };
        let found: Vec<DrillLine> = openings::search(name).iter().map(line).collect();
        // A line that another one goes on with is learnt with that.
        let is_part = |line: &DrillLine| {
            let goes_on = |other: &&DrillLine| {
                other.moves.len() > line.moves.len() && other.moves.starts_with(&line.moves)
            };
            found.iter().any(|other| goes_on(&other))
        };
        found.iter().filter(|line| !is_part(line)).cloned().collect()
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whose moves are learnt.
    pub fn side(&self) -> Color {
        self.side
    }

    /// The line that is asked now.
    pub fn line(&self) -> Option<&DrillLine> {
        self.queue.first().map(|&at| &self.lines[at])
    }

    /// How many lines are still to be played, the present one included.
    pub fn left(&self) -> usize {
        self.queue.len()
    }

    /// How many were played without help, and how many with.
    pub fn result(&self) -> (usize, usize) {
        (self.known, self.missed)
    }

    /// What happens next. The other side follows the line that is asked; what else it could play
    /// within the lines comes after that.
    pub fn turn(&self) -> Turn {
        let Some(line) = self.line() else { return Turn::Over };
        let played = self.game.moves();
        let Some(&next) = line.moves.get(played.len()).filter(|_| line.moves.starts_with(played))
        else {
            return Turn::LineOver;
        };
        let going_on = self.lines.iter().filter(|line| line.moves.starts_with(played));
        let others =
            going_on.filter_map(|line| Some((*line.moves.get(played.len())?, line.name.clone())));
        let mut moves = vec![(next, line.name.clone())];
        for (mv, name) in others {
            if moves.iter().all(|(known, _)| *known != mv) {
                moves.push((mv, name));
            }
        }
        if self.game.position().side() == self.side {
            Turn::Yours(moves)
        } else {
            Turn::Theirs(moves.into_iter().map(|(mv, _)| mv).collect())
        }
    }

    /// Plays a move of the other side, in a line or not: one that leaves them all ends the line.
    pub fn reply(&mut self, mv: Move) -> Result<(), DrillError> {
        match self.turn() {
            Turn::Theirs(_) => self.play(mv),
            _ => Err(DrillError::Illegal(mv)),
        }
    }

    /// Tries a move of the person's. One that is in a line is played; the line that is asked may
    /// become another that is still to be learnt. A wrong one is not played.
    pub fn recall(&mut self, mv: Move) -> Result<Recalled, DrillError> {
        let Turn::Yours(moves) = self.turn() else { return Err(DrillError::Illegal(mv)) };
        if !self.game.position().is_legal(mv) {
            return Err(DrillError::Illegal(mv));
        }
        if moves.iter().all(|(known, _)| *known != mv) {
            self.is_missed = true;
            return Ok(Recalled::Wrong);
        }
        self.play(mv)?;
        Ok(Recalled::Right)
    }

    /// Shows the move of the line that is asked, and plays it: the line is asked again later.
    pub fn show(&mut self) -> Option<Move> {
        let Turn::Yours(moves) = self.turn() else { return None };
        let (mv, _) = moves.into_iter().next()?;
        self.is_missed = true;
        self.play(mv).ok()?;
        Some(mv)
    }

    fn play(&mut self, mv: Move) -> Result<(), DrillError> {
        self.game.play(mv).map_err(|_| DrillError::Illegal(mv))?;
        // The line that is being played comes first in the queue.
        let played = self.game.moves();
        let follows = |&at: &usize| self.lines[at].moves.starts_with(played);
        if let Some(place) = self.queue.iter().position(follows) {
            self.queue[..=place].rotate_right(1);
        }
        Ok(())
    }

    /// Goes on to the next line. One in which something was missed, or that was left before its end,
    /// comes again when all others were asked.
    pub fn next_line(&mut self) {
        if self.queue.is_empty() {
            return;
        }
        let is_whole = self.turn() == Turn::LineOver;
        let line = self.queue.remove(0);
        let is_known = is_whole && !self.is_missed && self.lines[line].moves == self.game.moves();
        if is_known {
            self.known += 1;
        } else {
            self.missed += 1;
            self.queue.push(line);
        }
        self.is_missed = false;
        self.game = Game::new(*self.game.start());
    }
}
