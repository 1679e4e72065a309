//! Writing results.

use std::io;

use obverse_records::WriteError;
use obverse_rules::Move;

/// Whether the reader of our output has gone, which is no error: `obverse … | head` is fine.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(as_io_error).any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// An error of the system, also where another speaks in its name.
fn as_io_error<'a>(cause: &'a (dyn std::error::Error + 'static)) -> Option<&'a io::Error> {
    match cause.downcast_ref() {
        Some(WriteError::Io(error)) => Some(error),
        _ => cause.downcast_ref(),
    }
}

/// Ends the program once nobody can read its output any more. A program that speaks a protocol
/// answers what it was asked after its input has ended, but not to a controller that is gone.
pub(crate) fn end_when_unread() {
    #[cfg(unix)]
    std::thread::spawn(|| {
        use rustix::event::{PollFd, PollFlags, poll};
        let output = io::stdout();
        // Nothing is waited for, so that only an error or the end is told.
        let mut asked = [PollFd::new(&output, PollFlags::empty())];
        while poll(&mut asked, None) == Err(rustix::io::Errno::INTR) {}
        if asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            std::process::exit(0);
        }
    });
}

/// Moves one after another: `f5d6c3`, with passes written out.
pub(crate) fn line(moves: &[Move]) -> String {
    moves
        .iter()
        .map(|mv| if *mv == Move::Pass { " pass ".to_owned() } else { mv.to_string() })
        .collect()
}
