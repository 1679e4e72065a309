//! Random numbers for tests, the same on every machine. The engine's tests include this file too.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

/// A small generator: splitmix64, after G. Steele, D. Lea and C. Flood, 2014.
pub struct Random(pub u64);

impl Random {
    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }

    /// A number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit as u64) as usize
    }

    /// A number from minus the bound to the bound.
    pub fn within(&mut self, bound: i32) -> i32 {
        (self.word() % (2 * bound as u64 + 1)) as i32 - bound
    }
}
