//! `obverse match`: players against each other, and what that says about them.

mod progress;
mod report;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, bail};
use obverse_arena::{
    Conditions, Contest, Entrant, Opening, Openings, Pairing, Sprt, Standings, Verdict, round_robin,
};
use obverse_engine::{Options, StopFlag};
use obverse_players::{ClockTime, Maker, PlayerError, Seat, Time, TimeControl, Who, now};
use obverse_rules::{Color, Size};

use crate::{Answer, input};
use progress::Progress;
use report::Report;

/// Play a match between two players, or a tournament of several
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse match engine:depth=8 engine:depth=6 --games 100
  obverse match engine killer --games 40 --time 1s --openings random:10
  obverse match engine 'gtp:edax -gtp' --games 1000 --clock 1+1 --sprt 0,20
  obverse match --round-robin random squares level:3 --games 20")]
pub(crate) struct Args {
    /// The players: engine, level:5, killer, random, gtp:COMMAND, nboard:COMMAND…
    #[arg(required = true, num_args = 1.., value_name = "WHO")]
    players: Vec<Who>,
    /// How many games every two play; each opening is played twice, colours swapped
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// More than two players: everybody plays everybody
    #[arg(long)]
    round_robin: bool,
    /// Where games begin: `random:PLIES`, `named`, or a file of transcripts
    #[arg(long, default_value = "random:8")]
    openings: Openings,
    /// Where random openings and players begin, so that a match can be repeated
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The size of the board
    #[arg(long, default_value_t)]
    size: Size,
    /// Time a move
    #[arg(long, conflicts_with = "clock")]
    time: Option<Time>,
    /// A clock of minutes+seconds for each player
    #[arg(long)]
    clock: Option<ClockTime>,
    /// How far a time may be overrun before it counts
    #[arg(long, default_value = "250ms")]
    grace: Time,
    /// Plies that engines look ahead
    #[arg(long)]
    depth: Option<u32>,
    /// Positions that engines visit for a move
    #[arg(long, value_parser = input::count)]
    nodes: Option<u64>,
    /// End games with so many empty squares by solving them
    #[arg(long, value_name = "EMPTIES")]
    adjudicate: Option<usize>,
    /// Games at once; by default as many as leave each player a core
    #[arg(long)]
    concurrency: Option<usize>,
    /// Stop once it is decided which of two Elo differences is true
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Hash table of each engine in megabytes
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Print JSON: a line a game, and the result last
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if args.players.len() < 2 {
        bail!("a match needs two players: write obverse match A B");
    }
    if args.players.len() > 2 && !args.round_robin {
        bail!("{} players need --round-robin", args.players.len());
    }
    if args.sprt.is_some() && args.players.len() > 2 {
        bail!("--sprt compares two players");
    }
    let entrants = entrants(args)?;
    let openings = openings(args)?;
    let fixtures = round_robin(entrants.len(), args.games);
    let conditions = conditions(args)?;
    let contest = Contest {
        entrants: &entrants,
        openings: &openings,
        fixtures: &fixtures,
        conditions: &conditions,
    };
    contest.check(args.size)?;

    let stop = StopFlag::default();
    input::stop_on_interrupt(&stop)?;
    let pairing = Pairing { first: 0, second: 1 };
    let mut standings = Standings::new(entrants.len());
    let mut report = Report::new(args, &entrants);
    let progress = Progress::new(fixtures.len(), entrants.len() == 2);
    let mut failure = None;
    contest.run(&HashSet::new(), &stop, |finished| {
        standings.add(&finished.fixture, &finished.result, finished.overruns);
        progress.game(&standings, args.sprt.as_ref());
        if let Err(error) = progress.suspend(|| report.game(&finished)) {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        match args.sprt {
            Some(sprt) if sprt.verdict(&standings.tally(pairing)) != Verdict::Undecided => {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    });
    progress.finish();
    if let Some(error) = failure {
        return Err(error);
    }
    report.result(&standings)?;
    Ok(Answer::Done)
}

/// The players as entrants: every game at once has its own.
fn entrants(args: &Args) -> Result<Vec<Entrant>> {
    let engine = Options { tier: input::tier()?, hash_mb: args.hash, ..Options::new(now) };
    let maker = Maker { engine, ..Maker::default() };
    // Players that are made one after the other do not play the same random moves.
    let seed = Arc::new(AtomicU64::new(args.seed));
    args.players
        .iter()
        .map(|who| {
            if *who == Who::Human {
                bail!("a match is between programs: a person can't take part");
            }
            let limited = limited(who, args);
            let (maker, seed) = (maker.clone(), seed.clone());
            Ok(Entrant::new(who.to_string(), move || {
                let seed = Some(seed.fetch_add(1, Ordering::Relaxed));
                match (Maker { seed, ..maker.clone() }).make(&limited, Color::Black)? {
                    Seat::Player(player) => Ok(player),
                    Seat::Person => Err(PlayerError::Left(limited.to_string())),
                }
            }))
        })
        .collect()
}

/// The player with the match's depth and nodes, where it has none of its own.
fn limited(who: &Who, args: &Args) -> Who {
    let mut who = who.clone();
    match &mut who {
        Who::Engine(engine) => {
            engine.limits.depth = engine.limits.depth.or(args.depth);
            engine.limits.nodes = engine.limits.nodes.or(args.nodes);
            engine.threads = engine.threads.or(Some(1));
        }
        Who::Classic(classic, options) if classic.takes().split(", ").any(|it| it == "depth") => {
            options.depth = options.depth.or(args.depth);
        }
        _ => {}
    }
    who
}

fn openings(args: &Args) -> Result<Vec<Opening>> {
    let count = args.games.div_ceil(2).max(1);
    match &args.openings {
        Openings::Random(plies) => Ok(Opening::random(*plies, args.size, count, args.seed)?),
        Openings::Named | Openings::File(_) => bail!("only random openings can be played yet"),
    }
}

fn conditions(args: &Args) -> Result<Conditions> {
    let time = match (args.time, args.clock) {
        (Some(Time(time)), _) => TimeControl::PerMove(time),
        (_, Some(ClockTime(clock))) => TimeControl::Clock(clock),
        _ => TimeControl::Free,
    };
    let cores = input::threads(None);
    Ok(Conditions {
        time,
        grace: args.grace.0,
        adjudicate: args.adjudicate,
        concurrency: args.concurrency.unwrap_or(cores / most_threads(&args.players)).max(1),
        solver: Options { tier: input::tier()?, ..Options::new(now) },
    })
}

/// The threads of the player who uses the most: while it thinks the other waits.
fn most_threads(players: &[Who]) -> usize {
    let threads = |who: &Who| match who {
        Who::Engine(engine) => engine.threads.unwrap_or(1),
        _ => 1,
    };
    players.iter().map(threads).max().unwrap_or(1).max(1)
}
