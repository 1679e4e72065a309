//! `obverse match`: players against each other, and what that says about them.

mod elsewhere;
#[cfg(feature = "fleet")]
pub(crate) mod guests;
mod ladder;
mod progress;
mod report;
mod watch;

use std::collections::HashSet;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use obverse_arena::{
    Colours, Conditions, Contest, Entrant, Entry, Finished, Journal, Opening, OpeningList,
    Openings, Pairing, Schedule, SetAside, Sprt, Standings, Verdict,
};
use obverse_engine::Options;
use obverse_jobs::Stop;
use obverse_players::{ClockTime, Maker, Seat, Time, TimeControl, Who};
use obverse_protocols::client::ClientSettings;
use obverse_records::{atomic, transcript};
use obverse_rules::{Color, Size};
use serde_json::{Value, json};

use crate::engine_args::EngineArgs;
use crate::fleet_args::FleetArgs;
use crate::{Answer, external, input, interrupt};
use progress::Progress;
use report::Report;
use watch::Hall;

/// Play a match between two players, or a tournament of several
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse match engine:depth=8 engine:depth=6 --games 100
  obverse match engine killer --games 40 --time 1s --openings random:10
  obverse match engine 'gtp:edax -gtp' --games 1000 --clock 1+1 --sprt 0,20
  obverse match engine:eval=new.weights engine --time 100ms --games 200
  obverse match squares:as=written random --openings start --colours fixed --games 300
  obverse match --round-robin random squares level:3 --games 20
  obverse match --round-robin ratio breadth squares anysize killer --time 1s --watch
  obverse match engine:eval=new.weights engine --nodes 1e5 --games 20000 --sprt 0,5 --fleet nats://host:4222
  obverse match --ladder --games 200 --out ladder.ggf --elo levels.in > strength.md")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command")]
