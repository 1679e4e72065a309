//! What reviews found, kept in the user's state folder by the game that they are about: whoever opens
//! the game again, from whatever file, has the review again.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use obverse_records::atomic;
use obverse_rules::kernel::mix;
use obverse_rules::{Game, Move};
use obverse_study::Review;
use serde::{Deserialize, Serialize};

/// The folder with the reviews.
#[derive(Clone, Debug)]
pub(crate) struct Reviews {
    folder: PathBuf,
}

/// The version that is written.
const VERSION: u32 = 1;

/// More reviews than this are not kept: the one that was written longest ago goes.
const MOST: usize = 200;

/// No review is longer, in bytes: a damaged file must not fill the memory.
const LONGEST: u64 = 16 << 20;

/// A review as it is written.
#[derive(Serialize, Deserialize)]
struct Page<R> {
    #[serde(rename = "obverse-review")]
    version: u32,
    review: R,
}

impl Reviews {
    /// Reviews in this folder, which need not exist yet.
    pub(crate) fn new(folder: impl Into<PathBuf>) -> Reviews {
        Reviews { folder: folder.into() }
    }

    /// What was found about a game, if it was reviewed. What can't be read is as good as none: the
    /// review is made again.
    pub(crate) fn find(&self, game: &Game) -> Option<Review> {
        let path = self.file(game);
        let length = fs::metadata(&path).ok()?.len();
        let bytes = fs::read(&path).ok().filter(|_| length <= LONGEST)?;
        let page: Page<Review> = serde_json::from_slice(&bytes).ok()?;
        (page.version == VERSION && is_same(page.review.game(), game)).then_some(page.review)
    }

    /// Keeps what was found, in the place of what was known of the same game.
    pub(crate) fn keep(&self, review: &Review) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let page = serde_json::to_vec(&Page { version: VERSION, review })?;
        atomic::write(self.file(review.game()), page)?;
        self.make_room();
        Ok(())
    }

    fn make_room(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let is_review = entry.path().extension().is_some_and(|ending| ending == "json");
                Some((entry.metadata().ok()?.modified().ok()?, entry.path())).filter(|_| is_review)
            })
            .collect();
        files.sort();
        for (_, path) in files.iter().take(files.len().saturating_sub(MOST)) {
            // One too many harms nobody.
            let _ = fs::remove_file(path);
        }
    }

    /// The file of a game. Two games may have the same one, but hardly ever do; a review says its game.
    fn file(&self, game: &Game) -> PathBuf {
        let size = game.start().size();
        // Not an index of any square.
        let pass = size.squares();
        let number = |mv: &Move| mv.square().map_or(pass, |square| square.index(size));
        let start = game.start().to_string();
        let numbers =
            start.bytes().map(u64::from).chain(game.moves().iter().map(|mv| number(mv) as u64));
        let hash = numbers.fold(0, mix);
        self.folder.join(format!("{hash:016x}.json"))
    }
}

/// Whether two games are the same moves from the same position.
fn is_same(one: &Game, two: &Game) -> bool {
    one.start() == two.start() && one.moves() == two.moves()
}

#[cfg(test)]
mod tests {
    use super::*;
    use obverse_engine::score::Kind;
    use obverse_engine::{Line, Score};
    use obverse_records::transcript;
    use obverse_rules::Size;
    use obverse_study::Plan;

    fn game(moves: &str) -> Game {
        transcript::parse(moves, Size::EIGHT).unwrap()
    }

    /// A review in which one question was answered.
    fn begun(moves: &str) -> Review {
        let mut review = Review::new(&game(moves), Plan::depth(4));
        let question = review.next().expect("there is something to ask");
        let best = question.position.moves().first().expect("there is a move");
        let score = Score { discs: 2.0, kind: Kind::Heuristic };
        review.answered(&question, &Line { moves: vec![best.into()], score, depth: 3 });
        review
    }

    #[test]
    fn a_review_is_found_by_its_game() {
        let folder = tempfile::tempdir().unwrap();
        let reviews = Reviews::new(folder.path().join("reviews"));
        assert_eq!(reviews.find(&game("f5d6c3")), None);
        let kept = begun("f5d6c3");
        reviews.keep(&kept).unwrap();
        reviews.keep(&begun("f5d6")).unwrap();
        assert_eq!(reviews.find(&game("f5d6c3")), Some(kept));
        assert_eq!(reviews.find(&game("f5f6")), None);
    }

    #[test]
    fn what_is_damaged_newer_or_of_another_game_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let reviews = Reviews::new(folder.path());
        reviews.keep(&begun("f5d6c3")).unwrap();
        let path = reviews.file(&game("f5d6c3"));
        let text = fs::read_to_string(&path).unwrap();
        let newer = text.replace("\"obverse-review\":1", "\"obverse-review\":2");
        assert_ne!(newer, text);
        for bad in ["", "{", &newer] {
            fs::write(&path, bad).unwrap();
            assert_eq!(reviews.find(&game("f5d6c3")), None, "{bad}");
        }
        fs::write(reviews.file(&game("f5f6")), text).unwrap();
        assert_eq!(reviews.find(&game("f5f6")), None);
    }

    #[test]
    fn the_oldest_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let reviews = Reviews::new(folder.path());
        let old = SystemTime::now() - std::time::Duration::from_secs(1000);
        for number in 0..MOST {
            let file = fs::File::create(folder.path().join(format!("{number}.json"))).unwrap();
            file.set_modified(if number == 7 { old } else { SystemTime::now() }).unwrap();
        }
        reviews.keep(&begun("f5d6c3")).unwrap();
        assert!(!folder.path().join("7.json").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST);
    }
}
