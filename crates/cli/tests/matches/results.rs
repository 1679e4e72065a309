//! What matches say.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use obverse_records::openings::balanced;
use obverse_rules::{Game, Size};

use crate::{json, number, result, run};

#[test]
fn identical_engines_are_equal() {
    let result = result(&["engine:depth=1", "engine:depth=1", "--games", "200"]);
    assert_eq!(result["games"], 200);
    assert!(number(&result, "elo").abs() <= number(&result, "elo_error"), "{result}");
}

#[test]
fn a_handicapped_player_loses_and_a_test_finds_out_sooner() {
    let fixed = result(&["engine:depth=3", "random", "--games", "100"]);
    assert!(number(&fixed, "elo") > number(&fixed, "elo_error"), "{fixed}");
    assert!(number(&fixed, "los") > 0.99 && number(&fixed, "mean_discs") > 0.0, "{fixed}");
    let sequential = result(&["engine:depth=3", "random", "--games", "100", "--sprt", "0,100"]);
    assert_eq!(sequential["verdict"], "H1", "{sequential}");
    assert!(number(&sequential, "games") < 100.0, "{sequential}");
    let other = result(&["random", "engine:depth=3", "--games", "100", "--sprt", "-50,50"]);
    assert_eq!(other["verdict"], "H0", "{other}");
}

#[test]
fn every_opening_is_played_with_both_colours() {
    let lines = json(&["random:seed=1", "random:seed=2", "--games", "10", "--concurrency", "1"]);
    let (result, games) = lines.split_last().unwrap();
    assert_eq!((games.len(), &result["games"]), (10, &10.into()));
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!(pair[0]["black"], pair[1]["white"]);
        assert_eq!(
            pair[0]["moves"].as_array().unwrap()[..8],
            pair[1]["moves"].as_array().unwrap()[..8]
        );
    }
}

#[test]
fn with_fixed_colours_the_first_has_black_and_games_from_the_start_differ() {
    let who = ["squares:depth=1,as=written", "random"];
    let more = ["--openings", "start", "--colours", "fixed", "--games", "12", "--concurrency", "3"];
    let lines = json(&[&who[..], &more[..]].concat());
    let (result, games) = lines.split_last().unwrap();
    assert_eq!(result["games"], 12);
    assert!(games.iter().all(|game| game["black"] == who[0] && game["white"] == who[1]));
    // Players at tables of their own do not play one another's games.
    let mut moves: Vec<String> = games.iter().map(|game| game["moves"].to_string()).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 12);
}

/// The lot of a game belongs to its number: not to the table that it is played at, and not to what
/// was played there before.
#[test]
fn the_same_seed_plays_the_same_match_at_any_number_of_tables() {
    let play = |tables: &str| {
        let who = ["random", "level:1", "ratio:depth=1", "killer:depth=1"];
        let more = ["--round-robin", "--games", "2", "--seed", "4", "--concurrency", tables];
        let lines = json(&[&who[..], &more[..]].concat());
        let mut games: Vec<_> = lines
            .iter()
            .filter_map(|line| Some((line["game"].as_u64()?, line["moves"].to_string())))
            .collect();
        games.sort_unstable();
        games
    };
    let alone = play("1");
    assert_eq!(alone.len(), 12);
    assert_eq!(play("5"), alone);
}

#[test]
fn openings_from_a_file_and_other_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    fs::write(&path, "f5d6c3\nf5f6\n").unwrap();
    let path = path.to_str().unwrap();
    let lines = json(&["random", "random", "--games", "4", "--openings", path]);
    let begins: Vec<_> =
        lines[..4].iter().map(|line| (line["opening"].as_u64(), &line["moves"][1])).collect();
    for (opening, second) in begins {
        assert_eq!(second, if opening == Some(1) { "d6" } else { "f6" });
    }
    let small = result(&["random", "engine:depth=1", "--games", "4", "--size", "6"]);
    assert_eq!(small["games"], 4);
    let solved = json(&["random", "random", "--games", "2", "--adjudicate", "10"]);
    assert_eq!(solved[0]["how"], "adjudicated");
}

