//! The openings of a contest, made as they are needed.

use std::fmt;
use std::sync::{PoisonError, RwLock};

use crate::{Opening, OpeningError};

/// The openings of a contest. A match of any length begins at once and needs memory for the
/// openings of the games that were played, not for all that are scheduled.
pub struct OpeningList {
    made: RwLock<Vec<Opening>>,
    /// How many different openings the contest needs.
    wanted: usize,
    make: Box<Make>,
}

/// Makes so many openings; asked for more, it makes the same ones first.
type Make = dyn Fn(usize) -> Result<Vec<Opening>, OpeningError> + Send + Sync;

/// How many openings are made at first. Most matches need no more.
const FIRST: usize = 4096;

impl OpeningList {
    /// These openings, over and over; there must be one at least.
    pub fn fixed(openings: Vec<Opening>) -> OpeningList {
        let wanted = openings.len();
        OpeningList { made: openings.into(), wanted, make: Box::new(|_| Ok(Vec::new())) }
    }

    /// So many openings, more and more of them as they are needed. The function makes as many as
    /// it is told; asked for more, it makes the same ones first.
    pub fn growing(
        wanted: usize,
        make: impl Fn(usize) -> Result<Vec<Opening>, OpeningError> + Send + Sync + 'static,
    ) -> Result<OpeningList, OpeningError> {
        let made = make(wanted.clamp(1, FIRST))?;
        Ok(OpeningList { made: made.into(), wanted, make: Box::new(make) })
    }

    /// The openings that have been made so far.
    pub fn made(&self) -> Vec<Opening> {
        self.made.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The opening with this number, from 0. After the last the first comes again.
    pub fn get(&self, number: usize) -> Opening {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        if number < made.len() || made.len() >= self.wanted {
            return made[number % made.len()].clone();
        }
        drop(made);
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        while number >= made.len() && made.len() < self.wanted {
            let count = made.len().saturating_mul(2).min(self.wanted);
            let more = (self.make)(count).unwrap_or_default();
            if more.len() <= made.len() {
                break;
            }
            let new = more.into_iter().skip(made.len());
            made.extend(new);
        }
        made[number % made.len()].clone()
    }
}

impl fmt::Debug for OpeningList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpeningList").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use obverse_rules::Size;

    use super::*;

    fn random(count: usize) -> Result<Vec<Opening>, OpeningError> {
        Opening::random(8, Size::EIGHT, count, 7)
    }

    #[test]
    fn openings_are_made_when_they_are_needed_and_are_the_same() {
        let list = OpeningList::growing(usize::MAX, random).unwrap();
        let all = random(3 * FIRST).unwrap();
        assert_eq!(list.made().len(), FIRST);
        for number in [0, FIRST - 1, 2 * FIRST + 5, 3 * FIRST - 1, 7] {
            assert_eq!(list.get(number), all[number], "{number}");
        }
        assert_eq!(list.made().len(), 4 * FIRST);
    }

    #[test]
    fn no_more_openings_are_made_than_are_wanted() {
        let list = OpeningList::growing(3, random).unwrap();
        assert_eq!(list.get(4), list.get(1));
        assert_eq!(list.made().len(), 3);
        let fixed = OpeningList::fixed(random(2).unwrap());
        assert_eq!(fixed.get(5), fixed.get(1));
        assert!(OpeningList::growing(1, |_| Opening::random(60, Size::EIGHT, 1, 1)).is_err());
    }
}
