//! Why a move was bad, as far as two lines show it: the one after the move, and the one after the
//! best move.
//!
//! Each reason is a function over the two lines. It says something only if that can be seen on
//! the board along the one line and not along the other, over the same number of moves. The words
//! are in [`words`](crate::words).

use obverse_engine::score::Kind;
use obverse_rules::{Color, Move, Position, Square, Squares};
use serde::{Deserialize, Serialize};

use crate::review::Comparison;
use crate::walk::{Walk, corners, edges, frontier, moves_of, region, stable};

/// Why a move was bad. "The mover" is who made it, "the other side" the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "id", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// The other side takes a corner that it does not get after the best move.
    GivesCorner {
        /// The corner.
        square: Square,
        /// How many moves later.
        after: usize,
        /// Whether it could be taken before, and the best move prevents that.
        was_open: bool,
        /// The best move.
        best: Move,
    },
    /// The mover takes a corner after the best move, and does not get it now.
    MissesCorner {
        /// The corner.
        square: Square,
        /// Whether it could be taken at once.
        at_once: bool,
        /// The best move.
        best: Move,
    },
    /// The other side wedges in between two discs on an edge, and stays.
    EdgeWeak {
        /// Where it wedges in.
        square: Square,
    },
    /// The mover has fewer moves than after the best move.
    LosesMobility(Counts),
    /// The other side has more moves than after the best move.
    GivesMobility(Counts),
    /// The move could have waited: the other side cannot take its square.
    WastesQuietMove {
        /// The square.
        square: Square,
        /// The best move.
        best: Move,
    },
    /// The other side makes the last move in a region, or of the whole game.
    LosesParity {
        /// The region; empty for the whole game.
        region: Vec<Square>,
        /// The best move.
        best: Move,
    },
    /// The mover has fewer moves that open no corner than after the best move.
    LosesSafeMoves(Counts),
    /// The other side has more of them.
    GivesSafeMoves(Counts),
    /// The mover's discs lie beside empty squares, and the other side's do not.
    BuildsWall {
        /// Such discs of the mover and of the other side.
        played: (usize, usize),
        /// The same after the best move.
        instead: (usize, usize),
        /// How many moves later.
        after: usize,
        /// The best move.
        best: Move,
    },
    /// The other side has more discs that can never be turned over.
    GivesStableDiscs(Counts),
    /// The mover has fewer of them.
    LosesStableDiscs(Counts),
    /// Every move that the mover has then opens a corner.
    ForcedToOpen {
        /// What it has to play.
        square: Square,
        /// How many moves later.
        after: usize,
    },
    /// Many more discs are turned over, and fewer moves are left.
    Greedy(Counts),
    /// The best move leaves the other side without a move.
    MissesPass {
        /// The best move.
        best: Move,
    },
    /// The mover has to pass, and not after the best move.
    MustPass {
        /// The best move.
        best: Move,
    },
    /// Of the last squares another order wins more discs.
    Miscounts {
        /// The discs of the mover and of the other side in the end.
        played: (usize, usize),
        /// The same after the best move.
        instead: (usize, usize),
        /// The best move.
        best: Move,
    },
}

/// Two numbers of the same thing: along the line of the move and along that of the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// After the move.
    pub played: usize,
    /// After the best move.
    pub instead: usize,
    /// How many moves later both are counted; 0 for right after the move.
    pub after: usize,
    /// The best move.
    pub best: Move,
}

impl Reason {
    /// Its name, as in JSON.
    pub fn id(&self) -> &'static str {
        match self {
            Reason::GivesCorner { .. } => "gives-corner",
            Reason::MissesCorner { .. } => "misses-corner",
            Reason::EdgeWeak { .. } => "edge-weak",
            Reason::LosesMobility(_) => "loses-mobility",
            Reason::GivesMobility(_) => "gives-mobility",
            Reason::WastesQuietMove { .. } => "wastes-quiet-move",
            Reason::LosesParity { .. } => "loses-parity",
            Reason::LosesSafeMoves(_) => "loses-safe-moves",
            Reason::GivesSafeMoves(_) => "gives-safe-moves",
            Reason::BuildsWall { .. } => "builds-wall",
            Reason::GivesStableDiscs(_) => "gives-stable-discs",
            Reason::LosesStableDiscs(_) => "loses-stable-discs",
            Reason::ForcedToOpen { .. } => "forced-to-open",
            Reason::Greedy(_) => "greedy",
            Reason::MissesPass { .. } => "misses-pass",
            Reason::MustPass { .. } => "must-pass",
            Reason::Miscounts { .. } => "miscounts",
        }
    }

    /// The squares that it is about, the most important first.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Reason::GivesCorner { square, .. }
            | Reason::MissesCorner { square, .. }
            | Reason::EdgeWeak { square }
            | Reason::WastesQuietMove { square, .. }
            | Reason::ForcedToOpen { square, .. } => vec![*square],
            Reason::LosesParity { region, .. } => region.clone(),
            Reason::LosesMobility(_)
            | Reason::GivesMobility(_)
            | Reason::LosesSafeMoves(_)
            | Reason::GivesSafeMoves(_)
            | Reason::BuildsWall { .. }
            | Reason::GivesStableDiscs(_)
            | Reason::LosesStableDiscs(_)
            | Reason::Greedy(_)
            | Reason::MissesPass { .. }
            | Reason::MustPass { .. }
            | Reason::Miscounts { .. } => Vec::new(),
        }
    }
}

