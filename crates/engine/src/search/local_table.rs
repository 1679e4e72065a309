//! A small table of one thread, for endgames that are too short for the shared one.

use super::hash;
use super::hints::prefetch;
use crate::params::LOCAL_TABLE_BITS;

/// What is known of a board: bounds of its score in discs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalEntry {
    player: u64,
    opponent: u64,
    /// The score is at least this.
    pub(crate) lower: i8,
    /// The score is at most this.
    pub(crate) upper: i8,
}

impl LocalEntry {
    const EMPTY: LocalEntry = LocalEntry { player: 0, opponent: 0, lower: -64, upper: 64 };
}

/// Bounds of recent endgames; a newer board replaces an older one.
#[derive(Debug)]
pub(crate) struct LocalTable(Box<[LocalEntry]>);

impl LocalTable {
    pub(crate) fn new() -> LocalTable {
        LocalTable(vec![LocalEntry::EMPTY; 1 << LOCAL_TABLE_BITS].into_boxed_slice())
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.fill(LocalEntry::EMPTY);
    }

    /// Where a board's entry is.
    #[inline]
    pub(crate) fn slot(player: u64, opponent: u64) -> usize {
        (hash(player, opponent) >> (64 - LOCAL_TABLE_BITS)) as usize
    }

    /// Begins to load an entry.
    #[inline]
    pub(crate) fn prefetch(&self, slot: usize) {
        prefetch(&self.0[slot & ((1 << LOCAL_TABLE_BITS) - 1)]);
    }

    /// The board's entry, if it is there.
    #[inline]
    pub(crate) fn get(&self, slot: usize, player: u64, opponent: u64) -> Option<LocalEntry> {
        let entry = self.0[slot & ((1 << LOCAL_TABLE_BITS) - 1)];
        (entry.player == player && entry.opponent == opponent).then_some(entry)
    }

    /// Notes that a search with a null window at `alpha` returned this score.
    #[inline]
    pub(crate) fn put(
        &mut self,
        slot: usize,
        (player, opponent): (u64, u64),
        alpha: i32,
        score: i32,
    ) {
        let entry = &mut self.0[slot & ((1 << LOCAL_TABLE_BITS) - 1)];
        if entry.player != player || entry.opponent != opponent {
            *entry = LocalEntry { player, opponent, ..LocalEntry::EMPTY };
        }
        if score > alpha {
            entry.lower = score as i8;
        } else {
            entry.upper = score as i8;
        }
    }
}
