//! How the game speaks: scores, times and moves in people's words.

use std::time::Duration;

use obverse_engine::Score;
use obverse_engine::score::Kind;
use obverse_rules::{Color, Move};
use obverse_study::{Judged, Language, Reason};

/// A score that says whose it is and what it is worth: `≈ White +2.4 73%`, `~ Black +2`,
/// `= Black +4`, `Black wins`, `White +1.0 book`.
pub(crate) fn score(score: Score, side: Color) -> String {
    let ahead = if score.discs >= 0.0 { side } else { !side };
    let discs = score.discs.abs();
    match score.kind {
        Kind::Exact if discs == 0.0 => "= draw".to_owned(),
        Kind::Exact => format!("= {ahead} +{discs:.0}"),
        Kind::Wld if discs == 0.0 => "draw".to_owned(),
        Kind::Wld => format!("{ahead} wins"),
        Kind::Selective { confidence } if discs < 0.05 => format!("≈ even {confidence}%"),
        Kind::Selective { confidence } => format!("≈ {ahead} +{discs:.1} {confidence}%"),
        Kind::Heuristic if discs < 0.5 => "~ even".to_owned(),
        Kind::Heuristic => format!("~ {ahead} +{discs:.0}"),
        Kind::Book if discs < 0.05 => "even, book".to_owned(),
        Kind::Book => format!("{ahead} +{discs:.1} book"),
    }
}

/// A score in so many columns. Where the words are too long the side is `B` or `W` (a disc in the
/// colour of text would be taken for a white one), then the confidence is left out; what is still
/// too long ends in an ellipsis.
pub(crate) fn score_in(known: Score, side: Color, width: usize) -> String {
    let in_words = score(known, side);
    let initialed = in_words.replace("Black", "B").replace("White", "W");
    let without_confidence = match known.kind {
        Kind::Selective { .. } => initialed.rsplit_once(' ').map_or("", |(head, _)| head),
        _ => &initialed,
    };
    let forms = [&in_words, &initialed, without_confidence];
    let fits = |text: &&str| text.chars().count() <= width;
    forms.into_iter().find(fits).map_or_else(|| fit(without_confidence, width), str::to_owned)
}

/// A score for a square of the board, from the mover's view: `+2.4`, an exact one `+4`, a proven
/// result `W`, `D` or `L`. A narrow square gets whole numbers.
pub(crate) fn square_score(score: Score, width: usize) -> String {
    // Adding zero turns −0 into 0.
    let whole = format!("{:+.0}", score.discs.round() + 0.0);
    match score.kind {
        Kind::Wld if score.discs > 0.0 => "W".to_owned(),
        Kind::Wld if score.discs < 0.0 => "L".to_owned(),
        Kind::Wld => "D".to_owned(),
        Kind::Exact => whole,
        _ => {
            let fine = format!("{:+.1}", (score.discs * 10.0).round() / 10.0 + 0.0);
            if fine.len() <= width { fine } else { whole }
        }
    }
}

/// What a move cost: `White d6: mistake, costs 5.3; best is c4, ≈ White +2.4 73%.` A cost that may
/// be none has a question mark.
pub(crate) fn judged(judged: &Judged) -> String {
    let Judged { side, mv, lines, .. } = judged;
    let verdict = judged.verdict();
    let best = lines.best.moves.first().filter(|&best| best != mv);
    let best = best.map_or(String::new(), |best| {
        format!("; best is {best}, {}", score(lines.best.score, *side))
    });
    let cost = cost(judged);
    let cost = if cost.is_empty() { cost } else { format!(", costs {cost}") };
    format!("{side} {mv}: {verdict}{cost}{best}.")
}

/// How many discs a move cost: `5.3`, `4` where that is exact, `1.2?` where it may be none; nothing
/// where it cost nothing.
pub(crate) fn cost(judged: &Judged) -> String {
    if judged.loss <= 0.0 {
        return String::new();
    }
    let number = if judged.lines.is_exact() {
        format!("{:.0}", judged.loss)
    } else {
        format!("{:.1}", judged.loss)
    };
    number + if judged.is_uncertain() { "?" } else { "" }
}

/// Why a move cost what it did, a sentence each.
pub(crate) fn reasons(judged: &Judged) -> Vec<String> {
    let text = |reason: &Reason| sentence(&reason.text(Language::English, judged.side));
    judged.reasons.iter().map(text).collect()
}

/// A clock: `2:41`, under ten seconds `0:09.4`, over an hour `1:02:41`.
pub(crate) fn clock(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let seconds = tenths / 10;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{rest:02}")
    } else if seconds < 10 {
        format!("{minutes}:{rest:02}.{}", tenths % 10)
    } else {
        format!("{minutes}:{rest:02}")
    }
}

/// How fast a search runs: `12.4 Mn/s`.
pub(crate) fn speed(nodes: u64, elapsed: Duration) -> Option<String> {
    let seconds = elapsed.as_secs_f64();
    // The first milliseconds say little about the speed.
    if nodes == 0 || seconds < 0.005 {
        return None;
    }
    let rate = nodes as f64 / seconds;
    Some(match rate {
        rate if rate >= 1e9 => format!("{:.1} Gn/s", rate / 1e9),
        rate if rate >= 1e6 => format!("{:.1} Mn/s", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.0} kn/s", rate / 1e3),
        rate => format!("{rate:.0} n/s"),
    })
}

/// Moves in a row: `e6 f4 c3`.
pub(crate) fn line(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.join(" ")
}

/// `1 disc`, `2 discs`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A clause as a sentence: `it is late` is “It is late.”
pub(crate) fn sentence(clause: &str) -> String {
    let mut characters = clause.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), characters.as_str())
}

