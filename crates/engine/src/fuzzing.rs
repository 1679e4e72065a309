//! The bodies of the fuzz targets: the targets under `fuzz/` and the test of the corpora run these.

use crate::book::{self, Book};
use crate::eval::{Weights, decode, payload, wrap};

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 2] = [("weights", fuzz_weights), ("book", fuzz_book)];

/// A weights file: what is read is written again as it was.
///
/// Hardly any bytes have the right checksum, so they are also the payload of a sound file:
/// compressed, and to be compressed.
pub fn fuzz_weights(bytes: &[u8]) {
    for file in [bytes, &wrap("{}", bytes), &wrap("{}", &stored(bytes))] {
        let Ok(parts) = decode(file) else { continue };
        let again = decode(&wrap(&parts.manifest, &stored(&payload(&parts))));
        // Bytes and not numbers: a coefficient need not be one.
        assert!(again.is_ok_and(|again| payload(&again) == payload(&parts)));
        assert!(Weights::from_bytes(file).is_ok());
    }
}

/// A Zstandard frame whose blocks are not compressed (RFC 8878, section 3.1.1).
fn stored(bytes: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 1 << 17;
    // No checksum, no dictionary, no size; a window of 2^(10 + 10) bytes.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 10 << 3];
    let count = bytes.len().div_ceil(BLOCK).max(1);
    for number in 1..=count {
        let block = &bytes[(number - 1) * BLOCK..bytes.len().min(number * BLOCK)];
        let header = (block.len() as u32) << 3 | u32::from(number == count);
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(block);
    }
    frame
}

/// A book: what is read is written again as it was.
///
/// Hardly any bytes have the right checksum, so they are also the positions of a sound file.
pub fn fuzz_book(bytes: &[u8]) {
    for file in [bytes, &book::wrap("{}", bytes)] {
        if let Ok(book) = Book::from_bytes(file) {
            let again = Book::from_bytes(&book.to_bytes()).expect("we read what we write");
            assert_eq!(again, book);
        }
    }
}
