//! How far a shallow search is from a deep one, for `ProbCut`.
//!
//! Mean and standard deviation are sums of simple terms, whose coefficients are fitted to pairs of
//! searches with the very weights they belong to, and stored with them.

/// How many coefficients of the standard deviation there are.
pub const ERROR_TERMS: usize = 10;
/// How many coefficients of the mean there are.
pub const MEAN_TERMS: usize = 3;
/// The first terms, which say nothing of the moves there are: those of older weights.
const PLAIN_TERMS: usize = 7;

/// How the value of a deep search is spread around that of a shallow one: its mean and its
/// standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    deviation: [f32; ERROR_TERMS],
    mean: [f32; MEAN_TERMS],
}

/// No search is trusted more than this, in discs.
const LEAST: f32 = 0.5;
/// No search is trusted less than this, in discs.
const MOST: f32 = 16.0;
/// Moves in an ordinary position, of the side that has fewer.
const USUAL_MOVES: u32 = 8;

impl ErrorModel {
    /// A model with these coefficients, those of the deviation first, if they are as many as there
    /// have to be and all finite. The first seven alone will do.
    pub fn new(coefficients: &[f32]) -> Option<ErrorModel> {
        if ![PLAIN_TERMS, ERROR_TERMS + MEAN_TERMS].contains(&coefficients.len())
            || !coefficients.iter().all(|value| value.is_finite())
        {
            return None;
        }
        let mut all = coefficients.iter().copied().chain(std::iter::repeat(0.0));
        let mut next = || all.next().expect("zeros without end");
        Some(ErrorModel {
            deviation: std::array::from_fn(|_| next()),
            mean: std::array::from_fn(|_| next()),
        })
    }

    /// The terms of the deviation: they depend on the empty squares, both depths, on whether the
    /// deep search solves the position, and on how many moves the side with fewer has: where
    /// somebody has little choice, a surprise is near.
    #[inline]
    pub fn terms(empties: u32, depth: u32, shallow: u32, moves: u32) -> [f32; ERROR_TERMS] {
        let late = (60 - empties.min(60)) as f32 / 60.0;
        let (deep, near) = (depth as f32 / 10.0, shallow as f32 / 10.0);
        let solved = if depth >= empties { 1.0 } else { 0.0 };
        let room = (moves as f32 - USUAL_MOVES as f32) / 10.0;
        let plain = [1.0, late, late * late, deep, near, (deep - near) * late, solved];
        let [a, b, c, d, e, f, g] = plain;
        [a, b, c, d, e, f, g, room, room * late, room * near]
    }

    /// The terms of the mean: the shallow search is an evaluation, looks an odd number of plies
    /// ahead, or an even one.
    #[inline]
    pub fn mean_terms(shallow: u32) -> [f32; MEAN_TERMS] {
        let kind = if shallow == 0 { 0 } else { 2 - shallow as usize % 2 };
        std::array::from_fn(|term| if term == kind { 1.0 } else { 0.0 })
    }

    /// The standard deviation in 1/128 disc.
    #[inline]
    pub fn deviation(&self, empties: u32, depth: u32, shallow: u32, moves: u32) -> i32 {
        let terms = ErrorModel::terms(empties, depth, shallow, moves);
        let sum: f32 = self.deviation.iter().zip(terms).map(|(weight, term)| weight * term).sum();
        in_steps(sum.clamp(LEAST, MOST))
    }

    /// By how much a deep search's value is above a shallow one's on average, in 1/128 disc.
    #[inline]
    pub fn mean(&self, shallow: u32) -> i32 {
        let terms = ErrorModel::mean_terms(shallow);
        let sum: f32 = self.mean.iter().zip(terms).map(|(weight, term)| weight * term).sum();
        in_steps(sum.clamp(-MOST, MOST))
    }

    /// By how many discs the score of a search misses the exact one: the standard deviation, as
    /// of a shallow search from one that goes to the end of the game.
    pub fn miss(&self, empties: u32, depth: u32) -> f32 {
        let deviation = self.deviation(empties, empties, depth.min(empties), USUAL_MOVES);
        deviation as f32 / super::weights::STEPS as f32
    }
}

/// Discs in 1/128 disc.
fn in_steps(discs: f32) -> i32 {
    (discs * super::weights::STEPS as f32) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_set_of_finite_coefficients_is_a_model() {
        assert!(ErrorModel::new(&[1.0; ERROR_TERMS + MEAN_TERMS - 1]).is_none());
        assert!(ErrorModel::new(&[f32::NAN; ERROR_TERMS + MEAN_TERMS]).is_none());
        let model = ErrorModel::new(&[3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]).unwrap();
        assert_eq!(model.deviation(30, 10, 4, 8), 3 * 128);
        assert_eq!(model.deviation(10, 10, 4, 8), 4 * 128);
        // Weights of before say nothing of moves and means.
        assert_eq!(model.deviation(30, 10, 4, 1), 3 * 128);
        assert_eq!(model.mean(4), 0);
    }

    #[test]
    fn few_moves_and_a_mean_count() {
        let mut coefficients = [0.0; ERROR_TERMS + MEAN_TERMS];
        (coefficients[0], coefficients[7]) = (3.0, -2.0);
        coefficients[ERROR_TERMS..].copy_from_slice(&[1.5, 0.5, 0.25]);
        let model = ErrorModel::new(&coefficients).unwrap();
        assert_eq!(model.deviation(30, 10, 4, 8), 3 * 128);
        assert_eq!(model.deviation(30, 10, 4, 3), 4 * 128);
        assert_eq!(model.deviation(30, 10, 4, 13), 2 * 128);
        assert_eq!([0, 1, 2, 3, 4].map(|shallow| model.mean(shallow)), [192, 64, 32, 64, 32]);
    }

    #[test]
    fn a_search_misses_the_exact_score_by_less_the_deeper_it_looks() {
        // 2 + 0.5·deep − 1·near, in tens of plies.
        let model = ErrorModel::new(&[2.0, 0.0, 0.0, 0.5, -1.0, 0.0, 0.0]).unwrap();
        assert!((model.miss(20, 0) - 3.0).abs() < 0.01);
        assert!((model.miss(20, 10) - 2.0).abs() < 0.01);
        // Nothing is deeper than the end of the game.
        assert!((model.miss(20, 40) - model.miss(20, 20)).abs() < f32::EPSILON);
    }

    #[test]
    fn deviations_stay_within_reason() {
        let model = ErrorModel::new(&[-100.0; PLAIN_TERMS]).unwrap();
        assert_eq!(model.deviation(0, 30, 0, 8), 64);
        let model = ErrorModel::new(&[100.0; PLAIN_TERMS]).unwrap();
        assert_eq!(model.deviation(0, 30, 0, 8), 16 * 128);
    }
}
