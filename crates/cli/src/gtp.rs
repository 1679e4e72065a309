//! `obverse gtp`: the engine or another player under the Go Text Protocol.

use std::io::{BufReader, stdin, stdout};
use std::time::Duration;

use anyhow::{Result, bail};
use obverse_engine::{Level, Limits};
use obverse_players::{Seat, Time, Who};
use obverse_protocols::Settings;
use obverse_rules::Color;

use crate::engine_args::EngineArgs;
use crate::maker::maker;
use crate::{Answer, input, output};

/// Be the engine of a program that speaks GTP
///
/// With --player anybody plays who could sit at a table: a classic, a level, random, even another
/// program's engine. Hints and analyses are the engine's all the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Commands are read from standard input, answers written to standard output.

Examples:
  obverse gtp
  obverse gtp --level 8
  obverse gtp --player killer:time=5s
  printf 'genmove b\\nshowboard\\nquit\\n' | obverse gtp --time 1s")]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// Go on thinking on the opponent's time; not with --level, --depth, --nodes or --player
    #[arg(long, conflicts_with_all = ["level", "depth", "nodes", "player"])]
    ponder: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    output::end_when_unread();
    obverse_protocols::gtp::serve(
        BufReader::new(stdin()),
        stdout().lock(),
        Settings { ponder: args.ponder, ..args.server.settings()? },
    )?;
    Ok(Answer::Done)
}

/// Who plays behind a protocol, and what a move may take where the controller does not say.
#[derive(Debug, clap::Args)]
pub(crate) struct ServerArgs {
    /// Who plays: engine, level:5, killer, random…
    #[arg(long, value_name = "WHO", conflicts_with_all = ["level", "depth", "nodes", "no_book"])]
    player: Option<Who>,
    /// A level of play
    #[arg(long)]
    level: Option<Level>,
    /// Time a move
    #[arg(long)]
    time: Option<Time>,
    /// Plies to look ahead
    #[arg(long, value_parser = input::plies)]
    depth: Option<u32>,
    /// Positions to visit
    #[arg(long, value_parser = input::count)]
    nodes: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Think about every move, also where the opening book knows it
    #[arg(long)]
    no_book: bool,
}

/// The program's name for controllers.
const NAME: &str = "Obverse";

/// Time a move where nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

impl ServerArgs {
    pub(crate) fn settings(&self) -> Result<Settings> {
        let mut limits = self.limits();
        let options = self.engine.options()?;
        let Some(who) = &self.player else {
            return Ok(Settings {
                name: NAME.to_owned(),
                options,
                limits,
                player: None,
                ponder: false,
            });
        };
        let Seat::Player(player) = maker(&self.engine, None)?.make(who, Color::Black)? else {
            bail!("--player human: a person does not play through a protocol");
        };
        // A player has its own way to spend a move's time where nobody sets it.
        limits.time = self.time.map(|Time(time)| time);
        let name = match who {
            Who::Engine(_) if player.name() == "engine" => NAME.to_owned(),
            _ => format!("{NAME} {}", player.name()),
        };
        Ok(Settings { name, options, limits, player: Some(player), ponder: false })
    }

    fn limits(&self) -> Limits {
        let is_free = self.level.is_none() && self.depth.is_none() && self.nodes.is_none();
        let time = self.time.map(|Time(time)| time).or(is_free.then_some(DEFAULT_TIME));
        Limits {
            level: self.level,
            time,
            depth: self.depth,
            nodes: self.nodes,
            book: !self.no_book,
            seed: Some(fastrand::u64(..)),
            ..Limits::default()
        }
    }
}
