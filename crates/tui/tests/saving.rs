//! What is said about a saved game is true, and no game is lost with its file.

mod common;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use common::script::{Paper, run};
use common::{Driver, unicode};
use crossterm::event::KeyCode;
use obverse_engine::StopFlag;
use obverse_players::{Ending, Maker, Who};
use obverse_rules::Size;
use obverse_tui::keep::Keeper;
use obverse_tui::plain::{self, Console, Request};
use obverse_tui::saving::{Saved, SavedFile};
use obverse_tui::state::Overlay;
use obverse_tui::update::{Effect, Message};

fn request(folder: &Path, save: PathBuf, black: &str, size: usize) -> Request {
    Request {
        players: [Some(black.parse().unwrap()), Some("random:seed=1".parse::<Who>().unwrap())],
        size: Some(Size::new(size).unwrap()),
        save: Some(save),
        keeper: Some(Keeper::new(folder.join("state"))),
        ..Request::default()
    }
}

fn files(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = paths
        .filter(|path| path.extension().is_none_or(|ending| ending != "lock"))
        .filter_map(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    names
}

#[test]
fn a_game_that_could_not_be_saved_is_kept_and_nobody_says_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/such/game.ggf");
    let (ending, text) = run(&request(folder.path(), path.clone(), "human", 8), "f5\n");
    let problem = ending.unwrap_err().to_string();
    assert!(!text.contains("is saved in"), "{text}");
    let kept = folder.path().join("state/game-1.json");
    for said in [&text, &problem] {
        let begin = format!("game could not be saved in {}: ", path.display());
        assert!(said.contains(&begin) && said.contains("No such file"), "{said}");
        assert!(said.contains(&format!("it is kept in {}", kept.display())), "{said}");
    }
    assert!(kept.exists());
    // What it says is true: the game goes on.
    let resume = Request {
        resume: true,
        keeper: Some(Keeper::new(folder.path().join("state"))),
        ..Request::default()
    };
    let (ending, again) = run(&resume, "resign\n");
    assert!(ending.is_ok());
    let last = |text: &str| {
        text.lines().rev().find(|line| line.starts_with("Black to move")).map(str::to_owned)
    };
    assert_eq!(last(&text), last(&again));
}

#[test]
fn a_finished_game_that_could_not_be_saved_is_put_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/such/game.ggf");
    let (ending, text) = run(&request(folder.path(), path, "random:seed=2", 4), "");
    let problem = ending.unwrap_err().to_string();
    let rescued = folder.path().join("state/unsaved-1.ggf");
    assert!(problem.contains(&format!("it is in {} instead", rescued.display())), "{problem}");
    assert_eq!(files(&folder.path().join("state")), ["unsaved-1.ggf"], "{text}");
    let game = obverse_records::read(&fs::read(rescued).unwrap()).unwrap();
    assert!(game.records[0].game.is_over());
}

#[test]
fn a_folder_that_appears_during_the_game_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("later");
    let path = target.join("game.ggf");
    // The folder is made while the person thinks about the second move.
    let paper = Paper::default();
    let input = MakesFolder { lines: vec!["f5\n", "quit\n"], folder: target };
    let console = Console::new(io::BufReader::with_capacity(1, input), paper.clone(), true);
    let request = request(folder.path(), path.clone(), "human", 8);
    let request = Request { players: [Some(Who::Human), Some(Who::Human)], ..request };
    let ending = plain::run(console, &request, &Maker::default(), &StopFlag::default());
    let text = paper.text();
    assert_eq!(ending.unwrap(), Ending::Stopped, "{text}");
    assert!(text.contains("could not be saved in"), "{text}");
    assert!(text.contains("The game is saved again.\n"), "{text}");
    assert!(text.contains(&format!("The game is saved in {}.\n", path.display())), "{text}");
    assert!(path.exists());
    assert_eq!(files(&folder.path().join("state")), ["game-1.json"], "--resume goes on with it");
}

/// Input that makes a folder before its second line.
struct MakesFolder {
    lines: Vec<&'static str>,
    folder: PathBuf,
}

impl io::Read for MakesFolder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.lines.len() == 1 {
            fs::create_dir_all(&self.folder)?;
        }
        let Some(line) = self.lines.first_mut() else { return Ok(0) };
        buffer[0] = line.as_bytes()[0];
        *line = &line[1..];
        if line.is_empty() {
            self.lines.remove(0);
        }
        Ok(1)
    }
}

fn not_saved() -> Saved {
    let path = "/a/folder/with/a/long/name/that/nobody/may/write/to/game.ggf".into();
    let problem = Some("Permission denied (os error 13)".to_owned());
    let kept = "/home/somebody/.local/state/obverse/game-1.json".into();
    let file = Some(SavedFile { path, problem, rescued: None });
    Saved { kept: Some(Ok(kept)), file }
}

/// What the box with this title says, its rows put together and without blanks.
fn boxed(screen: &str, title: &str) -> String {
    let rows: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
    let head: Vec<char> = format!("╭ {title}").chars().collect();
    let corner = |row: &[char]| row.windows(head.len()).position(|part| part == head.as_slice());
    let top = rows.iter().position(|row| corner(row).is_some()).expect("the box is there");
    let left = corner(&rows[top]).unwrap();
    let right = left + rows[top][left..].iter().position(|&it| it == '╮').unwrap();
    let inside = rows[top + 1..].iter().take_while(|row| row[left] == '│');
    inside.flat_map(|row| &row[left + 1..right]).filter(|it| !it.is_whitespace()).collect()
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|it| !it.is_whitespace()).collect()
}

