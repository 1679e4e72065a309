//! Least squares over a few terms.

use obverse_arena::linear;

/// Sums of products, from which both the regression and correlations follow.
pub(crate) struct Moments<const N: usize> {
    pub(crate) count: f64,
    products: [[f64; N]; N],
    with_result: [f64; N],
    result_square: f64,
}

impl<const N: usize> Default for Moments<N> {
    fn default() -> Moments<N> {
        Moments { count: 0.0, products: [[0.0; N]; N], with_result: [0.0; N], result_square: 0.0 }
    }
}

impl<const N: usize> Moments<N> {
    pub(crate) fn add(&mut self, terms: &[f64; N], result: f64) {
        self.count += 1.0;
        self.result_square += result * result;
        for i in 0..N {
            self.with_result[i] += terms[i] * result;
            for j in 0..N {
                self.products[i][j] += terms[i] * terms[j];
            }
        }
    }

    /// The coefficients that explain the results best. The ridge holds terms at zero that hardly
    /// occur, as if each had occurred once in so many more positions without any result.
    pub(crate) fn solve(&self, ridge: f64) -> [f64; N] {
        let mut matrix = self.products.map(Vec::from).to_vec();
        for (i, row) in matrix.iter_mut().enumerate() {
            // A term that never occurs gets the coefficient zero.
            row[i] += ridge + 1e-9;
        }
        let solution = linear::solve(matrix, self.with_result.to_vec());
        solution.try_into().expect("as many as there are terms")
    }

    /// How well these weights explain the results. Both sides are treated alike, so all means are
    /// zero.
    pub(crate) fn correlation(&self, coefficients: &[f64; N]) -> f64 {
        let with: f64 = (0..N).map(|i| coefficients[i] * self.with_result[i]).sum();
        let square: f64 = (0..N)
            .flat_map(|i| (0..N).map(move |j| (i, j)))
            .map(|(i, j)| coefficients[i] * coefficients[j] * self.products[i][j])
            .sum();
        with / (square * self.result_square).sqrt().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_found_and_terms_that_never_occur_are_zero() {
        let mut sums = Moments::<4>::default();
        let mut random = crate::Random::new(1, 1);
        for _ in 0..1000 {
            let [a, b] = [random.unit(), random.unit()].map(|unit| f64::from(unit) - 0.5);
            // The third term is nearly the sum of the others, the fourth is never there.
            let terms = [a, b, a + b + f64::from(random.unit()) / 100.0, 0.0];
            sums.add(&terms, 3.0 * terms[0] - 2.0 * terms[1] + 0.5 * terms[2]);
        }
        for (found, wanted) in sums.solve(0.0).into_iter().zip([3.0, -2.0, 0.5, 0.0]) {
            assert!((found - wanted).abs() < 1e-3, "{found} for {wanted}");
        }
        assert!(sums.correlation(&[3.0, -2.0, 0.5, 0.0]) > 0.9999);
        // A strong ridge holds all of them near zero.
        assert!(sums.solve(1e9).iter().all(|value| value.abs() < 1e-3));
    }
}
