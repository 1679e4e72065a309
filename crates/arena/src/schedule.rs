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
    /// A game of which nothing is known here but its number.
    pub(crate) fn numbered(number: usize) -> Fixture {
        let pairing = Pairing { first: 0, second: 1 };
        Fixture { number, pairing, opening: 0, swapped: false }
    }

    /// The entrant who has Black.
    pub fn black(&self) -> usize {
        if self.swapped { self.pairing.second } else { self.pairing.first }
    }

    /// The entrant who has White.
    pub fn white(&self) -> usize {
        if self.swapped { self.pairing.first } else { self.pairing.second }
    }
}

/// The games of a contest in their order: so many for each of the pairings, each opening twice
/// with colours swapped. Games are worked out as they are asked for, however many there are.
///
/// Openings advance together for all, so that a tournament cut short is as even as can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<Pairing>,
    /// Games of each pairing.
    games: usize,
    colours: Colours,
}

/// Who has which colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colours {
    /// Every opening is played twice, with colours swapped.
    #[default]
    Swapped,
    /// The first of a pairing always has Black, and every game has an opening of its own.
    Fixed,
}

impl Colours {
    /// How many games are played from an opening.
    pub const fn games_each(self) -> usize {
        match self {
            Colours::Swapped => 2,
            Colours::Fixed => 1,
        }
    }
}

impl Schedule {
    /// So many games for each of the pairings.
    pub fn new(pairings: Vec<Pairing>, games: usize) -> Schedule {
        Schedule { pairings, games, colours: Colours::Swapped }
    }

    /// The same with these colours.
    #[must_use]
    pub fn with_colours(self, colours: Colours) -> Schedule {
        Schedule { colours, ..self }
    }

    /// So many games for every two of the entrants.
    pub fn round_robin(entrants: usize, games: usize) -> Schedule {
        let pairings = (0..entrants)
            .flat_map(|first| (first + 1..entrants).map(move |second| Pairing { first, second }));
        Schedule::new(pairings.collect(), games)
    }

    /// How many games there are, as far as that can be counted.
    pub fn len(&self) -> usize {
        self.pairings.len().saturating_mul(self.games)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many openings there are.
    pub fn openings(&self) -> usize {
        self.games.div_ceil(self.colours.games_each())
    }

    /// The game with this number, from 0.
    pub fn get(&self, number: usize) -> Option<Fixture> {
        if number >= self.len() {
            return None;
        }
        let round = self.colours.games_each() * self.pairings.len();
        let (opening, rest) = (number / round, number % round);
        let games_each = self.games_from(opening);
        let (pairing, swapped) = (rest / games_each, rest % games_each == 1);
        Some(Fixture { number, pairing: self.pairings[pairing], opening, swapped })
    }

    /// The game of a pairing with this opening and these colours.
    pub fn find(&self, pairing: Pairing, opening: usize, swapped: bool) -> Option<Fixture> {
        let at = self.pairings.iter().position(|&known| known == pairing)?;
        let round = self.colours.games_each() * self.pairings.len();
        let before = opening.checked_mul(round)?;
        let number = before.checked_add(self.games_from(opening) * at + usize::from(swapped))?;
        self.get(number).filter(|fixture| {
            (fixture.pairing, fixture.opening, fixture.swapped) == (pairing, opening, swapped)
        })
    }

    /// How many games each pairing plays from an opening. With swapped colours the last opening of
    /// an odd number of games is played once.
    fn games_from(&self, opening: usize) -> usize {
        let games_each = self.colours.games_each();
        if opening < self.games / games_each { games_each } else { 1 }
    }

    /// All games in their order.
    pub fn iter(&self) -> impl Iterator<Item = Fixture> {
        (0..).map_while(|number| self.get(number))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn every_opening_is_played_with_both_colours() {
        let fixtures = Schedule::round_robin(2, 6);
        let games: Vec<_> = fixtures.iter().map(|f| (f.opening, f.black(), f.white())).collect();
        assert_eq!(games, [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0), (2, 0, 1), (2, 1, 0)]);
    }

    #[test]
    fn an_odd_number_of_games_leaves_the_last_opening_single() {
        let schedule = Schedule::round_robin(2, 3);
        assert_eq!((schedule.len(), schedule.iter().count()), (3, 3));
        let last = schedule.get(2).unwrap();
        assert_eq!((last.opening, last.swapped), (1, false));
    }

    #[test]
    fn with_fixed_colours_the_first_has_black_and_every_game_its_opening() {
        let schedule = Schedule::round_robin(3, 2).with_colours(Colours::Fixed);
        let games: Vec<_> = schedule.iter().map(|f| (f.opening, f.black(), f.white())).collect();
        assert_eq!(games, [(0, 0, 1), (0, 0, 2), (0, 1, 2), (1, 0, 1), (1, 0, 2), (1, 1, 2)]);
        assert_eq!(schedule.openings(), 2);
    }

    #[test]
    fn a_game_is_found_by_what_it_is() {
        let sizes = [(2, 1), (2, 7), (3, 5), (4, 6), (1, 3), (0, 3), (3, 0)];
        let colours = [Colours::Swapped, Colours::Fixed];
        for ((entrants, games), colours) in sizes.iter().flat_map(|&s| colours.map(|c| (s, c))) {
            let schedule = Schedule::round_robin(entrants, games).with_colours(colours);
            assert_eq!(schedule.iter().count(), schedule.len());
            for fixture in schedule.iter() {
                let found = schedule.find(fixture.pairing, fixture.opening, fixture.swapped);
                assert_eq!(found, Some(fixture));
            }
            let pairing = Pairing { first: 0, second: 1 };
            assert_eq!(schedule.find(pairing, schedule.openings(), false), None);
            assert_eq!(schedule.find(pairing, usize::MAX, true), None);
        }
    }

    #[test]
    fn more_games_than_can_be_played_take_no_memory() {
        let schedule = Schedule::round_robin(26, usize::MAX);
        assert_eq!(schedule.len(), usize::MAX);
        let last = schedule.get(usize::MAX - 1).unwrap();
        assert_eq!(schedule.find(last.pairing, last.opening, last.swapped), Some(last));
    }

    #[test]
    fn a_round_robin_is_even() {
        let schedule = Schedule::round_robin(5, 4);
        let fixtures: Vec<_> = schedule.iter().collect();
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
