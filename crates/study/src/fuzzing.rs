//! The bodies of the fuzz targets: the targets under `fuzz/` and the test of their corpora run these.

use crate::{Tree, read_puzzles, write_puzzles};

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 2] = [("puzzles", fuzz_puzzles), ("tree", fuzz_tree)];

/// Any bytes as a file of puzzles; what is read is written and read again without a change.
pub fn fuzz_puzzles(bytes: &[u8]) {
    let Ok(puzzles) = read_puzzles(&String::from_utf8_lossy(bytes)) else { return };
    let text = write_puzzles(&puzzles, "");
    assert_eq!(read_puzzles(&text).as_ref(), Ok(&puzzles));
}

/// Any bytes as a tree in text; what is read is written and read again without a change.
pub fn fuzz_tree(bytes: &[u8]) {
    let Ok(tree) = String::from_utf8_lossy(bytes).parse::<Tree>() else { return };
    let text = tree.to_string();
    let again: Tree = text.parse().expect("we read what we write");
    assert_eq!(again.to_string(), text);
    let (through_record, left_out) = Tree::from_record(&tree.to_record());
    assert_eq!((through_record.to_string(), left_out), (text, 0));
}
