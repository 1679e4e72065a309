//! The tour of the five ideas: which one is looked at, and where.

use obverse_players::tour::{IDEAS, Idea, Stop};

/// A place on the tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    /// Which of the ideas.
    pub idea: usize,
    /// Whether it is seen where it fails, rather than where it plays well.
    pub fails: bool,
}

impl Tour {
    /// The idea.
    pub fn idea(self) -> &'static Idea {
        &IDEAS[self.idea % IDEAS.len()]
    }

    /// The position that is looked at.
    pub fn stop(self) -> &'static Stop {
        if self.fails { &self.idea().fails } else { &self.idea().well }
    }

    /// Another idea, round the ends, where it plays well.
    pub fn step(&mut self, by: i32) {
        let count = IDEAS.len() as i32;
        *self = Tour { idea: (self.idea as i32 + by).rem_euclid(count) as usize, fails: false };
    }
}