/// A person follows a line so far: what comes later is no reason for the move.
const NEAR: usize = 8;
/// No more reasons than these: the first are the plainest.
const MOST: usize = 3;

/// The reasons that the two lines show, the plainest first.
pub fn find(before: &Position, lines: &Comparison) -> Vec<Reason> {
    let Some(both) = Both::new(before, lines) else { return Vec::new() };
    let tests: [fn(&Both) -> Option<Reason>; 16] = [
        Both::gives_corner,
        Both::misses_corner,
        Both::forced_to_open,
        Both::misses_pass,
        Both::must_pass,
        Both::loses_parity,
        Both::edge_weak,
        Both::wastes_quiet_move,
        Both::greedy,
        Both::loses_mobility,
        Both::gives_mobility,
        Both::loses_safe_moves,
        Both::gives_safe_moves,
        Both::gives_stable_discs,
        Both::loses_stable_discs,
        Both::builds_wall,
    ];
    let mut reasons: Vec<Reason> = tests.iter().filter_map(|test| test(&both)).take(MOST).collect();
    if reasons.is_empty() {
        reasons.extend(both.miscounts(lines));
    }
    reasons
}

/// Which number is the worse one.
#[derive(Clone, Copy, Debug)]
enum Direction {
    More,
    Fewer,
}

/// The moves of the side to move that open no corner to the other side.
fn safe_moves(position: &Position) -> usize {
    let is_safe = |&square: &Square| opened(position, square).is_empty();
    position.moves().iter().filter(is_safe).count()
}

/// The corners that the other side can take after a move, and could not take before.
fn opened(position: &Position, square: Square) -> Vec<Square> {
    let before = position.with_other_side().moves();
    let after = position.play(square.into()).expect("a legal move");
    // It may have to pass: then it can take nothing.
    let after = if after.side() == position.side() { Squares::default() } else { after.moves() };
    let is_opened = |corner: &Square| after.contains(*corner) && !before.contains(*corner);
    corners(position).into_iter().filter(is_opened).collect()
}

/// The two lines played out.
struct Both {
    /// Who moved.
    me: Color,
    before: Position,
    played: Walk,
    best: Walk,
    /// The best move.
    best_move: Move,
    /// How many moves of both lines are compared.
    near: usize,
}

impl Both {
    fn new(before: &Position, lines: &Comparison) -> Option<Both> {
        let played = Walk::new(before, &lines.played.moves);
        let best = Walk::new(before, &lines.best.moves);
        let best_move = *lines.best.moves.first()?;
        if played.len() == 0 || best.len() == 0 || lines.played.moves.first() == Some(&best_move) {
            return None;
        }
        let near = played.len().min(best.len()).min(NEAR);
        Some(Both { me: before.side(), before: *before, played, best, best_move, near })
    }

    fn opponent(&self) -> Color {
        !self.me
    }

    fn played_square(&self) -> Option<Square> {
        self.played.steps(1).next()?.2.square()
    }

    /// How many moves both lines have.
    fn common(&self) -> usize {
        self.played.len().min(self.best.len())
    }

    /// Whether a side gets more corners than the other along one line than along another: soon, and
    /// still as far as both lines go, where a corner that only came later counts too.
    fn wins_corners(&self, side: Color, here: &Walk, there: &Walk) -> bool {
        let balance = |walk: &Walk, plies: usize| {
            let taken = |side: Color| {
                let corners = corners(&self.before).into_iter();
                corners.filter(|&corner| walk.takes(side, corner, plies).is_some()).count() as i32
            };
            taken(side) - taken(!side)
        };
        [self.near, self.common()].iter().all(|&plies| balance(here, plies) > balance(there, plies))
    }

