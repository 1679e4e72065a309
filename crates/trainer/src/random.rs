//! Random numbers that are the same everywhere and for ever: data must be made again bit by bit.

use obverse_engine::random::next_splitmix64;

/// A small generator (splitmix64).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// A generator for one purpose: the numbers of each `(seed, stream)` are their own.
    pub(crate) const fn new(seed: u64, stream: u64) -> Random {
        let mut random = Random(seed ^ stream.wrapping_mul(0xd1342543de82ef95));
        random.0 = random.next() ^ stream;
        random
    }

    /// The next 64 bits.
    pub(crate) const fn next(&mut self) -> u64 {
        next_splitmix64(&mut self.0)
    }

    /// A number from zero up to but not including the bound, which is not zero.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// A number from zero to one.
    pub(crate) const fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    /// Puts the items in a random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
