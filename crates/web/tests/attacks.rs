//! What one client can do to the others: nothing that lasts. A client is an address, and on Linux
//! all of 127.0.0.0/8 is this machine.
#![cfg(target_os = "linux")]

mod support;

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use obverse_web::{ClientLimits, Config};
use serde_json::json;
use support::{Server, Socket, client, config, endless, status};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message};

fn limited(client: ClientLimits) -> Config {
    Config { client, longest_search: Duration::from_hours(1), ..config() }
}

/// The attacker's sockets, each with a question that never ends.
async fn attack(server: &Server, sockets: usize) -> Vec<Socket> {
    let mut attackers = Vec::new();
    for id in 0..sockets {
        let mut socket = server.socket().await;
        socket.send(endless(id as u64)).await;
        if id == 0 {
            // This one searches, and the others wait: without this any of them might come first.
            socket.next_of("lines").await;
        }
        attackers.push(socket);
    }
    attackers[sockets - 1].next_of("queued").await;
    attackers
}

#[tokio::test]
async fn long_searches_of_one_client_make_room_for_another() {
    let turn = Duration::from_millis(200);
    let server =
        Server::start(Config { search_turn: turn, ..limited(ClientLimits::default()) }).await;
    let mut attackers = attack(&server, 40).await;
    for other in 2..6 {
        let mut socket = server.socket_from(client(other)).await;
        socket.send(json!({"type": "choose", "id": 1, "who": "level:1"})).await;
        // Of the forty one may be served before, in the moment when no search runs.
        assert!(socket.next_of("queued").await["place"].as_u64() <= Some(2));
        socket.next_of("chosen").await;
    }
    // The search that made room says what it has found.
    assert!(!attackers[0].next_of("done").await["lines"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_search_goes_on_while_only_its_own_client_waits() {
    let config =
        Config { search_turn: Duration::from_millis(10), ..limited(ClientLimits::default()) };
    let server = Server::start(config).await;
    let mut first = server.socket().await;
    first.send(endless(1)).await;
    let mut second = server.socket().await;
    first.next_of("lines").await;
    second.send(json!({"type": "choose", "id": 2, "who": "random"})).await;
    second.next_of("queued").await;
    for _ in 0..5 {
        assert_eq!(first.next().await["type"], "lines");
    }
}

#[tokio::test]
async fn questions_of_one_client_are_bounded_and_it_is_told_when_to_come_back() {
    let limits = ClientLimits { waiting: 3, ..ClientLimits::default() };
    let config = Config { search_turn: Duration::from_secs(7), ..limited(limits) };
    let server = Server::start(config).await;
    let _attackers = attack(&server, 4).await;
    let mut fifth = server.socket().await;
    fifth.send(json!({"type": "choose", "id": 9, "who": "random"})).await;
    let busy = fifth.next().await;
    assert_eq!(
        (&busy["code"], &busy["id"], &busy["retry"]),
        (&json!("busy"), &json!(9), &json!(7))
    );
    let body = r#"{"position":"start","depth":1}"#;
    let head = format!("Host: localhost\r\nConnection: close\r\nContent-Length: {}", body.len());
    let request = format!("POST /api/v1/hint HTTP/1.1\r\n{head}\r\n\r\n{body}");
    let answer = server.raw(request.as_bytes()).await;
    assert!(status(&answer) == 429 && answer.contains("retry-after: 7"), "{answer}");
    // Another client may still ask.
    let mut other = server.socket_from(client(2)).await;
    other.send(json!({"type": "choose", "id": 1, "who": "random"})).await;
    assert_eq!(other.next().await["type"], "queued");
}

#[tokio::test]
async fn sockets_of_one_client_are_bounded() {
    let server =
        Server::start(limited(ClientLimits { sockets: 3, ..ClientLimits::default() })).await;
    let sockets = [server.socket().await, server.socket().await, server.socket().await];
    match server.connect(&[]).await {
        Err(Error::Http(answer)) => {
            assert_eq!(answer.status(), 429);
            assert!(answer.headers().contains_key("retry-after"));
        }
        other => panic!("{:?}", other.map(|_| "connected")),
    }
    server.socket_from(client(2)).await;
    // What a client says about itself changes nothing.
    let forwarded = [("x-forwarded-for", "192.0.2.1")];
    assert!(server.connect(&forwarded).await.is_err());
    drop(sockets);
    while server.connect(&[]).await.is_err() {
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_trusted_proxy_says_who_its_clients_are() {
    let limits = ClientLimits { sockets: 1, connections: 1, ..ClientLimits::default() };
    let server = Server::start(Config { trust_forwarded: true, ..limited(limits) }).await;
    let from = |address| [("x-forwarded-for", address)];
    let _first = server.connect(&from("192.0.2.1")).await.unwrap();
    let _second = server.connect(&from("192.0.2.2")).await.unwrap();
    // Only the last address is the proxy's word.
    let _third = server.connect(&from("192.0.2.1, 192.0.2.3")).await.unwrap();
    assert!(server.connect(&from("192.0.2.9, 192.0.2.2")).await.is_err());
}

#[tokio::test]
async fn connections_of_one_client_are_bounded() {
    let limits = ClientLimits { connections: 3, ..ClientLimits::default() };
    let server = Server::start(limited(limits)).await;
    let mut idle = Vec::new();
    for _ in 0..3 {
        let mut stream = server.stream(client(1)).await;
        stream.write_all(b"GET / HT").await.unwrap();
        idle.push(stream);
    }
    let mut refused = server.stream(client(1)).await;
    let mut answer = String::new();
    refused.read_to_string(&mut answer).await.unwrap();
    assert_eq!(status(&answer), 429);
    server.socket_from(client(2)).await;
}

#[tokio::test]
async fn a_body_that_drips_is_cut_off() {
    let deadline = Duration::from_millis(300);
    let server = Server::start(Config { request_deadline: deadline, ..config() }).await;
    let mut stream = server.stream(client(1)).await;
    let head = "POST /api/v1/hint HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut input, mut output) = stream.into_split();
    // Each byte comes in time; all of them would take an hour.
    let drip = tokio::spawn(async move {
        let mut sent = 0;
        while output.write_all(b" ").await.is_ok() {
            sent += 1;
            sleep(Duration::from_millis(40)).await;
        }
        sent
    });
    let mut answer = String::new();
    input.read_to_string(&mut answer).await.unwrap();
    assert_eq!(status(&answer), 408, "{answer}");
    assert!(drip.await.unwrap() < 100_000);
}

#[tokio::test]
async fn a_client_that_takes_no_answers_is_cut_off() {
    let deadline = Duration::from_millis(300);
    let server = Server::start(Config { request_deadline: deadline, ..config() }).await;
    let mut stream = server.stream(client(1)).await;
    let request = b"GET /js/main.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // Requests in a row, and not a byte of the answers is read. In the end the server neither
    // reads on nor writes, and then the connection is closed.
    let flood = async { while stream.write_all(request).await.is_ok() {} };
    tokio::time::timeout(Duration::from_mins(1), flood).await.expect("the server gave up");
}

#[tokio::test]
async fn malformed_frames_are_answered_with_their_code() {
    let server = Server::start(config()).await;
    let mask = [0; 4];
    let masked = |first: u8, payload: &[u8]| {
        let mut frame = vec![first, 0x80 | payload.len() as u8];
        frame.extend(mask);
        frame.extend(payload);
        frame
    };
    let mut huge = vec![0x81, 0xff];
    huge.extend((1u64 << 62).to_be_bytes());
    huge.extend(mask);
    for (frame, wanted) in [
        (masked(0xc1, b"reserved bit"), 1002),
        (masked(0x83, b"reserved opcode"), 1002),
        (masked(0x8b, b"reserved control"), 1002),
        (masked(0x80, b"nothing to continue"), 1002),
        (masked(0x09, b"half a ping"), 1002),
        (vec![0x81, 2, b'{', b'}'], 1002),
        (masked(0x88, &[3]), 1002),
        (masked(0x81, &[0xff, 0xfe]), 1007),
        (huge, 1009),
    ] {
        let stream = server.connect(&[]).await.unwrap();
        let mut tcp = stream.into_inner();
        tcp.write_all(&frame).await.unwrap();
        // More than is read follows: the answer arrives all the same.
        let _ = tcp.write_all(&vec![0x55; 100_000]).await;
        let mut socket = WebSocketStream::from_raw_socket(tcp, Role::Client, None).await;
        let code = loop {
            match socket.next().await {
                Some(Ok(Message::Close(Some(close)))) => break u16::from(close.code),
                Some(Ok(_)) => {}
                other => panic!("{frame:x?}: {other:?}"),
            }
        };
        assert_eq!(code, wanted, "{frame:x?}");
    }
}

#[tokio::test]
async fn a_message_that_is_too_large_is_answered_with_its_code() {
    let server = Server::start(config()).await;
    let mut socket = server.socket().await;
    // In pieces, none of which is too large.
    let piece = "x".repeat(1 << 20);
    for code in [Data::Text, Data::Continue, Data::Continue] {
        let frame = Frame::message(piece.clone(), OpCode::Data(code), false);
        // The server may have closed already.
        let _ = socket.0.send(Message::Frame(frame)).await;
    }
    loop {
        match socket.0.next().await {
            Some(Ok(Message::Close(Some(close)))) => break assert_eq!(u16::from(close.code), 1009),
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_message_that_never_ends_does_not_hold_its_socket_for_ever() {
    let [silence, idle] = [300, 900].map(Duration::from_millis);
    let server = Server::start(Config { silence, idle, ..config() }).await;
    let mut socket = server.socket().await;
    let begun = Frame::message("{", OpCode::Data(Data::Text), false);
    socket.0.send(Message::Frame(begun)).await.unwrap();
    let held = async {
        loop {
            // Between the pieces it is as alive as any page.
            let piece = Frame::message(" ", OpCode::Data(Data::Continue), false);
            let _ = socket.0.send(Message::Frame(piece)).await;
            let _ = socket.0.send(Message::Pong(Vec::new().into())).await;
            match tokio::time::timeout(Duration::from_millis(50), socket.0.next()).await {
                Ok(Some(Ok(Message::Close(Some(close))))) => break u16::from(close.code),
                Ok(None | Some(Err(_))) => panic!("closed without a word"),
                _ => {}
            }
        }
    };
    let code = tokio::time::timeout(Duration::from_secs(20), held).await.expect("it is closed");
    assert_eq!(code, 1000);
    // Whoever asks now and then is served on.
    let mut asking = server.socket().await;
    for id in 0..20 {
        sleep(idle / 10).await;
        asking.send(json!({"type": "choose", "id": id, "who": "random"})).await;
        asking.next_of("chosen").await;
    }
}

#[tokio::test]
async fn a_classic_keeps_to_the_memory_it_is_given() {
    let mut config = config();
    let bytes = 1 << 20;
    config.maker.classic_memory = Some(bytes);
    let server = Server::start(config).await;
    let mut socket = server.socket().await;
    // Nine plies have three million positions.
    socket.send(json!({"type": "choose", "id": 1, "who": "breadth:depth=9"})).await;
    let nodes = socket.next_of("chosen").await["thought"]["nodes"].as_u64().unwrap();
    // A position takes two bytes.
    assert!((100..=bytes as u64 / 2).contains(&nodes), "{nodes} positions");
}

#[tokio::test]
async fn whoever_asks_too_fast_is_slowed_and_not_refused() {
    let limits = ClientLimits { requests_per_second: 20, ..ClientLimits::default() };
    let server = Server::start(limited(limits)).await;
    let mut socket = server.socket().await;
    for id in 0..60 {
        socket.send(json!({"type": "choose", "id": id, "who": "random"})).await;
        assert_eq!(socket.next_of("chosen").await["id"], id);
    }
}
