//! Writing records in any format.

use std::io::Write;

use crate::error::WriteError;
use crate::format::Format;
use crate::record::Record;
use crate::turn::{Layout, TurnFile};
use crate::{board, ggf, obf, sgf, sheet, ten_line, transcript, wthor};

/// One record as text.
///
/// A format that holds positions gets the last one of a game. WTHOR is no text: use a
/// [`Writer`].
///
/// ```
/// use obverse_records::{Format, read, to_text};
///
/// let document = read(b"f5d6c3")?;
/// let sgf = to_text(&document.records[0], Format::Sgf)?;
/// assert_eq!(read(sgf.as_bytes())?.records, document.records);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_text(record: &Record, format: Format) -> Result<String, WriteError> {
    match format {
        Format::Transcript => Ok(transcript::to_string(&record.game)? + "\n"),
        Format::Obf => Ok(obf::to_string(record) + "\n"),
        Format::Ggf => Ok(ggf::to_string(record) + "\n"),
        Format::Sgf => Ok(sgf::to_string(record) + "\n"),
        Format::Wthor => Err(WriteError::cannot_hold(Format::Wthor, "text: it is binary")),
        Format::TenLine => Ok(ten_line::to_string(record, ten_line::Spelling::Letters)),
        Format::Turn => Ok(TurnFile::new(record.position(), Layout::Plain)?.to_string()),
        Format::Board => Ok(board::to_string(record.position())),
        Format::Sheet => sheet::to_string(record),
    }
}

/// Writes record after record in one format.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    format: Format,
    written: usize,
    wthor: wthor::Writer,
}

impl<W: Write> Writer<W> {
    /// Begins to write.
    pub fn new(out: W, format: Format) -> Writer<W> {
        Writer { out, format, written: 0, wthor: wthor::Writer::default() }
    }

    /// Writes one record.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        if self.written > 0 && !self.format.holds_many() {
            return Err(WriteError::cannot_hold(self.format, "more than one position"));
        }
        if self.format == Format::Wthor {
            self.wthor.add(record)?;
        } else {
            self.out.write_all(to_text(record, self.format)?.as_bytes())?;
        }
        self.written += 1;
        Ok(())
    }

    /// The number of records written.
    pub fn written(&self) -> usize {
        self.written
    }

    /// Writes what is left, and gives back what was written to. For WTHOR, the files of names
    /// that belong beside it come too.
    pub fn finish(mut self) -> Result<(W, Option<wthor::Files>), WriteError> {
        let files = (self.format == Format::Wthor).then(|| self.wthor.finish());
        if let Some(files) = &files {
            self.out.write_all(&files.games)?;
        }
        self.out.flush()?;
        Ok((self.out, files))
    }
}