pub(crate) struct Args {
    /// The players: engine, level:5, killer, random, gtp:COMMAND, nboard:COMMAND…
    #[arg(required_unless_present = "ladder", num_args = 1.., value_name = "WHO")]
    players: Vec<Who>,
    /// How many games each pair of players plays; each opening is played twice, colours swapped
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Who has which colour; with fixed ones the first player named has Black in every game
    #[arg(long, value_enum, default_value_t, value_name = "COLOURS")]
    colours: ColoursArg,
    /// More than two players: everybody plays everybody
    #[arg(long)]
    round_robin: bool,
    /// Measure random, the classics and every level, and print docs/strength.md
    #[arg(long, conflicts_with_all = ["players", "round_robin", "sprt"])]
    ladder: bool,
    /// Write the Elo of the levels to this file, once the ladder is complete
    #[arg(long, requires = "ladder", value_name = "FILE")]
    elo: Option<PathBuf>,
    /// Where games begin: `balanced` (as usual on 8×8), `random:PLIES` (on other boards),
    /// `book:PLIES`, `named`, `start`, or a file of transcripts
    #[arg(long)]
    openings: Option<Openings>,
    /// Where the order of openings, random moves and players begin, so that a match can be repeated
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
    #[arg(long, value_parser = input::plies)]
    depth: Option<u32>,
    /// Positions that engines visit for a move
    #[arg(long, value_parser = input::count)]
    nodes: Option<u64>,
    /// End games with so many empty squares by solving them
    #[arg(long, value_name = "EMPTIES")]
    adjudicate: Option<usize>,
    /// Games at once; by default as many as leave each player a core
    #[arg(long, value_parser = input::games_at_once)]
    concurrency: Option<usize>,
    /// Stop once it is decided which of two Elo differences is true
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Threads of each engine
    #[arg(long, default_value_t = 1, value_parser = input::thread_count)]
    threads: usize,
    /// Hash table of each engine in megabytes
    #[arg(long, default_value_t = 64, value_name = "MB", value_parser = input::megabytes)]
    hash: usize,
    /// Other weights of the evaluation
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// How long an external engine may take for a move where the match sets no time
    #[arg(long, default_value = "600s")]
    patience: Time,
    /// Write the games to this file, and go on where a match with the same file was interrupted
    #[arg(long, value_name = "FILE.ggf")]
    out: Option<PathBuf>,
    /// Look on: the boards of the games in progress, and the table
    #[arg(long, conflicts_with_all = ["json", "fleet"])]
    watch: bool,
    /// Print JSON: a line a game, and the result last
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    fleet: FleetArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum ColoursArg {
    /// Each opening is played twice, colours swapped
    #[default]
    Swapped,
    /// The first player named has Black in every game
    Fixed,
}

impl From<ColoursArg> for Colours {
    fn from(colours: ColoursArg) -> Colours {
        match colours {
            ColoursArg::Swapped => Colours::Swapped,
            ColoursArg::Fixed => Colours::Fixed,
        }
    }
}

/// The most empty squares that games may be adjudicated with.
const SOLVABLE: usize = 30;

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut args = args.clone();
    if args.ladder {
        args.players = ladder::players();
        args.round_robin = true;
    }
    let args = &args;
    if args.players.len() < 2 {
        bail!("a match needs two players: write obverse match A B");
    }
    if args.players.len() > 2 && !args.round_robin {
        bail!("{} players need --round-robin", args.players.len());
    }
    if args.sprt.is_some() && args.players.len() > 2 {
        bail!("--sprt compares two players");
    }
    if args.sprt.is_some() && args.colours == ColoursArg::Fixed {
        bail!("--sprt counts pairs of games with colours swapped: leave --colours fixed out");
    }
    if args.watch && !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        bail!("--watch needs a terminal: leave it out where the output goes elsewhere");
    }
    if args.games == 0 {
        bail!("a match has at least one game");
    }
    if let Some(empties) = args.adjudicate.filter(|&empties| empties > SOLVABLE) {
        bail!(
            "{empties} empty squares are not solved in a lifetime: adjudicate {SOLVABLE} or fewer"
        );
    }
    let entrants = entrants(args)?;
    let openings = openings(args)?;
    let schedule = if args.ladder {
        Schedule::new(ladder::pairings(), args.games)
    } else {
        Schedule::round_robin(entrants.len(), args.games)
    }
    .with_colours(args.colours.into());
    let conditions = conditions(args)?;
    let contest = Contest {
        entrants: &entrants,
        openings: &openings,
        schedule: &schedule,
        conditions: &conditions,
    };
    for (entrant, who) in entrants.iter().zip(&args.players) {
        // Programs are where the workers are.
        if !(args.fleet.is_asked_for() && matches!(who, Who::External(_))) {
            entrant.check(args.size)?;
        }
    }
    play(args, &contest)
}

