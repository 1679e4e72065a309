//! What the server says.

use std::time::Duration;

use obverse_engine::Level;
use obverse_players::classics::Classic;
use obverse_players::{Maker, Seat, Who};
use obverse_records::Place;
use obverse_rules::{Color, Size};
use obverse_study::{Attempt, Card};
use serde::Serialize;

use super::VERSION;
use crate::drill::DrillInfo;
use crate::library::{Explored, Found, Kept, Removed, Shown};
use crate::lines::{LineInfo, ThoughtInfo};
use crate::mistakes::{MistakesInfo, Tallied};
use crate::openings::{BalancedInfo, OpeningInfo};
use crate::puzzle::PuzzleInfo;
use crate::question::QuestionError;
use crate::read::Games;
use crate::review::Reviewed;
use crate::room::RoomInfo;
use crate::why::WhyInfo;
use crate::worker::Answer;
use crate::write::Written;

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
        #[serde(flatten)]
        services: Services,
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
    /// What to ask about a game, and what its moves cost.
    Reviewed {
        id: u64,
        #[serde(flatten)]
        reviewed: Box<Reviewed>,
    },
    /// Named openings.
    Openings { id: u64, openings: Vec<OpeningInfo> },
    /// A balanced start.
    Balanced {
        id: u64,
        #[serde(flatten)]
        balanced: BalancedInfo,
    },
    /// How openings go on.
    Drilled {
        id: u64,
        #[serde(flatten)]
        drill: Box<DrillInfo>,
    },
    /// When something is to be asked again, if it is.
    Repeated { id: u64, card: Option<Card> },
    /// A puzzle.
    Puzzle {
        id: u64,
        #[serde(flatten)]
        puzzle: Box<PuzzleInfo>,
    },
    /// What an attempt at a puzzle does.
    Attempted { id: u64, attempt: Box<Attempt> },
    /// What a player's games have in common, one more counted.
    Tallied {
        id: u64,
        #[serde(flatten)]
        tallied: Box<Tallied>,
    },
    /// What a player's games in the library have in common.
    Mistakes {
        id: u64,
        #[serde(flatten)]
        mistakes: Box<MistakesInfo>,
        /// Games that are not reviewed yet, which do not count.
        unreviewed: Vec<i64>,
    },
    /// What was played in a position.
    Explored {
        id: u64,
        #[serde(flatten)]
        explored: Explored,
    },
    /// Games of the library.
    Found {
        id: u64,
        #[serde(flatten)]
        found: Found,
    },
    /// A game of the library.
    Shown {
        id: u64,
        #[serde(flatten)]
        shown: Box<Shown>,
    },
    /// A game is in the library.
    Kept {
        id: u64,
        #[serde(flatten)]
        kept: Kept,
    },
    /// Games are no longer in the library.
    Removed {
        id: u64,
        #[serde(flatten)]
        removed: Removed,
    },
    /// What a room looks like; with a number it is an answer.
    Room {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        #[serde(flatten)]
        room: Box<RoomInfo>,
    },
    /// Somebody is in no room any more.
    Left { id: u64 },
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
    pub fn hello(players: Vec<PlayerInfo>, limits: LimitsInfo, services: Services) -> Reply {
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
            services,
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

    /// This engine does not do that.
    pub fn not_here(id: u64, message: &str) -> Reply {
        Reply::error(Some(id), "not-here", message.to_owned())
    }

    /// There is nothing by that name or number.
    pub fn not_found(id: u64, message: String) -> Reply {
        Reply::error(Some(id), "not-found", message)
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

/// What an engine has beyond searches.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Services {
    /// Whether two people can play each other.
    pub rooms: bool,
    /// The games that it keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<LibraryInfo>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct LibraryInfo {
    /// How many games it has.
    pub games: u64,
    /// Whether this page may change it.
    pub writes: bool,
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
