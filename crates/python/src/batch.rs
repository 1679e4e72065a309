//! Many boards side by side, as NumPy's arrays.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods,
};
use obverse_engine::random::next_splitmix64;
use obverse_rules::{
    AnyBoard, Board, Color, Position as RulesPosition, Size, Square, SquareSet, with_board,
};
use pyo3::prelude::*;

use crate::convert::{PositionArg, need_numpy, size};
use crate::errors;
use crate::position::Position;
use crate::random_games::random_square;

/// Boards of one size side by side, for those who train: what they look like, where the moves are,
/// and playing on all of them at once. Forced passes are played by themselves, so whoever is to
/// move has a move, or the game is over.
///
/// >>> batch = Batch(3)
/// >>> batch.planes().shape, batch.legal().sum(axis=1).tolist()
/// ((3, 2, 8, 8), [4, 4, 4])
/// >>> batch.play([19, 26, -1])
/// >>> batch.sides().tolist()
/// [1, 1, 0]
#[pyclass(module = "obverse")]
pub(crate) struct Batch {
    size: Size,
    lanes: Vec<Lane>,
}

/// A board and who is to move.
#[derive(Clone, Copy)]
struct Lane {
    board: AnyBoard,
    side: Color,
}

impl Lane {
    fn start(size: Size) -> Lane {
        Lane { board: AnyBoard::start(size), side: Color::Black }
    }

    fn is_over(&self) -> bool {
        with_board!(&self.board, board => board.is_over())
    }

    /// After a move, and after the pass that it may force.
    fn after(&self, square: Square) -> Option<Lane> {
        let board = self.board.play(square)?;
        let passes = with_board!(&board, board => {
            board.moves().is_empty() && !board.pass().moves().is_empty()
        });
        Some(if passes {
            Lane { board: board.pass(), side: self.side }
        } else {
            Lane { board, side: !self.side }
        })
    }

    fn position(&self) -> RulesPosition {
        RulesPosition::new(self.board, self.side)
    }
}

#[pymethods]
impl Batch {
    /// So many boards at the opening position.
    #[new]
    #[pyo3(signature = (count, *, size = 8))]
    fn new(py: Python<'_>, count: usize, size: usize) -> PyResult<Batch> {
        need_numpy(py)?;
        let size = self::size(size)?;
        errors::need_memory(count, size_of::<Lane>())?;
        Ok(Batch { size, lanes: vec![Lane::start(size); count] })
    }

    /// The boards of these positions, which are of one size.
    #[staticmethod]
    fn of(positions: &Bound<'_, PyAny>) -> PyResult<Batch> {
        need_numpy(positions.py())?;
        let mut lanes = Vec::new();
        for position in positions.try_iter()? {
            let position = position?.extract::<PositionArg<'_>>()?.get()?;
            let passes = position.must_pass();
            let position = if passes { position.with_other_side() } else { position };
            lanes.push(Lane { board: *position.board(), side: position.side() });
        }
        let size = lanes.first().map_or(Size::EIGHT, |lane| lane.board.size());
        if let Some(at) = lanes.iter().position(|lane| lane.board.size() != size) {
            let other = lanes[at].board.size();
            return Err(errors::error(format!(
                "board {at} is of {other}×{other}, the first of {size}×{size}"
            )));
        }
        Ok(Batch { size, lanes })
    }

    fn __len__(&self) -> usize {
        self.lanes.len()
    }

    /// The length of a side.
    #[getter]
    fn size(&self) -> usize {
        self.size.get()
    }

