//! Solving puzzles: the one on the board, what was tried, and what is said about it.

use std::time::Duration;

use obverse_rules::Square;
use obverse_study::{Puzzle, Session, Task, Tried, Wanted};

use super::Notice;
use super::typed::typed_square;

/// A person at puzzles.
#[derive(Clone, Debug)]
pub struct Puzzles {
    /// The puzzles, what was done so far, and the one on the board.
    pub session: Session,
    /// What was typed and not yet entered.
    pub typed: String,
    /// The last thing that happened.
    pub notice: Notice,
    /// What was tried on this puzzle, the latest last.
    pub tries: Vec<Tried>,
    /// How many were decided in this session, and how many of them solved.
    pub score: (u32, u32),
    /// The time in seconds since 1970 when the session began, and the program's time then.
    pub began: (i64, Duration),
}

impl Puzzles {
    /// A session that begins now, with the first puzzle on the board where there is one.
    pub fn new(session: Session, began: (i64, Duration)) -> Puzzles {
        let notice = Notice::default();
        let mut puzzles =
            Puzzles { session, typed: String::new(), notice, tries: vec![], score: (0, 0), began };
        puzzles.next(began.1);
        puzzles
    }

    /// The time in seconds since 1970.
    pub fn time(&self, now: Duration) -> i64 {
        self.began.0.saturating_add(now.saturating_sub(self.began.1).as_secs() as i64)
    }

    /// Puts the next puzzle on the board.
    pub fn next(&mut self, now: Duration) {
        let time = self.time(now);
        // Which of those about as hard comes is left to the moment.
        let seed = (time as u64).wrapping_mul(1000).wrapping_add(u64::from(now.subsec_millis()));
        self.tries.clear();
        self.typed.clear();
        self.notice = match self.session.next(&Wanted::default(), time, seed) {
            Some(_) => Notice::default(),
            None => Notice::plain("No puzzle is left for now: what was missed comes back later."),
        };
    }

    /// The puzzle on the board.
    pub fn current(&self) -> Option<&Puzzle> {
        self.session.current()
    }

    /// What is asked, in words.
    pub fn question(&self) -> String {
        let Some(puzzle) = self.current() else { return "There is no puzzle.".to_owned() };
        let side = puzzle.position().side();
        match puzzle.task() {
            Task::Win => format!("{side} to play and win."),
            Task::Draw => format!("{side} to play and save the draw."),
            Task::Most => format!("{side} to play: one move is better by four discs or more."),
            Task::Best => format!("{side} to play: find the best move."),
        }
    }

    /// The square that was typed so far, by its name or by its number among the legal moves.
    pub fn typed_square(&self) -> Option<Square> {
        typed_square(&self.typed, self.current()?.position())
    }
}
