//! The body of the fuzz target: the target under `fuzz/` and the test of its corpus run this.

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 1] = [("kept_game", fuzz_kept_game)];

/// Any bytes as a game that was kept.
pub fn fuzz_kept_game(bytes: &[u8]) {
    crate::keep::fuzz_kept_game(bytes);
}
