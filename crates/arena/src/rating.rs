//! Elo ratings of many players from the games between them.
//!
//! The ratings are the most likely ones under the logistic model with a draw as half a win and
//! half a loss, after one drawn pair of games is added between every two who met: without that,
//! whoever won every game would have no finite rating. Errors come from the curvature of the
//! likelihood, relative to the mean of all.

use crate::linear;

/// The games between two players, counted for the first of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// The index of the one.
    pub first: usize,
    /// The index of the other.
    pub second: usize,
    /// Games played.
    pub games: f64,
    /// Points of the first: a win counts one, a draw a half.
    pub points: f64,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo, with a mean of zero over all.
    pub elo: f64,
    /// The half-width of the 95 % interval.
    pub error: f64,
}

/// Drawn games added to every encounter.
const PRIOR_DRAWS: f64 = 1.0;

/// Elo points in one unit of the natural logistic scale.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of so many players.
///
/// Players who are not connected by games with each other have ratings that can't be compared;
/// each such group has a mean of its own.
pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let mut strength = vec![0.0_f64; players];
    // Newton's method on a concave function, damped: a step never exceeds one unit.
    for _ in 0..500 {
        let (gradient, information) = slopes(&strength, encounters);
        let step = linear::solve(information, gradient);
        let largest = step.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
        let damping = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        for (value, change) in strength.iter_mut().zip(&step) {
            *value += damping * change;
        }
        if largest < 1e-10 {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / players.max(1) as f64;
    let (_, information) = slopes(&strength, encounters);
    (0..players)
        .map(|player| {
            let unit = (0..players).map(|at| f64::from(u8::from(at == player))).collect();
            let variance = linear::solve(information.clone(), unit)[player] - 1.0 / players as f64;
            Rating {
                elo: (strength[player] - mean) * ELO_PER_UNIT,
                error: crate::normal::TWO_SIDED_95 * variance.max(0.0).sqrt() * ELO_PER_UNIT,
            }
        })
        .collect()
}

/// The gradient of the log-likelihood and its information matrix. The information of the mean,
/// of which games say nothing, is set so that the mean stays where it is.
fn slopes(strength: &[f64], encounters: &[Encounter]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strength.len();
    let mut gradient = vec![0.0; players];
    let anchor = 1.0 / players.max(1) as f64;
    let mut information = vec![vec![anchor; players]; players];
    for encounter in encounters {
        let Encounter { first, second, .. } = *encounter;
        let games = encounter.games + PRIOR_DRAWS;
        let points = encounter.points + PRIOR_DRAWS / 2.0;
        let expected = 1.0 / (1.0 + (strength[second] - strength[first]).exp());
        gradient[first] += points - games * expected;
        gradient[second] -= points - games * expected;
        let weight = games * expected * (1.0 - expected);
        information[first][first] += weight;
        information[second][second] += weight;
        information[first][second] -= weight;
        information[second][first] -= weight;
    }
    (gradient, information)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(first: usize, second: usize, games: f64, points: f64) -> Encounter {
        Encounter { first, second, games, points }
    }

    #[test]
    fn two_players() {
        // 74.5 of 99 games and the added draw make 75 of 100: 400·log10(3) = 190.85 Elo apart.
        let found = ratings(2, &[met(0, 1, 99.0, 74.5)]);
        assert!((found[0].elo - 95.4243).abs() < 1e-3, "{found:?}");
        assert!((found[1].elo + 95.4243).abs() < 1e-3);
        // The difference has the variance 1 / (100 · 0.75 · 0.25) = 4/75, each half of it about
        // the mean: √(4/75) / 2 · 1.96 · 173.718 = 39.31.
        assert!((found[0].error - 39.31).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn a_chain_adds_up() {
        // 0 beats 1 by 75 %, 1 beats 2 by 75 %, 0 and 2 never met: 190.85 each.
        let found = ratings(3, &[met(0, 1, 99.0, 74.5), met(1, 2, 99.0, 74.5)]);
        assert!((found[0].elo - 190.8485).abs() < 1e-3, "{found:?}");
        assert!(found[1].elo.abs() < 1e-6);
        assert!((found[2].elo + 190.8485).abs() < 1e-3);
        assert!(found[1].error < found[0].error);
    }

    #[test]
    fn whoever_wins_all_has_a_finite_rating() {
        // 19 of 19 and the draw: 19.5 of 20, 400·log10(39) = 636.43 apart.
        let found = ratings(2, &[met(0, 1, 19.0, 19.0)]);
        assert!((found[0].elo - found[1].elo - 636.43).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn groups_that_never_met_and_players_without_games() {
        let found = ratings(5, &[met(0, 1, 10.0, 7.0), met(2, 3, 10.0, 5.0)]);
        assert!(found.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()));
        assert!(found[0].elo > found[1].elo);
        assert!((found[2].elo - found[3].elo).abs() < 1e-6);
        assert!(ratings(0, &[]).is_empty());
    }

    #[test]
    fn the_ratings_give_back_the_points() {
        // At the maximum the expected points of everybody are the points made.
        let encounters = [met(0, 1, 40.0, 25.0), met(0, 2, 40.0, 33.0), met(1, 2, 40.0, 22.5)];
        let found = ratings(3, &encounters);
        for player in 0..3 {
            let mut difference = 0.0;
            for e in &encounters {
                let expected = crate::score_from_elo(found[e.first].elo - found[e.second].elo);
                let excess = e.points + 0.5 - (e.games + 1.0) * expected;
                if e.first == player {
                    difference += excess;
                } else if e.second == player {
                    difference -= excess;
                }
            }
            assert!(difference.abs() < 1e-6, "{player}: {difference}");
        }
    }
}
