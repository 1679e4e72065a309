//! A position: a board and whose turn it is. Squares have names.

use numpy::{PyArray3, PyArrayMethods};
use obverse_engine::{Options, StopFlag};
use obverse_records::Diagram;
use obverse_rules::{
    Game as RulesGame, Passes, Position as RulesPosition, Symmetry, Tier, perft_threaded,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::batch;
use crate::board::{Board, symmetry_of};
use crate::convert::{PositionArg, color, color_name, to_move, to_square};
use crate::errors;
use crate::files::written;
use crate::game::Game;
use crate::thinking::interruptible;

/// So many plies are counted before anybody notices.
const SHORT: u32 = 9;

/// The number of ways to play on, in parts between which it can be stopped.
fn counted(
    position: &RulesPosition,
    depth: u32,
    passes: Passes,
    threads: usize,
    stop: &StopFlag,
) -> u64 {
    if stop.is_raised() {
        return 0;
    }
    if depth <= SHORT || position.is_over() {
        return perft_threaded(position, depth, passes, Tier::detect(), threads);
    }
    if position.must_pass() {
        let left = if passes == Passes::Free { depth } else { depth - 1 };
        return counted(&position.with_other_side(), left, passes, threads, stop);
    }
    let after = position.moves().into_iter().filter_map(|square| position.play(square.into()).ok());
    after.map(|after| counted(&after, depth - 1, passes, threads, stop)).sum()
}

/// A board of any even size from 4 to 26 and the side to move.
///
/// >>> position = Position()
/// >>> position.legal_moves()
/// ['d3', 'c4', 'f5', 'e6']
/// >>> position.play("f5").side
/// 'white'
/// >>> print(Position(size=4))
///    a b c d
///  1 · · · ·
///  2 · ○ ● ·
///  3 · ● ○ ·
///  4 · · · ·
/// Black 2, White 2
/// Black to move
/// <BLANKLINE>
///
/// Give it a text in any format that Obverse reads, and it is where that ends:
///
/// >>> Position("f5d6c3").empties
/// 57
#[pyclass(frozen, eq, hash, module = "obverse")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) RulesPosition);

#[pymethods]
impl Position {
    /// The opening position of a size, or what a text says.
    #[new]
    #[pyo3(signature = (text = "start", *, size = None))]
    fn new(text: &str, size: Option<usize>) -> PyResult<Position> {
        obverse_answers::question::position(text, size).map(Position).map_err(errors::error)
    }

    /// The board as the side to move sees it.
    #[getter]
    fn board(&self) -> Board {
        Board(*self.0.board())
    }

    /// The length of a side.
    #[getter]
    fn size(&self) -> usize {
        self.0.size().get()
    }

    /// Whose turn it is: "black" or "white".
    #[getter]
    fn side(&self) -> &'static str {
        color_name(self.0.side())
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> usize {
        self.0.empties()
    }

    /// The number of discs of a side.
    fn count(&self, side: &str) -> PyResult<usize> {
        Ok(self.0.count(color(side)?))
    }

    /// What lies on a square: "black", "white" or None.
    fn get(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        Ok(self.0.get(to_square(square, self.0.size())?).map(color_name))
    }

    /// The squares where the side to move may place a disc, row by row.
    fn legal_moves(&self) -> Vec<String> {
        self.0.moves().iter().map(|square| square.to_string()).collect()
    }

    /// Whether a move may be played.
    fn is_legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.is_legal(to_move(mv, self.0.size())?))
    }

    /// The squares that a move turns over; none if it is illegal.
    ///
    /// >>> Position().flips("f5")
    /// ['e5']
    fn flips(&self, square: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let square = to_square(square, self.0.size())?;
        Ok(self.0.flips(square).iter().map(|square| square.to_string()).collect())
    }

    /// The position after a move: a square's name or number, or "pass".
    ///
    /// >>> Position().play("a1")
    /// Traceback (most recent call last):
    ///     ...
    /// obverse.IllegalMove: Black at a1 turns no disc over
    fn play(&self, mv: &Bound<'_, PyAny>) -> PyResult<Position> {
        let mv = to_move(mv, self.0.size())?;
        self.0.play(mv).map(Position).map_err(errors::illegal)
    }

    /// The same board with the other side to move, whether or not that is a legal pass.
    fn with_other_side(&self) -> Position {
        Position(self.0.with_other_side())
    }

    /// Whether neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Whether the side to move has to pass.
    #[getter]
    fn must_pass(&self) -> bool {
        self.0.must_pass()
    }

    /// Discs of a side less those of the other, empty squares to the winner: the result of a game
    /// that is over.
    #[pyo3(signature = (side = "black"))]
    fn score(&self, side: &str) -> PyResult<i32> {
        Ok(self.0.outcome().score(color(side)?))
    }

    /// A hash of board and side that never changes from one version to the next.
    #[getter]
    fn hash(&self) -> u64 {
        self.0.hash64()
    }

    /// A hash that the eight symmetric positions share.
    #[getter]
    fn canonical_hash(&self) -> u64 {
        self.0.canonical_hash().hash()
    }

    /// The one of the eight symmetric positions that stands for all.
    fn canonical(&self) -> Position {
        Position(self.0.canonical().0)
    }

    /// The position turned or mirrored: see `Board.transform`.
    fn transform(&self, symmetry: usize) -> PyResult<Position> {
        Ok(Position(self.0.transform(symmetry_of(symmetry)?)))
    }

    /// The eight positions that are this one turned and mirrored, itself first.
    fn symmetries(&self) -> Vec<Position> {
        Symmetry::all().map(|symmetry| Position(self.0.transform(symmetry))).collect()
    }

    /// The number of ways to play on for so many plies.
    ///
    /// >>> Position().perft(6)
    /// 8200
    #[pyo3(signature = (depth, *, passes_free = false, threads = 1))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: u32,
        passes_free: bool,
        threads: usize,
    ) -> PyResult<u64> {
        let passes = if passes_free { Passes::Free } else { Passes::Ply };
        let threads = threads.clamp(1, Options::MOST_THREADS);
        let (position, stop) = (self.0, StopFlag::default());
        let flag = stop.clone();
        interruptible(py, stop, move || counted(&position, depth, passes, threads, &flag))
    }

    /// Two planes of a NumPy array: discs of the side to move, then the other side's.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        crate::convert::need_numpy(py)?;
        let length = self.size();
        let mut planes = vec![0; 2 * length * length];
        obverse_rules::with_board!(self.0.board(), board => batch::write_planes(board, &mut planes));
        numpy::PyArray1::from_vec(py, planes).reshape([2, length, length])
    }

    /// A game that begins here.
    fn game(&self) -> Game {
        Game { record: RulesGame::new(self.0).into() }
    }

    /// The position in a format: "obf", "ggf", "sgf", "board", "turn", "ten-line"…
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        written(py, &RulesGame::new(self.0).into(), format)
    }

    /// A picture.
    ///
    /// >>> Position().svg().startswith("<svg")
    /// True
    fn svg(&self) -> String {
        Diagram::new(&self.0).with_legal_moves().svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        Diagram::new(&self.0).text()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let text = slf.get().0.to_string();
        Ok((slf.get_type().into_any(), (text,).into_pyobject(slf.py())?))
    }

    /// A position as whoever reads one takes it: a `Position`, a `Game`, a `Board` or a text.
    #[staticmethod]
    fn of(what: PositionArg<'_>) -> PyResult<Position> {
        what.get().map(Position)
    }

    /// The position of squares row by row, in any of the symbols that Obverse reads, and a side.
    #[staticmethod]
    #[pyo3(signature = (squares, side = "black"))]
    fn from_squares(squares: &str, side: &str) -> PyResult<Position> {
        let setup = obverse_rules::Setup::from_symbols(squares, color(side)?.symbol());
        setup.and_then(RulesPosition::try_from).map(Position).map_err(errors::error)
    }

    /// The position as it is written: squares row by row in `X`, `O` and `-`, and the side.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    /// Every size there is.
    #[staticmethod]
    fn sizes() -> Vec<usize> {
        obverse_rules::Size::all().map(obverse_rules::Size::get).collect()
    }
}
