//! The table of solved small boards: whole boards, with a lower and an upper bound.
//!
//! The rows of a board of up to 6×6 squares in the middle of a 64-bit word leave the first and
//! the last byte free, so an entry is two words: 48 bits of each side's discs, 16 bits of what is
//! known. Four entries share a cache line.

use crate::search::{bytes_in, table_memory};
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

/// A table of a fixed size. It begins as zero pages, which cost nothing until they are used.
#[derive(Debug)]
pub(crate) struct SmallTable {
    words: Box<[u64]>,
    /// Where the first cache line begins.
    start: usize,
    buckets: u64,
}

impl SmallTable {
    /// A table of about this many megabytes.
    pub(crate) fn new(megabytes: usize) -> SmallTable {
        let wanted = bytes_in(megabytes) / 64;
        let words: Box<[u64]> = table_memory((wanted + 1) * WORDS);
        let buckets = words.len() / WORDS - 1;
        let start = words.as_ptr().align_offset(64).min(WORDS);
        SmallTable { words, start, buckets: buckets as u64 }
    }

    /// The first word of the bucket for a board.
    #[inline]
    pub(crate) fn bucket(&self, player: u64, opponent: u64) -> usize {
        let mixed = player
            .wrapping_mul(0x9e3779b97f4a7c15)
            .wrapping_add(opponent.wrapping_mul(0xe7037ed1a0b428db));
        let hash = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8feb86659fd93);
        self.start + ((u128::from(hash) * u128::from(self.buckets)) >> 64) as usize * WORDS
    }

    /// What is known of a board.
    #[inline]
    pub(crate) fn get(&self, bucket: usize, player: u64, opponent: u64) -> Option<Known> {
        let (player, opponent) = (player >> 8, opponent >> 8);
        let words = &self.words[bucket..bucket + WORDS];
        for way in 0..WAYS {
            let (first, second) = (words[2 * way], words[2 * way + 1]);
            if first & LOW_48 == player && second & LOW_48 == opponent && second >> 56 != 0 {
                return Some(unpack(first, second));
            }
        }
        None
    }

    /// Remembers what is known of a board that cost this much work, as a power of two.
    #[inline]
    pub(crate) fn put(&mut self, bucket: usize, board: (u64, u64), known: Known, work: u8) {
        let (player, opponent) = (board.0 >> 8, board.1 >> 8);
        let words = &mut self.words[bucket..bucket + WORDS];
        let mut victim = 0;
        let mut least = u64::MAX;
        for way in 0..WAYS {
            let (first, second) = (words[2 * way], words[2 * way + 1]);
            if first & LOW_48 == player && second & LOW_48 == opponent {
                victim = way;
                break;
            }
            if second >> 56 < least {
                least = second >> 56;
                victim = way;
            }
        }
        // A bucket full of costly boards forgets them little by little.
        for way in 0..WAYS {
            if way != victim && words[2 * way + 1] >> 56 > u64::from(work) + 8 {
                words[2 * way + 1] -= 1 << 56;
            }
        }
        let (first, second) = pack(player, opponent, known, work);
        words[2 * victim] = first;
        words[2 * victim + 1] = second;
    }
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
