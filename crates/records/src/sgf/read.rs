//! Reading SGF.

use obverse_rules::{Color, Move, Position, Size, Square};

use crate::clock::{self, Clock};
use crate::error::{Found, ParseError, Place};
use crate::record::{Mark, Note, Record, Shape, Termination, Theory, Variation, Verdict, set};
use crate::replay::Replay;

use super::nodes::{self, Node, Property, Tree, mover};
use super::{OWN, mark_name};

/// No game has as many variations. Those beyond are left out: each takes more memory than its
/// text.
const MOST_VARIATIONS: usize = 10_000;

/// Reads one game with its variations. Of a variation that cannot be played to its end the moves
/// before the mistake are kept, and the record says how many were cut short.
///
/// ```
/// use obverse_records::sgf;
///
/// let record = sgf::parse("(;GM[2]SZ[8]PB[Ann];B[f5];W[d6](;B[c3])(;B[c4]))")?;
/// assert_eq!(record.game.moves().len(), 3);
/// let variation = &record.variations[0];
/// assert_eq!((variation.of, variation.ply), (None, 2));
/// assert_eq!(variation.game.moves(), ["c4".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Record, ParseError> {
    parse_at(text, Place::START)
}

pub(crate) fn parse_at(text: &str, start: Place) -> Result<Record, ParseError> {
    let tree = nodes::scan(text, start)?;
    let (main, _) = tree.nodes.split_at(tree.main);
    let size = size(main)?;
    // Setup may stand in the first nodes, in front of the first move.
    let played = main.iter().position(Node::has_move).unwrap_or(main.len());
    let setup: Vec<&Property> =
        main.iter().take(played + 1).flat_map(|node| &node.properties).collect();
    let (replay, plies) = played_on(size, &setup, &main[played..])?;
    let mut record = Lines::new(replay, played, plies).read(&tree);
    for property in main.iter().take(played.max(1)).flat_map(|node| &node.properties) {
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

/// The main line as far as it was played, and how many moves there are after each of its nodes.
type Played = (Replay, Vec<usize>);

/// Plays the moves after the setup. `FF[4]` has discs set up on an empty board. Some programs add
/// them to the opening position of Othello instead: that is meant where squares are emptied, and
/// where the game cannot be played otherwise.
fn played_on(size: Size, setup: &[&Property], moves: &[Node]) -> Result<Played, ParseError> {
    let has = |name: &str| setup.iter().any(|property| property.name == name);
    let opening = play_from(Before::OpeningPosition, size, setup, moves);
    if has("AE") || !has("AB") && !has("AW") {
        return opening.map_err(|(_, error)| error);
    }
    let empty = play_from(Before::EmptyBoard, size, setup, moves);
    match (empty, opening) {
        // A board where nobody can move is no place to begin.
        (Ok((empty, _)), Ok(opening)) if empty.game().is_over() && empty.game().ply() == 0 => {
            Ok(opening)
        }
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
    moves: &[Node],
) -> Result<Played, (usize, ParseError)> {
    let mut properties = moves.iter().flat_map(|node| &node.properties);
    let first_mover = properties.find_map(|property| mover(&property.name));
    let mut board = SetUp::new(before, size, first_mover.unwrap_or(Color::Black));
    for property in setup {
        board.take(property).map_err(|error| (0, error))?;
    }
    let mut replay = Replay::new(board.position());
    let mut plies = Vec::with_capacity(moves.len());
    for node in moves {
        let is_begun = replay.game().ply() > 0;
        let result = if is_begun { node.only_moves() } else { Ok(()) };
        result
            .and_then(|()| play_node(&mut replay, node))
            .map_err(|error| (replay.game().ply(), error))?;
        plies.push(replay.game().ply());
        if is_begun && !node.has_move() {
            replay.remark(replay.game().ply(), remark(node, size));
        }
    }
    Ok((replay, plies))
}

/// The game and its variations, while they are read.
struct Lines {
    /// The game first.
    branches: Vec<Branch>,
    /// For every node so far, the line that its position is on and the number of that line's
    /// moves; none if it cannot be played.
    places: Vec<Option<(usize, usize)>>,
    left_out: usize,
}

/// A line, and where it leaves another one.
struct Branch {
    of: usize,
    ply: usize,
    replay: Replay,
}

impl Lines {
    /// Begins with the main line, whose first move is in the node `played`.
    fn new(main: Replay, played: usize, plies: Vec<usize>) -> Lines {
        let before = std::iter::repeat_n(0, played);
        let places = before.chain(plies).map(|ply| Some((0, ply))).collect();
        Lines { branches: vec![Branch { of: 0, ply: 0, replay: main }], places, left_out: 0 }
    }

    /// Takes in the nodes after those of the main line, each of which comes after its parent.
    fn read(mut self, tree: &Tree) -> Record {
        for node in &tree.nodes[tree.main..] {
            let before = self.places.get(node.parent).copied().flatten();
            let place = before.and_then(|(line, ply)| {
                let after = self.take(node, line, ply);
                self.left_out += usize::from(after.is_none());
                after
            });
            self.places.push(place);
        }
        let mut lines = self.branches.into_iter();
        let mut record = lines.next().expect("the main line").replay.finish();
        let variation = |Branch { of, ply, replay }| {
            let Record { game, notes, .. } = replay.finish();
            Variation { of: of.checked_sub(1), ply, game, notes }
        };
        record.variations = lines.map(variation).collect();
        record.left_out = self.left_out + usize::from(tree.is_broken);
        record
    }

    /// Where a node leads that comes after so many moves of a line.
    fn take(&mut self, node: &Node, line: usize, ply: usize) -> Option<(usize, usize)> {
        let game = self.branches[line].replay.game();
        let size = game.start().size();
        node.only_moves().ok()?;
        if !node.has_move() {
            self.branches[line].replay.remark(ply, remark(node, size));
            return Some((line, ply));
        }
        if game.ply() == ply {
            // The line goes on.
            let replay = &mut self.branches[line].replay;
            play_node(replay, node).ok()?;
            return Some((line, replay.game().ply()));
        }
        if self.branches.len() > MOST_VARIATIONS {
            return None;
        }
        let mut replay = Replay::new(game.positions()[ply]);
        let result = play_node(&mut replay, node);
        let plies = replay.game().ply();
        if plies > 0 {
            self.branches.push(Branch { of: line, ply, replay });
        }
        result.ok()?;
        // A pass after the end of the game is dropped, and leads nowhere else.
        Some(if plies > 0 { (self.branches.len() - 1, plies) } else { (line, ply) })
    }
}

fn size(nodes: &[Node]) -> Result<Size, ParseError> {
    let Some(property) =
        nodes.iter().flat_map(|node| &node.properties).find(|property| property.name == "SZ")
    else {
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
fn play_node(replay: &mut Replay, node: &Node) -> Result<(), ParseError> {
    let size = replay.game().start().size();
    for property in &node.properties {
        let Some(color) = mover(&property.name) else { continue };
        let mut note = Note {
            eval: node.find("V").and_then(|property| finite(property.value())),
            time: node.find("SECS").and_then(|property| clock::seconds(property.value())),
            ..remark(node, size)
        };
        // SGF says how good it is for Black; a note, how good it is for the mover.
        if color == Color::White {
            note.eval = note.eval.map(|eval| 0.0 - eval);
        }
        let mv = move_of(property.value(), size).ok_or_else(|| {
            let expected = "a square of the board such as f5, or a pass";
            ParseError::expected(property.value_place(), expected, Found::text(property.value()))
        })?;
        replay.play_as(color, mv, note, property.value_place())?;
    }
    Ok(())
}

/// The comment of a node, and its marks on squares.
fn remark(node: &Node, size: Size) -> Note {
    let comment = node.find("C").map(|property| property.value().to_owned());
    let marks = node.properties.iter().flat_map(|property| marks(property, size)).collect();
    Note { comment: comment.filter(|text| !text.is_empty()), marks, ..Note::default() }
}

/// The marks that a property sets; squares that the board does not have are skipped.
fn marks(property: &Property, size: Size) -> Vec<Mark> {
    let Some(shape) = Shape::ALL.into_iter().find(|&shape| mark_name(shape) == property.name)
    else {
        return Vec::new();
    };
    let squares = property.values.iter().filter_map(|(_, value)| square(value.trim(), size));
    squares.map(|square| Mark { square, shape }).collect()
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
        name if OWN.contains(&name) => true,
        "PB" => set(&mut tags.black, text()),
        "PW" => set(&mut tags.white, text()),
        "BR" => set(&mut tags.black_rating, finite(value)),
        "WR" => set(&mut tags.white_rating, finite(value)),
        "EV" => set(&mut tags.event, text()),
        "PC" => set(&mut tags.place, text()),
        "DT" => set(&mut tags.date, text()),
        "RE" => set(&mut tags.result, verdict(value, squares)),
        "C" => set(&mut tags.comment, text()),
        "MA" | "TR" | "CR" | "SQ" => {
            record.marks.extend(marks(property, record.game.start().size()));
            true
        }
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
