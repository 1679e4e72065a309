//! A game: where it began, what was played, and where it stands.

use crate::{IllegalMove, Move, Outcome, Position, Size};

/// A game with its history. Passes are moves of their own.
///
/// Undone moves can be redone until another move is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The positions before each move and after the last; never empty.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// How many of the moves are played; the rest have been undone.
    ply: usize,
}

impl Game {
    /// A game that begins at a position.
    pub fn new(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new(), ply: 0 }
    }

    /// A game from the opening position.
    pub fn from_start(size: Size) -> Game {
        Game::new(Position::start(size))
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.positions[self.ply]
    }

    /// The moves played, passes included.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.ply]
    }

    /// The positions from the start to now: one more than there are moves.
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.ply]
    }

    /// The moves that were undone and can be redone, the next one first.
    pub fn undone(&self) -> &[Move] {
        &self.moves[self.ply..]
    }

    /// The number of moves played, passes included.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The last move played.
    pub fn last_move(&self) -> Option<Move> {
        self.moves().last().copied()
    }

    /// Plays a move. If it is illegal the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position().play(mv)?;
        if self.moves.get(self.ply) != Some(&mv) {
            self.moves.truncate(self.ply);
            self.positions.truncate(self.ply + 1);
            self.moves.push(mv);
            self.positions.push(next);
        }
        self.ply += 1;
        Ok(())
    }

    /// Plays a move, after a pass where the side to move has to pass. Records that leave passes
    /// out are read with this.
    pub fn play_with_passes(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if mv != Move::Pass && self.position().must_pass() {
            let passed = self.position().with_other_side();
            passed.play(mv)?;
            self.play(Move::Pass)?;
        }
        self.play(mv)
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        self.ply = self.ply.checked_sub(1)?;
        Some(self.moves[self.ply])
    }

    /// Plays the move that was last taken back.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.ply)?;
        self.ply += 1;
        Some(mv)
    }

    /// Goes to the position after so many of the moves, played or undone; to the last one if
    /// there are fewer.
    pub fn go_to(&mut self, ply: usize) {
        self.ply = ply.min(self.moves.len());
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        self.position().is_over()
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.position().outcome())
    }
}
