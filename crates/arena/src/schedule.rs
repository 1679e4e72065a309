//! Who plays whom, with which colour, from which opening.

/// One game to be played. Entrants and openings are meant by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixture {
    /// The number of the game, from 0, in the order of the schedule.
    pub number: usize,
    /// The two who meet.
    pub pairing: Pairing,
    /// The opening; games of a pairing with the same opening have the colours swapped.
    pub opening: usize,
    /// Whether the first of the pairing has White.
    pub swapped: bool,
}

/// Two entrants who meet, the first being the one whose view results are given from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The one.
    pub first: usize,
    /// The other.
    pub second: usize,
}

impl Fixture {
    /// The entrant who has Black.
    pub fn black(&self) -> usize {
        if self.swapped { self.pairing.second } else { self.pairing.first }
    }

    /// The entrant who has White.
    pub fn white(&self) -> usize {
        if self.swapped { self.pairing.first } else { self.pairing.second }
    }
}

/// So many games for every two of the entrants, each opening twice with colours swapped.
///
/// Openings advance together for all, so that a tournament cut short is as even as can be.
pub fn round_robin(entrants: usize, games: usize) -> Vec<Fixture> {
    let pairings = (0..entrants)
        .flat_map(|first| (first + 1..entrants).map(move |second| Pairing { first, second }))
        .collect::<Vec<_>>();
    fixtures(&pairings, games)
}

/// So many games for each of the pairings, each opening twice with colours swapped.
pub fn fixtures(pairings: &[Pairing], games: usize) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for opening in 0..games.div_ceil(2) {
        for &pairing in pairings {
            for swapped in [false, true] {
                if 2 * opening + usize::from(swapped) < games {
                    let number = fixtures.len();
                    fixtures.push(Fixture { number, pairing, opening, swapped });
                }
            }
        }
    }
    fixtures
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn every_opening_is_played_with_both_colours() {
        let fixtures = round_robin(2, 6);
        let games: Vec<_> = fixtures.iter().map(|f| (f.opening, f.black(), f.white())).collect();
        assert_eq!(games, [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0), (2, 0, 1), (2, 1, 0)]);
    }

    #[test]
    fn an_odd_number_of_games_leaves_the_last_opening_single() {
        let fixtures = round_robin(2, 3);
        assert_eq!(fixtures.len(), 3);
        assert_eq!((fixtures[2].opening, fixtures[2].swapped), (1, false));
    }

    #[test]
    fn a_round_robin_is_even() {
        let fixtures = round_robin(5, 4);
        assert_eq!(fixtures.len(), 10 * 4);
        let mut blacks = HashMap::new();
        let mut seen = HashSet::new();
        for fixture in &fixtures {
            assert_ne!(fixture.black(), fixture.white());
            *blacks.entry(fixture.black()).or_insert(0) += 1;
            assert!(seen.insert((fixture.black(), fixture.white(), fixture.opening)));
        }
        assert!(blacks.values().all(|&count| count == 8), "{blacks:?}");
        assert!(fixtures.iter().enumerate().all(|(at, fixture)| fixture.number == at));
    }
}
