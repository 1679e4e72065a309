//! Games that are not finished, kept in the user's state folder after every move.
//!
//! Each running game has a slot of its own: a file that is written beside and renamed over, and a
//! lock that a dead process can't hold. A game that was left, or whose program was killed, is a
//! slot with a file and without a lock. The file says its version; those of the first release have
//! none and are read too. Games that could not be written where they were wanted are put beside
//! the slots.

use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use obverse_players::{ClockTime, Table, Terms, Time, TimeControl, Who};
use obverse_records::atomic;
use obverse_rules::{Color, Game, Move, Position};
use obverse_study::Tree;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::reviews::Reviews;

/// The folder with the games that are not finished.
#[derive(Clone, Debug)]
pub struct Keeper {
    folder: PathBuf,
}

/// A game that was not finished.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its slot.
    pub slot: usize,
    /// Who plays, Black first.
    pub players: [Who; 2],
    /// The game where it stood, with the moves that had been undone.
    pub game: Game,
    /// Its terms.
    pub terms: Terms,
    /// What was left on the clocks.
    pub clocks: Option<[Duration; 2]>,
    /// How long ago it was kept.
    pub age: Duration,
    /// Whose game it is.
    pub by: By,
    /// The game with its variations.
    pub tree: Option<Tree>,
}

/// Whose game is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Somebody at a terminal.
    #[default]
    Person,
    /// A script, whose games push nobody else's out.
    Script,
}

/// A slot that this process holds.
#[derive(Debug)]
pub(crate) struct Slot {
    path: PathBuf,
    /// Held as long as the slot is; the system lets go of it if the process dies.
    _lock: File,
}

/// Why a game can't be kept.
#[derive(Debug, Error)]
pub enum KeepError {
    /// The folder or a file in it can't be written.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// What.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is no game that this program can go on with.
    #[error("{path}: {reason}", path = path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Every slot is in use, or has a game that may not be pushed out.
    #[error("there are {0} games already")]
    Full(usize),
}

impl KeepError {
    /// The file or folder that it is about.
    pub fn path(&self) -> Option<&Path> {
        match self {
            KeepError::Io { path, .. } | KeepError::Unreadable { path, .. } => Some(path),
            KeepError::Full(_) => None,
        }
    }

    /// What is wrong, without the file's name.
    pub fn reason(&self) -> String {
        match self {
            KeepError::Io { source, .. } => source.to_string(),
            KeepError::Unreadable { reason, .. } => reason.clone(),
            KeepError::Full(_) => self.to_string(),
        }
    }
}

/// More games than this are not kept at once: the one that has waited longest goes, a script's
/// before a person's.
const SLOTS: usize = 20;

/// Scripts have no more than these: their games push out one another's only.
const SCRIPTS: usize = 5;

/// The version of kept games that is written.
const VERSION: u32 = 2;

/// The games of the first release say no version.
fn first_version() -> u32 {
    1
}

/// A kept game as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct Page {
    #[serde(rename = "obverse-game", default = "first_version")]
    version: u32,
    black: String,
    white: String,
    start: String,
    moves: Vec<String>,
    ply: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds_a_move: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<[f64; 2]>,
    #[serde(default)]
    strict: bool,
    #[serde(default)]
    by: By,
    /// The game with its variations and comments, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
}

