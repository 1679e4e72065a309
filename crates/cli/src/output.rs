//! Writing results.

use std::io;

use obverse_rules::Move;

/// Whether the reader of our output has gone, which is no error: `obverse … | head` is fine.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Moves one after another: `f5d6c3`, with passes written out.
pub(crate) fn line(moves: &[Move]) -> String {
    moves
        .iter()
        .map(|mv| if *mv == Move::Pass { " pass ".to_owned() } else { mv.to_string() })
        .collect()
}
