//! `killer`: openings from a book, then its best line first, ever deeper.
//!
//! The idea. The first 18 plies come from a database of named openings where it has the position.
//! Then minimax with alpha-beta deepens iteratively, and each iteration begins with the best line
//! of the one before: the “killer” that cuts the rest short. Near the end of the game, when there
//! is time, it searches down to the finished games. The value of a position is a linear
//! combination of seven statistics: `5·mobility + 2·potential mobility + 1·make-up + 5·squares +
//! 1000·corners + 1000·stability + 500·parity`, and `100,000·discs` at the end.
//!
//! What the description leaves open, and how it is read here:
//! - A “ratio” of two numbers is how many times as many the one ahead has, one added to both so
//!   that none divides by zero, less 1 so that even is 0, and negative for the one behind: 5 moves
//!   to 1 is (5+1)/(1+1) − 1 = 2, and 1 to 5 is −2.
//! - Frontier discs touch an empty square. Many of the opponent's are good: they are moves to come.
//! - Pivotal squares are the other squares of the 3×3 corner block, two from the corner: a1's are
//!   a3, c1, b3, c2 and c3. Owning one counts 1; owning a C square (beside the corner) counts −1 and
//!   an X square (diagonally before it) −2. All of them stop counting once their corner is taken.
//! - The lower bound of stability is that of the rules crate.
//! - Parity: with an odd number of empty squares the side to move has the last move, if nobody
//!   passes.
//! - Where several openings pass through a position one of their next moves is drawn by lot, by the
//!   seed. The openings are known in all eight symmetries, and by whatever order of moves. Most
//!   named lines end after three to eight plies: the engine's book goes on with them up to the
//!   eighteenth, and says which moves are good: a move that is a disc worse is drawn half as
//!   often. As written there are the named lines only, all drawn alike.
//! - A search that runs out of time plays the best move found so far.
//! - “Weighted highly” is said of parity, and its program's scale was that of the other terms, each
//!   a hundred times larger than here. Here 500 is half a corner, which is high. As written the
//!   other six terms are a hundred times larger, and parity weighs a hundredth of that: nothing.

use std::time::Duration;

use fastrand::Rng;
use obverse_engine::book::{Book, BookMove};
use obverse_records::openings;
use obverse_rules::{
    AnyBoard, Bitboard, Board, Board8, Game, Move, Position, Size, Square, Squares,
};

use super::explain::explain;
use super::points::Points;
use super::search::{self, Heuristic, Leaf, Plan, Walk};
use super::{ClassicOptions, board8, explanation, full_name};
use crate::engine_player::seed_of_game;
use crate::time::time_for_move;
use crate::{Choice, Decision, Explanation, Player, PlayerError, Thought, Turn};

const NAME: &str = "killer";
const TIME: Duration = Duration::from_secs(5);
/// The plies that may come from the openings: nine moves of each side.
const OPENING_PLIES: u32 = 18;
/// The discs that a move of the openings may give away.
const OPENING_MARGIN: f64 = 3.0;
/// With so few squares empty the whole rest of the game is searched, where time allows.
const ENDGAME: u32 = 12;

const MOBILITY_WEIGHT: f64 = 5.0;
const POTENTIAL_WEIGHT: f64 = 2.0;
const MAKEUP_WEIGHT: f64 = 1.0;
const SQUARES_WEIGHT: f64 = 5.0;
const PARITY_WEIGHT: f64 = 500.0;
const CORNERS_WEIGHT: f64 = 1000.0;
const STABILITY_WEIGHT: f64 = 1000.0;
const DISC_WEIGHT: f64 = 100_000.0;
/// How much larger all terms but parity are as written.
const WRITTEN_SCALE: f64 = 100.0;

/// The player.
#[derive(Debug)]
pub(super) struct Killer {
    time: Option<Duration>,
    depth: Option<u32>,
    seed: u64,
    /// Draws the openings; none for a player without them.
    lot: Option<Rng>,
    evaluation: KillerEvaluation,
}

impl Killer {
    pub(super) fn new(options: &ClassicOptions, seed: u64) -> Killer {
        Killer {
            time: options.time,
            depth: options.depth,
            seed,
            lot: options.book.then(|| Rng::with_seed(seed)),
            evaluation: KillerEvaluation::new(options.written),
        }
    }

    /// The moves of the openings in this position and their chances, none without openings.
    fn openings(&self, position: &Position) -> Vec<(Square, f64)> {
        let AnyBoard::N8(board) = *position.board() else { return Vec::new() };
        let discs = Size::EIGHT.squares() as u32 - board.empties();
        if self.lot.is_none() || discs >= OPENING_PLIES + 4 {
            return Vec::new();
        }
        let named = openings::continuations(position);
        if self.evaluation.written {
            // Every move that a line goes on with, as its program drew them.
            let chance = 1.0 / named.len() as f64;
            return named.into_iter().map(|square| (square, chance)).collect();
        }
        by_merit(&named, &book_moves(board))
    }

