//! What a match says about two players: score, Elo with its error, likelihood of superiority.
//!
//! The two games of an opening, colours swapped, are one observation: an opening that favours a
//! colour gives each player a game, and that says nothing about the players. The spread of the
//! five possible results of a pair (the pentanomial) is therefore the honest measure of error;
//! games counted singly overstate it.

use obverse_players::Ending;
use obverse_rules::Color;

use crate::normal;

/// One game seen by the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Point {
    /// The first player lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The first player won.
    Win,
}

impl Point {
    /// What a game brought the player of this colour.
    pub fn of(ending: &Ending, color: Color) -> Point {
        match ending.winner() {
            None => Point::Draw,
            Some(winner) if winner == color => Point::Win,
            Some(_) => Point::Loss,
        }
    }

    /// Twice the points: 0, 1 or 2.
    fn halves(self) -> usize {
        match self {
            Point::Loss => 0,
            Point::Draw => 1,
            Point::Win => 2,
        }
    }
}

/// The games of a match counted, seen by the first player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by what the first player made of them: 0, ½, 1, 1½ or 2 points.
    pub pairs: [u64; 5],
    /// The sum of the scores of the games that were played out, in discs.
    pub discs: i64,
    /// How many games were played out, or adjudicated by an exact solve.
    pub played_out: u64,
}

impl Tally {
    /// Counts a game; `discs` is the first player's score where the game was played out.
    pub fn game(&mut self, point: Point, discs: Option<i32>) {
        match point {
            Point::Win => self.wins += 1,
            Point::Draw => self.draws += 1,
            Point::Loss => self.losses += 1,
        }
        if let Some(discs) = discs {
            self.discs += i64::from(discs);
            self.played_out += 1;
        }
    }

    /// Counts the two games of an opening as a pair, when both are over.
    pub fn pair(&mut self, first: Point, second: Point) {
        self.pairs[first.halves() + second.halves()] += 1;
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points a game, from 0 to 1; one half if no game was played.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The mean score of the games that were played out, in discs.
    pub fn mean_discs(&self) -> f64 {
        if self.played_out == 0 { 0.0 } else { self.discs as f64 / self.played_out as f64 }
    }

    /// The standard error of [`score`](Tally::score).
    ///
    /// It comes from the pairs, or from single games while there are fewer than two pairs. It is
    /// never less than it would be with one observation half a point off: results that are all
    /// alike do not prove that no other is possible.
    pub fn standard_error(&self) -> f64 {
        let games = self.games() as f64;
        let pairs: u64 = self.pairs.iter().sum();
        if pairs >= 2 {
            let variance = variance(&self.pairs).max(floor(pairs, 0.25));
            // A pair is two games: unpaired games at the end sharpen the mean a little.
            (variance * 2.0 / games).sqrt()
        } else if games > 0.0 {
            let single = [self.losses, self.draws, self.wins];
            (variance(&single).max(floor(self.games(), 0.5)) / games).sqrt()
        } else {
            0.5
        }
    }

    /// The score, half a point away from 0 and 1, which have no finite Elo: as for the error.
    fn cautious_score(&self) -> f64 {
        let margin = 0.5 / self.games().max(1) as f64;
        self.score().clamp(margin, 1.0 - margin)
    }

    /// Elo difference and the half-width of its 95 % interval.
    pub fn elo(&self) -> Elo {
        let score = self.cautious_score();
        Elo {
            difference: elo_from_score(score),
            error: normal::TWO_SIDED_95 * self.standard_error() * elo_slope(score),
        }
    }

    /// How likely it is that the first player is the stronger one, from 0 to 1.
    pub fn superiority(&self) -> f64 {
        normal::cumulative((self.cautious_score() - 0.5) / self.standard_error())
    }
}

/// A difference in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// How much stronger the first player is.
    pub difference: f64,
    /// The half-width of the 95 % interval.
    pub error: f64,
}

/// The Elo difference at which a player expects this score, logistic.
pub fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score a player expects at this Elo difference, logistic.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// How fast [`elo_from_score`] rises.
fn elo_slope(score: f64) -> f64 {
    400.0 / (std::f64::consts::LN_10 * score * (1.0 - score))
}

/// The variance of results that are equally spaced from 0 to 1.
fn variance(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    let step = 1.0 / (counts.len() - 1) as f64;
    let moment = |power: i32| {
        counts
            .iter()
            .enumerate()
            .map(|(at, &count)| count as f64 * (at as f64 * step).powi(power))
            .sum::<f64>()
            / total as f64
    };
    moment(2) - moment(1).powi(2)
}

