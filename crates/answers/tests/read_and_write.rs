//! Games that a page has read and written.

use obverse_answers::Request;
use obverse_answers::fuzzing::fuzz_message;
use obverse_answers::message::Wanted;
use obverse_players::Maker;
use proptest::prelude::{ProptestConfig, proptest};
use serde_json::{Value, json};

/// The answer to a message that needs no search.
fn answer(message: &Value) -> Value {
    let reply = match Request::parse(&message.to_string()).map(|it| it.check(&Maker::default())) {
        Ok(Wanted::AtOnce(question)) => question.answer(),
        Ok(other) => panic!("{other:?}"),
        Err(refusal) => refusal,
    };
    serde_json::from_str(&reply.to_json()).unwrap()
}

fn read(text: &str) -> Value {
    answer(&json!({"type": "read", "id": 7, "text": text}))
}

fn write(format: &str, game: &Value) -> Value {
    answer(&json!({"type": "write", "id": 8, "format": format, "game": game}))
}

/// Four games from the middle of nowhere, one with a pass: Black has no move after f8.
const WITH_PASS: &str = "e6f6d3e7e8d8g6f8e3";

#[test]
fn a_transcript_is_a_game_with_its_passes() {
    let games = read(WITH_PASS);
    assert_eq!((&games["type"], &games["id"]), (&json!("games"), &json!(7)));
    assert_eq!((&games["format"], &games["count"]), (&json!("transcript"), &json!(1)));
    let game = &games["games"][0];
    assert_eq!(game["size"], 8);
    assert_eq!(game["start"].as_str().unwrap().len(), 66);
    assert_eq!(game["moves"][8], "pass");
    assert_eq!(game["moves"][9], "e3");
    assert!(games.get("notes").is_none() && game.get("black").is_none());
}

#[test]
fn what_a_record_knows_is_told() {
    let ggf = "(;GM[Othello]PC[GGS/os]DT[2010.10.17]PB[ann]PW[ben]RB[2082.33]TI[05:00//02:00]TY[8]\
        RE[+6.00:t]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[D3//3.95]W[C5/-18.4/0.1]B[E6];)";
    let game = &read(ggf)["games"][0];
    assert_eq!((&game["black"], &game["white"]), (&json!("ann"), &json!("ben")));
    assert_eq!(game["black_rating"], 2082.33);
    assert_eq!((&game["place"], &game["date"]), (&json!("GGS/os"), &json!("2010.10.17")));
    assert_eq!(game["result"], json!({"score": 6.0, "ending": "time"}));
    assert_eq!(game["times"], json!([3.95, 0.1]));
    assert_eq!(game["evals"], json!([null, -18.4]));
    assert_eq!(game["clock"], "05:00//02:00");
    // What an answer says can be sent back, and nothing is lost.
    assert_eq!(write("ggf", game)["text"], format!("{ggf}\n"));
}

#[test]
fn variations_are_left_out_aloud() {
    let games = read("(;GM[2];B[f5](;W[d6];B[c3])(;W[f4])(;W[f6]))");
    assert_eq!(games["games"][0]["variations"], 2);
    assert_eq!(games["games"][0]["moves"], json!(["f5", "d6", "c3"]));
    assert!(games["notes"][0].as_str().unwrap().contains("variations"), "{games}");
}

#[test]
fn a_transcript_finds_its_board() {
    // On 6×6 the four first moves are b3, c2, d5 and e4; on 8×8 none of them is legal.
    let games = read("e4 e3");
    assert_eq!(games["games"][0]["size"], 6);
    let told = answer(&json!({"type": "read", "id": 1, "text": "e4", "size": 10}));
    assert_eq!(told["games"][0]["size"], 10);
    // A move that is wrong on every board is told about as on the usual one.
    let error = read("f5 f5");
    assert_eq!(error["message"], "line 1, column 4: move 2, f5: f5 is occupied");
    assert_eq!((&error["line"], &error["column"]), (&json!(1), &json!(4)));
}

