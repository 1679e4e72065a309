//! The ladder: how strong `random`, the classics and every level are, measured by matches.

use std::time::Duration;

use obverse_arena::rating::Rating;
use obverse_arena::{Entrant, Pairing, Standings};
use obverse_engine::Level;
use obverse_players::Who;
use obverse_players::classics::{Classic, ClassicOptions};

/// Against which levels a classic plays: it is measured by whichever are near it.
const MEASURES: [usize; 3] = [3, 6, 9];

/// From this level on a level plays only the next one: games become long, and the steps small.
const SINGLE_FROM: usize = 16;

/// The time a move of the classics that would use all they get, so that the ladder comes to an end.
const CLASSIC_TIME: Duration = Duration::from_millis(20);

/// Everybody on the ladder: `random`, the classics, the levels from 1.
pub(super) fn players() -> Vec<Who> {
    let classics = Classic::ALL.map(|classic| {
        let is_timed = matches!(classic, Classic::Ratio | Classic::Breadth | Classic::Killer);
        let time = is_timed.then_some(CLASSIC_TIME);
        Who::Classic(classic, ClassicOptions { time, ..ClassicOptions::default() })
    });
    let levels = Level::all().map(|level| {
        let limits = obverse_players::EngineLimits { level: Some(level), ..Default::default() };
        Who::Engine(obverse_players::EngineWho { limits, ..Default::default() })
    });
    std::iter::once(Who::Random { seed: None }).chain(classics).chain(levels).collect()
}

/// Who plays whom: the levels their next two, or one where games are long; `random` the lowest
/// two; the classics some levels.
pub(super) fn pairings() -> Vec<Pairing> {
    let level = |number: usize| Classic::ALL.len() + number;
    let top = usize::from(Level::MAX.get());
    let mut pairings =
        vec![Pairing { first: level(1), second: 0 }, Pairing { first: level(2), second: 0 }];
    for number in 1..=top {
        let furthest = number + if number < SINGLE_FROM { 2 } else { 1 };
        let above = number + 1..=furthest.min(top);
        pairings.extend(above.map(|above| Pairing { first: level(above), second: level(number) }));
    }
    for classic in 1..=Classic::ALL.len() {
        pairings.extend(MEASURES.map(|number| Pairing { first: level(number), second: classic }));
    }
    pairings
}

/// The Elo of the levels, level 1 at 0, as the table that the engine is compiled with.
pub(super) fn table(standings: &Standings) -> String {
    let ratings = standings.ratings();
    let levels = &ratings[Classic::ALL.len() + 1..];
    let elo = |rating: &Rating| format!("Some({:.0})", rating.elo - levels[0].elo + 0.0);
    format!("[{}]\n", levels.iter().map(elo).collect::<Vec<_>>().join(", "))
}

/// The ladder as the page `docs/strength.md`, level 1 at 0, the strongest last.
pub(super) fn page(entrants: &[Entrant], standings: &Standings, games: usize) -> Vec<String> {
    let ratings = standings.ratings();
    let zero = ratings[Classic::ALL.len() + 1].elo;
    let wanted = pairings().len().saturating_mul(games);
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    order.sort_by(|&a, &b| ratings[a].elo.total_cmp(&ratings[b].elo));
    let mut lines = vec![
        "# Strength".to_owned(),
        String::new(),
        format!(
            "Measured by `obverse match --ladder --games {games}`: Elo with level 1 at 0, ± the"
        ),
        "half-width of the 95 % interval. Every two that met played so many games from balanced"
            .to_owned(),
        "openings of eight plies, each opening twice with colours swapped.".to_owned(),
        "Classics that would think until their time is up have 20 ms a move.".to_owned(),
        String::new(),
        "| player | Elo | ± | games | score | discs |".to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    if standings.games() < wanted as u64 {
        let note = format!("Interrupted: {} of {wanted} games.", standings.games());
        lines.splice(lines.len() - 2..lines.len() - 2, [note, String::new()]);
    }
    lines.extend(order.into_iter().map(|entrant| {
        let tally = standings.total(entrant);
        format!(
            "| `{}` | {:.0} | {:.0} | {} | {:.1} % | {:+.1} |",
            entrants[entrant].name,
            ratings[entrant].elo - zero + 0.0,
            ratings[entrant].error,
            tally.games(),
            100.0 * tally.score(),
            tally.mean_discs(),
        )
    }));
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use obverse_arena::Schedule;
    use obverse_players::Ending;
    use obverse_rules::Color;

    use super::*;

    #[test]
    fn everybody_is_connected_and_nobody_meets_twice() {
        let players = players();
        let pairings = pairings();
        assert_eq!(players.len(), 26);
        assert_eq!(players[6].to_string(), "level:1");
        let mut met = HashSet::new();
        let mut reached = HashSet::from([0]);
        for _ in 0..players.len() {
            for &Pairing { first, second } in &pairings {
                assert!(first != second && first < players.len() && second < players.len());
                if reached.contains(&first) || reached.contains(&second) {
                    reached.extend([first, second]);
                }
            }
        }
        assert!(pairings.iter().all(|pair| met.insert((pair.first, pair.second))));
        assert_eq!(reached.len(), players.len());
    }

    #[test]
    fn the_table_is_what_the_engine_is_compiled_with() {
        let mut standings = Standings::new(players().len());
        for fixture in &Schedule::new(pairings(), 2).iter().collect::<Vec<_>>() {
            // The stronger one wins, the one with the higher number.
            let winner =
                if fixture.black() > fixture.white() { Color::Black } else { Color::White };
            standings.add(fixture, &Ending::Resigned(!winner), [0, 0]);
        }
        let table = table(&standings);
        let numbers: Vec<i32> = table
            .trim()
            .trim_matches(['[', ']'])
            .split(", ")
            .map(|some| some.strip_prefix("Some(").unwrap().strip_suffix(')').unwrap())
            .map(|number| number.parse().unwrap())
            .collect();
        assert_eq!(numbers.len(), 20);
        assert_eq!(numbers[0], 0);
        assert!(numbers.is_sorted(), "{numbers:?}");
    }
}