impl Keeper {
    /// A keeper with this folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Keeper {
        Keeper { folder: folder.into() }
    }

    /// The games that wait, the latest first. What can't be read is left where it is.
    pub fn waiting(&self) -> Vec<Kept> {
        let mut waiting: Vec<Kept> = (0..SLOTS)
            .filter(|&slot| {
                self.file(slot).exists() && self.claim(slot).is_ok_and(|it| it.is_some())
            })
            .filter_map(|slot| self.read(slot).ok())
            .collect();
        waiting.sort_by_key(|kept| kept.age);
        waiting
    }

    /// Why files that should be games that wait can't be read.
    pub fn unreadable(&self) -> Vec<KeepError> {
        let is_free = |slot| self.claim(slot).is_ok_and(|it| it.is_some());
        (0..SLOTS)
            .filter(|&slot| self.file(slot).exists() && is_free(slot))
            .filter_map(|slot| self.read(slot).err())
            .collect()
    }

    /// Puts a game that could not be written elsewhere beside the slots, under a name of its own.
    pub(crate) fn rescue(&self, text: &str) -> Result<PathBuf, KeepError> {
        fs::create_dir_all(&self.folder).map_err(|error| problem(&self.folder, error))?;
        let mut number = 1;
        loop {
            let path = self.folder.join(format!("unsaved-{number}.ggf"));
            match atomic::write_new(&path, text) {
                Ok(()) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(problem(&path, error)),
            }
        }
    }

    /// What reviews found, beside the games.
    pub(crate) fn reviews(&self) -> Reviews {
        Reviews::new(self.folder.join("reviews"))
    }

    /// Throws a waiting game away.
    pub fn discard(&self, slot: usize) {
        if let Ok(Some(held)) = self.claim(slot) {
            // If it can't be removed it is offered again, which harms nobody.
            let _ = fs::remove_file(&held.path);
        }
    }

    fn file(&self, slot: usize) -> PathBuf {
        self.folder.join(format!("game-{}.json", slot + 1))
    }

    /// A slot for a game: the one that it comes from, or a free one, or that of the game that has
    /// waited longest, of a script's or else, for a person, of a person's.
    pub(crate) fn slot(&self, wanted: Option<usize>, by: By) -> Result<Slot, KeepError> {
        fs::create_dir_all(&self.folder).map_err(|error| problem(&self.folder, error))?;
        if let Some(slot) = wanted
            && let Some(held) = self.claim(slot)?
        {
            return Ok(held);
        }
        let kept = self.oldest_first();
        let scripts = kept.iter().filter(|kept| kept.by == By::Script);
        if by == By::Person || scripts.clone().count() < SCRIPTS {
            for slot in 0..SLOTS {
                if let Some(held) = self.claim(slot)?
                    && !held.path.exists()
                {
                    return Ok(held);
                }
            }
        }
        let persons = kept.iter().filter(|kept| kept.by == By::Person && by == By::Person);
        for kept in scripts.chain(persons) {
            if let Some(held) = self.claim(kept.slot)? {
                return Ok(held);
            }
        }
        Err(KeepError::Full(SLOTS))
    }

    /// The games in all slots, the one that was written longest ago first. What can't be read may
    /// be the game of a newer program, and is not among them.
    fn oldest_first(&self) -> Vec<Kept> {
        let mut games: Vec<Kept> = (0..SLOTS).filter_map(|slot| self.read(slot).ok()).collect();
        games.sort_by_key(|kept| std::cmp::Reverse(kept.age));
        games
    }

    /// Takes a slot's lock; none if another process has it.
    fn claim(&self, slot: usize) -> Result<Option<Slot>, KeepError> {
        let path = self.file(slot);
        let lock_path = path.with_extension("lock");
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock_path)
            .map_err(|error| problem(&lock_path, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Slot { path, _lock: lock })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(problem(&lock_path, error)),
        }
    }

    fn read(&self, slot: usize) -> Result<Kept, KeepError> {
        let path = self.file(slot);
        let io = |error| problem(&path, error);
        let bytes = fs::read(&path).map_err(io)?;
        let saved = fs::metadata(&path).and_then(|data| data.modified()).map_err(io)?;
        let age = SystemTime::now().duration_since(saved).unwrap_or_default();
        let page: Result<Page, _> = serde_json::from_slice(&bytes);
        let kept = page
            .map_err(|error| format!("no kept game: {error}"))
            .and_then(|page| page.into_kept(slot, age));
        kept.map_err(|reason| KeepError::Unreadable { path, reason })
    }
}

fn problem(path: &Path, source: io::Error) -> KeepError {
    KeepError::Io { path: path.to_owned(), source }
}

impl Slot {
    /// The slot's file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game.
    pub(crate) fn save(
        &self,
        table: &Table,
        tree: Option<&Tree>,
        players: &[Who; 2],
        by: By,
    ) -> Result<(), KeepError> {
        let tree = tree.map(Tree::to_string);
        let page = Page { by, tree, ..Page::of(table, players) };
        let page = serde_json::to_vec_pretty(&page).expect("plain data");
        atomic::write(&self.path, page).map_err(|error| problem(&self.path, error))
    }

