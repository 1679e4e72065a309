//! `obverse why` as a user or a script sees it.

mod common;

use common::run;
use serde_json::Value;

/// After it Black has eleven moves.
const OPENING: &str = "f5d6c3d3c4f4";

fn lines(player: &str, position: &str) -> Vec<Value> {
    let answer = run(["why", position, "--player", player, "--seed", "1", "--json"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{player}");
    answer.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn sum(terms: &Value) -> f64 {
    terms.as_object().expect("terms").values().map(|value| value.as_f64().expect("a number")).sum()
}

fn close(score: &Value, sum: f64) -> bool {
    (score.as_f64().expect("a score") - sum).abs() < 1e-6
}

#[test]
fn every_move_has_terms_that_add_up_before_and_after_the_search() {
    let moves = ["c2", "c5", "c6", "d2", "d7", "e2", "e3", "e6", "f3", "f6", "g4"];
    for player in [
        "ratio:depth=3",
        "breadth:depth=3",
        "squares:depth=3",
        "anysize:depth=3",
        "killer:depth=3",
        "level:3",
        "engine:depth=4",
    ] {
        let lines = lines(player, OPENING);
        let mut told: Vec<&str> = lines.iter().map(|line| line["move"].as_str().unwrap()).collect();
        told.sort_unstable();
        assert_eq!(told, moves, "{player}");
        for line in &lines {
            let searched = &line["searched"];
            assert!(close(&line["score"], sum(&line["terms"])), "{line}");
            assert!(close(&searched["score"], sum(&searched["terms"])), "{line}");
            assert_eq!(searched["pv"][0], line["move"]);
            assert!(searched["depth"].as_u64().is_some() && searched["nodes"].as_u64().is_some());
        }
        let scores = lines.iter().map(|line| line["searched"]["score"].as_f64().unwrap());
        assert!(scores.collect::<Vec<_>>().is_sorted_by(|a, b| a >= b), "{player}");
    }
}

#[test]
fn a_level_says_how_it_errs() {
    let lines = lines("level:3", OPENING);
    for line in &lines {
        let terms = line["searched"]["terms"].as_object().unwrap();
        assert_eq!(terms.keys().collect::<Vec<_>>(), ["search", "beginner"], "{line}");
        // A beginner wants discs: every move turns some over, and level 3 counts 78 % of them.
        assert!(terms["beginner"].as_f64().unwrap() >= 0.77, "{line}");
        assert_eq!(line["searched"]["depth"], 1, "it looks one ply ahead");
        let chance = line["overlooked"].as_f64().unwrap();
        assert!((0.0..0.56).contains(&chance), "{line}");
    }
    assert!(lines.iter().any(|line| line["overlooked"] == 0.0), "one move catches the eye");
    assert!(lines.iter().any(|line| line["overlooked"].as_f64() > Some(0.2)));
    let answer = run(["why", OPENING, "--player", "level:3"]);
    let words = answer.out.replace('\n', " ");
    assert!(words.contains("errs by 2.5 discs or so"), "{}", answer.out);
    assert!(answer.out.contains("\nOverlooked: "), "{}", answer.out);
    assert!(!answer.out.contains("\n%"), "a number and its sign stand on one line: {}", answer.out);
    // One that does not err is the engine with less depth.
    let strong = self::lines("level:15", OPENING);
    assert!(strong.iter().all(|line| line["overlooked"].is_null()), "{strong:?}");
}

#[test]
fn no_line_is_wider_than_a_terminal() {
    for player in [
        "ratio:depth=3",
        "breadth:depth=3",
        "squares:depth=3",
        "killer:depth=5,book=off",
        "level:3",
        "engine:depth=14",
    ] {
        let answer = run(["why", OPENING, "--player", player, "--seed", "1"]);
        let widest = answer.out.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 80, "{player}: {widest}");
        assert_eq!(answer.code, 0);
    }
}

#[test]
fn the_terms_have_the_order_of_the_evaluation() {
    let answer = run(["why", OPENING, "--player", "squares:depth=1", "--json"]);
    let first = answer.out.lines().next().unwrap();
    let order = ["squares", "mobility", "stability", "result"];
    let places: Vec<_> = order.iter().map(|name| first.find(&format!("\"{name}\":"))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{first}");
}

#[test]
fn breadth_tells_of_its_tree_and_killer_of_its_openings() {
    let tree = &lines("breadth:depth=2", "start")[0]["tree"];
    assert_eq!(tree["levels"], serde_json::json!([1, 4, 12]));
    assert_eq!((&tree["complete"], &tree["ended"]), (&2.into(), &"depth".into()));
    let chances = lines("killer:depth=1", "start");
    let chances: f64 = chances.iter().filter_map(|line| line["opening"].as_f64()).sum();
    assert!((chances - 1.0).abs() < 1e-9);
}

#[test]
fn people_read_a_table_with_bars() {
    let answer = run(["why", OPENING, "--player", "squares:depth=2"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    for words in ["Black to move", "squares", "mobility", "nothing in stability", "depth by depth"]
    {
        assert!(answer.out.contains(words), "no `{words}` in\n{}", answer.out);
    }
    assert!(answer.out.contains('█'), "{}", answer.out);
}

#[test]
fn a_side_that_passes_and_a_game_that_is_over_have_no_reasons() {
    // White has no move, Black has c1.
    let passes = format!("XO{} O", "-".repeat(62));
    let answer = run(["why", &passes, "--player", "squares"]);
    assert_eq!((answer.code, answer.out.as_str()), (0, "White has no move and passes\n"));
    let over = format!("XX{} X", "-".repeat(62));
    let answer = run(["why", &over, "--player", "squares"]);
    assert!(answer.code == 0 && answer.out.starts_with("The game is over"), "{}", answer.out);
    assert_eq!(run(["why", &over, "--player", "squares", "--json"]).out, "");
}

#[test]
fn whoever_has_no_reasons_is_refused() {
    for (player, size, words) in [
        ("random", "8", "cannot say why"),
        ("human", "8", "a person is not asked"),
        ("squares", "10", "plays on 8×8 only"),
        ("nobody", "8", "is not a player"),
    ] {
        let answer = run(["why", "start", "--size", size, "--player", player]);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{player}");
        assert!(answer.err.contains(words), "{}", answer.err);
    }
}

#[test]
fn breadth_plays_with_the_points_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("points.txt");
    let player = format!("breadth:depth=1,points={}", path.display());
    // Only the squares in the middle count, and those beside them along the middle lines.
    std::fs::write(&path, "# mine\n0 0 0 0\n0 0 0 0\n0 0 0 7\n0 0 7 100\n").unwrap();
    // Black d3 turns d4: d3 7, d4, e4, d5 100 each, less e5.
    for line in lines(&player, "start") {
        assert_eq!(line["terms"], serde_json::json!({"points": 207.0, "discs": 3.0}));
    }
    std::fs::write(&path, "0 0 0 0\n0 zero 0 0\n").unwrap();
    let answer = run(["why", "start", "--player", &player]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(
        answer.err.contains("points.txt: line 2: `zero` is not a whole number"),
        "{}",
        answer.err
    );
    let answer = run(["why", "start", "--player", "breadth:points=/no/such/file"]);
    assert!(answer.code == 2 && answer.err.contains("/no/such/file"), "{}", answer.err);
}
