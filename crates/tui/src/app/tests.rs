//! Games that are left, and where they are written.

use std::fs;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use obverse_players::Terms;

use super::*;
use crate::state::Overlay;
use crate::theme::{Depth, Glyphs};

fn app(save: PathBuf) -> (App, Receiver<Wake>) {
    let (sender, receiver) = mpsc::channel();
    let options = Options {
        maker: Maker::default(),
        theme: Theme::new(Depth::Indexed, Glyphs::Unicode),
        config: Config::default(),
        remarks: vec![],
        motion: true,
        keeper: None,
        setup: None,
        time: TimeControl::Free,
        strict: false,
        save: Some(save),
        interrupts: None,
        puzzles: None,
    };
    (App::new(options, sender), receiver)
}

fn begin(app: &mut App) {
    app.perform(Effect::Begin(Box::new(Setup {
        tree: None,
        players: [Who::Human, Who::Human],
        game: Game::from_start(Size::EIGHT),
        terms: Terms::default(),
        clocks: None,
        kept: None,
        file: None,
    })));
}

fn press(app: &mut App, keys: &str) {
    for character in keys.chars() {
        let code = if character == '\n' { KeyCode::Enter } else { KeyCode::Char(character) };
        app.tell(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }
}

#[test]
fn what_went_wrong_with_a_game_that_was_left_is_told_and_remembered() {
    for leaves_by_the_chooser in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("later");
        let (mut app, _inbox) = app(target.join("game.ggf"));
        begin(&mut app);
        press(&mut app, "f5\n");
        if leaves_by_the_chooser {
            press(&mut app, "ny");
            assert_eq!(app.state.screen, Screen::Chooser);
        } else {
            begin(&mut app);
        }
        let warning = app.state.overlay.take();
        let Some(Overlay::Warning(text)) = warning else { panic!("{warning:?}") };
        assert!(text.contains("game.ggf"), "{text}");
        // The next game is where it should be, which does not bring the first one back.
        fs::create_dir(&target).unwrap();
        begin(&mut app);
        press(&mut app, "f5\n");
        let problems = app.leave().expect_err("a game is not where it should be");
        assert!(problems.first().is_some_and(|it| it.contains("game.ggf")), "{problems:?}");
        assert!(target.join("game.ggf").exists());
    }
}

#[test]
fn a_second_game_leaves_the_file_of_the_first_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // A file that was there before is not ours to number.
    fs::write(path("game-2.ggf"), "precious").unwrap();
    let (mut app, _inbox) = app(path("game.ggf"));
    app.options.keeper = Some(Keeper::new(path("state")));
    for (mv, notice) in [("f5", ""), ("d3", "game-3.ggf"), ("c4", "game-4.ggf")] {
        begin(&mut app);
        let told = app.state.play.as_ref().unwrap().notice.text.clone();
        assert!(told.contains(notice) && told.contains("saved") != notice.is_empty(), "{told}");
        press(&mut app, &format!("{mv}\n"));
    }
    // The last game was left unfinished: it is in its file, and kept.
    let places = app.leave().expect("all is well");
    assert!(
        matches!(&places[..], [file, kept]
        if file.contains("game-4.ggf") && kept.contains("obverse play --resume")),
        "{places:?}"
    );
    for (name, mv) in [("game.ggf", "B[F5"), ("game-3.ggf", "B[D3"), ("game-4.ggf", "B[C4")] {
        let text = fs::read_to_string(path(name)).unwrap();
        assert!(text.contains(mv), "{name}: {text}");
    }
    assert_eq!(fs::read_to_string(path("game-2.ggf")).unwrap(), "precious");
}
