//! The results of a batch as a submitter sees them: read from the stream, checked, and put into the
//! order of the jobs.

use std::collections::{BTreeMap, HashSet};

use async_nats::jetstream::stream::{DirectGetErrorKind, Stream};
use obverse_jobs::{Batch, Outcome};

use crate::FleetError;
use crate::chunk::Results;
use crate::connect::Connection;
use crate::names::{self, Range};

/// Reads the stored results of a batch one after the other. It keeps nothing at the server, so it
/// goes on after whatever happened there.
pub(crate) struct Reader {
    connection: Connection,
    stream: Stream<()>,
    /// When the stream was made: another one counts from the beginning.
    made: Option<String>,
    filter: String,
    /// Where to go on.
    next: u64,
}

/// A stored message.
pub(crate) struct Stored {
    sequence: u64,
    pub(crate) range: Range,
    pub(crate) results: Result<Results, String>,
}

impl Reader {
    pub(crate) async fn new(connection: &Connection, batch: &str) -> Result<Reader, FleetError> {
        let stream = connection.stream(names::RESULTS).await?;
        let made = connection.made(names::RESULTS).await;
        let (connection, filter) = (connection.clone(), names::results_of(batch));
        Ok(Reader { connection, stream, made, filter, next: 1 })
    }

    /// Whether the stream is not the one of before, because the server has lost its disk. Then it
    /// is read from its beginning.
    pub(crate) async fn begins_anew(&mut self) -> bool {
        let made = self.connection.made(names::RESULTS).await;
        if made.is_none() || made == self.made {
            return false;
        }
        self.made = made;
        self.rewind();
        true
    }

    /// Begins again with the first one.
    pub(crate) fn rewind(&mut self) {
        self.next = 1;
    }

    /// The next results, or none if there are no more yet. An error is that of the moment.
    pub(crate) async fn next(&mut self) -> Result<Option<Stored>, String> {
        loop {
            let found =
                self.stream.direct_get_next_for_subject(self.filter.clone(), Some(self.next)).await;
            let message = match found {
                Ok(message) => message,
                Err(error) if error.kind() == DirectGetErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error.to_string()),
            };
            self.next = message.sequence + 1;
            // Nobody but us writes such subjects; what can't be read is not ours.
            if let Ok(range) = names::last_part(&message.subject).parse() {
                let results = Results::from_bytes(&message.payload);
                return Ok(Some(Stored { sequence: message.sequence, range, results }));
            }
        }
    }

    /// Takes results out of the stream that are not to be believed.
    pub(crate) async fn delete(&self, stored: &Stored) {
        // If it is not deleted now, it is met again and refused again.
        let _ = self.stream.delete_message(stored.sequence).await;
    }
}

/// What is known of a batch.
pub(crate) struct Ledger<'a> {
    batch: &'a dyn Batch,
    /// One chunk in so many is done twice.
    verify: Option<usize>,
    /// The job whose outcome is to be given next.
    pub(crate) wanted: usize,
    /// Outcomes that came before their turn, with the worker each comes from.
    waiting: BTreeMap<usize, (Outcome, String)>,
    /// The size of the waiting results.
    pub(crate) waiting_bytes: usize,
    /// Results of jobs that wait to be compared with another worker's.
    compared: BTreeMap<usize, Vec<Vote>>,
    /// The workers that were found to be wrong.
    pub(crate) left_out: HashSet<String>,
    pub(crate) failed: usize,
}

/// What a worker says of a job.
struct Vote {
    copy: usize,
    by: By,
    outcome: Outcome,
}

/// Whose results they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct By {
    /// The worker's identity.
    pub(crate) worker: String,
    /// The worker's name, for people.
    pub(crate) name: String,
}

