//! Games in and out, in every format, one at a time.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use obverse_records::{Diagram, Format, Reader, Record, Writer, openings as named};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::convert::size;
use crate::errors;
use crate::game::Game;

/// Games that are read as they are asked for: only one at a time is held.
#[pyclass(frozen, module = "obverse")]
pub(crate) struct Games {
    format: &'static str,
    records: Mutex<Box<dyn Iterator<Item = PyResult<Record>> + Send>>,
}

#[pymethods]
impl Games {
    /// The format that was recognised.
    #[getter]
    fn format(&self) -> &'static str {
        self.format
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let next = py.detach(|| {
            let mut records =
                self.records.lock().map_err(|_| errors::error("reading broke off"))?;
            records.next().transpose()
        })?;
        Ok(next.map(|record| Game { record }))
    }
}

/// Reads the games of a text or of bytes, whatever their format.
///
/// >>> [len(game) for game in read("f5d6c3\nf5f6e6f4\n")]
/// [3, 4]
#[pyfunction]
#[pyo3(signature = (text, *, size = 8))]
pub(crate) fn read(text: &Bound<'_, PyAny>, size: usize) -> PyResult<Games> {
    let bytes = match text.cast::<PyString>() {
        Ok(text) => text.to_cow()?.as_bytes().to_vec(),
        Err(_) => text.extract::<Vec<u8>>()?,
    };
    let reader = Reader::with_size(Cursor::new(bytes), self::size(size)?);
    let reader = reader.map_err(|error| errors::read(&error))?;
    let format = reader.format().name();
    let records = reader.map(|record| record.map_err(|error| errors::read(&error)));
    Ok(Games { format, records: Mutex::new(Box::new(records)) })
}

/// Reads the games of a file in any format, or of a folder of WTHOR files.
#[pyfunction]
#[pyo3(signature = (path, *, size = 8))]
pub(crate) fn open(path: PathBuf, size: usize) -> PyResult<Games> {
    let records = obverse_records::open(&path, self::size(size)?);
    let records = records.map_err(|error| errors::file(&error))?;
    let format = records.format().name();
    let records = records.map(|record| record.map_err(|error| errors::file(&error)));
    Ok(Games { format, records: Mutex::new(Box::new(records)) })
}

/// Writes games to a file and says how many: in the format of its name's ending, or in the one that
/// is named. The file is whole or not there; the names of WTHOR's players are written beside it.
#[pyfunction]
#[pyo3(signature = (path, games, *, format = None))]
pub(crate) fn write(
    path: PathBuf,
    games: &Bound<'_, PyAny>,
    format: Option<&str>,
) -> PyResult<usize> {
    let format = match format {
        Some(name) => name.parse().map_err(errors::error)?,
        None => Format::of_path(&path).ok_or_else(|| {
            errors::error(format!(
                "{}: its ending names no format: say format=\"ggf\" or another",
                path.display()
            ))
        })?,
    };
    let mut writer = Writer::new(Vec::new(), format);
    for game in games.try_iter()? {
        let game: PyRef<'_, Game> = game?.extract()?;
        writer.write(&game.current()).map_err(errors::error)?;
    }
    let written = writer.written();
    let (bytes, beside) = writer.finish().map_err(errors::error)?;
    let keep = |path: &Path, bytes: &[u8]| {
        obverse_records::atomic::write(path, bytes)
            .map_err(|error| errors::system(&error, &format!("{}: {error}", path.display())))
    };
    if let Some(files) = beside {
        keep(&path.with_extension("JOU"), &files.players)?;
        keep(&path.with_extension("TRN"), &files.tournaments)?;
    }
    keep(&path, &bytes)?;
    Ok(written)
}

/// The games of a text in another format.
///
/// >>> convert("f5d6", "sgf")[:9]
/// '(;GM[2]FF'
#[pyfunction]
#[pyo3(signature = (text, format, *, size = 8))]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    format: &str,
    size: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let format: Format = format.parse().map_err(errors::error)?;
    let games = read(text, size)?;
    let mut writer = Writer::new(Vec::new(), format);
    while let Some(game) = games.__next__(py)? {
        writer.write(&game.record).map_err(errors::error)?;
    }
    let (bytes, _) = writer.finish().map_err(errors::error)?;
    text_or_bytes(py, format, bytes)
}

/// The named openings, or those whose names have a text in them: name and moves.
///
/// >>> [opening["moves"] for opening in openings("Tiger")][0][:4]
/// 'f5d6'
#[pyfunction]
#[pyo3(signature = (find = None))]
pub(crate) fn openings<'py>(
    py: Python<'py>,
    find: Option<&str>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let find = find.map(str::to_lowercase);
    named::all()
        .iter()
        .filter(|opening| {
            find.as_ref().is_none_or(|find| opening.full_name().to_lowercase().contains(find))
        })
        .map(|opening| {
            let dictionary = PyDict::new(py);
            dictionary.set_item("name", opening.full_name())?;
            let moves: String = opening.game().moves().iter().map(ToString::to_string).collect();
            dictionary.set_item("moves", moves)?;
            Ok(dictionary)
        })
        .collect()
}

/// The first game of a text.
pub(crate) fn first_of(text: &Bound<'_, PyAny>, size: usize) -> PyResult<Game> {
    let first = read(text, size)?.__next__(text.py())?;
    first.ok_or_else(|| errors::error("there is no game"))
}

/// A record in a format: text, or bytes where the format is binary.
pub(crate) fn written<'py>(
    py: Python<'py>,
    record: &Record,
    format: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let diagram = || Diagram::new(record.position()).with_last_move(record.game.last_move());
    let drawn = match format {
        "text" => diagram().text(),
        "svg" => diagram().svg(),
        _ => {
            let format: Format = format
                .parse()
                .map_err(|error| errors::error(format!("{error}; or text or svg for a drawing")))?;
            let mut writer = Writer::new(Vec::new(), format);
            writer.write(record).map_err(errors::error)?;
            let (bytes, _) = writer.finish().map_err(errors::error)?;
            return text_or_bytes(py, format, bytes);
        }
    };
    Ok(PyString::new(py, &drawn).into_any())
}

fn text_or_bytes(py: Python<'_>, format: Format, bytes: Vec<u8>) -> PyResult<Bound<'_, PyAny>> {
    if format == Format::Wthor {
        return Ok(PyBytes::new(py, &bytes).into_any());
    }
    let text = String::from_utf8(bytes).map_err(errors::error)?;
    Ok(PyString::new(py, &text).into_any())
}
