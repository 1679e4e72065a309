//! The normal distribution.

/// Half of the 95 % interval, in standard deviations.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The share of the standard normal distribution below `x`.
pub(crate) fn cumulative(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// The complementary error function, to about ten digits: the series near zero, the continued
/// fraction far from it (Abramowitz and Stegun, 7.1.6 and 7.1.14).
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    let scale = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.5 {
        let mut term = 2.0 * x;
        let mut sum = term;
        for n in 1..60 {
            term *= 2.0 * x * x / f64::from(2 * n + 1);
            sum += term;
        }
        1.0 - scale * sum
    } else {
        let mut fraction = x;
        for n in (1..60).rev() {
            fraction = x + f64::from(n) / 2.0 / fraction;
        }
        scale / fraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (1.959_963_984_540_054, 0.975),
            (3.0, 0.998_650_101_968_370),
            (-4.0, 3.167_124_183_311_99e-5),
            (6.0, 0.999_999_999_013_412),
        ] {
            let found = cumulative(x);
            assert!((found - expected).abs() < 1e-10, "{x}: {found} is not {expected}");
        }
        assert!(cumulative(50.0) >= 1.0 && cumulative(-50.0) <= 0.0);
    }
}
