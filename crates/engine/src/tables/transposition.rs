//! The transposition table that all threads share, by lockless hashing.
//!
//! A line of the processor's cache holds four entries of two words: what is known of a board,
//! and that word xored with a 64-bit key of the board. Threads read and write the words one by
//! one and without locks; a pair that two threads have mixed up fails the check and is taken for
//! another board. The line is chosen by a hash that is independent of the key, and beyond the
//! lines of an empty table by bits of the key: two boards are confused once in some 2⁵⁰ probes
//! of a full gigabyte.
//!
//! R. Hyatt and T. Mann, *A Lock-less Transposition-Table Implementation for Parallel Search*
//! (2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::hash::{check, hash};
use super::lines::Lines;
use crate::Confidence;
use crate::value::Value;

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The value is at least this.
    pub(crate) lower: Value,
    /// The value is at most this.
    pub(crate) upper: Value,
    /// The plies looked ahead; all empty squares if the end was reached.
    pub(crate) depth: u32,
    /// How sure the cuts below were.
    pub(crate) confidence: Confidence,
    /// The best move and the one that was best before.
    pub(crate) moves: [Option<u32>; 2],
}

impl TableEntry {
    /// Whether its bounds hold for a search of this depth and confidence.
    #[inline]
    pub(crate) fn is_worth(&self, depth: u32, confidence: Confidence) -> bool {
        self.depth >= depth && self.confidence >= confidence
    }
}

/// What a search found out about a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) depth: u32,
    pub(crate) confidence: Confidence,
    /// The window that was searched.
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    /// The score: a bound where it lies outside the window.
    pub(crate) score: Value,
    /// The move that was best.
    pub(crate) best: Option<u32>,
}

const ENTRIES: usize = 4;

/// The words of a line: 64 bytes.
const WORDS: usize = 2 * ENTRIES;

/// The table.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    lines: Lines<WORDS>,
    /// The number of the present search: entries of earlier ones are replaced first.
    generation: AtomicU8,
}

/// Where a board's entry is and how it is told from others.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Key {
    /// The low bits are those of a hash, the others come from the check: an entry can be moved
    /// by what it holds.
    address: u64,
    check: u64,
}

impl Key {
    /// The key of a board.
    #[inline]
    pub(crate) fn new(player: u64, opponent: u64) -> Key {
        // Zero marks an empty place.
        let check = check(player, opponent) | 1;
        Key { address: hash(player, opponent) & FIRST_LINES | address(check), check }
    }
}

impl TranspositionTable {
    /// A table of about this size, or as much as the system has memory for, empty.
    pub(crate) fn new(megabytes: usize) -> TranspositionTable {
        TranspositionTable { lines: Lines::new(megabytes), generation: AtomicU8::new(0) }
    }

    /// Forgets everything, the number of the search too: it decides what is replaced.
    pub(crate) fn clear(&self) {
        self.lines.clear();
        self.generation.store(0, Relaxed);
    }

