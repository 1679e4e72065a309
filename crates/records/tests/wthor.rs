//! The WTHOR database: every game replays to its result, and survives every format.

mod common;

use std::fs;
use std::path::Path;

use obverse_records::{Format, Record, Writer, read, to_text, wthor::Folder};
use obverse_rules::{Color, Size};

use common::{project, shared};

const FIXTURE: &str = "crates/records/tests/data/wthor";

fn games(folder: &Path) -> Vec<Record> {
    Folder::open(folder).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Checks a folder's finished games against their recorded results; how many are unfinished.
fn check_results(games: &[Record]) -> usize {
    let mut unfinished = 0;
    for (number, record) in games.iter().enumerate() {
        let recorded = record.tags.result.expect("WTHOR always has a result").score;
        match record.game.outcome() {
            Some(outcome) => {
                let score = outcome.score(Color::Black);
                assert!(
                    (f64::from(score) - recorded).abs() < 0.5,
                    "game {number}: {score} {recorded}"
                );
            }
            None => unfinished += 1,
        }
    }
    unfinished
}

/// What each format that holds games keeps of a WTHOR game.
fn check_conversions(games: &[Record]) {
    for record in games {
        for format in [Format::Ggf, Format::Sgf, Format::Transcript] {
            let text = to_text(record, format).unwrap();
            let document = read(text.as_bytes()).unwrap();
            assert_eq!(document.format, format);
            let [again] = &document.records[..] else { panic!("{text}") };
            assert_eq!(again.game, record.game, "{text}");
            if format != Format::Transcript {
                assert_eq!(again.tags.black, record.tags.black);
                assert_eq!(again.tags.white, record.tags.white);
                assert_eq!(again.tags.result, record.tags.result);
                assert_eq!(again.tags.date, record.tags.date);
            }
            if format == Format::Sgf {
                assert_eq!(again, record);
            }
        }
    }
}

#[test]
fn our_own_games_replay_and_convert() {
    let games = games(&project(FIXTURE));
    assert_eq!(games.len(), 24);
    assert_eq!(check_results(&games), 4);
    check_conversions(&games);
    let names = ["Ada", "Björn", "Chloé", "Dmitri", "Emi"];
    for Record { tags, theory, .. } in &games {
        assert!(tags.black != tags.white);
        for name in [&tags.black, &tags.white] {
            assert!(names.contains(&name.as_deref().unwrap()), "{name:?}");
        }
        assert!(["Club night", "Summer open"].contains(&tags.event.as_deref().unwrap()));
        assert_eq!(tags.date.as_deref(), Some("2024"));
        assert_eq!(theory.unwrap().empties, 24);
    }
}

#[test]
fn the_database_replays_and_converts() {
    let Some(folder) = shared("wthor") else { return };
    let games = games(&folder);
    assert!(games.iter().all(|record| record.tags.event.is_some()));
    let is_named =
        |name: &Option<String>| name.as_ref().is_some_and(|name| !name.starts_with("player "));
    assert!(games.iter().all(|r| is_named(&r.tags.black) && is_named(&r.tags.white)));
    let unfinished = check_results(&games);
    println!("{} games, {unfinished} unfinished", games.len());
    assert_eq!(unfinished, 12, "the files here are known to have 12");
    check_conversions(&games);
}

#[test]
fn a_file_that_is_read_and_written_has_the_same_games() {
    let Some(folder) = shared("wthor") else { return };
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "wtb") {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let mut writer = Writer::new(Vec::new(), Format::Wthor);
        for record in obverse_records::open(&path, Size::EIGHT).unwrap() {
            writer.write(&record.unwrap()).unwrap();
        }
        let (written, _) = writer.finish().unwrap();
        assert_eq!(written.len(), bytes.len());
        // The date of the file and the numbers of the names may differ; the rest may not.
        assert_eq!(written[4..16], bytes[4..16]);
        for (ours, theirs) in written[16..].chunks(68).zip(bytes[16..].chunks(68)) {
            assert_eq!(ours[6..], theirs[6..]);
        }
    }
}

#[test]
fn our_own_games_are_written_as_they_were_read() {
    let folder = project(FIXTURE);
    let mut writer = Writer::new(Vec::new(), Format::Wthor);
    for record in games(&folder) {
        writer.write(&record).unwrap();
    }
    let (games, files) = writer.finish().unwrap();
    let files = files.expect("WTHOR has names");
    for (name, bytes) in
        [("own.wtb", games), ("WTH.JOU", files.players), ("WTH.TRN", files.tournaments)]
    {
        assert_eq!(fs::read(folder.join(name)).unwrap(), bytes, "{name}");
    }
}
