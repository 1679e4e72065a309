//! Python's values as those of the rules, and answers as Python's values.

use obverse_rules::{Color, Move, Position, Size, Square};
use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList, PyString};
use serde::Serialize;
use serde_json::Value;

use crate::board::Board;
use crate::errors;
use crate::game::Game;
use crate::position::Position as PyPosition;

/// The size of a board.
pub(crate) fn size(length: usize) -> PyResult<Size> {
    Size::new(length).map_err(errors::error)
}

/// A colour by its name.
pub(crate) fn color(name: &str) -> PyResult<Color> {
    match name.to_ascii_lowercase().as_str() {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(errors::error(format!("{name:?} is no side: write \"black\" or \"white\""))),
    }
}

/// The name of a colour.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A move as people and arrays write it: a name such as `"f5"` or `"pass"`, or the number of a
/// square, row by row from 0.
pub(crate) fn to_move(value: &Bound<'_, PyAny>, size: Size) -> PyResult<Move> {
    if let Ok(name) = value.cast::<PyString>() {
        return name.to_cow()?.parse().map_err(errors::error);
    }
    // Also NumPy's integers.
    match value.extract::<usize>() {
        Ok(number) => Ok(Move::Place(square_of(number, size)?)),
        Err(_) => Err(errors::error(format!(
            "{} is no move: write a name such as \"f5\", \"pass\", or a square's number from 0",
            value.repr()?
        ))),
    }
}

/// A square, not a pass.
pub(crate) fn to_square(value: &Bound<'_, PyAny>, size: Size) -> PyResult<Square> {
    match to_move(value, size)? {
        Move::Place(square) => Ok(square),
        Move::Pass => Err(errors::error("a pass is no square")),
    }
}

/// The square with a number.
pub(crate) fn square_of(number: usize, size: Size) -> PyResult<Square> {
    if number >= size.squares() {
        let last = size.squares() - 1;
        return Err(errors::error(format!(
            "{number} is no square of {size}×{size}: 0 to {last} are"
        )));
    }
    Ok(Square::from_index(number, size))
}

/// What a position may be given as: one of ours, a game's last one, or a text in any format.
pub(crate) enum PositionArg<'py> {
    Position(PyRef<'py, PyPosition>),
    Game(PyRef<'py, Game>),
    Board(PyRef<'py, Board>),
    Text(String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for PositionArg<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<PositionArg<'py>> {
        let found = value.extract().ok().map(PositionArg::Position);
        let found = found.or_else(|| value.extract().ok().map(PositionArg::Game));
        let found = found.or_else(|| value.extract().ok().map(PositionArg::Board));
        if let Some(found) = found.or_else(|| value.extract().ok().map(PositionArg::Text)) {
            return Ok(found);
        }
        let text = format!(
            "{} is no position: give a Position, a Game, a Board or a text such as \"f5d6c3\"",
            value.repr()?
        );
        Err(PyTypeError::new_err(text))
    }
}

impl PositionArg<'_> {
    pub(crate) fn get(&self) -> PyResult<Position> {
        match self {
            PositionArg::Position(position) => Ok(position.0),
            PositionArg::Game(game) => Ok(*game.record.position()),
            PositionArg::Board(board) => Ok(Position::new(board.0, Color::Black)),
            PositionArg::Text(text) => {
                obverse_answers::question::position(text, None).map_err(errors::error)
            }
        }
    }
}

/// Makes sure that there is NumPy, which everything else may do without.
pub(crate) fn need_numpy(py: Python<'_>) -> PyResult<()> {
    static FOUND: PyOnceLock<()> = PyOnceLock::new();
    let find = || match py.import("numpy") {
        Ok(_) => Ok(()),
        Err(error) => {
            let text = format!("arrays need NumPy (pip install 'obverse[arrays]'): {error}");
            Err(PyImportError::new_err(text))
        }
    };
    FOUND.get_or_try_init(py, find).copied()
}

/// An answer as Python's lists, dictionaries, texts and numbers.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    answer: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    json(py, &serde_json::to_value(answer).map_err(errors::error)?)
}

fn json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (_, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(json(py, value)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dictionary = PyDict::new(py);
            for (name, value) in fields {
                dictionary.set_item(name, json(py, value)?)?;
            }
            dictionary.into_any()
        }
    })
}

/// A set of squares as a number of any length: square 0 is its lowest bit.
pub(crate) fn bits_of(
    py: Python<'_>,
    squares: impl IntoIterator<Item = Square>,
    size: Size,
) -> PyResult<Bound<'_, PyInt>> {
    let mut bytes = vec![0_u8; size.squares().div_ceil(8)];
    for square in squares {
        let index = square.index(size);
        bytes[index / 8] |= 1 << (index % 8);
    }
    let number = py.get_type::<PyInt>().call_method1("from_bytes", (bytes.as_slice(), "little"))?;
    Ok(number.cast_into()?)
}

/// The bits of a number of any length, lowest first, as many as the board has squares.
pub(crate) fn bytes_of(number: &Bound<'_, PyInt>, size: Size) -> PyResult<Vec<u8>> {
    let length = size.squares().div_ceil(8);
    let outside = || errors::error(format!("{number} has bits outside a board of {size}×{size}"));
    let bytes = number.call_method1("to_bytes", (length, "little")).map_err(|_| outside())?;
    let bytes: Vec<u8> = bytes.extract()?;
    // Of 6×6 and others the last byte is not full.
    let used = size.squares() - 8 * (length - 1);
    if used < 8 && bytes[length - 1] >> used != 0 {
        return Err(outside());
    }
    Ok(bytes)
}
