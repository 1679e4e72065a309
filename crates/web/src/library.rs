//! The library of a server: questions of pages, answered by the database, a few at the same time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use obverse_answers::Reply;
use obverse_answers::game::{GameError, GameInfo};
use obverse_answers::library::{
    Explore, Explored, ExploredMove, Export, Found, GameRow, Keep, Kept, LibraryQuestion, Mistakes,
    Outcome, Remove, Removed, Rename, Search, Show, Shown, Was,
};
use obverse_answers::message::LibraryInfo;
use obverse_answers::mistakes::MistakesInfo;
use obverse_answers::question::{self, QuestionError};
use obverse_answers::review::{self, Answered};
use obverse_answers::{drill, write};
use obverse_library::{Added, Continuation, Library, LibraryError, Query, Summary};
use obverse_records::{Format, FormatError, Record, WriteError};
use obverse_rules::{Color, Position, Size, SizeError};
use obverse_study::{Day, Language};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::config::LibraryConfig;

/// Questions that are answered at the same time: readers do not wait for each other.
const CONNECTIONS: usize = 2;

/// The games of an answer where the question says nothing.
const USUAL_GAMES: u64 = 100;
/// The most games of an answer.
const MOST_GAMES: u64 = 1000;

/// The most games that mistakes are counted in.
const MOST_COUNTED: u64 = 200;
/// So many moves of the explorer have notable games.
const WITH_NOTABLE: usize = 10;
/// So many each at most.
const MOST_NOTABLE: usize = 10;
/// The most games that are forgotten at once.
const MOST_REMOVED: usize = 1000;
/// The longest text that is looked for, in letters.
const LONGEST_TEXT: usize = 200;
/// When it is worth asking again while another program writes.
const RETRY: Duration = Duration::from_secs(5);
/// What a page is told where the database fails.
const SAID_IN_LOG: &str = "the library failed: the server's log says more";

/// The library of a server.
#[derive(Debug)]
pub(crate) struct Shelf {
    config: LibraryConfig,
    turns: Semaphore,
    /// Connections that nobody uses now.
    idle: Mutex<Vec<Library>>,
}

/// Why a question is not answered.
#[derive(Debug, Error)]
enum Failure {
    #[error(transparent)]
    Question(#[from] QuestionError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Size(#[from] SizeError),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Unwritable(#[from] WriteError),
    #[error("a game without moves is not kept")]
    NoMoves,
    #[error("a text to look for has {LONGEST_TEXT} letters at most")]
    LongText,
    #[error("no more than {MOST_REMOVED} games at once")]
    TooMany,
    #[error("the library has no game {0}")]
    NoGame(i64),
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl Failure {
    fn code(&self) -> &'static str {
        match self {
            Failure::NoGame(_) => "not-found",
            Failure::Unwritable(_) => "unwritable",
            Failure::Library(_) => "failed",
            _ => "bad-question",
        }
    }
}

impl Shelf {
    /// Opens the library, and makes it if there is none.
    pub(crate) fn open(config: LibraryConfig) -> Result<Shelf, LibraryError> {
        let idle = Mutex::new(vec![Library::open(&config.path)?]);
        Ok(Shelf { config, turns: Semaphore::new(CONNECTIONS), idle })
    }

    /// What a page is told about it.
    pub(crate) async fn info(self: &Arc<Shelf>) -> Option<LibraryInfo> {
        let games = self.with(|library| library.games()).await?;
        games.ok().map(|games| LibraryInfo { games, writes: self.config.writes })
    }

    /// Answers a question.
    pub(crate) async fn answer(self: &Arc<Shelf>, question: LibraryQuestion) -> Reply {
        let id = question.id();
        if question.changes() && !self.config.writes {
            let why = "this library is only read: its server is not for this machine alone";
            return Reply::not_here(id, why);
        }
        match self.with(move |library| ask(library, question)).await {
            Some(Ok(reply)) => reply,
            Some(Err(Failure::Library(LibraryError::Busy))) => {
                Reply::busy(id, LibraryError::Busy.to_string(), RETRY.as_secs())
            }
            Some(Err(Failure::Library(error))) => {
                tracing::error!(path = %self.config.path.display(), ?error, "the library");
                Reply::error(Some(id), "failed", SAID_IN_LOG.to_owned())
            }
            Some(Err(failure)) => Reply::error(Some(id), failure.code(), failure.to_string()),
            None => Reply::error(Some(id), "failed", SAID_IN_LOG.to_owned()),
        }
    }