/// What came of looking at results.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Judged {
    /// Whether they are not to be believed.
    pub(crate) refused: bool,
    /// What another worker has to do too.
    pub(crate) again: Vec<Range>,
    /// Workers that were wrong, and in what.
    pub(crate) wrong: Vec<(By, String)>,
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(batch: &'a dyn Batch, verify: Option<usize>) -> Ledger<'a> {
        let mut ledger = Ledger {
            batch,
            verify: verify.filter(|_| batch.is_repeatable()),
            wanted: batch.done_before().min(batch.len()),
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            compared: BTreeMap::new(),
            left_out: HashSet::new(),
            failed: 0,
        };
        ledger.pass_what_is_done();
        ledger
    }

    /// Nobody waits for what was done earlier.
    fn pass_what_is_done(&mut self) {
        while self.wanted < self.batch.len() && self.batch.is_done(self.wanted) {
            self.wanted += 1;
        }
    }

    pub(crate) fn is_done(&self, number: usize) -> bool {
        number < self.wanted || self.waiting.contains_key(&number) || self.batch.is_done(number)
    }

    /// Jobs with a result.
    pub(crate) fn done(&self) -> usize {
        self.wanted + self.waiting.len()
    }

    /// The next outcome in the order of the jobs.
    pub(crate) fn pop(&mut self) -> Option<(usize, Outcome)> {
        let (outcome, _) = self.waiting.remove(&self.wanted)?;
        if let Outcome::Done(result) = &outcome {
            self.waiting_bytes -= result.len();
        }
        let number = self.wanted;
        self.wanted += 1;
        self.pass_what_is_done();
        Some((number, outcome))
    }

    /// Which copies of a chunk are to be published.
    pub(crate) fn copies(&self, range: Range) -> impl Iterator<Item = Range> + use<> {
        let copies = if self.is_verified(range) { 2 } else { 1 };
        (0..copies).map(move |copy| Range { copy, ..range })
    }

    /// The copies of a job without a result that some workers still have to do: both, or one more
    /// than there are.
    pub(crate) fn open_copies(&self, number: usize) -> Vec<Range> {
        let range = Range::new(number, 1);
        match self.compared.get(&number) {
            Some(votes) => {
                let copy = votes.iter().map(|vote| vote.copy).max().unwrap_or(0) + 1;
                vec![Range { copy, ..range }]
            }
            None => self.copies(range).collect(),
        }
    }

    /// Whether results of some of these jobs wait for another worker's.
    pub(crate) fn has_votes(&self, range: Range) -> bool {
        self.compared.range(range.jobs()).next().is_some()
    }

    /// Whether some work is done twice.
    pub(crate) fn verifies(&self) -> bool {
        self.verify.is_some()
    }

    fn is_verified(&self, range: Range) -> bool {
        let chunk = range.first / self.batch.jobs_per_chunk().max(1);
        self.verify.is_some_and(|every| chunk.is_multiple_of(every.max(1)))
    }

    /// Whether a result waits for another worker's.
    pub(crate) fn waits_for_another(&self) -> bool {
        !self.compared.is_empty()
    }

    /// Looks at results that were stored.
    pub(crate) fn judge(&mut self, range: Range, results: Results) -> Judged {
        let mut judged = Judged::default();
        let by = By { worker: results.worker, name: results.name };
        if range.jobs().end > self.batch.len()
            || results.outcomes.len() != range.count
            || self.left_out.contains(&by.worker)
        {
            judged.refused = true;
            return judged;
        }
        for (number, outcome) in range.jobs().zip(&results.outcomes) {
            if let Outcome::Done(result) = outcome
                && let Err(reason) = self.batch.check(number, result)
            {
                judged.wrong.push((by, reason));
                return judged;
            }
        }
        let is_verified = self.is_verified(range);
        for (number, outcome) in range.jobs().zip(results.outcomes) {
            if self.is_done(number) {
                continue;
            }
            if is_verified {
                let vote = Vote { copy: range.copy, by: by.clone(), outcome };
                self.compare(number, vote, &mut judged);
            } else {
                self.take(number, outcome, &by.worker);
            }
        }
        judged
    }

    /// Keeps a result until another worker's is there too. What two agree on is taken.
    fn compare(&mut self, number: usize, vote: Vote, judged: &mut Judged) {
        let essence = |vote: &Vote| match &vote.outcome {
            Outcome::Done(result) => Some(self.batch.essence(number, result)),
            Outcome::Failed(_) => None,
        };
        let votes = self.compared.entry(number).or_default();
        votes.retain(|other| other.by.worker != vote.by.worker);
        let agrees = votes.iter().any(|other| essence(other) == essence(&vote));
        if !agrees {
            if !votes.is_empty() {
                let copy = votes.iter().map(|other| other.copy).fold(vote.copy, usize::max) + 1;
                judged.again.push(Range { first: number, count: 1, copy });
            }
            votes.push(vote);
            return;
        }
        for other in self.compared.remove(&number).unwrap_or_default() {
            // Whoever could not do a job is not wrong.
            if essence(&other).is_some() && essence(&other) != essence(&vote) {
                let reason = format!("two others agree on another result of job {}", number + 1);
                judged.wrong.push((other.by, reason));
            }
        }
        self.take(number, vote.outcome, &vote.by.worker);
    }

    fn take(&mut self, number: usize, outcome: Outcome, worker: &str) {
        match &outcome {
            Outcome::Done(result) => self.waiting_bytes += result.len(),
            Outcome::Failed(_) => self.failed += 1,
        }
        self.waiting.insert(number, (outcome, worker.to_owned()));
    }

    /// Leaves a worker out: what it brought and nobody has used yet is forgotten.
    pub(crate) fn leave_out(&mut self, worker: &str) {
        self.left_out.insert(worker.to_owned());
        let (bytes, failed) = (&mut self.waiting_bytes, &mut self.failed);
        self.waiting.retain(|_, (outcome, by)| {
            let stays = by != worker;
            match outcome {
                _ if stays => {}
                Outcome::Done(result) => *bytes -= result.len(),
                Outcome::Failed(_) => *failed -= 1,
            }
            stays
        });
        self.compared.retain(|_, votes| {
            votes.retain(|vote| vote.by.worker != worker);
            !votes.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use obverse_jobs::checks::Numbers;

    use super::*;

    fn results(worker: &str, texts: &[&str]) -> Results {
        let outcomes = texts.iter().map(|text| Outcome::Done(text.as_bytes().to_vec())).collect();
        Results { worker: worker.into(), name: "host".into(), outcomes }
    }

    fn popped(ledger: &mut Ledger<'_>) -> Vec<(usize, String)> {
        std::iter::from_fn(|| ledger.pop())
            .map(|(number, outcome)| match outcome {
                Outcome::Done(result) => (number, String::from_utf8_lossy(&result).into_owned()),
                Outcome::Failed(reason) => (number, reason),
            })
            .collect()
    }

    #[test]
    fn results_come_out_in_order_and_once() {
        let batch = Numbers { per_chunk: 2, ..Numbers::new(0, 4) };
        let mut ledger = Ledger::new(&batch, None);
        assert_eq!(ledger.judge(Range::new(2, 2), results("a", &["4", "9"])), Judged::default());
        assert_eq!(popped(&mut ledger), []);
        ledger.judge(Range::new(2, 2), results("b", &["4", "9"]));
        ledger.judge(Range::new(0, 2), results("b", &["0", "1"]));
        let texts = ["0", "1", "4", "9"].map(str::to_owned);
        assert_eq!(popped(&mut ledger), texts.into_iter().enumerate().collect::<Vec<_>>());
        assert_eq!(ledger.waiting_bytes, 0);
        assert!(ledger.judge(Range::new(2, 3), results("b", &["4", "9", "16"])).refused);
    }

    #[test]
    fn what_is_verified_waits_for_two_that_agree() {
        let batch = Numbers { per_chunk: 2, ..Numbers::new(0, 4) };
        let mut ledger = Ledger::new(&batch, Some(2));
        assert_eq!(ledger.copies(Range::new(0, 2)).count(), 2);
        assert_eq!(ledger.copies(Range::new(2, 2)).count(), 1);
        ledger.judge(Range::new(0, 2), results("liar", &["0", "7"]));
        // A worker's second word is not another's.
        ledger.judge(Range { copy: 1, ..Range::new(0, 2) }, results("liar", &["0", "7"]));
        assert_eq!(popped(&mut ledger), []);
        let copy = Range { copy: 1, ..Range::new(0, 2) };
        let judged = ledger.judge(copy, results("honest", &["0", "1"]));
        let again = Range { first: 1, count: 1, copy: 2 };
        assert_eq!(judged, Judged { again: vec![again], ..Judged::default() });
        assert_eq!(popped(&mut ledger), [(0, "0".to_owned())]);
        let judged = ledger.judge(again, results("third", &["1"]));
        assert_eq!(judged.wrong.len(), 1);
        assert_eq!(judged.wrong[0].0.worker, "liar");
        assert_eq!(popped(&mut ledger), [(1, "1".to_owned())]);
    }

    #[test]
    fn nothing_of_a_worker_that_was_left_out_is_believed() {
        let batch = Numbers { per_chunk: 1, ..Numbers::new(0, 3) };
        let mut ledger = Ledger::new(&batch, None);
        ledger.judge(Range::new(1, 1), results("liar", &["7"]));
        let judged = ledger.judge(Range::new(2, 1), results("liar", &["not a number"]));
        assert_eq!(judged.wrong[0].0.worker, "liar");
        ledger.leave_out("liar");
        assert!(!ledger.is_done(1));
        assert!(ledger.judge(Range::new(1, 1), results("liar", &["1"])).refused);
        assert_eq!((ledger.done(), ledger.waiting_bytes), (0, 0));
    }
}
