//! Values as serde writes them: what has a text is that text, and reading checks it as parsing
//! does.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Color, Game, Move, Position, Size, Square, Squares};

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Move, Position, Square);

/// `black` or `white`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "lowercase")]
enum ColorName {
    Black,
    White,
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ColorName::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        ColorName::deserialize(deserializer)
    }
}

/// The side length.
impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        Size::new(usize::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The squares in a list.
impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Squares, D::Error> {
        Ok(Vec::<Square>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Where the game began, the moves played, and those that were undone and can be redone.
#[derive(Serialize, Deserialize)]
struct GameForm {
    start: Position,
    moves: Vec<Move>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    undone: Vec<Move>,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (moves, undone) = (self.moves().to_vec(), self.undone().to_vec());
        GameForm { start: *self.start(), moves, undone }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let form = GameForm::deserialize(deserializer)?;
        let mut game = Game::new(form.start);
        for (number, &mv) in form.moves.iter().chain(&form.undone).enumerate() {
            let illegal = |reason| D::Error::custom(format!("move {}, {mv}: {reason}", number + 1));
            game.play(mv).map_err(illegal)?;
        }
        game.go_to(form.moves.len());
        Ok(game)
    }
}
