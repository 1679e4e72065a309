//! Reading records of any format.

use std::io::Read;
use std::sync::Arc;

use obverse_rules::Size;

use crate::error::{ParseError, Place, Problem, ReadError};
use crate::format::Format;
use crate::recognise::recognise;
use crate::record::{Record, Tags};
use crate::replay::Replay;
use crate::scan::{Scanner, narrow};
use crate::source::{Escapes, Source};
use crate::wthor::{self, Names};
use crate::{board, ggf, obf, sgf, sheet, transcript, turn};

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
    state: State,
    found_any: bool,
}

/// What is remembered from one record to the next.
#[derive(Debug)]
enum State {
    /// Records do not depend on each other.
    Ready,
    /// The transcript that the next line may continue.
    Unfinished(Box<Replay>),
    /// What was said about the transcript that comes next.
    Headed(Box<Tags>),
    /// A line was wrong, but the game before it is answered first.
    Failed(ReadError),
    /// In the middle of a WTHOR file, or before it with the names of its players.
    Wthor(wthor::Games),
    WthorNames(Arc<Names>),
    /// Nothing more will come.
    Done,
}

impl<R: Read> Reader<R> {
    /// Begins to read, and recognises the format.
    pub fn new(reader: R) -> Result<Reader<R>, ReadError> {
        Reader::with_size(reader, Size::EIGHT)
    }

    /// The same for transcripts of another board: they need not say its size.
    pub fn with_size(reader: R, size: Size) -> Result<Reader<R>, ReadError> {
        let source = Source::new(reader)?;
        let format = recognise(source.head())?;
        Ok(Reader { source, format, size, state: State::Ready, found_any: false })
    }

    /// The format of what is read.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Names for the players of a WTHOR file that is about to be read.
    pub fn set_names(&mut self, names: Arc<Names>) {
        self.state = State::WthorNames(names);
    }

    /// The next record. The state is `Done` while this runs, and stays so after an error.
    fn read_next(&mut self) -> Result<Option<Record>, ReadError> {
        let state = std::mem::replace(&mut self.state, State::Done);
        match (self.format, state) {
            (_, State::Done) => Ok(None),
            (_, State::Failed(error)) => Err(error),
            (Format::Transcript, State::Unfinished(game)) => {
                self.next_transcript(Some(*game), Tags::default())
            }
            (Format::Transcript, State::Headed(tags)) => self.next_transcript(None, *tags),
            (Format::Transcript, _) => self.next_transcript(None, Tags::default()),
            (Format::Obf, _) => self.next_obf(),
            (Format::Ggf, _) => self.next_game(Escapes::None, ggf::parse_at),
            (Format::Sgf, _) => self.next_game(Escapes::Backslash, sgf::parse_at),
            (Format::Wthor, state) => self.next_wthor(state),
            (Format::TenLine | Format::Board, _) => {
                Ok(Some(board::parse(&narrow(&self.source.rest()?))?))
            }
            (Format::Sheet, _) => Ok(Some(sheet::parse(&narrow(&self.source.rest()?))?)),
            (Format::Turn, _) => Ok(Some(turn::parse(&narrow(&self.source.rest()?))?.to_record())),
        }
    }

    fn next_game(
        &mut self,
        escapes: Escapes,
        parse: impl Fn(&str, Place) -> Result<Record, ParseError>,
    ) -> Result<Option<Record>, ReadError> {
        let Some((place, text)) = self.source.parenthesised(escapes)? else { return Ok(None) };
        let record = parse(&text, place)?;
        self.state = State::Ready;
        Ok(Some(record))
    }

    fn next_obf(&mut self) -> Result<Option<Record>, ReadError> {
        while let Some((place, line)) = self.source.line()? {
            if let Some(record) = obf::parse_line_at(&narrow(&line), place)? {
                self.state = State::Ready;
                return Ok(Some(record));
            }
        }
        Ok(None)
    }

    fn next_wthor(&mut self, state: State) -> Result<Option<Record>, ReadError> {
        let mut games = match state {
            State::Wthor(games) => games,
            State::WthorNames(names) => wthor::Games::begin(&mut self.source, names)?,
            _ => wthor::Games::begin(&mut self.source, Arc::default())?,
        };
        let record = games.read(&mut self.source)?;
        self.state = State::Wthor(games);
        Ok(record)
    }

    /// A game a line, or over several lines, after lines that say who played it.
    fn next_transcript(
        &mut self,
        mut unfinished: Option<Replay>,
        mut header: Tags,
    ) -> Result<Option<Record>, ReadError> {
        while let Some((place, line)) = self.source.line()? {
            let line = narrow(&line);
            if line.trim().is_empty() || line.trim_start().starts_with(['%', '#']) {
                continue;
            }
            if transcript::header::is_header(&line) {
                transcript::header::note(&line, &mut header);
                if let Some(before) = unfinished {
                    self.state = State::Headed(Box::new(header));
                    return Ok(Some(before.finish()));
                }
                continue;
            }
            let mut scanner = Scanner::new(&line, place);
            if let Some(game) = &mut unfinished
                && transcript::continues(&line, game.game())
            {
                transcript::play_line(&mut scanner, game)?;
                transcript::note_result(&line, game);
                continue;
            }
            let tags = std::mem::take(&mut header);
            let next = transcript::begin(&mut scanner, self.size).and_then(|mut game| {
                game.set_tags(tags);
                transcript::play_line(&mut scanner, &mut game)?;
                transcript::note_result(&line, &mut game);
                Ok(game)
            });
            match (unfinished.take(), next) {
                (None, next) => unfinished = Some(next?),
                (Some(before), next) => {
                    self.state = match next {
                        Ok(game) => State::Unfinished(Box::new(game)),
                        Err(error) => State::Failed(error.into()),
                    };
                    return Ok(Some(before.finish()));
                }
            }
        }
        Ok(unfinished.map(Replay::finish))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = match self.read_next() {
            Ok(None) if !self.found_any => {
                Err(ParseError::new(Place::START, Problem::Empty).into())
            }
            result => result,
        };
        self.found_any = true;
        result.transpose()
    }
}
