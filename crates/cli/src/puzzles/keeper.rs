//! Where a person's rating and what is due are kept: in the library, where the program has one.

#[cfg(feature = "library")]
mod in_library {
    use std::path::Path;

    use anyhow::{Context, Result};
    use obverse_library::Library;
    use obverse_study::{Attempt, Progress, Puzzle};

    /// The library, opened.
    pub(crate) struct Keeper(Library);

    impl Keeper {
        pub(crate) fn open(given: Option<&Path>) -> Result<Keeper> {
            let path = crate::library::path(given)?;
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)
                    .with_context(|| format!("making the folder {}", folder.display()))?;
            }
            Ok(Keeper(Library::open(&path)?))
        }

        pub(crate) fn progress(&self) -> Result<Progress> {
            Ok(self.0.progress()?)
        }

        pub(crate) fn puzzles(&self) -> Result<Vec<Puzzle>> {
            Ok(self.0.puzzles()?)
        }

        pub(crate) fn keep(&mut self, attempt: &Attempt) -> Result<()> {
            Ok(self.0.keep_attempt(attempt)?)
        }
    }
}

/// A program without a library keeps nothing, and says so.
#[cfg(not(feature = "library"))]
mod nowhere {
    use std::path::Path;

    use anyhow::{Result, ensure};
    use obverse_study::{Attempt, Progress, Puzzle};

    pub(crate) struct Keeper;

    impl Keeper {
        pub(crate) fn open(given: Option<&Path>) -> Result<Keeper> {
            ensure!(given.is_none(), "this program was built without a library");
            eprintln!("obverse: built without a library: your rating is not kept");
            Ok(Keeper)
        }

        #[expect(clippy::unnecessary_wraps, reason = "a library may fail")]
        #[expect(clippy::unused_self, reason = "a library has it")]
        pub(crate) fn progress(&self) -> Result<Progress> {
            Ok(Progress::default())
        }

        #[expect(clippy::unnecessary_wraps, reason = "a library may fail")]
        #[expect(clippy::unused_self, reason = "a library has some")]
        pub(crate) fn puzzles(&self) -> Result<Vec<Puzzle>> {
            Ok(Vec::new())
        }

        #[expect(clippy::unnecessary_wraps, reason = "a library may fail")]
        #[expect(clippy::unused_self, reason = "a library keeps it")]
        pub(crate) fn keep(&mut self, _attempt: &Attempt) -> Result<()> {
            Ok(())
        }
    }
}

#[cfg(feature = "library")]
pub(super) use in_library::Keeper;
#[cfg(not(feature = "library"))]
pub(super) use nowhere::Keeper;
