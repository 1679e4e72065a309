//! How strong a person is at puzzles: Glicko-2.
//!
//! Mark E. Glickman, *Example of the Glicko-2 system*, 2013 (glicko.net/glicko/glicko2.pdf). The
//! numbers of the steps are those of the paper. A rating period is one puzzle, as it is common where
//! a rating is shown after every game.

use serde::{Deserialize, Serialize};

/// A rating, how sure it is, and how erratic the player is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Glicko {
    /// The rating, on the scale of the levels' Elo.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How much it is expected to change; 0.06 at first.
    pub volatility: f64,
}

/// An opponent, here a puzzle, and how the game went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// The opponent's rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// 1 for a win, 0 for a loss.
    pub score: f64,
}

/// From Elo's scale to Glickman's.
const SCALE: f64 = 173.7178;
/// τ: how much the volatility changes.
const CONSTRAINT: f64 = 0.5;
/// No deviation is greater: that of somebody nothing is known of.
const MOST_DEVIATION: f64 = 350.0;
/// The deviation of somebody new. Glickman's 350 is for people of whom nothing is known; with one puzzle a
/// period it lets a first missed easy puzzle cost 613 points. The change by one puzzle is at most
/// deviation² / 174, so 230 points here, and puzzles follow that are as hard as the new rating.
const FIRST_DEVIATION: f64 = 200.0;

impl Default for Glicko {
    /// Nothing is known yet: about the level of an occasional player.
    fn default() -> Glicko {
        Glicko { rating: 800.0, deviation: FIRST_DEVIATION, volatility: 0.06 }
    }
}

impl Glicko {
    /// The rating after the games of one period.
    #[must_use]
    pub fn after(&self, games: &[Played]) -> Glicko {
        if games.is_empty() {
            return self.idle(1.0);
        }
        // Step 2. The origin of the scale does not matter: only differences are used.
        let (phi, sigma) = (self.deviation / SCALE, self.volatility);
        // Steps 3 and 4.
        let (mut information, mut surprise) = (0.0, 0.0);
        for game in games {
            let weight = g(game.deviation / SCALE);
            let expected = expected((self.rating - game.rating) / SCALE, weight);
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (game.score - expected);
        }
        let variance = 1.0 / information;
        let delta = variance * surprise;
        // Steps 5 to 7.
        let volatility = new_volatility(phi, sigma, variance, delta);
        let before = phi.hypot(volatility);
        let after = 1.0 / (1.0 / (before * before) + 1.0 / variance).sqrt();
        // Step 8.
        Glicko {
            rating: self.rating + SCALE * after * after * surprise,
            deviation: (SCALE * after).min(MOST_DEVIATION),
            volatility,
        }
    }

    /// The rating after so many periods without a game: no other, but less sure.
    #[must_use]
    pub fn idle(&self, periods: f64) -> Glicko {
        let phi = self.deviation / SCALE;
        let grown = (phi * phi + periods.max(0.0) * self.volatility * self.volatility).sqrt();
        Glicko { deviation: (SCALE * grown).min(MOST_DEVIATION), ..*self }
    }

    /// The chance to win against an opponent of this rating and deviation.
    pub fn chance(&self, rating: f64, deviation: f64) -> f64 {
        let both = self.deviation.hypot(deviation) / SCALE;
        expected((self.rating - rating) / SCALE, g(both))
    }
}

fn g(phi: f64) -> f64 {
    use std::f64::consts::PI;
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

fn expected(difference: f64, weight: f64) -> f64 {
    1.0 / (1.0 + (-weight * difference).exp())
}

/// Step 5: the zero of a function, by the Illinois algorithm.
fn new_volatility(phi: f64, sigma: f64, variance: f64, delta: f64) -> f64 {
    const CLOSE: f64 = 0.000001;
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + variance + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (CONSTRAINT * CONSTRAINT)
    };
    let mut low = a;
    let square = delta * delta - phi * phi - variance;
    let mut high = if square > 0.0 {
        square.ln()
    } else {
        let steps = (1..).map(|k| a - f64::from(k) * CONSTRAINT);
        steps.take(100).find(|&x| f(x) >= 0.0).unwrap_or(a)
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    // It converges in a few steps; the limit is for numbers that are none.
    for _ in 0..100 {
        if (high - low).abs() <= CLOSE {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = f(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} and not {expected}");
    }

    /// The worked example of the paper.
    #[test]
    fn the_example_of_the_paper() {
        let player = Glicko { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
            .map(|(rating, deviation, score)| Played { rating, deviation, score });
        let after = player.after(&games);
        is_near(after.rating, 1464.06, 0.01);
        is_near(after.deviation, 151.52, 0.01);
        is_near(after.volatility, 0.05999, 0.00001);
    }

    /// Step 6 of the paper, for a player who does not compete.
    #[test]
    fn who_does_not_play_is_less_sure() {
        let player = Glicko { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let after = player.after(&[]);
        is_near(after.deviation, (200f64.powi(2) + (0.06 * SCALE).powi(2)).sqrt(), 0.001);
        assert_eq!((after.rating, after.volatility), (1500.0, 0.06));
        assert!(player.idle(1e9).deviation <= MOST_DEVIATION);
    }

    #[test]
    fn any_run_of_results_keeps_the_numbers_sensible() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let mut player = Glicko::default();
            for _ in 0..100 {
                let score = f64::from(random.u8(..2));
                let rating = f64::from(random.i32(-2000..=5000));
                let deviation = f64::from(random.i32(0..=2000));
                let after = player.after(&[Played { rating, deviation, score }]);
                let rose = after.rating - player.rating;
                assert!(if score > 0.5 { rose >= 0.0 } else { rose <= 0.0 }, "{player:?}");
                assert!((10.0..=MOST_DEVIATION).contains(&after.deviation), "{after:?}");
                assert!((0.01..1.0).contains(&after.volatility), "{after:?}");
                player = after;
            }
        }
    }

    #[test]
    fn the_chance_is_a_half_against_an_equal_and_grows() {
        let player = Glicko::default();
        is_near(player.chance(player.rating, 60.0), 0.5, 1e-9);
        assert!(player.chance(player.rating - 300.0, 60.0) > 0.7);
        assert!(player.chance(player.rating + 300.0, 60.0) < 0.3);
    }
}
