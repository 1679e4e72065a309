//! `obverse puzzles make`.

use std::collections::{BTreeMap, HashSet};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use obverse_engine::{Engine, Level, Limits, StopFlag};
use obverse_records::openings::balanced;
use obverse_records::{Record, atomic};
use obverse_rules::{Game, Position};
use obverse_study::{Puzzle, PuzzleId, Task, make_hard_puzzle, puzzle_sources, write_puzzles};
use serde_json::json;

#[cfg(feature = "library")]
use super::own;
use crate::engine_args::EngineArgs;
use crate::{Answer, input, interrupt};

/// Make puzzles from games, of files or played for it
///
/// A puzzle is a position with one best move: an endgame of 8 to 18 empty squares, solved, or a position of
/// the middle of the game with a clear best move. How hard it is all levels say, by trying it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse puzzles make games.ggf --out mine.txt
  obverse puzzles make --self-play 200 --count 50 --out new.txt
  obverse puzzles make wthor-folder --rating 1400-2400 --count 20 --out hard.txt
  obverse puzzles make --mistakes --player ann
  obverse puzzles --from mine.txt")]
pub(super) struct Args {
    /// Files with games in any format, or folders of WTHOR files
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The file to write; without it puzzles of one's own mistakes go into the library
    #[arg(long, value_name = "FILE", required_unless_present = "mistakes")]
    out: Option<PathBuf>,
    #[cfg(feature = "library")]
    #[command(flatten)]
    own: own::OwnArgs,
    /// Play so many games of levels 5 to 14 against themselves, and take those too
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    self_play: u64,
    /// End when so many puzzles are made; they are spread over tasks and ratings
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    /// Only puzzles as hard as this: 1200-2400
    #[arg(long, value_name = "FROM-TO", value_parser = super::ratings)]
    rating: Option<(i32, i32)>,
    /// Take at most so many positions of a game; 3 by default
    #[arg(long, value_name = "N", default_value_t = 3)]
    per_game: usize,
    /// What chance depends on: which positions are taken, and the games that are played
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Answer> {
    #[cfg(feature = "library")]
    if args.own.mistakes {
        return own::run(&args.own, args.out.as_deref(), &args.engine);
    }
    ensure!(
        !args.files.is_empty() || args.self_play > 0,
        "there is nothing to make puzzles from: name files with games, or --self-play GAMES"
    );
    let stop = StopFlag::default();
    interrupt::raise_on_first(&stop)?;
    let mut options = args.engine.options()?;
    // Which answer comes first must not depend on chance.
    options.threads = 1;
    let mut maker = Maker {
        engine: Engine::new(options),
        stop,
        random: fastrand::Rng::with_seed(args.seed),
        per_game: args.per_game,
        count: args.count.map(|count| count as usize),
        rating: args.rating,
        made: Vec::new(),
        seen: HashSet::new(),
        looked_at: 0,
        bar: bar(args.count),
    };
    for file in &args.files {
        for record in input::records(file, None)? {
            let record = record?;
            maker.take(&record.game, &source_of(&record));
            if maker.is_done() {
                break;
            }
        }
    }
    for number in 0..args.self_play {
        if maker.is_done() {
            break;
        }
        if let Some((game, level)) = maker.self_play(args.seed, number) {
            maker.take(&game, &format!("level {level} against itself"));
        }
    }
    maker.bar.finish_and_clear();
    let was_stopped = maker.stop.is_raised();
    let Maker { mut made, looked_at, .. } = maker;
    if made.is_empty() {
        bail!("no position makes a puzzle ({looked_at} looked at): nothing is written");
    }
    let out = args.out.as_deref().context("name the file to write with --out")?;
    write(out, &mut made)?;
    report(args, out, &made, looked_at);
    if was_stopped {
        eprintln!("obverse: interrupted; the file has what was made before");
        return Ok(Answer::No);
    }
    Ok(Answer::Done)
}

/// Writes puzzles, the easiest first.
pub(super) fn write(out: &Path, puzzles: &mut [Puzzle]) -> Result<()> {
    puzzles.sort_by_key(|puzzle| (puzzle.difficulty().map(|known| known.rating), puzzle.id()));
    let remark = format!("{} puzzles by obverse {}", puzzles.len(), env!("CARGO_PKG_VERSION"));
    let text = write_puzzles(puzzles.iter(), &remark);
    atomic::write(out, text).with_context(|| out.display().to_string())
}

fn report(args: &Args, out: &Path, made: &[Puzzle], looked_at: u64) {
    let mut tasks: BTreeMap<Task, usize> = BTreeMap::new();
    for puzzle in made {
        *tasks.entry(puzzle.task()).or_default() += 1;
    }
    if args.json {
        let tasks: BTreeMap<&str, usize> =
            tasks.iter().map(|(task, &count)| (task.name(), count)).collect();
        println!("{}", json!({ "puzzles": made.len(), "looked_at": looked_at, "tasks": tasks }));
        return;
    }
    let each: Vec<String> = tasks.iter().map(|(task, count)| format!("{count} {task}")).collect();
    println!(
        "{} puzzles of {looked_at} positions ({}) in {}",
        made.len(),
        each.join(", "),
        out.display()
    );
}

/// Who played, and when.
pub(super) fn source_of(record: &Record) -> String {
    let tags = &record.tags;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    if tags.black.is_none() && tags.white.is_none() {
        return String::new();
    }
    let date = tags.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    format!("{} – {}{date}", name(&tags.black), name(&tags.white))
}

/// What makes puzzles, and what it has made.
struct Maker {
    engine: Engine,
    stop: StopFlag,
    random: fastrand::Rng,
    per_game: usize,
    count: Option<usize>,
    rating: Option<(i32, i32)>,
    made: Vec<Puzzle>,
    seen: HashSet<PuzzleId>,
    looked_at: u64,
    bar: ProgressBar,
}

impl Maker {
    fn is_done(&self) -> bool {
        self.stop.is_raised() || self.count.is_some_and(|count| self.made.len() >= count)
    }

