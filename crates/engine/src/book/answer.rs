//! What the engine plays from the book.

use std::time::Duration;

use obverse_rules::{Board, Board8, Move};

use super::{Book, BookMove};
use crate::random::splitmix64;
use crate::score::Kind;
use crate::{Goal, Limits, Line, Observer, Progress, Report, Score};

/// A move that is at most so many discs behind the best is played as well, for variety.
const MARGIN: f32 = 0.5;

/// The book's answer, if it may answer and knows as many moves as are asked for.
///
/// The move that is played is drawn by the seed among the best ones. Its line is among the
/// report's: where only one line is asked for it is that one.
pub(crate) fn answer(
    book: &Book,
    board: Board8,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Option<Report> {
    if !limits.book || limits.goal != Goal::Best || !limits.only.is_empty() {
        return None;
    }
    let known = book.moves(board);
    let asked = limits.lines.clamp(1, board.moves().len().max(1));
    // At the rim of the book some moves are known only because another way leads there too: they
    // count if they are as good as the position is said to be.
    let complete = known.first()?.discs >= book.score(board)? - MARGIN;
    if known.len() < asked || !complete {
        return None;
    }
    let chosen = draw(&known, board, limits.seed)?;
    let shown = if asked == 1 { vec![chosen] } else { known[..asked].to_vec() };
    let lines: Vec<Line> = shown.into_iter().map(|mv| line(book, board, mv)).collect();
    for (index, line) in lines.iter().enumerate() {
        let (rank, nodes, elapsed) = (index + 1, 0, Duration::ZERO);
        observer.improved(&Progress { rank, line, nodes, elapsed });
    }
    let chosen = Some(Move::Place(chosen.square));
    Some(Report { lines, chosen, nodes: 0, elapsed: Duration::ZERO })
}

/// One of the moves that are about as good as the best. Seed and position decide.
fn draw(known: &[BookMove], board: Board8, seed: Option<u64>) -> Option<BookMove> {
    let first = *known.first()?;
    let Some(seed) = seed else { return Some(first) };
    let good = known.iter().take_while(|mv| mv.discs >= first.discs - MARGIN).count();
    let random = splitmix64(seed ^ splitmix64(board.hash64()));
    Some(known[(random % good as u64) as usize])
}

fn line(book: &Book, board: Board8, mv: BookMove) -> Line {
    let moves = book.line(board, mv.square);
    let depth = moves.len() as u32;
    Line { moves, score: Score { discs: mv.discs, kind: Kind::Book }, depth }
}