    /// A move from the openings, where they have one.
    fn opening_move(&mut self, game: &Game) -> Option<Move> {
        let moves = self.openings(game.position());
        let mut drawn = self.lot.as_mut()?.f64();
        for &(square, chance) in &moves {
            drawn -= chance;
            if drawn < 0.0 {
                return Some(square.into());
            }
        }
        // Chances that were rounded may add up to a little less than 1.
        moves.last().map(|&(square, _)| square.into())
    }

    fn plan(&self, board: &Board8, turn: &Turn<'_>) -> Plan {
        let time = time_for_move(self.time, turn, board.empties() as usize);
        let walk = Walk::Deepening;
        match self.depth {
            Some(depth) => Plan { depth, time, endgame: 0, walk },
            None => Plan { depth: u32::MAX, time: time.or(Some(TIME)), endgame: ENDGAME, walk },
        }
    }
}

impl Player for Killer {
    fn name(&self) -> String {
        full_name(NAME, self.evaluation.written)
    }

    fn supports(&self, size: Size) -> Result<(), PlayerError> {
        super::eight_only(NAME, size)
    }

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        let board = board8(NAME, game)?;
        if let Some(mv) = self.opening_move(game) {
            let remark = Some("from the openings");
            let thought = Thought { line: vec![mv], remark, ..Thought::default() };
            return Ok(Choice { mv, thought: Some(thought) }.into());
        }
        search::choose(&board, &self.evaluation, self.plan(&board, turn), turn)
            .map(Decision::from)
            .ok_or(PlayerError::no_move(NAME))
    }

    fn explain(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Explanation, PlayerError> {
        let board = board8(NAME, game)?;
        let mut moves = explain(&board, &self.evaluation, self.plan(&board, turn), turn);
        let openings = self.openings(game.position());
        for explained in &mut moves {
            let of_move = openings.iter().find(|(square, _)| *square == explained.square);
            explained.opening = of_move.map(|&(_, chance)| chance);
        }
        Ok(explanation(&self.name(), game, moves))
    }

    fn new_game(&mut self, number: u64) {
        if let Some(lot) = &mut self.lot {
            lot.seed(seed_of_game(self.seed, number));
        }
    }
}

/// The moves that the book knows, where it knows the good ones: at its rim some are known only
/// because another way leads there too.
fn book_moves(board: Board8) -> Vec<BookMove> {
    const ROUNDING: f32 = 0.5;
    let book = Book::embedded();
    let moves = book.moves(board);
    let told = book.score(board).unwrap_or(f32::INFINITY);
    let is_known = moves.first().is_some_and(|best| best.discs >= told - ROUNDING);
    if is_known { moves } else { Vec::new() }
}

/// The moves of named openings and of the book with their chances. A disc less halves the chance;
/// what loses more than [`OPENING_MARGIN`] discs is not played. Named moves that the book does not
/// know are as good as the last that is played.
fn by_merit(named: &Squares, book: &[BookMove]) -> Vec<(Square, f64)> {
    let best = book.first().map_or(0.0, |best| best.discs);
    let lost = |mv: &BookMove| f64::from(best - mv.discs);
    let known = book.iter().map(|mv| (mv.square, lost(mv)));
    let is_known = |square: &Square| book.iter().any(|mv| mv.square == *square);
    let unknown = named.into_iter().filter(|square| !is_known(square));
    let moves = known.chain(unknown.map(|square| (square, OPENING_MARGIN)));
    let weighed = moves.filter(|&(_, lost)| lost <= OPENING_MARGIN);
    let weighed: Vec<(Square, f64)> =
        weighed.map(|(square, lost)| (square, (-lost).exp2())).collect();
    let total: f64 = weighed.iter().map(|(_, weight)| weight).sum();
    weighed.into_iter().map(|(square, weight)| (square, weight / total)).collect()
}

/// The seven statistics for the side to move.
#[derive(Debug, PartialEq)]
struct KillerFeatures {
    mobility: f64,
    potential: f64,
    makeup: f64,
    squares: i32,
    corners: i32,
    stability: f64,
    parity: f64,
}

impl KillerFeatures {
    fn weighted(&self, scale: f64) -> [f64; 8] {
        [
            scale * MOBILITY_WEIGHT * self.mobility,
            scale * POTENTIAL_WEIGHT * self.potential,
            scale * MAKEUP_WEIGHT * self.makeup,
            scale * SQUARES_WEIGHT * f64::from(self.squares),
            scale * CORNERS_WEIGHT * f64::from(self.corners),
            scale * STABILITY_WEIGHT * self.stability,
            PARITY_WEIGHT * self.parity,
            0.0,
        ]
    }
}

