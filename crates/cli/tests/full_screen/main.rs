//! The full-screen game in a real terminal: the binary under tmux.
//!
//! Every step waits for what the player would see, for as long as a loaded machine may need.
//! Without tmux the tests say so and pass; CI has it.

#![cfg(unix)]

mod tmux;

use std::fs;

use tmux::{Terminal, available};

/// The binary with its arguments.
fn obverse(arguments: &str) -> String {
    format!("{} {arguments}", env!("CARGO_BIN_EXE_obverse"))
}

#[test]
fn play_undo_hint_save_be_killed_and_go_on() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    terminal.run(&obverse("play --black human --white random:seed=1"));
    terminal.wait_for("Your move, Black");

    // By typing a square.
    terminal.keys(&["f5", "Enter"]);
    terminal.wait_for("  1 f5 ");
    terminal.wait_for("White played");
    // By the cursor.
    terminal.keys(&["Tab", "Enter"]);
    terminal.wait_until("two pairs of moves", |screen| {
        screen.contains("  2 ") && screen.contains("move 5") && screen.contains("Your move")
    });
    let after_four = moves_of(&terminal.screen());

    terminal.keys(&["u"]);
    terminal.wait_for("Took back 2 moves.");
    terminal.wait_for("move 3");
    terminal.keys(&["r"]);
    terminal.wait_for("move 5");
    assert_eq!(moves_of(&terminal.screen()), after_four);

    terminal.keys(&["h"]);
    terminal.wait_until("scores with their kind and whose they are", |screen| {
        screen.contains("╭ hint")
            && ["~ Black", "~ White", "≈ Black", "≈ White", "= Black", "= White", "even", "book"]
                .iter()
                .any(|score| screen.contains(score))
    });
    terminal.keys(&["Escape"]);

    let file = terminal.folder().join("saved.ggf");
    terminal.keys(&["s"]);
    terminal.wait_for("save the game");
    for _ in 0.."game.ggf".len() {
        terminal.keys(&["BSpace"]);
    }
    terminal.keys(&[file.to_str().unwrap()]);
    terminal.keys(&["Enter"]);
    terminal.wait_for("Saved as");
    let saved = fs::read_to_string(&file).unwrap().to_lowercase();
    assert!(saved.starts_with("(;gm[othello]") && saved.contains("b[f5"), "{saved}");

    // Nothing is lost when the program is killed.
    terminal.kill("KILL");
    terminal.run(&obverse(""));
    terminal.wait_for("Go on");
    terminal.keys(&["Enter"]);
    terminal.wait_for("Welcome back: move 5.");
    assert_eq!(moves_of(&terminal.screen()), after_four);
    // And it can be finished or left: nothing waits after the player resigned.
    terminal.keys(&["x", "y"]);
    terminal.wait_for("White wins: Black resigns");
    terminal.keys(&["q", "y"]);
    terminal.wait_for_end();
    terminal.run(&obverse(""));
    terminal.wait_for("Play");
    assert!(!terminal.screen().contains("Go on"));
}

/// The lines of the move list.
fn moves_of(screen: &str) -> Vec<String> {
    let panel = screen.lines().filter_map(|line| line.split_once('│').map(|_| line));
    panel
        .filter_map(|line| line.rsplit('│').nth(1))
        .map(|cell| cell.trim().to_owned())
        .filter(|cell| cell.starts_with(|first: char| first.is_ascii_digit()))
        .collect()
}

#[test]
fn however_it_ends_the_terminal_is_sane_and_the_game_kept() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    for end in ["TERM", "HUP", "ctrl-c", "quit"] {
        terminal.run(&obverse("play --black human --white human"));
        terminal.wait_for("Black to move");
        terminal.keys(&["f5", "Enter"]);
        terminal.wait_for("White to move");
        match end {
            "quit" => {
                terminal.keys(&["q"]);
                terminal.wait_for("Quit?");
                terminal.keys(&["n"]);
                terminal.wait_until("the question is gone", |screen| !screen.contains("Quit?"));
                terminal.keys(&["q", "y"]);
            }
            "ctrl-c" => terminal.keys(&["C-c"]),
            signal => terminal.kill(signal),
        }
        // The shell speaks again, on its own screen, and the terminal echoes lines.
        let screen = terminal.wait_for_end();
        assert!(screen.contains("exit 0"), "{end}: {screen}");
        assert!(!screen.contains("White to move"), "{end}: {screen}");
        assert!(screen.contains("icanon echo"), "{end}: {screen}");
        // Who left in a hurry was not told before.
        assert!(screen.contains("The game is kept: obverse play --resume"), "{end}: {screen}");
    }
    terminal.run(&obverse(""));
    // Every one of the games waits.
    terminal.wait_for("4 games not finished");
}

