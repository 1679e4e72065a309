//! Walking through text with an eye on line and column.

use std::borrow::Cow;

use crate::error::{Found, ParseError, Place};

/// The rest of a text, and where in the whole it begins.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    /// A text that begins at a place in a larger one.
    pub(crate) fn new(text: &'a str, start: Place) -> Scanner<'a> {
        match start {
            Place::Text { line, column } => Scanner { rest: text, line, column },
            Place::Byte(_) => Scanner { rest: text, line: 1, column: 1 },
        }
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn place(&self) -> Place {
        Place::Text { line: self.line, column: self.column }
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn advance(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        if character == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(character)
    }

    /// Steps over the character if it is next.
    pub(crate) fn accept(&mut self, character: char) -> bool {
        let is_next = self.peek() == Some(character);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Steps over a prefix of this many bytes.
    pub(crate) fn skip(&mut self, bytes: usize) {
        let remaining = self.rest.len() - bytes;
        while self.rest.len() > remaining {
            self.advance();
        }
    }

    pub(crate) fn take_while(&mut self, mut wanted: impl FnMut(char) -> bool) -> &'a str {
        let end = self.rest.find(|character| !wanted(character)).unwrap_or(self.rest.len());
        let taken = &self.rest[..end];
        self.skip(end);
        taken
    }

    pub(crate) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// The error that something else was expected here.
    pub(crate) fn expected(&self, expected: impl Into<Cow<'static, str>>) -> ParseError {
        let line_or_word = self.rest.split(['\n', ' ']).next().unwrap_or_default();
        let found = if line_or_word.is_empty() { self.rest } else { line_or_word };
        ParseError::expected(self.place(), expected, Found::text(found))
    }
}

/// Letters, digits and blanks of full width, as Japanese keyboards write them, in their usual
/// form; a character stays one character.
pub(crate) fn narrow(text: &str) -> Cow<'_, str> {
    let is_wide = |c: char| ('\u{ff01}'..='\u{ff5e}').contains(&c) || c == '\u{3000}';
    if !text.contains(is_wide) {
        return text.into();
    }
    let narrow = |c: char| match c {
        '\u{3000}' => ' ',
        wide if is_wide(wide) => char::from_u32(u32::from(wide) - 0xfee0).unwrap_or(wide),
        other => other,
    };
    text.chars().map(narrow).collect::<String>().into()
}
