//! Other players than the engine behind both protocols.

use obverse_rules::{Color, Game, Move, Outcome, Size};

use crate::client::Client;

/// Everybody who can be served, with little to think about, and the name that is reported.
const PLAYERS: [(&str, &str); 8] = [
    ("ratio:depth=1", "Obverse ratio"),
    ("breadth:time=20ms", "Obverse breadth"),
    ("squares:depth=1", "Obverse squares"),
    ("anysize:depth=1", "Obverse anysize"),
    ("killer:time=20ms", "Obverse killer"),
    ("random:seed=3", "Obverse random"),
    ("level:2", "Obverse level 2"),
    ("engine:depth=2", "Obverse"),
];

/// The text of a good answer.
fn good(client: &mut Client, command: &str) -> String {
    client.send(command);
    let lines = client.until_line("");
    let text = lines[0].strip_prefix('=').unwrap_or_else(|| panic!("{command}: {lines:?}"));
    text.trim().to_owned()
}

#[test]
fn every_player_plays_a_whole_game_under_gtp() {
    for (who, name) in PLAYERS {
        let mut client = Client::start(&["gtp", "--player", who]);
        assert!(good(&mut client, "name").starts_with(name), "{who}");
        let mut game = Game::from_start(Size::EIGHT);
        while !game.is_over() {
            let color = game.position().side();
            let mv: Move = if color == Color::Black {
                let mv = good(&mut client, "genmove b").parse().unwrap();
                game.play(mv).unwrap_or_else(|error| panic!("{who}: {error}"));
                continue;
            } else {
                game.position().moves().first().map_or(Move::Pass, Move::from)
            };
            good(&mut client, &format!("play w {mv}"));
            game.play(mv).unwrap();
        }
        let outcome = game.outcome().unwrap();
        assert_eq!(good(&mut client, "final_score"), result(&outcome), "{who}");
        good(&mut client, "clear_board");
        good(&mut client, "reg_genmove b").parse::<Move>().unwrap();
        good(&mut client, "quit");
        client.rest();
    }
}

fn result(outcome: &Outcome) -> String {
    outcome
        .winner()
        .map_or("0".to_owned(), |winner| format!("{}+{}", winner.letter(), outcome.score(winner)))
}

#[test]
fn every_player_plays_a_whole_game_under_nboard() {
    for (who, name) in PLAYERS {
        let mut client = Client::start(&["nboard", "--player", who]);
        client.send("nboard 2");
        assert!(client.line().starts_with(&format!("set myname {name}")), "{who}");
        let start = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O-----\
                     ---------------------- *];)";
        client.send(&format!("set game {start}"));
        // It plays both sides.
        let mut game = Game::from_start(Size::EIGHT);
        while !game.is_over() {
            client.send("go");
            let answer = client.until("===");
            let word = answer.last().unwrap()[4..].split('/').next().unwrap().to_owned();
            let mv = if word.eq_ignore_ascii_case("pass") {
                Move::Pass
            } else {
                word.parse().unwrap_or_else(|_| panic!("{who}: {answer:?}"))
            };
            game.play(mv).unwrap_or_else(|error| panic!("{who}: {error}"));
            client.send(&format!("move {word}"));
        }
        client.send("ping 9");
        client.until("pong 9");
        client.send("quit");
        client.rest();
    }
}

#[test]
fn a_player_who_thinks_for_long_is_cut_by_what_waits() {
    // Each would think for an hour; the tests' client waits a minute.
    for who in ["killer:time=3600s", "breadth:time=3600s", "engine:time=3600s", "ratio:time=3600s"]
    {
        let mut client = Client::start(&["nboard", "--player", who]);
        for line in ["nboard 2", "move f5", "ping 1", "go", "ping 2", "go", "ping 3"] {
            client.send(line);
        }
        let answers = client.until("pong 3");
        let moves = answers.iter().filter(|line| line.starts_with("===")).count();
        assert_eq!(moves, 2, "{who}: {answers:?}");
        // A command that comes while it thinks cuts it, too.
        client.send("go");
        client.until("status Thinking");
        client.send("ping 4");
        client.until("pong 4");
        client.send("quit");
        client.rest();
        let mut client = Client::start(&["gtp", "--player", who]);
        client.send("genmove b");
        // What is sent at once is a script, which wants the whole answer.
        std::thread::sleep(std::time::Duration::from_millis(600));
        client.send("quit");
        let lines = client.rest();
        assert!(lines[0].starts_with("= "), "{who}: {lines:?}");
    }
}

#[test]
fn a_board_that_the_player_does_not_know_is_refused() {
    let mut client = Client::start(&["gtp", "--player", "killer"]);
    client.send("boardsize 10");
    assert_eq!(client.until_line("")[0], "? unacceptable size");
    good(&mut client, "boardsize 8");
    good(&mut client, "quit");
    client.rest();
}

#[test]
fn hints_are_the_engines() {
    let mut client = Client::start(&["nboard", "--player", "random"]);
    for line in ["nboard 2", "set depth 4", "hint 2"] {
        client.send(line);
    }
    let lines = client.until_line("status");
    assert!(lines.iter().any(|line| line.starts_with("search ")), "{lines:?}");
}
