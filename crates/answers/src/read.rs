//! Reading games for a page: whatever a person pastes, chooses or drops.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use obverse_records::wthor::Names;
use obverse_records::{Format, Place, ReadError, Reader, Record};
use obverse_rules::{Size, SizeError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::GameInfo;

/// The games of an answer where the question says nothing.
const USUAL_GAMES: usize = 100;
/// The most games of an answer.
const MOST_GAMES: usize = 1000;
/// An answer that is as long takes no further game.
const MOST_BYTES: usize = 1 << 20;

/// A text or a file to be read.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadRequest {
    /// The number of the question.
    pub id: u64,
    /// A text.
    pub text: Option<String>,
    /// Or a file, in base64.
    pub bytes: Option<String>,
    /// The file's name, to be repeated in errors.
    pub name: Option<String>,
    /// The names of a WTHOR file's players: a `.JOU` file, in base64.
    pub players: Option<String>,
    /// And of its tournaments: a `.TRN` file.
    pub tournaments: Option<String>,
    /// The size of the board for transcripts that do not say it.
    pub size: Option<usize>,
    /// Only games that name this: a player, a tournament, a place or a date.
    pub find: Option<String>,
    /// The number of the first game wanted, from 0.
    pub from: usize,
    /// How many games are wanted.
    pub limit: Option<usize>,
    /// Whether variations and marks are wanted.
    pub tree: bool,
}

/// What was read: a page of the games.
#[derive(Clone, Debug, Serialize)]
pub struct Games {
    /// The name of the format.
    pub format: &'static str,
    /// All games of the text, of those that were asked for.
    pub count: usize,
    /// The number of the first one here.
    pub from: usize,
    /// The games.
    pub games: Vec<GameInfo>,
    /// What a person should know, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Why nothing was read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadFailure {
    /// Neither a text nor a file, or both.
    #[error("give either a text or the bytes of a file")]
    Source,
    /// Bytes that are not in base64.
    #[error("{field}: not base64: {error}")]
    Base64 {
        /// Which field.
        field: &'static str,
        /// What is wrong with it.
        error: base64::DecodeError,
    },
    /// A size that does not exist.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// No game and no position.
    #[error("{}{error}", .name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default())]
    Unreadable {
        /// The file's name.
        name: Option<String>,
        /// What is wrong, and where.
        error: ReadError,
    },
}

impl ReadFailure {
    /// The code of the error message.
    pub fn code(&self) -> &'static str {
        match self {
            ReadFailure::Unreadable { .. } => "unreadable",
            _ => "bad-question",
        }
    }

    /// Where it is wrong.
    pub fn place(&self) -> Option<Place> {
        match self {
            ReadFailure::Unreadable { error: ReadError::Parse(error), .. } => Some(error.place),
            _ => None,
        }
    }
}

/// Reads a text or a file, and answers with the games that are wanted.
pub fn read(request: &ReadRequest) -> Result<Games, ReadFailure> {
    let decoded;
    let bytes: &[u8] = match (&request.text, &request.bytes) {
        (Some(text), None) => text.as_bytes(),
        (None, Some(bytes)) => {
            decoded = decode("bytes", bytes)?;
            &decoded
        }
        _ => return Err(ReadFailure::Source),
    };
    let unreadable = |error: ReadError| {
        // Enough of a name to know it again.
        let name = request.name.as_ref().map(|name| name.chars().take(100).collect());
        ReadFailure::Unreadable { name, error }
    };
    let names = names(request, unreadable)?;
    let size = request.size.map(Size::new).transpose()?;
    let read = |size: Size| read_all(bytes, size, &names, request);
    match read(size.unwrap_or_default()) {
        // A transcript does not say its board: if it is not the usual one, it is the smallest
        // where every move is legal.
        Err((Some(Format::Transcript), error)) if size.is_none() => {
            let others = Size::all().filter(|size| *size != Size::EIGHT);
            others.map(read).find_map(Result::ok).ok_or_else(|| unreadable(error))
        }
        result => result.map_err(|(_, error)| unreadable(error)),
    }
}

fn decode(field: &'static str, text: &str) -> Result<Vec<u8>, ReadFailure> {
    BASE64.decode(text).map_err(|error| ReadFailure::Base64 { field, error })
}

fn names(
    request: &ReadRequest,
    unreadable: impl Fn(ReadError) -> ReadFailure,
) -> Result<Arc<Names>, ReadFailure> {
    let mut names = Names::default();
    if let Some(players) = &request.players {
        names.read_players(&decode("players", players)?[..]).map_err(&unreadable)?;
    }
    if let Some(tournaments) = &request.tournaments {
        names.read_tournaments(&decode("tournaments", tournaments)?[..]).map_err(&unreadable)?;
    }
    Ok(Arc::new(names))
}

/// Reads all games and keeps those that are wanted. An error comes with the format, if that was
/// recognised.
fn read_all(
    bytes: &[u8],
    size: Size,
    names: &Arc<Names>,
    request: &ReadRequest,
) -> Result<Games, (Option<Format>, ReadError)> {
    let mut reader = Reader::with_size(bytes, size).map_err(|error| (None, error))?;
    let format = reader.format();
    if format == Format::Wthor {
        reader.set_names(Arc::clone(names));
    }
    let wanted = request.limit.unwrap_or(USUAL_GAMES).clamp(1, MOST_GAMES);
    let (from, with_trees) = (request.from, request.tree);
    let mut page = Page { from, wanted, with_trees, games: Vec::new(), bytes: 0 };
    let (mut count, mut incomplete) = (0, 0);
    let find = request.find.as_ref().map(|find| find.to_lowercase());
    for record in reader {
        let record = record.map_err(|error| (Some(format), error))?;
        if find.as_ref().is_some_and(|find| !names_it(&record, find)) {
            continue;
        }
        page.offer(count, &record);
        let is_whole = (with_trees || record.variations.is_empty()) && record.left_out == 0;
        incomplete += usize::from(!is_whole);
        count += 1;
    }
    let what = if with_trees {
        "variations that cannot be played, which are left out"
    } else {
        "variations, which are left out: the main line is read"
    };
    let notes = match (incomplete, count) {
        (0, _) => vec![],
        (_, 1) => vec![format!("the game has {what}")],
        (some, _) => vec![format!("{some} of {count} games have {what}")],
    };
    let Page { from, games, .. } = page;
    Ok(Games { format: format.name(), count, from, games, notes })
}

/// Whether a record names what is looked for, which is in lower case.
fn names_it(record: &Record, find: &str) -> bool {
    let tags = &record.tags;
    let names = [&tags.black, &tags.white, &tags.event, &tags.place, &tags.date];
    names.into_iter().flatten().any(|name| name.to_lowercase().contains(find))
}

/// The games of an answer, as long as there is room.
struct Page {
    from: usize,
    wanted: usize,
    with_trees: bool,
    games: Vec<GameInfo>,
    bytes: usize,
}

impl Page {
    /// Takes the game of this number if it is the next one and there is room. There is room for
    /// one at least.
    fn offer(&mut self, number: usize, record: &Record) {
        let is_next = number.checked_sub(self.from) == Some(self.games.len());
        if !is_next || self.games.len() == self.wanted || self.bytes >= MOST_BYTES {
            return;
        }
        let game =
            if self.with_trees { GameInfo::with_tree(record) } else { GameInfo::from(record) };
        self.bytes += serde_json::to_string(&game).map_or(0, |text| text.len());
        self.games.push(game);
    }
}