#[test]
fn many_games_come_in_pages() {
    let text = "f5d6c3\n".repeat(250);
    let page = |from: usize, limit: Option<usize>| {
        let mut message = json!({"type": "read", "id": 1, "text": text, "from": from});
        if let Some(limit) = limit {
            message["limit"] = json!(limit);
        }
        let games = answer(&message);
        assert_eq!((&games["count"], &games["from"]), (&json!(250), &json!(from)));
        games["games"].as_array().unwrap().len()
    };
    assert_eq!(
        [page(0, None), page(200, None), page(250, None), page(9999, None)],
        [100, 50, 0, 0]
    );
    assert_eq!([page(0, Some(1000)), page(10, Some(3)), page(0, Some(0))], [250, 3, 1]);
}

#[test]
fn games_are_found_by_what_they_name() {
    let game = |n: usize| {
        let black = if n.is_multiple_of(10) { "Ann Lee" } else { "Ben" };
        format!("(;GM[2]PB[{black}]PW[Cleo]EV[Cup {}];B[f5])", n % 4)
    };
    let text: String = (0..250).map(game).collect();
    let found = |find: &str, from: usize| {
        answer(
            &json!({"type": "read", "id": 1, "text": text, "find": find, "from": from, "limit": 20}),
        )
    };
    let first = found("ann", 0);
    assert_eq!((&first["count"], first["games"].as_array().unwrap().len()), (&json!(25), 20));
    let second = found("ANN", 20);
    assert_eq!((&second["from"], second["games"].as_array().unwrap().len()), (&json!(20), 5));
    assert_eq!(second["games"][4]["black"], "Ann Lee");
    // 63 of 250 numbers leave no rest when they are divided by four.
    assert_eq!(found("cup 0", 0)["count"], 63);
    assert_eq!(
        (found("dora", 0)["count"].clone(), found("", 0)["count"].clone()),
        (json!(0), json!(250))
    );
}

#[test]
fn an_answer_is_bounded() {
    // A game with a long remark each: the answer stops when it is long, and says how many there are.
    let text = format!("(;GM[2]C[{}];B[f5])", "a".repeat(300_000)).repeat(6);
    let games = read(&text);
    assert_eq!(games["count"], 6);
    assert_eq!(games["games"].as_array().unwrap().len(), 4);
}

#[test]
fn errors_are_those_of_the_command_line() {
    for (message, code, words) in [
        (json!({"text": ""}), "unreadable", "it is empty"),
        (json!({"text": "hello"}), "unreadable", "no format begins with"),
        (json!({"text": "f5a1", "name": "x.txt"}), "unreadable", "x.txt: line 1, column 3: move 2"),
        (json!({"bytes": "f5d6"}), "unreadable", "is not text"),
        (json!({"bytes": "!"}), "bad-question", "not base64"),
        (json!({"text": "f5", "bytes": "ZjU="}), "bad-question", "either"),
        (json!({}), "bad-question", "either"),
        (json!({"text": "f5", "size": 7}), "bad-question", "even numbers"),
        (json!({"text": "f5", "colour": 1}), "bad-message", "unknown field"),
    ] {
        let mut message = message;
        message["type"] = json!("read");
        message["id"] = json!(3);
        let error = answer(&message);
        assert_eq!((&error["type"], &error["id"]), (&json!("error"), &json!(3)), "{message}");
        assert_eq!(error["code"], code, "{message}: {error}");
        assert!(error["message"].as_str().unwrap().contains(words), "{message}: {error}");
    }
}

