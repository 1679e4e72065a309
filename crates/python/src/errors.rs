//! The project's errors as Python's exceptions, with the same texts.

use obverse_records::{FileError, ReadError as Unreadable};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::{PyErr, PyResult, create_exception};

create_exception!(
    obverse,
    Error,
    PyValueError,
    "What was asked makes no sense; the text says what would."
);
create_exception!(obverse, IllegalMove, Error, "A move that the rules forbid.");
create_exception!(obverse, ReadError, Error, "Text or a file that is no game and no position.");
create_exception!(obverse, PlayerFailed, Error, "A player who cannot play, or not here.");

/// What is wrong with a question.
pub(crate) fn error(error: impl ToString) -> PyErr {
    Error::new_err(error.to_string())
}

/// What is wrong with a move.
pub(crate) fn illegal(error: impl ToString) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// What is wrong with a player.
pub(crate) fn player(error: impl ToString) -> PyErr {
    PlayerFailed::new_err(error.to_string())
}

/// What is wrong with a text.
pub(crate) fn read(error: &Unreadable) -> PyErr {
    match error {
        Unreadable::Io(error) => system(error, &error.to_string()),
        other => ReadError::new_err(other.to_string()),
    }
}

/// What is wrong with a file: what the system says, or what is written there.
pub(crate) fn file(error: &FileError) -> PyErr {
    let text = format!("{}: {}", error.path.display(), error.source);
    match &error.source {
        Unreadable::Io(error) => system(error, &text),
        _ => ReadError::new_err(text),
    }
}

/// Whether there is memory for so many things of so many bytes, before it is filled.
pub(crate) fn need_memory(count: usize, bytes_each: usize) -> PyResult<()> {
    let bytes = count.saturating_mul(bytes_each);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        PyMemoryError::new_err(format!(
            "{count} of {bytes_each} bytes each are more than there is memory"
        ))
    })
}

/// The system's error, of which Python makes a `FileNotFoundError` and its like.
pub(crate) fn system(error: &std::io::Error, text: &str) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, text.to_owned())),
        None => std::io::Error::new(error.kind(), text).into(),
    }
}
