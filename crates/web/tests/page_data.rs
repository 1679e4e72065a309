//! What the page and the crates have to agree on: the page's own rules and clocks are checked with
//! vectors that are written here, and its names of openings, levels and classics are ours.
//!
//! `OBVERSE_WRITE=1 cargo test -p obverse-web --test page_data` writes the files anew.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use obverse_engine::{Clock, Level};
use obverse_players::classics::Classic;
use obverse_players::{Choice, Decision, Ending, Table, Terms, TimeControl};
use obverse_records::openings;
use obverse_rules::{Color, Game, Move, Position, Size, Squares};
use serde_json::{Value, json};

fn web(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web").join(path)
}

/// The file has to hold this text; with `OBVERSE_WRITE` it is made to.
fn check_file(path: &str, wanted: &str) {
    let path = web(path);
    if std::env::var_os("OBVERSE_WRITE").is_some() {
        fs::write(&path, wanted).expect("the file can be written");
    }
    let found = fs::read_to_string(&path).expect("the file is there");
    assert!(
        found == wanted,
        "{} is out of date: run OBVERSE_WRITE=1 cargo test -p obverse-web --test page_data",
        path.display()
    );
}

/// Numbers that are the same in every version of every library.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

fn names(squares: Squares) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

/// A random game: its moves with passes, how many moves were legal each time, and its end.
fn game(size: Size, numbers: &mut Numbers) -> Value {
    let mut game = Game::from_start(size);
    let mut legal = Vec::new();
    while !game.is_over() {
        let moves = game.position().moves();
        legal.push(moves.len());
        let mv = if moves.is_empty() {
            Move::Pass
        } else {
            Move::Place(moves.get(numbers.below(moves.len())).expect("one of the moves"))
        };
        game.play(mv).expect("the move is legal");
    }
    let outcome = game.outcome().expect("the game is over");
    json!({
        "size": size.get(),
        "moves": game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        "legal": legal,
        "end": game.position().to_string(),
        "black": outcome.discs(Color::Black),
        "white": outcome.discs(Color::White),
    })
}

/// A position with random discs, its moves, and what the first of them leads to.
fn scatter(size: Size, numbers: &mut Numbers) -> Value {
    let empty = 1 + numbers.below(4);
    let squares: String = (0..size.squares())
        .map(|_| match numbers.below(empty + 4) {
            0 | 1 => 'X',
            2 | 3 => 'O',
            _ => '-',
        })
        .collect();
    let side = if numbers.below(2) == 0 { 'X' } else { 'O' };
    let position: Position = format!("{squares} {side}").parse().expect("it is a position");
    let moves = position.moves();
    let after = moves
        .first()
        .map(|square| position.play(square.into()).expect("a generated move is legal").to_string());
    json!({
        "position": position.to_string(), "moves": names(moves), "after": after,
        "mustPass": position.must_pass(), "over": position.is_over(),
    })
}

#[test]
fn the_pages_rules_have_vectors() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut text = String::from("{\"games\":[\n");
    let mut lines = Vec::new();
    for size in Size::all() {
        let count = if size <= Size::EIGHT { 6 } else { 1 };
        lines.extend((0..count).map(|_| game(size, &mut numbers).to_string()));
    }
    writeln!(text, "{}\n],\"positions\":[", lines.join(",\n")).expect("a string takes it");
    lines.clear();
    for size in Size::all() {
        let count = if size <= Size::EIGHT { 20 } else { 2 };
        lines.extend((0..count).map(|_| scatter(size, &mut numbers).to_string()));
    }
    writeln!(text, "{}\n]}}", lines.join(",\n")).expect("a string takes it");
    check_file("tests/vectors.json", &text);
}

/// A game between two people by the clock, until it ends or a flag falls: after every turn how long it
/// took, and what was left to Black and to White, all in milliseconds. The page starts the clocks with
/// the first move, so that takes no time. `last` is how much longer than its clock the last turn takes.
fn timed_game(numbers: &mut Numbers, [minutes, increment]: [u64; 2], last: Option<u64>) -> Value {
    let clock = Clock {
        remaining: Duration::from_mins(minutes),
        increment: Duration::from_secs(increment),
    };
    let terms = Terms { time: TimeControl::Clock(clock), ..Terms::default() };
    let names = ["Ann", "Ben"].map(str::to_owned);
    let game = Game::from_start(Size::new(6).expect("it is a size"));
    let mut table = Table::new(game, terms, names).with_persons([true, true]);
    let left = |table: &Table, color| table.clock(color).expect("there are clocks").remaining;
    let mut turns = Vec::new();
    while let Some(color) = table.mover() {
        let moves = table.game().position().moves();
        let mv = Move::Place(moves.get(numbers.below(moves.len())).expect("one of the moves"));
        let usual = Duration::from_millis(numbers.below(4000) as u64);
        let elapsed = match (turns.len(), last) {
            (0, _) => Duration::ZERO,
            (12, Some(over)) => left(&table, color) + Duration::from_millis(over),
            _ => usual.min(left(&table, color)),
        };
        table.answer(Ok(Decision::Move(Choice { mv, thought: None })), elapsed);
        let [black, white] =
            [Color::Black, Color::White].map(|side| left(&table, side).as_millis());
        turns.push(json!([mv.to_string(), elapsed.as_millis(), black, white]));
    }
    let flagged = match table.ending() {
        Some(Ending::OutOfTime(color)) => Some(color.to_string()),
        _ => None,
    };
    json!({ "minutes": minutes, "increment": increment, "turns": turns, "flagged": flagged })
}

#[test]
fn the_pages_clocks_have_vectors() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut lines = Vec::new();
    for control in [[1, 0], [3, 2], [5, 3]] {
        for last in [None, None, Some(0), Some(1), Some(5000)] {
            lines.push(timed_game(&mut numbers, control, last).to_string());
        }
    }
    check_file("tests/clocks.json", &format!("[\n{}\n]\n", lines.join(",\n")));
}

#[test]
fn the_page_names_the_same_openings() {
    let mut table = String::from("# moves\tname\n");
    for opening in openings::all() {
        writeln!(table, "{}\t{}", opening.transcript(), opening.full_name())
            .expect("a string takes it");
    }
    check_file("openings.tsv", &table);
}

/// With a capital letter and a full stop, as the page writes them.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().expect("there are words").to_uppercase();
    format!("{first}{}.", letters.as_str())
}

#[test]
fn the_page_introduces_players_in_the_same_words() {
    let english = fs::read_to_string(web("js/lang/en.js")).expect("the dictionary is there");
    let has = |key: &str, words: &str| {
        let quoted = words.replace('\\', "\\\\").replace('\'', "\\'");
        assert!(english.contains(&format!("'{key}': '{quoted}'")), "en.js: {key} is not {words:?}");
    };
    for level in Level::all() {
        has(&format!("level.{level}"), level.name());
        has(&format!("level.{level}.line"), level.character());
    }
    for classic in Classic::ALL {
        has(&format!("who.{}.line", classic.name()), &sentence(classic.description()));
    }
}