    /// Removes the game.
    pub(crate) fn clear(&self) -> Result<(), KeepError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(problem(&self.path, error))
            }
            _ => Ok(()),
        }
    }
}

impl Page {
    fn of(table: &Table, [black, white]: &[Who; 2]) -> Page {
        let game = table.game();
        let left = |color| table.clock(color).map(|clock| clock.remaining.as_secs_f64());
        let (seconds_a_move, clock) = match table.terms().time {
            TimeControl::Free => (None, None),
            TimeControl::PerMove(time) => (Some(Time(time).to_string()), None),
            TimeControl::Clock(clock) => (None, Some(ClockTime(clock).to_string())),
        };
        Page {
            version: VERSION,
            black: black.to_string(),
            white: white.to_string(),
            start: game.start().to_string(),
            moves: game.moves().iter().chain(game.undone()).map(Move::to_string).collect(),
            ply: game.ply(),
            seconds_a_move,
            clock,
            left: left(Color::Black).zip(left(Color::White)).map(<[f64; 2]>::from),
            strict: table.terms().strict,
            by: By::default(),
            tree: None,
        }
    }

    /// The game again, or what is impossible about it.
    fn into_kept(self, slot: usize, age: Duration) -> Result<Kept, String> {
        fn read<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
            text.parse().map_err(|error| format!("{error}"))
        }
        if self.version > VERSION {
            let version = self.version;
            return Err(format!(
                "version {version} is from a newer program, this one reads {VERSION}"
            ));
        }
        let start: Position = read(&self.start)?;
        let mut game = Game::new(start);
        for mv in &self.moves {
            game.play(read(mv)?).map_err(|error| error.to_string())?;
        }
        game.go_to(self.ply);
        let time = match (&self.seconds_a_move, &self.clock) {
            (Some(time), _) => TimeControl::PerMove(read::<Time>(time)?.0),
            (None, Some(clock)) => TimeControl::Clock(read::<ClockTime>(clock)?.0),
            (None, None) => TimeControl::Free,
        };
        let duration = |left| Duration::try_from_secs_f64(left).map_err(|error| error.to_string());
        let clocks = match self.left {
            Some([black, white]) => Some([duration(black)?, duration(white)?]),
            None => None,
        };
        Ok(Kept {
            slot,
            players: [read(&self.black)?, read(&self.white)?],
            game,
            terms: Terms { time, strict: self.strict, ..Terms::default() },
            clocks,
            age,
            by: self.by,
            tree: self.tree.as_deref().map(read::<Tree>).transpose()?,
        })
    }
}

