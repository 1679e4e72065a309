//! Where a contest stands.

use std::collections::HashMap;

use obverse_players::Ending;
use obverse_rules::Color;

use crate::rating::{self, Encounter, Rating};
use crate::{Fixture, Pairing, Point, Tally};

/// The results of a contest so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    tallies: HashMap<Pairing, Tally>,
    /// The first finished game of each pair, until the other is finished too.
    halves: HashMap<(Pairing, usize), Point>,
    faults: Vec<Faults>,
}

/// What an entrant did wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Games lost on time.
    pub out_of_time: u64,
    /// Games lost by an illegal move, a crash, or silence.
    pub failures: u64,
    /// Moves that took longer than they had, without losing the game.
    pub overruns: u64,
}

impl Standings {
    /// No games of so many entrants.
    pub fn new(entrants: usize) -> Standings {
        Standings { faults: vec![Faults::default(); entrants], ..Standings::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, fixture: &Fixture, ending: &Ending, overruns: [u32; 2]) {
        let first = if fixture.swapped { Color::White } else { Color::Black };
        let point = Point::of(ending, first);
        let tally = self.tallies.entry(fixture.pairing).or_default();
        tally.game(point, ending.discs(first));
        let pair = (fixture.pairing, fixture.opening);
        match self.halves.remove(&pair) {
            Some(other) => tally.pair(other, point),
            None => {
                self.halves.insert(pair, point);
            }
        }
        for (entrant, overruns) in [fixture.black(), fixture.white()].into_iter().zip(overruns) {
            self.faults[entrant].overruns += u64::from(overruns);
        }
        let entrant_of =
            |color| if color == Color::Black { fixture.black() } else { fixture.white() };
        match *ending {
            Ending::OutOfTime(color) => self.faults[entrant_of(color)].out_of_time += 1,
            Ending::Failed { color, .. } | Ending::Illegal { color, .. } => {
                self.faults[entrant_of(color)].failures += 1;
            }
            Ending::Finished(_)
            | Ending::Adjudicated(_)
            | Ending::Resigned(_)
            | Ending::Stopped => {}
        }
    }

    /// The games of a pairing, seen by its first.
    pub fn tally(&self, pairing: Pairing) -> Tally {
        self.tallies.get(&pairing).cloned().unwrap_or_default()
    }

    /// What one entrant scored against another, from 0 to 1; none if they did not meet.
    pub fn score(&self, entrant: usize, other: usize) -> Option<f64> {
        let met = |first, second| self.tallies.get(&Pairing { first, second });
        let own = met(entrant, other).map(Tally::score);
        own.or_else(|| met(other, entrant).map(|tally| 1.0 - tally.score()))
    }

    /// What an entrant did wrong.
    pub fn faults(&self, entrant: usize) -> Faults {
        self.faults[entrant]
    }

    /// Games finished.
    pub fn games(&self) -> u64 {
        self.tallies.values().map(Tally::games).sum()
    }

    /// All games of an entrant, seen by it. Pairs are not counted.
    pub fn total(&self, entrant: usize) -> Tally {
        let mut total = Tally::default();
        for (pairing, tally) in &self.tallies {
            let (wins, losses, discs) = if pairing.first == entrant {
                (tally.wins, tally.losses, tally.discs)
            } else if pairing.second == entrant {
                (tally.losses, tally.wins, -tally.discs)
            } else {
                continue;
            };
            total.wins += wins;
            total.draws += tally.draws;
            total.losses += losses;
            total.discs += discs;
            total.played_out += tally.played_out;
        }
        total
    }

    /// The ratings of all entrants, with a mean of zero.
    pub fn ratings(&self) -> Vec<Rating> {
        let mut encounters: Vec<_> = self
            .tallies
            .iter()
            .map(|(pairing, tally)| Encounter {
                first: pairing.first,
                second: pairing.second,
                games: tally.games() as f64,
                points: tally.wins as f64 + tally.draws as f64 / 2.0,
            })
            .collect();
        // Sums of floating-point numbers depend on their order; a map has none.
        encounters.sort_by_key(|encounter| (encounter.first, encounter.second));
        rating::ratings(self.faults.len(), &encounters)
    }
}

#[cfg(test)]
mod tests {
    use obverse_rules::Size;

    use super::*;
    use crate::Schedule;
    use crate::game::outcome_of;

    fn won_by(color: Color, discs: i32) -> Ending {
        let discs = if color == Color::Black { discs } else { -discs };
        Ending::Finished(outcome_of(discs, Size::EIGHT))
    }

    #[test]
    fn a_pair_is_counted_when_both_games_are_over_in_any_order() {
        let fixtures: Vec<_> = Schedule::round_robin(2, 4).iter().collect();
        let mut standings = Standings::new(2);
        let pairing = fixtures[0].pairing;
        // The first has Black, White, Black, White; it wins the first three.
        standings.add(&fixtures[3], &won_by(Color::Black, 2), [0, 0]);
        standings.add(&fixtures[0], &won_by(Color::Black, 10), [0, 3]);
        assert_eq!(standings.tally(pairing).pairs, [0; 5]);
        standings.add(&fixtures[2], &won_by(Color::Black, 6), [1, 0]);
        standings.add(&fixtures[1], &won_by(Color::White, 8), [0, 0]);
        let tally = standings.tally(pairing);
        assert_eq!((tally.wins, tally.losses, tally.pairs), (3, 1, [0, 0, 1, 0, 1]));
        // 10 + 8 + 6 − 2 discs in four games.
        assert!((tally.mean_discs() - 5.5).abs() < 1e-12);
        assert_eq!((standings.faults(0).overruns, standings.faults(1).overruns), (1, 3));
    }

    #[test]
    fn faults_are_the_entrants_not_the_colours() {
        let fixtures: Vec<_> = Schedule::round_robin(2, 2).iter().collect();
        let mut standings = Standings::new(2);
        let late = Ending::OutOfTime(Color::Black);
        // Swapped: Black is the second entrant.
        standings.add(&fixtures[1], &late, [0, 0]);
        assert_eq!(standings.faults(1).out_of_time, 1);
        assert_eq!(standings.tally(fixtures[0].pairing).wins, 1);
        assert_eq!(standings.tally(fixtures[0].pairing).played_out, 0);
    }

    #[test]
    fn totals_and_ratings_of_a_tournament() {
        let fixtures: Vec<_> = Schedule::round_robin(3, 2).iter().collect();
        let mut standings = Standings::new(3);
        for fixture in &fixtures {
            // The entrant with the lower number always wins by ten.
            let winner =
                if fixture.black() < fixture.white() { Color::Black } else { Color::White };
            standings.add(fixture, &won_by(winner, 10), [0, 0]);
        }
        assert_eq!(standings.games(), 6);
        let totals: Vec<_> = (0..3).map(|entrant| standings.total(entrant).wins).collect();
        assert_eq!(totals, [4, 2, 0]);
        assert!((standings.total(2).mean_discs() + 10.0).abs() < 1e-12);
        let ratings = standings.ratings();
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
        assert!(ratings[1].elo.abs() < 1e-9, "symmetric, so the middle one is the mean");
    }
}
