//! Two people and their room, over real sockets.

mod support;

use std::time::Duration;

use obverse_web::{Config, RoomLimits};
use serde_json::{Value, json};
use support::{Server, Socket, client, config};

/// Asks, and waits for the answer of the same number.
async fn ask(socket: &mut Socket, mut question: Value, id: u64) -> Value {
    question["id"] = id.into();
    socket.send(question).await;
    loop {
        let answer = socket.next().await;
        if answer["id"] == id {
            return answer;
        }
    }
}

/// The next room that somebody else has changed.
async fn news(socket: &mut Socket) -> Value {
    loop {
        let room = socket.next_of("room").await;
        if room.get("id").is_none() {
            return room;
        }
    }
}

/// A room with Ann as Black, and Ben.
async fn two(server: &Server, clock: Option<f64>) -> (Socket, Socket, Value, Value) {
    let mut ann = server.socket().await;
    let mut ben = server.socket_from(client(2)).await;
    let mut invite = json!({"type": "invite", "name": "Ann", "side": "black", "size": 4});
    if let Some(remaining) = clock {
        invite["clock"] = json!({"remaining": remaining});
    }
    let room = ask(&mut ann, invite, 1).await;
    assert_eq!((&room["phase"], &room["you"]), (&json!("waiting"), &json!("black")), "{room}");
    let joined =
        ask(&mut ben, json!({"type": "join", "room": room["room"], "name": "Ben"}), 1).await;
    assert_eq!((&joined["phase"], &joined["you"]), (&json!("playing"), &json!("white")));
    assert_eq!(news(&mut ann).await["players"]["white"]["name"], "Ben");
    (ann, ben, room, joined)
}

