//! Selectivity: how sure the cuts of multi-ProbCut have to be.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::params::CONFIDENCES;
use crate::value::Value;

/// How sure the cuts of a selective search are: a step of the sweep from quick and selective to
/// slow and exact.
///
/// ```
/// use obverse_engine::Confidence;
///
/// // The search knows a few steps: a number between two of them means the surer one.
/// assert_eq!(Confidence::at_least(90), "95".parse());
/// assert_eq!(Confidence::at_least(100), Ok(Confidence::FULL));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u8);

/// A number that is no confidence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a confidence: write per cent from 1 to 100, where 100 is full width")]
pub struct ConfidenceError(String);

impl Confidence {
    /// The most selective search.
    pub(crate) const LOWEST: Confidence = Confidence(0);
    /// Full width: no cut is made that is not proven.
    pub const FULL: Confidence = Confidence(5);

    /// The least sure step that is at least so sure, in per cent.
    pub fn at_least(percent: u8) -> Result<Confidence, ConfidenceError> {
        let step = CONFIDENCES.iter().position(|&(known, _)| known >= percent);
        let step = step.filter(|_| percent > 0);
        step.map(|step| Confidence(step as u8)).ok_or_else(|| ConfidenceError(percent.to_string()))
    }

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
    pub const fn percent(self) -> u8 {
        CONFIDENCES[self.0 as usize].0
    }

    /// How far a cut must be from the bound, given the standard deviation of the estimate.
    #[inline]
    pub(crate) fn margin(self, deviation: Value) -> Value {
        Value::parts(deviation.in_parts() * CONFIDENCES[self.0 as usize].1 / 64)
    }
}

impl FromStr for Confidence {
    type Err = ConfidenceError;

    fn from_str(text: &str) -> Result<Confidence, ConfidenceError> {
        let number = text.trim().trim_end_matches('%').trim_end();
        let error = || ConfidenceError(text.trim().chars().take(20).collect());
        number.parse().ok().and_then(|it| Confidence::at_least(it).ok()).ok_or_else(error)
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.percent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confidence_is_met_by_the_nearest_step_that_is_as_sure() {
        for percent in 1..=100 {
            let found = Confidence::at_least(percent).unwrap();
            assert!(found.percent() >= percent);
            let less = found.index().checked_sub(1).map(Confidence::from_index);
            assert!(less.is_none_or(|less| less.percent() < percent), "{percent}");
            assert_eq!(percent.to_string().parse(), Ok(found));
        }
    }

    #[test]
    fn what_is_no_confidence_is_refused() {
        for text in ["0", "101", "256", "-5", "", "sure", "7.5"] {
            assert!(text.parse::<Confidence>().is_err(), "{text}");
        }
        assert_eq!("98 %".parse::<Confidence>().unwrap().to_string(), "98%");
    }
}
