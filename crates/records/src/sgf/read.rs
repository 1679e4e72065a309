//! Reading SGF.

use obverse_rules::{Color, Move, Position, Size, Square};

use crate::clock::{self, Clock};
use crate::error::{Found, ParseError, Place};
use crate::record::{Note, Record, Termination, Theory, Verdict, set};
use crate::replay::Replay;
use crate::scan::Scanner;

/// Reads the main line of one game.
///
/// ```
/// use obverse_records::sgf;
///
/// let record = sgf::parse("(;GM[2]SZ[8]PB[Ann];B[f5];W[d6](;B[c3])(;B[c4]))")?;
/// assert_eq!(record.game.moves().len(), 3);
/// // The other move is left out, and the record says so.
/// assert_eq!(record.variations, 1);
/// # Ok::<(), obverse_records::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Record, ParseError> {
    parse_at(text, Place::START)
}

pub(crate) fn parse_at(text: &str, start: Place) -> Result<Record, ParseError> {
    let (nodes, variations) = nodes(text, start)?;
    let size = size(&nodes)?;
    let is_play = |property: &Property| mover(&property.name).is_some();
    // Setup may stand in the first nodes, in front of the first move.
    let played = nodes.iter().position(|node| node.iter().any(is_play)).unwrap_or(nodes.len());
    let (before, moves) = nodes.split_at(played);
    let setup: Vec<&Property> = before.iter().chain(moves.first()).flatten().collect();
    let mut record = played_on(size, &setup, moves)?;
    record.variations = variations;
    for property in nodes.iter().take(played.max(1)).flatten() {
        note_property(&mut record, property);
    }
    Ok(record)
}

/// What setup properties change.
#[derive(Clone, Copy)]
enum Before {
    EmptyBoard,
    OpeningPosition,
}

/// Plays the moves after the setup. `FF[4]` has discs set up on an empty board. Some programs add
/// them to the opening position of Othello instead: that is meant where squares are emptied, and
/// where the game cannot be played otherwise.
fn played_on(
    size: Size,
    setup: &[&Property],
    moves: &[Vec<Property>],
) -> Result<Record, ParseError> {
    let has = |name: &str| setup.iter().any(|property| property.name == name);
    let opening = play_from(Before::OpeningPosition, size, setup, moves);
    if has("AE") || !has("AB") && !has("AW") {
        return opening.map_err(|(_, error)| error);
    }
    let empty = play_from(Before::EmptyBoard, size, setup, moves);
    match (empty, opening) {
        // A board where nobody can move is no place to begin.
        (Ok(empty), Ok(opening)) if empty.game.is_over() && empty.game.ply() == 0 => Ok(opening),
        (Ok(empty), _) => Ok(empty),
        (Err(_), Ok(opening)) => Ok(opening),
        (Err((plies, error)), Err((further, other))) => {
            Err(if further > plies { other } else { error })
        }
    }
}

/// Plays the moves; an error comes with the number of those that could be played.
fn play_from(
    before: Before,
    size: Size,
    setup: &[&Property],
    moves: &[Vec<Property>],
) -> Result<Record, (usize, ParseError)> {
    let first_mover = moves.iter().flatten().find_map(|property| mover(&property.name));
    let mut board = SetUp::new(before, size, first_mover.unwrap_or(Color::Black));
    for property in setup {
        board.take(property).map_err(|error| (0, error))?;
    }
    let mut replay = Replay::new(board.position());
    for node in moves {
        play_node(&mut replay, node).map_err(|error| (replay.game().ply(), error))?;
    }
    Ok(replay.finish())
}

/// A property with its values, each with the place where it begins.
struct Property {
    name: String,
    values: Vec<(Place, String)>,
    place: Place,
}

impl Property {
    /// The first value, which is the only one of most properties.
    fn value(&self) -> &str {
        self.values.first().map(|(_, value)| value.trim()).unwrap_or_default()
    }

    fn value_place(&self) -> Place {
        self.values.first().map_or(self.place, |&(place, _)| place)
    }
}

/// The nodes of the main line (at each fork, the first variation), and how many variations there
/// are beside it.
fn nodes(text: &str, start: Place) -> Result<(Vec<Vec<Property>>, usize), ParseError> {
    let mut scanner = Scanner::new(text, start);
    scanner.skip_blanks();
    if !scanner.accept('(') {
        return Err(scanner.expected("`(`, the beginning of a game"));
    }
    let mut nodes: Vec<Vec<Property>> = Vec::new();
    loop {
        scanner.skip_blanks();
        match scanner.peek() {
            Some(')') => break,
            Some('(') => drop(scanner.advance()),
            Some(';') => {
                scanner.advance();
                nodes.push(Vec::new());
            }
            _ => match nodes.last_mut() {
                Some(node) => node.push(property(&mut scanner)?),
                None => return Err(scanner.expected("`;`, the beginning of a node")),
            },
        }
    }
    if nodes.is_empty() {
        return Err(scanner.expected("`;`, the beginning of a node"));
    }
    Ok((nodes, variations_after(scanner)))
}

