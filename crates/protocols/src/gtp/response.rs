//! A reply, as it is written and as it is read.

use std::fmt;

/// What the engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The number of the request.
    pub id: Option<u32>,
    /// The answer.
    pub answer: Answer,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was carried out, and this came of it.
    Success(String),
    /// It was not, for this reason.
    Failure(String),
}

/// `=[id] text` or `?[id] text`, ended by an empty line.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.answer {
            Answer::Success(text) => ('=', text),
            Answer::Failure(text) => ('?', text),
        };
        write!(f, "{mark}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let text = text.trim_end();
        if !text.is_empty() && !text.starts_with('\n') {
            f.write_str(" ")?;
        }
        // An empty line would end the reply.
        let mut text = text.to_owned();
        while text.contains("\n\n") {
            text = text.replace("\n\n", "\n \n");
        }
        write!(f, "{text}\n\n")
    }
}

impl Response {
    /// Reads the lines of a reply as engines really write them: with or without a blank after
    /// the mark, with or without a number. None if the lines are no reply.
    ///
    /// ```
    /// use obverse_protocols::gtp::Response;
    ///
    /// assert_eq!(Response::parse("= D6").unwrap().word(), Some("D6"));
    /// assert_eq!(Response::parse("=12 d6").unwrap().word(), Some("d6"));
    /// assert_eq!(Response::parse("?3 illegal move").unwrap().id, Some(3));
    /// ```
    pub fn parse(text: &str) -> Option<Response> {
        let mut characters = text.trim().chars();
        let answer = match characters.next()? {
            '=' => Answer::Success,
            '?' => Answer::Failure,
            _ => return None,
        };
        let rest = characters.as_str();
        // A number counts only right after the mark; `= 2` answers `protocol_version`.
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let id = rest[..digits].parse().ok();
        let text = if id.is_some() { &rest[digits..] } else { rest }.trim().to_owned();
        Some(Response { id, answer: answer(text) })
    }

    /// The first word of a good answer.
    pub fn word(&self) -> Option<&str> {
        match &self.answer {
            Answer::Success(text) => text.split_whitespace().next(),
            Answer::Failure(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn writing() {
        let good =
            |id, text: &str| Response { id, answer: Answer::Success(text.to_owned()) }.to_string();
        assert_eq!(good(None, ""), "=\n\n");
        assert_eq!(good(Some(3), ""), "=3\n\n");
        assert_eq!(good(Some(3), "f5"), "=3 f5\n\n");
        assert_eq!(good(None, "a\n\n\nb\n\n"), "= a\n \n \nb\n\n");
        assert_eq!(good(None, "\n  a b"), "=\n  a b\n\n");
        let bad = Response { id: None, answer: Answer::Failure("illegal move".to_owned()) };
        assert_eq!(bad.to_string(), "? illegal move\n\n");
    }

    #[test]
    fn reading_the_quirks_of_others() {
        let word = |text: &str| Response::parse(text).unwrap().word().map(str::to_owned);
        assert_eq!(word("= d6"), Some("d6".into()));
        assert_eq!(word("=  D6 \r"), Some("D6".into()));
        assert_eq!(word("=7 PASS"), Some("PASS".into()));
        assert_eq!(word("= W-4"), Some("W-4".into()));
        assert_eq!(word("= 2"), Some("2".into()));
        assert_eq!(word("="), None);
        assert_eq!(word("? no"), None);
        assert_eq!(Response::parse("info depth 3"), None);
        assert_eq!(Response::parse(""), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(id in proptest::option::of(0..=u32::MAX), text in "[ -~]{0,20}", good: bool) {
            // After `=` without an id a leading digit can't be told from an id.
            let text = text.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
            let answer = if good { Answer::Success(text) } else { Answer::Failure(text) };
            let response = Response { id, answer };
            prop_assert_eq!(Response::parse(&response.to_string()), Some(response));
        }
    }
}
