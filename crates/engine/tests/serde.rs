//! What a search found, written by serde and read again.

use std::time::Duration;

use obverse_engine::score::Kind;
use obverse_engine::{Confidence, Goal, Level, Line, Report, Score};
use serde_json::{from_value, json, to_value};

#[test]
fn a_score_says_what_it_is() {
    for (kind, form) in [
        (Kind::Exact, json!({ "score": 4.5, "kind": "exact" })),
        (Kind::Wld, json!({ "score": 4.5, "kind": "wld" })),
        (
            Kind::Selective { confidence: 73 },
            json!({ "score": 4.5, "kind": "selective", "confidence": 73 }),
        ),
        (Kind::Heuristic, json!({ "score": 4.5, "kind": "heuristic" })),
        (Kind::Book, json!({ "score": 4.5, "kind": "book" })),
    ] {
        let score = Score { discs: 4.5, kind };
        assert_eq!(form["kind"], kind.name());
        assert_eq!(to_value(score).unwrap(), form);
        assert_eq!(from_value::<Score>(form).unwrap(), score);
    }
    // A number without its kind is no score.
    assert!(from_value::<Score>(json!({ "score": 4.5 })).is_err());
    assert!(from_value::<Score>(json!({ "score": 4.5, "kind": "selective" })).is_err());
}

#[test]
fn a_report_comes_back() {
    let line = Line {
        moves: vec!["f5".parse().unwrap(), "pass".parse().unwrap()],
        score: Score { discs: -2.0, kind: Kind::Exact },
        depth: 12,
    };
    let report = Report {
        chosen: line.moves.first().copied(),
        lines: vec![line],
        nodes: 77,
        elapsed: Duration::from_millis(1250),
    };
    let form = json!({
        "lines": [{ "pv": ["f5", "pass"], "score": -2.0, "kind": "exact", "depth": 12 }],
        "chosen": "f5",
        "nodes": 77,
        "seconds": 1.25,
    });
    assert_eq!(to_value(&report).unwrap(), form);
    assert_eq!(from_value::<Report>(form).unwrap(), report);
}

#[test]
fn levels_and_confidences_are_numbers() {
    assert_eq!(to_value(Level::MAX).unwrap(), json!(20));
    assert_eq!(from_value::<Level>(json!(7)).unwrap().get(), 7);
    assert!(from_value::<Level>(json!(21)).is_err());
    assert_eq!(to_value(Confidence::FULL).unwrap(), json!(100));
    assert_eq!(from_value::<Confidence>(json!(90)).unwrap().percent(), 95);
    assert_eq!(from_value::<Goal>(json!("wld")).unwrap(), Goal::Wld);
}
