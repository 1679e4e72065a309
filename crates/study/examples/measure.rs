//! The measurements behind a review: how far its losses are from the exact ones, how well its
//! accuracy tells strong players from weak ones, and how often its reasons are said.
//!
//! ```text
//! cargo run --release -p obverse-study --example measure margins 40 WTH_2001.wtb
//! cargo run --release -p obverse-study --example measure accuracy 12 level-1.ggf level-9.ggf WTH_2001.wtb
//! cargo run --release -p obverse-study --example measure reasons 40 WTH_2001.wtb
//! ```
//!
//! The number says how many games of each file are taken, spread evenly. `docs/review.md` has what
//! came out.

use std::collections::BTreeMap;
use std::path::Path;

use obverse_engine::{Engine, Options};
use obverse_records::Record;
use obverse_rules::{Color, Size};
use obverse_study::{Comparison, Effort, Grade, Judged, Plan, Review, reasons};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, count, files @ ..] = &arguments[..] else {
        panic!("usage: measure margins|accuracy|reasons GAMES FILE…");
    };
    let count: usize = count.parse().expect("a number of games");
    let files: Vec<(&str, Vec<Record>)> =
        files.iter().map(|file| (file.as_str(), games(Path::new(file), count))).collect();
    match what.as_str() {
        "margins" => margins(&files),
        "accuracy" => accuracies(&files),
        "reasons" => said(&files),
        other => panic!("`{other}` is no measurement"),
    }
}

/// So many games of a file, spread evenly over it.
fn games(path: &Path, count: usize) -> Vec<Record> {
    let records = obverse_records::open(path, Size::EIGHT).expect("a file of games");
    let mut games: Vec<Record> = records.map(|record| record.expect("a game")).collect();
    let step = games.len().div_ceil(count).max(1);
    let mut number = 0;
    games.retain(|_| {
        number += 1;
        (number - 1) % step == 0
    });
    games
}

fn review(engine: &mut Engine, record: &Record, plan: Plan) -> Review {
    let mut review = Review::new(&record.game, plan);
    while let Some(question) = review.next() {
        let report = engine.search(&question.position, &question.limits());
        review.answered(&question, report.best());
    }
    review
}

fn at_depth(depth: u32) -> Plan {
    Plan { quick: Effort::Depth(depth), deep: Effort::Depth(depth), solve: 0, sure: None }
}

/// The standard deviation of a loss from the exact one, by the depth of the search and by whether
/// the end of the game is near.
fn margins(files: &[(&str, Vec<Record>)]) {
    const MOST: usize = 20;
    let mut engine = Engine::new(Options::default());
    // For every depth, with 13 to 16 and with 17 to 20 empty squares: the errors.
    let mut errors: BTreeMap<(u32, bool), Vec<f64>> = BTreeMap::new();
    for record in files.iter().flat_map(|(_, records)| records) {
        let exact = review(&mut engine, record, Plan { solve: MOST as u32, ..at_depth(1) });
        for depth in [2, 4, 6, 8, 10, 12] {
            // Nothing that was found deeper may help.
            engine.clear();
            let shallow = review(&mut engine, record, at_depth(depth));
            for ply in 0..record.game.moves().len() {
                let empties = exact.position(ply).empties();
                let (Some(exact), Some(shallow)) = (exact.comparison(ply), shallow.comparison(ply))
                else {
                    continue;
                };
                // What costs nothing has no margin.
                if exact.is_exact() && !shallow.is_exact() && shallow.loss() > 0.0 {
                    let error = f64::from(shallow.loss() - exact.loss());
                    errors.entry((depth, empties > 16)).or_default().push(error);
                }
            }
        }
    }
    println!("depth  empties  moves   mean  deviation");
    for ((depth, is_early), errors) in errors {
        let empties = if is_early { "17-20" } else { "13-16" };
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let square = errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64;
        println!("{depth:5}  {empties:>7}  {:5}  {mean:5.2}  {:9.2}", errors.len(), square.sqrt());
    }
}

/// For several falls of the accuracy: its mean for each file, and how far the files are apart,
/// measured in the spread within them (the F of an analysis of variance).
fn accuracies(files: &[(&str, Vec<Record>)]) {
    let mut engine = Engine::new(Options::default());
    // The losses of every side of every game, by file.
    let losses: Vec<(&str, Vec<Vec<f64>>)> = files
        .iter()
        .map(|(name, records)| {
            let mut sides = Vec::new();
            for record in records {
                let judged = review(&mut engine, record, Plan::depth(8)).all_judged();
                for side in Color::BOTH {
                    let chosen = |one: &&Judged| one.side == side && one.grade != Grade::Forced;
                    sides.push(judged.iter().filter(chosen).map(|one| one.loss).collect());
                }
            }
            (*name, sides)
        })
        .collect();
    for (name, sides) in &losses {
        let all: Vec<f64> = sides.iter().flatten().copied().collect();
        println!("{name}: {} moves, {:.2} discs a move", all.len(), mean(&all));
    }
    for fall in [0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0] {
        let groups: Vec<Vec<f64>> = losses
            .iter()
            .map(|(_, sides)| {
                let accuracy = |losses: &Vec<f64>| {
                    mean(
                        &losses.iter().map(|loss| 100.0 * (-fall * loss).exp()).collect::<Vec<_>>(),
                    )
                };
                sides.iter().map(accuracy).collect()
            })
            .collect();
        let means: Vec<String> =
            groups.iter().map(|group| format!("{:5.1}", mean(group))).collect();
        println!("{fall:4.2}  F {:7.1}  {}", separation(&groups), means.join(" "));
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn separation(groups: &[Vec<f64>]) -> f64 {
    let all: Vec<f64> = groups.iter().flatten().copied().collect();
    let middle = mean(&all);
    let between: f64 =
        groups.iter().map(|group| group.len() as f64 * (mean(group) - middle).powi(2)).sum();
    let within: f64 = groups
        .iter()
        .map(|group| group.iter().map(|value| (value - mean(group)).powi(2)).sum::<f64>())
        .sum();
    let degrees = (groups.len() - 1, all.len() - groups.len());
    (between / degrees.0 as f64) / (within / degrees.1 as f64)
}

/// How often each reason is said about moves that cost six discs and more, and how often it would
/// be said the other way round: of the best move, compared with the one that was played.
fn said(files: &[(&str, Vec<Record>)]) {
    let mut engine = Engine::new(Options::default());
    let mut counts: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
    let (mut mistakes, mut explained, mut reversed) = (0, 0, 0);
    for record in files.iter().flat_map(|(_, records)| records) {
        let review = review(&mut engine, record, Plan::depth(8));
        for one in review.all_judged().iter().filter(|one| one.loss >= 6.0) {
            mistakes += 1;
            explained += usize::from(!one.reasons.is_empty());
            for reason in &one.reasons {
                counts.entry(reason.id()).or_default().0 += 1;
            }
            let Comparison { best, played } = one.lines.clone();
            let swapped = Comparison { best: played, played: best };
            let wrong = reasons(review.position(one.ply), &swapped);
            reversed += usize::from(!wrong.is_empty());
            for reason in &wrong {
                counts.entry(reason.id()).or_default().1 += 1;
            }
        }
    }
    println!("{mistakes} mistakes, {explained} explained, {reversed} the other way round");
    for (id, (said, wrong)) in counts {
        println!("{id:20} {said:5} {wrong:5}");
    }
}
