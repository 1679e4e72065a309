//! A controller that speaks NBoard's protocol.

use obverse_rules::{Game, Move, Size};

use crate::client::Client;

const GAME: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]\
    RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
    B[F5]W[F6//1.2]B[D3];)";

fn game() -> Game {
    let mut game = Game::from_start(Size::EIGHT);
    for mv in ["f5", "f6", "d3"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

fn moves_of(line: &str) -> &str {
    line.split_whitespace().nth(1).expect("a line of play")
}

#[test]
fn a_conversation() {
    let mut client = Client::start(&["nboard"]);
    client.send("nboard 2");
    assert_eq!(client.line(), "set myname Obverse");
    for line in ["set depth 4", "set contempt 0", "what is this", "", GAME, "ping 1"] {
        client.send(line);
    }
    assert_eq!(client.line(), "pong 1");
    client.send("go");
    let answer = client.until("===");
    let mv = answer.last().unwrap()[4..].split('/').next().unwrap().to_owned();
    assert!(game().position().is_legal(mv.parse().unwrap()), "{mv}");
    assert!(answer.iter().any(|line| line.starts_with("nodestats ")), "{answer:?}");
    // The move was not played on the engine's board: it can be played now.
    client.send(&format!("move {mv}/1.0/0.5"));
    client.send(&format!("move {mv}"));
    client.send("ping 2");
    let lines = client.until("pong 2");
    assert!(lines.iter().any(|line| line.contains("is occupied")), "{lines:?}");
    client.send("learn");
    client.until("learned");
    client.send("quit");
    client.rest();
}

#[test]
fn a_command_that_makes_no_sense_is_answered_and_changes_nothing() {
    let mut client = Client::start(&["nboard"]);
    for line in ["nboard 2", GAME, "set game (;GM[Othello]B[A1];)", "set depth x", "ping 1"] {
        client.send(line);
    }
    let lines = client.until("pong 1");
    let answers: Vec<_> = lines.iter().filter(|line| line.starts_with("status ")).collect();
    assert!(answers[0].starts_with("status set game: ") && answers[0].contains("a1"), "{lines:?}");
    assert_eq!(answers[1..], ["status expected set depth 12"]);
    // The game is the one from before.
    client.send("move D3");
    client.send("ping 2");
    let lines = client.until("pong 2");
    assert!(lines.iter().any(|line| line.contains("is occupied")), "{lines:?}");
}

#[test]
fn hints_are_best_first_and_without_blanks_in_their_lines() {
    let mut client = Client::start(&["nboard"]);
    for line in ["nboard 2", "set depth 3", GAME, "hint 3"] {
        client.send(line);
    }
    let lines = client.until("nodestats");
    let searches: Vec<_> = lines.iter().filter(|line| line.starts_with("search ")).collect();
    assert!(searches.len() >= 3, "{lines:?}");
    let last: Vec<f64> = searches[searches.len() - 3..]
        .iter()
        .map(|line| line.split_whitespace().nth(2).unwrap().parse().unwrap())
        .collect();
    assert!(last[0] >= last[1] && last[1] >= last[2], "{last:?}");
    for line in searches {
        let words: Vec<_> = line.split_whitespace().collect();
        assert!(words.len() >= 5, "{line}");
        assert!(game().position().is_legal(moves_of(line)[..2].parse().unwrap()), "{line}");
        assert_eq!(words[3], "0", "{line}");
        assert!(words[4].starts_with(|c: char| c.is_ascii_digit()), "{line}");
    }
}

#[test]
fn ping_cuts_a_search_and_is_answered_after_it() {
    let mut client = Client::start(&["nboard"]);
    for line in ["nboard 2", "set depth 60", GAME, "hint 1"] {
        client.send(line);
    }
    client.until("search ");
    client.send("ping 3");
    let lines = client.until("pong 3");
    client.send("ping 4");
    // Nothing of the search comes after its pong.
    assert_eq!(client.line(), "pong 4", "{lines:?}");
}

#[test]
fn a_command_that_waits_cuts_a_search_that_begins_later() {
    for search in ["hint 1", "go", "analyze"] {
        for behind in ["ping 3", "set game nonsense", "set depth 60", "move D6", "learn"] {
            let mut client = Client::start(&["nboard"]);
            for line in ["nboard 2", "set depth 60", "hint 1"] {
                client.send(line);
            }
            client.until("search ");
            client.send(&format!("ping 2\n{search}\n{behind}"));
            client.until("pong 2");
            // It says what it has, and then that it has nothing more to say.
            let lines = client.until_line("status");
            let word = match search {
                "hint 1" => "search ",
                "go" => "===",
                _ => "status Analyzing the game",
            };
            assert!(lines.iter().any(|line| line.starts_with(word)), "{search}: {lines:?}");
        }
    }
}

#[test]
fn every_position_of_a_game_is_analysed() {
    let mut client = Client::start(&["nboard"]);
    for line in ["nboard 2", "set depth 2", GAME, "analyze"] {
        client.send(line);
    }
    let lines = client.until("analysis 0 ");
    let mut plies: Vec<usize> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("analysis ")?.split(' ').next()?.parse().ok())
        .collect();
    plies.sort_unstable();
    assert_eq!(plies, [0, 1, 2, 3]);
}

#[test]
fn a_side_without_a_move_passes() {
    let mut client = Client::start(&["nboard"]);
    client.send("nboard 2");
    client.send("set depth 2");
    let mut game = Game::from_start(Size::EIGHT);
    for mv in ["e6", "f6", "d3", "e7", "e8", "d8", "g7", "f8"] {
        game.play(mv.parse().unwrap()).unwrap();
        client.send(&format!("move {mv}"));
    }
    assert!(game.position().must_pass());
    client.send("go");
    assert_eq!(client.until("===").last().unwrap(), "=== PA");
    client.send("move PA");
    client.send("go");
    game.play(Move::Pass).unwrap();
    let answer = client.until("===");
    let mv = answer.last().unwrap()[4..6].parse().unwrap();
    assert!(game.position().is_legal(mv));
}

#[test]
fn the_end_of_the_input_ends_it_at_once() {
    let mut client = Client::start(&["nboard"]);
    for line in ["nboard 2", "set depth 60", "go"] {
        client.send(line);
    }
    client.close();
    client.rest();
}

#[test]
fn a_weak_engine_does_not_play_every_game_alike() {
    let mut client = Client::start(&["nboard", "--level", "1"]);
    let mut answer = |game: &str| {
        client.send(game);
        client.send("go");
        client.until("===").pop().unwrap().split('/').next().unwrap().to_owned()
    };
    // The same position of the same game has the same answer…
    let first = answer(GAME);
    assert_eq!(answer(GAME), first);
    // …and of another game not always: after a shorter game this one is another.
    let shorter = GAME.replace("W[F6//1.2]B[D3]", "");
    let is_other = (0..60).any(|_| {
        answer(&shorter);
        answer(GAME) != first
    });
    assert!(is_other, "always {first}");
}
