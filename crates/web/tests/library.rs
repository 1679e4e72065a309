//! A server with a library.
#![cfg(feature = "library")]

mod support;

use obverse_web::{Config, LibraryConfig};
use serde_json::{Value, json};
use support::{Server, Socket, client, config};

fn with_library(folder: &tempfile::TempDir, writes: bool) -> Config {
    let path = folder.path().join("games.obvl");
    Config { library: Some(LibraryConfig { path, writes }), ..config() }
}

async fn ask(socket: &mut Socket, mut question: Value) -> Value {
    question["id"] = 9.into();
    socket.send(question).await;
    loop {
        let answer = socket.next().await;
        if answer["id"] == 9 {
            return answer;
        }
    }
}

fn game(moves: &str, black: &str, white: &str, score: i32) -> Value {
    let moves: Vec<&str> = (0..moves.len() / 2).map(|at| &moves[2 * at..2 * at + 2]).collect();
    json!({"moves": moves, "black": black, "white": white, "date": "2001-05-01",
        "result": {"score": score}})
}

#[tokio::test]
async fn games_are_kept_found_shown_renamed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(with_library(&folder, true)).await;
    let mut socket = Socket(server.connect(&[]).await.unwrap());
    assert_eq!(socket.next().await["library"], json!({"games": 0, "writes": true}));
    let first =
        ask(&mut socket, json!({"type": "keep", "game": game("f5d6c3d3c4", "Ann", "Ben", 6)}))
            .await;
    assert_eq!((&first["type"], &first["was"]), (&json!("kept"), &json!("new")), "{first}");
    let again =
        ask(&mut socket, json!({"type": "keep", "game": game("f5d6c3d3c4", "Ann", "Ben", 6)}))
            .await;
    assert_eq!((&again["number"], &again["was"]), (&first["number"], &json!("known")));
    ask(&mut socket, json!({"type": "keep", "game": game("f5f6e6f4", "Ben", "Eve", -2)})).await;
    let found = ask(&mut socket, json!({"type": "search", "player": "ann"})).await;
    assert_eq!(found["count"], 1);
    assert_eq!(found["games"][0]["number"], first["number"]);
    assert_eq!(found["games"][0]["opening"], "Tiger");
    // By position, however the board is turned.
    let found = ask(&mut socket, json!({"type": "search", "position": "e6f4"})).await;
    assert_eq!(
        (&found["count"], &found["games"][0]["white"]),
        (&json!(1), &json!("Ben")),
        "{found}"
    );
    let shown = ask(&mut socket, json!({"type": "show", "number": first["number"]})).await;
    assert_eq!(shown["game"]["moves"], json!(["f5", "d6", "c3", "d3", "c4"]));
    let renamed = ask(
        &mut socket,
        json!({"type": "rename", "number": first["number"], "black": "Anna", "event": "Club", "white": ""}),
    )
    .await;
    let number = &renamed["number"];
    let shown = ask(&mut socket, json!({"type": "show", "number": number})).await;
    assert_eq!(
        (&shown["game"]["black"], &shown["game"]["event"]),
        (&json!("Anna"), &json!("Club"))
    );
    assert!(shown["game"].get("white").is_none(), "{shown}");
    assert_eq!(shown["game"]["date"], "2001-05-01");
    let all = ask(&mut socket, json!({"type": "search"})).await;
    assert_eq!(all["count"], 2, "{all}");
    let written = ask(
        &mut socket,
        json!({"type": "export", "format": "transcript", "search": {"player": "Anna"}}),
    )
    .await;
    assert_eq!(written["text"], "f5d6c3d3c4\n", "{written}");
    let removed = ask(&mut socket, json!({"type": "remove", "numbers": [number, 99]})).await;
    assert_eq!(removed["count"], 1);
    let gone = ask(&mut socket, json!({"type": "show", "number": number})).await;
    assert_eq!(gone["code"], "not-found");
    server.end().await;
}

#[tokio::test]
async fn the_explorer_tells_what_was_played_and_what_the_book_says() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(with_library(&folder, true)).await;
    let mut socket = server.socket().await;
    for (moves, score) in [("f5d6c3d3c4", 6), ("f5d6c4", -4), ("f5f6e6f4", 2)] {
        ask(&mut socket, json!({"type": "keep", "game": game(moves, "Ann", "Ben", score)})).await;
    }
    let explored =
        ask(&mut socket, json!({"type": "explore", "moves": ["f5"], "notable": 5})).await;
    let moves = explored["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2, "{explored}");
    assert_eq!((&moves[0]["move"], &moves[0]["games"]), (&json!("d6"), &json!(2)));
    assert_eq!((&moves[0]["black"], &moves[0]["white"]), (&json!(1), &json!(1)));
    // White is to move: the mean of +6 and −4 for Black is −1 for White.
    assert_eq!(moves[0]["mean_discs"], -1.0);
    assert_eq!(moves[0]["name"], "Perpendicular Opening");
    assert_eq!(moves[0]["kind"], "book");
    assert!(moves[0]["score"].is_number(), "{explored}");
    assert_eq!(moves[0]["notable"].as_array().unwrap().len(), 2);
    // A position that nobody had.
    let none = ask(&mut socket, json!({"type": "explore", "size": 6})).await;
    assert_eq!((&none["moves"], &none["ended"]), (&json!([]), &json!(0)));
    server.end().await;
}

