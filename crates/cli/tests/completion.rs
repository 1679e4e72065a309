//! The Tab key in real shells, and the manual.
//!
//! The shells run under tmux; those that are not installed are skipped and say so. CI has bash.
#![cfg(unix)]

mod common;
#[expect(dead_code, reason = "the game's tests use all of it")]
#[path = "full_screen/tmux.rs"]
mod tmux;

use std::fs;
use std::process::Command;

use common::run;
use tmux::{Terminal, available};

/// A shell that has read our completions, with the program on its path, in a folder with a game.
fn shell(name: &str, start: &str) -> Option<Terminal> {
    let is_there = Command::new(name).arg("--version").output().is_ok_and(|it| it.status.success());
    if !available() || !is_there {
        println!("skipped: {name} or tmux is not installed");
        return None;
    }
    let mut terminal = Terminal::new(100, 30);
    let program = env!("CARGO_BIN_EXE_obverse");
    let folder = terminal.folder().to_owned();
    let script = run(["completions", name]);
    assert_eq!(script.code, 0, "{script:?}");
    fs::write(folder.join("completions"), script.out).unwrap();
    fs::write(folder.join("game.ggf"), "").unwrap();
    std::os::unix::fs::symlink(program, folder.join("obverse")).unwrap();
    let path = std::env::var("PATH").unwrap();
    terminal.set("PATH", &format!("{}:{path}", folder.display()));
    terminal.set("HOME", folder.to_str().unwrap());
    // Zsh begins without completions of any kind.
    fs::write(folder.join(".zshrc"), "autoload -U compinit; compinit -u; PS1='$ '").unwrap();
    terminal.run(start);
    terminal.keys(&[&format!("cd {}", folder.display()), "Enter"]);
    terminal.keys(&["source ./completions", "Enter", "echo rea''dy", "Enter"]);
    terminal.wait_for("ready");
    Some(terminal)
}

/// Types each beginning, presses Tab, and waits for what the line has to become.
fn check(terminal: &Terminal, wanted: &[(&str, &str)]) {
    for (typed, completed) in wanted {
        terminal.keys(&[typed, "Tab"]);
        terminal.wait_for(completed);
        // The line is taken back.
        terminal.keys(&["C-u"]);
        terminal.wait_until("an empty line", |screen| !screen.contains(completed));
    }
}

/// What a Tab makes of a beginning, the same in every shell.
const WANTED: [(&str, &str); 6] = [
    ("obverse --whi", "obverse --white"),
    ("obverse --white kil", "obverse --white killer"),
    ("obverse match random squ", "obverse match random squares"),
    ("obverse gtp --player any", "obverse gtp --player anysize"),
    ("obverse hint ga", "obverse hint game.ggf"),
    ("obverse openi", "obverse openings"),
];

#[test]
fn bash_completes_options_players_and_files() {
    let Some(terminal) = shell("bash", "bash --norc --noprofile") else { return };
    check(&terminal, &WANTED);
    // Colons and equal signs take a word apart for bash.
    check(
        &terminal,
        &[
            ("obverse --white killer:bo", "--white killer:book="),
            ("obverse --white killer:book=off,ti", "--white killer:book=off,time="),
        ],
    );
    terminal.keys(&["obverse --white level:1", "Tab", "Tab"]);
    terminal.wait_for("10  11");
    terminal.keys(&["C-u", "clear", "Enter", "obverse --white ", "Tab", "Tab"]);
    let screen = terminal.wait_for("breadth");
    for player in ["human", "engine", "level:", "random", "ratio", "squares", "anysize", "killer"] {
        assert!(screen.contains(player), "{player} is missing:\n{screen}");
    }
    assert!(!screen.contains("game.ggf"), "a player is no file:\n{screen}");
    terminal.keys(&["C-u", "clear", "Enter", "obverse ", "Tab", "Tab"]);
    let screen = terminal.wait_for("openings");
    assert!(!screen.contains("guard"), "{screen}");
}

#[test]
fn zsh_completes_options_players_and_files() {
    let Some(terminal) = shell("zsh", "zsh -d -i") else { return };
    check(&terminal, &WANTED);
}

#[test]
fn fish_completes_options_players_and_files() {
    let Some(terminal) = shell("fish", "fish --no-config") else { return };
    check(&terminal, &WANTED);
}

#[test]
fn the_manual_names_only_pages_that_are_in_it() {
    let manual = run(["man"]).out;
    let pages: Vec<&str> = manual
        .lines()
        .filter_map(|line| line.strip_prefix(".TH "))
        .map(|title| title.split(' ').next().unwrap_or_default())
        .collect();
    assert!(pages.contains(&"obverse") && pages.contains(&"obverse-perft"), "{pages:?}");
    let mut named = 0;
    for line in manual.lines() {
        let line = line.replace("\\-", "-");
        // A page of a command is named as obverse-perft(1).
        for word in line.split_whitespace().filter(|word| word.ends_with("(1)")) {
            let page =
                word.trim_end_matches("(1)").trim_start_matches(|c: char| !c.is_alphabetic());
            assert!(pages.contains(&page), "{page} is named, but there is no such page: {line}");
            named += 1;
        }
    }
    assert!(named > 10, "{named} pages are named");
    assert!(!manual.contains("guard"), "what is internal has no page");
}
