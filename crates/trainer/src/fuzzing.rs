//! The body of the fuzz target: the target under `fuzz/` and the test of its corpus run this.

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 1] = [("data_set", fuzz_data_set)];

/// Any bytes as a data set.
pub fn fuzz_data_set(bytes: &[u8]) {
    crate::dataset::fuzz_data_set(bytes);
}
