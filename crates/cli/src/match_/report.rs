//! What a match says, as text and as JSON.

use std::io::Write;

use anyhow::Result;
use obverse_arena::{
    Entrant, Faults, Finished, Pairing, Sprt, Standings, Tally, failure, game_line, match_line,
    rounded,
};
use obverse_rules::Color;
use serde_json::json;

use super::{Args, ladder};

/// Writes games and results.
pub(super) struct Report<'a> {
    args: &'a Args,
    entrants: &'a [Entrant],
    names: Vec<&'a str>,
}

impl<'a> Report<'a> {
    pub(super) fn new(args: &'a Args, entrants: &'a [Entrant]) -> Report<'a> {
        Report {
            args,
            entrants,
            names: entrants.iter().map(|entrant| entrant.name.as_str()).collect(),
        }
    }

    /// A finished game: a line of JSON, or nothing but failures, which a person wants to know.
    pub(super) fn game(&self, finished: &Finished) -> Result<()> {
        if self.args.json {
            let line = game_line(finished, &self.names);
            writeln!(std::io::stdout().lock(), "{line}")?;
        } else if let Some(failure) = self.failure(finished) {
            eprintln!("{failure}");
        }
        Ok(())
    }

    /// What a person wants to know of a game that somebody lost by failing.
    pub(super) fn failure(&self, finished: &Finished) -> Option<String> {
        let fixture = finished.fixture;
        let (color, reason) = failure(&finished.ending)?;
        let entrant = if color == Color::Black { fixture.black() } else { fixture.white() };
        Some(format!("game {}: {} fails: {reason}", fixture.number + 1, self.names[entrant]))
    }

    /// Where the contest stands, in a line for two players or the table without who beat whom.
    pub(super) fn short(&self, standings: &Standings) -> Vec<String> {
        if standings.games() == 0 {
            return Vec::new();
        }
        if self.args.round_robin {
            return self.rows(&ranking(standings));
        }
        let tally = standings.tally(Pairing { first: 0, second: 1 });
        let mut lines = vec![format!("{}: {}", self.names[0], summary(&tally))];
        lines.extend(self.args.sprt.map(|sprt| ratio(&sprt, &tally)));
        lines
    }

    /// The result of the contest.
    pub(super) fn result(&self, standings: &Standings) -> Result<()> {
        let lines = match (self.args.round_robin, self.args.json) {
            (false, true) => {
                vec![match_line(standings, &self.names, self.args.sprt.as_ref()).to_string()]
            }
            (false, false) => self.match_text(standings),
            (true, true) => self.table_json(standings),
            (true, false) if self.args.ladder => {
                ladder::page(self.entrants, standings, self.args.games)
            }
            (true, false) => self.table_text(standings),
        };
        writeln!(std::io::stdout().lock(), "{}", lines.join("\n"))?;
        Ok(())
    }

    fn match_text(&self, standings: &Standings) -> Vec<String> {
        let tally = standings.tally(Pairing { first: 0, second: 1 });
        let games = match tally.games() {
            1 => "1 game".to_owned(),
            games => format!("{games} games"),
        };
        let mut lines = vec![format!("{} against {}, {games}", self.names[0], self.names[1])];
        if tally.games() > 0 {
            lines.push(summary(&tally));
        }
        if tally.pairs != [0; 5] {
            let [none, half, one, more, both] = tally.pairs;
            lines
                .push(format!("pairs of 0, ½, 1, 1½, 2 points: {none} {half} {one} {more} {both}"));
        }
        lines.extend(self.args.sprt.map(|sprt| {
            let verdict = sprt.verdict(&tally).name();
            format!("SPRT {},{}: {verdict}, {}", sprt.elo0, sprt.elo1, ratio(&sprt, &tally))
        }));
        lines.extend(self.faults(standings));
        lines
    }

    /// A line for every entrant who did something wrong.
    fn faults(&self, standings: &Standings) -> impl Iterator<Item = String> {
        self.names.iter().enumerate().filter_map(|(entrant, name)| {
            let Faults { out_of_time, failures, overruns } = standings.faults(entrant);
            (out_of_time + failures + overruns > 0).then(|| {
                format!(
                    "{name}: {out_of_time} games lost on time, {failures} by failing, \
                     {overruns} moves over time"
                )
            })
        })
    }

    fn table_text(&self, standings: &Standings) -> Vec<String> {
        if standings.games() == 0 {
            return vec![format!("{} players, 0 games", self.names.len())];
        }
        let ranking = ranking(standings);
        let mut lines = self.rows(&ranking);
        lines.push(String::new());
        lines.extend(self.cross_table(&ranking, standings));
        lines.extend(self.faults(standings));
        lines
    }

    /// The columns of the longest name.
    fn width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(6).max(6)
    }

    /// The table: a head, and a row for every entrant.
    fn rows(&self, ranking: &[Row]) -> Vec<String> {
        let width = self.width();
        let mut lines = vec![format!(
            "{:>3} {:width$} {:>6} {:>5} {:>6} {:>6} {:>5} {:>7}",
            "", "player", "Elo", "±", "games", "score", "draws", "discs"
        )];
        lines.extend((1..).zip(ranking).map(|(rank, Row { entrant, rating, tally })| {
            format!(
                "{:>3} {:width$} {:>+6.0} {:>5.0} {:>6} {:>5.1}% {:>5} {:>7}",
                rank,
                self.names[*entrant],
                rounded(rating.elo, 0),
                rating.error,
                tally.games(),
                100.0 * tally.score(),
                tally.draws,
                mean_discs(tally),
            )
        }));
        lines
    }

    /// What each scored against each, in per cent, by their ranks.
    fn cross_table(&self, ranking: &[Row], standings: &Standings) -> Vec<String> {
        const HEAD: &str = "% against";
        let width = self.width().max(HEAD.len());
        let ranks: Vec<String> = (1..=ranking.len()).map(|rank| format!("{rank:>5}")).collect();
        let mut lines = vec![format!("{:>3} {HEAD:width$}{}", "", ranks.concat())];
        lines.extend((1..).zip(ranking).map(|(rank, row)| {
            let score = |other: &Row| standings.score(row.entrant, other.entrant);
            let cell = |score: Option<f64>| {
                score.map_or(format!("{:>5}", "·"), |score| format!("{:>5.0}", 100.0 * score))
            };
            let cells: Vec<String> = ranking.iter().map(|other| cell(score(other))).collect();
            format!("{rank:>3} {:width$}{}", self.names[row.entrant], cells.concat())
        }));
        lines
    }

    fn table_json(&self, standings: &Standings) -> Vec<String> {
        let ranking = ranking(standings).into_iter().enumerate();
        let line = |(rank, Row { entrant, rating, tally }): (usize, Row)| {
            let Faults { out_of_time, failures, overruns } = standings.faults(entrant);
            json!({
                "rank": rank + 1,
                "player": self.names[entrant],
                "elo": rounded(rating.elo, 1),
                "elo_error": rounded(rating.error, 1),
                "games": tally.games(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "score": rounded(tally.score(), 4),
                "mean_discs": rounded(tally.mean_discs(), 2),
                "out_of_time": out_of_time,
                "failures": failures,
                "overruns": overruns,
            })
            .to_string()
        };
        ranking.map(line).collect()
    }
}