    fn gives_corner(&self) -> Option<Reason> {
        let side = self.opponent();
        if !self.wins_corners(side, &self.played, &self.best) {
            return None;
        }
        let given = corners(&self.before).into_iter().filter_map(|square| {
            let after = self.played.takes(side, square, self.near)?;
            self.best.takes(side, square, self.best.len()).is_none().then_some((after, square))
        });
        let (after, square) = given.min()?;
        let was_open = moves_of(&self.before, side).contains(square);
        Some(Reason::GivesCorner { square, after, was_open, best: self.best_move })
    }

    fn misses_corner(&self) -> Option<Reason> {
        let side = self.me;
        if !self.wins_corners(side, &self.best, &self.played) {
            return None;
        }
        let missed = corners(&self.before).into_iter().filter_map(|square| {
            let after = self.best.takes(side, square, self.near)?;
            self.played.takes(side, square, self.played.len()).is_none().then_some((after, square))
        });
        let (_, square) = missed.min()?;
        // That the other side takes it says as much.
        if matches!(self.gives_corner(), Some(Reason::GivesCorner { square: given, .. }) if given == square)
        {
            return None;
        }
        let at_once = self.before.moves().contains(square);
        Some(Reason::MissesCorner { square, at_once, best: self.best_move })
    }

    /// A turn at which every move of the mover lets the other side take an empty corner that it
    /// could not take before, and it soon does.
    fn opening_turn(&self, walk: &Walk) -> Option<(usize, Square)> {
        walk.turns(self.me, self.near.saturating_sub(1)).find_map(|at| {
            let position = walk.at(at);
            let moves = position.moves();
            if moves.is_empty() || safe_moves(position) > 0 {
                return None;
            }
            let chosen = walk.steps(at + 1).last()?.2.square()?;
            let is_taken = |&corner: &Square| {
                walk.takes(self.opponent(), corner, at + 4).is_some_and(|taken| taken > at)
            };
            opened(position, chosen).iter().any(is_taken).then_some((at, chosen))
        })
    }

    fn forced_to_open(&self) -> Option<Reason> {
        let (after, square) = self.opening_turn(&self.played)?;
        self.opening_turn(&self.best).is_none().then_some(Reason::ForcedToOpen { square, after })
    }

    fn misses_pass(&self) -> Option<Reason> {
        let side = self.opponent();
        let shown =
            self.best.passes(side, self.near) && !self.played.passes(side, self.played.len());
        shown.then_some(Reason::MissesPass { best: self.best_move })
    }

    fn must_pass(&self) -> Option<Reason> {
        let shown =
            self.played.passes(self.me, self.near) && !self.best.passes(self.me, self.best.len());
        shown.then_some(Reason::MustPass { best: self.best_move })
    }

    fn loses_parity(&self) -> Option<Reason> {
        let best = self.best_move;
        let squares = [self.played_square(), best.square()].into_iter().flatten();
        for square in squares {
            let region = region(&self.before, square);
            let is_lost = self.played.last_in(region) == Some(self.opponent())
                && self.best.last_in(region) == Some(self.me);
            if is_lost && region.len() < self.before.empties() && region.len() > 1 {
                return Some(Reason::LosesParity { region: region.iter().collect(), best });
            }
        }
        let all: Squares = Square::all(self.before.size())
            .filter(|&square| self.before.get(square).is_none())
            .collect();
        let is_lost = self.played.last_in(all) == Some(self.opponent())
            && self.best.last_in(all) == Some(self.me);
        is_lost.then_some(Reason::LosesParity { region: Vec::new(), best })
    }

    /// Where the other side wedges in between two discs of the mover on an edge, and still is when
    /// the line ends, with a corner of that edge taken or to be taken.
    fn wedges(&self, walk: &Walk) -> Vec<Square> {
        let (end, side) = (walk.at(self.near), self.opponent());
        let all_edges = edges(&self.before);
        let is_wedge = |position: &Position, square: Square| {
            all_edges.iter().any(|edge| {
                let Some(at) = edge.iter().position(|&other| other == square) else { return false };
                let own = |at: usize| position.get(edge[at]) == Some(self.me);
                let wins = |corner: Square| {
                    walk.takes(side, corner, self.near).is_some()
                        || moves_of(end, side).contains(corner)
                };
                let is_inner = at > 0 && at + 1 < edge.len();
                is_inner
                    && own(at - 1)
                    && own(at + 1)
                    && (wins(edge[0]) || wins(edge[edge.len() - 1]))
            })
        };
        walk.steps(self.near)
            .filter(|(_, before, _)| before.side() == side)
            .filter_map(|(_, before, mv)| Some((before, mv.square()?)))
            .filter(|&(before, square)| is_wedge(before, square))
            .map(|(_, square)| square)
            .filter(|&square| end.get(square) == Some(side))
            .collect()
    }

