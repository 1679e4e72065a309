//! The body of the fuzz target: the target under `fuzz/` and the test of its corpus run this.

use crate::chunk::{Chunk, Results};
use crate::names::Range;

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 1] = [("fleet", fuzz_fleet)];

/// Any bytes as what travels: work, results, and the part of a subject that says which jobs. What is
/// read is written and read again without a change.
pub fn fuzz_fleet(bytes: &[u8]) {
    if let Ok(chunk) = serde_json::from_slice::<Chunk>(bytes) {
        let again = serde_json::to_vec(&chunk).expect("texts and numbers can be written");
        assert!(serde_json::from_slice::<Chunk>(&again).is_ok_and(|again| again == chunk));
    }
    if let Ok(results) = Results::from_bytes(bytes) {
        assert_eq!(Results::from_bytes(&results.to_bytes()), Ok(results));
    }
    if let Ok(range) = String::from_utf8_lossy(bytes).parse::<Range>() {
        assert!(!range.jobs().is_empty());
        assert_eq!(range.to_string().parse(), Ok(range));
    }
}