#[test]
fn every_format_is_written_and_read_again() {
    let games = read(WITH_PASS);
    let mut game = games["games"][0].clone();
    game["black"] = json!("Ann [A.]");
    game["white"] = json!("Ben");
    game["result"] = json!({"score": -64, "ending": "time"});
    for format in ["transcript", "obf", "ggf", "sgf", "ten-line", "turn", "board", "text"] {
        let written = write(format, &game);
        assert_eq!((&written["type"], &written["format"]), (&json!("written"), &json!(format)));
        assert!(written["file"].as_str().unwrap().starts_with("ann-a-ben"), "{written}");
        let again = read(written["text"].as_str().unwrap());
        let again = &again["games"][0];
        if ["transcript", "ggf", "sgf"].contains(&format) {
            assert_eq!(again["moves"], game["moves"], "{format}");
        } else {
            assert_eq!(again["moves"], json!([]), "{format}");
            assert_eq!(again["size"], 8, "{format}");
        }
        if ["ggf", "sgf"].contains(&format) {
            assert_eq!(again["result"], json!({"score": -64.0, "ending": "time"}));
        }
    }
    assert!(write("svg", &game)["text"].as_str().unwrap().ends_with("</svg>\n"));
    let wthor = write("wthor", &game);
    assert_eq!(wthor["file"], "ann-a-ben.wtb");
    let again = answer(&json!({
        "type": "read", "id": 9, "bytes": wthor["bytes"],
        "players": wthor["beside"][0]["bytes"], "tournaments": wthor["beside"][1]["bytes"],
    }));
    assert_eq!(again["format"], "wthor");
    assert_eq!(again["games"][0]["white"], "Ben");
    assert_eq!(again["games"][0]["moves"], game["moves"]);
    let nameless = answer(&json!({"type": "read", "id": 9, "bytes": wthor["bytes"]}));
    assert_eq!(nameless["games"][0]["white"], "player 1");
}

#[test]
fn what_cannot_be_written_says_why() {
    let study = json!({"start": "XO-------------- X"});
    for (format, game, code, words) in [
        ("transcript", study.clone(), "unwritable", "did not begin at the opening position"),
        ("turn", study, "unwritable", "cannot hold a board of 4×4"),
        ("wthor", json!({"moves": ["f5"]}), "unwritable", "unfinished game"),
        ("sgf", json!({"moves": ["f5", "f5"]}), "bad-question", "move 2: f5 is occupied"),
        ("sgf", json!({"moves": ["f5", "pass"]}), "bad-question", "may not pass"),
        ("sgf", json!({"start": "?"}), "bad-question", "the start"),
        ("sgf", json!({"size": 6, "start": "XO-------------- X"}), "bad-question", "4×4"),
        ("sgf", json!({"clock": "soon"}), "bad-question", "not a clock"),
        ("sgf", json!({"moves": ["f5"], "times": [-1]}), "bad-question", "no time"),
        ("midi", json!({}), "bad-question", "is not a format"),
        ("sgf", json!({"colour": "red"}), "bad-message", "unknown field"),
    ] {
        let error = write(format, &game);
        assert_eq!((&error["id"], &error["code"]), (&json!(8), &json!(code)), "{game}: {error}");
        assert!(error["message"].as_str().unwrap().contains(words), "{game}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_that_is_read_comes_back(text in "[-XO*. a-h1-8\\[\\]();BW,0\\n]{0,200}") {
        fuzz_message(json!({"type": "read", "id": 1, "text": text}).to_string().as_bytes());
    }

    #[test]
    fn any_message_is_answered(text in "\\{\"(type|id|text|game)\":[\"a-z0-9{}\\[\\]:,-]{0,60}\\}?") {
        fuzz_message(text.as_bytes());
    }

    #[test]
    fn any_game_is_written_or_refused(
        start in "[-XO]{16} [XO]",
        moves in "([a-h][1-8]){0,6}",
        format in "(transcript|obf|ggf|sgf|wthor|ten-line|turn|board|text|svg)",
    ) {
        let moves: Vec<&str> = (0..moves.len() / 2).map(|at| &moves[2 * at..2 * at + 2]).collect();
        let game = json!({"start": start, "moves": moves});
        let message = json!({"type": "write", "id": 1, "format": format, "game": game});
        fuzz_message(message.to_string().as_bytes());
    }
}
