//! Reviews, trees and openings as a page asks for them.

use std::cell::RefCell;

use obverse_answers::Worker;
use obverse_engine::StopFlag;
use obverse_players::Maker;
use serde_json::{Value, json};

/// An engine beside a page.
struct Engine(Worker);

impl Engine {
    fn new() -> Engine {
        Engine(Worker::new(Maker::default()))
    }

    /// The last answer to a message.
    fn ask(&mut self, message: &Value) -> Value {
        let last = RefCell::new(Value::Null);
        self.0.receive(&message.to_string(), &StopFlag::default(), &|reply| {
            *last.borrow_mut() = serde_json::from_str(&reply.to_json()).expect("JSON");
        });
        last.into_inner()
    }

    /// Leads a review as a page does, from what is known; the answers that were added.
    fn review(&mut self, game: &Value, known: &[Value], most: usize) -> (Value, Vec<Value>) {
        let mut answers = known.to_vec();
        loop {
            let mut question = game.clone();
            question["type"] = "review".into();
            question["id"] = 1.into();
            question["answers"] = answers.clone().into();
            let reviewed = self.ask(&question);
            assert_eq!(reviewed["type"], "reviewed", "{reviewed}");
            let next = reviewed["next"].as_array().expect("questions").clone();
            if next.is_empty() || answers.len() >= most {
                return (reviewed, answers);
            }
            answers.extend(next.into_iter().map(|next| self.answer(&next)));
        }
    }

    /// Asks what a review wants to know.
    fn answer(&mut self, next: &Value) -> Value {
        let mut question = next["ask"].clone();
        question["type"] = "analyse".into();
        question["id"] = 2.into();
        let done = self.ask(&question);
        assert_eq!(done["type"], "done", "{done}");
        let mut answer = next.clone();
        answer.as_object_mut().expect("an object").remove("ask");
        answer["line"] = done["lines"][0].clone();
        answer
    }
}

const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6";

fn game() -> Value {
    let moves: Vec<String> =
        GAME.as_bytes().chunks(2).map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    json!({"moves": moves, "depth": 5})
}

