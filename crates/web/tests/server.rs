//! What the server serves and what it refuses: every limit, and bad input of every kind.

mod support;

use std::fs;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use obverse_rules::{Game, Position, Size};
use obverse_web::Config;
use serde_json::json;
use support::{Server, Socket, client, config, endless, status};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The position after these moves.
fn after(moves: &[&str]) -> Position {
    let mut game = Game::from_start(Size::EIGHT);
    for mv in moves {
        game.play(mv.parse().unwrap()).unwrap();
    }
    *game.position()
}

#[tokio::test]
async fn the_page_is_served_with_strict_headers() {
    let server = Server::start(config()).await;
    let page = server.get("/", "").await;
    assert_eq!(status(&page), 200);
    let head = page.to_lowercase();
    assert!(head.contains("content-type: text/html"));
    assert!(head.contains("default-src 'none'; script-src 'self'; style-src 'self'"));
    assert!(!head.contains("unsafe-inline") && !head.contains("unsafe-eval"));
    assert!(head.contains("x-content-type-options: nosniff"));
    let script = server.get("/js/main.js", "").await;
    assert!(script.contains("content-type: text/javascript"));
    assert_eq!(status(&server.get("/nothing.html", "").await), 404);
}

#[tokio::test]
async fn files_are_compressed_and_not_sent_twice() {
    let server = Server::start(config()).await;
    let plain = server.get("/css/base.css", "").await;
    let small = server.get("/css/base.css", "Accept-Encoding: br, gzip\r\n").await;
    assert!(small.contains("content-encoding: gzip"));
    // Bytes that are no text count one each.
    assert!(small.chars().count() < plain.len() / 2);
    let tag = plain.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = server.get("/css/base.css", &format!("If-None-Match: {tag}\r\n")).await;
    assert_eq!(status(&again), 304);
    assert!(again.ends_with("\r\n\r\n"));
    let other = server.get("/css/base.css", "If-None-Match: W/\"0\"\r\n").await;
    assert_eq!(status(&other), 200);
}

