//! `obverse doctor`: what the program finds on this machine, and what would make it better.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use obverse_engine::bench;
use obverse_rules::Tier;
use obverse_tui::theme::{Depth, Glyphs};
use serde_json::json;

use crate::folders::{Folder, folder};
use crate::{Answer, about, input, play};

/// Check this machine: speed, memory, terminal, folders, library
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse doctor
  obverse doctor --json

Where something is slow or missing a hint says what helps. The exit code is 1 if something is wrong: \
the engine counts other nodes than it should, or a folder or the library cannot be used.")]
pub(crate) struct Args {
    /// Print JSON: a line a finding
    #[arg(long)]
    json: bool,
}

/// How it looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Good,
    /// It works, and there is a hint.
    Hint,
    /// It does not work.
    Wrong,
}

/// Something that was looked at.
struct Finding {
    about: &'static str,
    found: String,
    state: State,
    hint: Option<String>,
}

impl Finding {
    fn good(about: &'static str, found: impl Into<String>) -> Finding {
        Finding { about, found: found.into(), state: State::Good, hint: None }
    }

    fn hint_if(mut self, is_so: bool, hint: impl Into<String>) -> Finding {
        if is_so {
            self.state = self.state.max(State::Hint);
            self.hint = Some(hint.into());
        }
        self
    }

    fn wrong(about: &'static str, found: impl Into<String>, hint: impl Into<String>) -> Finding {
        Finding { about, found: found.into(), state: State::Wrong, hint: Some(hint.into()) }
    }
}

impl State {
    fn max(self, other: State) -> State {
        if self == State::Good { other } else { self }
    }

    const fn name(self) -> &'static str {
        match self {
            State::Good => "good",
            State::Hint => "hint",
            State::Wrong => "wrong",
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut findings = vec![version(), tier()?, cores(), memory(), engine()?];
    findings.extend(terminal()?);
    for (name, kind) in
        [("settings", Folder::Config), ("data", Folder::Data), ("state", Folder::State)]
    {
        findings.push(folder_of(name, kind));
    }
    findings.push(library());
    let mut out = std::io::stdout().lock();
    for Finding { about, found, state, hint } in &findings {
        if args.json {
            let mut line = json!({ "about": about, "found": found, "state": state.name() });
            if let Some(hint) = hint {
                line["hint"] = json!(hint);
            }
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{about:<9} {found}")?;
            if let Some(hint) = hint {
                let word = if *state == State::Wrong { "wrong" } else { "hint" };
                writeln!(out, "{:<9} {word}: {hint}", "")?;
            }
        }
    }
    let is_wrong = findings.iter().any(|finding| finding.state == State::Wrong);
    Ok(if is_wrong { Answer::No } else { Answer::Done })
}

fn version() -> Finding {
    let features = about::features();
    let found = format!("obverse {} with {}", env!("CARGO_PKG_VERSION"), features.join(", "));
    Finding::good("version", found).hint_if(
        features.len() < 4,
        "some commands were left out of this build: see the features in docs/install.md",
    )
}

fn tier() -> Result<Finding> {
    let (used, best) = (input::tier()?, Tier::detect());
    let names: Vec<&str> = Tier::available().iter().map(|tier| tier.name()).collect();
    let found = format!("{used}, of {}", names.join(", "));
    Ok(Finding::good("tier", found)
        .hint_if(used != best, format!("OBVERSE_TIER chooses it; {best} would be faster"))
        .hint_if(
            best == Tier::PORTABLE,
            "this processor has no AVX2 with BMI2 (or the emulator hides it): searches take about twice as long",
        ))
}

fn cores() -> Finding {
    let cores = input::threads(None);
    let found = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    Finding::good("cores", found)
        .hint_if(cores == 1, "a search uses every core there is; several make it faster")
}

/// What the engine takes where nobody says otherwise, in megabytes.
const USUAL_HASH: u64 = 256;

fn memory() -> Finding {
    let Some((total, free)) = megabytes() else {
        return Finding::good("memory", "unknown: this system does not say");
    };
    Finding::good("memory", format!("{total} MB, {free} MB of them free")).hint_if(
        free < 2 * USUAL_HASH,
        format!("the engine takes {USUAL_HASH} MB for its table: --hash 64 takes less"),
    )
}

/// All memory and what is free of it, where the system says so: Linux does.
fn megabytes() -> Option<(u64, u64)> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kilobytes / 1024)
    };
    Some((field("MemTotal:")?, field("MemAvailable:")?))
}

