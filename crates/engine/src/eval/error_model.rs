//! How far a shallow search is from a deep one, for `ProbCut`.
//!
//! The standard deviation is a sum of simple terms, whose coefficients are fitted to pairs of
//! searches with the very weights they belong to, and stored with them.

/// How many coefficients there are.
pub const ERROR_TERMS: usize = 7;

/// The deviation of a deep search's value from a shallow one's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    coefficients: [f32; ERROR_TERMS],
}

/// No search is trusted more than this, in discs.
const LEAST: f32 = 0.5;
/// No search is trusted less than this, in discs.
const MOST: f32 = 16.0;

impl ErrorModel {
    /// A model with these coefficients, if they are as many as there have to be and all finite.
    pub fn new(coefficients: &[f32]) -> Option<ErrorModel> {
        let coefficients = coefficients.try_into().ok()?;
        let model = ErrorModel { coefficients };
        model.coefficients.iter().all(|value| value.is_finite()).then_some(model)
    }

    /// The terms that are weighed: they depend on the empty squares, both depths, and on whether
    /// the deep search solves the position.
    #[inline]
    pub fn terms(empties: u32, depth: u32, shallow: u32) -> [f32; ERROR_TERMS] {
        let late = (60 - empties.min(60)) as f32 / 60.0;
        let (deep, near) = (depth as f32 / 10.0, shallow as f32 / 10.0);
        let solved = if depth >= empties { 1.0 } else { 0.0 };
        [1.0, late, late * late, deep, near, (deep - near) * late, solved]
    }

    /// The standard deviation in 1/128 disc.
    #[inline]
    pub fn deviation(&self, empties: u32, depth: u32, shallow: u32) -> i32 {
        let terms = ErrorModel::terms(empties, depth, shallow);
        let sum: f32 =
            self.coefficients.iter().zip(terms).map(|(weight, term)| weight * term).sum();
        (sum.clamp(LEAST, MOST) * super::weights::STEPS as f32) as i32
    }

    /// By how many discs the score of a search misses the exact one: the standard deviation, as
    /// of a shallow search from one that goes to the end of the game.
    pub fn miss(&self, empties: u32, depth: u32) -> f32 {
        let deviation = self.deviation(empties, empties, depth.min(empties));
        deviation as f32 / super::weights::STEPS as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_set_of_finite_coefficients_is_a_model() {
        assert!(ErrorModel::new(&[1.0; ERROR_TERMS - 1]).is_none());
        assert!(ErrorModel::new(&[f32::NAN; ERROR_TERMS]).is_none());
        let model = ErrorModel::new(&[3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]).unwrap();
        assert_eq!(model.deviation(30, 10, 4), 3 * 128);
        assert_eq!(model.deviation(10, 10, 4), 4 * 128);
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
        let model = ErrorModel::new(&[-100.0; ERROR_TERMS]).unwrap();
        assert_eq!(model.deviation(0, 30, 0), 64);
        let model = ErrorModel::new(&[100.0; ERROR_TERMS]).unwrap();
        assert_eq!(model.deviation(0, 30, 0), 16 * 128);
    }
}
