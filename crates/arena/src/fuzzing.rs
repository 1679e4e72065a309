//! The body of the fuzz target: the target under `fuzz/` and the test of its corpus run this.

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 1] = [("journal", fuzz_journal)];

/// Any bytes as the journal of a match.
pub fn fuzz_journal(bytes: &[u8]) {
    crate::journal::fuzz_journal(bytes);
}