#[tokio::test]
async fn two_people_play_a_game_to_its_end_and_another() {
    let server = Server::start(config()).await;
    let (mut ann, mut ben, room, _) = two(&server, Some(60.0)).await;
    let id = room["room"].as_str().unwrap();
    assert_eq!(id.len(), 22);
    assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{id}");
    // Everybody who has the link may watch.
    let mut eve = server.socket_from(client(3)).await;
    let watched = ask(&mut eve, json!({"type": "join", "room": id}), 1).await;
    assert!(watched.get("you").is_none() && watched.get("token").is_none(), "{watched}");
    let mut state = watched;
    while state["phase"] == "playing" {
        let moves: Vec<String> =
            state["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap().into()).collect();
        let mut game = obverse_rules::Game::from_start(obverse_rules::Size::FOUR);
        for name in &moves {
            game.play(name.parse().unwrap()).unwrap();
        }
        let square = game.position().moves().iter().next().unwrap();
        let mover = match game.position().side() {
            obverse_rules::Color::Black => &mut ann,
            obverse_rules::Color::White => &mut ben,
        };
        let play = json!({"type": "move", "move": square.to_string(), "ply": moves.len()});
        let played = ask(mover, play, 2).await;
        assert_eq!(played["type"], "room", "{played}");
        // Who watches sees the same.
        state = loop {
            let seen = news(&mut eve).await;
            if seen["moves"] == played["moves"] {
                break seen;
            }
        };
    }
    assert!(state["result"]["text"].as_str().unwrap().contains("–"), "{state}");
    assert!(state["clock"].get("running").is_none());
    ask(&mut ann, json!({"type": "offer", "what": "rematch"}), 3).await;
    let again = ask(&mut ben, json!({"type": "answer", "accept": true}), 4).await;
    assert_eq!((&again["round"], &again["you"]), (&json!(2), &json!("black")));
    assert_eq!(again["moves"], json!([]));
    server.end().await;
}

#[tokio::test]
async fn who_loses_the_connection_comes_back_to_the_same_chair() {
    let server = Server::start(config()).await;
    let (mut ann, ben, room, joined) = two(&server, Some(60.0)).await;
    let first = ask(&mut ann, json!({"type": "move", "move": "b1", "ply": 0}), 2).await;
    assert_eq!(first["type"], "room", "{first}");
    // The line is cut, without a word.
    drop(ben);
    let gone = loop {
        let seen = news(&mut ann).await;
        if seen["players"]["white"]["here"] == false {
            break seen;
        }
    };
    assert_eq!(gone["clock"]["running"], "white");
    let mut ben = server.socket_from(client(2)).await;
    // The link alone is not the chair.
    let without = ask(&mut ben, json!({"type": "join", "room": room["room"]}), 1).await;
    assert!(without.get("you").is_none(), "{without}");
    let back = json!({"type": "join", "room": room["room"], "token": joined["token"]});
    let back = ask(&mut ben, back, 2).await;
    assert_eq!((&back["you"], &back["moves"]), (&json!("white"), &json!(["b1"])));
    let played = ask(&mut ben, json!({"type": "move", "move": "a1", "ply": 1}), 3).await;
    assert_eq!(played["moves"], json!(["b1", "a1"]), "{played}");
    server.end().await;
}

#[tokio::test]
async fn a_flag_falls_though_nobody_says_anything() {
    let server = Server::start(config()).await;
    let (mut ann, mut ben, ..) = two(&server, Some(0.3)).await;
    for socket in [&mut ann, &mut ben] {
        let over = loop {
            let seen = news(socket).await;
            if seen["phase"] == "over" {
                break seen;
            }
        };
        assert_eq!(over["result"]["ending"], "time");
        assert_eq!(over["result"]["winner"], "white");
    }
    server.end().await;
}

#[tokio::test]
async fn what_a_room_does_not_allow_is_refused_by_its_number() {
    let server = Server::start(config()).await;
    let mut eve = server.socket().await;
    let no_room = json!({"type": "join", "room": "AAAAAAAAAAAAAAAAAAAAAA"});
    assert_eq!(ask(&mut eve, no_room, 5).await["code"], "not-found");
    for message in [
        json!({"type": "move", "move": "f5", "ply": 0}),
        json!({"type": "offer", "what": "rematch"}),
        json!({"type": "answer", "accept": true}),
        json!({"type": "resign"}),
    ] {
        assert_eq!(ask(&mut eve, message, 6).await["code"], "not-now");
    }
    let (mut ann, _ben, room, _) = two(&server, None).await;
    let thief = json!({"type": "join", "room": room["room"], "token": "AAAAAAAAAAAAAAAAAAAAAA"});
    assert_eq!(ask(&mut eve, thief, 7).await["code"], "not-found");
    ask(&mut eve, json!({"type": "join", "room": room["room"]}), 8).await;
    assert_eq!(ask(&mut eve, json!({"type": "resign"}), 9).await["code"], "not-now");
    let illegal = json!({"type": "move", "move": "a1", "ply": 0});
    assert_eq!(ask(&mut ann, illegal, 10).await["code"], "bad-question");
    for clock in [
        json!({"remaining": 0.0}),
        json!({"remaining": 1e9}),
        json!({"remaining": 9.0, "increment": -1.0}),
    ] {
        let invite = json!({"type": "invite", "clock": clock});
        assert_eq!(ask(&mut ann, invite, 11).await["code"], "bad-question", "{clock}");
    }
    // To ask for another room is to leave.
    assert_eq!(ask(&mut ann, json!({"type": "resign"}), 12).await["code"], "not-now");
    assert_eq!(ask(&mut ann, json!({"type": "leave"}), 13).await["type"], "left");
    server.end().await;
}

#[tokio::test]
async fn a_name_cannot_turn_the_text_around_it() {
    let server = Server::start(config()).await;
    let mut ann = server.socket().await;
    let name = format!("  A\u{202e}n\nn\u{0}{}", "x".repeat(100));
    let room = ask(&mut ann, json!({"type": "invite", "name": name, "side": "white"}), 1).await;
    let shown = room["players"]["white"]["name"].as_str().unwrap();
    assert!(shown.starts_with("Annx") && shown.chars().count() <= 40, "{shown:?}");
    let nameless = ask(&mut ann, json!({"type": "invite", "name": " ", "side": "black"}), 2).await;
    assert_eq!(nameless["players"]["black"]["name"], "Guest");
    server.end().await;
}

#[tokio::test]
async fn rooms_have_limits_and_are_forgotten() {
    let rooms = RoomLimits {
        rooms: 3,
        rooms_of_client: 2,
        watching: 1,
        deserted: Duration::from_millis(300),
        ..RoomLimits::default()
    };
    let server = Server::start(Config { rooms, ..config() }).await;
    let invite = || json!({"type": "invite"});
    let mut sockets = Vec::new();
    for _ in 0..2 {
        let mut socket = server.socket().await;
        assert_eq!(ask(&mut socket, invite(), 1).await["type"], "room");
        sockets.push(socket);
    }
    let mut third = server.socket().await;
    let refusal = ask(&mut third, invite(), 1).await;
    assert_eq!(refusal["code"], "busy", "{refusal}");
    assert!(refusal["retry"].is_number());
    // Another client still gets one; then all are taken.
    let mut other = server.socket_from(client(2)).await;
    let room = ask(&mut other, invite(), 1).await;
    assert_eq!(room["type"], "room");
    let mut last = server.socket_from(client(3)).await;
    assert_eq!(ask(&mut last, invite(), 1).await["code"], "busy");
    // One may watch, a second one not; the chair is free for somebody.
    let watch = |room: &Value| json!({"type": "join", "room": room["room"], "watch": true});
    assert_eq!(ask(&mut last, watch(&room), 2).await["type"], "room");
    assert_eq!(ask(&mut third, watch(&room), 2).await["code"], "busy");
    // Rooms that everybody has left are forgotten.
    drop((sockets, other, last));
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(ask(&mut third, watch(&room), 3).await["code"], "not-found");
    assert_eq!(ask(&mut third, invite(), 4).await["type"], "room");
    server.end().await;
}

#[tokio::test]
async fn a_server_without_rooms_says_so() {
    let rooms = RoomLimits { rooms: 0, ..RoomLimits::default() };
    let server = Server::start(Config { rooms, ..config() }).await;
    let mut socket = Socket(server.connect(&[]).await.unwrap());
    assert_eq!(socket.next().await["rooms"], false);
    assert_eq!(ask(&mut socket, json!({"type": "invite"}), 1).await["code"], "not-here");
    server.end().await;
}
