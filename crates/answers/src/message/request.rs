//! What a page asks.

use obverse_players::Maker;
use serde::Deserialize;

use super::Reply;
use crate::asked::About;
use crate::drill::{self, DrillRequest, RepeatRequest};
use crate::library::{
    Explore, Export, Keep, LibraryQuestion, Mistakes, Remove, Rename, Search, Show,
};
use crate::mistakes::{self, TallyRequest};
use crate::openings::{self, BalancedRequest, OpeningsRequest};
use crate::puzzle::{self, AttemptRequest, PuzzleRequest};
use crate::question::{self, Budget, ClockSeconds, Question, QuestionError};
use crate::read::{self, ReadRequest};
use crate::review::{self, ReviewRequest};
use crate::room::{AnswerOffer, Invite, Join, Numbered, Offer, Play, RoomQuestion};
use crate::write::{self, WriteRequest};

/// What a page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// The best moves, from now until the time is up.
    Analyse(About<Analyse>),
    /// A move of a player.
    Choose(About<Choose>),
    /// What a player thinks of every move, and why.
    Why(About<Why>),
    /// No more of that.
    Stop {
        id: u64,
    },
    /// The games of a text or a file.
    Read(ReadRequest),
    /// A game in a format.
    Write(Box<WriteRequest>),
    /// What to ask about a game, and what its moves cost.
    Review(Box<About<ReviewRequest>>),
    /// Named openings.
    Openings(OpeningsRequest),
    /// A balanced start.
    Balanced(BalancedRequest),
    /// How openings go on.
    Drill(Box<About<DrillRequest>>),
    /// When something is to be asked again.
    Repeat(RepeatRequest),
    /// A puzzle.
    Puzzle(Box<PuzzleRequest>),
    /// What an attempt at a puzzle does.
    Attempt(Box<AttemptRequest>),
    /// What a player's games have in common.
    Tally(Box<About<TallyRequest>>),
    // What a library answers.
    Explore(About<Explore>),
    Search(Box<Search>),
    Show(Show),
    Keep(Box<Keep>),
    Rename(Box<Rename>),
    Remove(Remove),
    Export(Box<Export>),
    Mistakes(Mistakes),
    // What people say in a room.
    Invite(Box<About<Invite>>),
    Join(Join),
    Move(Play),
    Offer(Offer),
    Answer(AnswerOffer),
    Resign(Numbered),
    Leave(Numbered),
}

/// What an analysis is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    pub id: u64,
    pub level: Option<u8>,
    pub depth: Option<u32>,
    pub time: Option<f64>,
    #[serde(default)]
    pub exact: bool,
    pub most: Option<f64>,
    #[serde(default = "one")]
    pub top: usize,
    #[serde(default)]
    pub only: Vec<String>,
}

const fn one() -> usize {
    1
}

/// What a player is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choose {
    pub id: u64,
    pub who: String,
    pub time: Option<f64>,
    pub clock: Option<ClockSeconds>,
}

/// What a player is asked who is to say why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Why {
    pub id: u64,
    pub who: String,
    pub time: Option<f64>,
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
    /// Something that only a library of games can answer.
    Library(LibraryQuestion),
    /// Something that only a room for two people can answer.
    Room(RoomQuestion),
}

/// A question that needs no search.
#[derive(Debug)]
pub enum AtOnce {
    /// The games of a text or a file.
    Read(ReadRequest),
    /// A game in a format.
    Write(Box<WriteRequest>),
    /// What to ask about a game, and what its moves cost.
    Review(Box<About<ReviewRequest>>),
    /// Named openings.
    Openings(OpeningsRequest),
    /// A balanced start.
    Balanced(BalancedRequest),
    /// How openings go on.
    Drill(Box<About<DrillRequest>>),
    /// When something is to be asked again.
    Repeat(RepeatRequest),
    /// A puzzle.
    Puzzle(Box<PuzzleRequest>),
    /// What an attempt at a puzzle does.
    Attempt(Box<AttemptRequest>),
    /// What a player's games have in common.
    Tally(Box<About<TallyRequest>>),
}

impl Request {
    /// Reads a message. The error is the reply to one that is not understood; it carries the
    /// number of the question if that can be made out.
    pub fn parse(text: &str) -> Result<Request, Reply> {
        serde_json::from_str(text).map_err(|error| {
            #[derive(Deserialize)]
            struct Number {
                id: u64,
            }
            let id = serde_json::from_str(text).map(|Number { id }| id).ok();
            Reply::error(id, "bad-message", error.to_string())
        })
    }