/// The variations behind the main line. They are counted and not read, so what is wrong in them
/// does not matter.
fn variations_after(mut scanner: Scanner<'_>) -> usize {
    let mut variations = 0;
    while let Some(character) = scanner.advance() {
        match character {
            '(' => variations += 1,
            '[' if value(&mut scanner, "").is_err() => break,
            _ => {}
        }
    }
    variations
}

fn property(scanner: &mut Scanner<'_>) -> Result<Property, ParseError> {
    let begin = scanner.clone();
    let place = scanner.place();
    // Old files write names out, `GaMe`; only the capitals count.
    let name: String = scanner
        .take_while(|c| c.is_ascii_alphabetic())
        .chars()
        .filter(char::is_ascii_uppercase)
        .collect();
    if name.is_empty() {
        return Err(begin.expected("a property such as B[f5], `;` or `)`"));
    }
    let mut values = Vec::new();
    loop {
        scanner.skip_blanks();
        if !scanner.accept('[') {
            break;
        }
        values.push((scanner.place(), value(scanner, &name)?));
    }
    if values.is_empty() {
        return Err(scanner.expected("`[` after the name of a property"));
    }
    Ok(Property { name, values, place })
}

/// The text up to the closing bracket. A backslash takes the next character as it is, or hides
/// the end of a line.
fn value(scanner: &mut Scanner<'_>, name: &str) -> Result<String, ParseError> {
    let mut text = String::new();
    loop {
        match scanner.advance() {
            Some(']') => return Ok(text),
            Some('\\') => match scanner.advance() {
                Some('\r') => drop(scanner.accept('\n')),
                Some('\n') | None => {}
                Some(escaped) => text.push(escaped),
            },
            Some(character) => text.push(character),
            None => {
                let name: String = name.chars().take(8).collect();
                return Err(scanner.expected(format!("`]`, the end of the property {name}")));
            }
        }
    }
}

fn size(nodes: &[Vec<Property>]) -> Result<Size, ParseError> {
    let Some(property) = nodes.iter().flatten().find(|property| property.name == "SZ") else {
        return Ok(Size::EIGHT);
    };
    let value = property.value();
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    if columns != rows {
        let expected = "a square board, such as SZ[8]";
        return Err(ParseError::expected(property.value_place(), expected, Found::text(value)));
    }
    columns
        .parse()
        .map_err(|error: obverse_rules::SizeError| ParseError::new(property.value_place(), error))
}

