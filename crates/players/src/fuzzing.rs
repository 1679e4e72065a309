//! The bodies of the fuzz targets: the targets under `fuzz/` and the test of the corpora run these.

use crate::Who;
use crate::classics::{read_quadrant, write_quadrant};

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 2] = [("points", fuzz_points), ("who", fuzz_who)];

/// Any bytes as a file of points; what is read is written and read again without a change.
pub fn fuzz_points(bytes: &[u8]) {
    let Ok(points) = read_quadrant(&String::from_utf8_lossy(bytes)) else { return };
    assert_eq!(read_quadrant(&write_quadrant(&points)), Ok(points));
}

/// Any bytes as the name of a player; what is read is written and read again without a change.
pub fn fuzz_who(bytes: &[u8]) {
    let Ok(who) = String::from_utf8_lossy(bytes).parse::<Who>() else { return };
    let text = who.to_string();
    assert_eq!(text.parse::<Who>().as_ref(), Ok(&who), "{text}");
}
