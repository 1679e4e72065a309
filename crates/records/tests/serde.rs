//! Records written by serde and read again.

use std::time::Duration;

use obverse_records::{Format, MoveScore, Note, Record, Verdict, read};
use serde_json::{from_value, json, to_value};

#[test]
fn a_record_comes_back_with_everything_that_was_noted() {
    let ggf = b"(;GM[Othello]PB[one]PW[two]TY[8]RE[+64:r]TI[05:00//02:00]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[F5/1.50/2.25]W[D6];)";
    let mut record: Record = read(ggf).unwrap().records.remove(0);
    record.scores = vec![MoveScore { mv: "c3".parse().unwrap(), score: 2.0 }];
    let form = to_value(&record).unwrap();
    assert_eq!(form["game"]["moves"], json!(["f5", "d6"]));
    assert_eq!(form["tags"]["black"], json!("one"));
    assert_eq!(form["tags"]["clock"], json!("05:00//02:00"));
    assert_eq!(form["tags"]["result"], json!({ "score": 64.0, "ending": "resigned" }));
    assert_eq!(form["notes"][0]["time"], json!(2.25));
    assert_eq!(form["scores"], json!([{ "move": "c3", "score": 2.0 }]));
    assert_eq!(from_value::<Record>(form).unwrap(), record);
}

#[test]
fn what_a_person_writes_may_leave_out_what_is_not_known() {
    let note: Note = from_value(json!({ "time": 1.5 })).unwrap();
    assert_eq!(note, Note { time: Some(Duration::from_millis(1500)), ..Note::default() });
    assert!(from_value::<Note>(json!({ "time": -1.0 })).is_err());
    assert!(from_value::<Verdict>(json!({ "score": 4.0, "ending": "eaten" })).is_err());
}

#[test]
fn a_format_is_its_name() {
    for format in Format::ALL {
        assert_eq!(to_value(format).unwrap(), json!(format.name()));
        assert_eq!(from_value::<Format>(json!(format.name())).unwrap(), format);
    }
}
