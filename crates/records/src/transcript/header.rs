//! Lines before a transcript that say who played: `Black: Ann`, `Ann - Ben`, `Ann 33-31 Ben`.

use obverse_rules::Size;

use crate::record::Tags;
use crate::transcript::{discs_of_both, is_transcript, verdict};

/// Whether a line is a header: about a game, but without moves.
pub(crate) fn is_header(line: &str) -> bool {
    note(line, &mut Tags::default())
}

/// Adds what a header says to the tags, and returns whether the line is a header.
pub(crate) fn note(line: &str, tags: &mut Tags) -> bool {
    let line = line.trim().trim_start_matches('[').trim_end_matches(']');
    !is_transcript(line) && (note_key(line, tags) || note_pairing(line, tags))
}

/// `Black: Ann`, or `Black "Ann"` as in PGN.
fn note_key(line: &str, tags: &mut Tags) -> bool {
    let Some((key, value)) = line.split_once([':', '"']) else { return false };
    let value = value.trim().trim_matches('"').trim();
    let field = match key.trim().to_lowercase().as_str() {
        "black" | "黒" => &mut tags.black,
        "white" | "白" => &mut tags.white,
        "date" => &mut tags.date,
        "event" | "tournament" => &mut tags.event,
        "place" | "site" => &mut tags.place,
        "players" | "game" | "match" => return note_pairing(value, tags),
        "result" | "score" => {
            let numbers = discs_of_both(value);
            tags.result = numbers.and_then(|numbers| verdict(numbers, Size::EIGHT));
            return true;
        }
        "round" | "opening" | "time" => return true,
        _ => return false,
    };
    if field.is_none() && !value.is_empty() {
        *field = Some(value.to_owned());
    }
    true
}

/// `Ann - Ben`, `Ann vs Ben`, `Ann 33-31 Ben`.
fn note_pairing(line: &str, tags: &mut Tags) -> bool {
    const BETWEEN: [&str; 8] = ["-", "–", "—", "vs", "vs.", "v", "v.", "against"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_between = |word: &&str| {
        BETWEEN.contains(&word.to_lowercase().as_str()) || discs_of_both(word).is_some()
    };
    let Some(at) = words.iter().position(&is_between) else { return false };
    let is_name = |words: &[&str]| {
        words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1)
    };
    // A second separator is no name: rows of a board, scores, tables.
    let (black, white) = (&words[..at], &words[at + 1..]);
    if !is_name(black) || !is_name(white) || white.iter().any(is_between) {
        return false;
    }
    tags.black = Some(black.join(" "));
    tags.white = Some(white.join(" "));
    tags.result = discs_of_both(words[at]).and_then(|numbers| verdict(numbers, Size::EIGHT));
    true
}
