//! The commands, one function each.
#![expect(clippy::unnecessary_wraps, reason = "the functions of one table have one type")]

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use obverse_records::Reader;
use obverse_rules::{Color, Game, Move, Size, Square};

use super::clock::{self, Left, TimeSettings};
use super::request::{self, Request};
use super::state::{CommandError, State};

/// What a command leads to.
#[derive(Debug)]
pub(crate) enum Action {
    /// An answer.
    Reply(String),
    /// A search first.
    Search(Search),
    /// An answer, and the engine is to forget the last game.
    NewGame,
    /// The end.
    Quit,
}

/// A search that a command asks for.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) color: Color,
    pub(crate) purpose: Purpose,
}

/// What is done with what a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The move is played.
    Play,
    /// The move is answered, and not played.
    Suggest,
    /// The moves and their scores, as graphics for GoGui.
    Hint,
    /// Nothing: what the engine learns serves its next move. Until somebody writes something.
    Ponder,
    /// Lines until somebody writes something.
    Analyze {
        /// How often.
        interval: Duration,
        /// How many.
        lines: usize,
    },
}

type Handled = Result<Action, CommandError>;
type Handler = fn(&mut State, &[String]) -> Handled;

/// The commands, as `list_commands` lists them.
const COMMANDS: &[(&str, Handler)] = &[
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("final_score", final_score),
    ("genmove", genmove),
    ("gg-undo", gg_undo),
    ("gogui-analyze_commands", analyze_commands),
    ("gogui-play_sequence", play_sequence),
    ("gogui-rules_board", rules_board),
    ("gogui-rules_board_size", rules_board_size),
    ("gogui-rules_final_result", rules_final_result),
    ("gogui-rules_game_id", |_, _| reply("Othello")),
    ("gogui-rules_legal_moves", rules_legal_moves),
    ("gogui-rules_side_to_move", rules_side_to_move),
    ("known_command", known_command),
    ("komi", komi),
    ("list_commands", list_commands),
    ("list_games", |_, _| reply("Othello")),
    ("loadsgf", loadsgf),
    ("name", |state, _| reply(state.name())),
    ("obverse-analyze", analyze),
    ("obverse-hint", hint),
    ("play", play),
    ("protocol_version", |_, _| reply("2")),
    ("quit", |_, _| Ok(Action::Quit)),
    ("reg_genmove", reg_genmove),
    ("set_game", set_game),
    ("showboard", showboard),
    ("time_left", time_left),
    ("time_settings", time_settings),
    ("undo", undo),
    ("version", |_, _| reply(env!("CARGO_PKG_VERSION"))),
];

/// Carries a command out, or says why not; in that case nothing has changed.
pub(crate) fn execute(state: &mut State, request: &Request) -> Handled {
    let command = find(&request.command).ok_or(CommandError::Unknown)?;
    command(state, &request.arguments)
}

/// The command of this name, in whatever case it is written.
fn find(name: &str) -> Option<Handler> {
    let known = COMMANDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|&(_, command)| command)
}

fn reply(text: impl Into<String>) -> Handled {
    Ok(Action::Reply(text.into()))
}

fn done() -> Handled {
    reply("")
}

fn known_command(_: &mut State, arguments: &[String]) -> Handled {
    let wanted = arguments.first().map_or("", String::as_str);
    reply(find(wanted).is_some().to_string())
}

fn list_commands(_: &mut State, _: &[String]) -> Handled {
    let names: Vec<_> = COMMANDS.iter().map(|(name, _)| *name).collect();
    reply(names.join("\n"))
}

fn boardsize(state: &mut State, arguments: &[String]) -> Handled {
    let length = arguments.first().and_then(|length| length.parse::<usize>().ok());
    let length = length.ok_or(CommandError::Syntax("boardsize SIZE"))?;
    let size = Size::new(length).ok().filter(|&size| state.plays_on(size));
    let size = size.ok_or(CommandError::Size)?;
    state.begin(Game::from_start(size));
    Ok(Action::NewGame)
}

fn clear_board(state: &mut State, _: &[String]) -> Handled {
    state.begin(Game::from_start(state.game().position().size()));
    Ok(Action::NewGame)
}

fn komi(_: &mut State, arguments: &[String]) -> Handled {
    // Othello has none, but controllers made for Go insist.
    number(arguments.first(), "komi NUMBER")?;
    done()
}

fn set_game(_: &mut State, arguments: &[String]) -> Handled {
    match arguments.first().map(|name| name.to_ascii_lowercase()).as_deref() {
        Some("othello" | "reversi") => done(),
        Some(_) => Err(CommandError::Game),
        None => Err(CommandError::Syntax("set_game NAME")),
    }
}

