//! A cache of evaluations, one a thread.

use crate::params::EVALUATED_BITS;
use crate::value::Value;

/// The low bits of an entry hold the value, the others belong to the key.
const VALUE_BITS: u64 = 0xffff;

/// The values of positions that were evaluated lately; a newer one replaces an older one.
///
/// The same position is asked for again and again: when its moves are ordered by the parent, when
/// it is tried for a cut, and in the next iteration. An entry is the top 48 bits of the position's
/// key and its value. Two positions in a slot whose keys agree in the 34 bits that are left would
/// be taken for each other; that is rare, and no exact score depends on an evaluation.
#[derive(Debug)]
pub(crate) struct Evaluated(Box<[u64]>);

impl Evaluated {
    pub(crate) fn new() -> Evaluated {
        let mut entries = vec![0; 1 << EVALUATED_BITS].into_boxed_slice();
        forget(&mut entries);
        Evaluated(entries)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        forget(&mut self.0);
    }

    /// The value under the key of a board, its [`hash`](super::hash()), if it is there.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Value> {
        let entry = self.0[slot(key)];
        ((entry ^ key) & !VALUE_BITS == 0).then_some(Value::parts(i32::from(entry as i16)))
    }

    /// Notes the value of a position, which fits in sixteen bits.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, value: Value) {
        self.0[slot(key)] = key & !VALUE_BITS | value.in_parts() as u64 & VALUE_BITS;
    }
}

/// An entry of zeros is no position's, but that of the first slot could be one's.
fn forget(entries: &mut [u64]) {
    entries.fill(0);
    entries[0] = u64::MAX;
}

#[inline]
fn slot(key: u64) -> usize {
    (key >> (64 - EVALUATED_BITS)) as usize & ((1 << EVALUATED_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::hash;

    #[test]
    fn a_value_is_found_until_another_takes_its_place_or_all_is_forgotten() {
        let mut evaluated = Evaluated::new();
        let key = hash(0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        assert_eq!(evaluated.get(key), None);
        for value in [-8192, -1, 0, 1, 8192].map(Value::parts) {
            evaluated.put(key, value);
            assert_eq!(evaluated.get(key), Some(value));
        }
        let same_slot = key ^ 1 << 20;
        assert_eq!(evaluated.get(same_slot), None);
        evaluated.put(same_slot, Value::parts(3));
        assert_eq!((evaluated.get(key), evaluated.get(same_slot)), (None, Some(Value::parts(3))));
        evaluated.clear();
        assert_eq!(evaluated.get(same_slot), None);
    }

    #[test]
    fn an_empty_slot_has_no_key_of_its_own() {
        let evaluated = Evaluated::new();
        let bits = 64 - EVALUATED_BITS;
        for slot in [0, 1, (1 << EVALUATED_BITS) - 1] {
            for rest in [0, (1u64 << bits) - 1] {
                assert_eq!(evaluated.get(slot << bits | rest), None, "slot {slot}");
            }
        }
    }
}