#[test]
fn the_full_screen_asks_for_every_change_to_be_saved() {
    let mut driver = Driver::game("human", "human", 8);
    let saves = |driver: &Driver| driver.effects.iter().any(|it| matches!(it, Effect::Save));
    assert!(saves(&driver), "a game that begins");
    driver.keys("f5\n");
    assert!(saves(&driver), "a move");
    driver.keys("u");
    assert!(saves(&driver), "a move taken back");
    driver.keys("xy");
    assert!(saves(&driver), "the end");
    driver.wait(std::time::Duration::from_secs(5));
    assert!(!saves(&driver), "nothing happened");
}

#[test]
fn the_full_screen_shows_the_whole_warning_and_the_truth_when_one_quits() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\n").keys("q");
    let screen = driver.screen(80, 24, &unicode());
    assert!(!screen.contains("kept"), "nobody knows yet: {screen}");
    driver.press(KeyCode::Esc).send(Message::Saved(not_saved()));
    assert!(matches!(driver.state.overlay, Some(Overlay::Warning(_))));
    let whole = "The game could not be saved in /a/folder/with/a/long/name/that/nobody/may/write/\
                 to/game.ggf: Permission denied (os error 13); it is kept in /home/somebody/.local/\
                 state/obverse/game-1.json instead, and obverse play --resume goes on with it.";
    let whole = without_blanks(whole);
    for (width, height) in [(80, 24), (60, 20), (40, 14)] {
        let screen = driver.screen(width, height, &unicode());
        assert_eq!(boxed(&screen, "not saved"), whole, "{screen}");
    }
    // Any key closes it, and it is told once.
    driver.keys(" ").send(Message::Saved(not_saved()));
    assert_eq!(driver.state.overlay, None);
    driver.keys("q");
    let screen = driver.screen(80, 24, &unicode());
    assert_eq!(boxed(&screen, "Quit?"), whole.clone() + "yyesnno", "{screen}");
    driver.press(KeyCode::Esc);
    let kept = Saved { kept: Some(Ok("/x/game-1.json".into())), file: None };
    driver.send(Message::Saved(kept)).keys("q");
    let said = without_blanks("The game is kept and offered at the next start. y yes n no");
    assert_eq!(boxed(&driver.screen(80, 24, &unicode()), "Quit?"), said);
}

#[test]
fn a_game_that_is_not_kept_is_not_said_to_be() {
    let lost = Saved { kept: Some(Err("/state: no room".to_owned())), file: None };
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\n").send(Message::Saved(lost)).keys(" q");
    let said = without_blanks("The game could not be kept: /state: no room. y yes n no");
    assert_eq!(boxed(&driver.screen(80, 24, &unicode()), "Quit?"), said);
    driver.press(KeyCode::Esc).keys("n");
    assert_eq!(boxed(&driver.screen(80, 24, &unicode()), "A new game?"), said);
}

#[test]
fn the_quit_box_says_something_before_the_first_move_and_after_the_last() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("q");
    let said = boxed(&driver.screen(80, 24, &unicode()), "Quit?");
    assert_eq!(said, without_blanks("No move has been played: nothing is lost. y yes n no"));
    driver.press(KeyCode::Esc).keys("f5\nxyq");
    let said = boxed(&driver.screen(80, 24, &unicode()), "Quit?");
    assert_eq!(
        said,
        without_blanks("The game is over. It is written down only if s saved it. y yes n no")
    );
}

#[test]
fn a_game_that_is_saved_in_a_file_can_be_resumed_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let keeper = || Some(Keeper::new(folder.path().join("state")));
    let request = Request { keeper: keeper(), ..request(folder.path(), "x".into(), "human", 8) };
    let (_, text) = run(&Request { save: None, ..request }, "f5\n");
    assert!(text.contains("The game is kept"), "{text}");
    let path = folder.path().join("game.ggf");
    let save = Some(path.clone());
    let resume = Request { keeper: keeper(), resume: true, save, ..Request::default() };
    let (_, text) = run(&resume, "");
    assert!(text.contains(&format!("The game is saved in {}.\n", path.display())), "{text}");
    assert_eq!(files(&folder.path().join("state")), ["game-1.json"], "in the slot that it has");
    // It is the one that --resume goes on with, until it is over.
    let resume = Request { keeper: keeper(), resume: true, ..Request::default() };
    let (_, text) = run(&resume, "resign\n");
    assert!(text.contains("White wins"), "{text}");
    assert_eq!(files(&folder.path().join("state")), [""; 0]);
    // If the file can't be written the game stays where it was.
    let (_, _) = run(
        &Request { save: None, ..self::request(folder.path(), "x".into(), "human", 8) },
        "f5\n",
    );
    let save = Some(folder.path().join("no/such/game.ggf"));
    let resume = Request { keeper: keeper(), resume: true, save, ..Request::default() };
    let (ending, _) = run(&resume, "");
    assert!(ending.is_err());
    assert_eq!(files(&folder.path().join("state")), ["game-1.json"]);
}
