//! The fuzz targets' bodies on stable Rust: on arbitrary bytes, on broken pieces of the corpus,
//! and on games that are written and read again.

mod common;

use std::fs;
use std::time::Duration;

use obverse_records::fuzzing::TARGETS;
use obverse_records::{Clock, Format, Note, Record, Termination, Verdict, read, to_text};
use obverse_rules::{Move, Size};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, proptest};
use proptest::{collection, option, prop_oneof};

use common::{project, random_game};

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = project("fuzz/corpus").join(target);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// One change to a file.
#[derive(Clone, Debug)]
enum Edit {
    Cut(usize),
    Remove(usize, usize),
    Repeat(usize, usize),
    Set(usize, u8),
    Insert(usize, Vec<u8>),
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let at = |place: usize| place % (bytes.len() + 1);
        match self {
            Edit::Cut(end) => bytes.truncate(at(*end)),
            Edit::Remove(from, length) => {
                let from = at(*from);
                bytes.drain(from..(from + length).min(bytes.len()));
            }
            Edit::Repeat(from, length) => {
                let from = at(*from);
                let piece = bytes[from..(from + length).min(bytes.len())].to_vec();
                bytes.splice(from..from, piece);
            }
            Edit::Set(place, value) => {
                let place = at(*place);
                if let Some(byte) = bytes.get_mut(place) {
                    *byte = *value;
                }
            }
            Edit::Insert(place, piece) => {
                let place = at(*place);
                bytes.splice(place..place, piece.iter().copied());
            }
        }
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = any::<u16>().prop_map(usize::from);
    let piece = prop_oneof![
        "[A-Za-z0-9()\\[\\];:/. \\n-]{0,8}".prop_map(String::into_bytes),
        collection::vec(any::<u8>(), 0..4),
    ];
    prop_oneof![
        place.clone().prop_map(Edit::Cut),
        (place.clone(), 0..20_usize).prop_map(|(from, length)| Edit::Remove(from, length)),
        (place.clone(), 0..80_usize).prop_map(|(from, length)| Edit::Repeat(from, length)),
        (place.clone(), any::<u8>()).prop_map(|(place, value)| Edit::Set(place, value)),
        (place, piece).prop_map(|(place, piece)| Edit::Insert(place, piece)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in collection::vec(any::<u8>(), 0..300)) {
        for (_, body) in TARGETS {
            body(&bytes);
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "[-XOBWxobw*.012 a-h1-8\\[\\]();/:|+\\n]{0,300}") {
        for (_, body) in TARGETS {
            body(text.as_bytes());
        }
    }

    #[test]
    fn broken_files_never_panic(
        which in any::<u16>(),
        edits in collection::vec(edit(), 1..4),
    ) {
        for (name, body) in TARGETS {
            let files = corpus(name);
            let mut bytes = files[usize::from(which) % files.len()].clone();
            for edit in &edits {
                edit.apply(&mut bytes);
            }
            body(&bytes);
        }
    }

    #[test]
    fn what_a_format_can_hold_comes_back(record in record()) {
        for format in Format::ALL {
            let Ok(text) = to_text(&record, format) else { continue };
            let document = read(text.as_bytes()).unwrap();
            assert_eq!(document.records.len(), 1);
            let again = &document.records[0];
            let mut game = record.game.clone();
            // A sheet has no place for a pass that nobody answered.
            while format == Format::Sheet && game.last_move() == Some(Move::Pass) {
                game.undo();
            }
            if format.holds_games() {
                assert_eq!(again.game.moves(), &game.moves()[..game.ply()], "{text}");
                assert_eq!(again.game.start(), game.start(), "{text}");
            }
            match format {
                Format::Sgf => assert_eq!(*again, record, "{text}"),
                Format::Ggf => assert_eq!(*again, as_ggf(&record), "{text}"),
                Format::TenLine => assert_eq!(again.time, record.time.or(Some(Duration::from_secs(5)))),
                _ => {}
            }
            if again.side_stated {
                assert_eq!(again.position(), game.position(), "{text}");
            }
        }
    }
}

/// A record without what GGF has no tag for.
fn as_ggf(record: &Record) -> Record {
    let mut record = record.clone();
    record.tags.place = record.tags.place.take().or(record.tags.event.take());
    record.tags.event = None;
    record.tags.comment = None;
    for note in &mut record.notes {
        note.comment = None;
    }
    while record.notes.last().is_some_and(Note::is_empty) {
        record.notes.pop();
    }
    record
}

/// Words without the blanks at their ends that no format keeps.
fn words() -> impl Strategy<Value = Option<String>> {
    option::of("[A-Za-zé'(.][A-Za-z é'(.,/-]{0,20}[A-Za-z)]")
}

fn record() -> impl Strategy<Value = Record> {
    let size = (2..=13_usize).prop_map(|half| Size::new(2 * half).unwrap());
    let plies = prop_oneof![0..70_usize, Just(usize::MAX)];
    let game = (prop_oneof![Just(Size::EIGHT), size], any::<u64>(), plies)
        .prop_map(|(size, seed, plies)| random_game(size, seed, plies));
    let rating = || option::of((0..4000_u32).prop_map(|rating| f64::from(rating) / 4.0));
    let tags = (words(), words(), rating(), rating(), words(), words(), words());
    let notes =
        collection::vec((option::of(-640..640_i32), option::of(0..99_999_u64), words()), 0..40);
    let clock = option::of((1..9999_u64, 0..60_u64, 0..300_u64));
    let result = (-64..=64_i32, 0..4_usize);
    (game, tags, notes, clock, result).prop_map(|(game, tags, notes, clock, result)| {
        let mut record = Record::from(game);
        let seconds = Duration::from_secs;
        (record.tags.black, record.tags.white) = (tags.0, tags.1);
        (record.tags.black_rating, record.tags.white_rating) = (tags.2, tags.3);
        (record.tags.event, record.tags.place, record.tags.comment) = (tags.4, tags.5, tags.6);
        record.tags.clock = clock.map(|(main, increment, grace)| Clock {
            main: seconds(main),
            increment: seconds(increment),
            grace: seconds(grace),
        });
        record.tags.result = Some(result_of(&record, result));
        let moves = record.game.moves().to_vec();
        for (index, (eval, millis, comment)) in notes.into_iter().enumerate().take(moves.len()) {
            // A pass that the reader supplies itself has no notes.
            let note = Note {
                eval: eval.map(|eval| f64::from(eval) / 8.0),
                time: millis.map(Duration::from_millis),
                comment,
                ..Note::default()
            };
            if !note.is_empty() && moves[index] != Move::Pass {
                record.set_note(index, note);
            }
        }
        record
    })
}

/// A result that both GGF and SGF can say: who resigns or oversteps loses everything.
fn result_of(record: &Record, (score, ending): (i32, usize)) -> Verdict {
    let squares = record.position().size().squares() as f64;
    let score = f64::from(score);
    match ending {
        1 => Verdict { score: squares, ending: Termination::Resigned },
        2 => Verdict { score: -squares, ending: Termination::TimedOut },
        _ => Verdict { score, ending: Termination::Played },
    }
}
