//! Putting work into the queue and looking what is there.

use async_nats::jetstream::context::{PublishAckFuture, PublishError, PublishErrorKind};
use async_nats::jetstream::stream::{RawMessageErrorKind, Stream};
use obverse_jobs::Batch;

use crate::chunk::Chunk;
use crate::connect::Connection;
use crate::names::{self, Range};
use crate::{FleetError, Notice};

/// The most chunks that are sent before their receipts are looked at.
pub(crate) const AT_ONCE: usize = 256;

/// The work queue, as a submitter of one batch uses it.
pub(crate) struct Queue<'a> {
    connection: &'a Connection,
    stream: Stream<()>,
    build: &'a str,
    batch: &'a str,
}

impl<'a> Queue<'a> {
    pub(crate) async fn new(
        connection: &'a Connection,
        build: &'a str,
        batch: &'a str,
    ) -> Result<Queue<'a>, FleetError> {
        let stream = connection.stream(names::WORK).await?;
        Ok(Queue { connection, stream, build, batch })
    }

    /// Publishes some chunks. What is in the queue already stays there once. Gives the reason if
    /// some were not stored; publishing them all again does no harm.
    pub(crate) async fn publish(&self, jobs: &dyn Batch, ranges: &[Range]) -> Result<(), Notice> {
        let mut receipts: Vec<PublishAckFuture> = Vec::with_capacity(ranges.len());
        let mut problem = None;
        for &range in ranges {
            let chunk = Chunk {
                threads: jobs.threads_per_job(),
                jobs: range.jobs().map(|number| jobs.job(number)).collect(),
            };
            let bytes = serde_json::to_vec(&chunk).expect("texts and numbers can be written");
            let subject = names::work(self.build, self.batch, range);
            match self.connection.js.publish(subject, bytes.into()).await {
                Ok(receipt) => receipts.push(receipt),
                Err(error) => problem = Some(error),
            }
        }
        for receipt in receipts {
            match receipt.await {
                Err(error) if !is_there_already(&error) => problem = Some(error),
                _ => {}
            }
        }
        match problem {
            Some(error) => Err(Notice::Refused(reason(&error))),
            None => Ok(()),
        }
    }

    /// Takes a chunk out of the queue that is not needed any more.
    pub(crate) async fn withdraw(&self, range: Range) {
        // If it stays, it is done in vain.
        let _ = remove(&self.stream, &names::work(self.build, self.batch, range)).await;
    }

    /// Whether the queue has nothing of the batch, neither waiting nor with a worker. None if the
    /// server does not say.
    pub(crate) async fn is_empty(&self) -> Option<bool> {
        let first = self.stream.raw_message_builder();
        let first = first.next_by_subject(names::work_of(self.batch)).sequence(0).send().await;
        match first {
            Ok(_) => Some(false),
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Some(true),
            Err(_) => None,
        }
    }
}

/// Takes all work of a batch out of the queue, and tells whoever is at it.
pub(crate) async fn withdraw(connection: &Connection, batch: &str) -> Result<(), FleetError> {
    let failed = |reason: String| FleetError::JetStream(reason);
    let stream = connection.stream(names::WORK).await?;
    remove(&stream, &names::work_of(batch)).await?;
    let told = connection.client.publish(names::cancel(batch), "".into()).await;
    told.map_err(|error| failed(error.to_string()))?;
    connection.client.flush().await.map_err(|error| failed(error.to_string()))
}

/// Takes all messages of some subjects out of the queue, one by one. A purge by subject is not used:
/// version 2.9 of the server takes everything else before that for delivered too.
async fn remove(stream: &Stream<()>, subjects: &str) -> Result<(), FleetError> {
    let failed = |reason: String| FleetError::JetStream(reason);
    let mut next = 0;
    loop {
        let found = stream.raw_message_builder().next_by_subject(subjects).sequence(next);
        let sequence = match found.send().await {
            Ok(message) => message.sequence,
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => return Ok(()),
            Err(error) => return Err(failed(error.to_string())),
        };
        // Somebody else may have finished it meanwhile.
        let _ = stream.delete_message(sequence).await;
        next = sequence + 1;
    }
}

/// Whether the server refused a message because one with its subject is still there.
pub(crate) fn is_there_already(error: &PublishError) -> bool {
    error.kind() == PublishErrorKind::WrongLastSequence
        || reason(error).contains("per subject exceeded")
}

/// Why something was not stored, with what the server says.
pub(crate) fn reason(error: &PublishError) -> String {
    use std::error::Error;
    match (error.kind(), error.source()) {
        (PublishErrorKind::Other, Some(source)) => source.to_string(),
        (PublishErrorKind::TimedOut, _) => "no answer".to_owned(),
        _ => error.to_string(),
    }
}
