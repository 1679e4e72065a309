//! The table of solved small boards: whole boards, with a lower and an upper bound.
//!
//! The rows of a board of up to 6×6 squares in the middle of a 64-bit word leave the first and
//! the last byte free, so an entry is two words: 48 bits of each side's discs, 16 bits of what is
//! known. Four entries share a cache line.
//!
//! Threads share it without locks. The first word is xored with a number that follows from the
//! opponent's discs in the second: words of two boards that got mixed up are no board that is asked
//! for. What is known of the score stands in the first word alone.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::hash::hash;
use super::lines::Lines;
use crate::params::small::TABLE_AGEING;
use crate::value::Discs;

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The score is this or more.
    pub(crate) lower: Discs,
    /// The score is this or less.
    pub(crate) upper: Discs,
    /// The move that was best.
    pub(crate) best: Option<u32>,
}

impl Known {
    /// Nothing at all.
    pub(crate) const NOTHING: Known =
        Known { lower: Discs::new(-64), upper: Discs::new(64), best: None };

    /// What is known after a search of this window found a score and a move.
    pub(crate) fn after(self, score: Discs, best: u32, alpha: Discs, beta: Discs) -> Known {
        if score <= alpha {
            return Known { upper: self.upper.min(score), ..self };
        }
        let upper = if score < beta { score } else { self.upper };
        Known { lower: self.lower.max(score), upper, best: Some(best) }
    }
}

const WAYS: usize = 4;
const WORDS: usize = 2 * WAYS;
const LOW_48: u64 = (1 << 48) - 1;

/// The table.
#[derive(Debug)]
pub(crate) struct SmallTable(Lines<WORDS>);

impl SmallTable {
    /// A table of about this many megabytes.
    pub(crate) fn new(megabytes: usize) -> SmallTable {
        SmallTable(Lines::new(megabytes))
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The bytes in use.
    #[cfg(test)]
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.0.bytes_in_use()
    }

    /// What is known of a board.
    #[inline]
    pub(crate) fn get(&self, player: u64, opponent: u64) -> Option<Known> {
        let words = self.0.line(hash(player, opponent));
        let (player, opponent) = (player >> 8, opponent >> 8);
        for way in 0..WAYS {
            let (first, second) = entry(words, way);
            if first & LOW_48 == player && second & LOW_48 == opponent && second >> 56 != 0 {
                return Some(unpack(first, second));
            }
        }
        None
    }

    /// Remembers what is known of a board that cost this much work, as a power of two.
    #[inline]
    pub(crate) fn put(&self, board: (u64, u64), known: Known, work: u8) {
        let words = self.0.line(hash(board.0, board.1));
        let (player, opponent) = (board.0 >> 8, board.1 >> 8);
        let mut victim = 0;
        let mut least = u64::MAX;
        for way in 0..WAYS {
            let (first, second) = entry(words, way);
            if first & LOW_48 == player && second & LOW_48 == opponent {
                (victim, least) = (way, second >> 56);
                break;
            }
            if second >> 56 < least {
                (victim, least) = (way, second >> 56);
            }
        }
        // A bucket full of costly boards forgets them little by little.
        for way in 0..WAYS {
            let (_, second) = entry(words, way);
            if way != victim && second >> 56 > u64::from(work) + u64::from(TABLE_AGEING) {
                words[2 * way + 1].store(second - (1 << 56), Relaxed);
            }
        }
        let (first, second) = pack(player, opponent, known, work);
        words[2 * victim].store(first ^ veil(second), Relaxed);
        words[2 * victim + 1].store(second, Relaxed);
        if least == 0 {
            self.0.filled(address_of);
        }
    }
}

#[inline]
fn entry(words: &[AtomicU64; WORDS], way: usize) -> (u64, u64) {
    let (first, second) = (words[2 * way].load(Relaxed), words[2 * way + 1].load(Relaxed));
    (first ^ veil(second), second)
}

/// What the first word of an entry is xored with, given the second: 48 bits.
#[inline]
fn veil(second: u64) -> u64 {
    (second & LOW_48).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16
}

/// The address of an entry's board.
fn address_of([first, second]: [u64; 2]) -> u64 {
    hash(((first ^ veil(second)) & LOW_48) << 8, (second & LOW_48) << 8)
}

/// Scores are even and within ±36; halved and shifted they are small and positive.
const SHIFT: i32 = 32;
const NO_MOVE: u32 = 63;

#[inline]
fn pack(player: u64, opponent: u64, known: Known, work: u8) -> (u64, u64) {
    let bound = |score: Discs| (score.get() / 2 + SHIFT) as u64;
    let best = u64::from(known.best.unwrap_or(NO_MOVE));
    let first = player | bound(known.lower) << 48 | bound(known.upper) << 56;
    let second = opponent | best << 48 | u64::from(work.max(1)) << 56;
    (first, second)
}

#[inline]
fn unpack(first: u64, second: u64) -> Known {
    let bound = |bits: u64| Discs::new(2 * ((bits as i32 & 0xff) - SHIFT));
    let best = (second >> 48) as u32 & 0xff;
    Known {
        lower: bound(first >> 48),
        upper: bound(first >> 56),
        best: (best != NO_MOVE).then_some(best),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_while_the_table_grows_and_nothing_left_when_it_is_cleared() {
        let mut table = SmallTable::new(16);
        let boards = || {
            (1..60_000_u64).map(|number| {
                let player = number.wrapping_mul(0x9e3779b97f4a7c15) & LOW_48 << 8;
                (player, !player & number.wrapping_mul(0xd6e8feb86659fd93) & LOW_48 << 8)
            })
        };
        let known = |table: &SmallTable| {
            boards().map(|(player, opponent)| table.get(player, opponent)).collect::<Vec<_>>()
        };
        for board in boards() {
            table.put(board, Known { best: Some(19), ..Known::NOTHING }, 5);
        }
        let before = known(&table);
        assert!(before.iter().filter(|known| known.is_some()).count() > 50_000, "most are known");
        table.0.grow_fully(address_of);
        assert_eq!(known(&table), before);
        table.clear();
        table.0.grow_fully(address_of);
        assert!(known(&table).iter().all(Option::is_none));
    }
}
