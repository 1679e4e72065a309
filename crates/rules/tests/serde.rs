//! Values written by serde and read again.

use obverse_rules::{Color, Game, Move, Outcome, Position, Size, Square, Squares};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
    form: Value,
) {
    assert_eq!(to_value(value).unwrap(), form);
    assert_eq!(&from_value::<T>(form).unwrap(), value);
}

#[test]
fn values_are_the_text_that_they_display() {
    let square: Square = "f5".parse().unwrap();
    comes_back(&square, json!("f5"));
    comes_back(&Move::Place(square), json!("f5"));
    comes_back(&Move::Pass, json!("pass"));
    comes_back(&[Color::Black, Color::White], json!(["black", "white"]));
    comes_back(&Size::SIX, json!(6));
    comes_back(&Position::start(Size::FOUR), json!("-----OX--XO----- X"));
    comes_back(&Position::start(Size::EIGHT).moves(), json!(["d3", "c4", "f5", "e6"]));
    comes_back(&Squares::EMPTY, json!([]));
    let outcome = Outcome { black: 13, white: 0, empties: 51 };
    comes_back(&outcome, json!({ "black": 13, "white": 0, "empties": 51 }));
}

#[test]
fn a_game_is_its_start_and_its_moves() {
    let mut game = Game::from_start(Size::FOUR);
    for name in ["b1", "a1", "a2"] {
        game.play(name.parse().unwrap()).unwrap();
    }
    let start = "-----OX--XO----- X";
    comes_back(&game, json!({ "start": start, "moves": ["b1", "a1", "a2"] }));
    game.undo();
    comes_back(&game, json!({ "start": start, "moves": ["b1", "a1"], "undone": ["a2"] }));
}

#[test]
fn what_the_rules_forbid_is_not_read() {
    let error = |form: Value| from_value::<Game>(form).unwrap_err().to_string();
    let start = "-----OX--XO----- X";
    assert_eq!(
        error(json!({ "start": start, "moves": ["b1", "d1"] })),
        "move 2, d1: White at d1 turns no disc over"
    );
    assert!(
        error(json!({ "start": "---- X", "moves": [] })).starts_with("4 squares make no board")
    );
    assert!(from_value::<Size>(json!(7)).is_err());
    assert!(from_value::<Square>(json!("a27")).is_err());
    assert!(from_value::<Color>(json!("Black")).is_err());
}