fn mover(name: &str) -> Option<Color> {
    match name {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// The position before the first move, changed by setup properties.
struct SetUp {
    size: Size,
    squares: Vec<Option<Color>>,
    side: Color,
}

impl SetUp {
    fn new(before: Before, size: Size, side: Color) -> SetUp {
        let squares = match before {
            Before::EmptyBoard => vec![None; size.squares()],
            Before::OpeningPosition => Position::start(size).setup().squares,
        };
        SetUp { size, squares, side }
    }

    fn take(&mut self, property: &Property) -> Result<(), ParseError> {
        let disc = match property.name.as_str() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            "PL" => {
                self.side = side(property)?;
                return Ok(());
            }
            _ => return Ok(()),
        };
        for (place, value) in &property.values {
            let expected = || {
                let expected = "a square such as f5, or a rectangle such as a1:c3";
                ParseError::expected(*place, expected, Found::text(value))
            };
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let from = square(from.trim(), self.size).ok_or_else(expected)?;
            let to = square(to.trim(), self.size).ok_or_else(expected)?;
            for row in from.row()..=to.row() {
                for column in from.column()..=to.column() {
                    self.squares[row * self.size.get() + column] = disc;
                }
            }
        }
        Ok(())
    }

    fn position(self) -> Position {
        let setup = obverse_rules::Setup { squares: self.squares, side: self.side };
        setup.try_into().expect("as many squares as the size has")
    }
}

fn side(property: &Property) -> Result<Color, ParseError> {
    match property.value().chars().next().map(|letter| letter.to_ascii_uppercase()) {
        Some('B' | '1') => Ok(Color::Black),
        Some('W' | '2') => Ok(Color::White),
        _ => {
            let found = Found::text(property.value());
            Err(ParseError::expected(property.value_place(), "a side: B or W", found))
        }
    }
}

/// A square of the board, as Othello or as Go writes it.
fn square(text: &str, size: Size) -> Option<Square> {
    let go_style = || {
        let mut letters = text.chars().map(|letter| letter.to_ascii_lowercase());
        let (column, row, rest) = (letters.next()?, letters.next()?, letters.next());
        let index =
            |letter: char| letter.is_ascii_lowercase().then(|| letter as usize - 'a' as usize);
        rest.is_none().then_some(())?;
        Square::new(index(column)?, index(row)?)
    };
    text.parse().ok().or_else(go_style).filter(|square| square.is_on(size))
}

/// Plays the move of a node, and takes down what it says about it.
fn play_node(replay: &mut Replay, node: &[Property]) -> Result<(), ParseError> {
    let find = |name: &str| node.iter().find(|property| property.name == name);
    let is_setup = |property: &&Property| matches!(property.name.as_str(), "AB" | "AW" | "AE");
    if let Some(property) = node.iter().find(is_setup)
        && replay.game().ply() > 0
    {
        let found = Found::text(&property.name);
        return Err(ParseError::expected(property.place, "moves only, once the game is on", found));
    }
    for property in node {
        let Some(color) = mover(&property.name) else { continue };
        let mut note = Note {
            eval: find("V").and_then(|property| finite(property.value())),
            time: find("SECS").and_then(|property| clock::seconds(property.value())),
            comment: find("C").map(|property| property.value().to_owned()),
        };
        // SGF says how good it is for Black; a note, how good it is for the mover.
        if color == Color::White {
            note.eval = note.eval.map(|eval| 0.0 - eval);
        }
        let size = replay.game().start().size();
        let mv = move_of(property.value(), size).ok_or_else(|| {
            let expected = "a square of the board such as f5, or a pass";
            ParseError::expected(property.value_place(), expected, Found::text(property.value()))
        })?;
        replay.play_as(color, mv, note, property.value_place())?;
    }
    Ok(())
}

fn move_of(text: &str, size: Size) -> Option<Move> {
    if text.is_empty() {
        return Some(Move::Pass);
    }
    match text.parse() {
        Ok(Move::Pass) => Some(Move::Pass),
        _ => square(text, size).map(Move::Place),
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

fn note_property(record: &mut Record, property: &Property) {
    let squares = record.position().size().squares() as f64;
    let tags = &mut record.tags;
    let value = property.value();
    let text = || (!value.is_empty()).then(|| value.to_owned());
    let is_understood = match property.name.as_str() {
        "GM" | "FF" | "SZ" | "CA" | "AP" | "AB" | "AW" | "AE" | "PL" | "B" | "W" | "V" | "SECS" => {
            true
        }
        "PB" => set(&mut tags.black, text()),
        "PW" => set(&mut tags.white, text()),
        "BR" => set(&mut tags.black_rating, finite(value)),
        "WR" => set(&mut tags.white_rating, finite(value)),
        "EV" => set(&mut tags.event, text()),
        "PC" => set(&mut tags.place, text()),
        "DT" => set(&mut tags.date, text()),
        "RE" => set(&mut tags.result, verdict(value, squares)),
        "C" => set(&mut tags.comment, text()),
        "THEORY" => set(&mut record.theory, theory(value)),
        "TM" => match clock::seconds(value) {
            Some(main) => {
                tags.clock.get_or_insert_default().main = main;
                true
            }
            None => false,
        },
        // What we write ourselves: the clock as GGF has it. Other words are kept.
        "OT" => match value.parse::<Clock>() {
            Ok(clock) if value.contains('/') => {
                let ours = tags.clock.get_or_insert_default();
                (ours.increment, ours.grace) = (clock.increment, clock.grace);
                true
            }
            _ => false,
        },
        _ => false,
    };
    if !is_understood && !value.is_empty() {
        tags.others.push((property.name.clone(), value.to_owned()));
    }
}

/// `B+12`, `W+R`, `W+T`, `0` or `Draw`.
fn verdict(text: &str, squares: f64) -> Option<Verdict> {
    let score = |sign: f64, text: &str| -> Option<Verdict> {
        let (score, ending) = match text.to_ascii_lowercase().as_str() {
            "r" | "resign" => (squares, Termination::Resigned),
            "t" | "time" => (squares, Termination::TimedOut),
            discs => (finite(discs).filter(|discs| *discs > 0.0)?, Termination::Played),
        };
        Some(Verdict { score: sign * score, ending })
    };
    match text.as_bytes() {
        [b'B' | b'b', b'+', ..] => score(1.0, &text[2..]),
        [b'W' | b'w', b'+', ..] => score(-1.0, &text[2..]),
        _ if text == "0" || text.eq_ignore_ascii_case("draw") => {
            Some(Verdict { score: 0.0, ending: Termination::Played })
        }
        _ => None,
    }
}

fn theory(text: &str) -> Option<Theory> {
    let (discs, empties) = text.split_once('/')?;
    Some(Theory { black_discs: discs.parse().ok()?, empties: empties.parse().ok()? })
}
