//! Questions of people who play each other in a room, and what a room looks like. Who has rooms
//! answers them.

use obverse_rules::Color;
use serde::{Deserialize, Serialize};

use crate::asked::About;
use crate::question::ClockSeconds;

/// What somebody wants of a room.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each is described where it is defined")]
pub enum RoomQuestion {
    Invite(Box<About<Invite>>),
    Join(Join),
    Move(Play),
    Offer(Offer),
    Answer(AnswerOffer),
    Resign(Numbered),
    Leave(Numbered),
}

impl RoomQuestion {
    /// The number that the page gave the question.
    pub fn id(&self) -> u64 {
        match self {
            RoomQuestion::Invite(invite) => invite.asked.id,
            RoomQuestion::Join(join) => join.id,
            RoomQuestion::Move(play) => play.id,
            RoomQuestion::Offer(offer) => offer.id,
            RoomQuestion::Answer(answer) => answer.id,
            RoomQuestion::Resign(one) | RoomQuestion::Leave(one) => one.id,
        }
    }
}

/// Nothing but the number of the question.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbered {
    /// The number of the question.
    pub id: u64,
}

/// A room is to be opened.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The number of the question.
    pub id: u64,
    /// What the person is called.
    pub name: Option<String>,
    /// Which side the person wants.
    #[serde(default)]
    pub side: SideWanted,
    /// The clock of both.
    pub clock: Option<ClockSeconds>,
}

/// Which side somebody wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideWanted {
    /// Black.
    Black,
    /// White.
    White,
    /// Either.
    #[default]
    Random,
}

/// Somebody comes to a room.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The number of the question.
    pub id: u64,
    /// The room.
    pub room: String,
    /// What the person is called.
    pub name: Option<String>,
    /// The secret of the person's chair.
    pub token: Option<String>,
    /// Only to watch.
    #[serde(default)]
    pub watch: bool,
}

/// A move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The number of the question.
    pub id: u64,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many moves were played before it.
    pub ply: usize,
}

/// Something that needs the other side's agreement.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The number of the question.
    pub id: u64,
    /// What.
    pub what: What,
}

/// What can be agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// To take moves back.
    TakeBack,
    /// To play again.
    Rematch,
}

/// Whether the other side's offer is accepted.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerOffer {
    /// The number of the question.
    pub id: u64,
    /// Whether it is.
    pub accept: bool,
}

/// What a room looks like to somebody in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoomInfo {
    /// The room.
    pub room: String,
    /// The side of whom this is for; none for those who watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<Color>,
    /// The secret of the chair, when one sits down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// What goes on.
    pub phase: RoomPhase,
    /// The number of the game in this room, from 1.
    pub round: u32,
    /// Who plays.
    pub players: RoomPlayers,
    /// How many watch.
    pub watching: usize,
    /// The size of the board.
    pub size: usize,
    /// Where the game begins.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// The seconds that each move took.
    pub times: Vec<f64>,
    /// The clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<RoomClock>,
    /// What is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<RoomOffer>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<RoomResult>,
}

/// What goes on in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomPhase {
    /// A chair is free.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game has ended.
    Over,
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomPlayers {
    /// Black; none while the chair is free.
    pub black: Option<RoomPlayer>,
    /// White.
    pub white: Option<RoomPlayer>,
}

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomPlayer {
    /// The name.
    pub name: String,
    /// Whether the person is connected.
    pub here: bool,
}

/// The clocks of a room, in seconds, when the message was sent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RoomClock {
    /// Black's.
    pub black: f64,
    /// White's.
    pub white: f64,
    /// What is added for each move.
    pub increment: f64,
    /// Whose goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<Color>,
}

/// What somebody offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoomOffer {
    /// What.
    pub what: What,
    /// Who.
    pub by: Color,
}

/// How a game in a room ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoomResult {
    /// The score and what ended it, as in records.
    #[serde(flatten)]
    pub result: crate::game::ResultInfo,
    /// Who won; none in a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Color>,
    /// The same in words.
    pub text: String,
}
