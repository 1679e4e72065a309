//! The messages between a page and its engine. `docs/web-protocol.md` describes them for people.

#![expect(missing_docs, reason = "the fields are described there")]

use std::time::Duration;

use obverse_engine::Level;
use obverse_players::classics::Classic;
use obverse_players::{Maker, Seat, Who};
use obverse_records::Place;
use obverse_rules::{Color, Size};
use serde::{Deserialize, Serialize};

use crate::lines::{LineInfo, ThoughtInfo};
use crate::question::{self, Budget, ClockSeconds, Question, QuestionError};
use crate::read::{self, Games, ReadRequest};
use crate::why::WhyInfo;
use crate::worker::Answer;
use crate::write::{self, WriteRequest, Written};

/// The version of the messages. It changes when one side could not do without what is new: 2 has
/// `read`, `write` and `why`.
pub const VERSION: u32 = 2;

/// What a page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// The best moves, from now until the time is up.
    Analyse {
        id: u64,
        start: Option<String>,
        size: Option<usize>,
        #[serde(default)]
        moves: Vec<String>,
        level: Option<u8>,
        depth: Option<u32>,
        time: Option<f64>,
        #[serde(default = "one")]
        top: usize,
    },
    /// A move of a player.
    Choose {
        id: u64,
        start: Option<String>,
        size: Option<usize>,
        #[serde(default)]
        moves: Vec<String>,
        who: String,
        time: Option<f64>,
        clock: Option<ClockSeconds>,
    },
    /// What a player thinks of every move, and why.
    Why {
        id: u64,
        start: Option<String>,
        size: Option<usize>,
        #[serde(default)]
        moves: Vec<String>,
        who: String,
        time: Option<f64>,
    },
    /// No more of that.
    Stop { id: u64 },
    /// The games of a text or a file.
    Read(ReadRequest),
    /// A game in a format.
    Write(Box<WriteRequest>),
}

const fn one() -> usize {
    1
}

/// What a request asks for.
#[derive(Debug)]
pub enum Wanted {
    /// A search, or the reason why there is none.
    Search(u64, Result<Question, QuestionError>),
    /// The end of a search.
    Stop(u64),
    /// Something that is answered at once, by [`AtOnce::answer`].
    AtOnce(AtOnce),
}

/// A question that needs no search.
#[derive(Debug)]
pub enum AtOnce {
    /// The games of a text or a file.
    Read(ReadRequest),
    /// A game in a format.
    Write(Box<WriteRequest>),
}

impl Request {
    /// Reads a message. The error is the reply to one that is not understood; it carries the
    /// number of the question if that can be made out.
    pub fn parse(text: &str) -> Result<Request, Reply> {
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str(text).map(|Numbered { id }| id).ok();
            Reply::error(id, "bad-message", error.to_string())
        })
    }

    /// Checks what is asked. The maker knows who can play here.
    pub fn check(self, maker: &Maker) -> Wanted {
        match self {
            Request::Stop { id } => Wanted::Stop(id),
            Request::Read(request) => Wanted::AtOnce(AtOnce::Read(request)),
            Request::Write(request) => Wanted::AtOnce(AtOnce::Write(request)),
            Request::Analyse { id, start, size, moves, level, depth, time, top } => {
                let budget = Budget { level, depth, time };
                let question = question::game(start.as_deref(), size, &moves)
                    .and_then(|game| question::analysis(*game.position(), &budget, top));
                Wanted::Search(id, question)
            }
            Request::Choose { id, start, size, moves, who, time, clock } => {
                let question = question::game(start.as_deref(), size, &moves)
                    .and_then(|game| question::choice(game, &who, time, clock, maker));
                Wanted::Search(id, question)
            }
            Request::Why { id, start, size, moves, who, time } => {
                let question = question::game(start.as_deref(), size, &moves)
                    .and_then(|game| question::why(game, &who, time, maker));
                Wanted::Search(id, question)
            }
        }
    }
}

impl AtOnce {
    /// The number that the page gave the question.
    pub fn id(&self) -> u64 {
        match self {
            AtOnce::Read(request) => request.id,
            AtOnce::Write(request) => request.id,
        }
    }

    /// The answer.
    pub fn answer(&self) -> Reply {
        match self {
            AtOnce::Read(request) => match read::read(request) {
                Ok(games) => Reply::Games { id: request.id, games },
                Err(error) => Reply::Error {
                    id: Some(request.id),
                    code: error.code(),
                    message: error.to_string(),
                    place: error.place().map(PlaceInfo::from),
                    retry: None,
                },
            },
            AtOnce::Write(request) => match write::write(request) {
                Ok(written) => Reply::Written { id: request.id, written },
                Err(error) => Reply::error(Some(request.id), error.code(), error.to_string()),
            },
        }
    }
}