/// Plays the games that are not played yet, and reports.
fn play(args: &Args, contest: &Contest<'_>) -> Result<Answer> {
    let (stop, broken_off) = (Stop::default(), Stop::default());
    let flags = [stop.clone(), broken_off.clone()];
    interrupt::on_first(move || flags.iter().for_each(Stop::raise))?;
    let mut standings = Standings::new(contest.entrants.len());
    let mut done = HashSet::new();
    let mut journal = None;
    if let Some(path) = &args.out {
        let opened = Journal::open(path, &identity(args))?;
        for repair in &opened.repairs {
            eprintln!("obverse: {repair}");
        }
        journal = Some(opened.journal);
        resume(&opened.entries, contest, &mut standings, &mut done);
        if !done.is_empty() {
            eprintln!("{} of {} games were played before", done.len(), contest.schedule.len());
        }
    }
    let report = Report::new(args, contest.entrants);
    let hall = args.watch.then(|| {
        let table = report.short(&standings);
        Hall::new(contest, [&stop, &broken_off], standings.games(), table)
    });
    let progress = Progress::new(contest.schedule.len(), !args.round_robin, hall.is_none());
    progress.game(&standings, args.sprt.as_ref());
    let mut problem = None;
    if !is_decided(args, &standings) {
        let tell = |played: Result<Finished, SetAside>| {
            let finished = match played {
                Ok(finished) => finished,
                Err(SetAside { fixture, reason }) => {
                    let number = fixture.number + 1;
                    progress.suspend(|| eprintln!("obverse: game {number} is set aside: {reason}"));
                    return ControlFlow::Continue(());
                }
            };
            standings.add(&finished.fixture, &finished.ending, finished.overruns);
            progress.game(&standings, args.sprt.as_ref());
            let kept = keep(&finished, journal.as_mut());
            let told = match &hall {
                Some(hall) => {
                    hall.tell(
                        standings.games(),
                        report.short(&standings),
                        report.failure(&finished),
                    );
                    Ok(())
                }
                None => progress.suspend(|| report.game(&finished)),
            };
            problem = kept.and(told).err();
            if problem.is_some() {
                broken_off.raise();
                return ControlFlow::Break(());
            }
            if is_decided(args, &standings) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        if args.fleet.is_asked_for() {
            let mut pool = args.fleet.pool(&what(args), progress.bar())?;
            let elsewhere = elsewhere::elsewhere(args, contest)?;
            contest.run_on(&mut *pool, Some(&elsewhere), &done, &stop, tell)?;
        } else if let Some(hall) = &hall {
            hall.show(|| contest.run_before(hall, &done, &stop, tell))??;
        } else {
            contest.run(&done, &stop, tell)?;
        }
    }
    progress.finish();
    if let Some(problem) = problem {
        return Err(problem);
    }
    report.result(&standings)?;
    let (played, all) = (standings.games(), contest.schedule.len() as u64);
    if played < all && !is_decided(args, &standings) {
        args.fleet.tell_of_interruption(&stop);
        let go_on = if args.out.is_some() || args.fleet.is_asked_for() {
            "the same command goes on with the others"
        } else {
            "with --out FILE a match can be resumed"
        };
        eprintln!("obverse: stopped after {played} of {all} games; {go_on}");
        return Ok(Answer::No);
    }
    if let Some(path) = &args.elo {
        atomic::write(path, ladder::table(&standings))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(Answer::Done)
}

/// Counts the games of an earlier run.
fn resume(
    entries: &[Entry],
    contest: &Contest<'_>,
    standings: &mut Standings,
    done: &mut HashSet<usize>,
) {
    for entry in entries {
        if let Some(fixture) = entry.fixture(contest.schedule)
            && done.insert(fixture.number)
        {
            let size = contest.openings.get(fixture.opening).game.position().size();
            standings.add(&fixture, &entry.ending(size), entry.overruns());
        }
    }
}

/// Writes a game down.
fn keep(finished: &Finished, journal: Option<&mut Journal>) -> Result<()> {
    if let Some(journal) = journal {
        journal.add(&Entry::new(finished)).context("--out")?;
    }
    Ok(())
}

/// The match in words, for whoever looks at the fleet.
fn what(args: &Args) -> String {
    if args.ladder {
        return "match --ladder".to_owned();
    }
    let players: Vec<String> = args.players.iter().map(ToString::to_string).collect();
    let round_robin = if args.round_robin { "--round-robin " } else { "" };
    format!("match {round_robin}{}", players.join(" "))
}

/// Whether a test has come to its verdict.
fn is_decided(args: &Args, standings: &Standings) -> bool {
    let tally = standings.tally(Pairing { first: 0, second: 1 });
    args.sprt.is_some_and(|sprt| sprt.verdict(&tally) != Verdict::Undecided)
}

/// What two runs must have in common for one to go on with the other's games.
fn identity(args: &Args) -> Value {
    let text = |value: Option<&dyn std::fmt::Display>| value.map(ToString::to_string);
    let mut identity = json!({
        "players": args.players.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "openings": chosen_openings(args).to_string(),
        "seed": args.seed,
        "size": args.size.get(),
        "time": text(args.time.as_ref().map(|it| it as _)),
        "clock": text(args.clock.as_ref().map(|it| it as _)),
        "depth": args.depth,
        "nodes": args.nodes,
        "threads": args.threads,
        "adjudicate": args.adjudicate,
        "eval": args.eval,
    });
    // Matches that were begun before colours could be fixed go on.
    if args.colours == ColoursArg::Fixed {
        identity["colours"] = "fixed".into();
    }
    identity
}

/// The players as entrants: every game at once has its own.
fn entrants(args: &Args) -> Result<Vec<Entrant>> {
    let settings = ClientSettings {
        longest_move: args.patience.0,
        depth: args.depth,
        ..ClientSettings::default()
    };
    // Without a book both sides think from the first move on: that is what is measured.
    let engine = Options { book: None, ..engine_args(args).options()? };
    let maker = Maker { engine, connect: Some(external::connect(settings)), ..Maker::default() };
    args.players
        .iter()
        .enumerate()
        .map(|(number, who)| {
            if *who == Who::Human {
                bail!("a match is between programs: a person can't take part");
            }
            let limited = limited(who, args);
            // Entrants do not play the same random moves; the number of a game says which it plays.
            let seed = Some(args.seed.wrapping_add(number as u64));
            let maker = Maker { seed, ..maker.clone() };
            Ok(entrant(who.to_string(), limited, maker))
        })
        .collect()
}

/// An entrant with a name, who is made as he is asked for.
fn entrant(name: String, who: Who, maker: Maker) -> Entrant {
    Entrant::new(name, move || match maker.make(&who, Color::Black)? {
        Seat::Player(player) => Ok(player),
        Seat::Person => unreachable!("a person can't take part"),
    })
}

/// The player with the match's depth and nodes, where it has none of its own.
fn limited(who: &Who, args: &Args) -> Who {
    let mut who = who.clone();
    match &mut who {
        Who::Engine(engine) => {
            engine.limits.depth = engine.limits.depth.or(args.depth);
            engine.limits.nodes = engine.limits.nodes.or(args.nodes);
        }
        Who::Classic(classic, options) if classic.takes().split(", ").any(|it| it == "depth") => {
            options.depth = options.depth.or(args.depth);
        }
        _ => {}
    }
    who
}

fn engine_args(args: &Args) -> EngineArgs {
    EngineArgs { threads: Some(args.threads), hash: args.hash, eval: args.eval.clone() }
}

/// Where the openings come from.
fn chosen_openings(args: &Args) -> Openings {
    args.openings.clone().unwrap_or_else(|| Openings::usual(args.size))
}

fn openings(args: &Args) -> Result<OpeningList> {
    let wanted = args.games.div_ceil(Colours::from(args.colours).games_each()).max(1);
    let chosen = chosen_openings(args);
    let openings = match (chosen.list(wanted, args.size, args.seed)?, chosen) {
        (Some(openings), _) => openings,
        (None, file) => OpeningList::fixed(
            input::records(&file.to_string(), Some(args.size))?
                .map(|record| Ok(Opening { game: record?.game, name: None }))
                .collect::<Result<_>>()?,
        ),
    };
    for opening in &openings.made() {
        let position = opening.game.position();
        if position.size() != args.size {
            bail!("an opening is on a board of {0}×{0}: add --size {0}", position.size());
        }
        if position.is_over() {
            bail!("an opening is a whole game: {}", transcript::to_string(&opening.game)?);
        }
    }
    Ok(openings)
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
        concurrency: args.concurrency.unwrap_or(cores / most_threads(args)).max(1),
        solver: engine_args(args).options()?,
    })
}

/// The threads of the player who uses the most: while it thinks the other waits.
fn most_threads(args: &Args) -> usize {
    let threads = |who: &Who| match who {
        Who::Engine(engine) => engine.threads.unwrap_or(args.threads),
        _ => 1,
    };
    args.players.iter().map(threads).max().unwrap_or(1).max(1)
}
