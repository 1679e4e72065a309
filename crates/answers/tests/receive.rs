//! A worker that answers a page's messages by itself.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering};

use obverse_answers::Worker;
use obverse_engine::StopFlag;
use obverse_players::Maker;
use serde_json::{Value, json};

/// Every reply to a message.
fn replies(message: &str, stop: &StopFlag) -> Vec<Value> {
    let replies = RefCell::new(Vec::new());
    Worker::new(Maker::default()).receive(message, stop, &|reply| {
        replies.borrow_mut().push(serde_json::from_str(&reply.to_json()).expect("JSON"));
    });
    replies.into_inner()
}

fn last(message: &Value) -> Value {
    replies(&message.to_string(), &StopFlag::default()).pop().expect("an answer")
}

#[test]
fn every_question_is_answered_to_the_last_word() {
    let done = last(&json!({"type": "analyse", "id": 3, "moves": ["f5"], "depth": 4, "top": 2}));
    assert_eq!((&done["type"], &done["id"]), (&json!("done"), &json!(3)));
    assert_eq!(done["lines"].as_array().expect("lines").len(), 2);
    for who in ["level:1", "random", "ratio:depth=2", "engine:depth=3"] {
        let chosen = last(&json!({"type": "choose", "id": 4, "moves": ["f5"], "who": who}));
        assert_eq!((&chosen["type"], &chosen["id"]), (&json!("chosen"), &json!(4)), "{who}");
        assert!(["d6", "f4", "f6"].map(Value::from).contains(&chosen["move"]), "{who}: {chosen}");
    }
    let games = last(&json!({"type": "read", "id": 5, "text": "f5d6"}));
    assert_eq!(games["games"][0]["moves"], json!(["f5", "d6"]));
    let written =
        last(&json!({"type": "write", "id": 6, "format": "transcript", "game": {"moves": ["f5"]}}));
    assert_eq!(written["text"], "f5\n");
}

#[test]
fn an_analysis_of_some_of_the_moves_tells_every_depth() {
    let message = json!({"type": "analyse", "id": 1, "moves": ["f5", "d6"], "depth": 6, "top": 9,
        "only": ["c3", "c5"]});
    let replies = replies(&message.to_string(), &StopFlag::default());
    let done = replies.last().expect("an answer");
    let moves = |lines: &Value| {
        let lines = lines.as_array().expect("lines").iter();
        let mut names: Vec<_> = lines.map(|line| line["pv"][0].to_string()).collect();
        names.sort();
        names
    };
    assert_eq!(moves(&done["lines"]), [r#""c3""#, r#""c5""#]);
    for depth in 2..=6 {
        let tells = |reply: &&Value| {
            reply["lines"].as_array().is_some_and(|lines| {
                lines.len() == 2 && lines.iter().all(|line| line["depth"] == depth)
            })
        };
        assert!(replies.iter().any(|reply| tells(&reply)), "depth {depth}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_by_its_number() {
    for (code, message) in [
        ("bad-message", json!({"type": "dance", "id": 7})),
        ("bad-question", json!({"type": "analyse", "id": 7, "moves": ["a1"]})),
        ("bad-question", json!({"type": "analyse", "id": 7, "only": ["d3", "a1"]})),
        ("bad-question", json!({"type": "choose", "id": 7, "who": "human"})),
        ("unreadable", json!({"type": "read", "id": 7, "text": "f5f5"})),
    ] {
        let refusal = last(&message);
        assert_eq!(refusal["type"], "error", "{message}");
        assert_eq!((&refusal["code"], &refusal["id"]), (&json!(code), &json!(7)), "{message}");
    }
}

#[test]
fn nothing_is_said_to_a_stop_that_stops_nothing() {
    assert!(replies(r#"{"type":"stop","id":1}"#, &StopFlag::default()).is_empty());
}

#[test]
fn a_search_that_asks_whether_to_end_ends() {
    // To its end it would take longer than anyone waits.
    for message in [
        json!({"type": "analyse", "id": 1, "depth": 60}),
        json!({"type": "analyse", "id": 1, "size": 10, "depth": 90}),
        json!({"type": "choose", "id": 1, "who": "killer:depth=60,book=off", "moves": ["f5"]}),
        json!({"type": "choose", "id": 1, "who": "breadth:search=alphabeta,depth=60"}),
    ] {
        let asked = AtomicU32::new(0);
        let stop = StopFlag::asking(move || asked.fetch_add(1, Ordering::Relaxed) >= 100);
        let replies = replies(&message.to_string(), &stop);
        let end = replies.last().expect("an answer");
        assert!(["done", "chosen"].map(Value::from).contains(&end["type"]), "{message}: {end}");
        assert!(stop.is_raised());
    }
}