#[derive(Debug)]
struct KillerEvaluation {
    /// Pivotal, C and X squares.
    squares: Points<Board8>,
    written: bool,
}

/// How many times as many the one ahead has, from the first one's view; even is 0.
fn ratio(own: usize, other: usize) -> f64 {
    let (own, other) = ((own + 1) as f64, (other + 1) as f64);
    if own >= other { own / other - 1.0 } else { 1.0 - other / own }
}

/// The corner blocks, 3×3, of the corners that are open.
fn open_corner_blocks(occupied: Bitboard) -> Bitboard {
    let near = (Bitboard::CORNERS - occupied).neighbours();
    near | near.neighbours()
}

impl KillerEvaluation {
    fn new(written: bool) -> KillerEvaluation {
        let from_edge = super::points::from_edge::<Board8>;
        let squares = Points::new(|square| {
            let (column, row) = (from_edge(square.column()), from_edge(square.row()));
            match (column.min(row), column.max(row)) {
                (0, 1) => -1,
                (1, 1) => -2,
                (0..=2, 2) => 1,
                _ => 0,
            }
        });
        KillerEvaluation { squares, written }
    }

    fn terms(&self, board: &Board8) -> KillerFeatures {
        let (player, opponent) = (board.player(), board.opponent());
        let passed = board.pass();
        let occupied = player | opponent;
        let beside_empty = board.empty().neighbours();
        let blocks = open_corner_blocks(occupied);
        KillerFeatures {
            mobility: ratio(board.moves().len(), passed.moves().len()),
            potential: ratio((opponent & beside_empty).len(), (player & beside_empty).len()),
            makeup: ratio(player.len(), opponent.len()),
            squares: self.squares.of(&(player & blocks)) - self.squares.of(&(opponent & blocks)),
            corners: (player & Bitboard::CORNERS).len() as i32
                - (opponent & Bitboard::CORNERS).len() as i32,
            stability: ratio(board.stable().len(), passed.stable().len()),
            parity: if board.empties() % 2 == 1 { 1.0 } else { -1.0 },
        }
    }
}

