//! A board as the side to move sees it: numbers in, numbers out.

use numpy::{PyArray3, PyArrayMethods};
use obverse_rules::{
    AnyBoard, Board as _, Color, Position, Square, SquareSet, Symmetry, with_board,
};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};

use crate::batch;
use crate::convert::{bits_of, bytes_of, size, to_square};
use crate::errors;
use crate::position::Position as PyPosition;

/// A board as the side to move sees it: its own discs (`player`) and the other side's
/// (`opponent`), as sets of bits. Squares are numbers, row by row from 0.
///
/// >>> board = Board()
/// >>> board.legal_moves()
/// [19, 26, 37, 44]
/// >>> after = board.play(37)
/// >>> after.opponent.bit_count()
/// 4
///
/// Boards are values: they compare, hash, and never change.
#[pyclass(frozen, eq, hash, module = "obverse")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) AnyBoard);

/// A set of this board's squares as a number.
macro_rules! bits {
    ($py:expr, $any:expr, $board:ident => $set:expr) => {
        match $any {
            AnyBoard::N8($board) => Ok($set.bits().into_pyobject($py)?),
            other => {
                let size = other.size();
                with_board!(other, $board => bits_of($py, $set.iter(), size))
            }
        }
    };
}

#[pymethods]
impl Board {
    /// The opening position of a board of this size.
    #[new]
    #[pyo3(signature = (size = 8))]
    fn new(size: usize) -> PyResult<Board> {
        Ok(Board(AnyBoard::start(crate::convert::size(size)?)))
    }

    /// The board with these discs of the side to move and of the other.
    ///
    /// >>> Board.from_bits(0x0000000810000000, 0x0000001008000000) == Board()
    /// True
    #[staticmethod]
    #[pyo3(signature = (player, opponent, size = 8))]
    fn from_bits(
        player: &Bound<'_, PyInt>,
        opponent: &Bound<'_, PyInt>,
        size: usize,
    ) -> PyResult<Board> {
        let size = self::size(size)?;
        let (own, other) = (bytes_of(player, size)?, bytes_of(opponent, size)?);
        if own.iter().zip(&other).any(|(own, other)| own & other != 0) {
            return Err(errors::error("a square holds two discs"));
        }
        let has = |bytes: &[u8], square: Square| {
            let index = square.index(size);
            bytes[index / 8] >> (index % 8) & 1 != 0
        };
        let squares = Square::all(size)
            .map(|square| match (has(&own, square), has(&other, square)) {
                (true, _) => Some(Color::Black),
                (_, true) => Some(Color::White),
                _ => None,
            })
            .collect();
        let setup = obverse_rules::Setup { squares, side: Color::Black };
        Ok(Board(*Position::try_from(setup).map_err(errors::error)?.board()))
    }

    /// The length of a side.
    #[getter]
    fn size(&self) -> usize {
        self.0.size().get()
    }

    /// The discs of the side to move, as bits.
    #[getter]
    fn player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        bits!(py, &self.0, board => board.player())
    }

    /// The discs of the other side, as bits.
    #[getter]
    fn opponent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        bits!(py, &self.0, board => board.opponent())
    }

    /// Where the side to move may place a disc, as bits.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        bits!(py, &self.0, board => board.moves())
    }

    /// Where the side to move may place a disc, as numbers.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let size = self.0.size();
        match &self.0 {
            AnyBoard::N8(board) => {
                PyList::new(py, board.moves().iter().map(|square| square.index(size)))
            }
            other => with_board!(other, board => {
                let moves: Vec<_> = board.moves().iter().map(|square| square.index(size)).collect();
                PyList::new(py, moves)
            }),
        }
    }

    /// The discs that a move turns over, as bits: none if it is illegal.
    ///
    /// >>> Board().flips(37) == 1 << 36
    /// True
    fn flips<'py>(
        &self,
        py: Python<'py>,
        square: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyInt>> {
        let square = to_square(square, self.0.size())?;
        bits!(py, &self.0, board => board.flips(square))
    }

    /// The board after a move, seen by the other side.
    fn play(&self, square: &Bound<'_, PyAny>) -> PyResult<Board> {
        let square = to_square(square, self.0.size())?;
        let after = Position::new(self.0, Color::Black).play(square.into());
        after.map(|position| Board(*position.board())).map_err(errors::illegal)
    }

    /// The same board seen by the other side, whether or not that is a legal pass.
    fn passed(&self) -> Board {
        Board(self.0.pass())
    }

    /// Whether neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        with_board!(&self.0, board => board.is_over())
    }

    /// Whether the side to move has to pass.
    #[getter]
    fn must_pass(&self) -> bool {
        with_board!(&self.0, board => board.moves().is_empty() && !board.pass().moves().is_empty())
    }

    /// Discs of the side to move less those of the other, empty squares to the winner: the score if
    /// the game is over.
    #[getter]
    fn score(&self) -> i32 {
        with_board!(&self.0, board => board.final_score())
    }

    /// Discs of the side to move that can never be turned over, as bits: a lower bound.
    #[getter]
    fn stable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        bits!(py, &self.0, board => board.stable())
    }

    /// Empty squares beside the other side's discs, as bits.
    #[getter]
    fn potential_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        bits!(py, &self.0, board => board.potential_moves())
    }

    /// A hash that never changes from one version to the next.
    #[getter]
    fn hash(&self) -> u64 {
        with_board!(&self.0, board => board.hash64())
    }

    /// The board turned or mirrored: 0 leaves it, 1 mirrors left and right, 2 top and bottom, 4
    /// exchanges columns and rows; sums do several.
    fn transform(&self, symmetry: usize) -> PyResult<Board> {
        Ok(Board(self.0.transform(symmetry_of(symmetry)?)))
    }

    /// The eight boards that are this one turned and mirrored, itself first.
    fn symmetries(&self) -> Vec<Board> {
        Symmetry::all().map(|symmetry| Board(self.0.transform(symmetry))).collect()
    }

    /// Two planes of a NumPy array: own discs, then the other side's.
    ///
    /// >>> Board().planes().shape
    /// (2, 8, 8)
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        crate::convert::need_numpy(py)?;
        let length = self.0.size().get();
        let mut planes = vec![0; 2 * length * length];
        with_board!(&self.0, board => batch::write_planes(board, &mut planes));
        numpy::PyArray1::from_vec(py, planes).reshape([2, length, length])
    }

    /// The position with this side to move.
    #[pyo3(signature = (side = "black"))]
    fn position(&self, side: &str) -> PyResult<PyPosition> {
        Ok(PyPosition(Position::new(self.0, crate::convert::color(side)?)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (player, opponent) = (self.player(py)?, self.opponent(py)?);
        let hex = |number: &Bound<'_, PyInt>| -> PyResult<String> {
            PyString::new(py, "{:#x}").call_method1("format", (number,))?.extract()
        };
        let size = if self.size() == 8 { String::new() } else { format!(", size={}", self.size()) };
        Ok(format!("Board.from_bits({}, {}{size})", hex(&player)?, hex(&opponent)?))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let board = slf.get();
        let make = slf.get_type().getattr("from_bits")?;
        let (player, opponent) = (board.player(py)?, board.opponent(py)?);
        Ok((make, (player, opponent, board.size()).into_pyobject(py)?))
    }
}

/// A symmetry by its number.
pub(crate) fn symmetry_of(number: usize) -> PyResult<Symmetry> {
    Symmetry::all()
        .nth(number)
        .ok_or_else(|| errors::error(format!("{number} is no symmetry: they are 0 to 7")))
}
