//! Every way of writing an Othello game or position down.
//!
//! A [`Record`] is a game or a position with everything that was noted about it. [`read`](read()) and
//! [`Reader`] recognise the format of what they are given by its content; each format has a
//! module of its own. Also here: the named [`openings`], and [`atomic`] writing of files. This
//! crate knows nothing of engines, players or screens.
//!
//! ```
//! use obverse_records::{Format, ggf, read};
//!
//! let document = read(b"f5d6c3")?;
//! assert_eq!(document.format, Format::Transcript);
//! let text = ggf::to_string(&document.records[0]);
//! assert!(text.starts_with("(;GM[Othello]TY[8]BO[8 "));
//! # Ok::<(), obverse_records::ParseError>(())
//! ```

pub mod atomic;
pub mod board;
mod clock;
mod diagram;
mod error;
mod file;
mod format;
#[doc(hidden)]
pub mod fuzzing;
pub mod ggf;
pub mod obf;
pub mod openings;
mod read;
mod recognise;
mod record;
mod replay;
mod scan;
#[cfg(feature = "serde")]
mod serde_impls;
pub mod sgf;
pub mod sheet;
mod source;
pub mod ten_line;
pub mod transcript;
pub mod turn;
mod write;
pub mod wthor;

pub use clock::{Clock, ClockError};
pub use diagram::{Diagram, Palette};
pub use error::{Found, ParseError, Place, Problem, ReadError, WriteError};
pub use file::{FileError, Records, open};
pub use format::{Format, FormatError};
pub use read::{Document, Reader, read};
pub use record::{
    Mark, MoveScore, Note, Record, Shape, Tags, Termination, Theory, Variation, Verdict,
};
pub use write::{Writer, to_text};

/// The README's code, compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
