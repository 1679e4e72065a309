//! The bodies of the fuzz targets, one for each parser. The targets under `fuzz/`, the property
//! tests and the test of the committed corpus all run these.
//!
//! Each takes any bytes. A parser may refuse them; what it accepts must be written and read again
//! without a change.

use std::path::Path;
use std::sync::Arc;

use crate::source::decode;
use crate::wthor::{Names, Writer};
use crate::{
    Clock, Diagram, Format, Palette, Record, board, ggf, obf, openings, read, sgf, sheet, ten_line,
    to_text, transcript, turn,
};
use obverse_rules::{Color, Size};

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 12] = [
    ("transcript", fuzz_transcript),
    ("obf", fuzz_obf),
    ("ggf", fuzz_ggf),
    ("sgf", fuzz_sgf),
    ("wthor", fuzz_wthor),
    ("wthor_names", fuzz_wthor_names),
    ("board", fuzz_board),
    ("ten_line", fuzz_ten_line),
    ("turn", fuzz_turn),
    ("sheet", fuzz_sheet),
    ("clock", fuzz_clock),
    ("read", fuzz_read),
];

/// Transcripts, on three sizes.
pub fn fuzz_transcript(bytes: &[u8]) {
    for size in [Size::FOUR, Size::EIGHT, Size::MAX] {
        if let Ok(game) = transcript::parse(&decode(bytes), size) {
            let text = transcript::to_string(&game).expect("it began at the opening position");
            assert_eq!(transcript::parse(&text, size).as_ref(), Ok(&game), "{text}");
            if let Some(opening) = openings::name_of(&game) {
                assert!(opening.plies() <= game.ply());
            }
        }
    }
}

/// A game sheet.
pub fn fuzz_sheet(bytes: &[u8]) {
    if let Ok(record) = sheet::parse(&decode(bytes)) {
        let text = sheet::to_string(&record).expect("Black begins");
        assert_eq!(sheet::parse(&text).as_ref(), Ok(&record), "{text}");
    }
}

/// A line of OBF.
pub fn fuzz_obf(bytes: &[u8]) {
    if let Ok(Some(record)) = obf::parse_line(&decode(bytes)) {
        let text = obf::to_string(&record);
        let again = obf::parse_line(&text).expect("we read what we write").expect("a position");
        assert_eq!(again.scores, record.scores);
        assert_same(&again, &record, &text, obf::to_string);
    }
}

/// A game in GGF.
pub fn fuzz_ggf(bytes: &[u8]) {
    if let Ok(record) = ggf::parse(&decode(bytes)) {
        let text = ggf::to_string(&record);
        let again = ggf::parse(&text).expect("we read what we write");
        assert_same(&again, &record, &text, ggf::to_string);
    }
}

/// A game in SGF.
pub fn fuzz_sgf(bytes: &[u8]) {
    if let Ok(record) = sgf::parse(&decode(bytes)) {
        let text = sgf::to_string(&record);
        let again = sgf::parse(&text).expect("we read what we write");
        let plies = |record: &Record| -> usize {
            record.variations.iter().map(|variation| variation.game.ply()).sum()
        };
        assert_eq!((plies(&again), again.left_out), (plies(&record), 0), "{text}");
        assert_same(&again, &record, &text, sgf::to_string);
    }
}

/// A `.wtb` file.
pub fn fuzz_wthor(bytes: &[u8]) {
    let Ok(reader) = crate::wthor::Reader::new(bytes, Arc::default()) else { return };
    let Ok(records) = reader.collect::<Result<Vec<Record>, _>>() else { return };
    let mut writer = Writer::default();
    // A disc count above 64 can be read, but not written.
    if records.iter().try_for_each(|record| writer.add(record)).is_err() {
        return;
    }
    let files = writer.finish();
    let reader = crate::wthor::Reader::new(&files.games[..], Arc::default());
    let again: Vec<Record> = reader.and_then(Iterator::collect).expect("we read what we write");
    assert_eq!(again.len(), records.len());
    for (again, record) in again.iter().zip(&records) {
        assert_eq!(again.game, record.game);
        assert_eq!(again.tags.result, record.tags.result);
    }
}

/// A `.JOU` or `.TRN` file.
pub fn fuzz_wthor_names(bytes: &[u8]) {
    let mut names = Names::default();
    if names.read_players(bytes).is_ok() {
        assert!(!names.player(0).is_empty());
    }
    if names.read_tournaments(bytes).is_ok() {
        assert!(names.tournament(0).is_none_or(|name| !name.is_empty()));
    }
}

/// A drawn board; what is read is drawn again in every way.
pub fn fuzz_board(bytes: &[u8]) {
    if let Ok(record) = board::parse(&decode(bytes)) {
        let position = record.position();
        let text = board::to_string(position);
        assert_eq!(board::parse(&text).expect("we read what we write").position(), position);
        let diagram = Diagram::new(position).with_legal_moves();
        let drawn = board::parse(&diagram.text()).expect("we read what we draw");
        if !position.is_over() {
            assert_eq!(drawn.position(), position);
        }
        assert!(diagram.ansi(Palette::Indexed).len() > position.size().squares());
        assert!(diagram.svg().ends_with("</svg>\n"));
    }
}

/// A ten-line game file.
pub fn fuzz_ten_line(bytes: &[u8]) {
    if let Ok(record) = ten_line::parse(&decode(bytes)) {
        for spelling in [ten_line::Spelling::Letters, ten_line::Spelling::Digits] {
            let text = ten_line::to_string(&record, spelling);
            let again = ten_line::parse(&text).expect("we read what we write");
            assert_eq!((again.position(), again.time), (record.position(), record.time));
        }
    }
}

/// A turn file, and its name.
pub fn fuzz_turn(bytes: &[u8]) {
    let text = decode(bytes);
    if let Ok(file) = turn::parse(&text) {
        let written = file.to_string();
        assert_eq!(turn::parse(&written).as_ref(), Ok(&file), "{written}");
        assert_eq!(file.position(Color::White).size(), Size::EIGHT);
    }
    if let Ok(next) = turn::next_path(Path::new(text.as_ref())) {
        assert!(turn::next_path(&next).is_ok());
    }
}

/// A clock.
pub fn fuzz_clock(bytes: &[u8]) {
    if let Ok(clock) = decode(bytes).parse::<Clock>() {
        assert_eq!(clock.to_string().parse(), Ok(clock));
    }
}

/// Anything at all; what is read is written in every format.
pub fn fuzz_read(bytes: &[u8]) {
    let Ok(document) = read(bytes) else { return };
    for record in document.records.iter().take(4) {
        for format in Format::ALL {
            let Ok(text) = to_text(record, format) else { continue };
            let again = read(text.as_bytes()).expect("we read what we write");
            let [again] = &again.records[..] else { panic!("one record became several: {text}") };
            if again.side_stated {
                assert_eq!(again.position(), record.position(), "{text}");
            }
        }
    }
}

/// What was read again is the same game, and is written the same once more. Notes may lose blanks
/// that mean nothing the first time.
fn assert_same(again: &Record, record: &Record, text: &str, write: impl Fn(&Record) -> String) {
    assert_eq!(again.game, record.game, "{text}");
    assert_eq!(write(again), text);
}
