//! Writing games for a page, in any format.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use obverse_records::{Diagram, Format, FormatError, Record, WriteError, Writer};
use obverse_study::Language;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{GameError, GameInfo};
use crate::question::QuestionError;
use crate::report::Report;
use crate::review::{Answered, review_of};

/// A game to be written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteRequest {
    /// The number of the question.
    #[serde(default)]
    pub id: u64,
    /// A format by its name, or `text` or `svg` for a drawing.
    pub format: String,
    /// The game.
    pub game: GameInfo,
    /// What the engine answered in its review, for a report.
    #[serde(default)]
    pub answers: Vec<Answered>,
    /// The language of the report.
    pub lang: Option<String>,
}

/// What was written.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// The format.
    pub format: &'static str,
    #[serde(flatten)]
    file: File,
    /// Files that belong beside it: the names of WTHOR.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beside: Vec<File>,
}

/// A file by a name that would do.
#[derive(Clone, Debug, Serialize)]
struct File {
    file: String,
    #[serde(flatten)]
    content: Content,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Content {
    Text(String),
    /// In base64.
    Bytes(String),
}

/// Why nothing was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteFailure {
    /// The game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The format's name.
    #[error("{0}; or text or svg for a drawing, or html for a report")]
    Format(#[from] FormatError),
    /// The review.
    #[error(transparent)]
    Review(#[from] QuestionError),
    /// The format has no way of saying it.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
}

impl WriteFailure {
    /// The code of the error message.
    pub fn code(&self) -> &'static str {
        match self {
            WriteFailure::Unwritable(_) => "unwritable",
            _ => "bad-question",
        }
    }
}

/// How a game may be written.
#[derive(Clone, Copy)]
enum Style {
    Record(Format),
    Text,
    Svg,
    Html,
}

impl Style {
    fn of_name(name: &str) -> Result<Style, FormatError> {
        match name {
            "text" => Ok(Style::Text),
            "svg" => Ok(Style::Svg),
            "html" => Ok(Style::Html),
            _ => name.parse().map(Style::Record),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Style::Record(format) => format.name(),
            Style::Text => "text",
            Style::Svg => "svg",
            Style::Html => "html",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Style::Record(format) => format.ending(),
            Style::Text => ".txt",
            Style::Svg => ".svg",
            Style::Html => ".html",
        }
    }
}

/// Writes a game.
pub fn write(request: &WriteRequest) -> Result<Written, WriteFailure> {
    let style = Style::of_name(&request.format)?;
    let record = request.game.to_record()?;
    let stem = stem(&record);
    let diagram = || Diagram::new(record.position()).with_last_move(record.game.last_move());
    let drawn = match style {
        Style::Record(format) => return write_all(format, &stem, [Ok(record)]),
        Style::Text => diagram().text(),
        Style::Svg => diagram().svg(),
        Style::Html => report(&record, request)?,
    };
    let file = File::new(&stem, style.ending(), Content::Text(drawn));
    Ok(Written { format: style.name(), file, beside: Vec::new() })
}

/// A review as one page.
fn report(record: &Record, request: &WriteRequest) -> Result<String, QuestionError> {
    let language: Language = request.lang.as_deref().unwrap_or("en").parse()?;
    let judged = review_of(&record.game, None, &request.answers)?.all_judged();
    Ok(Report { record, judged: &judged, language }.page(|_| true))
}

/// Writes games into one file of this name, to which the format adds its ending.
pub fn write_all<E: From<WriteError>>(
    format: Format,
    name: &str,
    records: impl IntoIterator<Item = Result<Record, E>>,
) -> Result<Written, E> {
    let binary =
        |ending: &str, bytes: &[u8]| File::new(name, ending, Content::Bytes(BASE64.encode(bytes)));
    let mut writer = Writer::new(Vec::new(), format);
    for record in records {
        writer.write(&record?)?;
    }
    let (bytes, files) = writer.finish()?;
    let beside = match files {
        Some(files) => vec![binary(".JOU", &files.players), binary(".TRN", &files.tournaments)],
        None => Vec::new(),
    };
    let file = match String::from_utf8(bytes) {
        Ok(text) if format != Format::Wthor => {
            File::new(name, format.ending(), Content::Text(text))
        }
        Ok(text) => binary(format.ending(), text.as_bytes()),
        Err(error) => binary(format.ending(), error.as_bytes()),
    };
    Ok(Written { format: format.name(), file, beside })
}

impl File {
    fn new(stem: &str, ending: &str, content: Content) -> File {
        File { file: format!("{stem}{ending}"), content }
    }
}

/// The players' names as far as any file system takes them.
fn stem(record: &Record) -> String {
    let word = |name: &Option<String>| -> Option<String> {
        let letters = name.as_ref()?.chars().take(30);
        let plain: String =
            letters.map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
        let joined = plain.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
        (!joined.is_empty()).then_some(joined)
    };
    match (word(&record.tags.black), word(&record.tags.white)) {
        (Some(black), Some(white)) => format!("{black}-{white}"),
        _ => "obverse".to_owned(),
    }
}
