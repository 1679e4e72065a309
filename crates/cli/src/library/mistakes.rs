//! `obverse library review` and `obverse library mistakes`: what a person's games teach together.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use obverse_answers::mistakes::MistakesInfo;
use obverse_engine::{Engine, StopFlag};
use obverse_library::{Library, LibraryError, Query, Reviewed, Summary};
use obverse_records::Record;
use obverse_rules::Color;
use obverse_study::{Judged, Language, Mistakes, Phase, Plan, Review, Tally, habit};

use super::find;
use crate::engine_args::EngineArgs;
use crate::{Answer, interrupt};

/// Review games of the library; what is reviewed is kept with them
///
/// An interrupted review goes on where it was. `obverse library show N` shows a game, `obverse library
/// mistakes` what all have in common.
#[derive(Debug, clap::Args)]
pub(super) struct ReviewArgs {
    #[command(flatten)]
    filter: find::Filter,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Show a player's commonest mistakes: reasons, phases, openings, and whether it gets better
///
/// Games that are not reviewed yet are, which takes some seconds each; what is done is kept. Without
/// --player it is whoever has played most games of the library.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse library mistakes
  obverse library mistakes --player ann --year 2024-2026 --limit 100
  obverse library mistakes --player ann --json
  obverse puzzles make --mistakes --player ann")]
pub(super) struct MistakesArgs {
    #[command(flatten)]
    filter: find::Filter,
    #[command(flatten)]
    effort: EffortArgs,
    /// The language: en or ja
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    lang: Language,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// How far games are looked at where nobody says it, in plies.
pub(crate) const USUAL_DEPTH: u32 = 10;

/// How far games are looked at, and by which engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort<'a> {
    pub(crate) depth: u32,
    pub(crate) engine: &'a EngineArgs,
}

/// How many games, and how far they are looked at.
#[derive(Debug, clap::Args)]
struct EffortArgs {
    /// At most so many games, the newest of the library first
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: u64,
    /// Plies to look ahead where it matters
    #[arg(long, default_value_t = USUAL_DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    #[command(flatten)]
    engine: EngineArgs,
}

impl EffortArgs {
    fn effort(&self) -> Effort<'_> {
        Effort { depth: self.depth, engine: &self.engine }
    }
}

pub(super) fn review(library: &mut Library, args: &ReviewArgs) -> Result<Answer> {
    let games = wanted(library, args.filter.query()?, args.effort.limit)?;
    if games.is_empty() {
        return Ok(find::nothing_found());
    }
    let stop = StopFlag::default();
    interrupt::raise_on_first(&stop)?;
    let done = bring_up_to_date(library, &games, args.effort.effort(), &stop)?;
    println!("{} reviewed, {} of them now", find::games(done.reviewed), done.now);
    Ok(finished(&stop, done.reviewed, games.len()))
}

fn finished(stop: &StopFlag, reviewed: u64, games: usize) -> Answer {
    if !stop.is_raised() {
        return Answer::Done;
    }
    eprintln!("obverse: interrupted after {reviewed} of {games} games; the same command goes on");
    Answer::No
}

/// The games that are wanted and on record, the newest first.
fn wanted(library: &Library, query: Query, limit: u64) -> Result<Vec<Summary>> {
    Ok(library.search(&Query { limit: Some(limit), ..query })?)
}

/// How many games have a review, and how many of them got it now.
struct Done {
    reviewed: u64,
    now: u64,
}