    /// Keeps games that were played here.
    pub(crate) async fn keep(self: &Arc<Shelf>, records: Vec<Record>) {
        let kept = self.with(move |library| {
            let date = today();
            for mut record in records.into_iter().filter(|one| !one.game.moves().is_empty()) {
                record.tags.date = Some(date.clone());
                library.add(&record)?;
            }
            Ok::<(), LibraryError>(())
        });
        if let Some(Err(error)) = kept.await {
            tracing::error!(path = %self.config.path.display(), ?error, "a game was not kept");
        }
    }

    /// Works with the database on a thread that may wait for a disk. None if that panicked, which
    /// the log tells.
    async fn with<T: Send + 'static, E: From<LibraryError> + Send + 'static>(
        self: &Arc<Shelf>,
        work: impl FnOnce(&mut Library) -> Result<T, E> + Send + 'static,
    ) -> Option<Result<T, E>> {
        let _turn = self.turns.acquire().await.expect("the semaphore is never closed");
        let shelf = Arc::clone(self);
        let work = move || {
            let idle = shelf.lock().pop();
            let mut library = idle.map_or_else(|| Library::open(&shelf.config.path), Ok)?;
            let done = work(&mut library);
            shelf.lock().push(library);
            done
        };
        tokio::task::spawn_blocking(work).await.ok()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Library>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answer to a question.
fn ask(library: &mut Library, question: LibraryQuestion) -> Result<Reply, Failure> {
    let id = question.id();
    Ok(match question {
        LibraryQuestion::Explore(about) => {
            let position = *about.played.game()?.position();
            let explored = explore(library, &position, &about.asked)?;
            Reply::Explored { id, explored }
        }
        LibraryQuestion::Search(search) => Reply::Found { id, found: find(library, &search)? },
        LibraryQuestion::Show(Show { number, .. }) => {
            let record = library.game(number)?.ok_or(Failure::NoGame(number))?;
            let game = GameInfo::with_tree(&record);
            let review = library.review(number)?;
            let answers = review.as_ref().map(Answered::all).unwrap_or_default();
            Reply::Shown { id, shown: Box::new(Shown { number, game, answers }) }
        }
        LibraryQuestion::Keep(keep) => Reply::Kept { id, kept: keep_game(library, &keep)? },
        LibraryQuestion::Rename(rename) => Reply::Kept { id, kept: rename_game(library, &rename)? },
        LibraryQuestion::Remove(Remove { numbers, .. }) if numbers.len() > MOST_REMOVED => {
            return Err(Failure::TooMany);
        }
        LibraryQuestion::Remove(Remove { numbers, .. }) => {
            Reply::Removed { id, removed: Removed { count: library.remove(&numbers)? } }
        }
        LibraryQuestion::Export(export) => {
            let Export { format, search, .. } = *export;
            let format: Format = format.parse()?;
            let found = library.search(&query(&search)?)?;
            let records =
                found.into_iter().map(|row| library.game(row.id)?.ok_or(Failure::NoGame(row.id)));
            let written = write::write_all(format, "games", records)?;
            Reply::Written { id, written }
        }
        LibraryQuestion::Mistakes(asked) => {
            let (mistakes, unreviewed) = mistakes(library, &asked)?;
            Reply::Mistakes { id, mistakes: Box::new(mistakes), unreviewed }
        }
    })
}

fn explore(
    library: &Library,
    position: &Position,
    asked: &Explore,
) -> Result<Explored, LibraryError> {
    let found = library.explore(position)?;
    let book = drill::book(position);
    let score =
        |one: &Continuation| book.iter().find(|known| known.mv == one.mv).map(|known| known.score);
    let mut moves = Vec::new();
    for (number, one) in found.moves.iter().enumerate() {
        let most = if number < WITH_NOTABLE { asked.notable.min(MOST_NOTABLE) } else { 0 };
        let notable =
            if most == 0 { Vec::new() } else { library.notable(position, one.mv, most)? };
        moves.push(ExploredMove {
            mv: one.mv.to_string(),
            games: one.games,
            black: one.black,
            draws: one.draws,
            white: one.white,
            mean_discs: one.mean_discs,
            name: one.name,
            score: score(one),
            notable: notable.into_iter().map(row).collect(),
        });
    }
    Ok(Explored { moves, ended: found.ended })
}

/// Keeps a game, and what an engine said about it.
fn keep_game(library: &mut Library, keep: &Keep) -> Result<Kept, Failure> {
    let record = keep.game.to_record()?;
    if record.game.moves().is_empty() {
        return Err(Failure::NoMoves);
    }
    let review = review::review_of(&record.game, keep.depth, &keep.answers)?;
    let kept = kept(library.add(&record)?);
    // The same game may be there as it looks in a mirror, with a review of its own.
    let is_same_way =
        library.game(kept.number)?.is_some_and(|known| known.game.moves() == record.game.moves());
    if !keep.answers.is_empty() && is_same_way {
        library.keep_review(kept.number, &review)?;
    }
    Ok(kept)
}

/// What the games of a player have in common that are reviewed, and which are not.
fn mistakes(library: &Library, asked: &Mistakes) -> Result<(MistakesInfo, Vec<i64>), Failure> {
    let language = asked.lang.as_deref().unwrap_or("en").parse();
    let language: Language = language.map_err(QuestionError::from)?;
    let search = Search {
        player: Some(asked.player.clone()),
        limit: Some(MOST_COUNTED),
        ..Search::default()
    };
    let (mut counted, mut unreviewed, mut games) = (obverse_study::Mistakes::default(), vec![], 0);
    let name = asked.player.trim().to_lowercase();
    // The oldest in the library first: a trend goes forward.
    for game in library.search(&query(&search)?)?.into_iter().rev() {
        let Some(review) = library.review(game.id)? else {
            unreviewed.push(game.id);
            continue;
        };
        let judged = review.all_judged();
        let is_own = |player: &Option<String>| {
            player.as_ref().is_some_and(|player| player.to_lowercase().contains(&name))
        };
        let sides = [(Color::Black, &game.black), (Color::White, &game.white)];
        for (side, _) in sides.into_iter().filter(|(_, player)| is_own(player)) {
            counted.add(&judged, side, game.opening.as_deref(), game.date.as_deref());
        }
        games += 1;
    }
    let info = MistakesInfo::new(&counted, Some(&asked.player), games, language);
    Ok((info, unreviewed))
}

fn find(library: &Library, search: &Search) -> Result<Found, Failure> {
    let query = query(search)?;
    let games = library.search(&query)?.into_iter().map(row).collect();
    Ok(Found { count: library.count(&query)?, from: search.from, games })
}

fn query(search: &Search) -> Result<Query, Failure> {
    let Search { player, black, white, event, opening, .. } = search;
    let texts = [player, black, white, event, opening];
    if texts.into_iter().flatten().any(|text| text.chars().nth(LONGEST_TEXT).is_some()) {
        return Err(Failure::LongText);
    }
    let position = search.position.as_deref();
    let position = position.map(|text| question::position(text, search.size)).transpose()?;
    Ok(Query {
        player: player.clone(),
        black: black.clone(),
        white: white.clone(),
        event: event.clone(),
        opening: opening.clone(),
        years: search.years,
        outcome: search.outcome.map(|outcome| match outcome {
            Outcome::Black => obverse_library::Outcome::Black,
            Outcome::White => obverse_library::Outcome::White,
            Outcome::Draw => obverse_library::Outcome::Draw,
        }),
        size: search.size.map(Size::new).transpose()?,
        position,
        skip: search.from,
        limit: Some(search.limit.unwrap_or(USUAL_GAMES).min(MOST_GAMES)),
    })
}

fn row(summary: Summary) -> GameRow {
    let Summary { id, size, plies, black, white, event, date, score, opening, .. } = summary;
    GameRow { number: id, size, plies, black, white, event, date, score, opening }
}

fn kept(added: Added) -> Kept {
    match added {
        Added::New(number) => Kept { number, was: Was::New },
        Added::Known(number) => Kept { number, was: Was::Known },
        Added::Enriched(number) => Kept { number, was: Was::Enriched },
    }
}

fn rename_game(library: &mut Library, rename: &Rename) -> Result<Kept, Failure> {
    let Rename { number, black, white, event, place, date, comment, .. } = rename;
    let mut record = library.game(*number)?.ok_or(Failure::NoGame(*number))?;
    let tags = &mut record.tags;
    for (field, told) in [
        (&mut tags.black, black),
        (&mut tags.white, white),
        (&mut tags.event, event),
        (&mut tags.place, place),
        (&mut tags.date, date),
        (&mut tags.comment, comment),
    ] {
        if let Some(text) = told {
            *field = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        }
    }
    let replaced = library.replace(*number, &record)?.ok_or(Failure::NoGame(*number))?;
    Ok(kept(replaced))
}

/// The date of today, as records write it.
fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Day::of(i64::try_from(since.as_secs()).unwrap_or_default()).to_string()
}
