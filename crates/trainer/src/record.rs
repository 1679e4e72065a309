//! A labelled position.

use obverse_engine::eval::weights::STEPS;
use obverse_rules::Board8;

/// What the score of a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// There is only the game's result.
    Result,
    /// The score of a search.
    Search,
    /// The result under perfect play.
    Exact,
}

/// A position with what is known of it, all from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub board: Board8,
    /// The score in 1/128 disc.
    pub score: i16,
    /// The result of the game, in discs.
    pub result: i8,
    /// The plies that the search looked ahead.
    pub depth: u8,
    /// What the score is.
    pub kind: LabelKind,
    /// A number that all positions of a game share, by which data are split.
    pub game: u16,
}

impl Record {
    /// Bytes of a record in a block.
    pub(crate) const BYTES: usize = 24;

    /// Whether it belongs to the games that are held out of the fit: one in 32.
    pub(crate) const fn is_held_out(&self) -> bool {
        self.game.is_multiple_of(32)
    }

    /// What the evaluation should say, in discs: the exact score if there is one, else the
    /// search's score and the result mixed.
    pub(crate) fn target(&self, result_share: f32) -> f32 {
        let score = f32::from(self.score) / STEPS as f32;
        match self.kind {
            LabelKind::Exact => score,
            LabelKind::Search => score + result_share * (f32::from(self.result) - score),
            LabelKind::Result => f32::from(self.result),
        }
    }

    /// The record as it stands in a block: both sets of discs, score, result, depth, kind, two
    /// bytes of the game, and a zero.
    pub(crate) fn to_bytes(self) -> [u8; Record::BYTES] {
        let mut bytes = [0; Record::BYTES];
        let (player, opponent) = self.board.bits();
        bytes[..8].copy_from_slice(&player.to_le_bytes());
        bytes[8..16].copy_from_slice(&opponent.to_le_bytes());
        bytes[16..18].copy_from_slice(&self.score.to_le_bytes());
        bytes[18] = self.result as u8;
        bytes[19] = self.depth;
        bytes[20] = match self.kind {
            LabelKind::Result => 0,
            LabelKind::Search => 1,
            LabelKind::Exact => 2,
        };
        bytes[21..23].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Reads a record; none if no position could have these bytes.
    pub(crate) fn from_bytes(bytes: &[u8; Record::BYTES]) -> Option<Record> {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        let board = Board8::from_bits(word(0), word(8))?;
        let kind = match bytes[20] {
            0 => LabelKind::Result,
            1 => LabelKind::Search,
            2 => LabelKind::Exact,
            _ => return None,
        };
        let record = Record {
            board,
            score: i16::from_le_bytes([bytes[16], bytes[17]]),
            result: bytes[18] as i8,
            depth: bytes[19],
            kind,
            game: u16::from_le_bytes([bytes[21], bytes[22]]),
        };
        (board.empties() <= 60).then_some(record)
    }
}
