//! The five classics: the players of five old programs, each faithful to its own description.
//!
//! They are opponents with character. Where a description's own choice is weak it is kept; where
//! it leaves something open, the head of the player's file says what and how it was read. Slips of
//! a description or of its program are mended; with `as=written` a classic plays with them.

mod anysize;
mod breadth;
mod explain;
mod killer;
mod points;
mod quadrant;
mod ratio;
mod search;
mod squares;

pub use quadrant::{QUADRANT, Quadrant, QuadrantError, read_quadrant, write_quadrant};

use std::path::PathBuf;
use std::time::Duration;

use obverse_rules::{AnyBoard, Board8, Game, Size};

use crate::{ExplainedMove, Explanation, Player, PlayerError};

/// One of the five classics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classic {
    /// Six ratios, weighted, and all of its time.
    Ratio,
    /// The tree built breadth-first through a queue.
    Breadth,
    /// A table of squares, mobility and full lines, five plies deep.
    Squares,
    /// Minimax on a board of any size.
    Anysize,
    /// Named openings, iterative deepening, seven statistics.
    Killer,
}

/// How a classic is asked to play; what is not given has its own default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicOptions {
    /// Time a move.
    pub time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Where random numbers begin.
    pub seed: Option<u64>,
    /// Whether `killer` may use its openings.
    pub book: bool,
    /// Whether `breadth` searches by alpha-beta instead of its queue.
    pub alphabeta: bool,
    /// Whether it plays as its document and its program had it, slips included.
    pub written: bool,
    /// What the squares are worth to `breadth`.
    pub points: Option<Quadrant>,
    /// A file that says it.
    pub points_file: Option<PathBuf>,
    /// The bytes that `breadth` may use for its tree.
    pub memory: Option<usize>,
}

impl Default for ClassicOptions {
    fn default() -> ClassicOptions {
        ClassicOptions {
            time: None,
            depth: None,
            seed: None,
            book: true,
            alphabeta: false,
            written: false,
            points: None,
            points_file: None,
            memory: None,
        }
    }
}

impl Classic {
    /// All five.
    pub const ALL: [Classic; 5] =
        [Classic::Ratio, Classic::Breadth, Classic::Squares, Classic::Anysize, Classic::Killer];

    /// The name it goes by.
    pub const fn name(self) -> &'static str {
        match self {
            Classic::Ratio => "ratio",
            Classic::Breadth => "breadth",
            Classic::Squares => "squares",
            Classic::Anysize => "anysize",
            Classic::Killer => "killer",
        }
    }

    /// The classic of this name.
    pub fn from_name(name: &str) -> Option<Classic> {
        Classic::ALL.into_iter().find(|classic| classic.name() == name)
    }

    /// A sentence about it, for people who choose an opponent.
    pub const fn description(self) -> &'static str {
        match self {
            Classic::Ratio => "weighs six ratios until its time is up; a little moody",
            Classic::Breadth => "grows the tree of moves level by level, then counts points",
            Classic::Squares => "knows what each square is worth and looks five moves ahead",
            Classic::Anysize => "plain minimax, six moves deep, at home on every board",
            Classic::Killer => "knows its openings and follows its best line deep",
        }
    }

    /// The options it takes, joined by commas.
    pub const fn takes(self) -> &'static str {
        match self {
            Classic::Ratio => "time, depth, seed, as",
            Classic::Breadth => "time, depth, search, points, hash, as",
            Classic::Squares | Classic::Anysize => "time, depth, as",
            Classic::Killer => "time, depth, book, seed, as",
        }
    }

    /// The player. What it draws by lot begins with the seed.
    pub fn player(self, options: &ClassicOptions, seed: u64) -> Box<dyn Player> {
        match self {
            Classic::Ratio => Box::new(ratio::Ratio::new(options, seed)),
            Classic::Breadth => Box::new(breadth::Breadth::new(options)),
            Classic::Squares => Box::new(squares::Squares::new(options)),
            Classic::Anysize => Box::new(anysize::Anysize::new(options)),
            Classic::Killer => Box::new(killer::Killer::new(options, seed)),
        }
    }
}

/// A classic's name, with a word for one that plays with its slips.
fn full_name(name: &str, written: bool) -> String {
    if written { format!("{name} as written") } else { name.to_owned() }
}

/// What a classic says that knows 8×8 only.
fn eight_only(player: &str, size: Size) -> Result<(), PlayerError> {
    if size == Size::EIGHT {
        return Ok(());
    }
    Err(PlayerError::Size { player: player.to_owned(), plays: "8×8".to_owned(), size })
}

/// The board of a game on 8×8.
fn board8(player: &str, game: &Game) -> Result<Board8, PlayerError> {
    let position = game.position();
    eight_only(player, position.size())?;
    match position.board() {
        AnyBoard::N8(board) => Ok(*board),
        _ => unreachable!("a position of size 8 has the 8×8 board"),
    }
}

/// What a player thinks of every move, under its name.
fn explanation(player: &str, game: &Game, moves: Vec<ExplainedMove>) -> Explanation {
    let side = game.position().side();
    Explanation { player: player.to_owned(), side, moves, tree: None, remark: None }
}

/// What the tests of the evaluations share: positions that are worked out by hand.
#[cfg(test)]
mod examples {
    use obverse_rules::{AnyBoard, Board8, Position};

    /// The board drawn in rows, `X` to move.
    pub(super) fn board(rows: [&str; 8]) -> Board8 {
        let position: Position = format!("{} X", rows.concat()).parse().expect("eight rows");
        match position.board() {
            AnyBoard::N8(board) => *board,
            _ => panic!("not 8×8"),
        }
    }

    /// Whether two sums are the same but for the order in which they were added up.
    pub(super) fn close(value: f64, expected: f64) -> bool {
        (value - expected).abs() < 1e-9
    }

    /// After f5 d6. X moves to c3 c4 c5 c6 c7 (5); O could move to f3 f4 f6 g5 (4).
    pub(super) fn two_moves() -> Board8 {
        board([
            "--------", //
            "--------", //
            "--------", //
            "---OX---", //
            "---OXX--", //
            "---O----", //
            "--------", //
            "--------",
        ])
    }

    /// The top edge is full. X has no move; O could move to g3 (over g2) and f3 (over g2).
    ///
    /// Discs: 8 to 2. Stable: the whole edge, 6 to 2; g2 and h3 are not. Corners: 1 to 1.
    /// Frontier: all 8 of X and both of O (h2 is empty). 54 squares are empty.
    pub(super) fn top_edge() -> Board8 {
        board([
            "XXXXXXOO", //
            "------X-", //
            "-------X", //
            "--------", //
            "--------", //
            "--------", //
            "--------", //
            "--------",
        ])
    }
}
