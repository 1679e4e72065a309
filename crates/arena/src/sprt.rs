//! The sequential probability ratio test: a match that ends as soon as it has decided.
//!
//! It weighs two claims about the Elo difference, `elo0` and `elo1`. The likelihood of each is
//! that of the most likely distribution of the five results of a pair which has the mean that
//! the claim demands (the generalised test of Van den Bergh; the maximum is one root of a
//! rational function).

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::stats::{Tally, score_from_elo};

/// The two claims of a test, and how often it may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The claim that the first player is so many Elo better, to be rejected.
    pub elo0: f64,
    /// The claim that the first player is so many Elo better, to be accepted.
    pub elo1: f64,
    /// How often `elo1` is accepted though `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` is accepted though `elo1` is true.
    pub beta: f64,
}

/// Text that is no test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no test: write two Elo differences, the lower one first, such as 0,5")]
pub struct SprtError(String);

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo0` is accepted: the first player is not that much better.
    H0,
    /// `elo1` is accepted.
    H1,
    /// More games are needed.
    Undecided,
}

impl Verdict {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
            Verdict::Undecided => "undecided",
        }
    }
}

impl Sprt {
    /// A test of two claims with five per cent for either error.
    pub fn new(elo0: f64, elo1: f64) -> Option<Sprt> {
        (elo0 < elo1 && elo0.is_finite() && elo1.is_finite()).then_some(Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        })
    }

    /// Below the first bound `elo0` is accepted, above the second `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much more likely the pairs are under `elo1` than under `elo0`.
    pub fn llr(&self, tally: &Tally) -> f64 {
        llr(&tally.pairs, score_from_elo(self.elo0), score_from_elo(self.elo1))
    }

    /// What the pairs played so far say.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let (lower, upper) = self.bounds();
        let llr = self.llr(tally);
        if llr >= upper {
            Verdict::H1
        } else if llr <= lower {
            Verdict::H0
        } else {
            Verdict::Undecided
        }
    }
}

/// Reads `E0,E1`.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let parse = || {
            let (elo0, elo1) = text.split_once(',')?;
            Sprt::new(elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)
        };
        parse().ok_or_else(|| SprtError(text.chars().take(40).collect()))
    }
}

/// A result never seen still is possible: it counts as this many pairs.
const UNSEEN: f64 = 1e-3;

fn llr(pairs: &[u64; 5], score0: f64, score1: f64) -> f64 {
    if pairs.iter().sum::<u64>() == 0 {
        return 0.0;
    }
    let counts = pairs.map(|count| (count as f64).max(UNSEEN));
    log_likelihood(&counts, score1) - log_likelihood(&counts, score0)
}

/// The log-likelihood of the counts under the most likely distribution with this mean, up to a
/// term that does not depend on the mean.
///
/// With Lagrange's multiplier the probabilities are `n_i / (N (1 + θ (x_i − mean)))`; the mean
/// is right where `Σ n_i (x_i − mean) / (1 + θ (x_i − mean)) = 0`, which falls as θ rises.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let offsets: [f64; 5] = std::array::from_fn(|at| at as f64 / 4.0 - mean);
    let excess = |theta: f64| -> f64 {
        counts.iter().zip(offsets).map(|(n, offset)| n * offset / (1.0 + theta * offset)).sum()
    };
    // Every probability is positive between these two.
    let (mut low, mut high) = (-1.0 / offsets[4], -1.0 / offsets[0]);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    -counts.iter().zip(offsets).map(|(n, offset)| n * (1.0 + theta * offset).ln()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    #[test]
    fn bounds_of_five_per_cent() {
        // ln(0.95 / 0.05) = ln 19 = 2.944439.
        let (lower, upper) = Sprt::new(0.0, 5.0).unwrap().bounds();
        assert!((upper - 2.944439).abs() < 1e-6 && (lower + 2.944439).abs() < 1e-6);
    }

    #[test]
    fn pairs_that_are_all_won_or_all_lost() {
        // With two results only, the mean fixes both probabilities: the ratio is that of coins.
        // Elo 0 against 100: 0.5 against 1/(1 + 10^-0.25) = 0.640065.
        // 30 won, 10 lost: 30·ln(0.640065/0.5) + 10·ln(0.359935/0.5)
        //                = 30·0.246962 − 10·0.328685 = 4.12201.
        let sprt = Sprt::new(0.0, 100.0).unwrap();
        let llr = sprt.llr(&tally([10, 0, 0, 0, 30]));
        assert!((llr - 4.12201).abs() < 0.01, "{llr}");
        assert_eq!(sprt.verdict(&tally([10, 0, 0, 0, 30])), Verdict::H1);
        assert_eq!(sprt.verdict(&tally([30, 0, 0, 0, 10])), Verdict::H0);
        assert_eq!(sprt.verdict(&tally([2, 0, 0, 0, 3])), Verdict::Undecided);
    }

    #[test]
    fn close_to_the_normal_approximation_for_many_pairs() {
        // 1000 pairs, mean 0.51 by 40 more pairs of 1½ than of ½ points:
        // (s1 − s0)(2·mean − s0 − s1)·N / (2·variance), s0 = 0.5, s1 = score(5) = 0.507194.
        // Variance: (480·0.24² + 440·0.26² + 80·0.01²)/1000 … with 480 at 0.75 and 440 at 0.25:
        // mean = (480·0.75 + 80·0.5 + 440·0.25)/1000 = 0.51,
        // variance = (480·0.0576 + 80·0.0001 + 440·0.0676)/1000 = 0.0574.
        // 0.007194 · (1.02 − 1.007194) · 1000 / 0.1148 = 0.8025.
        let llr = Sprt::new(0.0, 5.0).unwrap().llr(&tally([0, 440, 80, 480, 0]));
        assert!((llr - 0.8025).abs() < 0.01, "{llr}");
    }

    #[test]
    fn symmetry() {
        // Seen by the other player the claims change sign and places.
        let pairs = [3, 11, 40, 17, 6];
        let mut reversed = pairs;
        reversed.reverse();
        let one = Sprt::new(-3.0, 8.0).unwrap().llr(&tally(pairs));
        let other = Sprt::new(-8.0, 3.0).unwrap().llr(&tally(reversed));
        assert!((one + other).abs() < 1e-6, "{one} {other}");
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert!(Sprt::new(0.0, 5.0).unwrap().llr(&tally([0; 5])).abs() <= 0.0);
    }

    #[test]
    fn reading() {
        assert_eq!("0,5".parse(), Ok(Sprt::new(0.0, 5.0).unwrap()));
        assert_eq!(" -3 , 1.5".parse(), Ok(Sprt::new(-3.0, 1.5).unwrap()));
        for bad in ["", "5", "5,0", "1,1", "a,b", "0,inf", "nan,1", "0,5,6"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