fn play(state: &mut State, arguments: &[String]) -> Handled {
    const USAGE: CommandError = CommandError::Syntax("play COLOR MOVE, such as play b f5");
    let [color, mv, ..] = arguments else { return Err(USAGE) };
    let mv = (request::color(color).ok_or(USAGE)?, mv.parse().map_err(|_| USAGE)?);
    state.play(&[mv])?;
    done()
}

fn play_sequence(state: &mut State, arguments: &[String]) -> Handled {
    const USAGE: CommandError = CommandError::Syntax("gogui-play_sequence b f5 w d6 …");
    let (pairs, []) = arguments.as_chunks::<2>() else { return Err(USAGE) };
    let moves: Option<Vec<(Color, Move)>> =
        pairs.iter().map(|[color, mv]| Some((request::color(color)?, mv.parse().ok()?))).collect();
    state.play(&moves.ok_or(USAGE)?)?;
    done()
}

fn undo(state: &mut State, _: &[String]) -> Handled {
    state.undo(1)?;
    done()
}

fn gg_undo(state: &mut State, arguments: &[String]) -> Handled {
    let count = arguments.first().map_or(Ok(1), |count| count.parse());
    state.undo(count.map_err(|_| CommandError::Syntax("gg-undo NUMBER"))?)?;
    done()
}

fn genmove(state: &mut State, arguments: &[String]) -> Handled {
    search(state, arguments, Purpose::Play)
}

fn reg_genmove(state: &mut State, arguments: &[String]) -> Handled {
    search(state, arguments, Purpose::Suggest)
}

fn hint(state: &mut State, arguments: &[String]) -> Handled {
    let side = state.game().position().side();
    let color = arguments.first().and_then(|color| request::color(color)).unwrap_or(side);
    search(state, &[color.letter().to_string()], Purpose::Hint)
}

/// A search for a side, once it is sure that it is or can be that side's turn.
fn search(state: &mut State, arguments: &[String], purpose: Purpose) -> Handled {
    let color = arguments
        .first()
        .and_then(|color| request::color(color))
        .ok_or(CommandError::Syntax("a colour, b or w, is missing"))?;
    state.with_turn(color)?;
    Ok(Action::Search(Search { color, purpose }))
}

/// `obverse-analyze [COLOR] [INTERVAL] [lines N]`, the interval in hundredths of a second.
fn analyze(state: &mut State, arguments: &[String]) -> Handled {
    const USAGE: CommandError =
        CommandError::Syntax("obverse-analyze [COLOR] [INTERVAL] [lines N]");
    let mut color = state.game().position().side();
    let mut interval = 0_u32;
    let mut lines = 1;
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if let Some(named) = request::color(word) {
            color = named;
        } else if word == "interval" || word == "lines" {
            let value = words.next().and_then(|value| value.parse().ok()).ok_or(USAGE)?;
            if word == "lines" { lines = value as usize } else { interval = value }
        } else {
            interval = word.parse().map_err(|_| USAGE)?;
        }
    }
    if state.game().is_over() {
        return Err(CommandError::Over);
    }
    let interval = Duration::from_millis(10 * u64::from(interval));
    let purpose = Purpose::Analyze { interval, lines: lines.max(1) };
    search(state, &[color.letter().to_string()], purpose)
}

fn time_settings(state: &mut State, arguments: &[String]) -> Handled {
    const USAGE: &str = "time_settings MAIN_TIME PERIOD MOVES, in seconds";
    let main = number(arguments.first(), USAGE)?;
    let period = number(arguments.get(1), USAGE)?;
    let moves = arguments.get(2).and_then(|moves| moves.parse().ok());
    let settings = moves.and_then(|moves| TimeSettings::read(main, period, moves));
    let settings = settings.ok_or(CommandError::Syntax(USAGE))?;
    state.set_clocks(Some(settings).filter(|settings| !settings.is_unlimited()));
    done()
}

fn time_left(state: &mut State, arguments: &[String]) -> Handled {
    const USAGE: CommandError = CommandError::Syntax("time_left COLOR SECONDS MOVES");
    let [color, time, rest @ ..] = arguments else { return Err(USAGE) };
    let color = request::color(color).ok_or(USAGE)?;
    // Who has overstepped the time has none left.
    let time = time.parse::<f64>().ok().filter(|time| !time.is_nan()).ok_or(USAGE)?;
    let time = clock::duration(time.max(0.0)).ok_or(USAGE)?;
    let moves = rest.first().map_or(Ok(0), |moves| moves.parse()).map_err(|_| USAGE)?;
    state.set_left(color, Left { time, moves });
    done()
}