/// How long ago something was: `just now`, `3 minutes ago`.
pub(crate) fn ago(age: Duration) -> String {
    let seconds = age.as_secs() as usize;
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => format!("{} ago", count(seconds / 60, "minute")),
        3600..86400 => format!("{} ago", count(seconds / 3600, "hour")),
        _ => format!("{} ago", count(seconds / 86400, "day")),
    }
}

/// Text cut to a width, with an ellipsis where something is missing.
pub(crate) fn fit(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    if width > 0 {
        cut.push('…');
    }
    cut
}

/// The end of a text in a width, with an ellipsis where something is missing.
pub(crate) fn fit_end(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width || width == 0 {
        return fit(text, width);
    }
    let end: String = text.chars().skip(length - width + 1).collect();
    format!("…{end}")
}

/// Text in rows of a width, broken between words. Where it needs more rows than there are, the
/// last one ends in an ellipsis.
pub(crate) fn wrap(text: &str, width: usize, rows: usize) -> Vec<String> {
    let mut wrapped = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && width > 0 && wrapped.len() < rows {
        let is_last = wrapped.len() + 1 == rows;
        let row = if is_last { rest } else { first_row(rest, width) };
        rest = rest[row.len()..].trim_start();
        wrapped.push(fit(row, width));
    }
    wrapped
}

/// The words that fit into a row, or the part of the first that does.
fn first_row(text: &str, width: usize) -> &str {
    let Some((end, next)) = text.char_indices().nth(width) else { return text };
    let head = &text[..end];
    match head.rfind(' ') {
        Some(gap) if next != ' ' => head[..gap].trim_end(),
        _ => head,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(discs: f32, kind: Kind) -> Score {
        Score { discs, kind }
    }

    #[test]
    fn a_score_says_whose_it_is_and_what_it_is_worth() {
        let selective = Kind::Selective { confidence: 73 };
        assert_eq!(score(of(2.44, selective), Color::White), "≈ White +2.4 73%");
        assert_eq!(score(of(-2.44, selective), Color::White), "≈ Black +2.4 73%");
        assert_eq!(score(of(-0.01, selective), Color::White), "≈ even 73%");
        assert_eq!(score(of(2.0, Kind::Heuristic), Color::Black), "~ Black +2");
        assert_eq!(score(of(-4.0, Kind::Exact), Color::Black), "= White +4");
        assert_eq!(score(of(0.0, Kind::Exact), Color::Black), "= draw");
        assert_eq!(score(of(-1.0, Kind::Wld), Color::Black), "White wins");
        assert_eq!(score(of(1.0, Kind::Book), Color::Black), "Black +1.0 book");
    }

    #[test]
    fn a_score_gives_way_to_narrow_panels_but_keeps_its_number() {
        let selective = of(11.3, Kind::Selective { confidence: 73 });
        assert_eq!(score_in(selective, Color::White, 17), "≈ White +11.3 73%");
        assert_eq!(score_in(selective, Color::White, 13), "≈ W +11.3 73%");
        assert_eq!(score_in(selective, Color::White, 10), "≈ W +11.3");
        assert_eq!(score_in(selective, Color::White, 8), "≈ W +11…");
        assert_eq!(score_in(of(-4.0, Kind::Exact), Color::White, 10), "= Black +4");
        assert_eq!(score_in(of(-1.0, Kind::Wld), Color::White, 8), "B wins");
    }

    #[test]
    fn scores_on_squares_are_short() {
        let selective = Kind::Selective { confidence: 73 };
        assert_eq!(square_score(of(2.4, selective), 4), "+2.4");
        assert_eq!(square_score(of(-12.4, selective), 4), "-12");
        assert_eq!(square_score(of(2.4, selective), 3), "+2");
        assert_eq!(square_score(of(4.0, Kind::Exact), 4), "+4");
        assert_eq!(square_score(of(-0.04, selective), 4), "+0.0");
        assert_eq!(square_score(of(-1.0, Kind::Wld), 4), "L");
    }

    #[test]
    fn clocks_show_tenths_when_they_matter() {
        assert_eq!(clock(Duration::from_secs(161)), "2:41");
        assert_eq!(clock(Duration::from_millis(9450)), "0:09.4");
        assert_eq!(clock(Duration::from_secs(3761)), "1:02:41");
        assert_eq!(clock(Duration::ZERO), "0:00.0");
    }

    #[test]
    fn speeds_have_units() {
        assert_eq!(speed(12_400_000, Duration::from_secs(1)).as_deref(), Some("12.4 Mn/s"));
        assert_eq!(speed(5000, Duration::from_millis(500)).as_deref(), Some("10 kn/s"));
        assert_eq!(speed(5000, Duration::ZERO), None);
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrap("e6 f4 c3 d6", 5, 9), ["e6 f4", "c3 d6"]);
        assert_eq!(wrap("e6 f4 c3 d6", 7, 9), ["e6 f4", "c3 d6"]);
        assert_eq!(wrap("e6 f4 c3 d6", 6, 1), ["e6 f4…"]);
        assert_eq!(wrap("perpendicular é", 6, 9), ["perpen", "dicula", "r é"]);
        assert!(
            wrap("e6", 0, 9).is_empty() && wrap("e6", 9, 0).is_empty() && wrap("", 9, 9).is_empty()
        );
    }

    #[test]
    fn long_text_ends_in_an_ellipsis() {
        assert_eq!(fit("Perpendicular", 8), "Perpend…");
        assert_eq!(fit("Tiger", 8), "Tiger");
        assert_eq!(fit("Tiger", 0), "");
    }
}
