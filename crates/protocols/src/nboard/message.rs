//! What the engine says to the controller.

use std::fmt;
use std::time::Duration;

use obverse_engine::Line;
use obverse_engine::score::Kind;
use obverse_rules::Move;

use super::MoveNote;

/// A line from the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// `pong N`.
    Pong(String),
    /// `set myname NAME`.
    Name(String),
    /// `status TEXT`.
    Status(String),
    /// `nodestats NODES SECONDS`.
    NodeStats {
        /// Positions visited.
        nodes: u64,
        /// Time used.
        time: Duration,
    },
    /// `search PV EVAL 0 DEPTH`, or `book PV EVAL GAMES DEPTH`.
    Search(SearchLine),
    /// `=== F5/eval/seconds`.
    Chosen(MoveNote),
    /// `analysis MOVES EVAL`.
    Analysis {
        /// Moves made, passes included.
        ply: usize,
        /// Discs for the side to move.
        eval: f64,
    },
    /// `learned`.
    Learned,
}

/// A move with its score and the expected play.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchLine {
    /// The expected play, the move in question first.
    pub moves: Vec<Move>,
    /// Discs for the side to move.
    pub eval: f64,
    /// The depth: begins with a number, or is `100%` or `100%W`.
    pub depth: String,
    /// Whether it comes from the opening book.
    pub is_book: bool,
}

impl From<&Line> for SearchLine {
    fn from(line: &Line) -> SearchLine {
        let depth = match line.score.kind {
            Kind::Exact => "100%".to_owned(),
            Kind::Wld => "100%W".to_owned(),
            Kind::Selective { confidence } => format!("{}@{confidence}%", line.depth),
            Kind::Heuristic | Kind::Book => line.depth.to_string(),
        };
        SearchLine {
            moves: line.moves.clone(),
            // Adding zero turns −0 into 0.
            eval: f64::from(line.score.discs) + 0.0,
            depth,
            is_book: line.score.kind == Kind::Book,
        }
    }
}

impl fmt::Display for SearchLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_book { "book " } else { "search " })?;
        for &mv in &self.moves {
            write!(f, "{}", MoveNote { mv, eval: None, time: None })?;
        }
        write!(f, " {:.2} 0 {}", self.eval, self.depth)
    }
}

/// The line, without its end.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Pong(number) => write!(f, "pong {number}"),
            Message::Name(name) => write!(f, "set myname {name}"),
            Message::Status(text) if text.is_empty() => f.write_str("status"),
            Message::Status(text) => write!(f, "status {text}"),
            Message::NodeStats { nodes, time } => {
                write!(f, "nodestats {nodes} {:.3}", time.as_secs_f64())
            }
            Message::Search(line) => line.fmt(f),
            Message::Chosen(note) => write!(f, "=== {note}"),
            Message::Analysis { ply, eval } => write!(f, "analysis {ply} {eval:.2}"),
            Message::Learned => f.write_str("learned"),
        }
    }
}

impl Message {
    /// Reads what an engine wrote, as liberally as can be; none if it is nothing that a client
    /// needs to understand.
    ///
    /// ```
    /// use obverse_protocols::nboard::Message;
    ///
    /// let message = Message::parse("=== d6 -1.00 0.0").unwrap();
    /// assert_eq!(message.to_string(), "=== D6/-1.00/0.00");
    /// ```
    pub fn parse(line: &str) -> Option<Message> {
        let line = line.trim();
        // Some engines leave the blank after the mark out.
        if let Some(note) = line.strip_prefix("===") {
            return MoveNote::parse(note.trim()).map(Message::Chosen);
        }
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let mut words = rest.split_whitespace();
        match name.to_ascii_lowercase().as_str() {
            "pong" => Some(Message::Pong(rest.to_owned())),
            "set" => match words.next()?.to_ascii_lowercase().as_str() {
                "myname" => Some(Message::Name(words.next()?.to_owned())),
                _ => None,
            },
            "status" => Some(Message::Status(rest.to_owned())),
            "nodestats" => {
                let nodes = words.next()?.parse::<f64>().ok()? as u64;
                let seconds = words.next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
                let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
                Some(Message::NodeStats { nodes, time })
            }
            "search" => SearchLine::parse(rest, false).map(Message::Search),
            "book" => SearchLine::parse(rest, true).map(Message::Search),
            "analysis" => Some(Message::Analysis {
                ply: words.next()?.parse().ok()?,
                eval: words.next()?.parse().ok().filter(|eval: &f64| eval.is_finite())?,
            }),
            "learn" | "learned" => Some(Message::Learned),
            _ => None,
        }
    }
}

impl SearchLine {
    /// Reads `PV EVAL GAMES DEPTH [text]`. Moves in the line may be joined by hyphens.
    fn parse(text: &str, is_book: bool) -> Option<SearchLine> {
        let mut words = text.split_whitespace();
        let moves = moves(words.next()?);
        // An engine may give a pair of values, for a draw won by Black and by White.
        let eval = words.next()?.trim_start_matches('(').split(',').next()?.parse().ok();
        let eval = eval.filter(|eval: &f64| eval.is_finite())?;
        let depth = words.nth(1).unwrap_or_default().to_owned();
        (!moves.is_empty()).then_some(SearchLine { moves, eval, depth, is_book })
    }
}

/// The moves of a line up to the first that is none.
fn moves(text: &str) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut rest = text.trim_start_matches('-');
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        // `PA` is a pass, `a10` a square of a large board.
        let length = if letter.eq_ignore_ascii_case(&'p') && after.starts_with(['a', 'A']) {
            2
        } else {
            letter.len_utf8() + after.bytes().take_while(u8::is_ascii_digit).count()
        };
        let Some(Ok(mv)) = rest.get(..length).map(str::parse) else { break };
        moves.push(mv);
        rest = rest[length..].trim_start_matches('-');
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_of_the_protocol() {
        for line in [
            "pong 12",
            "set myname Edax6",
            "status",
            "status Edax is thinking",
            "nodestats 35805 0.040",
            "search F5D6C3PAA1 1.25 0 12@73%",
            "search F5 -3.00 0 100%",
            "book F5D6 0.50 0 4",
            "=== F5",
            "=== F5/1.25",
            "=== PA//0.10",
            "analysis 12 -2.50",
            "learned",
        ] {
            let message = Message::parse(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(message.to_string(), line);
        }
    }

    #[test]
    fn the_quirks_of_other_engines() {
        let written = |line: &str| Message::parse(line).map(|message| message.to_string());
        assert_eq!(written("=== d6 -1.00 0.0").as_deref(), Some("=== D6/-1.00/0.00"));
        assert_eq!(written("===D6/2").as_deref(), Some("=== D6/2.00"));
        assert_eq!(written("=== pass").as_deref(), Some("=== PA"));
        assert_eq!(
            written("search F5-d6-C3 (1.5,2.5) 0 14 some text").as_deref(),
            Some("search F5D6C3 1.50 0 14")
        );
        assert_eq!(written("search j10a1 0 0 3").as_deref(), Some("search J10A1 0.00 0 3"));
        assert_eq!(written("learn").as_deref(), Some("learned"));
        for noise in ["", "=== nowhere", "warning: book not found", "search", "analysis 3"] {
            assert_eq!(Message::parse(noise), None, "{noise}");
        }
    }
}
