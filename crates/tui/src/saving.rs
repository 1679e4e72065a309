//! Writing the game down after every change: where unfinished games are kept, and to the file that
//! was asked for. Whatever fails, the game is put somewhere else if it can be, and what is said
//! about it is true.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use obverse_players::{Ending, Table, Who};
use obverse_records::{Format, Record, Tags, atomic, to_text};
use obverse_study::Tree;

use crate::files::Kind;
use crate::keep::{By, KeepError, Keeper, Slot};

/// Where a game is to be written.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// Who plays, Black first.
    pub players: [Who; 2],
    /// The folder of unfinished games, where there is one.
    pub keeper: Option<Keeper>,
    /// Whether the game is kept there in any case, and not only if the file can't be written.
    pub keep: bool,
    /// The slot that the game comes from.
    pub slot: Option<usize>,
    /// Whose game it is.
    pub by: By,
    /// The file that was asked for.
    pub file: Option<(PathBuf, Kind)>,
}

/// What became of a game when it was last written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// Where the game is kept so that it can be resumed, or why it is not; none if nobody
    /// wanted it.
    pub kept: Option<Result<PathBuf, String>>,
    /// The file that was asked for, and whether the game is in it.
    pub file: Option<SavedFile>,
}

/// What became of the file that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    /// The file.
    pub path: PathBuf,
    /// Why the game is not in it, if it is not.
    pub problem: Option<String>,
    /// Where the game is instead, if it can't be resumed either.
    pub rescued: Option<PathBuf>,
}

impl Saved {
    /// What could not be written and where the game is instead; none if all is well.
    pub fn problem(&self) -> Option<String> {
        self.problem_of("the game")
    }

    /// The same about a game that has to be named.
    pub(crate) fn problem_of(&self, game: &str) -> Option<String> {
        match &self.file {
            Some(SavedFile { path, problem: Some(problem), rescued }) => {
                let failed = format!("{game} could not be saved in {}: {problem}", path.display());
                Some(failed + &self.instead(rescued.as_deref()))
            }
            _ => match &self.kept {
                Some(Err(problem)) => Some(format!("{game} could not be kept: {problem}")),
                _ => None,
            },
        }
    }

    fn instead(&self, rescued: Option<&Path>) -> String {
        match (rescued, &self.kept) {
            (Some(path), _) => format!("; it is in {} instead", path.display()),
            (None, Some(Ok(path))) => format!(
                "; it is kept in {} instead, and obverse play --resume goes on with it",
                path.display()
            ),
            (None, Some(Err(problem))) => format!("; it could not be kept elsewhere: {problem}"),
            (None, None) => String::new(),
        }
    }

    /// Where a game is that was left unfinished, a sentence each.
    pub(crate) fn places(&self) -> Vec<String> {
        let file = self.file.as_ref().filter(|file| file.problem.is_none());
        let file = file.map(|file| format!("The game is saved in {}.", file.path.display()));
        let kept = match &self.kept {
            Some(Ok(_)) => {
                Some("The game is kept: obverse play --resume goes on with it.".to_owned())
            }
            // What was said when that began may be long gone from the screen.
            Some(Err(problem)) if self.file.is_none() => {
                Some(format!("The game is not kept: {problem}."))
            }
            _ => None,
        };
        file.into_iter().chain(kept).collect()
    }

    /// Whether the file that was asked for could not be written.
    pub fn is_file_missing(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.problem.is_some())
    }
}

/// Writes a game where it is wanted.
#[derive(Debug)]
pub(crate) struct Saver {
    wish: Wish,
    slot: Option<Slot>,
    /// The file that holds a game which could not be written where it was wanted.
    rescued: Option<PathBuf>,
}

impl Saver {
    pub(crate) fn new(wish: Wish) -> Saver {
        Saver { wish, slot: None, rescued: None }
    }

    /// Writes the game.
    pub(crate) fn save(&mut self, table: &Table, tree: Option<&Tree>) -> Saved {
        let file = self.wish.file.clone();
        let problem = file.as_ref().and_then(|(path, kind)| write(path, *kind, table, tree).err());
        let is_missing = problem.is_some();
        let is_kept = is_open(table) && (self.wish.keep || is_missing);
        let kept = is_kept.then(|| self.keep(table, tree));
        let is_safe = !is_missing || matches!(kept, Some(Ok(_)));
        let rescued = self.rescue(table, is_safe);
        // Only a game that is elsewhere, or that nobody goes on with, gives its slot up.
        if !is_kept && !matches!(rescued, Some(Err(_))) {
            self.clear();
        }
        let (kept, rescued) = match rescued {
            Some(Ok(path)) => (kept, Some(path)),
            Some(Err(problem)) => (Some(Err(problem)), None),
            None => (kept, None),
        };
        let file = file.map(|(path, _)| SavedFile { path, problem, rescued });
        Saved { kept, file }
    }

