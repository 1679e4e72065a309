//! A person at the table.

use obverse_rules::Game;

use crate::{Decision, Player, PlayerError, Turn};

/// How a person is asked what to do in a game.
pub type Ask = Box<dyn FnMut(&Game, &mut Turn<'_>) -> Decision + Send>;

/// A person, asked through whatever interface they sit at.
pub struct Person {
    name: String,
    ask: Ask,
}

impl Person {
    /// A person of this name who is asked like this.
    pub fn new(name: impl Into<String>, ask: Ask) -> Person {
        Person { name: name.into(), ask }
    }
}

impl Player for Person {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_person(&self) -> bool {
        true
    }

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        Ok((self.ask)(game, turn))
    }
}
