//! The body of the fuzz target: the target under `fuzz/` and the test of its corpus run this.

use crate::Tree;

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 1] = [("tree", fuzz_tree)];

/// Any bytes as a tree in text; what is read is written and read again without a change.
pub fn fuzz_tree(bytes: &[u8]) {
    let Ok(tree) = String::from_utf8_lossy(bytes).parse::<Tree>() else { return };
    let text = tree.to_string();
    let again: Tree = text.parse().expect("we read what we write");
    assert_eq!(again.to_string(), text);
    let (through_record, left_out) = Tree::from_record(&tree.to_record());
    assert_eq!((through_record.to_string(), left_out), (text, 0));
}
