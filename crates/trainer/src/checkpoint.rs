//! A file with the state of a long job, from which the job goes on after an interruption.
//!
//! All numbers are little-endian.
//!
//! | | |
//! |---|---|
//! | 8 bytes | `OBVCKPT` and a line feed |
//! | 4 | version of the format, 2 |
//! | 4 | length of the identity |
//! | | the identity, JSON: everything that the state depends on |
//! | | the state, which each job lays out itself |
//! | 4 | CRC-32 of everything before it |
//!
//! The first release wrote no version: there the length of the identity, which is larger than any
//! version, comes first. Those checkpoints are read too.

use std::io;
use std::path::{Path, PathBuf};

use obverse_records::atomic;

use crate::TrainerError;

const MAGIC: &[u8; 8] = b"OBVCKPT\n";
const VERSION: u32 = 2;
/// No identity is as short, so a smaller number is a version.
const SHORTEST_IDENTITY: u32 = 32;

/// Where the state of a job is kept.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    path: PathBuf,
    identity: String,
}

impl Checkpoint {
    pub(crate) fn new(path: PathBuf, identity: String) -> Checkpoint {
        assert!(identity.len() >= SHORTEST_IDENTITY as usize, "too short for an identity");
        Checkpoint { path, identity }
    }

    /// Replaces the state.
    pub(crate) fn save(&self, state: &[u8]) -> Result<(), TrainerError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        push_text(&mut bytes, &self.identity);
        bytes.extend(state);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_file(&self.path, &bytes)
    }

    /// The state, if there is one. A file that is something else, or of another job, is an error:
    /// it would be overwritten.
    pub(crate) fn load(&self) -> Result<Option<Vec<u8>>, TrainerError> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TrainerError::io(&self.path)(error)),
        };
        let body = body(&bytes).map_err(|reason| self.refused(&reason))?;
        let mut rest = body;
        match take_text(&mut rest) {
            Some(identity) if identity == self.identity => Ok(Some(rest.to_vec())),
            Some(identity) => {
                Err(self.refused(&format!("of another job: {identity}, now {}", self.identity)))
            }
            None => Err(self.refused("it is damaged")),
        }
    }

    /// The error of a checkpoint that can't be used.
    pub(crate) fn refused(&self, reason: &str) -> TrainerError {
        let way_out = "remove it to begin anew, or give another folder";
        TrainerError::data(&self.path, format!("{reason}; {way_out}"))
    }
}

/// What stands between the version and the checksum.
fn body(bytes: &[u8]) -> Result<&[u8], String> {
    let damaged = || "it is damaged".to_owned();
    let Some(rest) = bytes.strip_prefix(MAGIC) else {
        return Err("not a checkpoint of Obverse".to_owned());
    };
    let (whole, checksum) = bytes.split_last_chunk::<4>().ok_or_else(damaged)?;
    if crc32fast::hash(whole) != u32::from_le_bytes(*checksum) {
        return Err(damaged());
    }
    let (body, _) = rest.split_last_chunk::<4>().ok_or_else(damaged)?;
    let (number, after) = body.split_first_chunk::<4>().ok_or_else(damaged)?;
    match u32::from_le_bytes(*number) {
        SHORTEST_IDENTITY.. => Ok(body),
        VERSION => Ok(after),
        version => Err(format!("format {version}; this program reads up to {VERSION}")),
    }
}

/// Adds a text with its length.
pub(crate) fn push_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

/// Takes a text with its length off the front.
pub(crate) fn take_text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    std::str::from_utf8(text).ok()
}

/// Writes a file in one step, and the folder it is in if there is none.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), TrainerError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(TrainerError::io(folder))?;
    }
    atomic::write(path, bytes).map_err(TrainerError::io(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDENTITY: &str = r#"{"settings":{"seed":1},"positions":1000}"#;

    #[test]
    fn what_is_no_checkpoint_of_this_job_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/job.checkpoint");
        let checkpoint = Checkpoint::new(path.clone(), IDENTITY.to_owned());
        assert_eq!(checkpoint.load().unwrap(), None);
        checkpoint.save(b"the state").unwrap();
        assert_eq!(checkpoint.load().unwrap().unwrap(), b"the state");
        let sound = std::fs::read(&path).unwrap();

        let other = Checkpoint::new(path.clone(), IDENTITY.replace("1000", "1001"));
        let refused = other.load().unwrap_err().to_string();
        assert!(refused.contains("of another job"), "{refused}");

        let mut newer = MAGIC.to_vec();
        newer.extend((VERSION + 1).to_le_bytes());
        newer.extend(crc32fast::hash(&newer).to_le_bytes());
        let flipped = |at: usize| {
            let mut bytes = sound.clone();
            bytes[at] ^= 0x10;
            bytes
        };
        let damaged = (0..sound.len()).map(flipped);
        let cut = (0..sound.len()).map(|length| sound[..length].to_vec());
        for bytes in damaged.chain(cut).chain([newer, b"a letter to a friend".to_vec()]) {
            std::fs::write(&path, &bytes).unwrap();
            let refused = checkpoint.load().unwrap_err();
            assert!(matches!(refused, TrainerError::Data { .. }), "{refused}");
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
    }
}
