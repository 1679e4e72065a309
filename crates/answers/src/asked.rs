//! What many questions have in common: the game that they are about.

use obverse_rules::Game;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::question::{self, QuestionError};

/// The game of a question: where it begins and what was played.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Played {
    /// Squares row by row and the side; without it the opening position.
    pub start: Option<String>,
    /// The size of the board where there is no start; 8×8 without it.
    pub size: Option<usize>,
    /// The moves by name. Passes that are forced may be left out.
    pub moves: Vec<String>,
}

impl Played {
    const FIELDS: [&'static str; 3] = ["start", "size", "moves"];

    /// The game, if every move is legal.
    pub fn game(&self) -> Result<Game, QuestionError> {
        question::game(self.start.as_deref(), self.size, &self.moves)
    }
}

/// A question about a game. In JSON the fields of both stand side by side.
#[derive(Clone, Debug)]
pub struct About<T> {
    /// The game.
    pub played: Played,
    /// What is asked about it.
    pub asked: T,
}

/// By hand, because serde's `flatten` would accept fields that nobody knows.
impl<'de, T: DeserializeOwned> Deserialize<'de> for About<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<About<T>, D::Error> {
        let mut asked = Map::deserialize(deserializer)?;
        let mut played = Map::new();
        for name in Played::FIELDS {
            played.extend(asked.remove(name).map(|value| (name.to_owned(), value)));
        }
        Ok(About {
            played: part(played).map_err(Error::custom)?,
            asked: part(asked).map_err(Error::custom)?,
        })
    }
}

fn part<T: DeserializeOwned>(fields: Map<String, Value>) -> serde_json::Result<T> {
    serde_json::from_value(Value::Object(fields))
}