    /// Keeps the game so that it can be resumed.
    fn keep(&mut self, table: &Table, tree: Option<&Tree>) -> Result<PathBuf, String> {
        let keeper = self.wish.keeper.as_ref().ok_or("there is no folder for it")?;
        let slot = match self.slot.take() {
            Some(slot) => slot,
            // It may be taken from the game that has waited longest.
            None => keeper.slot(self.wish.slot, self.wish.by).map_err(|error| error.to_string())?,
        };
        let slot = self.slot.insert(slot);
        slot.save(table, tree, &self.wish.players, self.wish.by)
            .map_err(|error| error.to_string())?;
        Ok(slot.path().to_owned())
    }

    /// Nobody is to go on with the game.
    fn clear(&mut self) {
        // If it can't be removed it is offered once more, which harms nobody.
        if let Some(slot) = &self.slot {
            let _ = slot.clear();
        } else if let (Some(keeper), Some(slot)) = (&self.wish.keeper, self.wish.slot.take()) {
            // The game comes from there and is elsewhere now.
            keeper.discard(slot);
        }
    }

    /// Puts the game beside the kept ones where it is nowhere else, and takes it away from there
    /// once it is.
    fn rescue(&mut self, table: &Table, is_safe: bool) -> Option<Result<PathBuf, String>> {
        if is_safe || !has_moves(table) {
            if let Some(path) = self.rescued.take() {
                // A copy too many harms nobody.
                let _ = fs::remove_file(path);
            }
            return None;
        }
        let keeper = self.wish.keeper.as_ref();
        let written = to_text(&table.record(), Format::Ggf).map_err(|error| error.to_string());
        let rescued = written.and_then(|text| match (&self.rescued, keeper) {
            (Some(path), _) => match atomic::write(path, text) {
                Ok(()) => Ok(path.clone()),
                Err(error) => Err(format!("{}: {error}", path.display())),
            },
            (None, Some(keeper)) => {
                keeper.rescue(&text).map_err(|error: KeepError| error.to_string())
            }
            (None, None) => Err("there is no folder for it".to_owned()),
        });
        self.rescued = rescued.as_ref().ok().cloned().or(self.rescued.take());
        Some(rescued)
    }
}

fn write(path: &Path, kind: Kind, table: &Table, tree: Option<&Tree>) -> Result<(), String> {
    let record = match tree {
        Some(tree) if kind.holds_variations() => record(table, tree),
        _ => table.record(),
    };
    let bytes = kind.bytes(&record).map_err(|error| error.to_string())?;
    atomic::write(path, bytes).map_err(|error| error.to_string())
}

/// A game with its variations, for a format that holds them: its own moves have what the table
/// knows of them.
pub(crate) fn record(table: &Table, tree: &Tree) -> Record {
    let played = table.record();
    let mut record = tree.to_record();
    let own = record.game.moves();
    let same =
        own.iter().zip(played.game.moves()).take_while(|(own, played)| own == played).count();
    let is_whole = same == own.len() && same == played.game.moves().len();
    record
        .notes
        .resize_with(record.notes.len().max(same.min(played.notes.len())), Default::default);
    for (note, known) in record.notes.iter_mut().zip(&played.notes).take(same) {
        note.eval = known.eval.or(note.eval);
        note.time = known.time.or(note.time);
    }
    record.tags = Tags {
        comment: record.tags.comment.take(),
        // A result is the game's that was played to it.
        result: played.tags.result.filter(|_| is_whole),
        ..played.tags
    };
    record.time = played.time;
    record
}

fn has_moves(table: &Table) -> bool {
    table.game().ply() > 0 || !table.game().undone().is_empty()
}

/// Whether there is a game to go on with.
fn is_open(table: &Table) -> bool {
    has_moves(table) && !table.ending().is_some_and(Ending::is_decided)
}

/// A saver on a thread of its own: a slow disk does not hold up the screen.
#[derive(Debug)]
pub(crate) struct SavingThread {
    games: Sender<(Table, Tree)>,
    thread: JoinHandle<Saved>,
}

impl SavingThread {
    /// Starts the thread, which tells what became of each saving.
    pub(crate) fn start(saver: Saver, tell: impl Fn(Saved) + Send + 'static) -> SavingThread {
        let (games, inbox) = mpsc::channel();
        SavingThread { games, thread: thread::spawn(move || work(saver, &inbox, tell)) }
    }

    /// Writes the game soon.
    pub(crate) fn save(&self, table: Table, tree: Tree) {
        // A thread that panicked is found out when it is joined.
        let _ = self.games.send((table, tree));
    }

    /// Writes what is not written yet, and says what became of it.
    pub(crate) fn finish(self) -> Saved {
        drop(self.games);
        self.thread.join().unwrap_or_else(|_| Saved {
            kept: Some(Err("the program failed while it wrote the game".to_owned())),
            file: None,
        })
    }
}

