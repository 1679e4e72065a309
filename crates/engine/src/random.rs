//! Random numbers that a seed decides: splitmix64, after G. Steele, D. Lea and C. Flood, *Fast
//! Splittable Pseudorandom Number Generators* (2014).

/// The next number of splitmix64.
pub(crate) fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
    z ^ (z >> 31)
}