/// Leads a review as a page does; the answers.
async fn reviewed(socket: &mut Socket, moves: &Value) -> Vec<Value> {
    let mut answers: Vec<Value> = Vec::new();
    loop {
        let review = json!({"type": "review", "moves": moves, "depth": 3, "answers": answers});
        let reviewed = ask(socket, review).await;
        let next = reviewed["next"].as_array().expect("questions").clone();
        if next.is_empty() {
            return answers;
        }
        for mut question in next {
            let mut analyse = question["ask"].take();
            analyse["type"] = "analyse".into();
            analyse["id"] = 5.into();
            socket.send(analyse).await;
            question.as_object_mut().unwrap().remove("ask");
            question["line"] = socket.next_of("done").await["lines"][0].clone();
            answers.push(question);
        }
    }
}

#[tokio::test]
async fn a_review_is_kept_with_its_game_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(with_library(&folder, true)).await;
    let mut socket = server.socket().await;
    let played = game("f5d6c3d3c4f4f6f3e6e7d7c5b6", "Ann", "Ben", 6);
    let answers = reviewed(&mut socket, &played["moves"]).await;
    let other = json!({"type": "keep", "game": game("f5d6c3d3c4", "Ann", "Ben", 6)});
    let other = ask(&mut socket, other).await;
    let keep = json!({"type": "keep", "game": played, "answers": answers, "depth": 3});
    let kept = ask(&mut socket, keep).await;
    let shown = ask(&mut socket, json!({"type": "show", "number": kept["number"]})).await;
    // Days later the review goes on: nothing is left to ask.
    let again = json!({"type": "review", "moves": played["moves"], "depth": 3,
        "answers": shown["answers"]});
    let again = ask(&mut socket, again).await;
    assert_eq!(again["next"], json!([]), "{again}");
    let whole = json!({"type": "review", "moves": played["moves"], "depth": 3, "answers": answers});
    assert_eq!(again["moves"], ask(&mut socket, whole).await["moves"]);
    let mistakes = ask(&mut socket, json!({"type": "mistakes", "player": "ben"})).await;
    assert_eq!(
        (&mistakes["games"], &mistakes["unreviewed"]),
        (&json!(1), &json!([other["number"]]))
    );
    let costly = again["moves"].as_array().unwrap().iter().filter(|row| {
        row["side"] == "white" && ["mistake", "blunder"].map(Value::from).contains(&row["grade"])
    });
    assert_eq!(mistakes["mistakes"]["count"], costly.count(), "{mistakes}");
    server.end().await;
}

#[tokio::test]
async fn a_library_that_is_only_read_is_only_read() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(with_library(&folder, false)).await;
    let mut socket = Socket(server.connect(&[]).await.unwrap());
    assert_eq!(socket.next().await["library"]["writes"], false);
    for message in [
        json!({"type": "keep", "game": game("f5d6", "Ann", "Ben", 0)}),
        json!({"type": "rename", "number": 1, "black": "Eve"}),
        json!({"type": "remove", "numbers": [1]}),
    ] {
        assert_eq!(ask(&mut socket, message).await["code"], "not-here");
    }
    assert_eq!(ask(&mut socket, json!({"type": "search"})).await["count"], 0);
    server.end().await;
}

#[tokio::test]
async fn what_a_library_cannot_do_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(with_library(&folder, true)).await;
    let mut socket = server.socket().await;
    for (code, message) in [
        ("bad-question", json!({"type": "keep", "game": {"moves": []}})),
        ("bad-question", json!({"type": "keep", "game": {"moves": ["a1"]}})),
        ("bad-question", json!({"type": "search", "player": "x".repeat(100_000)})),
        ("bad-question", json!({"type": "search", "position": "nonsense"})),
        ("bad-question", json!({"type": "search", "size": 7})),
        ("bad-question", json!({"type": "explore", "moves": ["a1"]})),
        ("bad-question", json!({"type": "export", "format": "dance"})),
        ("bad-question", json!({"type": "remove", "numbers": vec![1; 1001]})),
        ("not-found", json!({"type": "rename", "number": -1, "black": "Eve"})),
        ("not-found", json!({"type": "show", "number": i64::MAX})),
        ("bad-message", json!({"type": "show", "number": "1 OR 1=1"})),
    ] {
        let refusal = ask(&mut socket, message.clone()).await;
        assert_eq!(refusal["code"], code, "{refusal}");
    }
    // Signs of the database's language are letters like others.
    let quoted = json!({"type": "search", "player": "'; DROP TABLE game; --%_\\"});
    assert_eq!(ask(&mut socket, quoted).await["count"], 0);
    let huge = json!({"type": "search", "from": u64::MAX, "limit": u64::MAX});
    assert_eq!(ask(&mut socket, huge).await["games"], json!([]));
    server.end().await;
}

#[tokio::test]
async fn a_game_of_two_people_is_kept_when_it_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(with_library(&folder, false)).await;
    let mut ann = server.socket().await;
    let mut ben = server.socket_from(client(2)).await;
    let room = ask(&mut ann, json!({"type": "invite", "name": "Ann", "side": "black"})).await;
    ask(&mut ben, json!({"type": "join", "room": room["room"], "name": "Ben"})).await;
    ask(&mut ann, json!({"type": "move", "move": "f5", "ply": 0})).await;
    let over = ask(&mut ben, json!({"type": "resign"})).await;
    assert_eq!(over["result"]["winner"], "black", "{over}");
    // It is written while the game's answer is on its way.
    let found = loop {
        let found = ask(&mut ann, json!({"type": "search", "player": "Ben"})).await;
        if found["count"] == 1 {
            break found;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    let kept = &found["games"][0];
    assert_eq!((&kept["black"], &kept["score"]), (&json!("Ann"), &json!(64)), "{found}");
    assert!(kept["date"].as_str().unwrap().starts_with("20"), "{found}");
    server.end().await;
}