fn work(mut saver: Saver, inbox: &Receiver<(Table, Tree)>, tell: impl Fn(Saved)) -> Saved {
    let mut saved = Saved::default();
    while let Ok(game) = inbox.recv() {
        // Where several wait only the latest matters.
        let (table, tree) = inbox.try_iter().last().unwrap_or(game);
        saved = saver.save(&table, Some(&tree));
        tell(saved.clone());
    }
    saved
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use obverse_players::{Decision, Terms};
    use obverse_rules::{Game, Move, Size};

    use super::*;

    fn table() -> Table {
        Table::new(Game::from_start(Size::EIGHT), Terms::default(), Default::default())
    }

    fn play(table: &mut Table, mv: &str) {
        table.answer(Ok(mv.parse::<Move>().unwrap().into()), Duration::ZERO);
    }

    fn saver(keeper: &Keeper, file: Option<PathBuf>) -> Saver {
        Saver::new(Wish {
            players: [Who::Human, Who::Human],
            keeper: Some(keeper.clone()),
            keep: true,
            slot: None,
            by: By::Person,
            file: file.map(|path| (path, Kind::Record(Format::Ggf))),
        })
    }

    #[test]
    fn a_game_with_nothing_to_keep_takes_nobodys_slot() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        let mut waiting = 0;
        loop {
            let mut table = table();
            play(&mut table, "f5");
            assert!(matches!(saver(&keeper, None).save(&table, None).kept, Some(Ok(_))));
            let now = keeper.waiting().len();
            if now == waiting {
                break;
            }
            waiting = now;
        }
        let mut saver = saver(&keeper, None);
        let mut table = table();
        assert_eq!(saver.save(&table, None).kept, None, "a game that has not begun");
        play(&mut table, "f5");
        table.answer(Ok(Decision::Resign), Duration::ZERO);
        assert_eq!(saver.save(&table, None).kept, None, "a game that is over");
        assert_eq!(keeper.waiting().len(), waiting);
    }

    #[test]
    fn a_decided_game_does_not_wait() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        let mut saver = saver(&keeper, None);
        let mut table = table();
        play(&mut table, "f5");
        let Some(Ok(kept)) = saver.save(&table, None).kept else { panic!("the game is kept") };
        table.answer(Ok(Decision::Resign), Duration::ZERO);
        assert_eq!(saver.save(&table, None), Saved::default());
        assert!(!kept.exists());
        // Taken back it waits again.
        table.take_back().unwrap();
        assert_eq!(saver.save(&table, None).kept, Some(Ok(kept)));
        drop(saver);
        assert_eq!(keeper.waiting().len(), 1);
    }

    #[test]
    fn wherever_the_game_is_only_there_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path().join("state"));
        let target = folder.path().join("later");
        let mut saver = saver(&keeper, Some(target.join("game.ggf")));
        let mut table = table();
        play(&mut table, "f5");
        let saved = saver.save(&table, None);
        assert!(saved.is_file_missing() && matches!(saved.kept, Some(Ok(_))), "{saved:?}");
        table.answer(Ok(Decision::Resign), Duration::ZERO);
        let saved = saver.save(&table, None);
        let rescued = saved.file.unwrap().rescued.expect("a finished game is put elsewhere");
        assert!(rescued.exists() && saved.kept.is_none());
        // Taken back it waits again, and saved at last it is nowhere else.
        table.take_back().unwrap();
        let saved = saver.save(&table, None);
        assert!(!rescued.exists() && matches!(saved.kept, Some(Ok(_))), "{saved:?}");
        play(&mut table, "d3");
        table.answer(Ok(Decision::Resign), Duration::ZERO);
        let rescued = saver.save(&table, None).file.unwrap().rescued.unwrap();
        fs::create_dir(&target).unwrap();
        assert_eq!(saver.save(&table, None).problem(), None);
        assert!(!rescued.exists() && target.join("game.ggf").exists());
    }

    #[test]
    fn a_kept_game_goes_only_once_its_end_is_written_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path().join("state"));
        let mut saver = saver(&keeper, Some(folder.path().join("no/such/game.ggf")));
        let mut table = table();
        play(&mut table, "f5");
        let Some(Ok(kept)) = saver.save(&table, None).kept else { panic!("the game is kept") };
        // No folder can be made in a file: from here on there is nowhere else to put the game.
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        saver.wish.keeper = Some(Keeper::new(file.join("state")));
        table.answer(Ok(Decision::Resign), Duration::ZERO);
        let saved = saver.save(&table, None);
        assert!(saved.is_file_missing() && matches!(saved.kept, Some(Err(_))), "{saved:?}");
        assert!(kept.exists(), "the game as it was before its end");
        // Once the game is elsewhere it waits no longer.
        saver.wish.keeper = Some(keeper);
        let rescued = saver.save(&table, None).file.unwrap().rescued.unwrap();
        assert!(rescued.exists() && !kept.exists());
    }

    #[test]
    fn a_thread_writes_the_latest_before_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path());
        let thread = SavingThread::start(saver(&keeper, None), |_| {});
        let mut table = table();
        for mv in ["f5", "d6", "c3", "d3"] {
            play(&mut table, mv);
            thread.save(table.clone(), Tree::from_start(Size::EIGHT));
        }
        assert!(matches!(thread.finish().kept, Some(Ok(_))));
        assert_eq!(keeper.waiting()[0].game.ply(), 4);
    }
}