/// What the server says.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply {
    /// The first message of every socket.
    Hello {
        protocol: u32,
        name: &'static str,
        version: &'static str,
        players: Vec<PlayerInfo>,
        levels: Vec<LevelInfo>,
        limits: LimitsInfo,
    },
    /// The search waits for a thread; this many are served before it, itself counted.
    Queued { id: u64, place: usize },
    /// What an analysis has found so far, best first.
    Lines { id: u64, lines: Vec<LineInfo>, nodes: u64, seconds: f64 },
    /// An analysis has ended.
    Done { id: u64, lines: Vec<LineInfo>, nodes: u64, seconds: f64 },
    /// What a player thinks.
    Thought {
        id: u64,
        #[serde(flatten)]
        thought: ThoughtInfo,
    },
    /// A player has chosen.
    Chosen {
        id: u64,
        #[serde(rename = "move")]
        mv: String,
        thought: Option<Box<ThoughtInfo>>,
    },
    /// A player has said why it moves as it does.
    Explained {
        id: u64,
        #[serde(flatten)]
        why: Box<WhyInfo>,
    },
    /// What was read.
    Games {
        id: u64,
        #[serde(flatten)]
        games: Games,
    },
    /// What was written.
    Written {
        id: u64,
        #[serde(flatten)]
        written: Written,
    },
    /// A question that was not understood or could not be answered.
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        code: &'static str,
        message: String,
        #[serde(flatten)]
        place: Option<PlaceInfo>,
        /// Seconds after which it is worth asking again.
        #[serde(skip_serializing_if = "Option::is_none")]
        retry: Option<u64>,
    },
}

/// The place of an error in what was read.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum PlaceInfo {
    /// In text, both counted from 1.
    Text { line: usize, column: usize },
    /// In a binary file.
    Byte { byte: u64 },
}

impl From<Place> for PlaceInfo {
    fn from(place: Place) -> PlaceInfo {
        match place {
            Place::Text { line, column } => PlaceInfo::Text { line, column },
            Place::Byte(byte) => PlaceInfo::Byte { byte },
        }
    }
}

impl Reply {
    /// The first message to a page. `players` are those of [`players`].
    pub fn hello(players: Vec<PlayerInfo>, limits: LimitsInfo) -> Reply {
        let levels = Level::all().map(|level| LevelInfo {
            level: level.get(),
            name: level.name(),
            character: level.character(),
            elo: level.elo(),
        });
        Reply::Hello {
            protocol: VERSION,
            name: "Obverse",
            version: env!("CARGO_PKG_VERSION"),
            players,
            levels: levels.collect(),
            limits,
        }
    }

    /// Why there is no answer.
    pub fn error(id: Option<u64>, code: &'static str, message: String) -> Reply {
        Reply::Error { id, code, message, place: None, retry: None }
    }

    /// Why there is no search.
    pub fn bad_question(id: u64, error: &QuestionError) -> Reply {
        Reply::error(Some(id), "bad-question", error.to_string())
    }

    /// No search now; it is worth asking again after so many seconds.
    pub fn busy(id: u64, message: String, retry: u64) -> Reply {
        Reply::Error { id: Some(id), code: "busy", message, place: None, retry: Some(retry) }
    }

    /// What a search has to say about the question of this number.
    pub fn answer(id: u64, answer: &Answer) -> Reply {
        let lines = |lines: &[obverse_engine::Line]| lines.iter().map(LineInfo::from).collect();
        let seconds = |time: Duration| time.as_secs_f64();
        match answer {
            Answer::Lines { lines: found, nodes, elapsed } => {
                Reply::Lines { id, lines: lines(found), nodes: *nodes, seconds: seconds(*elapsed) }
            }
            Answer::Thought(thought) => Reply::Thought { id, thought: thought.into() },
            Answer::Analysed(report) => Reply::Done {
                id,
                lines: lines(&report.lines),
                nodes: report.nodes,
                seconds: seconds(report.elapsed),
            },
            Answer::Chosen(Ok(choice)) => Reply::Chosen {
                id,
                mv: choice.mv.to_string(),
                thought: choice.thought.as_ref().map(|thought| Box::new(thought.into())),
            },
            Answer::Explained(Ok(explanation)) => {
                Reply::Explained { id, why: Box::new(explanation.into()) }
            }
            Answer::Chosen(Err(error)) | Answer::Explained(Err(error)) => {
                Reply::error(Some(id), "failed", error.to_string())
            }
        }
    }

    /// The message as it is sent.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("replies are plain data")
    }
}

/// Somebody who plays, and on which boards.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerInfo {
    pub who: String,
    pub sizes: Vec<usize>,
}

#[derive(Clone, Debug, Serialize)]
pub struct LevelInfo {
    pub level: u8,
    pub name: &'static str,
    pub character: &'static str,
    pub elo: Option<i32>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct LimitsInfo {
    /// The longest search in seconds.
    pub seconds: f64,
    /// The largest message in bytes.
    pub bytes: usize,
}

/// Who plays here, beside the levels.
pub fn players(maker: &Maker) -> Vec<PlayerInfo> {
    let classics = Classic::ALL.iter().map(|classic| classic.name());
    ["random", "engine"]
        .into_iter()
        .chain(classics)
        .filter_map(|name| {
            let who: Who = name.parse().ok()?;
            let Ok(Seat::Player(player)) = maker.make(&who, Color::Black) else { return None };
            let sizes = Size::all().filter(|size| player.supports(*size).is_ok());
            Some(PlayerInfo { who: name.to_owned(), sizes: sizes.map(Size::get).collect() })
        })
        .collect()
}