#[test]
fn a_file_that_cannot_be_written_is_told_whole_and_the_game_kept() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    let file = terminal.folder().join("no/such/folder/game.ggf");
    let save = format!("play --black human --white human --save {}", file.display());
    terminal.run(&obverse(&save));
    terminal.wait_for("could not be saved");
    terminal.keys(&["Escape"]);
    terminal.wait_for("Black to move");
    terminal.keys(&["f5", "Enter"]);
    // The box names the place where the game is instead, to its last word.
    terminal.wait_for("goes on with it.");
    terminal.keys(&["Escape", "q"]);
    let screen = terminal.wait_for("Quit?");
    assert!(!screen.contains("The game is kept and offered"), "{screen}");
    terminal.wait_for("goes on with it.");
    terminal.keys(&["y"]);
    let screen = terminal.wait_for_end();
    assert!(screen.contains("exit 2"), "{screen}");
    assert!(screen.contains("the game could not be saved in"), "{screen}");
    terminal.run(&obverse("play --plain --resume"));
    terminal.wait_for("Enter move for colour W");
}

#[test]
fn a_pasted_transcript_is_played_and_looking_back_loses_nothing() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    terminal.run(&obverse("play --black human --white random:seed=1"));
    terminal.wait_for("Your move, Black");
    terminal.paste("f5d6c3d3");
    let screen = terminal.wait_for("Played 4 moves.");
    assert!(screen.contains("1 f5 d6    2 c3 d3"), "{screen}");
    // Back to Black's turn, where something else is played: what was there is a variation.
    terminal.keys(&["PPage"]);
    terminal.wait_for("White waits");
    terminal.keys(&["PPage"]);
    terminal.wait_for("Your move, Black");
    terminal.keys(&["c4", "Enter"]);
    terminal.wait_for("move 5");
    terminal.keys(&["y"]);
    let screen = terminal.wait_for("Moves begin variations");
    assert!(screen.contains("  2 c3     d3") && screen.contains("2 c4"), "{screen}");
    terminal.keys(&["Escape"]);
    terminal.wait_for("Your move, Black");
    // Another format, and a game to lose: that is asked about.
    terminal.paste("---------------------------OX------XO--------------------------- X");
    terminal.wait_for("Open what was pasted?");
    terminal.keys(&["y"]);
    terminal.wait_for("move 1");
}

#[test]
fn a_game_is_studied_reviewed_and_saved_with_its_variations() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    let file = terminal.folder().join("game.txt");
    fs::write(&file, "f5d6c3d3c4b3b2\n").unwrap();
    let load = format!("play --black human --white human --load {}", file.display());
    terminal.run(&obverse(&load));
    terminal.wait_for("White to move");
    terminal.keys(&["y"]);
    terminal.wait_for("  4 b2");
    terminal.keys(&["Left", "Left", "f4", "Enter"]);
    terminal.wait_for("3 f4");
    terminal.keys(&["k"]);
    terminal.wait_for("Comment:");
    terminal.keys(&["solid", "Enter"]);
    terminal.wait_for("f4\"");
    // The other line, and back.
    terminal.keys(&["Up"]);
    terminal.wait_for("6 moves");
    terminal.keys(&["Down", "p"]);
    terminal.wait_for("This line comes first now");
    terminal.keys(&["u"]);
    terminal.wait_for("Undone");
    terminal.keys(&["x"]);
    terminal.wait_for("is deleted; u brings it back.");
    terminal.keys(&["u"]);
    terminal.wait_for("3 f4\"");
    // The game itself is reviewed: b2 gives a corner away.
    terminal.keys(&["Up", "End", "r"]);
    terminal.wait_for("The review is done");
    terminal.keys(&["Left", "Right"]);
    terminal.wait_until("a grade with its name and its cost", |screen| {
        screen.contains("Black b2: ") && screen.contains("costs ")
    });
    terminal.keys(&["Home", "n"]);
    terminal.wait_until("a mistake, or none that is sure", |screen| {
        screen.contains("Find better.") || screen.contains("No mistake")
    });
    terminal.keys(&["Escape"]);
    let saved = terminal.folder().join("saved.sgf");
    terminal.keys(&["y"]);
    terminal.wait_for("Obverse");
    // The next session knows what was found.
    terminal.run(&obverse(&format!("{load} --save {}", saved.display())));
    terminal.wait_for("White to move");
    terminal.keys(&["y"]);
    terminal.wait_for("Black b2: ");
    terminal.keys(&["y"]);
    terminal.wait_for("or its number");
    terminal.keys(&["PPage", "PPage", "f4", "Enter"]);
    terminal.wait_for("is kept");
    // The file is written beside the game, which does not wait for it.
    terminal.wait_until("a saved game with branches", |_| {
        let text = fs::read_to_string(&saved).unwrap_or_default();
        text.contains("(;W[") || text.contains("(;B[")
    });
}

