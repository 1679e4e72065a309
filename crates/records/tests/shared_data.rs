//! Files that everybody in the field has: the FFO endgames and the named openings.

mod common;

use std::fs;

use obverse_records::{Format, obf, openings, read, transcript};
use obverse_rules::Size;

use common::shared;

#[test]
fn the_ffo_problems_come_back_letter_by_letter() {
    let Some(path) = shared("ffo-40-59.obf") else { return };
    let text = fs::read_to_string(path).unwrap();
    let document = read(text.as_bytes()).unwrap();
    assert_eq!(document.format, Format::Obf);
    assert_eq!(document.records.len(), 20);
    for (record, line) in document.records.iter().zip(text.lines()) {
        assert_eq!(obf::to_string(record), line.trim());
        assert_eq!(record.scores.len(), record.position().moves().len());
        assert!(record.scores.iter().all(|score| record.position().is_legal(score.mv)));
    }
}

#[test]
fn every_known_line_has_its_name() {
    let Some(path) = shared("openings.tsv") else { return };
    let text = fs::read_to_string(path).unwrap();
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (moves, name) = line.split_once('\t').unwrap();
        let game = transcript::parse(moves, Size::EIGHT).unwrap();
        assert_eq!(openings::name_of(&game).unwrap().full_name(), name, "{moves}");
        assert!(openings::find(name).is_some(), "{name}");
        lines += 1;
    }
    assert!(lines > 90);
}
