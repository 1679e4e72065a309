//! A small table of one thread, for endgames that are too short for the shared one.

use super::hash;
use super::memory::prefetch;
use crate::params::LOCAL_TABLE_BITS;
use crate::value::Discs;

/// What is known of a board: bounds of its score in discs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalEntry {
    player: u64,
    opponent: u64,
    lower: i8,
    upper: i8,
}

impl LocalEntry {
    /// The score is at least this.
    #[inline]
    pub(crate) fn lower(self) -> Discs {
        Discs::new(i32::from(self.lower))
    }

    /// The score is at most this.
    #[inline]
    pub(crate) fn upper(self) -> Discs {
        Discs::new(i32::from(self.upper))
    }

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
        alpha: Discs,
        score: Discs,
    ) {
        let entry = &mut self.0[slot & ((1 << LOCAL_TABLE_BITS) - 1)];
        if entry.player != player || entry.opponent != opponent {
            *entry = LocalEntry { player, opponent, ..LocalEntry::EMPTY };
        }
        if score > alpha {
            entry.lower = score.get() as i8;
        } else {
            entry.upper = score.get() as i8;
        }
    }
}
