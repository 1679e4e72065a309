//! A match that is watched, in a real terminal.
#![cfg(unix)]

#[expect(dead_code, reason = "the game's tests use all of it")]
#[path = "full_screen/tmux.rs"]
mod tmux;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use tmux::{Terminal, available};

fn obverse(arguments: &str) -> String {
    format!("{} {arguments}", env!("CARGO_BIN_EXE_obverse"))
}

/// Waits until the screen stands still, and gives it.
fn still(terminal: &Terminal) -> String {
    let last = std::cell::RefCell::new(String::new());
    terminal.wait_until("a screen that stands still", |screen| {
        last.replace(screen.to_owned()) == screen
    })
}

#[test]
fn a_match_is_watched_held_up_left_and_resumed() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    let out = terminal.folder().join("games.ggf");
    let players = "match random:seed=1 random:seed=2 --concurrency 2 --watch";
    let command = obverse(&format!("{players} --games 300000 --out {}", out.display()));
    terminal.run(&command);
    terminal.wait_for("of 300000 games");
    // Two boards with their players, and where the match stands.
    terminal.wait_until("two games and the table", |screen| {
        screen.matches("random:seed=1").count() >= 3 && screen.contains("Elo")
    });
    terminal.keys(&["-"]);
    terminal.wait_for("0.05 s a move at least");
    terminal.keys(&["-", "-", "-", "-"]);
    terminal.wait_for("3 s a move at least");
    terminal.keys(&[" "]);
    terminal.wait_for("paused");
    let before = still(&terminal);
    // Another size is drawn anew, and nothing else has changed.
    for (width, height) in [(60, 20), (120, 40), (200, 60), (80, 24)] {
        terminal.resize(width, height);
        terminal.wait_until("the new size", |screen| {
            screen.lines().count() == usize::from(height) && screen.contains("space go on")
        });
    }
    terminal.wait_until("the screen as it was", |screen| screen == before);
    terminal.keys(&[" "]);
    terminal.wait_for("3 s a move at least");
    terminal.keys(&["+", "+", "+", "+", "+"]);
    terminal.wait_for("full speed");
    terminal.keys(&["q"]);
    let end = terminal.wait_for_end();
    assert!(end.contains("of 300000 games; the same command goes on"), "{end}");
    assert!(end.contains("exit 1"), "{end}");
    let played = fs::read_to_string(&out).unwrap().lines().count();
    // It goes on, and says when all is done.
    let more = played + 20;
    let command = obverse(&format!("{players} --games {more} --out {}", out.display()));
    terminal.run(&command);
    terminal.wait_for("finished");
    terminal.wait_for(&format!("{more} of {more} games"));
    terminal.keys(&["q"]);
    let end = terminal.wait_for_end();
    assert!(end.contains("exit 0") && end.contains(&format!("{more} games")), "{end}");
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), more);
}

#[test]
fn a_match_that_is_decided_early_is_looked_at_in_peace() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    let players = "engine:depth=2 random:seed=1";
    terminal.run(&obverse(&format!("match {players} --games 2000 --sprt 0,100 --watch")));
    let shown = terminal.wait_until("the last game", |screen| {
        screen.contains("finished") || screen.contains("exit ")
    });
    assert!(shown.contains("finished"), "{shown}");
    terminal.keys(&["q"]);
    let end = terminal.wait_for_end();
    assert!(end.contains("exit 0"), "{end}");
}

#[test]
fn a_match_that_is_interrupted_leaves_the_screen() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    let players = "random:seed=1 random:seed=2";
    terminal.run(&obverse(&format!("match {players} --games 300000 --watch")));
    terminal.wait_for("of 300000 games");
    terminal.kill("INT");
    let end = terminal.wait_for_end();
    assert!(end.contains("exit 1") && end.contains("stopped after"), "{end}");
}

#[test]
fn a_tournament_of_engines_that_fail_is_watched() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    let fails = terminal.folder().join("fails");
    let script = "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
                  genmove*) printf '= a1\\n\\n';; *) printf '=\\n\\n';; esac; done\n";
    fs::write(&fails, script).unwrap();
    fs::set_permissions(&fails, fs::Permissions::from_mode(0o755)).unwrap();
    let players = format!("random killer:time=10ms gtp:{} squares:depth=1", fails.display());
    terminal.run(&obverse(&format!("match --round-robin {players} --games 2 --watch")));
    terminal.wait_for("finished");
    let screen = terminal.wait_for("failures");
    assert!(screen.contains("player") && screen.contains("Elo"), "{screen}");
    terminal.keys(&["q"]);
    let end = terminal.wait_for_end();
    assert!(end.contains(" fails: "), "{end}");
}

#[test]
fn without_a_terminal_there_is_nothing_to_watch() {
    let output = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(["match", "random", "random", "--watch"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("needs a terminal"));
}
