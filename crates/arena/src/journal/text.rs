//! A journal as text.
//!
//! It has a JSON object a line: first the contest with the journal's version, then a game a line.
//! Every line ends with the member `"crc"`, a CRC-32 of what stands before it on that line. The
//! journals of the first release, version 1, have none; they are read and written anew.

use obverse_records::ggf;
use serde_json::Value;

use super::Entry;

/// The version that is written.
const VERSION: u64 = 2;
/// The member of the first line that says the version, and that it is a journal at all.
pub(super) const VERSION_KEY: &str = "obverse-match";

/// A line of a journal that is not what was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// What a journal says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contents {
    /// The first line, without version and checksum.
    pub(super) contest: Value,
    pub(super) entries: Vec<Entry>,
    /// Whether the file is what would be written now.
    pub(super) is_as_written: bool,
    /// Whether the last line was cut off and left out.
    pub(super) dropped_last: bool,
}

impl Contents {
    /// Reads a journal, or names every line that is damaged. Only a last line without an end may
    /// be wrong: it is what a write that was interrupted leaves behind.
    pub(super) fn parse(bytes: &[u8]) -> Result<Contents, Vec<Damage>> {
        let (whole, torn) = match bytes.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => (&bytes[..end], &bytes[end + 1..]),
            None => (&bytes[..0], bytes),
        };
        let mut lines = (1..).zip(whole.split(|&byte| byte == b'\n'));
        let (_, head) = lines.next().expect("a split has one part at least");
        let mut damages = Vec::new();
        let (version, contest) = parse_head(head).unwrap_or_else(|reason| {
            damages.push(Damage { line: 1, reason });
            (VERSION, Value::Null)
        });
        if !damages.is_empty() && verify(head).is_ok() {
            // The line is whole, but no journal that we know: the others say nothing to us.
            return Err(damages);
        }
        let parse = |line| parse_entry(line, version);
        let mut entries = Vec::new();
        for (number, line) in lines {
            match parse(line) {
                Ok(entry) => entries.push(entry),
                Err(reason) => damages.push(Damage { line: number, reason }),
            }
        }
        if !damages.is_empty() {
            return Err(damages);
        }
        let last = (!torn.is_empty()).then(|| parse(torn));
        let dropped_last = matches!(last, Some(Err(_)));
        let is_as_written = version == VERSION && last.is_none();
        entries.extend(last.and_then(Result::ok));
        Ok(Contents { contest, entries, is_as_written, dropped_last })
    }
}

/// The version of a journal and the contest it is about.
fn parse_head(line: &[u8]) -> Result<(u64, Value), String> {
    let has_checksum = checksum_of(line).is_some();
    if has_checksum {
        verify(line)?;
    }
    let head: Result<Value, _> = serde_json::from_slice(line);
    let Ok(Value::Object(mut head)) = head else {
        return Err("it does not say which match the journal is about".to_owned());
    };
    head.remove("crc");
    let version = head.remove(VERSION_KEY).and_then(|version| version.as_u64());
    match (version, has_checksum) {
        (Some(1), false) | (Some(VERSION), true) => {}
        (Some(version), true) if version > VERSION => {
            return Err(format!(
                "version {version} is from a newer program; this one reads up to {VERSION}"
            ));
        }
        _ => return Err("it does not begin a journal of a match".to_owned()),
    }
    Ok((version.unwrap_or(VERSION), Value::Object(head)))
}

fn parse_entry(line: &[u8], version: u64) -> Result<Entry, String> {
    if version > 1 {
        verify(line)?;
    }
    let entry: Entry =
        serde_json::from_slice(line).map_err(|error| format!("no game of a match: {error}"))?;
    entry.check()?;
    // Without a checksum this is the best that can be done.
    if version == 1 {
        ggf::parse(&entry.ggf).map_err(|error| format!("the game is damaged: {error}"))?;
    }
    Ok(entry)
}

/// What begins and ends a checksum at the end of a line.
const CHECKSUM: (&str, &str) = (",\"crc\":\"", "\"}");

/// A line's text that its checksum is about, and the digits of the checksum.
fn checksum_of(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (text, digits) = line.strip_suffix(CHECKSUM.1.as_bytes())?.split_last_chunk::<8>()?;
    Some((text.strip_suffix(CHECKSUM.0.as_bytes())?, digits))
}

pub(super) fn verify(line: &[u8]) -> Result<(), String> {
    let (text, digits) = checksum_of(line).ok_or("its checksum is missing")?;
    if format!("{:08x}", crc32fast::hash(text)).as_bytes() == digits {
        Ok(())
    } else {
        Err("its checksum is not that of its text".to_owned())
    }
}

/// An object with its checksum as its last member.
pub(super) fn with_checksum(object: &str) -> String {
    let text = object.strip_suffix('}').expect("an object ends so");
    let (before, after) = CHECKSUM;
    format!("{text}{before}{:08x}{after}", crc32fast::hash(text.as_bytes()))
}

pub(super) fn to_line(entry: &Entry) -> String {
    with_checksum(&serde_json::to_string(entry).expect("an entry has only text and numbers"))
}

/// A whole journal.
pub(super) fn to_text(contest: &Value, entries: &[Entry]) -> String {
    let mut head = serde_json::Map::from_iter([(VERSION_KEY.to_owned(), VERSION.into())]);
    if let Value::Object(contest) = contest {
        head.extend(contest.clone());
    }
    let head = with_checksum(&Value::Object(head).to_string());
    let lines = std::iter::once(head).chain(entries.iter().map(to_line));
    lines.map(|line| line + "\n").collect()
}

/// Any bytes as a journal: what is understood is written and read again without a change.
///
/// Hardly any bytes have the right checksum, so all lines are also given theirs.
pub(crate) fn fuzz_journal(bytes: &[u8]) {
    let check = |bytes: &[u8]| {
        if let Ok(contents) = Contents::parse(bytes) {
            let text = to_text(&contents.contest, &contents.entries);
            let again = Contents::parse(text.as_bytes()).expect("we read what we write");
            assert_eq!((again.contest, again.entries), (contents.contest, contents.entries));
            assert!(again.is_as_written && !again.dropped_last);
        }
    };
    check(bytes);
    let lines = String::from_utf8_lossy(bytes);
    let signed =
        |line: &str| if line.ends_with('}') { with_checksum(line) } else { line.to_owned() };
    check(lines.lines().map(|line| signed(line) + "\n").collect::<String>().as_bytes());
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::journal::file::tests::{contest, entry};

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, cut in 0..2000_usize, flip in 0..2000_usize) {
            fuzz_journal(&bytes);
            let mut text = to_text(&contest(), &[entry(0), entry(1)]).into_bytes();
            text.truncate(cut);
            if let Some(byte) = text.get_mut(flip) {
                *byte ^= 1;
            }
            fuzz_journal(&text);
        }
    }
}
