//! The games of a contest as jobs that a pool hands out, to this process or to other machines.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use obverse_engine::{Clock, Engine, Options, StopFlag};
use obverse_jobs::{Batch, Digest, Job, JobError, Stop, Worker};
use obverse_players::{Ending, TimeControl};
use obverse_records::ggf;
use obverse_rules::{Color, Game, Move, Outcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::tables::{Cast, Meeting};
use crate::{Conditions, Contest, Entrant, Finished, Fixture};

/// The kind of these jobs.
pub const KIND: &str = "game";

/// What other machines have to be told of a contest, and whoever hands its games out.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// How to make each entrant, in the words of the [`Host`].
    pub entrants: Vec<Value>,
    /// How to make the engine that adjudicates.
    pub solver: Value,
    /// The identity of the openings: the same one has the same openings.
    pub openings: Digest,
    /// Files that entrants need, by their digest.
    pub files: Vec<(Digest, Arc<[u8]>)>,
    /// What a worker has to be allowed.
    pub needs: Vec<String>,
    /// How many games travel together.
    pub games_per_chunk: usize,
    /// How many threads a player uses.
    pub threads: usize,
    /// Whether a game comes out the same when it is played again.
    pub is_repeatable: bool,
}

/// Makes what the games of others need.
pub trait Host: Send {
    /// The entrant with this name, or why he can't play here.
    fn entrant(&self, name: &str, how: &Value) -> Result<Entrant, String>;

    /// The options of the engine that adjudicates.
    fn solver(&self, how: &Value) -> Result<Options, String>;
}

/// What a game depends on beside the build. Within this process the number says it all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Body {
    number: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    away: Option<Away>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Away {
    /// Names and how to make them, Black first.
    seats: [(String, Value); 2],
    opening: Game,
    #[serde(with = "TimeForm")]
    time: TimeControl,
    grace: Duration,
    adjudicate: Option<usize>,
    solver: Value,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeControl", rename_all = "lowercase")]
enum TimeForm {
    Free,
    PerMove(Duration),
    #[serde(with = "ClockForm")]
    Clock(Clock),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Clock")]
struct ClockForm {
    remaining: Duration,
    increment: Duration,
}

/// What came of a game.
#[derive(Serialize, Deserialize)]
struct Played {
    #[serde(with = "EndingForm")]
    ending: Ending,
    overruns: [u32; 2],
    moves: Vec<Move>,
    ggf: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Ending", rename_all = "lowercase")]
enum EndingForm {
    Finished(Outcome),
    Adjudicated(Outcome),
    Resigned(Color),
    OutOfTime(Color),
    Illegal { color: Color, played: String },
    Failed { color: Color, reason: String },
    Stopped,
}

/// The result of a job.
pub(crate) fn write(finished: &Finished) -> Vec<u8> {
    let Finished { ending, overruns, moves, ggf, .. } = finished.clone();
    serde_json::to_vec(&Played { ending, overruns, moves, ggf }).expect("texts and numbers")
}

/// What the result of a job says.
pub(crate) fn read(fixture: Fixture, result: &[u8]) -> Result<Finished, serde_json::Error> {
    let Played { ending, overruns, moves, ggf } = serde_json::from_slice(result)?;
    Ok(Finished { fixture, moves, ggf, ending, overruns })
}

/// The number of a job's game.
pub(crate) fn number(job: &Job) -> Option<usize> {
    job.read::<Body>().ok().map(|body| body.number)
}

/// The flag of a job as players know it.
pub(crate) fn flag(stop: &Stop) -> StopFlag {
    let stop = stop.clone();
    StopFlag::asking(move || stop.is_raised())
}

/// The games of a contest.
pub(crate) struct Games<'a> {
    pub(crate) contest: &'a Contest<'a>,
    /// Those that were played before.
    pub(crate) done: &'a HashSet<usize>,
    pub(crate) elsewhere: Option<&'a Elsewhere>,
}

impl Games<'_> {
    fn away(&self, fixture: Fixture, elsewhere: &Elsewhere) -> Away {
        let Contest { entrants, openings, conditions, .. } = *self.contest;
        let seat = |at: usize| (entrants[at].name.clone(), elsewhere.entrants[at].clone());
        Away {
            seats: [seat(fixture.black()), seat(fixture.white())],
            opening: openings.get(fixture.opening).game,
            time: conditions.time,
            grace: conditions.grace,
            adjudicate: conditions.adjudicate,
            solver: elsewhere.solver.clone(),
        }
    }

    fn fixture(&self, number: usize) -> Fixture {
        self.contest.schedule.get(number).expect("a game of the schedule")
    }
}

impl Batch for Games<'_> {
    fn len(&self) -> usize {
        self.contest.schedule.len()
    }

    fn job(&self, number: usize) -> Job {
        let away = self.elsewhere.map(|elsewhere| self.away(self.fixture(number), elsewhere));
        Job::new(KIND, &Body { number, away }).expect("texts and numbers can be written")
    }

    fn is_done(&self, number: usize) -> bool {
        self.done.contains(&number)
    }

    fn takes_gaps(&self) -> bool {
        true
    }

    fn needs(&self) -> Vec<String> {
        self.elsewhere.map(|elsewhere| elsewhere.needs.clone()).unwrap_or_default()
    }

    fn files(&self) -> Vec<(Digest, Arc<[u8]>)> {
        self.elsewhere.map(|elsewhere| elsewhere.files.clone()).unwrap_or_default()
    }

    fn jobs_per_chunk(&self) -> usize {
        self.elsewhere.map_or(1, |elsewhere| elsewhere.games_per_chunk)
    }

    fn threads_per_job(&self) -> usize {
        self.elsewhere.map_or(1, |elsewhere| elsewhere.threads)
    }

    fn is_repeatable(&self) -> bool {
        self.elsewhere.is_none_or(|elsewhere| elsewhere.is_repeatable)
    }

    /// Plays the moves: they have to be legal from the opening on, and the discs to be counted
    /// right where they decide.
    fn check(&self, number: usize, result: &[u8]) -> Result<(), String> {
        let game_number = format!("game {}", number + 1);
        let wrong = |reason: &str| format!("{game_number} {reason}");
        let fixture = self.fixture(number);
        let finished = read(fixture, result).map_err(|error| wrong(&error.to_string()))?;
        let opening = self.contest.openings.get(fixture.opening).game;
        let mut game = Game::new(*opening.start());
        for &mv in &finished.moves {
            game.play(mv).map_err(|error| wrong(&error.to_string()))?;
        }
        if !finished.moves.starts_with(opening.moves()) {
            return Err(wrong("has another opening"));
        }
        if !finished.ending.is_decided() {
            return Err(wrong("has no result"));
        }
        if let Ending::Finished(outcome) = finished.ending {
            let position = game.position();
            if !position.is_over() || position.outcome() != outcome {
                return Err(wrong("did not end so"));
            }
        }
        let record = ggf::parse(&finished.ggf).map_err(|error| wrong(&error.to_string()))?;
        if record.game.moves() != finished.moves {
            return Err(wrong("is another in its record"));
        }
        Ok(())
    }

    /// The moves and the ending; times differ.
    fn essence(&self, number: usize, result: &[u8]) -> Vec<u8> {
        let Ok(finished) = read(self.fixture(number), result) else { return result.to_vec() };
        format!("{:?} {:?}", finished.moves, finished.ending).into_bytes()
    }

    /// That of what the games are made of: a match may have more games than could be counted.
    fn digest(&self) -> Digest {
        let first = if self.is_empty() { String::new() } else { self.job(0).body };
        let Contest { entrants, schedule, .. } = self.contest;
        let names: Vec<&str> = entrants.iter().map(|entrant| &*entrant.name).collect();
        let all = format!("{schedule:?} {names:?} {:?}", self.elsewhere.map(|e| &e.entrants));
        let openings = self.elsewhere.map_or(String::new(), |e| e.openings.to_string());
        Digest::of([first.as_bytes(), all.as_bytes(), openings.as_bytes()])
    }
}