/// Reviews what is not reviewed yet, and keeps it.
fn bring_up_to_date(
    library: &mut Library,
    games: &[Summary],
    effort: Effort<'_>,
    stop: &StopFlag,
) -> Result<Done> {
    let mut done = Done { reviewed: 0, now: 0 };
    let mut engine = Engine::new(effort.engine.options()?);
    let bar = bar(games.len() as u64);
    for game in games {
        bar.set_message(format!("game {}", game.id));
        if library.reviewed(game.id)? != Reviewed::Wholly {
            let Some(record) = readable(library, game.id)? else { continue };
            let kept = library.review(game.id).unwrap_or_default();
            let mut review =
                kept.unwrap_or_else(|| Review::new(&record.game, Plan::depth(effort.depth)));
            engine.clear();
            let is_whole = ask(&mut review, &mut engine, stop);
            library.keep_review(game.id, &review)?;
            if !is_whole {
                break;
            }
            done.now += 1;
        }
        done.reviewed += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(done)
}

/// A game; one that is damaged is told of and passed over.
fn readable(library: &Library, id: i64) -> Result<Option<Record>> {
    match library.game(id) {
        Ok(record) => Ok(record),
        Err(error @ LibraryError::Damaged { .. }) => {
            eprintln!("obverse: {error}");
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// Asks the engine until nothing is left to ask; whether that is so, or it was interrupted.
fn ask(review: &mut Review, engine: &mut Engine, stop: &StopFlag) -> bool {
    while let Some(question) = review.next() {
        let mut limits = question.limits();
        limits.stop = stop.clone();
        let report = engine.search(&question.position, &limits);
        if stop.is_raised() {
            return false;
        }
        review.answered(&question, report.best());
    }
    true
}

fn bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos}/{len} games {bar:24} {elapsed} {wide_msg}");
    let bar = ProgressBar::new(games).with_style(style.expect("a valid template"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A reviewed game of a player, from the oldest in the library to the newest.
pub(crate) struct OwnGame {
    pub(crate) id: i64,
    pub(crate) record: Record,
    pub(crate) judged: Vec<Judged>,
    pub(crate) sides: Vec<Color>,
    opening: Option<String>,
    date: Option<String>,
}

/// The games of a player, reviewed, and the player's name.
pub(crate) fn own_games(
    library: &mut Library,
    filter: &find::Filter,
    limit: u64,
    effort: Effort<'_>,
    stop: &StopFlag,
) -> Result<(Vec<OwnGame>, Option<String>, usize)> {
    let mut query = filter.query()?;
    if query.player.is_none() {
        query.player = library.commonest_player()?;
    }
    let player = query.player.clone();
    let mut games = wanted(library, query, limit)?;
    let all = games.len();
    bring_up_to_date(library, &games, effort, stop)?;
    games.reverse();
    let mut own = Vec::new();
    for game in games {
        if library.reviewed(game.id)? != Reviewed::Wholly {
            continue;
        }
        let (Some(review), Some(record)) = (library.review(game.id)?, readable(library, game.id)?)
        else {
            continue;
        };
        own.push(OwnGame {
            id: game.id,
            record,
            judged: review.all_judged(),
            sides: sides_of(&game, player.as_deref()),
            opening: game.opening,
            date: game.date,
        });
    }
    Ok((own, player, all))
}

/// The sides that a player had; both if none is named.
fn sides_of(game: &Summary, player: Option<&str>) -> Vec<Color> {
    let Some(player) = player.map(str::to_lowercase) else { return Color::BOTH.to_vec() };
    let has = |name: &Option<String>| {
        name.as_deref().is_some_and(|name| name.to_lowercase().contains(player.trim()))
    };
    let sides = [(Color::Black, has(&game.black)), (Color::White, has(&game.white))];
    sides.into_iter().filter(|(_, has)| *has).map(|(side, _)| side).collect()
}

pub(super) fn run(library: &mut Library, path: &Path, args: &MistakesArgs) -> Result<Answer> {
    let stop = StopFlag::default();
    interrupt::raise_on_first(&stop)?;
    let (games, player, all) =
        own_games(library, &args.filter, args.effort.limit, args.effort.effort(), &stop)?;
    if all == 0 {
        return Ok(find::nothing_found());
    }
    if games.is_empty() {
        if stop.is_raised() {
            return Ok(finished(&stop, 0, all));
        }
        bail!("no game of {} could be reviewed", path.display());
    }
    let mut mistakes = Mistakes::default();
    for game in &games {
        for &side in &game.sides {
            mistakes.add(&game.judged, side, game.opening.as_deref(), game.date.as_deref());
        }
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let info = MistakesInfo::new(&mistakes, player.as_deref(), games.len(), args.lang);
        writeln!(out, "{}", serde_json::to_string(&info)?)?;
    } else {
        print(&mut out, &mistakes, player.as_deref(), games.len(), args.lang)?;
    }
    Ok(finished(&stop, games.len() as u64, all))
}

/// Openings that are shown.
const OPENINGS: usize = 5;

fn print(
    out: &mut impl Write,
    mistakes: &Mistakes,
    player: Option<&str>,
    games: usize,
    language: Language,
) -> Result<()> {
    let Tally { count, loss } = mistakes.all();
    let who = player.unwrap_or("both sides");
    writeln!(out, "{who}: {} reviewed", find::games(games as u64))?;
    let mean = |loss: f64, count: usize| loss / count.max(1) as f64;
    writeln!(
        out,
        "{count} moves lost four discs or more, {:.1} in a game, {:.1} discs each",
        mean(count as f64, mistakes.games().len()),
        mean(loss, count)
    )?;
    if count == 0 {
        return Ok(());
    }
    writeln!(out, "\nThe commonest reasons")?;
    for (number, (id, tally)) in mistakes.reasons().into_iter().enumerate() {
        let often = match tally.count {
            1 => "once".to_owned(),
            count => format!("{count} times"),
        };
        writeln!(
            out,
            "{:>3}. {:<58} {often:>10} {:>7.1} discs",
            number + 1,
            capitalised(habit(id, language).unwrap_or(id)),
            tally.loss
        )?;
    }
    writeln!(out, "\nWhen")?;
    for phase in Phase::ALL {
        let tally = mistakes.phase(phase);
        writeln!(out, "     {phase:<10} {:>4} mistakes {:>7.1} discs", tally.count, tally.loss)?;
    }
    let openings = mistakes.openings();
    if !openings.is_empty() {
        writeln!(out, "\nOpenings with the greatest losses in a game")?;
    }
    for (name, tally) in openings.into_iter().take(OPENINGS) {
        let games = find::games(tally.count as u64);
        writeln!(out, "     {name:<30} {:>6.1} discs in {games}", mean(tally.loss, tally.count))?;
    }
    writeln!(out, "\nAccuracy, from the first game to the last")?;
    let accuracies: Vec<f64> = mistakes.games().iter().filter_map(|game| game.accuracy).collect();
    writeln!(out, "     {}", sparkline(&accuracies))?;
    match mistakes.trend() {
        None => writeln!(out, "     (eight games tell whether it gets better)")?,
        Some(trend) => {
            let word = match (trend.is_clear(), trend.later > trend.earlier) {
                (false, _) => "no clear change",
                (true, true) => "better",
                (true, false) => "worse",
            };
            writeln!(
                out,
                "     earlier half {:.1} %, later half {:.1} %, difference ± {:.1}: {word}",
                trend.earlier, trend.later, trend.margin
            )?;
        }
    }
    Ok(())
}

/// A bar a game, at most sixty: further ones are joined.
fn sparkline(values: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let step = values.len().div_ceil(60).max(1);
    let means = values.chunks(step).map(|some| some.iter().sum::<f64>() / some.len() as f64);
    // Nobody plays below a half for long.
    means.map(|mean| BARS[((mean - 50.0) / 50.0 * 8.0).clamp(0.0, 7.0) as usize]).collect()
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
