//! The formats, their names and the endings of their files.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use thiserror::Error;

/// A way of writing games or positions down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Format {
    /// Moves in a row: `f5d6c3`.
    Transcript,
    /// Squares, side and scores of moves, a line each.
    Obf,
    /// The Generic Game Format of GGS.
    Ggf,
    /// The Smart Game Format.
    Sgf,
    /// The binary format of the WTHOR database.
    Wthor,
    /// A board of eight lines, the side, and the time limit.
    TenLine,
    /// A board of eight lines and nothing else, in numbered files.
    Turn,
    /// A board drawn in text.
    Board,
    /// A board with the numbers of the moves, as players write games down by hand.
    Sheet,
}

/// Text that names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a format: write transcript, obf, ggf, sgf, wthor, ten-line, turn, board or sheet"
)]
pub struct FormatError(String);

impl Format {
    /// Every format.
    pub const ALL: [Format; 9] = [
        Format::Transcript,
        Format::Obf,
        Format::Ggf,
        Format::Sgf,
        Format::Wthor,
        Format::TenLine,
        Format::Turn,
        Format::Board,
        Format::Sheet,
    ];

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Transcript => "transcript",
            Format::Obf => "obf",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Wthor => "wthor",
            Format::TenLine => "ten-line",
            Format::Turn => "turn",
            Format::Board => "board",
            Format::Sheet => "sheet",
        }
    }

    /// The format that files with this ending are in: `.ggf`, `.sgf`, `.obf`, `.wtb`, `.txt`…
    pub fn of_path(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "txt" | "transcript" => Some(Format::Transcript),
            "obf" => Some(Format::Obf),
            "ggf" => Some(Format::Ggf),
            "sgf" => Some(Format::Sgf),
            "wtb" => Some(Format::Wthor),
            "game" => Some(Format::TenLine),
            "turn" => Some(Format::Turn),
            "board" => Some(Format::Board),
            "sheet" => Some(Format::Sheet),
            _ => None,
        }
    }

    /// How the names of its files end. Turn files are numbered.
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Transcript => ".txt",
            Format::Obf => ".obf",
            Format::Ggf => ".ggf",
            Format::Sgf => ".sgf",
            Format::Wthor => ".wtb",
            Format::TenLine => ".game",
            Format::Turn => "-01",
            Format::Board => ".board",
            Format::Sheet => ".sheet",
        }
    }

    /// Whether it holds the moves of a game, not only where it stands.
    pub const fn holds_games(self) -> bool {
        matches!(
            self,
            Format::Transcript | Format::Ggf | Format::Sgf | Format::Wthor | Format::Sheet
        )
    }

    /// Whether one file may hold many records.
    pub const fn holds_many(self) -> bool {
        (self.holds_games() && !matches!(self, Format::Sheet)) || matches!(self, Format::Obf)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Transcript => "a transcript",
            Format::Obf => "OBF",
            Format::Ggf => "GGF",
            Format::Sgf => "SGF",
            Format::Wthor => "WTHOR",
            Format::TenLine => "a ten-line game file",
            Format::Turn => "a turn file",
            Format::Board => "a board",
            Format::Sheet => "a game sheet",
        })
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| FormatError(text.chars().take(20).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_the_ending_of_a_format_is_in_it() {
        for format in Format::ALL {
            let path = format!("game{}", format.ending());
            // A number says nothing by itself: a turn file is known by its board.
            let expected = Some(format).filter(|&format| format != Format::Turn);
            assert_eq!(Format::of_path(Path::new(&path)), expected, "{path}");
        }
    }
}
