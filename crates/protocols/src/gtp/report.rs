//! What a search found, as text for controllers.

use obverse_engine::score::Kind;
use obverse_engine::{Report, Score};
use obverse_rules::{Color, Move};

use crate::session::Improved;

/// One line of an analysis: `info move d6 score 0.5 kind … pv d6 c4` for each move, best first.
pub(crate) fn analysis(lines: &[Improved]) -> String {
    let infos: Vec<_> = lines.iter().map(info).collect();
    infos.join(" ")
}

fn info(improved: &Improved) -> String {
    let Improved { rank, line, nodes, elapsed } = improved;
    let first = line.moves.first().copied().unwrap_or(Move::Pass);
    let confidence = match line.score.kind {
        Kind::Selective { confidence } => format!(" confidence {confidence}"),
        _ => String::new(),
    };
    let pv: Vec<_> = line.moves.iter().map(ToString::to_string).collect();
    format!(
        "info move {first} score {} kind {}{confidence} depth {} nodes {nodes} seconds {:.3} \
         order {} pv {}",
        discs(line.score),
        line.score.kind.name(),
        line.depth,
        elapsed.as_secs_f64(),
        rank - 1,
        pv.join(" "),
    )
}

/// Graphics for GoGui: every move labelled with its score, the expected play as a variation.
pub(crate) fn graphics(report: &Report, color: Color) -> String {
    let labels = report.lines.iter().filter_map(|line| match line.moves.first()? {
        Move::Place(square) => Some(format!(" {square} {}", discs(line.score))),
        Move::Pass => None,
    });
    let sides = [color, !color].map(|side| side.letter().to_ascii_lowercase());
    let moves = report.best().moves.iter().zip(sides.iter().cycle());
    let variation = moves.map(|(mv, side)| format!(" {side} {mv}"));
    let (labels, variation) = (labels.collect::<String>(), variation.collect::<String>());
    let score = report.best().score.to_string().replace('≈', "~");
    format!("LABEL{labels}\nVAR{variation}\nTEXT {color} {score}")
}

/// Discs with as many decimals as mean something.
fn discs(score: Score) -> String {
    match score.kind {
        Kind::Exact | Kind::Wld => format!("{:+.0}", score.discs + 0.0),
        _ => format!("{:+.2}", score.discs + 0.0),
    }
}