    /// Checks what is asked. The maker knows who can play here.
    pub fn check(self, maker: &Maker) -> Wanted {
        use {LibraryQuestion as Library, RoomQuestion as Room};
        match self {
            Request::Stop { id } => Wanted::Stop(id),
            Request::Analyse(About { played, asked }) => {
                let Analyse { id, level, depth, time, exact, most, top, only } = asked;
                let budget = Budget { level, depth, time, exact, most };
                let game = played.game();
                let question = game
                    .and_then(|game| question::analysis(*game.position(), &budget, top))
                    .and_then(|question| question.only(&only));
                Wanted::Search(id, question)
            }
            Request::Choose(About { played, asked: Choose { id, who, time, clock } }) => {
                let game = played.game();
                let question =
                    game.and_then(|game| question::choice(game, &who, time, clock, maker));
                Wanted::Search(id, question)
            }
            Request::Why(About { played, asked: Why { id, who, time } }) => {
                let game = played.game();
                Wanted::Search(id, game.and_then(|game| question::why(game, &who, time, maker)))
            }
            Request::Read(request) => Wanted::AtOnce(AtOnce::Read(request)),
            Request::Write(request) => Wanted::AtOnce(AtOnce::Write(request)),
            Request::Review(request) => Wanted::AtOnce(AtOnce::Review(request)),
            Request::Openings(request) => Wanted::AtOnce(AtOnce::Openings(request)),
            Request::Balanced(request) => Wanted::AtOnce(AtOnce::Balanced(request)),
            Request::Drill(request) => Wanted::AtOnce(AtOnce::Drill(request)),
            Request::Repeat(request) => Wanted::AtOnce(AtOnce::Repeat(request)),
            Request::Puzzle(request) => Wanted::AtOnce(AtOnce::Puzzle(request)),
            Request::Attempt(request) => Wanted::AtOnce(AtOnce::Attempt(request)),
            Request::Tally(request) => Wanted::AtOnce(AtOnce::Tally(request)),
            Request::Explore(asked) => Wanted::Library(Library::Explore(asked)),
            Request::Search(asked) => Wanted::Library(Library::Search(asked)),
            Request::Show(asked) => Wanted::Library(Library::Show(asked)),
            Request::Keep(asked) => Wanted::Library(Library::Keep(asked)),
            Request::Rename(asked) => Wanted::Library(Library::Rename(asked)),
            Request::Remove(asked) => Wanted::Library(Library::Remove(asked)),
            Request::Export(asked) => Wanted::Library(Library::Export(asked)),
            Request::Mistakes(asked) => Wanted::Library(Library::Mistakes(asked)),
            Request::Invite(asked) => Wanted::Room(Room::Invite(asked)),
            Request::Join(asked) => Wanted::Room(Room::Join(asked)),
            Request::Move(asked) => Wanted::Room(Room::Move(asked)),
            Request::Offer(asked) => Wanted::Room(Room::Offer(asked)),
            Request::Answer(asked) => Wanted::Room(Room::Answer(asked)),
            Request::Resign(asked) => Wanted::Room(Room::Resign(asked)),
            Request::Leave(asked) => Wanted::Room(Room::Leave(asked)),
        }
    }
}

impl AtOnce {
    /// The number that the page gave the question.
    pub fn id(&self) -> u64 {
        match self {
            AtOnce::Read(request) => request.id,
            AtOnce::Write(request) => request.id,
            AtOnce::Review(request) => request.asked.id,
            AtOnce::Openings(request) => request.id,
            AtOnce::Balanced(request) => request.id,
            AtOnce::Drill(request) => request.asked.id,
            AtOnce::Repeat(request) => request.id,
            AtOnce::Puzzle(request) => request.id,
            AtOnce::Attempt(request) => request.id,
            AtOnce::Tally(request) => request.asked.id,
        }
    }

    /// The answer.
    pub fn answer(&self) -> Reply {
        let id = self.id();
        match self {
            AtOnce::Read(request) => match read::read(request) {
                Ok(games) => Reply::Games { id, games },
                Err(error) => Reply::Error {
                    id: Some(id),
                    code: error.code(),
                    message: error.to_string(),
                    place: error.place().map(Into::into),
                    retry: None,
                },
            },
            AtOnce::Write(request) => match write::write(request) {
                Ok(written) => Reply::Written { id, written },
                Err(error) => Reply::error(Some(id), error.code(), error.to_string()),
            },
            AtOnce::Review(request) => match review::review(request) {
                Ok(reviewed) => Reply::Reviewed { id, reviewed: Box::new(reviewed) },
                Err(error) => Reply::bad_question(id, &error),
            },
            AtOnce::Openings(OpeningsRequest { find, .. }) => {
                Reply::Openings { id, openings: openings::named(find.as_deref()) }
            }
            AtOnce::Balanced(BalancedRequest { number, .. }) => match openings::balanced(*number) {
                Ok(balanced) => Reply::Balanced { id, balanced },
                Err(count) => {
                    let why = format!("the balanced openings have the numbers 1 to {count}");
                    Reply::not_found(id, why)
                }
            },
            AtOnce::Drill(request) => match drill::drill(request) {
                Ok(drill) => Reply::Drilled { id, drill: Box::new(drill) },
                Err(error) => Reply::bad_question(id, &error),
            },
            AtOnce::Repeat(request) => Reply::Repeated { id, card: drill::repeat(request) },
            AtOnce::Puzzle(request) => match puzzle::puzzle(request) {
                Ok(puzzle) => Reply::Puzzle { id, puzzle: Box::new(puzzle) },
                Err(error) => Reply::error(Some(id), error.code(), error.to_string()),
            },
            AtOnce::Attempt(request) => match puzzle::attempt(request) {
                Ok(attempt) => Reply::Attempted { id, attempt: Box::new(attempt) },
                Err(error) => Reply::error(Some(id), error.code(), error.to_string()),
            },
            AtOnce::Tally(request) => match mistakes::tally(request) {
                Ok(tallied) => Reply::Tallied { id, tallied: Box::new(tallied) },
                Err(error) => Reply::bad_question(id, &error),
            },
        }
    }
}