/// Plays games for others.
pub struct Visitor {
    host: Box<dyn Host>,
    /// Who has played here, by how he was made.
    entrants: Vec<((String, Value), Entrant)>,
    cast: Cast,
    solver: Option<(Value, Engine)>,
}

/// More entrants than this are not remembered.
const MOST_ENTRANTS: usize = 64;

impl Visitor {
    /// One who plays by what the host has.
    pub fn new(host: Box<dyn Host>) -> Visitor {
        Visitor { host, entrants: Vec::new(), cast: Cast::default(), solver: None }
    }

    /// The number by which an entrant is known here.
    fn entrant(&mut self, seat: &(String, Value)) -> Result<usize, String> {
        if let Some(at) = self.entrants.iter().position(|(known, _)| known == seat) {
            return Ok(at);
        }
        let entrant = self.host.entrant(&seat.0, &seat.1)?;
        self.entrants.push((seat.clone(), entrant));
        Ok(self.entrants.len() - 1)
    }

    fn solver(&mut self, how: &Value) -> Result<Engine, String> {
        match self.solver.take() {
            Some((known, mut engine)) if known == *how => {
                engine.clear();
                Ok(engine)
            }
            _ => Ok(Engine::new(self.host.solver(how)?)),
        }
    }
}

impl Worker for Visitor {
    fn work(&mut self, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
        let body: Body = job.read().map_err(|error| JobError::Failed(error.to_string()))?;
        let away = body.away.ok_or_else(|| JobError::Failed("nobody is named".to_owned()))?;
        if self.entrants.len() > MOST_ENTRANTS {
            self.entrants.clear();
            self.cast = Cast::default();
        }
        let [black, white] = &away.seats;
        let black = self.entrant(black).map_err(JobError::Failed)?;
        let white = self.entrant(white).map_err(JobError::Failed)?;
        let mut solver = self.solver(&away.solver).map_err(JobError::Failed)?;
        let conditions = Conditions {
            time: away.time,
            grace: away.grace,
            adjudicate: away.adjudicate,
            concurrency: 1,
            solver: Options::default(),
        };
        let meeting = Meeting {
            fixture: Fixture::numbered(body.number),
            opening: away.opening,
            seats: [black, white].map(|at| (at, &self.entrants[at].1)),
            conditions: &conditions,
        };
        let finished = self.cast.play(meeting, &mut solver, &flag(stop), &|_| {});
        self.solver = Some((away.solver, solver));
        Ok(write(&finished.ok_or(JobError::Stopped)?))
    }
}
