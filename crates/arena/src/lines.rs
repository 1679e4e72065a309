//! Games and results as JSON: the same from the command line and from Python.

use obverse_players::Ending;
use obverse_rules::Color;
use serde_json::{Value, json};

use crate::{Faults, Finished, Pairing, Sprt, Standings};

/// A game that has been played. The names are those of the entrants.
pub fn game_line(finished: &Finished, names: &[&str]) -> Value {
    let Finished { fixture, moves, ending, .. } = finished;
    let mut line = json!({
        "game": fixture.number + 1,
        "opening": fixture.opening + 1,
        "black": names[fixture.black()],
        "white": names[fixture.white()],
        "winner": ending.winner().map(|color| color.to_string().to_lowercase()),
        "discs": ending.discs(Color::Black),
        "how": how(ending),
        "moves": moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    if let Some((_, reason)) = failure(ending) {
        line["reason"] = json!(reason);
    }
    line
}

/// The result of a match between two.
pub fn match_line(standings: &Standings, names: &[&str], sprt: Option<&Sprt>) -> Value {
    let tally = standings.tally(Pairing { first: 0, second: 1 });
    let elo = tally.elo();
    let faults =
        |get: fn(Faults) -> u64| json!([get(standings.faults(0)), get(standings.faults(1))]);
    let mut line = json!({
        "a": names[0],
        "b": names[1],
        "games": tally.games(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": rounded(tally.score(), 4),
        "elo": rounded(elo.difference, 1),
        "elo_error": rounded(elo.error, 1),
        "los": rounded(tally.superiority(), 4),
        "mean_discs": rounded(tally.mean_discs(), 2),
        "pairs": tally.pairs,
        "out_of_time": faults(|faults| faults.out_of_time),
        "failures": faults(|faults| faults.failures),
        "overruns": faults(|faults| faults.overruns),
    });
    if let Some(sprt) = sprt {
        line["llr"] = json!(rounded(sprt.llr(&tally), 3));
        line["verdict"] = json!(sprt.verdict(&tally).name());
    }
    line
}

fn how(ending: &Ending) -> &'static str {
    match ending {
        Ending::Finished(_) => "played",
        Ending::Adjudicated(_) => "adjudicated",
        Ending::Resigned(_) => "resigned",
        Ending::OutOfTime(_) => "out of time",
        Ending::Illegal { .. } | Ending::Failed { .. } => "failed",
        Ending::Stopped => "unfinished",
    }
}

/// Who failed, and how.
pub fn failure(ending: &Ending) -> Option<(Color, String)> {
    match ending {
        Ending::Failed { color, reason } => Some((*color, reason.clone())),
        Ending::Illegal { color, played } => Some((*color, format!("{played} is illegal"))),
        _ => None,
    }
}

/// So many decimals; −0 is 0.
pub fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10.0_f64.powi(decimals);
    (value * scale).round() / scale + 0.0
}
