//! Matches that other machines play: what they are told of the players.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use obverse_arena::{Contest, Elsewhere, OpeningList, Openings};
use obverse_jobs::Digest;
use obverse_players::Who;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Args, chosen_openings, limited, most_threads};
use crate::job_engine::Wanted;

/// A player for other machines.
#[derive(Serialize, Deserialize)]
pub(super) struct Player {
    /// With the limits of the match, without a file of weights.
    pub(super) who: String,
    pub(super) seed: u64,
    #[serde(flatten)]
    pub(super) engine: Wanted,
    /// How long an external engine may take, in milliseconds, and how far it is told to look.
    pub(super) patience: u64,
    pub(super) depth: Option<u32>,
}

/// The files that travel with the games.
#[derive(Default)]
struct Luggage(Vec<(Digest, Arc<[u8]>)>);

impl Luggage {
    fn add(&mut self, path: &Path) -> Result<String> {
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        let digest = Digest::of([&bytes[..]]);
        if self.0.iter().all(|(known, _)| *known != digest) {
            self.0.push((digest, bytes.into()));
        }
        Ok(digest.to_string())
    }
}

/// What other machines have to know of a match.
pub(super) fn elsewhere(args: &Args, contest: &Contest<'_>) -> Result<Elsewhere> {
    let mut luggage = Luggage::default();
    let weights = args.eval.as_deref().map(|path| luggage.add(path)).transpose()?;
    let engine = Wanted { threads: args.threads, hash_mb: args.hash, weights };
    let mut entrants = Vec::new();
    for (number, who) in args.players.iter().enumerate() {
        let mut who = limited(who, args);
        let mut engine = engine.clone();
        if let Who::Engine(wanted) = &mut who
            && let Some(path) = wanted.eval.take()
        {
            engine.weights = Some(luggage.add(&path)?);
        }
        entrants.push(serde_json::to_value(Player {
            who: who.to_string(),
            seed: args.seed.wrapping_add(number as u64),
            engine,
            patience: args.patience.0.as_millis() as u64,
            depth: args.depth,
        })?);
    }
    Ok(Elsewhere {
        entrants,
        solver: json!(engine),
        openings: openings_digest(args, contest.openings)?,
        files: luggage.0,
        needs: args.players.iter().filter_map(need).collect(),
        games_per_chunk: games_per_chunk(args),
        threads: most_threads(args),
        is_repeatable: args.time.is_none()
            && args.clock.is_none()
            && args.players.iter().all(|who| is_repeatable(&limited(who, args), args.threads)),
    })
}

/// What a worker has to be allowed for a player.
pub(super) fn need(who: &Who) -> Option<String> {
    match who {
        Who::External(external) => Some(external.command.clone()),
        Who::Classic(_, options) => {
            options.points_file.as_ref().map(|path| path.display().to_string())
        }
        _ => None,
    }
}

/// Openings are made again from the same words, but for those of a file.
fn openings_digest(args: &Args, openings: &OpeningList) -> Result<Digest> {
    let source = chosen_openings(args);
    let games = match source {
        Openings::File(_) => {
            let games: Vec<_> = openings.made().into_iter().map(|opening| opening.game).collect();
            serde_json::to_vec(&games)?
        }
        _ => Vec::new(),
    };
    let words = format!("{source} {} {}", args.seed, args.size);
    Ok(Digest::of([words.as_bytes(), &games]))
}

/// Whether a player without a clock does the same every time.
fn is_repeatable(who: &Who, threads: usize) -> bool {
    match who {
        Who::Human | Who::External(_) => false,
        Who::Random { .. } => true,
        Who::Engine(engine) => {
            let limits = &engine.limits;
            engine.threads.unwrap_or(threads) == 1
                && limits.time.is_none()
                && (limits.depth.is_some() || limits.nodes.is_some() || limits.level.is_some())
        }
        Who::Classic(_, options) => options.time.is_none() && options.depth.is_some(),
    }
}

/// A second or two of games, always the same number for the same command. Where nothing is known
/// it is a pair.
fn games_per_chunk(args: &Args) -> usize {
    const WANTED: f64 = 1500.0;
    let timed = args.time.is_some() || args.clock.is_some();
    let slowest = args.players.iter().map(|who| milliseconds(&limited(who, args)));
    match slowest.collect::<Option<Vec<f64>>>() {
        Some(times) if !timed && args.adjudicate.is_none_or(|empties| empties <= 12) => {
            let game = times.into_iter().fold(0.1, f64::max);
            ((WANTED / game / 2.0) as usize).clamp(1, 64) * 2
        }
        _ => 2,
    }
}

/// About how long a player thinks in a game on 8×8, where that is known.
fn milliseconds(who: &Who) -> Option<f64> {
    match who {
        Who::Random { .. } => Some(0.1),
        Who::Engine(engine) => match (engine.limits.depth, engine.limits.nodes) {
            // Measured at depths 4 to 12; each ply takes about 1.8 times as long as the one before.
            (Some(depth), _) => Some(4.0 * 1.8_f64.powi(depth.min(40) as i32)),
            (_, Some(nodes)) => Some(nodes as f64 * 60.0 / 2000.0),
            _ => None,
        },
        _ => None,
    }
}
