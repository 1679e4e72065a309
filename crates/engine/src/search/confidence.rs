//! How sure the cuts of a selective search are.

/// A step of the sweep from quick and selective to slow and exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Confidence(u8);

/// Each step: per cent, and the standard deviations that a cut must be sure by, in 1/64.
const STEPS: [(u8, i32); 6] = [(73, 70), (87, 96), (95, 125), (98, 149), (99, 165), (100, 0)];

impl Confidence {
    /// The most selective search.
    pub(crate) const LOWEST: Confidence = Confidence(0);
    /// No cut is made that is not proven; short of the end of the game late moves may still be
    /// looked at less deep.
    pub(crate) const FULL: Confidence = Confidence(5);

    /// The step with this number; the last one for any greater number.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Confidence {
        if index < 5 { Confidence(index) } else { Confidence::FULL }
    }

    /// The number of the step.
    #[inline]
    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    /// How sure, in per cent.
    pub(crate) const fn percent(self) -> u8 {
        STEPS[self.0 as usize].0
    }

    /// The standard deviations that a cut must be sure by, in 1/64.
    #[inline]
    pub(crate) const fn deviations(self) -> i32 {
        STEPS[self.0 as usize].1
    }
}