    /// Looks at some positions of a game.
    fn take(&mut self, game: &Game, source: &str) {
        let mut sources: Vec<(usize, Position)> =
            puzzle_sources(game).map(|(ply, position)| (ply, *position)).collect();
        self.random.shuffle(&mut sources);
        for (ply, position) in sources.into_iter().take(self.per_game) {
            if self.is_done() {
                return;
            }
            self.looked_at += 1;
            let from = if source.is_empty() {
                format!("move {}", ply + 1)
            } else {
                format!("{source}, move {}", ply + 1)
            };
            let sieve = self.sieve();
            let made = make_hard_puzzle(&position, &from, sieve, &mut self.engine, &self.stop);
            if let Some(puzzle) = made
                && self.is_wanted(&puzzle)
                && self.seen.insert(puzzle.id())
            {
                self.made.push(puzzle);
            }
            self.bar.set_position(self.made.len() as u64);
            self.bar.set_message(format!("{} positions", self.looked_at));
        }
    }

    /// The strongest level that is weaker than all players that the puzzles are for: what it always
    /// finds is too easy.
    fn sieve(&self) -> Option<Level> {
        let (least, _) = self.rating?;
        Level::all().filter(|level| level.elo().is_some_and(|elo| elo < least)).last()
    }

    /// Whether it is as hard as it should be, and there are not too many of its kind: of its task,
    /// and of its task as hard as it.
    fn is_wanted(&self, puzzle: &Puzzle) -> bool {
        let rating = puzzle.difficulty().map(|known| known.rating);
        if let Some((least, most)) = self.rating {
            return rating.is_some_and(|rating| (least..=most).contains(&rating));
        }
        let Some(count) = self.count else { return true };
        let most = count.div_ceil(match puzzle.task() {
            Task::Win | Task::Most => 3,
            Task::Best => 5,
            Task::Draw => 7,
        });
        let band = |puzzle: &Puzzle| {
            puzzle.difficulty().map_or(0, |known| known.rating.clamp(0, 2099) / 300)
        };
        let same = || self.made.iter().filter(|other| other.task() == puzzle.task());
        let as_hard = same().filter(|other| band(other) == band(puzzle)).count();
        same().count() < most && as_hard < most.div_ceil(4)
    }

    /// A game of a level against itself from a balanced opening; none if it was interrupted.
    fn self_play(&mut self, seed: u64, number: u64) -> Option<(Game, Level)> {
        let level = Level::new(self.random.u8(5..=14)).ok()?;
        let openings = balanced::all();
        let mut game = openings[self.random.usize(..openings.len())].game();
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
        self.engine.clear();
        while !game.is_over() {
            let limits = Limits {
                level: Some(level),
                seed: Some(seed),
                book: false,
                stop: self.stop.clone(),
                ..Limits::default()
            };
            let chosen = self.engine.search(game.position(), &limits).chosen?;
            if self.stop.is_raised() {
                return None;
            }
            game.play(chosen).ok()?;
        }
        Some((game, level))
    }
}

fn bar(count: Option<u32>) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (template, bar) = match count {
        Some(count) => {
            ("{pos}/{len} puzzles {bar:24} {elapsed} {wide_msg}", ProgressBar::new(count.into()))
        }
        None => ("{pos} puzzles {elapsed} {wide_msg}", ProgressBar::new_spinner()),
    };
    bar.with_style(ProgressStyle::with_template(template).expect("a valid template"))
}
