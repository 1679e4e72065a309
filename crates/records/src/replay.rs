//! Playing what a record says, move by move.

use obverse_rules::{Color, Game, IllegalMove, Move, Position};

use crate::error::{ParseError, Place, Problem};
use crate::record::{Note, Record, Tags, Verdict};

/// A game that grows as its moves are read.
#[derive(Debug)]
pub(crate) struct Replay {
    record: Record,
}

impl Replay {
    pub(crate) fn new(start: Position) -> Replay {
        Replay { record: Record::new(Game::new(start)) }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.record.game
    }

    /// Plays a move. Forced passes that were not written are supplied; passes written after the
    /// end of the game are dropped, since many programs write them.
    pub(crate) fn play(&mut self, mv: Move, note: Note, place: Place) -> Result<(), ParseError> {
        let game = &mut self.record.game;
        if mv == Move::Pass && game.is_over() {
            return Ok(());
        }
        game.play_with_passes(mv).map_err(|reason| illegal(game, mv, reason, place))?;
        let index = game.moves().len() - 1;
        if !note.is_empty() {
            self.record.set_note(index, note);
        }
        Ok(())
    }

    /// Plays a move of a record that says who moved.
    pub(crate) fn play_as(
        &mut self,
        color: Color,
        mv: Move,
        note: Note,
        place: Place,
    ) -> Result<(), ParseError> {
        let game = &mut self.record.game;
        if game.position().side() != color && !game.is_over() {
            game.play(Move::Pass).map_err(|reason| illegal(game, mv, reason, place))?;
        }
        self.play(mv, note, place)
    }

    /// Adds a remark and marks to what is noted about the position after so many moves.
    pub(crate) fn remark(&mut self, ply: usize, remark: Note) {
        let record = &mut self.record;
        let Some(index) = ply.checked_sub(1) else {
            join(&mut record.tags.comment, remark.comment);
            record.marks.extend(remark.marks);
            return;
        };
        let mut note = record.note(index);
        join(&mut note.comment, remark.comment);
        note.marks.extend(remark.marks);
        record.set_note(index, note);
    }

    /// What was written down about the game as a whole.
    pub(crate) fn set_tags(&mut self, tags: Tags) {
        self.record.tags = tags;
    }

    pub(crate) fn set_result(&mut self, result: Verdict) {
        self.record.tags.result = Some(result);
    }

    pub(crate) fn finish(self) -> Record {
        self.record
    }
}

/// Adds a paragraph.
fn join(text: &mut Option<String>, more: Option<String>) {
    match (text.as_mut(), more) {
        (Some(text), Some(more)) => {
            text.push('\n');
            text.push_str(&more);
        }
        (None, Some(more)) => *text = Some(more),
        (_, None) => {}
    }
}

fn illegal(game: &Game, mv: Move, reason: IllegalMove, place: Place) -> ParseError {
    ParseError::new(place, Problem::IllegalMove { number: game.moves().len() + 1, mv, reason })
}
