//! The transposition table of the any-size search.
//!
//! A board of 26×26 squares is 170 bytes, so the table keeps a 64-bit hash of it instead. Where
//! a stored move turns out to be illegal the search ignores it; a hash that fits a wrong board in
//! every other way is a matter of one in billions of billions of look-ups.

use obverse_rules::Square;

use crate::search::{bytes_in, table_memory};
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

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnySizeEntry {
    /// The value, from the view of the side to move.
    pub(crate) value: Value,
    /// What the value says.
    pub(crate) bound: Bound,
    /// The plies looked ahead, or [`SOLVED`].
    pub(crate) depth: u16,
    /// The best move found.
    pub(crate) best: Option<Square>,
}

/// The depth of an entry that was played out to the end of the game.
pub(crate) const SOLVED: u16 = (1 << DEPTH_BITS) - 1;

/// A table of a fixed number of slots, in pairs: of a pair, the one that is worth less is
/// replaced. It begins as zero pages, which cost nothing until they are used.
#[derive(Debug)]
pub(crate) struct AnySizeTable {
    slots: Box<[[u64; 2]]>,
    age: u8,
}

impl AnySizeTable {
    /// A table of about this many megabytes.
    pub(crate) fn new(megabytes: usize) -> AnySizeTable {
        let pairs = bytes_in(megabytes) / size_of::<[[u64; 2]; 2]>();
        // A slot of zeros holds age 0, which no search has.
        let slots = table_memory(2 * pairs);
        AnySizeTable { slots, age: 1 }
    }

    /// A new search begins: what older ones left is replaced first.
    pub(crate) fn next_search(&mut self) {
        self.age = self.age.checked_add(1).unwrap_or(1);
    }

    fn pair(&self, key: u64) -> usize {
        let pairs = self.slots.len() as u64 / 2;
        ((u128::from(key) * u128::from(pairs)) >> 64) as usize * 2
    }

    /// What is known of the position with this hash.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<AnySizeEntry> {
        let pair = self.pair(key);
        self.slots[pair..pair + 2]
            .iter()
            .find(|[slot_key, data]| *slot_key == key && *data != 0)
            .map(|[_, data]| unpack(*data))
    }

    /// Remembers an entry.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: AnySizeEntry) {
        let pair = self.pair(key);
        let slot = match (self.slots[pair], self.slots[pair + 1]) {
            ([first, _], _) if first == key => pair,
            (_, [second, _]) if second == key => pair + 1,
            ([_, first], [_, second]) => pair + usize::from(self.worth(second) < self.worth(first)),
        };
        let best = if entry.best.is_none() && self.slots[slot][0] == key {
            unpack(self.slots[slot][1]).best
        } else {
            entry.best
        };
        self.slots[slot] = [key, pack(&AnySizeEntry { best, ..entry }, self.age)];
    }

    /// How much it would cost to lose a slot: nothing if it is from an older search.
    fn worth(&self, data: u64) -> u32 {
        let current = (data >> 56) as u8 == self.age;
        u32::from(current) << DEPTH_BITS | u32::from(depth(data))
    }
}

/// The bits of a value, which is more than 1/128 disc times the 676 squares of the largest board.
const VALUE_BITS: u32 = 20;
const DEPTH_BITS: u32 = 12;

/// From the top: age 8, bound 8, move 16, depth 12, value 20 bits.
fn pack(entry: &AnySizeEntry, age: u8) -> u64 {
    let best = entry.best.map_or(NO_MOVE, |square| (square.row() << 8 | square.column()) as u16);
    let value = entry.value.in_parts() as u32 & ((1 << VALUE_BITS) - 1);
    u64::from(age) << 56
        | (entry.bound as u64) << 48
        | u64::from(best) << 32
        | u64::from(entry.depth) << VALUE_BITS
        | u64::from(value)
}

fn unpack(data: u64) -> AnySizeEntry {
    let best = data >> 32;
    AnySizeEntry {
        // The highest bit of the value is its sign.
        value: Value::parts((data as i32) << DEPTH_BITS >> DEPTH_BITS),
        depth: depth(data),
        // Beyond every board for `NO_MOVE`.
        best: Square::new(best as usize & 0xff, (best >> 8) as usize & 0xff),
        bound: match (data >> 48) as u8 {
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

    #[test]
    fn entries_come_back_as_they_were() {
        let mut table = AnySizeTable::new(1);
        let entries = [
            (Bound::Exact, -86_528, SOLVED, Square::new(25, 25)),
            (Bound::Lower, 86_528, 0, None),
            (Bound::Upper, -1, 7, Square::new(0, 0)),
        ];
        for (key, (bound, value, depth, best)) in (1..).zip(entries) {
            let value = Value::parts(value);
            let entry = AnySizeEntry { value, bound, depth, best };
            table.put(key << 40, entry);
            assert_eq!(table.get(key << 40), Some(entry));
        }
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn a_deep_entry_outlives_shallow_ones_of_the_same_search() {
        let entry =
            |depth| AnySizeEntry { value: Value::ZERO, bound: Bound::Exact, depth, best: None };
        let mut table = AnySizeTable::new(1);
        table.put(1, entry(9));
        for key in 2..20 {
            table.put(key, entry(1));
        }
        assert!(table.get(1).is_some());
        table.next_search();
        table.put(20, entry(1));
        table.put(21, entry(1));
        assert!(table.get(1).is_none());
    }
}