    /// A new search begins: what is there now is old.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// The bytes in use.
    #[cfg(test)]
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.lines.bytes_in_use()
    }

    /// Begins to load what is known of the board with this key.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        self.lines.prefetch(key.address);
    }

    /// What is known of the board with this key.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<TableEntry> {
        let words = self.lines.line(key.address);
        for entry in 0..ENTRIES {
            let data = words[2 * entry + 1].load(Relaxed);
            if words[2 * entry].load(Relaxed) ^ data == key.check {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Notes what a search found, in place of what is worth least.
    pub(crate) fn put(&self, key: Key, finding: &Finding) {
        let words = self.lines.line(key.address);
        let generation = self.generation.load(Relaxed) & GENERATION_MASK;
        let (mut place, mut least, mut replaced) = (0, u32::MAX, 0);
        for entry in 0..ENTRIES {
            let data = words[2 * entry + 1].load(Relaxed);
            if words[2 * entry].load(Relaxed) ^ data == key.check {
                let Some(entry_data) = merge(&unpack(data), finding) else { return };
                return write(words, entry, key.check, pack(&entry_data, generation));
            }
            let worth = worth(data, generation);
            if worth < least {
                (place, least, replaced) = (entry, worth, data);
            }
        }
        write(words, place, key.check, pack(&fresh(finding, None), generation));
        if replaced == 0 {
            self.lines.filled(moved_address);
        }
    }
}

/// The bits of an address that a hash decides.
const FIRST_LINES: u64 = (1 << Lines::<WORDS>::FIRST_BITS) - 1;

/// The other bits of an address, from the check.
#[inline]
fn address(check: u64) -> u64 {
    check >> 32 << Lines::<WORDS>::FIRST_BITS
}

/// The bits of its address that an entry knows.
#[inline]
fn moved_address([checked, data]: [u64; 2]) -> u64 {
    address(checked ^ data)
}

#[inline]
fn write(words: &[AtomicU64; WORDS], entry: usize, check: u64, data: u64) {
    words[2 * entry].store(check ^ data, Relaxed);
    words[2 * entry + 1].store(data, Relaxed);
}

/// A bound that says nothing.
const UNKNOWN: Value = Value::parts(i16::MAX as i32);

/// An entry made from a finding alone.
fn fresh(finding: &Finding, second: Option<u32>) -> TableEntry {
    let score = finding.score;
    TableEntry {
        lower: if score > finding.alpha { score } else { -UNKNOWN },
        upper: if score < finding.beta { score } else { UNKNOWN },
        depth: finding.depth,
        confidence: finding.confidence,
        moves: [finding.best, second],
    }
}

/// An old entry of the same board with a new finding, or none if the old one knows better.
fn merge(old: &TableEntry, finding: &Finding) -> Option<TableEntry> {
    let (before, now) = ((old.depth, old.confidence), (finding.depth, finding.confidence));
    if before.0 >= now.0 && before.1 >= now.1 && before != now {
        return None;
    }
    let second = if finding.best == old.moves[0] { old.moves[1] } else { old.moves[0] };
    let mut entry = fresh(finding, second);
    if before == now {
        let (lower, upper) = (entry.lower.max(old.lower), entry.upper.min(old.upper));
        // With cuts the two may contradict each other; the newer one counts.
        if lower <= upper {
            (entry.lower, entry.upper) = (lower, upper);
        }
    }
    // A search that failed low has no best move: the move of a true lower bound is kept.
    let keeps_move = before == now && finding.score <= finding.alpha && old.lower > -UNKNOWN;
    if finding.best.is_none() || keeps_move {
        entry.moves = old.moves;
    }
    Some(entry)
}

const GENERATION_MASK: u8 = 0x7f;

/// How much an entry deserves to stay: entries of this search by depth, then older ones, and last
/// an empty place, whatever search its zeros seem to be of.
fn worth(data: u64, generation: u8) -> u32 {
    if data == 0 {
        return 0;
    }
    let depth = (data >> 32) as u32 & 0x3f;
    let confidence = (data >> 38) as u32 & 7;
    let current = (data >> 41) as u8 & GENERATION_MASK == generation;
    (u32::from(current) << 16 | depth << 3 | confidence) + 1
}

/// Stands for no move in an entry.
const NO_MOVE: u32 = 64;

/// From the lowest bit: lower and upper bound, depth, confidence, generation, two moves.
fn pack(entry: &TableEntry, generation: u8) -> u64 {
    u64::from(entry.lower.in_parts() as u16)
        | u64::from(entry.upper.in_parts() as u16) << 16
        | u64::from(entry.depth.min(63)) << 32
        | u64::from(entry.confidence.index()) << 38
        | u64::from(generation) << 41
        | u64::from(entry.moves[0].unwrap_or(NO_MOVE)) << 48
        | u64::from(entry.moves[1].unwrap_or(NO_MOVE)) << 56
}

#[inline]
fn unpack(data: u64) -> TableEntry {
    let bound = |bits: u64| Value::parts(i32::from(bits as i16));
    let square = |bits: u64| Some(bits as u32 & 0x7f).filter(|&square| square != NO_MOVE);
    TableEntry {
        lower: bound(data),
        upper: bound(data >> 16),
        depth: (data >> 32) as u32 & 0x3f,
        confidence: Confidence::from_index((data >> 38) as u8 & 7),
        moves: [square(data >> 48), square(data >> 56)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINDING: Finding = Finding {
        depth: 20,
        confidence: Confidence::FULL,
        alpha: Value::parts(-100),
        beta: Value::parts(100),
        score: Value::parts(6),
        best: Some(19),
    };

    /// Boards that differ enough to fall on lines all over the table.
    fn boards() -> impl Iterator<Item = (u64, u64)> {
        (1..80_000_u64).map(|number| {
            let player = number.wrapping_mul(0x9e3779b97f4a7c15);
            (player, !player & number.wrapping_mul(0xd6e8feb86659fd93))
        })
    }

    fn put_all(table: &TranspositionTable) {
        boards().for_each(|(player, opponent)| table.put(Key::new(player, opponent), &FINDING));
    }

    fn known(table: &TranspositionTable) -> Vec<bool> {
        boards().map(|(player, opponent)| table.get(Key::new(player, opponent)).is_some()).collect()
    }

    #[test]
    fn nothing_is_lost_while_the_table_grows() {
        let table = TranspositionTable::new(64);
        put_all(&table);
        let before = known(&table);
        assert!(before.iter().filter(|&&known| known).count() > 20_000, "most have found a place");
        table.lines.grow_fully(moved_address);
        assert_eq!(table.lines.bytes_in_use(), 64 << 20);
        assert_eq!(known(&table), before);
        // All of the table is in use: boards that had to give way find a place now.
        put_all(&table);
        assert!(known(&table).iter().all(|&known| known));
    }

    #[test]
    fn a_table_grows_with_what_is_put_into_it() {
        let tables = [1, 3, 16, 100].map(TranspositionTable::new);
        for table in &tables {
            put_all(table);
        }
        let bytes = tables.each_ref().map(|table| table.lines.bytes_in_use());
        assert_eq!(bytes[0], 1 << 20);
        assert_eq!(bytes[1], 3 << 20);
        // No more than is filled, whatever there is.
        assert!(bytes[2] > 3 << 20 && bytes[2] < 8 << 20, "{bytes:?}");
        assert_eq!(bytes[3], bytes[2]);
        assert_eq!(known(&tables[3]), known(&tables[2]));
    }

    #[test]
    fn threads_that_let_a_table_grow_find_nothing_false() {
        let table = TranspositionTable::new(16);
        let square = |player: u64| Some((player % 64) as u32);
        let visit = |step: usize| {
            for (player, opponent) in boards().skip(step).chain(boards().take(step)) {
                let key = Key::new(player, opponent);
                if let Some(entry) = table.get(key) {
                    assert_eq!(entry.moves[0], square(player), "the move of another board");
                }
                table.put(key, &Finding { best: square(player), ..FINDING });
            }
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let visit = &visit;
                scope.spawn(move || visit(thread * 100));
            }
        });
        assert!(table.lines.bytes_in_use() > 3 << 20, "it has grown");
        let known = known(&table).iter().filter(|&&known| known).count();
        assert!(known > boards().count() * 9 / 10, "{known} boards are known");
    }

    #[test]
    fn nothing_is_left_in_a_cleared_table_however_far_it_had_grown() {
        let table = TranspositionTable::new(16);
        put_all(&table);
        table.lines.grow_fully(moved_address);
        put_all(&table);
        table.clear();
        assert!(!known(&table).contains(&true));
        table.lines.grow_fully(moved_address);
        assert!(!known(&table).contains(&true));
    }
}
