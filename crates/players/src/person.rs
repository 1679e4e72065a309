//! A person at the table.

use obverse_rules::{Game, Move};

use crate::{Choice, Player, PlayerError, Turn};

/// How a person is asked: shown the game, they name a move or say why they do not.
pub type Ask = Box<dyn FnMut(&Game, &mut Turn<'_>) -> Result<Move, PlayerError> + Send>;

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

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Choice, PlayerError> {
        (self.ask)(game, turn).map(Choice::from)
    }
}