/// The variance if all of `total` results were alike but one, which differs by `step`.
fn floor(total: u64, step: f64) -> f64 {
    let share = 1.0 / total as f64;
    step * step * share * (1.0 - share).max(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    fn tally(wins: u64, draws: u64, losses: u64, pairs: [u64; 5]) -> Tally {
        Tally { wins, draws, losses, pairs, ..Tally::default() }
    }

    #[test]
    fn elo_of_known_scores() {
        // 400·log10(3) = 400 · 0.4771213 = 190.8485.
        close(elo_from_score(0.75), 190.8485, 1e-4);
        close(elo_from_score(0.5), 0.0, 1e-12);
        // A score of 10/11 is 400: 10 to 1.
        close(elo_from_score(10.0 / 11.0), 400.0, 1e-9);
        close(score_from_elo(400.0), 10.0 / 11.0, 1e-12);
        for elo in [-300.0, -7.0, 0.0, 55.5] {
            close(elo_from_score(score_from_elo(elo)), elo, 1e-9);
        }
    }

    #[test]
    fn single_games_without_pairs() {
        // 60 won, 5 drawn, 35 lost: score 62.5 / 100.
        // Variance: (60·0.375² + 5·0.125² + 35·0.625²) / 100
        //         = (8.4375 + 0.078125 + 13.671875) / 100 = 0.221875.
        // Error of the score: √0.00221875 = 0.0471036.
        // Elo: 400·log10(0.625 / 0.375) = 88.7395.
        // Slope: 400 / (2.302585 · 0.234375) = 741.20; 1.959964 · 0.0471036 · 741.20 = 68.43.
        let tally = tally(60, 5, 35, [0; 5]);
        close(tally.score(), 0.625, 1e-12);
        close(tally.standard_error(), 0.0471036, 1e-6);
        let elo = tally.elo();
        close(elo.difference, 88.7395, 1e-3);
        close(elo.error, 68.43, 0.01);
        // Φ(0.125 / 0.0471036) = Φ(2.65373) = 0.99602.
        close(tally.superiority(), 0.99602, 1e-4);
    }

    #[test]
    fn pairs_measure_the_error() {
        // Ten pairs: two of 1½ points, seven of 1, one of ½. Games: 20, points 10.5.
        // Per game: 0.75 ×2, 0.5 ×7, 0.25 ×1, mean 0.525.
        // Variance: (2·0.225² + 7·0.025² + 0.275²) / 10
        //         = (0.10125 + 0.004375 + 0.075625) / 10 = 0.018125.
        // Error: √(0.018125 / 10) = 0.0425735.
        let tally = tally(6, 9, 5, [0, 1, 7, 2, 0]);
        close(tally.score(), 0.525, 1e-12);
        close(tally.standard_error(), 0.042_573_5, 1e-6);
    }

    #[test]
    fn an_opening_that_decides_the_game_says_nothing_about_the_players() {
        // 50 openings that White wins whoever plays: each pair is one point each.
        let paired = tally(50, 0, 50, [0, 0, 50, 0, 0]);
        let single = tally(50, 0, 50, [0; 5]);
        assert!(paired.elo().error < single.elo().error / 5.0);
        close(paired.superiority(), 0.5, 1e-12);
    }

    #[test]
    fn results_all_alike_leave_a_finite_error() {
        // 20 games won: as if half a point were missing, 19.5 / 20 = 0.975.
        // 400·log10(0.975 / 0.025) = 400 · 1.591065 = 636.43.
        let perfect = tally(20, 0, 0, [0, 0, 0, 0, 10]);
        close(perfect.elo().difference, 636.43, 0.01);
        // Floor: one pair of ten off by 0.25: 0.0625 · 0.1 · 0.9 = 0.005625.
        // Error of the score √(0.005625 / 10) = 0.0237171, slope 400 / (2.302585 · 0.024375)
        // = 7126.9, times 1.959964 = 331.3.
        close(perfect.elo().error, 331.3, 0.1);
        // Two games won: 1.5 / 2 = 0.75, error √(0.5² · ½ · ½ / 2) = 0.176777,
        // Φ(0.25 / 0.176777) = Φ(1.41421) = 0.92135; two games do not make it certain.
        close(tally(2, 0, 0, [0, 0, 0, 0, 1]).superiority(), 0.92135, 1e-4);
        let even = tally(5, 0, 5, [0, 0, 5, 0, 0]);
        close(even.elo().difference, 0.0, 1e-12);
        assert!(even.elo().error > 0.0);
    }

    #[test]
    fn no_game_says_nothing() {
        let none = Tally::default();
        close(none.score(), 0.5, 0.0);
        close(none.superiority(), 0.5, 1e-12);
        assert!(none.elo().error.is_finite());
        let mut one = Tally::default();
        one.game(Point::Win, Some(12));
        assert!(one.elo().error.is_finite() && one.elo().error > 0.0);
        close(one.mean_discs(), 12.0, 0.0);
    }

    #[test]
    fn counting_games_and_pairs() {
        let mut tally = Tally::default();
        for (point, discs) in [
            (Point::Win, Some(10)),
            (Point::Loss, None),
            (Point::Draw, Some(0)),
            (Point::Win, Some(4)),
        ] {
            tally.game(point, discs);
        }
        tally.pair(Point::Win, Point::Loss);
        tally.pair(Point::Draw, Point::Win);
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 1));
        assert_eq!(tally.pairs, [0, 0, 1, 1, 0]);
        // The forfeited game has no score: (10 + 0 + 4) / 3.
        close(tally.mean_discs(), 14.0 / 3.0, 1e-12);
    }
}
