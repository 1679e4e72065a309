//! The bodies of the fuzz targets: the targets under `fuzz/` and the test of the corpora run these.

use crate::book::{self, Book};
use crate::eval::weights::PHASES;
use crate::eval::{Head, Parts, Phase, Weights, decode, deflate, dense_part, encode, wrap};

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 2] = [("weights", fuzz_weights), ("book", fuzz_book)];

/// A weights file: what is read is written again as it was.
///
/// Hardly any bytes have the right checksum, so they are also the dense part of a sound file, and
/// its only table: compressed, and to be compressed.
pub fn fuzz_weights(bytes: &[u8]) {
    let around = [wrap("{}", bytes, &[]), around_table(bytes), around_table(&deflate(bytes))];
    for file in std::iter::once(bytes).chain(around.iter().map(Vec::as_slice)) {
        let Ok(parts) = decode(file) else { continue };
        let again = encode(&parts);
        // Bytes and not numbers: a coefficient need not be one.
        assert!(decode(&again).is_ok_and(|parts| encode(&parts) == again));
        assert!(Weights::from_bytes(file).is_ok());
    }
}

/// A weights file with this table and nothing else.
fn around_table(table: &[u8]) -> Vec<u8> {
    let rest = Parts {
        tables: Vec::new(),
        heads: vec![Head::ZERO],
        phases: [Phase { table: 0, head: 0 }; PHASES],
        probcut: Vec::new(),
        manifest: String::new(),
    };
    wrap("{}", &dense_part(&rest, &[table.to_vec()]), table)
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
