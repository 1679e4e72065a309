//! The transposition table of the any-size search.
//!
//! A board of 26×26 squares is 170 bytes, so the table keeps a 64-bit hash of it instead. Where
//! a stored move turns out to be illegal the search ignores it; a hash that fits a wrong board in
//! every other way is a matter of one in billions of billions of look-ups.
//!
//! Threads share it without locks: the hash is xored with what is known, so that a pair of words
//! which two threads have mixed up is taken for another board (R. Hyatt and T. Mann, "A lockless
//! transposition-table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use obverse_rules::Square;

use super::lines::Lines;
use crate::Confidence;
use crate::value::Value;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
}

impl Bound {
    /// What a value says that a search of this window found.
    pub(crate) fn of<V: PartialOrd + Copy>(value: V, alpha: V, beta: V) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnySizeEntry {
    /// The value, from the view of the side to move.
    pub(crate) value: Value,
    /// What the value says.
    pub(crate) bound: Bound,
    /// The plies looked ahead, or [`SOLVED`].
    pub(crate) depth: u16,
    /// How sure the cuts were.
    pub(crate) confidence: Confidence,
    /// The best move found.
    pub(crate) best: Option<Square>,
}

/// The depth of an entry that was played out to the end of the game.
pub(crate) const SOLVED: u16 = (1 << DEPTH_BITS) - 1;

/// The words of a pair of slots, each a hash and what is known.
const WORDS: usize = 4;

/// A table of slots in pairs: of a pair, the one that is worth less is replaced.
#[derive(Debug)]
pub(crate) struct AnySizeTable {
    pairs: Lines<WORDS>,
    age: u8,
}

impl AnySizeTable {
    /// A table of about this many megabytes.
    pub(crate) fn new(megabytes: usize) -> AnySizeTable {
        AnySizeTable { pairs: Lines::new(megabytes), age: AnySizeTable::FIRST_AGE }
    }

    /// A slot of zeros holds age 0, which no search has.
    const FIRST_AGE: u8 = 1;

    /// Forgets everything, the number of the search too: it decides what is replaced.
    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
        self.age = AnySizeTable::FIRST_AGE;
    }

    /// A new search begins: what older ones left is replaced first.
    pub(crate) fn next_search(&mut self) {
        self.age = self.age.checked_add(1).unwrap_or(AnySizeTable::FIRST_AGE);
    }

    /// The bytes in use.
    #[cfg(test)]
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.pairs.bytes_in_use()
    }

    /// What is known of the position with this hash.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<AnySizeEntry> {
        slots(self.pairs.line(key))
            .into_iter()
            .find(|&[check, data]| check ^ data == key && data != 0)
            .map(|[_, data]| unpack(data))
    }

    /// Remembers an entry, unless a deeper and surer one of the same position is known.
    #[inline]
    pub(crate) fn put(&self, key: u64, entry: AnySizeEntry) {
        let pair = self.pairs.line(key);
        let slots = slots(pair);
        let slot = match slots {
            [[check, data], _] if check ^ data == key => 0,
            [_, [check, data]] if check ^ data == key => 1,
            [[_, first], [_, second]] => usize::from(self.worth(second) < self.worth(first)),
        };
        let [check, data] = slots[slot];
        let mut best = entry.best;
        if check ^ data == key && data != 0 {
            let old = unpack(data);
            let is_lesser = entry.depth <= old.depth && entry.confidence <= old.confidence;
            if is_lesser && (entry.depth, entry.confidence) != (old.depth, old.confidence) {
                return;
            }
            best = best.or(old.best);
        }
        let packed = pack(&AnySizeEntry { best, ..entry }, self.age);
        pair[2 * slot].store(key ^ packed, Relaxed);
        pair[2 * slot + 1].store(packed, Relaxed);
        if data == 0 {
            self.pairs.filled(address_of);
        }
    }

    /// How much it would cost to lose a slot: nothing if it is from an older search.
    fn worth(&self, data: u64) -> u32 {
        let current = (data >> 56) as u8 == self.age;
        u32::from(current) << DEPTH_BITS | u32::from(depth(data))
    }
}

