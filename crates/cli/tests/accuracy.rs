//! `obverse bench accuracy`: figures that can be worked out by hand.

mod common;

use common::{Answer, run};
use serde_json::Value;

/// Eleven empty squares.
const ENDGAME: &str = "--OOO-OO-OOOOOO-XXOXOOOXXXXOXOXXXXXXOXXXXXOXXXXX-XXXX-X---XXXX-X X;";

/// The moves of [`ENDGAME`] and their exact scores, best first.
fn solved() -> Vec<(String, i64)> {
    let answer = run(["hint", ENDGAME, "--depth", "60", "--top", "64", "--json", "--hash", "4"]);
    let lines = answer.out.lines().map(|line| serde_json::from_str::<Value>(line).expect(line));
    let moves = lines.map(|line| {
        assert_eq!(line["kind"], "exact", "{line}");
        let (mv, score) = (line["move"].as_str().unwrap(), line["score"].as_f64().unwrap());
        (mv.to_owned(), score as i64)
    });
    moves.collect()
}

/// A line of OBF.
fn problem(moves: &[(String, i64)]) -> String {
    let scores: Vec<String> = moves.iter().map(|(mv, score)| format!("{mv}:{score:+};")).collect();
    format!("{ENDGAME} {} --:-127;\n", scores.join(" "))
}

/// Measures the problems with a search to the end of the game.
fn measured(problems: &str, more: &[&str]) -> (Answer, Value) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.obf");
    std::fs::write(&file, problems).unwrap();
    let arguments = ["bench", "accuracy", file.to_str().unwrap(), "--json"];
    let answer = run(arguments.iter().chain(more));
    let value = serde_json::from_str(&answer.out).unwrap_or_default();
    (answer, value)
}

#[test]
fn a_search_to_the_end_is_right_and_one_that_errs_is_charged_for_it() {
    let moves = solved();
    let truth = problem(&moves);
    // As if the last move were six discs better than the one that is played.
    let mut other = moves.clone();
    let best = moves[0].1;
    other.last_mut().unwrap().1 = best + 6;
    let problems = format!("% two problems\n{truth}{}", problem(&other));
    let (answer, figures) = measured(&problems, &["--depth", "60"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(figures["problems"], 2);
    let figure = |name: &str| figures[name].as_f64().unwrap();
    assert_eq!((figure("best_move"), figure("mean_loss")), (50.0, 3.0));
    assert_eq!((figure("mean_error"), figure("within_3")), (3.0, 50.0));
    assert!(figures["nodes"].as_u64().unwrap() > 0 && figures["seconds"].is_number());
}

#[test]
fn every_problem_is_searched_from_nothing() {
    let truth = problem(&solved());
    let nodes = |problems: &str, more: &[&str]| {
        let (answer, figures) = measured(problems, more);
        assert_eq!(answer.code, 0, "{answer:?}");
        figures["nodes"].as_u64().unwrap()
    };
    for more in [&["--depth", "7"][..], &["--nodes", "3000"], &["--depth", "60"]] {
        assert_eq!(3 * nodes(&truth, more), nodes(&truth.repeat(3), more), "{more:?}");
    }
    let [quick, sure, full] =
        ["1", "99", "100"].map(|it| nodes(&truth, &["--depth", "8", "--confidence", it]));
    assert!(quick < sure && sure < full, "{quick} {sure} {full}");
    assert_eq!(quick, nodes(&truth, &["--depth", "8", "--confidence", "73"]));
    assert_eq!(quick, nodes(&truth, &["--depth", "8"]));
}

#[test]
fn our_own_problems_have_the_scores_of_all_moves() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/training/quiet-25.obf");
    let text = std::fs::read_to_string(file).unwrap();
    let problems = text.lines().filter(|line| !line.starts_with('%')).count();
    let answer = run(["bench", "accuracy", file, "--depth", "4", "--json"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let figures: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(figures["problems"], problems);
    // A search of four plies is right in every second, and scores of ended games are even.
    assert!(figures["best_move"].as_f64().unwrap() > 30.0, "{figures}");
    let scores = text.split([';', ':']).filter_map(|part| part.parse::<i32>().ok());
    assert!(scores.clone().count() > 4 * problems && scores.clone().all(|score| score % 2 == 0));
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let moves = solved();
    let (answer, _) = measured(&problem(&moves[1..]), &[]);
    assert_eq!(answer.code, 2);
    let missing = &moves[0].0;
    assert!(answer.err.contains("problem 1") && answer.err.contains(missing), "{}", answer.err);
    let truth = problem(&moves);
    for more in [
        &["--confidence", "101"][..],
        &["--confidence", "0"],
        &["--depth", "0"],
        &["--nodes", "0"],
        &["--threads", "0"],
    ] {
        let (answer, _) = measured(&truth, more);
        assert_eq!(answer.code, 2, "{more:?}: {answer:?}");
        assert!(answer.out.is_empty() && !answer.err.is_empty(), "{more:?}");
    }
    assert_eq!(measured("", &[]).0.code, 2);
    assert_eq!(run(["bench", "accuracy"]).code, 2);
}
