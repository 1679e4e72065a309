//! A line from the controller, taken apart.

use obverse_rules::Color;

/// A command with its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The number to be repeated in the reply.
    pub id: Option<u32>,
    /// The command's name; empty if there was only a number.
    pub command: String,
    /// What follows, split at blanks.
    pub arguments: Vec<String>,
}

impl Request {
    /// Takes a line apart; none if there is nothing on it but a comment. Nothing is an error
    /// here: a command that does not exist is found out by whoever looks it up.
    ///
    /// ```
    /// use obverse_protocols::gtp::Request;
    ///
    /// let request = Request::parse("7 play b\tF5 # the usual").unwrap();
    /// assert_eq!((request.id, request.command.as_str()), (Some(7), "play"));
    /// assert_eq!(request.arguments, ["b", "F5"]);
    /// ```
    pub fn parse(line: &str) -> Option<Request> {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String = line
            .chars()
            .filter(|&character| character == '\t' || !character.is_control())
            .collect();
        let mut words = clean.split_whitespace();
        let first = words.next()?;
        let id =
            if first.bytes().all(|byte| byte.is_ascii_digit()) { first.parse().ok() } else { None };
        let command = if id.is_some() { words.next().unwrap_or_default() } else { first };
        Some(Request {
            id,
            command: command.to_owned(),
            arguments: words.map(str::to_owned).collect(),
        })
    }
}

/// Reads a colour: `b`, `black`, `w` or `white` in any case.
pub(crate) fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(line: &str) -> Request {
        Request::parse(line).unwrap()
    }

    #[test]
    fn numbers_comments_and_blanks() {
        assert_eq!(Request::parse(""), None);
        assert_eq!(Request::parse("  # only a comment"), None);
        assert_eq!(Request::parse("\t \r"), None);
        assert_eq!(parse("name"), Request { command: "name".into(), ..Request::default() });
        assert_eq!(parse("17 name").id, Some(17));
        assert_eq!(parse("  17\tkomi   6.5#x").arguments, ["6.5"]);
        assert_eq!(parse("pl\u{7}ay b f5\u{1}").command, "play");
        assert_eq!(parse("12"), Request { id: Some(12), ..Request::default() });
    }

    #[test]
    fn what_is_no_number_is_a_command() {
        assert_eq!(parse("-3 name").command, "-3");
        assert_eq!(parse("1.5 name").command, "1.5");
        // Too large for a number: an unknown command, and no overflow.
        assert_eq!(parse("99999999999999999999 name").command, "99999999999999999999");
    }

    proptest! {
        #[test]
        fn words_come_back(id in proptest::option::of(0..=u32::MAX), words in proptest::collection::vec("[a-z_][!-\"$-~]{0,8}", 1..5)) {
            let prefix = id.map(|id| format!("{id} ")).unwrap_or_default();
            let request = parse(&format!("{prefix}{}", words.join(" ")));
            prop_assert_eq!(request.id, id);
            prop_assert_eq!(&request.command, &words[0]);
            prop_assert_eq!(&request.arguments, &words[1..]);
        }
    }
}