struct Row {
    entrant: usize,
    rating: obverse_arena::rating::Rating,
    tally: Tally,
}

/// The entrants, the strongest first.
fn ranking(standings: &Standings) -> Vec<Row> {
    let ratings = standings.ratings();
    let mut rows: Vec<_> = ratings
        .into_iter()
        .enumerate()
        .map(|(entrant, rating)| Row { entrant, rating, tally: standings.total(entrant) })
        .collect();
    rows.sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo));
    rows
}

/// `+60 =5 −35  62.5 %  Elo +89 ± 68  LOS 99.6 %  discs +4.1`. One game says nothing about Elo.
pub(super) fn summary(tally: &Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    let (score, discs) = (100.0 * tally.score(), mean_discs(tally));
    let strength = match tally.games() {
        0 | 1 => String::new(),
        _ => {
            let elo = tally.elo();
            let superiority = 100.0 * tally.superiority();
            format!("Elo {:+.0} ± {:.0}  LOS {superiority:.1} %  ", elo.difference, elo.error)
        }
    };
    format!("+{wins} ={draws} −{losses}  {score:.1} %  {strength}discs {discs}")
}

/// `+4.10`, or a dash where the board decided no game.
fn mean_discs(tally: &Tally) -> String {
    match tally.played_out {
        0 => "–".to_owned(),
        _ => format!("{:+.2}", rounded(tally.mean_discs(), 2)),
    }
}

/// `LLR +1.20 (−2.94 +2.94)`.
pub(super) fn ratio(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    format!("LLR {:+.2} ({lower:+.2} {upper:+.2})", sprt.llr(tally))
}

#[cfg(test)]
mod tests {
    use obverse_arena::Point;

    use super::*;

    #[test]
    fn elo_is_told_from_two_games_on() {
        let mut tally = Tally::default();
        tally.game(Point::Win, Some(12));
        assert_eq!(summary(&tally), "+1 =0 −0  100.0 %  discs +12.00");
        tally.game(Point::Loss, Some(-12));
        tally.pair(Point::Win, Point::Loss);
        let text = summary(&tally);
        assert!(text.starts_with("+1 =0 −1  50.0 %  Elo +0 ± "), "{text}");
        assert!(text.ends_with("  LOS 50.0 %  discs +0.00"), "{text}");
    }
}