    fn edge_weak(&self) -> Option<Reason> {
        let best = self.wedges(&self.best);
        let square = self.wedges(&self.played).into_iter().find(|square| !best.contains(square))?;
        best.is_empty().then_some(Reason::EdgeWeak { square })
    }

    fn wastes_quiet_move(&self) -> Option<Reason> {
        let square = self.played_square()?;
        let side = self.opponent();
        let own = |at: usize| moves_of(self.best.at(at), self.me).contains(square);
        let theirs = |at: usize| moves_of(self.best.at(at), side).contains(square);
        // Nothing new was opened to the other side.
        let (before, after) = (moves_of(&self.before, side), moves_of(self.played.at(1), side));
        let is_quiet = after.iter().all(|square| before.contains(square));
        // Until the mover plays it along the best line, or that ends, it is the mover's alone.
        let until = self.best.takes(self.me, square, self.best.len()).unwrap_or(self.near);
        let waits = until >= 2 && own(until) && (0..=until).all(|at| !theirs(at));
        // And a move is missed in the end.
        let last_turn = |walk: &Walk| walk.turns(self.me, self.near).last();
        let safe = |walk: &Walk| last_turn(walk).map_or(0, |at| safe_moves(walk.at(at)));
        let is_missed = safe(&self.played) < safe(&self.best);
        (is_quiet && waits && is_missed)
            .then_some(Reason::WastesQuietMove { square, best: self.best_move })
    }

    /// Something counted at a turn of a side that both lines have, where the difference is
    /// greatest: clearly `more` or fewer after the played move, and on average over all turns too.
    fn differs(
        &self,
        side: Color,
        count: impl Fn(&Position) -> usize,
        more: Direction,
    ) -> Option<Counts> {
        let turns: Vec<(usize, usize, usize)> = self
            .played
            .turns(side, self.near)
            .filter(|&at| self.best.turns(side, self.near).any(|other| other == at))
            .map(|at| (at, count(self.played.at(at)), count(self.best.at(at))))
            .collect();
        let difference = |played: usize, best: usize| match more {
            Direction::More => played as i32 - best as i32,
            Direction::Fewer => best as i32 - played as i32,
        };
        let &(at, played, instead) =
            turns.iter().max_by_key(|&&(_, played, best)| difference(played, best))?;
        let (less, much) = (played.min(instead), played.max(instead));
        let greatest = difference(played, instead);
        let is_clear = greatest >= 3 || greatest == 2 && 3 * much >= 4 * less;
        let sum: i32 = turns.iter().map(|&(_, played, best)| difference(played, best)).sum();
        let shown = is_clear && sum >= turns.len() as i32;
        shown.then_some(Counts { played, instead, after: at - 1, best: self.best_move })
    }

    fn loses_mobility(&self) -> Option<Reason> {
        self.differs(self.me, |position| position.moves().len(), Direction::Fewer)
            .map(Reason::LosesMobility)
    }

    fn gives_mobility(&self) -> Option<Reason> {
        self.differs(self.opponent(), |position| position.moves().len(), Direction::More)
            .map(Reason::GivesMobility)
    }

    /// Safe moves are counted only where that says more than the moves do.
    fn loses_safe_moves(&self) -> Option<Reason> {
        if self.loses_mobility().is_some() {
            return None;
        }
        self.differs(self.me, safe_moves, Direction::Fewer).map(Reason::LosesSafeMoves)
    }

    fn gives_safe_moves(&self) -> Option<Reason> {
        if self.gives_mobility().is_some() {
            return None;
        }
        self.differs(self.opponent(), safe_moves, Direction::More).map(Reason::GivesSafeMoves)
    }

    /// Whether the middle of the game is still to come, or on.
    fn is_early(&self) -> bool {
        let at_first = self.before.size().squares() - 4;
        60 * self.before.empties() > 20 * at_first
    }

