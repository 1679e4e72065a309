//! A player's reasons as a page asks for them.

use std::cell::RefCell;

use obverse_answers::message::Wanted;
use obverse_answers::{Reply, Request, Worker};
use obverse_engine::StopFlag;
use obverse_players::Maker;
use serde_json::{Value, json};

/// The last answer to a message.
fn answer(message: &Value) -> Value {
    let maker = Maker::default();
    let request = Request::parse(&message.to_string()).expect("a message");
    let Wanted::Search(id, question) = request.check(&maker) else { panic!("no search") };
    let question = match question {
        Ok(question) => question,
        Err(error) => return json!({"refused": error.to_string()}),
    };
    let last = RefCell::new(Value::Null);
    Worker::new(maker).answer(&question, &StopFlag::default(), &|answer| {
        let reply = Reply::answer(id, &answer).to_json();
        *last.borrow_mut() = serde_json::from_str(&reply).expect("it is JSON");
    });
    last.into_inner()
}

#[test]
fn a_page_is_told_the_terms_of_every_move() {
    let reply = answer(&json!({"type": "why", "id": 5, "moves": ["f5"], "who": "anysize:depth=2"}));
    assert_eq!((&reply["type"], &reply["id"]), (&json!("explained"), &json!(5)));
    assert_eq!((&reply["player"], &reply["side"]), (&json!("anysize"), &json!("white")));
    let moves = reply["moves"].as_array().expect("moves");
    let mut squares: Vec<_> = moves.iter().map(|told| told["move"].as_str().unwrap()).collect();
    squares.sort_unstable();
    assert_eq!(squares, ["d6", "f4", "f6"]);
    for told in moves {
        let terms = told["terms"].as_object().expect("terms");
        assert!(["mobility", "position", "discs"].iter().all(|name| terms[*name].is_number()));
        assert_eq!(told["searched"]["pv"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn a_page_is_told_how_a_tree_grew_and_what_the_engine_searched() {
    let reply = answer(&json!({"type": "why", "id": 1, "who": "breadth:depth=3"}));
    assert_eq!(reply["tree"]["levels"], json!([1, 4, 12, 56]));
    let reply = answer(&json!({"type": "why", "id": 1, "size": 6, "who": "engine:depth=2"}));
    assert_eq!(reply["moves"].as_array().map(Vec::len), Some(4));
    let searched = &reply["moves"][0]["searched"];
    assert!(searched["kind"].is_string(), "{reply}");
    // No score travels without what it is, that of a depth neither.
    let depths = searched["depths"].as_array().expect("depths");
    assert!(!depths.is_empty() && depths.iter().all(|one| one["kind"].is_string()), "{reply}");
}

#[test]
fn nobody_is_asked_who_would_not_play_here_or_has_no_reasons() {
    let why = |who: &str| answer(&json!({"type": "why", "id": 1, "who": who}));
    assert!(
        why("human")["refused"].as_str().is_some_and(|text| text.contains("does not play here"))
    );
    assert!(why("engine:threads=9")["refused"].is_string());
    // A visitor reads no files here and does not say how much memory is taken.
    assert!(why("breadth:points=/etc/passwd")["refused"].is_string());
    assert!(why("breadth:hash=999999")["refused"].is_string());
    let silent = why("random");
    assert_eq!((&silent["type"], &silent["code"]), (&json!("error"), &json!("failed")));
}
