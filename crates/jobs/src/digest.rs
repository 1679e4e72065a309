//! The identity of a value.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// The identity of a value: half of its SHA-256, so that two values with one identity are never
/// met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 16]);

impl Digest {
    /// The identity of some parts in their order. Each is hashed with its length, so that moving
    /// the border between two parts gives another identity.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Digest {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Digest::finish(hash)
    }

    /// The identity of a sequence of values that have one each.
    pub fn of_all(digests: impl IntoIterator<Item = Digest>) -> Digest {
        let mut hash = Sha256::new();
        for digest in digests {
            hash.update(digest.0);
        }
        Digest::finish(hash)
    }

    fn finish(hash: Sha256) -> Digest {
        let bytes = hash.finalize();
        let mut half = [0; 16];
        half.copy_from_slice(&bytes[..16]);
        Digest(half)
    }
}

/// Thirty-two hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