#[tokio::test]
async fn nothing_outside_the_page_is_served() {
    let server = Server::start(config()).await;
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/js/../../Cargo.toml",
        "/package.json",
        "/tests/vectors.json",
        "/node_modules/typescript/package.json",
        "//etc/passwd",
    ] {
        let answer = server.get(path, "").await;
        assert!(matches!(status(&answer), 400 | 404), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_folder_is_served_instead_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    fs::create_dir(&site).unwrap();
    for (name, text) in [
        ("site/index.html", "<p>a site"),
        ("site/engine.wasm", "as it is"),
        ("site/engine.wasm.br", "compressed"),
        ("secret", "secret"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let server = Server::start(Config { files: Some(site), ..config() }).await;
    let page = server.get("/", "").await;
    assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>a site"), "{page}");
    // The site says itself what it loads; a second policy would forbid it.
    assert!(page.contains("content-security-policy: frame-ancestors 'none'\r\n"), "{page}");
    let engine = server.get("/engine.wasm", "").await;
    assert!(engine.contains("content-type: application/wasm\r\n"), "{engine}");
    assert!(engine.ends_with("as it is"), "{engine}");
    let engine = server.get("/engine.wasm", "Accept-Encoding: br\r\n").await;
    assert!(engine.contains("content-encoding: br\r\n"), "{engine}");
    assert!(engine.ends_with("compressed"), "{engine}");
    for path in ["/../secret", "/%2e%2e/secret", "/..%2fsecret", "/js/main.js"] {
        let answer = server.get(path, "").await;
        assert!(!answer.contains("200 OK") && !answer.ends_with("secret"), "{path}: {answer}");
    }
    server.end().await;
}

#[tokio::test]
async fn hints_and_exact_scores() {
    let server = Server::start(config()).await;
    let health = server.get("/api/v1/health", "").await;
    assert!(status(&health) == 200 && health.contains("\"protocol\":3"), "{health}");
    let (code, hints) =
        server.post("/api/v1/hint", r#"{"position":"f5d6c3","depth":3,"top":2}"#).await;
    assert_eq!(code, 200);
    let position = after(&["f5", "d6", "c3"]);
    let hints = hints.as_array().unwrap();
    assert_eq!(hints.len(), 2);
    for (at, hint) in hints.iter().enumerate() {
        assert_eq!(hint["rank"], at + 1);
        let mv = hint["move"].as_str().unwrap();
        assert_eq!(hint["pv"][0], mv);
        position.play(mv.parse().unwrap()).expect("the move is legal");
    }
    assert!(hints[0]["score"].as_f64() >= hints[1]["score"].as_f64());
    // Perfect play on 4×4: White wins 11–3 with two squares empty, which count for the winner.
    let (code, solved) = server.post("/api/v1/solve", r#"{"position":"start","size":4}"#).await;
    assert_eq!((code, &solved["score"], &solved["kind"]), (200, &json!(-10), &json!("exact")));
    let (_, wld) =
        server.post("/api/v1/solve", r#"{"position":"start","size":4,"wld":true}"#).await;
    assert_eq!((&wld["score"], &wld["kind"]), (&json!(-1), &json!("wld")));
    // What a hint takes is understood here too.
    for budget in [r#""level":3"#, r#""depth":2"#, r#""time":20"#] {
        let body = format!(r#"{{"position":"start","size":4,{budget},"top":2}}"#);
        let (code, solved) = server.post("/api/v1/solve", &body).await;
        assert_eq!((code, &solved["score"]), (200, &json!(-10)), "{body}");
    }
    let (code, answer) = server.post("/api/v1/solve", r#"{"position":"start","time":0.05}"#).await;
    assert_eq!(code, 422, "not solved in this time: {answer}");
}

#[tokio::test]
async fn the_api_description_matches_the_api() {
    let server = Server::start(config()).await;
    let answer = server.get("/api/v1/openapi.json", "").await;
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let described: serde_json::Value = serde_json::from_str(body).unwrap();
    for path in described["paths"].as_object().unwrap().keys() {
        assert_ne!(status(&server.get(path, "").await), 404, "{path}");
    }
    // Every field that is described is understood, and no other.
    let schemas = &described["components"]["schemas"];
    let hint = json!({"position": "start"});
    for (path, schema, body) in [
        ("/api/v1/hint", "HintRequest", hint.clone()),
        ("/api/v1/solve", "SolveRequest", hint),
        ("/api/v1/read", "ReadRequest", json!({"text": "f5"})),
        ("/api/v1/write", "WriteRequest", json!({"format": "sgf", "game": {}})),
    ] {
        for field in schemas[schema]["properties"].as_object().unwrap().keys() {
            let mut body = body.clone();
            body[field.as_str()] = json!([[]]);
            let (code, answer) = server.post(path, &body.to_string()).await;
            let error = answer["error"].as_str().unwrap_or_default();
            assert!(code == 400 && error.contains("invalid type"), "{path} {field}: {error}");
        }
    }
    let hint = server.post("/api/v1/hint", r#"{"position":"start","depth":1}"#).await.1;
    for field in schemas["Hint"]["required"].as_array().unwrap() {
        assert!(hint[0].get(field.as_str().unwrap()).is_some(), "{field}");
    }
}

#[tokio::test]
async fn bad_requests_are_refused_with_a_reason() {
    let server = Server::start(config()).await;
    for (body, wanted) in [
        (r#"{"position":"nonsense"}"#, 422),
        (r#"{"position":"f5f5"}"#, 422),
        (r#"{"position":""}"#, 422),
        (r#"{"position":"start","size":7}"#, 422),
        (r#"{"position":"start","level":21}"#, 422),
        (r#"{"position":"start","time":-1}"#, 422),
        (r#"{"position":"start","time":1,"depth":4}"#, 422),
        (r#"{"position":"start","depth":0}"#, 422),
        (r#"{"position":"start","top":0}"#, 422),
        (r#"{"position":"/etc/passwd"}"#, 422),
        (r#"{"position":5}"#, 400),
        (r#"{"position":"start","colour":"red"}"#, 400),
        ("{", 400),
        ("", 400),
    ] {
        let (code, answer) = server.post("/api/v1/hint", body).await;
        assert_eq!(code, wanted, "{body}");
        assert!(answer["error"].as_str().is_some_and(|text| text.len() > 10), "{body}: {answer}");
    }
    let (code, answer) = server.post("/api/v1/hint", &"x".repeat(3_000_000)).await;
    assert_eq!(code, 413);
    assert!(answer["error"].as_str().is_some_and(|text| text.contains("limit")), "{answer}");
    assert_eq!(status(&server.get("/api/v1/hint", "").await), 405);
    let (code, _) = server.post("/api/v1/hint", r#"{"position":"start","depth":1}"#).await;
    assert_eq!(code, 200, "the server lives on");
}

#[tokio::test]
async fn random_bytes_do_no_harm() {
    let server = Server::start(config()).await;
    let noise: Vec<u8> =
        (0..4096u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    server.raw(&noise).await;
    let mut socket = server.socket().await;
    socket.0.send(Message::binary(noise)).await.unwrap();
    assert_eq!(socket.next().await["code"], "bad-message");
    for text in ["", "{", "[]", "null", "{\"type\":\"dance\"}", "{\"type\":\"stop\"}", "\u{0}"] {
        socket.say(text).await;
        assert_eq!(socket.next().await["code"], "bad-message", "{text:?}");
    }
    socket.send(json!({"type": "choose", "id": 1, "who": "random"})).await;
    assert_eq!(socket.next_of("chosen").await["id"], 1, "the same socket still answers");
}

#[tokio::test]
async fn questions_that_make_no_sense() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    for (question, reason) in [
        (json!({"type": "choose", "who": "human"}), "does not play here"),
        (json!({"type": "choose", "who": "gtp:rm -rf /"}), "does not play here"),
        (json!({"type": "choose", "who": "engine:threads=64"}), "does not play here"),
        (json!({"type": "choose", "who": "engine:hash=99999"}), "does not play here"),
        (json!({"type": "choose", "who": "nobody"}), "is not a player"),
        (json!({"type": "choose", "who": "level:0"}), "levels are 1 to 20"),
        (json!({"type": "choose", "who": "squares", "size": 10}), "8"),
        (json!({"type": "choose", "who": "random", "moves": ["a1"]}), "move 1"),
        (json!({"type": "choose", "who": "random", "moves": ["f5", "x99"]}), "move 2"),
        (json!({"type": "choose", "who": "random", "start": "XXXX"}), "the start"),
        (json!({"type": "choose", "who": "random", "size": 5}), "even numbers from 4 to 26"),
        (json!({"type": "choose", "who": "random", "time": 0}), "no time"),
        (json!({"type": "analyse", "time": 1e300}), "no time"),
        (json!({"type": "analyse", "level": 99}), "levels are 1 to 20"),
    ] {
        let mut question = question;
        question["id"] = json!(7);
        socket.send(question.clone()).await;
        let answer = socket.next().await;
        assert_eq!((&answer["type"], &answer["id"]), (&json!("error"), &json!(7)), "{question}");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains(reason), "{question}: {message}");
    }
}

#[tokio::test]
async fn players_choose_legal_moves() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    let players = ["random", "level:1", "engine:depth=2", "squares", "anysize", "killer:depth=2"];
    let moves = ["f5", "d6", "c3"];
    let position = after(&moves);
    for (id, who) in players.into_iter().enumerate() {
        socket.send(json!({"type": "choose", "id": id, "who": who, "moves": moves})).await;
        let chosen = socket.next_of("chosen").await;
        assert_eq!(chosen["id"], id, "{who}");
        let mv = chosen["move"].as_str().unwrap().parse().unwrap();
        position.play(mv).unwrap_or_else(|error| panic!("{who}: {error}"));
    }
}

/// What the first release sent, and the fields that its document promised in return.
#[tokio::test]
async fn a_client_of_the_first_release_is_answered_as_it_was() {
    const START: &str = "---------------------------OX------XO--------------------------- X";
    let server = Server::start(config()).await;
    let mut socket = Socket(server.connect(&[]).await.unwrap());
    let promised = |answer: &serde_json::Value, fields: &str| {
        for field in fields.split(' ') {
            assert!(answer.get(field).is_some(), "no {field} in {answer}");
        }
    };
    let hello = socket.next().await;
    promised(&hello, "protocol name version players levels limits");
    promised(&hello["players"][0], "who sizes");
    promised(&hello["levels"][0], "level name character elo");
    promised(&hello["limits"], "seconds bytes");
    assert!(hello["protocol"].as_u64() > Some(1), "a client can tell that there is more");
    let game = json!({"start": START, "moves": ["f5", "d6"]});
    let with = |mut question: serde_json::Value| {
        for (field, value) in game.as_object().unwrap() {
            question[field] = value.clone();
        }
        question
    };
    socket.send(with(json!({"type": "analyse", "id": 1, "time": 0.2, "top": 99}))).await;
    let lines = socket.next_of("lines").await;
    promised(&lines, "id lines nodes seconds");
    promised(&lines["lines"][0], "score kind depth pv");
    promised(&socket.next_of("done").await, "id lines nodes seconds");
    socket.send(with(json!({"type": "choose", "id": 2, "who": "engine:depth=4"}))).await;
    let chosen = socket.next_of("chosen").await;
    promised(&chosen, "id move thought");
    let clock = json!({"remaining": 60.0, "increment": 1.0});
    socket.send(with(json!({"type": "choose", "id": 3, "who": "level:3", "clock": clock}))).await;
    promised(&socket.next_of("chosen").await, "id move thought");
    socket.send(json!({"type": "stop", "id": 3})).await;
    socket.send(with(json!({"type": "choose", "id": 4, "who": "nobody"}))).await;
    let error = socket.next_of("error").await;
    promised(&error, "id code message");
    assert_eq!(error["code"], "bad-question");
}

#[tokio::test]
async fn a_time_that_is_none_is_repeated_as_it_was_written() {
    let server = Server::start(config()).await;
    for time in ["1e308", "-1.0", "0.0"] {
        let body = format!(r#"{{"position":"start","time":{time}}}"#);
        let head =
            format!("Host: localhost\r\nConnection: close\r\nContent-Length: {}", body.len());
        let answer = server
            .raw(format!("POST /api/v1/hint HTTP/1.1\r\n{head}\r\n\r\n{body}").as_bytes())
            .await;
        assert_eq!(status(&answer), 422, "{answer}");
        assert!(
            answer.contains(&format!("{time} is no time: give seconds above zero")),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn an_analysis_reports_lines_and_an_end() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    socket.send(json!({"type": "analyse", "id": 3, "depth": 4, "top": 99})).await;
    let done = socket.next_of("done").await;
    let lines = done["lines"].as_array().unwrap();
    assert_eq!((done["id"].as_u64(), lines.len()), (Some(3), 4));
    for line in lines {
        assert!(line["kind"].is_string() && line["score"].is_number() && line["pv"][0].is_string());
    }
}

#[tokio::test]
async fn games_are_read_and_written_beside_a_search() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    // The one search thread is busy, and stays so.
    socket.send(endless(1)).await;
    socket.next_of("lines").await;
    socket.send(json!({"type": "read", "id": 2, "text": "f5d6c3"})).await;
    let games = socket.next_of("games").await;
    assert_eq!(
        (&games["id"], &games["games"][0]["moves"]),
        (&json!(2), &json!(["f5", "d6", "c3"]))
    );
    let game = &games["games"][0];
    socket.send(json!({"type": "write", "id": 3, "format": "transcript", "game": game})).await;
    assert_eq!(socket.next_of("written").await["text"], "f5d6c3\n");
    socket.send(json!({"type": "read", "id": 4, "text": "f5f5"})).await;
    assert_eq!(socket.next_of("error").await["code"], "unreadable");
    assert_eq!(socket.next_of("lines").await["id"], 1, "the search goes on");
    let (code, games) = server.post("/api/v1/read", r#"{"text":"f5d6\nf5f6"}"#).await;
    assert_eq!((code, &games["count"]), (200, &json!(2)));
    let body = r#"{"format":"obf","game":{"moves":["f5"]}}"#;
    let (code, written) = server.post("/api/v1/write", body).await;
    assert_eq!((code, &written["file"]), (200, &json!("obverse.obf")));
    let (code, error) = server.post("/api/v1/read", r#"{"text":"f5f5"}"#).await;
    assert_eq!(
        (code, &error["error"]),
        (422, &json!("line 1, column 3: move 2, f5: f5 is occupied"))
    );
}

#[tokio::test]
async fn a_message_that_is_not_understood_is_answered_by_its_number() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    socket.send(json!({"type": "sing", "id": 12, "text": "la"})).await;
    let error = socket.next().await;
    assert_eq!((&error["code"], &error["id"]), (&json!("bad-message"), &json!(12)));
}

#[tokio::test]
async fn a_huge_message_ends_the_socket_and_nothing_else() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    let mut witness = server.socket().await;
    // The server closes before it has read 100 MB, so that sending fails sooner or later.
    let _ = socket.0.send(Message::text("x".repeat(100_000_000))).await;
    while let Some(Ok(message)) = socket.0.next().await {
        assert!(matches!(message, Message::Close(_) | Message::Ping(_)), "{message:?}");
    }
    witness.send(json!({"type": "choose", "id": 1, "who": "random"})).await;
    witness.next_of("chosen").await;
}

#[tokio::test]
async fn a_page_that_closes_hears_that_it_was_closed() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    socket.0.close(None).await.unwrap();
    let answer = loop {
        match socket.0.next().await {
            Some(Ok(Message::Ping(_))) => {}
            answer => break answer,
        }
    };
    assert!(matches!(answer, Some(Ok(Message::Close(_)))), "{answer:?}");
}

#[tokio::test]
async fn other_sites_are_refused() {
    let server = Server::start(config()).await;
    let own = format!("http://{}", server.address);
    assert!(server.connect(&[("origin", &own)]).await.is_ok());
    for headers in
        [[("origin", "https://evil.example")], [("origin", "null")], [("host", "evil.example")]]
    {
        match server.connect(&headers).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{headers:?}"),
            other => panic!("{headers:?}: {:?}", other.map(|_| "connected")),
        }
    }
}

#[tokio::test]
async fn a_search_ends_with_its_socket_its_question_or_its_time() {
    let server =
        Server::start(Config { longest_search: Duration::from_millis(300), ..config() }).await;
    // The longest time allowed ends it, and what was found is told.
    let mut socket = server.socket().await;
    socket.send(endless(1)).await;
    assert!(!socket.next_of("done").await["lines"].as_array().unwrap().is_empty());
    let patient =
        Server::start(Config { longest_search: Duration::from_hours(1), ..config() }).await;
    let mut first = patient.socket().await;
    first.send(endless(1)).await;
    first.next_of("lines").await;
    let mut second = patient.socket().await;
    second.send(json!({"type": "choose", "id": 2, "who": "random"})).await;
    assert_eq!(second.next().await, json!({"type": "queued", "id": 2, "place": 1}));
    // Another question on the first socket gives the endless one up, and waits its turn.
    first.send(json!({"type": "choose", "id": 3, "who": "random"})).await;
    assert_eq!(second.next_of("chosen").await["id"], 2);
    assert_eq!(first.next_of("chosen").await["id"], 3);
    // A stop, and then a socket that closes.
    first.send(endless(4)).await;
    first.next_of("lines").await;
    first.send(json!({"type": "stop", "id": 4})).await;
    second.send(json!({"type": "choose", "id": 5, "who": "random"})).await;
    assert_eq!(second.next_of("chosen").await["id"], 5);
    first.send(endless(6)).await;
    first.next_of("lines").await;
    drop(first);
    second.send(json!({"type": "choose", "id": 7, "who": "random"})).await;
    assert_eq!(second.next_of("chosen").await["id"], 7);
}

#[tokio::test]
async fn places_in_the_queue_are_told_and_its_end_too() {
    let server = Server::start(Config { waiting: 2, ..config() }).await;
    let mut busy = server.socket().await;
    busy.send(endless(0)).await;
    busy.next_of("lines").await;
    let mut sockets = Vec::new();
    for place in 1..=2 {
        let mut socket = server.socket().await;
        socket.send(json!({"type": "choose", "id": place, "who": "random"})).await;
        assert_eq!(socket.next().await["place"], place);
        sockets.push(socket);
    }
    let mut late = server.socket().await;
    late.send(json!({"type": "choose", "id": 3, "who": "random"})).await;
    assert_eq!(late.next().await["code"], "busy");
    // The first in the queue leaves: the second moves up.
    sockets.remove(0);
    assert_eq!(sockets[0].next().await["place"], 1);
    busy.send(json!({"type": "stop", "id": 0})).await;
    sockets[0].next_of("chosen").await;
}

#[tokio::test]
async fn sockets_are_limited() {
    let server = Server::start(Config { sockets: 1, ..config() }).await;
    let first = server.socket().await;
    match server.connect(&[]).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 503),
        other => panic!("{:?}", other.map(|_| "connected")),
    }
    drop(first);
    // The place is free again as soon as the server has noticed.
    while server.connect(&[]).await.is_err() {
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn the_end_is_told_and_comes() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    socket.send(endless(1)).await;
    socket.next_of("lines").await;
    let end = tokio::spawn(server.end());
    loop {
        match socket.0.next().await {
            Some(Ok(Message::Close(Some(frame)))) => {
                assert_eq!(u16::from(frame.code), 1001);
                break;
            }
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    drop(socket);
    end.await.unwrap();
}

#[tokio::test]
async fn a_question_that_comes_when_the_server_ends_is_refused() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    let body = r#"{"position":"f5d6","depth":4}"#;
    let mut stream = server.stream(client(2)).await;
    let head = format!(
        "POST /api/v1/hint HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // The server reads this request: it finishes it although the end comes.
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).await.unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    let end = tokio::spawn(server.end());
    // The sockets are closed when the end has come.
    while !matches!(socket.0.next().await, Some(Ok(Message::Close(_)))) {}
    drop(socket);
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert_eq!(status(&answer), 503, "{answer}");
    assert!(answer.contains("the server ends"), "{answer}");
    end.await.unwrap();
}

#[tokio::test]
async fn a_client_that_does_not_finish_its_request_is_cut_off() {
    let server =
        Server::start(Config { request_deadline: Duration::from_millis(100), ..config() }).await;
    let unfinished = [
        "GET / HTTP/1.1\r\nHo",
        "POST /api/v1/hint HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n{\"pos",
    ];
    for request in unfinished {
        // Returns only when the server has closed the connection.
        let answer = server.raw(request.as_bytes()).await;
        assert!(answer.is_empty() || status(&answer) >= 400, "{answer}");
    }
    assert_eq!(status(&server.get("/api/v1/health", "").await), 200);
}