/// Any bytes as a kept game: what is read is kept and read again without a change.
pub(crate) fn fuzz_kept_game(bytes: &[u8]) {
    let read = |bytes: &[u8]| {
        let page: Page = serde_json::from_slice(bytes).ok()?;
        page.into_kept(0, Duration::ZERO).ok()
    };
    let Some(kept) = read(bytes) else { return };
    let names = ["Ann".to_owned(), "Bob".to_owned()];
    let mut table = Table::new(kept.game.clone(), kept.terms.clone(), names);
    for (color, left) in Color::BOTH.into_iter().zip(kept.clocks.into_iter().flatten()) {
        table.set_clock(color, left);
    }
    let page = serde_json::to_vec(&Page::of(&table, &kept.players)).expect("plain data");
    let again = read(&page).expect("we read what we write");
    assert_eq!(again.game, *table.game(), "with the pass that was due");
    assert_eq!(again.players, kept.players);
    assert_eq!((again.terms.time, again.terms.strict), (kept.terms.time, kept.terms.strict));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that is kept after every change.
    struct Playing {
        table: Table,
        slot: Slot,
        players: [Who; 2],
    }

    impl Playing {
        fn change(&mut self, change: impl FnOnce(&mut Table)) {
            change(&mut self.table);
            self.slot.save(&self.table, None, &self.players, By::Person).unwrap();
        }
    }

    fn play(keeper: &Keeper, slot: Option<usize>, moves: &[&str]) -> Playing {
        let players = ["human".parse().unwrap(), "level:5".parse().unwrap()];
        let clock: ClockTime = "5+3".parse().unwrap();
        let terms = Terms { time: TimeControl::Clock(clock.0), ..Terms::default() };
        let names = ["Ann".to_owned(), "Bob".to_owned()];
        let table = Table::new(Game::from_start(obverse_rules::Size::EIGHT), terms, names);
        let mut playing = Playing { table, slot: keeper.slot(slot, By::Person).unwrap(), players };
        for mv in moves {
            let mv: Move = mv.parse().unwrap();
            playing.change(|table| table.answer(Ok(mv.into()), Duration::from_secs(10)));
        }
        playing
    }

    #[test]
    fn a_game_waits_once_nobody_holds_it() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path().join("obverse"));
        assert!(keeper.waiting().is_empty());
        let mut playing = play(&keeper, None, &["f5", "d6", "c3"]);
        playing.change(|table| table.move_to(2));
        assert!(keeper.waiting().is_empty(), "the game is still being played");
        drop(playing);
        let waiting = keeper.waiting();
        let [kept] = waiting.as_slice() else { panic!("one game waits: {waiting:?}") };
        assert_eq!(kept.game.moves().len(), 2);
        assert_eq!(kept.game.undone().len(), 1);
        assert_eq!(kept.players[1].to_string(), "level:5");
        // Five minutes, less two moves of ten seconds, plus twice three: f5 and c3 were Black's.
        let clocks = kept.clocks.unwrap();
        assert_eq!(clocks[0], Duration::from_secs(300 - 20 + 6));
        assert_eq!(clocks[1], Duration::from_secs(300 - 10 + 3));
    }

    #[test]
    fn games_do_not_overwrite_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        let first = play(&keeper, None, &["f5"]);
        let second = play(&keeper, None, &["e6", "f4"]);
        drop((first, second));
        drop(play(&keeper, None, &["d3", "c3", "c4"]));
        let mut plies: Vec<usize> = keeper.waiting().iter().map(|kept| kept.game.ply()).collect();
        plies.sort_unstable();
        assert_eq!(plies, [1, 2, 3]);
        keeper.discard(keeper.waiting()[0].slot);
        assert_eq!(keeper.waiting().len(), 2);
    }

    #[test]
    fn where_there_is_no_room_the_oldest_game_goes() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        let playing = play(&keeper, None, &["e6"]);
        for slot in 1..SLOTS {
            drop(play(&keeper, None, &["f5"]));
            let age = Duration::from_secs(if slot == 7 { 1000 } else { 10 });
            let file = File::options().write(true).open(keeper.file(slot)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        }
        drop(play(&keeper, None, &["f5", "d6"]));
        let waiting = keeper.waiting();
        assert_eq!(waiting.len(), SLOTS - 1);
        let newest = waiting.iter().find(|kept| kept.game.ply() == 2).unwrap();
        assert_eq!(newest.slot, 7);
        drop(playing);
        assert_eq!(keeper.waiting().len(), SLOTS);
    }

    #[test]
    fn a_damaged_file_is_not_offered_and_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        drop(play(&keeper, None, &["f5"]));
        let file = keeper.file(0);
        let text = fs::read_to_string(&file).unwrap();
        for bad in ["", "{", &text.replace("f5", "a1"), &text.replace("level:5", "nobody")] {
            fs::write(&file, bad).unwrap();
            assert!(keeper.waiting().is_empty(), "{bad}");
            drop(play(&keeper, None, &["f5", "f6"]));
            assert_eq!(fs::read_to_string(&file).unwrap(), bad);
            keeper.discard(1);
        }
    }

    #[test]
    fn a_damaged_file_says_why_and_never_makes_room() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        for _ in 0..SLOTS {
            drop(play(&keeper, None, &["f5"]));
        }
        let newer = fs::read_to_string(keeper.file(3)).unwrap().replace(": 2,", ": 3,");
        fs::write(keeper.file(3), &newer).unwrap();
        let old = SystemTime::now() - Duration::from_secs(1000);
        File::options().write(true).open(keeper.file(3)).unwrap().set_modified(old).unwrap();
        drop(play(&keeper, None, &["f5", "d6"]));
        assert_eq!(fs::read_to_string(keeper.file(3)).unwrap(), newer, "it was not thrown away");
        assert_eq!(keeper.waiting().len(), SLOTS - 1);
        let unreadable = keeper.unreadable();
        let [error] = unreadable.as_slice() else { panic!("{unreadable:?}") };
        let reason = error.to_string();
        assert!(reason.contains("game-4.json: version 3 is from a newer program"), "{reason}");
    }

    #[test]
    fn games_of_the_first_release_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        fs::write(keeper.file(0), include_str!("../tests/data/kept-game-1-clock.json")).unwrap();
        fs::write(keeper.file(1), include_str!("../tests/data/kept-game-1-time.json")).unwrap();
        assert!(keeper.unreadable().is_empty(), "{:?}", keeper.unreadable());
        let mut waiting = keeper.waiting();
        waiting.sort_by_key(|kept| kept.slot);
        let [clock, time] = waiting.as_slice() else { panic!("{waiting:?}") };
        let moves = |moves: &[Move]| moves.iter().map(ToString::to_string).collect::<String>();
        assert_eq!(
            (moves(clock.game.moves()), moves(clock.game.undone())),
            ("f5d6".into(), "c3".into())
        );
        assert_eq!(clock.clocks.unwrap()[0], Duration::from_secs_f64(305.978458844));
        assert_eq!(clock.players, [Who::Human, Who::Human]);
        assert_eq!(moves(time.game.moves()), "e4d6");
        assert_eq!(time.game.position().size().get(), 10);
        assert_eq!(time.terms.time, TimeControl::PerMove(Duration::from_millis(50)));
        assert!(time.terms.strict && time.clocks.is_none());
        assert_eq!(time.players[1].to_string(), "level:3,book=off");
        // Once it goes on it says its version.
        let players = clock.players.clone();
        let slot = keeper.slot(Some(0), By::Person).unwrap();
        let table = Table::new(clock.game.clone(), clock.terms.clone(), Default::default());
        slot.save(&table, None, &players, By::Person).unwrap();
        let written = fs::read_to_string(slot.path()).unwrap();
        assert!(written.contains("\"obverse-game\": 2"), "{written}");
    }

    #[test]
    fn the_games_of_scripts_push_out_one_anothers_only() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        let count = |by| keeper.waiting().iter().filter(|kept| kept.by == by).count();
        let keep = |by| {
            let game = Game::from_start(obverse_rules::Size::EIGHT);
            let table = Table::new(game, Terms::default(), Default::default());
            let players = ["human".parse().unwrap(), "level:5".parse().unwrap()];
            keeper.slot(None, by).and_then(|slot| slot.save(&table, None, &players, by))
        };
        for _ in 0..SLOTS {
            keep(By::Script).unwrap();
        }
        assert_eq!((count(By::Person), count(By::Script)), (0, SCRIPTS));
        for _ in 0..SLOTS - SCRIPTS {
            keep(By::Person).unwrap();
        }
        assert_eq!((count(By::Person), count(By::Script)), (SLOTS - SCRIPTS, SCRIPTS));
        // Where all slots are taken a person's game takes a script's.
        for _ in 0..SCRIPTS {
            keep(By::Person).unwrap();
        }
        assert_eq!((count(By::Person), count(By::Script)), (SLOTS, 0));
        assert!(matches!(keep(By::Script), Err(KeepError::Full(_))), "none is left for a script");
        assert_eq!(count(By::Person), SLOTS);
    }

    #[test]
    fn variations_wait_with_their_game() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        let tree: Tree = "f5d6c3(c4{why not})d3".parse().unwrap();
        let playing = play(&keeper, None, &["f5", "d6"]);
        playing.slot.save(&playing.table, Some(&tree), &playing.players, By::Person).unwrap();
        drop(playing);
        let kept = keeper.waiting().remove(0).tree.expect("it is there");
        assert_eq!(kept.to_string(), tree.to_string());
    }
}
