//! The body of the fuzz target of the messages. The target under `fuzz/` and the tests run it.

use obverse_players::Maker;

use crate::message::{AtOnce, Reply, Request, Wanted};
use crate::question::Question;

/// Any message a page may send. Whatever it is, it is answered or refused; a game that was read
/// can be written as SGF and read again without a change.
///
/// What the question would make an engine search is not searched.
pub fn fuzz_message(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let request = match Request::parse(&text) {
        Ok(request) => request,
        Err(reply) => return check(&reply),
    };
    match request.check(&Maker::default()) {
        Wanted::Stop(_) | Wanted::Search(_, Err(_)) | Wanted::Library(_) | Wanted::Room(_) => {}
        Wanted::Search(_, Ok(question)) => assert!(makes_sense(&question)),
        Wanted::AtOnce(question) => {
            let reply = question.answer();
            check(&reply);
            if let Reply::Games { games, .. } = &reply {
                games.games.iter().take(4).for_each(comes_back);
            }
        }
    }
}

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 1] = [("message", fuzz_message)];

/// A reply is an object with a type.
fn check(reply: &Reply) {
    let value: serde_json::Value = serde_json::from_str(&reply.to_json()).expect("it is JSON");
    assert!(value["type"].is_string(), "{value}");
}

fn makes_sense(question: &Question) -> bool {
    match question {
        Question::Analyse { limits, .. } => limits.lines > 0,
        Question::Choose { game, .. } | Question::Why { game, .. } => !game.is_over(),
    }
}

/// What an answer says about a game is enough to write it, and what is written is the same game.
fn comes_back(game: &crate::game::GameInfo) {
    let sent = serde_json::to_value(game).expect("it is plain data");
    let write = serde_json::json!({"type": "write", "id": 1, "format": "sgf", "game": sent});
    let again = answer(&write);
    let text = again["text"].as_str().unwrap_or_else(|| panic!("not written: {again}"));
    let again = answer(&serde_json::json!({"type": "read", "id": 2, "text": text}));
    assert_eq!(again["games"][0]["moves"], sent["moves"], "{text}");
    assert_eq!(again["games"][0]["start"], sent["start"], "{text}");
}

fn answer(message: &serde_json::Value) -> serde_json::Value {
    let request = Request::parse(&message.to_string());
    match request.expect("a message of ours").check(&Maker::default()) {
        Wanted::AtOnce(question @ (AtOnce::Read(_) | AtOnce::Write(_))) => {
            serde_json::from_str(&question.answer().to_json()).expect("it is JSON")
        }
        other => panic!("{other:?}"),
    }
}