#[test]
fn games_begin_with_balanced_openings_where_there_are_any() {
    let openings: HashSet<String> =
        balanced::all().iter().map(|opening| format!("{:?}", opening.game().position())).collect();
    let begins = |arguments: &[&str]| {
        let lines = json(&[&["random", "random", "--games", "20"], arguments].concat());
        let after_eight = lines[..20].iter().map(|line| {
            let mut game = Game::from_start(Size::EIGHT);
            for mv in &line["moves"].as_array().unwrap()[..8] {
                game.play(mv.as_str().unwrap().parse().unwrap()).unwrap();
            }
            format!("{:?}", game.position())
        });
        after_eight.collect::<HashSet<_>>()
    };
    let balanced = begins(&["--openings", "balanced"]);
    assert!(balanced.len() == 10 && balanced.is_subset(&openings));
    assert_eq!(balanced, begins(&[]), "they are the usual ones");
    assert!(balanced.is_disjoint(&begins(&["--seed", "2"])), "in another order");
    assert!(!begins(&["--openings", "random:8"]).is_subset(&openings));
    // There are none for other boards.
    let small = ["random", "random", "--games", "2", "--size", "6"];
    assert_eq!(result(&small)["games"], 2);
    let refused = run(&[&small[..], &["--openings", "balanced"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("random:8"));
}

#[test]
fn a_tournament_is_ranked() {
    let lines =
        json(&["--round-robin", "random", "engine:depth=1", "engine:depth=3", "--games", "6"]);
    let table = &lines[lines.len() - 3..];
    assert_eq!(table[0]["rank"], 1);
    assert_eq!(table[2]["player"], "random", "{table:?}");
    assert!(number(&table[0], "elo") > number(&table[2], "elo"));
}

#[test]
fn an_interrupted_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.ggf");
    let path = out.to_str().unwrap();
    let players = ["engine:depth=1", "random:seed=5", "--out", path, "--games"];
    let first = result(&[&players[..], &["4"]].concat());
    let text = fs::read_to_string(&out).unwrap();
    assert_eq!(text.lines().count(), 4);
    assert!(text.lines().all(|line| line.starts_with("(;GM[Othello]") && line.ends_with(";)")));
    // The last game was being written when the machine went down.
    fs::write(&out, format!("{text}(;GM[Oth")).unwrap();
    let lines = json(&[&players[..], &["6"]].concat());
    assert_eq!(lines.len(), 2 + 1, "only the two missing games are played");
    assert_eq!(lines[2]["games"], 6);
    assert!(number(&lines[2], "wins") >= number(&first, "wins"));
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 6);
    // Other players do not go on with these games.
    let other = run(&["random", "random", "--out", path]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn a_match_of_the_first_release_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match.ggf");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/data/match-1.ggf");
    for ending in ["", ".journal"] {
        let from = format!("{}{ending}", sample.display());
        fs::copy(from, format!("{}{ending}", out.display())).unwrap();
    }
    let lines = json(&[
        "engine:depth=1",
        "random:seed=5",
        "--openings",
        "random:8",
        "--seed",
        "3",
        "--games",
        "8",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(lines.len(), 2 + 1, "only the two missing games are played");
    assert_eq!(lines[2]["games"], 8);
    let games = fs::read_to_string(&out).unwrap();
    assert!(games.starts_with(&fs::read_to_string(&sample).unwrap()));
    assert_eq!(games.lines().count(), 8);
}

#[test]
fn a_match_that_is_killed_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.ggf");
    let journal = folder.path().join("games.ggf.journal");
    let path = out.to_str().unwrap();
    let players = ["random:seed=1", "random:seed=2", "--out", path, "--games"];
    let mut known = 0;
    for _ in 0..5 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .arg("match")
            .args(players)
            .arg("1000000")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = || fs::read_to_string(&journal).unwrap_or_default().lines().count();
        while lines() < known + 20 {
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // The first line is the match's, and the last may have been cut off.
        let kept = lines() - 2;
        assert!(kept >= known, "{kept} games of {known}");
        known = kept;
    }
    let lines = json(&[&players[..], &[&(known + 10).to_string()]].concat());
    assert!(lines.len() <= 10 + 1, "{} games were played again", lines.len() - 11);
    assert_eq!(lines.last().unwrap()["games"], known + 10);
}

#[test]
fn a_damaged_journal_is_refused_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.ggf");
    let path = out.to_str().unwrap();
    let players = ["random:seed=1", "random:seed=2", "--out", path, "--games"];
    result(&[&players[..], &["6"]].concat());
    let journal = folder.path().join("games.ggf.journal");
    let sound = fs::read_to_string(&journal).unwrap();
    let games = fs::read_to_string(&out).unwrap();
    for (number, line) in (1..).zip(sound.lines()) {
        let damaged = sound.replacen(line, &line.replacen('e', "f", 1), 1);
        fs::write(&journal, &damaged).unwrap();
        let output = run(&[&players[..], &["8"]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("journal, line {number}: its checksum")), "{said}");
        assert!(said.contains("a copy is in"), "{said}");
        assert_eq!(fs::read_to_string(&journal).unwrap(), damaged);
        assert_eq!(fs::read_to_string(&out).unwrap(), games);
    }
    // All damaged lines are named at once.
    let mut lines: Vec<String> = sound.lines().map(str::to_owned).collect();
    for number in [2, 4, 5, 6] {
        lines[number - 1] = lines[number - 1].replacen('e', "f", 1);
    }
    fs::write(&journal, lines.join("\n") + "\n").unwrap();
    let output = run(&[&players[..], &["8"]].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("journal, lines 2 and 4 to 6 are damaged (line 2: its checksum"),
        "{said}"
    );
    assert!(said.contains("take those lines out"), "{said}");
    // Without its line a game is played again.
    let without: String = sound
        .lines()
        .filter(|line| !line.contains("\"opening\":1"))
        .fold(String::new(), |text, line| text + line + "\n");
    fs::write(&journal, without).unwrap();
    let lines = json(&[&players[..], &["6"]].concat());
    assert_eq!(lines.len(), 2 + 1);
}