impl Heuristic<Board8> for KillerEvaluation {
    const TERMS: &'static [&'static str] =
        &["mobility", "potential", "makeup", "squares", "corners", "stability", "parity", "result"];

    fn weighted(&self, Leaf { board, over, .. }: Leaf<'_, Board8>) -> impl AsRef<[f64]> {
        if over {
            let result = DISC_WEIGHT * f64::from(board.final_score());
            return [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, result];
        }
        self.terms(board).weighted(if self.written { WRITTEN_SCALE } else { 1.0 })
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the numbers are exact, or made by the same operations")]
mod tests {
    use super::super::examples::{board, close, top_edge, two_moves};
    use super::*;

    #[test]
    fn a_ratio_says_how_many_times_as_many() {
        assert_eq!(ratio(5, 1), 6.0 / 2.0 - 1.0);
        assert_eq!(ratio(1, 5), -2.0);
        assert_eq!(ratio(0, 0), 0.0);
        assert_eq!(ratio(4, 0), 4.0);
    }

    #[test]
    fn two_moves_into_the_game() {
        let terms = KillerEvaluation::new(false).terms(&two_moves());
        // Moves 5 to 4: 6/5 − 1. All six discs touch empty squares, 3 to 3. 58 squares are empty.
        let expected = KillerFeatures {
            mobility: 6.0 / 5.0 - 1.0,
            potential: 0.0,
            makeup: 0.0,
            squares: 0,
            corners: 0,
            stability: 0.0,
            parity: -1.0,
        };
        assert_eq!(terms, expected);
        // 5 · 0.2 − 500
        assert!(close(KillerEvaluation::new(false).value(Leaf::new(&two_moves(), 0)), -499.0));
    }

    #[test]
    fn the_top_edge() {
        let terms = KillerEvaluation::new(false).terms(&top_edge());
        let expected = KillerFeatures {
            // Moves 0 to 2: 1 − 3/1.
            mobility: -2.0,
            // O has 2 frontier discs, X 8: 1 − 9/3.
            potential: -2.0,
            // Discs 8 to 2: 9/3 − 1.
            makeup: 2.0,
            // The upper corners are taken; nothing is near the lower ones.
            squares: 0,
            corners: 1 - 1,
            // Stable 6 to 2: 7/3 − 1.
            stability: 7.0 / 3.0 - 1.0,
            // 54 squares are empty: O would move last.
            parity: -1.0,
        };
        assert_eq!(terms, expected);
        // −10 − 4 + 2 + 0 + 0 + 4000/3 − 500
        let value = KillerEvaluation::new(false).value(Leaf::new(&top_edge(), 0));
        assert!(close(value, -12.0 + 4000.0 / 3.0 - 500.0));
    }

    #[test]
    fn squares_near_a_corner_count_until_it_is_taken() {
        let with_corner = |corner: &str| {
            let first = format!("{corner}XO-----");
            KillerEvaluation::new(false).terms(&board([
                &first, "OXX-----", //
                "O-X-----", //
                "--------", //
                "--------", //
                "--------", //
                "-----X--", //
                "--------",
            ]))
        };
        // X: b1 −1, b2 −2, c2 1, c3 1, f7 1 = 0. O: a2 −1, a3 1, c1 1 = 1.
        assert_eq!(with_corner("-").squares, -1);
        assert_eq!(with_corner("-").corners, 0);
        // With a1 taken f7 remains, near h8.
        assert_eq!(with_corner("X").squares, 1);
        assert_eq!(with_corner("X").corners, 1);
        assert_eq!(with_corner("O").squares, 1);
        assert_eq!(with_corner("O").corners, -1);
    }

    #[test]
    fn parity_is_who_moves_last() {
        let start = Board8::start();
        assert_eq!(KillerEvaluation::new(false).terms(&start).parity, -1.0);
        let next = start.play(start.moves().first().unwrap()).unwrap();
        assert_eq!(KillerEvaluation::new(false).terms(&next).parity, 1.0);
    }

    #[test]
    fn as_written_parity_weighs_a_hundredth() {
        let mended = KillerEvaluation::new(false).terms(&top_edge()).weighted(1.0);
        let board = top_edge();
        let written = KillerEvaluation::new(true);
        let written = written.weighted(Leaf::new(&board, 0));
        for (at, (written, mended)) in written.as_ref().iter().zip(mended).enumerate() {
            let scale = if KillerEvaluation::TERMS[at] == "parity" { 1.0 } else { 100.0 };
            assert!(close(*written, scale * mended), "{}", KillerEvaluation::TERMS[at]);
        }
        // A finished game is worth what it was: 100,000 a disc, now as much as a corner.
        let won = Board8::from_bits(0b11, 0).unwrap();
        assert_eq!(KillerEvaluation::new(true).value(Leaf::new(&won, 0)), 6_400_000.0);
    }

    #[test]
    fn discs_decide_a_finished_game() {
        let won = Board8::from_bits(0b11, 0).unwrap();
        assert_eq!(KillerEvaluation::new(false).value(Leaf::new(&won, 0)), 6_400_000.0);
    }

    #[test]
    fn the_first_18_plies_come_from_openings() {
        let mut plies = Vec::new();
        for seed in 0..20 {
            let mut killer = Killer::new(&ClassicOptions::default(), seed);
            let mut game = Game::from_start(Size::EIGHT);
            while let Some(mv) = killer.opening_move(&game) {
                game.play(mv).unwrap();
            }
            plies.push(game.ply());
        }
        assert!(plies.iter().all(|plies| *plies <= 18), "{plies:?}");
        assert!(plies.iter().filter(|plies| **plies >= 12).count() >= 15, "{plies:?}");
        let without = ClassicOptions { book: false, ..ClassicOptions::default() };
        let start = Game::from_start(Size::EIGHT);
        assert_eq!(Killer::new(&without, 1).opening_move(&start), None);
    }

    #[test]
    fn openings_are_drawn_by_merit() {
        let square = |name: &str| -> Square { name.parse().unwrap() };
        let book = [("d6", 0.0), ("f6", -1.0), ("f4", -9.0)]
            .map(|(name, discs)| BookMove { square: square(name), discs });
        let named = [square("d6"), square("f4"), square("e6")].into_iter().collect();
        // Weights 1, a half, none for nine discs less, and an eighth for what nobody has judged.
        let expected = [("d6", 8.0 / 13.0), ("f6", 4.0 / 13.0), ("e6", 1.0 / 13.0)];
        let drawn = by_merit(&named, &book);
        assert_eq!(drawn.len(), 3, "{drawn:?}");
        for ((square, chance), (name, expected)) in drawn.iter().zip(expected) {
            assert_eq!(square.to_string(), name);
            assert!(close(*chance, expected), "{name}: {chance}");
        }
        assert_eq!(by_merit(&named, &[]).len(), 3);
    }

    #[test]
    fn as_written_named_lines_are_drawn_alike() {
        let written = ClassicOptions { written: true, ..ClassicOptions::default() };
        let killer = Killer::new(&written, 1);
        let mut game = Game::from_start(Size::EIGHT);
        game.play("f5".parse().unwrap()).unwrap();
        let drawn = killer.openings(game.position());
        assert_eq!(drawn.len(), openings::continuations(game.position()).len());
        assert!(drawn.iter().all(|&(_, chance)| close(chance, 1.0 / drawn.len() as f64)));
    }
}
