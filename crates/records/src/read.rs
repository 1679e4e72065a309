//! Reading records of any format.

use std::io::Read;

use obverse_rules::Size;

use crate::error::{Found, ParseError, Place, Problem, ReadError};
use crate::format::Format;
use crate::recognise::recognise;
use crate::record::Record;
use crate::replay::Replay;
use crate::scan::Scanner;
use crate::source::{Escapes, Source};
use crate::{ggf, obf, transcript};

/// What was read, and in which format it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The format that was recognised.
    pub format: Format,
    /// The records, one at least.
    pub records: Vec<Record>,
}

/// Reads a whole text or file, whatever its format. For something large, use a [`Reader`].
pub fn read(bytes: &[u8]) -> Result<Document, ParseError> {
    let parse_error = |error| match error {
        ReadError::Parse(error) => error,
        ReadError::Io(_) => unreachable!("a slice can always be read"),
    };
    let reader = Reader::new(bytes).map_err(parse_error)?;
    let format = reader.format();
    let records = reader.collect::<Result<_, _>>().map_err(parse_error)?;
    Ok(Document { format, records })
}

/// Reads record after record, whatever their format, holding only one at a time.
///
/// It yields one record at least, or an error. After an error it yields nothing more.
///
/// ```
/// use obverse_records::Reader;
///
/// let games = "f5d6c3\nf5f6e6\n";
/// let records: Vec<_> = Reader::new(games.as_bytes())?.collect::<Result<_, _>>()?;
/// assert_eq!(records.len(), 2);
/// # Ok::<(), obverse_records::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    format: Format,
    size: Size,
    /// The transcript that the next line may continue.
    unfinished: Option<Replay>,
    /// What to answer after the record that is answered now.
    then: Option<ReadError>,
    found_any: bool,
    is_done: bool,
}

impl<R: Read> Reader<R> {
    /// Begins to read, and recognises the format.
    pub fn new(reader: R) -> Result<Reader<R>, ReadError> {
        Reader::with_size(reader, Size::EIGHT)
    }

    /// The same for transcripts of another board: they need not say its size.
    pub fn with_size(reader: R, size: Size) -> Result<Reader<R>, ReadError> {
        let source = Source::new(reader)?;
        let format = recognise(source.head().0)?;
        Ok(Reader {
            source,
            format,
            size,
            unfinished: None,
            then: None,
            found_any: false,
            is_done: false,
        })
    }

    /// The format of what is read.
    pub fn format(&self) -> Format {
        self.format
    }

    fn read_next(&mut self) -> Result<Option<Record>, ReadError> {
        match self.format {
            Format::Transcript => self.next_transcript(),
            Format::Obf => self.next_obf(),
            Format::Ggf => match self.source.parenthesised(Escapes::None)? {
                Some((place, text)) => Ok(Some(ggf::parse_at(&text, place)?)),
                None => Ok(None),
            },
            Format::Sgf | Format::Wthor | Format::TenLine | Format::Turn | Format::Board => {
                let found = Found::End;
                Err(ParseError::new(self.source.place(), Problem::Unrecognised { found }).into())
            }
        }
    }

    fn next_obf(&mut self) -> Result<Option<Record>, ReadError> {
        while let Some((place, line)) = self.source.line()? {
            if let Some(record) = obf::parse_line_at(&line, place)? {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }

    /// A game a line, or over several lines.
    fn next_transcript(&mut self) -> Result<Option<Record>, ReadError> {
        if let Some(error) = self.then.take() {
            return Err(error);
        }
        while let Some((place, line)) = self.source.line()? {
            if line.trim().is_empty() || line.trim_start().starts_with(['%', '#']) {
                continue;
            }
            let mut scanner = Scanner::new(&line, place);
            if let Some(game) = &mut self.unfinished
                && transcript::continues(&line, game.game())
            {
                transcript::play_line(&mut scanner, game)?;
                continue;
            }
            let before = self.unfinished.take();
            match transcript::begin(&mut scanner, self.size).and_then(|mut game| {
                transcript::play_line(&mut scanner, &mut game)?;
                Ok(game)
            }) {
                Ok(game) => self.unfinished = Some(game),
                Err(error) if before.is_some() => self.then = Some(error.into()),
                Err(error) => return Err(error.into()),
            }
            if let Some(before) = before {
                return Ok(Some(before.finish()));
            }
        }
        Ok(self.unfinished.take().map(Replay::finish))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let result = match self.read_next() {
            Ok(None) if !self.found_any => {
                Err(ParseError::new(Place::START, Problem::Empty).into())
            }
            result => result,
        };
        self.found_any = true;
        self.is_done = !matches!(result, Ok(Some(_)));
        result.transpose()
    }
}
