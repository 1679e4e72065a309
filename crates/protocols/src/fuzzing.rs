//! The bodies of the fuzz targets: the targets under `fuzz/` and the property tests run these.
//!
//! Each takes any bytes, as a line from the other side of a pipe.

use crate::{gtp, nboard};

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 2] = [("gtp", fuzz_gtp), ("nboard", fuzz_nboard)];

/// Requests and responses of GTP: words are clean, and what is written is read again.
pub fn fuzz_gtp(bytes: &[u8]) {
    let line = String::from_utf8_lossy(bytes);
    if let Some(request) = gtp::Request::parse(&line) {
        assert!(request.id.is_some() || !request.command.is_empty());
        for word in request.arguments.iter().chain([&request.command]) {
            assert!(!word.contains(|c: char| c.is_whitespace() || c.is_control() || c == '#'));
        }
    }
    if let Some(response) = gtp::Response::parse(&line) {
        let again = gtp::Response::parse(&response.to_string());
        assert!(again.is_some_and(|again| again.id == response.id || response.id.is_none()));
    }
}

/// Both sides of NBoard's protocol: what was understood is understood again.
pub fn fuzz_nboard(bytes: &[u8]) {
    let line = String::from_utf8_lossy(bytes);
    if let Ok(command) = nboard::Command::parse(&line) {
        assert!(nboard::Command::parse(&command.to_string()).is_ok(), "{command}");
    }
    if let Some(message) = nboard::Message::parse(&line) {
        assert!(nboard::Message::parse(&message.to_string()).is_some(), "{message}");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_line(line in "\\PC*|[\\x00-\\x7f]*|[=?][0-9]* .*") {
            super::fuzz_gtp(line.as_bytes());
        }

        #[test]
        fn any_line_of_nboard(
            line in "\\PC*|[\\x00-\\x7f]*|set game .*|(move|===) ?[a-z0-9/.-]*|search [a-z0-9é-]* .*"
        ) {
            super::fuzz_nboard(line.as_bytes());
        }

        #[test]
        fn any_bytes(bytes: Vec<u8>) {
            super::fuzz_gtp(&bytes);
            super::fuzz_nboard(&bytes);
        }
    }
}