#[test]
fn what_a_killed_program_left_on_the_screen_is_wiped_away() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    // A program that is killed cannot leave the other screen, and a shell goes on writing there.
    let script = terminal.folder().join("left.sh");
    let left = format!("printf '\\033[?1049h\\033[Hrubbish rubbish rubbish'\nexec {}", obverse(""));
    fs::write(&script, left).unwrap();
    terminal.run(&format!("sh {}", script.display()));
    let screen = terminal.wait_for("[Tour]");
    assert!(!screen.contains("rubbish"), "{screen}");
}

#[test]
fn puzzles_are_solved_from_the_chooser() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    let library = terminal.folder().join("library.sqlite").display().to_string();
    terminal.set("OBVERSE_LIBRARY", &library);
    terminal.run(&obverse(""));
    terminal.wait_for("[Puzzles]");
    terminal.keys(&["Down", "Down", "Enter"]);
    terminal.wait_for("The first move decides");
    terminal.keys(&["1", "Enter"]);
    terminal.wait_until("what the move was worth", |screen| {
        screen.contains("is right") || screen.contains("Try again")
    });
    terminal.keys(&["Enter"]);
    terminal.wait_until("the answer or the next one", |screen| {
        screen.contains("The answer:") || screen.contains("The first move decides")
    });
    terminal.keys(&["Escape"]);
    terminal.wait_for("[Play]");
}

#[test]
fn the_chooser_takes_any_time_level_and_options() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    terminal.run(&obverse(""));
    terminal.wait_for("[Open a file");
    // Up from Play: the first position, the rules, the time, the board, White.
    terminal.keys(&["Up", "Up", "Right", "Up"]);
    terminal.wait_for("Any other can be typed");
    terminal.keys(&["12+5"]);
    terminal.wait_for("12 min + 5 s");
    terminal.keys(&["Up", "Up"]);
    terminal.wait_for("who plays White");
    terminal.keys(&["3", "depth=2"]);
    terminal.wait_for("Level 3 · depth=2");
    terminal.keys(&["Enter"]);
    let screen = terminal.wait_for("Your move, Black");
    assert!(screen.contains("level 3") && screen.contains("12:00"), "{screen}");
    // By the strict rule, which was chosen too, an illegal move loses.
    terminal.keys(&["a1", "Enter"]);
    terminal.wait_for("White wins: Black played a1, which is illegal");
}

#[test]
fn a_position_is_set_up_played_explained_and_searched() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    terminal.run(&obverse("play --black human --white squares:depth=2"));
    terminal.wait_for("Your move, Black");
    terminal.keys(&["f5", "Enter"]);
    terminal.wait_for("move 3");
    // Why White played as it did: every term, and the search.
    terminal.keys(&["w"]);
    terminal.wait_until("the terms and their sum", |screen| {
        ["every move, searched", "mobility", "sum"].iter().all(|text| screen.contains(text))
    });
    terminal.keys(&["Down"]);
    terminal.keys(&["Escape"]);
    terminal.wait_for("Your move, Black");
    // A move is found in the list.
    terminal.keys(&["/"]);
    terminal.wait_for("Find:");
    terminal.keys(&["f5"]);
    terminal.wait_for("1 of 1");
    terminal.keys(&["Escape"]);
    terminal.wait_for("Your move, Black");
    // The position becomes another one: the cursor stands on e5.
    terminal.keys(&["i"]);
    terminal.wait_for("set up a position");
    terminal.keys(&["c", "wb"]);
    terminal.wait_for("Black 1");
    terminal.keys(&["s", "s", "Enter"]);
    terminal.wait_for("set up: 1 – 1");
    terminal.keys(&["Enter"]);
    terminal.wait_for("Your move, Black");
}

#[test]
fn colours_come_from_the_config_file_and_bad_lines_are_told() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    let file = terminal.folder().join("config");
    fs::write(&file, "size = 6\ntheme = pink\n").unwrap();
    terminal.run(&obverse(&format!("play --config {}", file.display())));
    terminal.wait_for("line 2: `pink` is no theme: write green, blue");
    terminal.wait_for("6 × 6");
    terminal.keys(&["t"]);
    terminal.wait_for("Theme: blue.");
    terminal.run(&obverse("play --config /no/such/file"));
    let screen = terminal.wait_for_end();
    assert!(screen.contains("/no/such/file") && screen.contains("exit 2"), "{screen}");
}

