//! The memory of a transposition table: lines of entries, of which more come into use as they
//! fill.
//!
//! The system hands memory out when it is first touched and zeroes it then, which takes up to a
//! millisecond a megabyte. A search that spread its first entries over the whole of a large table
//! would wait for memory instead of searching. So a table begins with a small part, and each
//! new entry brings [`LINES_BYTES_PER_ENTRY`] more into use, until all are: a search pays for as much
//! memory as it fills, and visits the same nodes whatever the size of a table that it does not
//! fill.
//!
//! A line is found by the low bits of an entry's address, one bit more for lines that have been
//! split (linear hashing; W. Litwin, "Linear hashing: a new tool for file and table addressing",
//! 1980). With lines 0 to n − 1 in use, growing by one splits line n − 2^k, where 2^k is the
//! largest power of two not above n: each of its entries stays or moves to line n, as bit k of
//! its address says. Nothing that was known is lost.
//!
//! Threads read, write and split lines without locks. An entry that is written while its line is
//! split may be lost; what a reader finds is checked by the table.

use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

use super::memory::{bytes_in, prefetch, table_memory};
use crate::params::{LINES_BYTES_PER_ENTRY, LINES_FIRST_BYTES, LINES_STEP};

/// The words of an entry.
const ENTRY: usize = 2;

/// Lines of so many words, two words an entry.
#[derive(Debug)]
pub(crate) struct Lines<const WORDS: usize> {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    /// All lines that there are.
    count: usize,
    /// The lines in use. What the others hold means nothing.
    used: AtomicUsize,
    /// The entries in them.
    entries: AtomicUsize,
    /// Whether a thread splits lines at the moment.
    growing: AtomicBool,
}

impl<const WORDS: usize> Lines<WORDS> {
    /// The bytes of a line.
    const BYTES: usize = WORDS * size_of::<u64>();

    /// The lines in use of an empty table, as a power of two. Those bits of an address are the
    /// same for all entries of a line, ever.
    pub(crate) const FIRST_BITS: u32 = (LINES_FIRST_BYTES / Self::BYTES).ilog2();

    /// Empty lines that take about so many megabytes, or as much as the system has.
    pub(crate) fn new(megabytes: usize) -> Lines<WORDS> {
        // Asked for an alignment, the allocator would touch all of the memory: there is a line
        // more than needed instead.
        let count = bytes_in(megabytes) / Self::BYTES;
        let words: Box<[AtomicU64]> = table_memory((count + 1) * WORDS);
        let count = words.len() / WORDS - 1;
        let first = words.as_ptr().align_offset(Self::BYTES) % WORDS;
        Lines {
            words,
            first,
            count,
            used: AtomicUsize::new(count.min(1 << Self::FIRST_BITS)),
            entries: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
        }
    }

    /// Forgets everything. That takes no longer for a large table: only the part that is in use
    /// next has to be empty.
    pub(crate) fn clear(&self) {
        let first = self.count.min(1 << Self::FIRST_BITS);
        for word in &self.words[self.first..self.first + first * WORDS] {
            word.store(0, Relaxed);
        }
        self.entries.store(0, Relaxed);
        self.used.store(first, Release);
    }

    /// The line for an address. After an entry has been written it may be another one.
    #[inline]
    pub(crate) fn line(&self, address: u64) -> &[AtomicU64; WORDS] {
        let used = self.used.load(Acquire);
        let mask = usize::MAX >> (used - 1).leading_zeros();
        let long = address as usize & mask;
        self.at(if long < used { long } else { long & mask >> 1 })
    }

    /// Begins to load the line for an address.
    #[inline]
    pub(crate) fn prefetch(&self, address: u64) {
        prefetch(self.line(address));
    }

    #[inline]
    fn at(&self, line: usize) -> &[AtomicU64; WORDS] {
        let start = self.first + line * WORDS;
        self.words[start..start + WORDS].try_into().expect("a line has that many words")
    }

    /// An entry has been written where there was none: more lines come into use if it is time.
    /// The function gives the address of an entry, of which only the bits from
    /// [`Lines::FIRST_BITS`] on matter.
    #[inline]
    pub(crate) fn filled(&self, address: impl Fn([u64; ENTRY]) -> u64) {
        let used = self.used.load(Relaxed);
        if used < self.count {
            let entries = self.entries.fetch_add(1, Relaxed) + 1;
            if entries * LINES_BYTES_PER_ENTRY > used * Self::BYTES {
                self.grow(address);
            }
        }
    }

    /// Brings a few more lines into use.
    #[cold]
    fn grow(&self, address: impl Fn([u64; ENTRY]) -> u64) {
        if self.growing.swap(true, Acquire) {
            return;
        }
        let used = self.used.load(Relaxed);
        let grown = (used + LINES_STEP).min(self.count);
        for line in used..grown {
            self.split(line, &address);
        }
        self.used.store(grown, Release);
        self.growing.store(false, Release);
    }

    /// Moves the entries that belong in a line not yet in use there, from the line in which they
    /// have been found so far.
    fn split(&self, to: usize, address: impl Fn([u64; ENTRY]) -> u64) {
        let bit = to.ilog2();
        let (source, target) = (self.at(to ^ 1 << bit), self.at(to));
        let pairs = source.as_chunks::<ENTRY>().0.iter().zip(target.as_chunks::<ENTRY>().0);
        for (from, to) in pairs {
            let entry = [from[0].load(Relaxed), from[1].load(Relaxed)];
            let moves = address(entry) >> bit & 1 != 0;
            for (from, to, word) in [(&from[0], &to[0], entry[0]), (&from[1], &to[1], entry[1])] {
                to.store(if moves { word } else { 0 }, Relaxed);
                if moves {
                    from.store(0, Relaxed);
                }
            }
        }
    }

    /// The bytes in use.
    #[cfg(test)]
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.used.load(Relaxed) * Self::BYTES
    }

    /// Brings all lines into use.
    #[cfg(test)]
    pub(crate) fn grow_fully(&self, address: impl Fn([u64; ENTRY]) -> u64) {
        while self.used.load(Relaxed) < self.count {
            self.grow(&address);
        }
    }
}
