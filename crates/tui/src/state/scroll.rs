//! Text that is longer than the screen.

use crossterm::event::KeyCode;

/// What part of a text is seen. How many rows there are is known when they are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    /// The first row that is seen.
    pub first: usize,
    /// How many rows are seen.
    pub shown: usize,
    /// How many are below.
    pub below: usize,
}

impl Scroll {
    /// A text of so many rows, from one of them on, or from a later one that leaves no room empty.
    pub fn new(first: usize, rows: usize, shown: usize) -> Scroll {
        let first = first.min(rows.saturating_sub(shown));
        Scroll { first, shown, below: rows.saturating_sub(first + shown) }
    }

    /// Whether there is more than is seen.
    pub fn is_needed(self) -> bool {
        self.first > 0 || self.below > 0
    }

    /// Goes so many rows on, or back.
    fn go(&mut self, rows: isize) {
        let before = self.first;
        self.first = before.saturating_add_signed(rows).min(before + self.below);
        self.below = before + self.below - self.first;
    }

    /// Takes a key that scrolls; whether it is one.
    pub fn key(&mut self, code: KeyCode) -> bool {
        let page = self.shown.max(1) as isize;
        match code {
            KeyCode::Up => self.go(-1),
            KeyCode::Down => self.go(1),
            KeyCode::PageUp => self.go(-page),
            KeyCode::PageDown => self.go(page),
            KeyCode::Home => self.go(isize::MIN),
            KeyCode::End => self.go(isize::MAX),
            _ => return false,
        }
        true
    }
}