#[test]
fn the_tour_begins_in_the_chooser() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    terminal.run(&obverse(""));
    terminal.wait_for("[Tour]");
    terminal.keys(&["l"]);
    terminal.wait_for("Look at everything");
    terminal.keys(&["Tab"]);
    terminal.wait_for("Where it fails");
    terminal.keys(&["w"]);
    terminal.wait_for("every move, searched");
    terminal.keys(&["Escape"]);
    terminal.wait_for("a tour of five ideas");
    terminal.keys(&["Right"]);
    terminal.wait_for("2 of 5");
    terminal.keys(&["Enter"]);
    terminal.wait_for("Your move, Black");
}

#[test]
fn it_fits_itself_to_the_terminal() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    terminal.run(&obverse("play --black human --white human"));
    let screen = terminal.wait_for("Black to move");
    assert!(screen.contains("┌───┬"), "one row a square: {screen}");
    terminal.resize(120, 40);
    terminal.wait_until("discs of blocks", |screen| screen.contains("▇▇▇"));
    terminal.resize(30, 10);
    terminal.wait_for("too small");
    terminal.resize(80, 24);
    terminal.wait_for("┌───┬");
    // A click on f5: column 6, row 5, four columns and two rows a square.
    terminal.click(3 + 4 * 5 + 3, 2 + 2 * 4 + 2);
    terminal.wait_for("Black played f5");
}

#[test]
fn no_color_is_respected_and_large_boards_scroll() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    terminal.set("NO_COLOR", "1");
    terminal.run(&obverse("play --black human --white random:seed=2 --size 26"));
    terminal.wait_for("Your move, Black");
    terminal.keys(&["1", "Enter"]);
    terminal.wait_for("White played");
    let styled = terminal.styled_screen();
    for sequence in styled.split('\u{1b}').filter_map(|part| part.strip_prefix('[')) {
        let codes = sequence.split('m').next().unwrap_or_default();
        for code in codes.split(';').filter_map(|code| code.parse::<u32>().ok()) {
            // 39 and 49 are the terminal's own.
            let plain = code < 30 || code == 39 || code == 49;
            assert!(plain, "a colour: {codes}");
        }
    }
    assert!(styled.contains('●') && styled.contains('○'));
}

#[test]
fn a_file_is_opened_from_the_chooser() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 24);
    let file = terminal.folder().join("tiger.txt");
    fs::write(&file, "f5d6c3d3c4\n").unwrap();
    terminal.run(&obverse(""));
    terminal.wait_for("Open a file");
    terminal.keys(&["o"]);
    terminal.wait_for("open a game or a position");
    terminal.keys(&[terminal.folder().join("nothing.txt").to_str().unwrap(), "Enter"]);
    terminal.wait_for("No such file");
    terminal.keys(&["Escape", "o"]);
    terminal.wait_for("open a game or a position");
    terminal.keys(&[file.to_str().unwrap(), "Enter"]);
    // White, the computer, is to move in the Tiger, and goes on from there.
    terminal.wait_for("Tiger");
    terminal.wait_for("  3 c4 ");
    terminal.wait_for("Your move, Black");
}

#[test]
fn the_plain_game_is_kept_however_it_ends() {
    if !available() {
        return;
    }
    let mut terminal = Terminal::new(80, 60);
    for (end, code) in [("TERM", 143), ("HUP", 129), ("ctrl-c", 130)] {
        terminal.run(&obverse("play --plain --black human --white human"));
        terminal.wait_for("Enter move for colour B");
        terminal.keys(&["f5", "Enter"]);
        terminal.wait_for("Enter move for colour W");
        match end {
            "ctrl-c" => terminal.keys(&["C-c"]),
            signal => terminal.kill(signal),
        }
        let screen = terminal.wait_for_end();
        assert!(screen.contains("The game is kept: obverse play --resume"), "{end}: {screen}");
        assert!(screen.contains(&format!("exit {code}")), "{end}: {screen}");
        terminal.run(&obverse("play --plain --resume"));
        terminal.wait_for("Enter move for colour W");
        terminal.keys(&["resign", "Enter"]);
        terminal.wait_for("review, variations, save FILE or quit:");
        terminal.keys(&["quit", "Enter"]);
        terminal.wait_for_end();
    }
}
