//! A panic gives the terminal back before its message is printed, and one while another program
//! starts is told in the game.

#![cfg(unix)]

#[path = "../../cli/tests/full_screen/tmux.rs"]
#[allow(dead_code, reason = "only a part is used here")]
mod tmux;

use std::sync::Arc;

use obverse_players::{Connect, Decision, Maker, Player, PlayerError, Terms, TimeControl, Turn};
use obverse_rules::{Game, Size};
use obverse_tui::app;
use obverse_tui::state::Setup;
use obverse_tui::theme::{Depth, Glyphs, Theme};

/// Nobody knows its name.
struct Mess;

impl Player for Mess {
    fn name(&self) -> String {
        panic!("what a mess")
    }

    fn choose(&mut self, _: &Game, _: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        unreachable!("the game does not begin")
    }
}

/// What a test below runs in a terminal: the game, with an opponent who panics.
#[test]
#[ignore = "run by another test, in a terminal"]
fn game_that_panics() {
    play(Arc::new(|_| Ok(Box::new(Mess))));
}

/// What a test below runs in a terminal: the game, with an opponent who can't even be started.
#[test]
#[ignore = "run by another test, in a terminal"]
fn game_whose_opponent_panics_at_its_start() {
    play(Arc::new(|_| panic!("nothing but trouble")));
}

fn play(connect: Connect) {
    let setup = Setup {
        tree: None,
        players: ["human".parse().unwrap(), "gtp:nobody".parse().unwrap()],
        game: Game::from_start(Size::EIGHT),
        terms: Terms::default(),
        clocks: None,
        kept: None,
        file: None,
    };
    let options = app::Options {
        maker: Maker { connect: Some(connect), ..Maker::default() },
        theme: Theme::new(Depth::Indexed, Glyphs::Unicode),
        config: obverse_tui::config::Config::default(),
        remarks: vec![],
        motion: false,
        keeper: None,
        setup: Some(setup),
        time: TimeControl::Free,
        strict: false,
        save: None,
        interrupts: None,
        puzzles: None,
    };
    app::run(options).unwrap();
}

/// A terminal in which one of the games above runs.
fn run(game: &str) -> tmux::Terminal {
    let tests = std::env::current_exe().unwrap();
    let mut terminal = tmux::Terminal::new(80, 24);
    terminal.set("RUST_BACKTRACE", "0");
    terminal.run(&format!("{} --exact {game} --ignored --nocapture", tests.display()));
    terminal
}

#[test]
fn a_panic_gives_the_terminal_back() {
    if !tmux::available() {
        return;
    }
    let terminal = run("game_that_panics");
    let screen = terminal.wait_for_end();
    assert!(screen.contains("exit 101"), "{screen}");
    assert!(screen.contains("what a mess"), "{screen}");
    assert!(screen.contains("icanon echo"), "{screen}");
}

#[test]
fn a_panic_while_another_program_starts_is_told() {
    if !tmux::available() {
        return;
    }
    let terminal = run("game_whose_opponent_panics_at_its_start");
    let screen = terminal.wait_for("starting it failed");
    assert!(!screen.contains("Starting the other program"), "{screen}");
    terminal.keys(&["q", "y"]);
    let screen = terminal.wait_for_end();
    assert!(screen.contains("exit 0"), "{screen}");
}
