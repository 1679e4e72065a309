//! Puzzles of one's own mistakes.

use std::path::{Path, PathBuf};

use anyhow::Result;
use obverse_engine::{Engine, StopFlag};
use obverse_library::Library;
use obverse_study::{Grade, Puzzle, make_puzzle};

use super::make::{source_of, write};
use crate::engine_args::EngineArgs;
use crate::library::find::Filter;
use crate::library::mistakes::{Effort, OwnGame, USUAL_DEPTH, own_games};
use crate::{Answer, interrupt};

/// Whose mistakes.
#[derive(Debug, clap::Args)]
pub(super) struct OwnArgs {
    /// Take the mistakes of a player's games in the library, which are reviewed if they are not yet
    #[arg(long, conflicts_with_all = ["files", "self_play"])]
    pub(super) mistakes: bool,
    /// The library
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    #[command(flatten)]
    filter: Filter,
    /// At most so many games, the newest of the library first
    #[arg(long, value_name = "N", default_value_t = 50)]
    games: u64,
}

pub(super) fn run(args: &OwnArgs, out: Option<&Path>, engine: &EngineArgs) -> Result<Answer> {
    let path = crate::library::path(args.library.as_deref())?;
    let mut library = Library::open_existing(&path)?;
    let stop = StopFlag::default();
    interrupt::raise_on_first(&stop)?;
    let effort = Effort { depth: USUAL_DEPTH, engine };
    let (games, player, _) = own_games(&mut library, &args.filter, args.games, effort, &stop)?;
    let mut options = engine.options()?;
    options.threads = 1;
    let mut engine = Engine::new(options);
    let mut made: Vec<(Puzzle, i64)> = Vec::new();
    let mut mistakes = 0;
    for game in &games {
        mistakes += take(game, &mut engine, &stop, &mut made);
        if stop.is_raised() {
            break;
        }
    }
    let new = library.keep_puzzles(made.iter().map(|(puzzle, game)| (puzzle, Some(*game))))?;
    if let Some(out) = out
        && !made.is_empty()
    {
        let mut puzzles: Vec<Puzzle> = made.iter().map(|(puzzle, _)| puzzle.clone()).collect();
        write(out, &mut puzzles)?;
    }
    println!(
        "{} of {mistakes} mistakes in {} games of {} have one clear answer: {new} puzzles are new in the library",
        made.len(),
        games.len(),
        player.as_deref().unwrap_or("both sides"),
    );
    if stop.is_raised() {
        eprintln!("obverse: interrupted; the same command goes on");
        return Ok(Answer::No);
    }
    Ok(if made.is_empty() { Answer::No } else { Answer::Done })
}

/// Makes puzzles of the mistakes of a game; how many mistakes there are.
fn take(
    game: &OwnGame,
    engine: &mut Engine,
    stop: &StopFlag,
    made: &mut Vec<(Puzzle, i64)>,
) -> usize {
    let own = game.judged.iter().filter(|one| game.sides.contains(&one.side));
    let bad: Vec<_> = own.filter(|one| one.grade >= Grade::Mistake).collect();
    for one in &bad {
        let position = &game.record.game.positions()[one.ply];
        let source = format!("{}, move {}", source_of(&game.record), one.ply + 1);
        if let Some(puzzle) = make_puzzle(position, &source, engine, stop)
            && made.iter().all(|(other, _)| other.id() != puzzle.id())
        {
            made.push((puzzle, game.id));
        }
    }
    bad.len()
}
