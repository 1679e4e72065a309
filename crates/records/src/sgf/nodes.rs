//! The nodes of an SGF tree, as they are written: nothing is played yet.
//!
//! The text is untrusted and may be nested as deep as it is long, so nothing here recurses.

use obverse_rules::Color;

use crate::error::{Found, ParseError, Place};
use crate::scan::Scanner;

/// A game as it is written.
pub(super) struct Tree {
    /// The nodes in the order of the text: the main line (at each fork, the first variation) comes
    /// first, and every other node after its parent.
    pub(super) nodes: Vec<Node>,
    /// How many of the nodes are the main line.
    pub(super) main: usize,
    /// Whether there is something behind the main line that is no SGF.
    pub(super) is_broken: bool,
}

/// A node: what stands between two semicolons.
pub(super) struct Node {
    /// The index of the node before it; its own for the first.
    pub(super) parent: usize,
    pub(super) properties: Vec<Property>,
}

/// A property with its values, each with the place where it begins.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<(Place, String)>,
    place: Place,
}

impl Node {
    pub(super) fn find(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    pub(super) fn has_move(&self) -> bool {
        self.properties.iter().any(|property| mover(&property.name).is_some())
    }

    /// An error if the node sets discs up, which only the first nodes may.
    pub(super) fn only_moves(&self) -> Result<(), ParseError> {
        let is_setup = |property: &&Property| matches!(property.name.as_str(), "AB" | "AW" | "AE");
        match self.properties.iter().find(is_setup) {
            Some(property) => {
                let found = Found::text(&property.name);
                Err(ParseError::expected(property.place, "moves only, once the game is on", found))
            }
            None => Ok(()),
        }
    }
}

impl Property {
    /// The first value, which is the only one of most properties.
    pub(super) fn value(&self) -> &str {
        self.values.first().map(|(_, value)| value.trim()).unwrap_or_default()
    }

    pub(super) fn value_place(&self) -> Place {
        self.values.first().map_or(self.place, |&(place, _)| place)
    }
}

/// Who moves by the property of this name.
pub(super) fn mover(name: &str) -> Option<Color> {
    match name {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// Reads the nodes of a game. What is wrong behind the main line is no error.
pub(super) fn scan(text: &str, start: Place) -> Result<Tree, ParseError> {
    let mut scanner = Scanner::new(text, start);
    scanner.skip_blanks();
    if !scanner.accept('(') {
        return Err(scanner.expected("`(`, the beginning of a game"));
    }
    let mut scan = Scan { scanner, nodes: Vec::new(), forks: vec![0], last: 0 };
    while !scan.step()? {}
    let main = scan.nodes.len();
    if main == 0 {
        return Err(scan.scanner.expected("`;`, the beginning of a node"));
    }
    let mut is_broken = false;
    while !scan.forks.is_empty() && !is_broken {
        let is_at_end = scan.scanner.rest().trim_start().is_empty();
        is_broken = !is_at_end && scan.step().is_err();
        if is_at_end {
            break;
        }
    }
    Ok(Tree { nodes: scan.nodes, main, is_broken })
}

/// What has been read so far.
struct Scan<'a> {
    scanner: Scanner<'a>,
    nodes: Vec<Node>,
    /// For each open parenthesis, the node before it; none when the game is closed.
    forks: Vec<usize>,
    /// The node that the next one follows.
    last: usize,
}

impl Scan<'_> {
    /// Takes in a parenthesis, the beginning of a node or a property, and says whether a line was
    /// closed.
    fn step(&mut self) -> Result<bool, ParseError> {
        self.scanner.skip_blanks();
        match self.scanner.peek() {
            Some(')') => {
                self.scanner.advance();
                self.last = self.forks.pop().unwrap_or(self.last);
                return Ok(true);
            }
            Some('(') => {
                self.scanner.advance();
                self.forks.push(self.last);
            }
            Some(';') => {
                self.scanner.advance();
                self.nodes.push(Node { parent: self.last, properties: Vec::new() });
                self.last = self.nodes.len() - 1;
            }
            _ => match self.nodes.last_mut() {
                Some(node) => node.properties.push(property(&mut self.scanner)?),
                None => return Err(self.scanner.expected("`;`, the beginning of a node")),
            },
        }
        Ok(false)
    }
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
