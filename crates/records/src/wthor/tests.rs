use std::sync::Arc;

use super::{Names, Reader, Writer};
use crate::{Format, Record, Termination, Theory, Verdict, read, transcript};
use obverse_rules::Size;

fn record(moves: &str, black: &str, white: &str) -> Record {
    let mut record = Record::from(transcript::parse(moves, Size::EIGHT).unwrap());
    record.tags.black = Some(black.to_owned());
    record.tags.white = Some(white.to_owned());
    record.tags.event = Some("Club night".to_owned());
    record.tags.date = Some("1987".to_owned());
    record.tags.result = Some(Verdict { score: 12.0, ending: Termination::Played });
    record.theory = Some(Theory { black_discs: 33, empties: 24 });
    record
}

fn games() -> Vec<Record> {
    vec![
        record("f5d6c3", "Ann", "Bj\u{f8}rn"),
        // With a pass that is not stored.
        record("e6f6d3e7e8d8g6f8e3", "Bj\u{f8}rn", "Ann"),
    ]
}

fn files() -> super::Files {
    let mut writer = Writer::default();
    for game in games() {
        writer.add(&game).unwrap();
    }
    writer.finish()
}

#[test]
fn games_come_back_with_their_names() {
    let files = files();
    assert_eq!(files.games.len(), 16 + 2 * 68);
    assert_eq!(files.players.len(), 16 + 2 * 20);
    assert_eq!(files.tournaments.len(), 16 + 26);
    let mut names = Names::default();
    names.read_players(&files.players[..]).unwrap();
    names.read_tournaments(&files.tournaments[..]).unwrap();
    let reader = Reader::new(&files.games[..], Arc::new(names)).unwrap();
    assert_eq!(reader.collect::<Result<Vec<_>, _>>().unwrap(), games());
}

#[test]
fn bytes_are_where_the_definition_has_them() {
    let files = files();
    assert_eq!(files.games[..16], [19, 87, 1, 1, 2, 0, 0, 0, 0, 0, 0xc3, 7, 8, 0, 24, 0]);
    // Tournament 0, players 0 and 1, 38 discs, 33 in theory, f5 d6 c3.
    assert_eq!(files.games[16..28], [0, 0, 0, 0, 1, 0, 38, 33, 56, 64, 33, 0]);
    assert_eq!(&files.players[16..20], b"Ann\0");
    assert_eq!(&files.players[36..42], b"Bj\xf8rn\0");
}

#[test]
fn without_names_players_have_numbers() {
    let document = read(&files().games).unwrap();
    assert_eq!(document.format, Format::Wthor);
    assert_eq!(document.records[1].tags.black.as_deref(), Some("player 1"));
}

#[test]
fn errors_say_where_and_what() {
    let files = files();
    let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert_eq!(
        error(&files.games[..10]),
        "byte 10: expected the 16 bytes that begin a WTHOR file, found the end"
    );
    assert_eq!(
        error(&files.games[..100]),
        "byte 100: expected 68 bytes of game 2 of 2, found the end"
    );
    let mut countless = files.games.clone();
    countless[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(
        error(&countless),
        "byte 152: expected 68 bytes of game 3 of 4294967295, found the end"
    );
    let longer = [&files.games[..], &[7]].concat();
    assert_eq!(error(&longer), "byte 152: expected the end after 2 games, found the byte 7");
    let mut wrong = files.games.clone();
    wrong[26] = 90;
    assert_eq!(error(&wrong), "byte 26: expected a square (11 to 88) in game 1, found the byte 90");
    wrong[26] = 11;
    assert_eq!(error(&wrong), "byte 26: move 3, a1: Black at a1 turns no disc over");
    let mut large = files.games.clone();
    large[12] = 10;
    assert_eq!(error(&large), "byte 12: expected the size of the board, 8, found the byte 10");
    assert_eq!(
        error(&files.players),
        "byte 8: this is a WTHOR list of names; the games are in the .wtb files"
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut writer = Writer::default();
    let mut open = Record::from(transcript::parse("f5", Size::EIGHT).unwrap());
    let error = writer.add(&open).unwrap_err().to_string();
    assert_eq!(error, "WTHOR cannot hold an unfinished game without a result");
    open.tags.result = Some(Verdict { score: 400.0, ending: Termination::Played });
    assert!(writer.add(&open).is_err());
    let small = Record::from(transcript::parse("d3", Size::FOUR).unwrap());
    let error = writer.add(&small).unwrap_err().to_string();
    assert!(error.contains("did not begin at the opening position of 8×8"), "{error}");
}