    /// The position of a board.
    fn position(&self, number: usize) -> PyResult<Position> {
        let lane = self.lanes.get(number).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!(
                "there is no board {number}: there are {}",
                self.lanes.len()
            ))
        })?;
        Ok(Position(lane.position()))
    }

    /// Own discs and the other side's of every board: `uint8[count, 2, size, size]`.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let (count, length) = (self.lanes.len(), self.size.get());
        let mut planes = vec![0; count * 2 * length * length];
        py.detach(|| {
            for (lane, planes) in
                self.lanes.iter().zip(planes.chunks_exact_mut(2 * length * length))
            {
                with_board!(&lane.board, board => write_planes(board, planes));
            }
        });
        planes.into_pyarray(py).reshape([count, 2, length, length])
    }

    /// Where each side to move may place a disc: `bool[count, size * size]`.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let (count, squares) = (self.lanes.len(), self.size.squares());
        let mut legal = vec![false; count * squares];
        py.detach(|| {
            for (lane, legal) in self.lanes.iter().zip(legal.chunks_exact_mut(squares)) {
                with_board!(&lane.board, board => {
                    for square in board.moves() {
                        legal[square.index(self.size)] = true;
                    }
                });
            }
        });
        legal.into_pyarray(py).reshape([count, squares])
    }

    /// Own discs and the other side's as bits: `uint64[count, 2]`, on 8×8 only.
    fn bits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let mut bits = Vec::with_capacity(2 * self.lanes.len());
        for lane in &self.lanes {
            let AnyBoard::N8(board) = &lane.board else {
                return Err(errors::error("bits fit into 64 on 8×8 only: take planes()"));
            };
            let (player, opponent) = board.bits();
            bits.extend([player, opponent]);
        }
        bits.into_pyarray(py).reshape([self.lanes.len(), 2])
    }

    /// Who is to move: `int8[count]`, 0 for Black and 1 for White.
    fn sides<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let sides: Vec<i8> = self.lanes.iter().map(|lane| lane.side as i8).collect();
        sides.into_pyarray(py)
    }

    /// Which games are over: `bool[count]`.
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.lanes.iter().map(Lane::is_over).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Black's discs less White's, empty squares to the winner: `int16[count]`.
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i16>> {
        let score = |lane: &Lane| lane.position().outcome().score(Color::Black) as i16;
        self.lanes.iter().map(score).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Plays a move on every board: squares by number, −1 where nothing is to be played. If one is
    /// illegal no board changes.
    fn play(&mut self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let moves = integers(py, moves)?;
        let moves = moves.as_slice()?;
        if moves.len() != self.lanes.len() {
            return Err(errors::error(format!(
                "{} moves for {} boards",
                moves.len(),
                self.lanes.len()
            )));
        }
        let squares = self.size.squares() as i64;
        let mut next = Vec::with_capacity(self.lanes.len());
        for (at, (lane, &number)) in self.lanes.iter().zip(moves).enumerate() {
            if number == -1 {
                next.push(*lane);
                continue;
            }
            if !(0..squares).contains(&number) {
                let last = squares - 1;
                return Err(errors::error(format!(
                    "board {at}: {number} is no square: 0 to {last} are"
                )));
            }
            let square = Square::from_index(number as usize, self.size);
            let Some(lane) = lane.after(square) else {
                let why = lane.position().play(square.into()).err();
                let why = why.map(|why| why.to_string()).unwrap_or_default();
                return Err(errors::illegal(format!("board {at}: {why}")));
            };
            next.push(lane);
        }
        self.lanes = next;
        Ok(())
    }

    /// Plays random moves on every board whose game goes on, and says which: `int16[count]`, −1
    /// where none was played.
    #[pyo3(signature = (seed = 0))]
    fn play_random<'py>(&mut self, py: Python<'py>, seed: u64) -> Bound<'py, PyArray1<i16>> {
        let mut state = seed;
        let mut moves = Vec::with_capacity(self.lanes.len());
        for lane in &mut self.lanes {
            let number = next_splitmix64(&mut state);
            let square = with_board!(&lane.board, board => random_square(board.moves(), number));
            moves.push(square.map_or(-1, |square| square.index(self.size) as i16));
            if let Some(next) = square.and_then(|square| lane.after(square)) {
                *lane = next;
            }
        }
        moves.into_pyarray(py)
    }

    /// Begins again: all games, or those where the array says so.
    #[pyo3(signature = (which = None))]
    fn reset(&mut self, which: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        let start = Lane::start(self.size);
        let Some(which) = which else {
            self.lanes.fill(start);
            return Ok(());
        };
        let which = which.as_slice()?;
        if which.len() != self.lanes.len() {
            return Err(errors::error(format!(
                "{} answers for {} boards",
                which.len(),
                self.lanes.len()
            )));
        }
        for (lane, _) in self.lanes.iter_mut().zip(which).filter(|(_, again)| **again) {
            *lane = start;
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} boards of {1}×{1}>", self.lanes.len(), self.size)
    }
}

/// Numbers in any form that NumPy takes.
fn integers<'py>(
    py: Python<'py>,
    values: &Bound<'py, PyAny>,
) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (values,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !["i", "u"].contains(&kind.as_str()) {
        return Err(errors::error("moves are whole numbers: squares row by row from 0, or -1"));
    }
    let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
    array.extract()
}

/// The planes of boards that are given as bits: `uint64[count, 2]` to `uint8[count, 2, 8, 8]`.
///
/// >>> import numpy
/// >>> boards = numpy.array([[0x0000000810000000, 0x0000001008000000]], dtype=numpy.uint64)
/// >>> bool((planes(boards)[0] == Board().planes()).all())
/// True
#[pyfunction]
pub(crate) fn planes<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray4<u8>>> {
    need_numpy(py)?;
    let boards: PyReadonlyArray2<'py, u64> = boards.extract()?;
    let count = boards.shape()[0];
    if boards.shape()[1] != 2 {
        return Err(errors::error("boards are two numbers each: own discs and the other side's"));
    }
    let words = boards.as_slice()?;
    let mut planes = vec![0; 128 * count];
    py.detach(|| {
        for (word, plane) in words.iter().zip(planes.chunks_exact_mut(64)) {
            for (bit, value) in plane.iter_mut().enumerate() {
                *value = (word >> bit & 1) as u8;
            }
        }
    });
    planes.into_pyarray(py).reshape([count, 2, 8, 8])
}

/// Writes own discs and the other side's, a byte a square.
pub(crate) fn write_planes<B: Board>(board: &B, planes: &mut [u8]) {
    let (own, other) = planes.split_at_mut(B::SIZE.squares());
    for (set, plane) in [(board.player(), own), (board.opponent(), other)] {
        for square in set.iter() {
            plane[square.index(B::SIZE)] = 1;
        }
    }
}
