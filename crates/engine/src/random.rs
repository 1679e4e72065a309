//! Random numbers that a seed decides: splitmix64, after G. Steele, D. Lea and C. Flood, *Fast
//! Splittable Pseudorandom Number Generators* (2014).

/// What the state grows by from one number to the next.
const GOLDEN: u64 = 0x9e3779b97f4a7c15;

/// The number after a state.
pub const fn splitmix64(state: u64) -> u64 {
    let mut z = state.wrapping_add(GOLDEN);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
    z ^ (z >> 31)
}

/// The same, and the state moves on.
pub const fn next_splitmix64(state: &mut u64) -> u64 {
    let number = splitmix64(*state);
    *state = state.wrapping_add(GOLDEN);
    number
}