/// The names of the files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let name = |file: fs::DirEntry| file.file_name().to_str().unwrap().to_owned();
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| name(file.unwrap())).collect();
    files.sort();
    files
}

#[test]
fn no_lock_is_left_beside_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.ggf");
    let path = out.to_str().unwrap();
    result(&["random:seed=1", "random:seed=2", "--games", "2", "--out", path]);
    assert_eq!(files(folder.path()), ["games.ggf", "games.ggf.journal"]);
    // Refused: other players.
    assert_eq!(run(&["random", "random", "--out", path]).status.code(), Some(2));
    assert_eq!(files(folder.path()), ["games.ggf", "games.ggf.journal"]);
}

#[test]
fn games_for_a_folder_that_is_not_there_are_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let out = missing.join("games.ggf");
    let output = run(&["random", "random", "--games", "2", "--out", out.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let wanted = format!("there is no folder {}: make it, or", missing.display());
    assert!(said.contains(&wanted) && !said.contains("lock"), "{said}");
    let output = run(&["random", "random", "--out", folder.path().to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("is a folder"), "{said}");
    assert!(files(folder.path()).is_empty());
}

#[test]
fn a_match_without_end_begins_at_once() {
    let most = usize::MAX.to_string();
    let output = run(&["engine:depth=2", "random", "--games", &most, "--sprt", "0,100"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for arguments in [
        &["engine"][..],
        &["engine", "human"],
        &["engine", "random", "squares"],
        &["engine", "random", "--sprt", "5,0"],
        &["engine", "random", "--openings", "/no/such/file"],
        &["engine", "random", "--openings", "random:99"],
        &["engine", "gtp:/no/such/engine"],
        &["engine", "random", "--size", "7"],
        &["engine", "random", "--games", "0"],
        &["engine", "random", "--colours", "fixed", "--sprt", "0,20"],
        &["engine", "random", "--adjudicate", "60"],
        &["engine", "random", "--concurrency", "99999"],
        &["engine", "random", "--concurrency", "0"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn an_engine_that_is_not_there_is_said_not_to_start() {
    let output = run(&["random", "gtp:/no/such/engine"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("/no/such/engine: it could not be started: No such file"), "{said}");
}
