//! What every pool has to do, whatever does its work: each check is called by the tests of each
//! pool.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::{Batch, End, Job, JobError, Outcome, Pool, Stop, Worker};

/// The kind of the jobs in these checks.
pub const KIND: &str = "check";

/// Squares of the numbers from a first one: jobs that are easy to check and slow on demand.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// How many.
    pub count: usize,
    /// Tells batches apart.
    pub first: u64,
    /// How long each takes.
    pub each: Duration,
    /// The ones that panic.
    pub poisoned: Vec<usize>,
    /// How many travel together.
    pub per_chunk: usize,
    /// How many are done already.
    pub done_before: usize,
    /// Others that are done already.
    pub done: Vec<usize>,
}

impl Numbers {
    /// So many numbers, at once.
    pub fn new(first: u64, count: usize) -> Numbers {
        Numbers {
            count,
            first,
            each: Duration::ZERO,
            poisoned: Vec::new(),
            per_chunk: 4,
            done_before: 0,
            done: Vec::new(),
        }
    }
}

impl Batch for Numbers {
    fn len(&self) -> usize {
        self.count
    }

    fn job(&self, number: usize) -> Job {
        let body = (
            self.first + number as u64,
            self.each.as_millis() as u64,
            self.poisoned.contains(&number),
        );
        Job::new(KIND, &body).expect("numbers can be written")
    }

    fn jobs_per_chunk(&self) -> usize {
        self.per_chunk
    }

    fn done_before(&self) -> usize {
        self.done_before
    }

    fn is_done(&self, number: usize) -> bool {
        number < self.done_before || self.done.contains(&number)
    }

    fn check(&self, number: usize, result: &[u8]) -> Result<(), String> {
        // A weak check, so that some lies are found only by doing the job again.
        let is_number = result.iter().all(u8::is_ascii_digit);
        if is_number { Ok(()) } else { Err(format!("job {number} is no number")) }
    }
}

/// A worker for [`Numbers`].
pub fn worker() -> Box<dyn Worker> {
    Box::new(|job: &Job, stop: &Stop| {
        let (number, millis, poisoned): (u64, u64, bool) =
            job.read().map_err(|error| JobError::Failed(error.to_string()))?;
        assert!(!poisoned, "{number} is poisoned");
        for _ in 0..millis {
            if stop.is_raised() {
                return Err(JobError::Stopped);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok((number * number).to_string().into_bytes())
    })
}

/// Every result comes once, in order, and is right.
pub fn every_result_comes_once_and_in_order(pool: &mut dyn Pool) {
    for count in [0, 1, 3, 1000] {
        let batch = Numbers::new(7, count);
        let mut got = Vec::new();
        let end = pool.run(&batch, &Stop::default(), &mut |number, outcome| {
            got.push((number, outcome));
            ControlFlow::Continue(())
        });
        assert_eq!(end, Ok(End::Complete));
        let right = |number: usize| {
            let root = 7 + number as u64;
            (number, Outcome::Done((root * root).to_string().into_bytes()))
        };
        assert_eq!(got, (0..count).map(right).collect::<Vec<_>>());
    }
}

/// What was done before is not done again.
pub fn it_goes_on_where_others_ended(pool: &mut dyn Pool) {
    for done_before in [17, 39, 40] {
        let poisoned = (0..done_before).collect();
        let batch = Numbers { poisoned, done_before, ..Numbers::new(4000, 40) };
        let mut got = Vec::new();
        let end = pool.run(&batch, &Stop::default(), &mut |number, outcome| {
            assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
            got.push(number);
            ControlFlow::Continue(())
        });
        assert_eq!(end, Ok(End::Complete));
        assert_eq!(got, (done_before..40).collect::<Vec<_>>());
    }
}

/// So is what was done in between.
pub fn what_is_done_already_is_left_out(pool: &mut dyn Pool) {
    let done = vec![2, 3, 4, 5, 6, 9, 17, 39];
    let batch = Numbers { poisoned: done.clone(), done: done.clone(), ..Numbers::new(5000, 40) };
    let mut got = Vec::new();
    let end = pool.run(&batch, &Stop::default(), &mut |number, outcome| {
        assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
        got.push(number);
        ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(End::Complete));
    assert_eq!(got, (0..40).filter(|number| !done.contains(number)).collect::<Vec<_>>());
}

/// A job that panics is set aside with its reason, and the rest is done.
pub fn a_poisoned_job_is_set_aside(pool: &mut dyn Pool) {
    let batch = Numbers { poisoned: vec![5, 21], ..Numbers::new(1000, 40) };
    let (mut failed, mut done) = (Vec::new(), 0);
    let end = pool.run(&batch, &Stop::default(), &mut |number, outcome| {
        match outcome {
            Outcome::Done(_) => done += 1,
            Outcome::Failed(reason) => failed.push((number, reason)),
        }
        ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(End::Complete));
    assert_eq!(done, 38);
    assert_eq!(failed.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [5, 21]);
    assert!(failed[0].1.contains("1005 is poisoned"), "{}", failed[0].1);
}

/// A sink that has heard enough ends the batch.
pub fn a_sink_can_break_off(pool: &mut dyn Pool) {
    let batch = Numbers { each: Duration::from_millis(1), ..Numbers::new(2000, 100_000) };
    let mut heard = 0;
    let end = pool.run(&batch, &Stop::default(), &mut |number, _| {
        assert_eq!(number, heard);
        heard += 1;
        if heard == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(end, Ok(End::BrokenOff));
    assert_eq!(heard, 10);
}

/// The flag ends a batch, also in the middle of a job.
pub fn a_flag_ends_a_batch(pool: &mut dyn Pool) {
    let batch = Numbers { each: Duration::from_hours(1), ..Numbers::new(3000, 10) };
    let stop = Stop::default();
    let later = stop.clone();
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        later.raise();
    });
    let end = pool.run(&batch, &stop, &mut |number, _| panic!("{number} has no result"));
    assert_eq!(end, Ok(End::Stopped));
    raiser.join().expect("the flag was raised");
}
