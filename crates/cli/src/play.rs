//! `obverse play`, and `obverse` alone: a game in the terminal.

use std::io::{self, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Context, Result};
use obverse_engine::StopFlag;
use obverse_players::{ClockTime, Time, TimeControl, Who};
use obverse_rules::Size;
use obverse_tui::app;
use obverse_tui::config::Config;
use obverse_tui::keep::Keeper;
use obverse_tui::palette::Palette;
use obverse_tui::plain::{self, Console};
use obverse_tui::theme::Theme;

use crate::engine_args::EngineArgs;
use crate::folders::{Folder, folder};
use crate::interrupt::{self, Hear, Signal};
use crate::{Answer, maker, puzzles};

/// Play a game in the terminal
///
/// Without --black, --white, --size or --load you are asked for what you want; with any of them
/// nothing is asked, and the rest is a person against level 5 on 8×8.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
WHO is human, level:1 to level:20, engine, one of the classics (ratio, breadth, squares, anysize, \
killer), random, or another program: gtp:COMMAND, nboard:COMMAND. Options follow a colon: \
engine:time=2s,threads=2, killer:book=off, random:seed=7.

Examples:
  obverse play --white level:8
  obverse play --plain --size 10 --black human --white anysize
  obverse play --load game.ggf --save game.ggf --time 5s")]
pub(crate) struct Args {
    /// Who plays Black
    #[arg(long, value_name = "WHO")]
    black: Option<Who>,
    /// Who plays White
    #[arg(long, value_name = "WHO")]
    white: Option<Who>,
    /// The size of the board: an even number from 4 to 26
    #[arg(long)]
    size: Option<Size>,
    /// Time for each move of a computer, such as 2s or 50ms
    #[arg(long, conflicts_with = "clock")]
    time: Option<Time>,
    /// A clock for each side, minutes+seconds, such as 5+3
    #[arg(long)]
    clock: Option<ClockTime>,
    /// A game or position to begin with, in any format
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Go on with the game that was left last
    #[arg(long, conflicts_with_all = ["black", "white", "size", "load"])]
    resume: bool,
    /// Write the game here after every move, in the format of the name's ending
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Questions and lines instead of a full screen: for scripts and screen readers
    #[arg(long)]
    plain: bool,
    /// An illegal move, or a word that is no move, ends the game: the other side wins, whatever the
    /// discs say
    #[arg(long)]
    strict: bool,
    /// Where random numbers begin, so that a game can be repeated
    #[arg(long)]
    seed: Option<u64>,
    /// The colours of the full screen: green, blue, wood or contrast
    #[arg(long)]
    theme: Option<Palette>,
    /// A config file in the place of ~/.config/obverse/config: one `name = value` a line, with theme,
    /// colors, glyphs, discs, motion, evaluation, black, white, size, time, strict
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: Args) -> Result<Answer> {
    let time = match (args.time, args.clock) {
        (Some(Time(time)), _) => Some(TimeControl::PerMove(time)),
        (_, Some(ClockTime(clock))) => Some(TimeControl::Clock(clock)),
        _ => None,
    };
    let variable = |name: &str| std::env::var(name).ok();
    let (mut config, remarks) = read_config(args.config.as_deref())?;
    config.theme = args.theme.or(config.theme);
    let request = plain::Request {
        players: [args.black, args.white],
        size: args.size,
        time,
        load: args.load,
        resume: args.resume,
        save: args.save,
        keeper: folder(Folder::State).map(Keeper::new),
        strict: args.strict,
        is_script: !io::stdin().is_terminal(),
    };
    request.check_save()?;
    let maker = maker::maker(&args.engine, args.seed)?;
    if !args.plain && has_screen() {
        let places = app::run(app::Options {
            setup: request.is_definite().then(|| request.setup()).transpose()?,
            time: request.time.unwrap_or_default(),
            strict: request.strict,
            save: request.save,
            theme: Theme::detect(&config, variable),
            motion: has_motion(&config, variable),
            config,
            remarks,
            maker,
            keeper: request.keeper,
            interrupts: Some(interrupt::messages(Hear::HangUps)?),
            puzzles: Some(Box::<puzzles::Shelf>::default()),
        })?;
        for place in places {
            // The terminal may be what ended the game.
            let _ = writeln!(io::stdout(), "{place}");
        }
        return Ok(Answer::Done);
    }
    for remark in remarks {
        eprintln!("obverse: {remark}");
    }
    let stop = StopFlag::default();
    let interrupted = end_on_signal(&stop)?;
    let echo = !io::stdin().is_terminal();
    let console = Console::new(BufReader::new(io::stdin()), io::stdout(), echo);
    let ended = plain::run(console, &request, &maker, &stop);
    if let Some(signal) = interrupted.get() {
        if let Err(error) = ended {
            eprintln!("obverse: {error}");
        }
        signal.exit();
    }
    ended?;
    Ok(Answer::Done)
}

/// The look that the config file and the terminal ask for.
pub(crate) fn theme() -> Result<Theme> {
    let variable = |name: &str| std::env::var(name).ok();
    let (config, _) = read_config(None)?;
    Ok(Theme::detect(&config, variable))
}

/// What the config file says, and what is wrong with it. The one that was asked for has to be
/// there.
fn read_config(asked: Option<&Path>) -> Result<(Config, Vec<String>)> {
    let usual = || folder(Folder::Config).map(|it| it.join("config")).filter(|path| path.exists());
    let Some(path) = asked.map(Path::to_owned).or_else(usual) else {
        return Ok((Config::default(), vec![]));
    };
    let name = path.display().to_string();
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let (config, problems) = Config::read(&text);
            Ok((config, problems.iter().map(|problem| format!("{name}, {problem}")).collect()))
        }
        Err(error) if asked.is_some() => Err(error).context(name),
        Err(error) => Ok((Config::default(), vec![format!("{name}: {error}")])),
    }
}

/// Whether discs turn over in steps: not over a line that may be slow, unless it is asked for.
fn has_motion(config: &Config, variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_far = ["SSH_CONNECTION", "SSH_TTY"].iter().any(|name| variable(name).is_some());
    match variable("OBVERSE_MOTION").as_deref() {
        Some("full") => true,
        Some("reduced") => false,
        _ => config.motion.unwrap_or(!is_far),
    }
}

/// Whether there is a screen to draw on and a keyboard to play with.
fn has_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// How long players have to notice that the game is to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// Raises the flag when a signal comes; whoever is to move then ends the game in order. What was
/// played is saved already. The answer has the signal once there is one.
fn end_on_signal(stop: &StopFlag) -> Result<Arc<OnceLock<Signal>>> {
    let received = Arc::new(OnceLock::new());
    let (stop, first) = (stop.clone(), received.clone());
    interrupt::on_signal(Hear::HangUps, move |signal| {
        if first.set(signal).is_err() {
            return;
        }
        stop.raise();
        // A player may not notice, such as another program that hangs.
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            signal.exit();
        });
    })?;
    Ok(received)
}
