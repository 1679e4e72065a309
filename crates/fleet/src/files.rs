//! Large inputs of jobs, such as weights: stored at the server in parts, and found by their digest.

use std::collections::BTreeMap;

use async_nats::jetstream::stream::{DirectGetErrorKind, Stream};
use obverse_jobs::Digest;
use tokio::runtime::Handle;

use crate::connect::Connection;
use crate::{FleetError, names, queue};

/// The size of a part: well below what a server takes by default.
const PART: usize = 256 << 10;

/// No file is larger, so that a forged one can't ask for much memory.
const MOST_PARTS: usize = 4096;

/// Stores a file, unless it is there.
pub(crate) async fn put(
    connection: &Connection,
    digest: Digest,
    bytes: &[u8],
) -> Result<(), FleetError> {
    let failed = |reason: String| FleetError::JetStream(reason);
    let stream = connection.stream(names::FILES).await?;
    let count = bytes.len().div_ceil(PART).max(1);
    if count > MOST_PARTS {
        return Err(failed(format!("a file of {} bytes is too large", bytes.len())));
    }
    // Parts are stored in their order, and forgotten in it.
    if has_part(&stream, digest, 0, count).await
        && has_part(&stream, digest, count - 1, count).await
    {
        return Ok(());
    }
    for part in 0..count {
        let end = bytes.len().min((part + 1) * PART);
        let piece = bytes[part * PART..end].to_vec();
        let subject = names::file_part(&digest.to_string(), part, count);
        let sent = connection.js.publish(subject, piece.into()).await;
        let receipt = sent.map_err(|error| failed(queue::reason(&error)))?;
        receipt.await.map_err(|error| failed(queue::reason(&error)))?;
    }
    Ok(())
}

async fn has_part(stream: &Stream<()>, digest: Digest, part: usize, count: usize) -> bool {
    let subject = names::file_part(&digest.to_string(), part, count);
    stream.direct_get_last_for_subject(subject).await.is_ok()
}

/// The files that jobs need, for whoever works.
#[derive(Clone, Debug)]
pub struct Files {
    connection: Connection,
    runtime: Handle,
}

impl Files {
    pub(crate) fn new(connection: Connection) -> Files {
        Files { connection, runtime: Handle::current() }
    }

    /// A file by its digest. It is fetched every time, and checked: whoever needs it again keeps
    /// it. To be called from a worker's thread.
    pub fn get(&self, digest: &str) -> Result<Vec<u8>, String> {
        // The digest goes into a subject: nothing but a digest may be in it.
        let is_digest = digest.len() == 32 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_digest {
            return Err("this is no file's digest".to_owned());
        }
        self.runtime.block_on(self.fetch(digest))
    }

    async fn fetch(&self, digest: &str) -> Result<Vec<u8>, String> {
        let stream =
            self.connection.stream(names::FILES).await.map_err(|error| error.to_string())?;
        let mut parts: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        let mut next = 1;
        loop {
            let found =
                stream.direct_get_next_for_subject(names::parts_of(digest), Some(next)).await;
            let message = match found {
                Ok(message) => message,
                Err(error) if error.kind() == DirectGetErrorKind::NotFound => break,
                Err(error) => return Err(error.to_string()),
            };
            next = message.sequence + 1;
            let numbers = names::last_part(&message.subject).split_once('-');
            let part = numbers.and_then(|(part, _)| part.parse().ok()).unwrap_or(MOST_PARTS);
            if part < MOST_PARTS {
                parts.insert(part, message.payload.to_vec());
            }
        }
        let bytes: Vec<u8> = parts.into_values().flatten().collect();
        if Digest::of([&bytes[..]]).to_string() == digest {
            Ok(bytes)
        } else {
            Err(format!("the file {digest} is not at the server, or is damaged"))
        }
    }
}