/// Counts the nodes of the fixed searches: the count says whether the engine is sound, the time how
/// fast it is.
fn engine() -> Result<Finding> {
    let begun = Instant::now();
    let nodes = bench::signature(input::tier()?, Some(obverse_engine::Weights::embedded()));
    let rate = nodes as f64 / begun.elapsed().as_secs_f64().max(1e-6) / 1e6;
    if nodes.to_string() != about::signature() {
        let found = format!("its searches visit {nodes} nodes");
        let hint =
            format!("they should visit {}: this build or this machine errs", about::signature());
        return Ok(Finding::wrong("engine", found, hint));
    }
    Ok(Finding::good("engine", format!("sound, {rate:.1} M nodes/s on one core"))
        .hint_if(
            rate < SLOW,
            "that is slow: other programs may use the processor, or it saves power",
        )
        .hint_if(cfg!(debug_assertions), "built for debugging: cargo build --release is faster"))
}

/// Fewer million nodes a second than any machine of the last ten years has.
const SLOW: f64 = 2.0;

fn terminal() -> Result<Vec<Finding>> {
    if !std::io::stdout().is_terminal() {
        return Ok(vec![Finding::good("terminal", "none: this goes to a file or a pipe")]);
    }
    let theme = play::theme()?;
    let colors = match theme.depth {
        Depth::True => "16 million colours",
        Depth::Indexed => "256 colours",
        Depth::Ansi => "16 colours",
        Depth::None => "no colours",
    };
    let glyphs = match theme.glyphs {
        Glyphs::Unicode => "Unicode",
        Glyphs::Ascii => "ASCII only",
    };
    let size = obverse_tui::screen_size();
    let cells =
        size.map_or_else(String::new, |(columns, rows)| format!(", {columns}×{rows} cells"));
    let found = format!("{colors}, {glyphs}{cells}");
    Ok(vec![
        Finding::good("terminal", found)
            .hint_if(
                theme.depth == Depth::None,
                "NO_COLOR or TERM asks for none: OBVERSE_COLORS=256 shows some",
            )
            .hint_if(
                theme.is_ascii(),
                "the locale is not UTF-8: with LANG=C.UTF-8 or OBVERSE_GLYPHS=unicode discs are round",
            )
            .hint_if(
                size.is_some_and(|(columns, rows)| columns < 80 || rows < 24),
                "in a window of 80×24 or more the board has its panels beside it",
            ),
    ])
}

fn folder_of(name: &'static str, kind: Folder) -> Finding {
    let Some(path) = folder(kind) else {
        return Finding::good(name, "no folder")
            .hint_if(true, "the environment names no home: set HOME, or games are not kept");
    };
    let shown = path.display();
    // Where there is none yet, the nearest folder above it says whether one can be made.
    let Some(there) = path.ancestors().find(|path| path.exists()) else {
        return Finding::wrong(name, shown.to_string(), "there is no such place");
    };
    match fs::metadata(there) {
        Ok(data) if !data.is_dir() => {
            Finding::wrong(name, shown.to_string(), format!("{} is no folder", there.display()))
        }
        Ok(data) if data.permissions().readonly() || !can_write(there) => Finding::wrong(
            name,
            shown.to_string(),
            format!("{} cannot be written to", there.display()),
        ),
        Ok(_) if there == path => Finding::good(name, shown.to_string()),
        Ok(_) => Finding::good(name, format!("{shown}, which is made when it is needed")),
        Err(error) => Finding::wrong(name, shown.to_string(), error.to_string()),
    }
}

/// Whether a file can be made there, which is the only way to know.
fn can_write(folder: &Path) -> bool {
    let probe = folder.join(format!(".obverse-{}", std::process::id()));
    let made = fs::File::create_new(&probe).is_ok();
    if made {
        let _ = fs::remove_file(&probe);
    }
    made
}

#[cfg(feature = "library")]
fn library() -> Finding {
    let path = match crate::library::path(None) {
        Ok(path) => path,
        Err(error) => return Finding::good("library", "none").hint_if(true, error.to_string()),
    };
    let shown = path.display();
    if !path.exists() {
        return Finding::good("library", format!("{shown}, not made yet"));
    }
    let games = obverse_library::Library::open_existing(&path).and_then(|library| library.games());
    match games {
        Ok(games) => Finding::good("library", format!("{shown}, {games} games")),
        Err(error) => Finding::wrong("library", shown.to_string(), crate::message(&error.into())),
    }
}

#[cfg(not(feature = "library"))]
fn library() -> Finding {
    Finding::good("library", "left out of this build")
}