/// `loadsgf FILE [MOVE]`: the position before that move.
fn loadsgf(state: &mut State, arguments: &[String]) -> Handled {
    let (path, before) = match arguments {
        [] => return Err(CommandError::Syntax("loadsgf FILE [MOVE]")),
        [path @ .., last] if !path.is_empty() => match last.parse::<usize>() {
            Ok(number) => (path.join(" "), Some(number)),
            Err(_) => (arguments.join(" "), None),
        },
        _ => (arguments.join(" "), None),
    };
    let mut game = first_game(Path::new(&path))?;
    if let Some(number) = before {
        game.go_to(number.saturating_sub(1));
    }
    state.load(game);
    Ok(Action::NewGame)
}

/// A file longer than this is none that somebody wants to look at a game of.
const LONGEST_FILE: u64 = 1 << 24;

/// The first game of a file in any format. Only a file that has an end is read: a device or a pipe
/// could keep the session waiting for ever.
fn first_game(path: &Path) -> Result<Game, CommandError> {
    let failed = |error: &dyn std::fmt::Display| CommandError::Load(error.to_string());
    let data = std::fs::metadata(path).map_err(|error| failed(&error))?;
    if !data.is_file() {
        return Err(failed(&"it is not a regular file"));
    }
    if data.len() > LONGEST_FILE {
        return Err(failed(&format!("it is larger than {} MB", LONGEST_FILE >> 20)));
    }
    let file = File::open(path).map_err(|error| failed(&error))?;
    // It may have grown meanwhile.
    let mut records = Reader::new(file.take(LONGEST_FILE)).map_err(|error| failed(&error))?;
    let record = records.next().ok_or_else(|| failed(&"there is no game in it"))?;
    Ok(record.map_err(|error| failed(&error))?.game)
}

fn final_score(state: &mut State, _: &[String]) -> Handled {
    let outcome = state.game().outcome().ok_or(CommandError::NotOver)?;
    reply(match outcome.winner() {
        Some(winner) => format!("{}+{}", winner.letter(), outcome.score(winner)),
        None => "0".to_owned(),
    })
}

/// A board for people, row 1 at the top.
fn showboard(state: &mut State, _: &[String]) -> Handled {
    let position = state.game().position();
    let size = position.size();
    let letters: Vec<_> =
        (b'a'..).take(size.get()).map(|letter| (letter as char).to_string()).collect();
    let mut lines = vec![String::new(), format!("   {}", letters.join(" "))];
    lines
        .extend((0..size.get()).map(|row| format!("{:2} {}", row + 1, symbols(state.game(), row))));
    let (black, white) = (position.count(Color::Black), position.count(Color::White));
    let turn = match state.game().outcome() {
        Some(outcome) => outcome.to_string().replace('–', "-"),
        None => format!("{} to move", position.side()),
    };
    lines.push(format!("X Black {black}  O White {white}  {turn}"));
    reply(lines.join("\n"))
}

/// The board as GoGui reads it: the first line is its topmost row, which it calls the highest.
fn rules_board(state: &mut State, _: &[String]) -> Handled {
    let rows = (0..state.game().position().size().get()).rev();
    let lines: Vec<_> = rows.map(|row| symbols(state.game(), row)).collect();
    reply(lines.join("\n"))
}

/// A row of the board, separated by blanks.
fn symbols(game: &Game, row: usize) -> String {
    let position = game.position();
    let squares = (0..position.size().get()).filter_map(|column| Square::new(column, row));
    let symbol = |square| position.get(square).map_or('.', Color::symbol).to_string();
    squares.map(symbol).collect::<Vec<_>>().join(" ")
}

fn rules_board_size(state: &mut State, _: &[String]) -> Handled {
    reply(state.game().position().size().to_string())
}

fn rules_side_to_move(state: &mut State, _: &[String]) -> Handled {
    reply(state.game().position().side().to_string().to_lowercase())
}

fn rules_legal_moves(state: &mut State, _: &[String]) -> Handled {
    let position = state.game().position();
    if position.must_pass() {
        return reply("pass");
    }
    reply(position.moves().to_string())
}

fn rules_final_result(state: &mut State, _: &[String]) -> Handled {
    match state.game().outcome() {
        Some(outcome) => reply(outcome.to_string().replace('–', "-")),
        None => reply("The game is not over."),
    }
}

fn analyze_commands(_: &mut State, _: &[String]) -> Handled {
    reply(
        "gfx/Obverse Best Moves/obverse-hint %c\n\
         move/Obverse Suggest Move/reg_genmove %c\n\
         string/Obverse Final Score/final_score\n\
         string/Obverse Show Board/showboard",
    )
}

fn number(text: Option<&String>, usage: &'static str) -> Result<f64, CommandError> {
    text.and_then(|text| text.parse::<f64>().ok())
        .filter(|number| number.is_finite())
        .ok_or(CommandError::Syntax(usage))
}
