//! Scores inside the search, typed: discs and parts of a disc are never mixed up.
//!
//! Both are from the view of the side to move, and both turn round with it: this is a negamax
//! search. A null window is named by its lower end `alpha`; it holds nothing, and a search of it
//! answers whether the score exceeds `alpha`.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use obverse_rules::kernel::final_score;

use crate::eval::weights::STEPS;

/// A score in 1/128 disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct Value(i32);

/// A score in whole discs: what a game that is played out comes to, or a bound of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct Discs(i32);

impl Value {
    /// An even game.
    pub(crate) const ZERO: Value = Value(0);
    /// One disc.
    pub(crate) const DISC: Value = Value(STEPS);
    /// Above every score on every board.
    pub(crate) const INFINITE: Value = Value::discs(1_000);

    /// So many discs.
    pub(crate) const fn discs(discs: i32) -> Value {
        Value(discs * STEPS)
    }

    /// So many parts of a disc, 1/128 each.
    #[inline]
    pub(crate) const fn parts(parts: i32) -> Value {
        Value(parts)
    }

    /// The number of parts, 1/128 disc each.
    #[inline]
    pub(crate) const fn in_parts(self) -> i32 {
        self.0
    }

    /// In discs, for people.
    pub(crate) fn in_discs(self) -> f32 {
        self.0 as f32 / STEPS as f32
    }

    /// The most whole discs that it is not below.
    #[inline]
    pub(crate) const fn floor(self) -> Discs {
        Discs(self.0.div_euclid(STEPS))
    }

    /// The fewest whole discs that it is not above.
    #[inline]
    pub(crate) const fn ceil(self) -> Discs {
        Discs(-(-self.0).div_euclid(STEPS))
    }

    /// The next higher score: the upper end of a null window.
    #[inline]
    pub(crate) const fn next(self) -> Value {
        Value(self.0 + 1)
    }

    /// The next lower score.
    #[inline]
    pub(crate) const fn previous(self) -> Value {
        Value(self.0 - 1)
    }

    /// One for a win, zero for a draw, minus one for a loss.
    pub(crate) const fn signum(self) -> i32 {
        self.0.signum()
    }
}

impl Discs {
    /// Below every score on every board.
    pub(crate) const LOWEST: Discs = Discs(-1_000);

    /// So many discs.
    #[inline]
    pub(crate) const fn new(discs: i32) -> Discs {
        Discs(discs)
    }

    /// The number of discs.
    #[inline]
    pub(crate) const fn get(self) -> i32 {
        self.0
    }

    /// The score of a game that has ended with so many discs of either side on a board of so many
    /// squares: the empty ones go to the winner.
    #[inline]
    pub(crate) const fn at_end(own: u32, theirs: u32, squares: u32) -> Discs {
        Discs(final_score(own, theirs, squares))
    }
}

impl From<Discs> for Value {
    #[inline]
    fn from(discs: Discs) -> Value {
        Value::discs(discs.0)
    }
}

/// What both kinds of score can do.
macro_rules! score {
    ($score:ident) => {
        impl $score {
            /// The lower end of a null window as the opponent sees it, to whom the window from
            /// `alpha` to `alpha + 1` is the one from `-alpha - 1` to `-alpha`.
            #[inline]
            pub(crate) const fn for_opponent(self) -> $score {
                $score(-self.0 - 1)
            }
        }

        impl Neg for $score {
            type Output = $score;

            #[inline]
            fn neg(self) -> $score {
                $score(-self.0)
            }
        }
    };
}

score!(Value);
score!(Discs);

impl Add for Value {
    type Output = Value;

    #[inline]
    fn add(self, other: Value) -> Value {
        Value(self.0 + other.0)
    }
}

impl Sub for Value {
    type Output = Value;

    #[inline]
    fn sub(self, other: Value) -> Value {
        Value(self.0 - other.0)
    }
}

impl Mul<i32> for Value {
    type Output = Value;

    #[inline]
    fn mul(self, factor: i32) -> Value {
        Value(self.0 * factor)
    }
}

impl AddAssign for Value {
    #[inline]
    fn add_assign(&mut self, other: Value) {
        *self = *self + other;
    }
}

impl SubAssign for Value {
    #[inline]
    fn sub_assign(&mut self, other: Value) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_discs_on_either_side_of_a_value() {
        for parts in -300..300 {
            let value = Value::parts(parts);
            let (floor, ceil) = (Value::from(value.floor()), Value::from(value.ceil()));
            assert!(floor <= value && value < floor + Value::DISC, "{parts}");
            assert!(ceil >= value && value > ceil - Value::DISC, "{parts}");
        }
    }

    #[test]
    fn the_empty_squares_go_to_the_winner() {
        assert_eq!(Discs::at_end(40, 20, 64), Discs::new(24));
        assert_eq!(Discs::at_end(0, 8, 36), Discs::new(-36));
        assert_eq!(Discs::at_end(30, 30, 64), Discs::new(0));
    }
}
