//! Puzzles for the full screen: those of the program and of the library, with the person's rating.

use anyhow::Result;
use obverse_study::{Attempt, Progress, Puzzle, shipped_puzzles};
use obverse_tui::app::PuzzleShelf;

use super::keeper::Keeper;

/// The library, opened once puzzles are asked for.
#[derive(Default)]
pub(crate) struct Shelf(Option<Keeper>);

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shelf").finish_non_exhaustive()
    }
}

impl Shelf {
    fn find(&mut self) -> Result<(Vec<Puzzle>, Progress)> {
        let keeper = match &mut self.0 {
            Some(keeper) => keeper,
            none => none.insert(Keeper::open(None)?),
        };
        let mut puzzles = shipped_puzzles().to_vec();
        let known: Vec<_> = puzzles.iter().map(Puzzle::id).collect();
        let mine = keeper.puzzles()?;
        puzzles.extend(mine.into_iter().filter(|puzzle| !known.contains(&puzzle.id())));
        Ok((puzzles, keeper.progress()?))
    }
}

impl PuzzleShelf for Shelf {
    fn open(&mut self) -> Result<(Vec<Puzzle>, Progress), String> {
        self.find().map_err(|error| format!("{error:#}"))
    }

    fn keep(&mut self, attempt: &Attempt) -> Result<(), String> {
        let keeper = self.0.as_mut().ok_or("the library is not open")?;
        keeper.keep(attempt).map_err(|error| format!("{error:#}"))
    }
}
