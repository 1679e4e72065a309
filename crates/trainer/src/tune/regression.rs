//! Least squares over a few terms.

/// How often every coefficient is improved.
const SWEEPS: usize = 4000;

/// Sums of products, from which both the regression and correlations follow.
pub(super) struct Moments<const N: usize> {
    pub(super) count: f64,
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
    pub(super) fn add(&mut self, terms: &[f64; N], result: f64) {
        self.count += 1.0;
        self.result_square += result * result;
        for i in 0..N {
            self.with_result[i] += terms[i] * result;
            for j in 0..N {
                self.products[i][j] += terms[i] * terms[j];
            }
        }
    }

    /// The sums of both.
    pub(super) fn join(&mut self, other: &Moments<N>) {
        self.count += other.count;
        self.result_square += other.result_square;
        for i in 0..N {
            self.with_result[i] += other.with_result[i];
            for j in 0..N {
                self.products[i][j] += other.products[i][j];
            }
        }
    }

    /// The worth of the terms that explains the results best, by Gauss–Seidel iteration. The ridge
    /// holds terms at zero that hardly occur, as if each had occurred once in so many more
    /// positions without any result.
    pub(super) fn solve(&self, ridge: f64) -> [f64; N] {
        let mut worth = [0.0; N];
        for _ in 0..SWEEPS {
            for i in 0..N {
                let others: f64 =
                    (0..N).filter(|&j| j != i).map(|j| self.products[i][j] * worth[j]).sum();
                let own = self.products[i][i] + ridge + 1e-9;
                worth[i] = (self.with_result[i] - others) / own;
            }
        }
        worth
    }

    /// How well these weights explain the results. Both sides are treated alike, so all means are
    /// zero.
    pub(super) fn correlation(&self, worth: &[f64; N]) -> f64 {
        let with: f64 = (0..N).map(|i| worth[i] * self.with_result[i]).sum();
        let square: f64 = (0..N)
            .flat_map(|i| (0..N).map(move |j| (i, j)))
            .map(|(i, j)| worth[i] * worth[j] * self.products[i][j])
            .sum();
        with / (square * self.result_square).sqrt().max(1e-9)
    }
}