    /// Discs beside empty squares when the lines end: many more of the mover's own than of the
    /// other side's, compared with the best line, and on average along the way too.
    fn builds_wall(&self) -> Option<Reason> {
        if !self.is_early() {
            return None;
        }
        let count = |position: &Position| {
            let of = |side: Color| frontier(position, side).len();
            (of(self.me), of(self.opponent()))
        };
        let excess = |position: &Position| {
            let (own, other) = count(position);
            own as i32 - other as i32
        };
        let more = |at: usize| excess(self.played.at(at)) - excess(self.best.at(at));
        let sum: i32 = (1..=self.near).map(more).sum();
        let shown = more(self.near) >= 6 && sum >= 3 * self.near as i32;
        shown.then(|| Reason::BuildsWall {
            played: count(self.played.at(self.near)),
            instead: count(self.best.at(self.near)),
            after: self.near - 1,
            best: self.best_move,
        })
    }

    /// Stable discs some moves later: those of a side, if they and the lead in them differ clearly,
    /// and the lead still does as far as both lines go: a corner that only waits is no reason.
    fn stable_discs(&self, side: Color) -> Option<Counts> {
        let (played, best) = (self.played.at(self.near), self.best.at(self.near));
        // On a full board every disc is stable.
        if played.empties().min(best.empties()) < 4 {
            return None;
        }
        let lead = |position: &Position| {
            stable(position, self.opponent()) as i32 - stable(position, self.me) as i32
        };
        let counts = Counts {
            played: stable(played, side),
            instead: stable(best, side),
            after: self.near - 1,
            best: self.best_move,
        };
        let (last, other) = (self.played.at(self.common()), self.best.at(self.common()));
        let lasts = last.empties().min(other.empties()) < 4 || lead(last) >= lead(other) + 4;
        let differs = counts.played.abs_diff(counts.instead) >= 4;
        let is_worse = (counts.played > counts.instead) == (side == self.opponent());
        (differs && is_worse && lasts && lead(played) >= lead(best) + 6).then_some(counts)
    }

    fn gives_stable_discs(&self) -> Option<Reason> {
        self.stable_discs(self.opponent()).map(Reason::GivesStableDiscs)
    }

    fn loses_stable_discs(&self) -> Option<Reason> {
        self.stable_discs(self.me).map(Reason::LosesStableDiscs)
    }

    fn greedy(&self) -> Option<Reason> {
        if !self.is_early() {
            return None;
        }
        let flips = |mv: Move| mv.square().map_or(0, |square| self.before.flips(square).len());
        let played = flips(self.played_square()?.into());
        let instead = flips(self.best_move);
        let turn = self.played.turns(self.me, self.near).last()?;
        let fewer = moves_of(self.played.at(turn), self.me).len()
            < moves_of(self.best.at(turn), self.me).len();
        let counts = Counts { played, instead, after: 0, best: self.best_move };
        (played >= instead + 3 && fewer).then_some(Reason::Greedy(counts))
    }

    fn miscounts(&self, lines: &Comparison) -> Option<Reason> {
        let is_exact = |kind: Kind| kind == Kind::Exact;
        if self.before.empties() > 10
            || !is_exact(lines.best.score.kind)
            || !is_exact(lines.played.score.kind)
        {
            return None;
        }
        let squares = self.before.size().squares() as i32;
        let counts = |discs: f32| {
            let own = i32::midpoint(squares, discs as i32);
            (own as usize, (squares - own) as usize)
        };
        Some(Reason::Miscounts {
            played: counts(lines.played.score.discs),
            instead: counts(lines.best.score.discs),
            best: self.best_move,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_that_was_open_before_is_not_opened() {
        // White can take a1 whatever happens at f5; only b2 opens a corner, h1, in the second one.
        let rows = ["-XO-----", "--------", "--------", "--------", "---XO---", "--------"];
        let open = format!("{}{} X", rows.concat(), "-".repeat(16));
        let position: Position = open.parse().unwrap();
        assert_eq!(position.moves().len(), 2);
        assert_eq!(safe_moves(&position), 2);
        // After g2, which turns f3 over, White can take h1.
        let rows = ["--------", "--------", "-----O--", "----X---", "---O----", "--------"];
        let closed = format!("{}{} X", rows.concat(), "-".repeat(16));
        let position: Position = closed.parse().unwrap();
        let moves: Vec<String> = position.moves().iter().map(|square| square.to_string()).collect();
        assert_eq!(moves, ["g2", "c6"]);
        let opened = |square: &str| opened(&position, square.parse().unwrap());
        assert_eq!(opened("g2"), ["h1".parse().unwrap()]);
        assert_eq!(opened("c6"), []);
        assert_eq!(safe_moves(&position), 1);
    }
}