/// The hash of an entry's board.
fn address_of([check, data]: [u64; 2]) -> u64 {
    check ^ data
}

fn slots(pair: &[AtomicU64; WORDS]) -> [[u64; 2]; 2] {
    let [a, b, c, d] = pair.each_ref().map(|word| word.load(Relaxed));
    [[a, b], [c, d]]
}

/// The bits of a value: the largest is 676 discs, a full board of 26×26, in 1/128 disc, and it has a
/// sign.
const VALUE_BITS: u32 = 20;
const DEPTH_BITS: u32 = 12;
/// The bits of the lower half of an entry that are not its value's.
const ABOVE_VALUE: u32 = 32 - VALUE_BITS;

/// From the top: age 8, confidence 6, bound 2, move 16, depth 12, value 20 bits.
fn pack(entry: &AnySizeEntry, age: u8) -> u64 {
    let best = entry.best.map_or(NO_MOVE, |square| (square.row() << 8 | square.column()) as u16);
    let value = entry.value.in_parts() as u32 & ((1 << VALUE_BITS) - 1);
    u64::from(age) << 56
        | u64::from(entry.confidence.index()) << 50
        | (entry.bound as u64) << 48
        | u64::from(best) << 32
        | u64::from(entry.depth) << VALUE_BITS
        | u64::from(value)
}

fn unpack(data: u64) -> AnySizeEntry {
    let best = data >> 32;
    AnySizeEntry {
        // The highest bit of the value is its sign.
        value: Value::parts((data as i32) << ABOVE_VALUE >> ABOVE_VALUE),
        depth: depth(data),
        // Beyond every board for `NO_MOVE`.
        best: Square::new(best as usize & 0xff, (best >> 8) as usize & 0xff),
        confidence: Confidence::from_index((data >> 50) as u8 & 0x3f),
        bound: match (data >> 48) as u8 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

fn depth(data: u64) -> u16 {
    (data >> VALUE_BITS) as u16 & SOLVED
}

const NO_MOVE: u16 = u16::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u16) -> AnySizeEntry {
        let (value, bound, confidence) = (Value::ZERO, Bound::Exact, Confidence::FULL);
        AnySizeEntry { value, bound, depth, confidence, best: None }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = AnySizeTable::new(1);
        let entries = [
            (Bound::Exact, -86_528, SOLVED, Square::new(25, 25)),
            (Bound::Lower, 86_528, 0, None),
            (Bound::Upper, -1, 7, Square::new(0, 0)),
        ];
        for (key, (bound, value, depth, best)) in (1..).zip(entries) {
            let value = Value::parts(value);
            let confidence = Confidence::from_index(key as u8);
            let entry = AnySizeEntry { value, bound, depth, confidence, best };
            table.put(key << 40, entry);
            assert_eq!(table.get(key << 40), Some(entry));
        }
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn nothing_is_lost_while_the_table_grows_and_nothing_left_when_it_is_cleared() {
        let mut table = AnySizeTable::new(16);
        let keys = || (1..60_000_u64).map(|number| number.wrapping_mul(0x9e3779b97f4a7c15));
        let known =
            |table: &AnySizeTable| keys().map(|key| table.get(key).is_some()).collect::<Vec<_>>();
        for key in keys() {
            table.put(key, entry(1));
        }
        let before = known(&table);
        assert!(before.iter().filter(|&&known| known).count() > 50_000, "most are known");
        table.pairs.grow_fully(address_of);
        assert_eq!(known(&table), before);
        table.clear();
        table.pairs.grow_fully(address_of);
        assert!(!known(&table).contains(&true));
    }

    #[test]
    fn a_deep_entry_outlives_shallow_ones_of_the_same_search() {
        let mut table = AnySizeTable::new(1);
        // Keys of one pair.
        let key = |number: u64| number << 40;
        table.put(key(1), entry(9));
        for number in 2..20 {
            table.put(key(number), entry(1));
        }
        assert!(table.get(key(1)).is_some());
        table.next_search();
        table.put(key(20), entry(1));
        table.put(key(21), entry(1));
        assert!(table.get(key(1)).is_none());
    }
}
