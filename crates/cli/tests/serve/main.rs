//! `obverse serve` from outside: its end, its names, its log, its limits.
#![cfg(unix)]

mod client;

use std::io::Write;
use std::process::Command;

use client::Server;

/// A question that keeps a search thread busy until it is stopped.
const ENDLESS: &str = r#"{"type":"analyse","id":1,"size":10,"depth":90}"#;

#[test]
fn every_socket_is_closed_with_1001_when_the_server_ends() {
    let server = Server::start("127.0.0.1:0", &["--hash", "4", "--searches", "2"]);
    let mut sockets: Vec<_> = (0..60).map(|_| server.socket()).collect();
    for (at, socket) in sockets.iter_mut().enumerate() {
        assert!(socket.text().contains("hello"));
        // Every third is idle; the others search or wait.
        if at % 3 != 0 {
            socket.say(ENDLESS);
        }
    }
    // A request that never ends.
    let mut unfinished = server.connect();
    let head = "POST /api/v1/hint HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n{";
    unfinished.write_all(head.as_bytes()).unwrap();
    server.terminate();
    let codes: Vec<_> = sockets.iter_mut().map(client::Socket::close_code).collect();
    // Nobody has closed anything from this side.
    assert_eq!(server.wait().0, 0);
    drop((sockets, unfinished));
    let told = codes.iter().filter(|code| **code == Some(1001)).count();
    assert_eq!(told, codes.len(), "sockets that were told");
}

#[test]
fn names_are_checked_on_every_address() {
    let server = Server::start("0.0.0.0:0", &["--hash", "1", "--host", "othello.club"]);
    let port = server.port;
    let status = |headers: String| {
        let rest = "Connection: close\r\n";
        server.status(&format!("GET /api/v1/health HTTP/1.1\r\n{headers}{rest}\r\n"))
    };
    for own in ["127.0.0.1", "192.0.2.7", "[::1]", "localhost", "othello.club", "Othello.Club"] {
        assert_eq!(status(format!("Host: {own}:{port}\r\n")), 200, "{own}");
        let origin = format!("Host: {own}:{port}\r\nOrigin: http://{own}:{port}\r\n");
        assert_eq!(status(origin), 200, "{own}");
    }
    for foreign in ["evil.example", "othello.club.evil.example", "localhost.evil.example"] {
        assert_eq!(status(format!("Host: {foreign}:{port}\r\n")), 403, "{foreign}");
        let origin = format!("Host: 127.0.0.1:{port}\r\nOrigin: http://{foreign}:{port}\r\n");
        assert_eq!(status(origin), 403, "{foreign}");
    }
    // Which of two names is meant cannot be said.
    assert_eq!(status("Host: localhost\r\nHost: evil.example\r\n".into()), 400);
    assert_eq!(status(String::new()), 400);
    server.terminate();
    let (_, log) = server.wait();
    assert!(log.contains("beyond this machine"), "a warning at the start: {log}");
}

#[test]
fn nothing_is_said_about_strangers_on_loopback() {
    let server = Server::start("127.0.0.1:0", &["--hash", "1"]);
    server.terminate();
    let (code, log) = server.wait();
    assert!(code == 0 && !log.contains("WARN"), "{log}");
}

#[test]
fn a_client_can_neither_forge_lines_of_the_log_nor_fill_it() {
    let server = Server::start("127.0.0.1:0", &["--hash", "1"]);
    let forged = r"2026-01-01T00:00:00Z  INFO obverse: all is well";
    let mut socket = server.socket();
    socket.text();
    // Errors repeat what they do not know: a type, a player, a field.
    socket.say(&format!(r#"{{"type":"x\n{forged}","id":1}}"#));
    assert!(socket.text().contains("bad-message"));
    socket.say(&format!(r#"{{"type":"choose","id":1,"who":"x\n{forged}"}}"#));
    assert!(socket.text().contains("bad-question"));
    let body = format!(r#"{{"position":"start","x\n{forged}\u001b[2J":1}}"#);
    let head = format!("Host: localhost\r\nContent-Length: {}\r\nConnection: close", body.len());
    assert_eq!(server.status(&format!("POST /api/v1/hint HTTP/1.1\r\n{head}\r\n\r\n{body}")), 400);
    for number in 0..3000 {
        socket.say(&format!(r#"{{"type":"choose","id":{number},"who":"{}"}}"#, "x".repeat(1000)));
        socket.text();
    }
    server.terminate();
    let (_, log) = server.wait();
    assert!(log.contains("refused"), "{log}");
    for line in log.lines() {
        let starts_an_event = line.starts_with("20") && !line.starts_with(forged);
        assert!(starts_an_event && !line.contains('\u{1b}'), "a forged line: {line:?}");
    }
    assert!(log.len() < 100_000, "{} bytes of log", log.len());
    assert!(log.contains("unlogged"), "what was left out is counted: {log}");
}

#[test]
fn connections_are_not_bounded_by_the_files_that_a_shell_allows() {
    let server = Server::start_in_shell("ulimit -Sn 64", &["--hash", "1", "--searches", "1"]);
    // Each says hello: all are open at the same time.
    let mut sockets: Vec<_> = (0..60).map(|_| server.socket()).collect();
    assert!(sockets.iter_mut().all(|socket| socket.text().contains("hello")));
    let _others: Vec<_> = (0..20).map(|_| server.connect()).collect();
    let health = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_eq!(server.status(health), 200);
    server.terminate();
    assert_eq!(server.wait().0, 0);
}

#[test]
fn limits_that_no_machine_has_and_names_that_are_none_are_refused() {
    for limit in [
        ["--sockets", "4611686018427387904"],
        ["--sockets", "0"],
        ["--searches", "100000"],
        ["--searches", "0"],
        ["--client-sockets", "99999999"],
        ["--search-time", "0"],
        ["--host", "https://othello.club"],
        ["--host", "othello.club:8080"],
        ["--host", ""],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args(["serve", "--addr", "127.0.0.1:0"])
            .args(limit)
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{limit:?}: {error}");
        assert!(error.contains(limit[0]) && !error.contains("panicked"), "{limit:?}: {error}");
    }
}