#[test]
fn a_review_tells_what_every_move_cost() {
    let (reviewed, _) = Engine::new().review(&game(), &[], usize::MAX);
    let moves = reviewed["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), GAME.len() / 2);
    let progress = &reviewed["progress"];
    assert_eq!(progress["answered"], progress["of"]);
    for (index, row) in moves.iter().enumerate() {
        assert_eq!(row["ply"], index + 1);
        let (loss, score) = (row["loss"].as_f64().unwrap(), row["score"].as_f64().unwrap());
        let best = row["best_score"].as_f64().unwrap();
        assert!(loss >= 0.0 && (best - score - loss).abs() < 0.011, "{row}");
        assert!(row["kind"].is_string() && row["grade"].is_string(), "{row}");
    }
    let total = |side: &str| -> f64 {
        let own = moves.iter().filter(|row| row["side"] == side);
        own.map(|row| row["loss"].as_f64().unwrap()).sum()
    };
    for side in ["black", "white"] {
        let told = reviewed["summary"][side]["loss"].as_f64().unwrap();
        assert!((told - total(side)).abs() < 0.011, "{side}: {told}");
    }
}

#[test]
fn a_review_that_was_left_goes_on_where_it_was() {
    let mut engine = Engine::new();
    let (half, known) = engine.review(&game(), &[], 8);
    assert!(!half["next"].as_array().unwrap().is_empty());
    // What was answered is not asked again, in whatever order it is told.
    let mut shuffled = known.clone();
    shuffled.reverse();
    let (whole, all) = engine.review(&game(), &shuffled, usize::MAX);
    assert_eq!(whole["moves"].as_array().unwrap().len(), GAME.len() / 2);
    for answer in &known {
        let same = |other: &&Value| {
            ["ply", "about", "pass"].iter().all(|field| other[*field] == answer[*field])
        };
        assert_eq!(all.iter().filter(same).count(), 1, "{answer}");
    }
}

#[test]
fn a_review_asks_no_more_than_is_wanted_and_speaks_the_language() {
    let mut engine = Engine::new();
    let mut question = game();
    question["type"] = "review".into();
    question["id"] = 4.into();
    question["want"] = 3.into();
    assert_eq!(engine.ask(&question)["next"].as_array().unwrap().len(), 3);
    question["lang"] = "fr".into();
    let refusal = engine.ask(&question);
    assert_eq!((&refusal["code"], &refusal["id"]), (&json!("bad-question"), &json!(4)));
    assert!(refusal["message"].as_str().unwrap().contains("en or ja"), "{refusal}");
    question["lang"] = "ja".into();
    question["exact"] = true.into();
    let refusal = engine.ask(&question);
    assert!(refusal["message"].as_str().unwrap().contains("not several"), "{refusal}");
}

#[test]
fn a_try_in_an_endgame_is_judged_exactly() {
    // Ten squares are empty; of the moves of an exact review the worst costs what the scores say.
    let start = "-XXXXX--XXXXXX--XXOXXXOXXOXXOOXOXXOXOOOOXXXOXOOO--OOOO--O-OOO--- X";
    let mut engine = Engine::new();
    let all =
        engine.ask(&json!({"type": "analyse", "id": 1, "start": start, "exact": true, "top": 99}));
    let lines = all["lines"].as_array().expect("lines").clone();
    assert!(lines.len() > 1, "{all}");
    let best = lines[0]["score"].as_f64().unwrap();
    for line in &lines {
        let (mv, score) = (&line["pv"][0], line["score"].as_f64().unwrap());
        let (reviewed, _) =
            engine.review(&json!({"start": start, "moves": [mv], "exact": true}), &[], 99);
        let row = &reviewed["moves"][0];
        assert_eq!(row["loss"].as_f64(), Some(best - score), "{row}");
        assert_eq!(row["kind"], "exact", "{row}");
    }
}

#[test]
fn an_answer_that_nobody_asked_for_does_no_harm() {
    let line =
        json!({"score": 3.0, "kind": "selective", "confidence": 73, "depth": 4, "pv": ["a1"]});
    let mut question = game();
    question["type"] = "review".into();
    question["id"] = 1.into();
    let none = Engine::new().ask(&question);
    question["answers"] = json!([
        {"ply": 1, "about": "best", "pass": "deep", "line": line},
        {"ply": 99999, "about": "played", "pass": "quick", "line": line},
    ]);
    let same = Engine::new().ask(&question);
    assert_eq!(same["moves"], none["moves"]);
    question["answers"][0]["ply"] = 0.into();
    assert_eq!(Engine::new().ask(&question)["code"], "bad-question");
}

#[test]
fn a_game_without_moves_or_with_one_choice_needs_no_review() {
    let reviewed = Engine::new().ask(&json!({"type": "review", "id": 1}));
    assert_eq!((&reviewed["next"], &reviewed["moves"]), (&json!([]), &json!([])));
}

const WITH_VARIATIONS: &str = "(;GM[2]FF[4]SZ[8]C[a lesson];B[f5]CR[c3][c4];W[d6]\
    (;B[c3];W[d3])(;B[c4]C[or this];W[d3](;B[c3])(;B[c5])))";

#[test]
fn variations_comments_and_marks_are_a_tree() {
    let mut engine = Engine::new();
    let games =
        engine.ask(&json!({"type": "read", "id": 1, "text": WITH_VARIATIONS, "tree": true}));
    let game = &games["games"][0];
    assert_eq!(game["moves"], json!(["f5", "d6", "c3", "d3"]), "{games}");
    assert_eq!(
        game["tree"],
        json!([
            {"comment": "a lesson"},
            {"move": "f5", "marks": {"circle": ["c3", "c4"]}},
            {"move": "d6"},
            {"move": "c3"},
            {"move": "d3"},
            {"from": 2, "move": "c4", "comment": "or this"},
            {"move": "d3"},
            {"move": "c3"},
            {"from": 6, "move": "c5"},
        ])
    );
    assert!(games.get("notes").is_none(), "{games}");
    // What was read can be written, and is the same again.
    let written = engine.ask(&json!({"type": "write", "id": 2, "format": "sgf", "game": game}));
    let again =
        engine.ask(&json!({"type": "read", "id": 3, "text": written["text"], "tree": true}));
    assert_eq!(&again["games"][0], game);
    // Other formats have the main line.
    let moves =
        engine.ask(&json!({"type": "write", "id": 2, "format": "transcript", "game": game}));
    assert_eq!(moves["text"], "f5d6c3d3\n");
}

#[test]
fn a_client_that_does_not_ask_for_trees_is_told_as_before() {
    let games = Engine::new().ask(&json!({"type": "read", "id": 1, "text": WITH_VARIATIONS}));
    assert!(games["games"][0].get("tree").is_none());
    assert_eq!(games["games"][0]["variations"], 2);
    assert!(games["notes"][0].as_str().unwrap().contains("left out"), "{games}");
}

#[test]
fn a_tree_that_makes_no_sense_is_refused_with_the_place() {
    for (tree, words) in [
        (json!([]), "empty"),
        (json!([{"move": "f5"}]), "node 0"),
        (json!([{}, {}]), "node 1"),
        (json!([{}, {"from": 1, "move": "f5"}]), "node 1 of the tree follows node 1"),
        (json!([{}, {"move": "f5"}, {"move": "f5"}]), "node 2"),
        (json!([{}, {"move": "z"}]), "node 1"),
        (json!([{"marks": {"cross": ["j9"]}}]), "j9"),
        (json!([{"time": -1.0}]), "time"),
    ] {
        let game = json!({"tree": tree});
        let refusal =
            Engine::new().ask(&json!({"type": "write", "id": 2, "format": "sgf", "game": game}));
        assert_eq!(refusal["code"], "bad-question", "{tree}: {refusal}");
        assert!(refusal["message"].as_str().unwrap().contains(words), "{tree}: {refusal}");
    }
}

#[test]
fn openings_are_found_by_name_and_balanced_ones_by_number() {
    let mut engine = Engine::new();
    let found = engine.ask(&json!({"type": "openings", "id": 1, "find": "tiger"}));
    let tiger = json!(["f5", "d6", "c3", "d3", "c4"]);
    assert!(found["openings"].as_array().unwrap().iter().any(|one| one["moves"] == tiger));
    let all = engine.ask(&json!({"type": "openings", "id": 1}));
    assert!(
        all["openings"].as_array().unwrap().len() > found["openings"].as_array().unwrap().len()
    );
    let any = engine.ask(&json!({"type": "balanced", "id": 1}));
    let number = any["number"].as_u64().expect("a number");
    let same = engine.ask(&json!({"type": "balanced", "id": 1, "number": number}));
    assert_eq!(same, any);
    assert_eq!(any["moves"].as_array().unwrap().len(), 8);
    for none in [0, any["count"].as_u64().unwrap() + 1] {
        let refusal = engine.ask(&json!({"type": "balanced", "id": 1, "number": none}));
        assert_eq!(refusal["code"], "not-found", "{refusal}");
    }
}

#[test]
fn a_puzzle_is_solved_and_a_missed_one_comes_back() {
    const NOW: i64 = 1_800_000_000;
    let mut engine = Engine::new();
    let found = engine.ask(&json!({"type": "puzzle", "id": 1, "now": NOW}));
    assert_eq!(found["type"], "puzzle", "{found}");
    let name = &found["puzzle"]["id"];
    let (answer, choices) = (&found["solution"]["answer"], &found["solution"]["choices"]);
    assert_eq!(&choices[0]["move"], answer);
    assert!(found["solution"]["kind"].is_string() && found["count"].as_u64() > Some(0));
    let attempt = |mv: &Value, progress: &Value| {
        json!({"type": "attempt", "id": 2, "puzzle": name, "move": mv, "now": NOW,
            "progress": progress})
    };
    let solved = engine.ask(&attempt(answer, &json!({})));
    let solved = &solved["attempt"];
    assert_eq!((&solved["solved"], &solved["card"]), (&json!(true), &Value::Null), "{solved}");
    let rating = |attempt: &Value, when: &str| attempt[when]["rating"].as_f64().unwrap();
    assert!(rating(solved, "after") > rating(solved, "before"));
    let missed = engine.ask(&attempt(&choices[1]["move"], &json!({})));
    let missed = missed["attempt"].clone();
    assert!(rating(&missed, "after") < rating(&missed, "before"), "{missed}");
    let due = missed["card"]["due"].as_i64().unwrap();
    assert!(due > NOW);
    // It comes back when it is due, and then does not count for the rating.
    let progress =
        json!({"player": missed["after"], "tried": {name.as_str().unwrap(): missed["card"]}});
    let early = engine.ask(&json!({"type": "puzzle", "id": 1, "now": NOW, "progress": progress}));
    assert_ne!(&early["puzzle"]["id"], name);
    assert_eq!((&early["due"], &early["next_due"]), (&json!(0), &json!(due)));
    let again = engine.ask(&json!({"type": "puzzle", "id": 1, "now": due, "progress": progress}));
    assert_eq!(&again["puzzle"]["id"], name);
    let shown = engine.ask(&attempt(&Value::Null, &progress));
    assert_eq!(shown["attempt"]["after"], missed["after"], "{shown}");
    assert_eq!(shown["attempt"]["solved"], false);
}

#[test]
fn puzzles_are_found_by_name_day_and_theme() {
    let mut engine = Engine::new();
    let mut of = |mut question: Value| {
        question["type"] = "puzzle".into();
        question["id"] = 1.into();
        question["now"] = 0.into();
        engine.ask(&question)
    };
    let today = of(json!({"date": "2026-11-18"}));
    assert_eq!(of(json!({"date": "2026-11-18"})), today);
    assert_ne!(of(json!({"date": "2026-11-19"}))["puzzle"]["id"], today["puzzle"]["id"]);
    assert_eq!(of(json!({"puzzle": today["puzzle"]["id"]}))["solution"], today["solution"]);
    assert_eq!(of(json!({"theme": "win"}))["puzzle"]["task"], "win");
    for (code, question) in [
        ("bad-question", json!({"theme": "dance"})),
        ("bad-question", json!({"date": "tomorrow"})),
        ("bad-question", json!({"date": "2026-11-18", "theme": "win"})),
        ("bad-message", json!({"puzzle": "x"})),
        ("not-found", json!({"puzzle": "0123456789abcdef"})),
        ("not-found", json!({"rating": [4999, 5000]})),
    ] {
        assert_eq!(of(question.clone())["code"], code, "{question}");
    }
}

#[test]
fn an_opening_is_drilled_however_the_board_is_turned() {
    let mut engine = Engine::new();
    let mut drill = |moves: Value, find: &str| {
        engine.ask(&json!({"type": "drill", "id": 1, "moves": moves, "find": find}))
    };
    // The Tiger is f5d6c3d3c4; seen in a mirror it begins e6f4.
    let begun = drill(json!(["f5", "d6", "c3"]), "tiger");
    assert_eq!(begun["expected"], json!(["d3"]), "{begun}");
    assert_eq!(begun["reply"], "d3");
    assert!(begun["names"].as_array().unwrap().contains(&json!("Tiger")), "{begun}");
    assert_eq!(begun["book"][0]["kind"], "book", "{begun}");
    assert_eq!(drill(json!(["e6", "f4", "c3"]), "tiger")["expected"], json!(["c4"]));
    // The first moves are all the same.
    assert_eq!(drill(json!([]), "tiger")["expected"].as_array().unwrap().len(), 4);
    let left = drill(json!(["f5", "f4"]), "tiger");
    assert_eq!((&left["expected"], &left["names"]), (&json!([]), &json!([])));
    assert!(left.get("reply").is_none());
    let line = json!({"type": "drill", "id": 1, "moves": ["f5"], "line": ["f5", "f6", "e6"]});
    assert_eq!(engine.ask(&line)["expected"], json!(["f6"]));
    let card =
        engine.ask(&json!({"type": "repeat", "id": 1, "solved": false, "now": 1_800_000_000}));
    assert!(card["card"]["due"].as_i64() > Some(1_800_000_000), "{card}");
    let known = engine.ask(&json!({"type": "repeat", "id": 1, "solved": true, "now": 0}));
    assert_eq!(known["card"], Value::Null);
}

#[test]
fn mistakes_are_counted_game_after_game() {
    let mut engine = Engine::new();
    let (reviewed, answers) = engine.review(&game(), &[], usize::MAX);
    let mut question = json!({"type": "tally", "id": 1, "moves": game()["moves"],
        "answers": answers, "side": "white"});
    let once = engine.ask(&question);
    let is_mistake = |row: &&Value| {
        row["side"] == "white" && ["mistake", "blunder"].map(Value::from).contains(&row["grade"])
    };
    let mistakes = reviewed["moves"].as_array().unwrap().iter().filter(is_mistake).count();
    assert_eq!((&once["type"], &once["games"]), (&json!("tallied"), &json!(1)));
    assert_eq!(once["mistakes"]["count"], mistakes, "{once}");
    assert_eq!(once["history"][0]["accuracy"], reviewed["summary"]["white"]["accuracy"]);
    question["counted"] = once["counted"].clone();
    let twice = engine.ask(&question);
    assert_eq!(twice["mistakes"]["count"], 2 * mistakes);
    assert_eq!(twice["openings"][0]["count"], 2);
    assert_eq!(twice["phases"].as_object().unwrap().len(), 3);
}

#[test]
fn without_a_server_there_is_neither_library_nor_room() {
    let mut engine = Engine::new();
    for message in [
        json!({"type": "explore", "id": 5, "moves": ["f5"]}),
        json!({"type": "search", "id": 5, "player": "Ann"}),
        json!({"type": "show", "id": 5, "number": 1}),
        json!({"type": "keep", "id": 5, "game": {"moves": ["f5"]}}),
        json!({"type": "rename", "id": 5, "number": 1, "black": "Ann"}),
        json!({"type": "remove", "id": 5, "numbers": [1]}),
        json!({"type": "export", "id": 5, "format": "ggf"}),
        json!({"type": "mistakes", "id": 5, "player": "Ann"}),
        json!({"type": "invite", "id": 5, "name": "Ann", "clock": {"remaining": 300.0}}),
        json!({"type": "join", "id": 5, "room": "x"}),
        json!({"type": "move", "id": 5, "move": "f5", "ply": 0}),
        json!({"type": "offer", "id": 5, "what": "take-back"}),
        json!({"type": "answer", "id": 5, "accept": true}),
        json!({"type": "resign", "id": 5}),
        json!({"type": "leave", "id": 5}),
    ] {
        let refusal = engine.ask(&message);
        assert_eq!(
            (&refusal["code"], &refusal["id"]),
            (&json!("not-here"), &json!(5)),
            "{message}"
        );
    }
}

#[test]
fn a_field_that_nobody_knows_is_refused_wherever_it_stands() {
    for message in [
        json!({"type": "analyse", "id": 5, "who": "level:1"}),
        json!({"type": "choose", "id": 5, "who": "level:1", "depth": 3}),
        json!({"type": "review", "id": 5, "dance": true}),
        json!({"type": "explore", "id": 5, "dance": true}),
    ] {
        let refusal = Engine::new().ask(&message);
        assert_eq!(
            (&refusal["code"], &refusal["id"]),
            (&json!("bad-message"), &json!(5)),
            "{message}"
        );
    }
}
