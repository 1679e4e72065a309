//! The local pool does what every pool has to do, and keeps its bounds.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use obverse_jobs::checks::{self, Numbers};
use obverse_jobs::{Batch, Digest, End, Job, LocalPool, Pool, Stop};

fn pool() -> LocalPool<'static> {
    LocalPool::new(3, checks::worker)
}

#[test]
fn every_result_comes_once_and_in_order() {
    checks::every_result_comes_once_and_in_order(&mut pool());
    checks::every_result_comes_once_and_in_order(&mut LocalPool::new(1, checks::worker));
}

#[test]
fn it_goes_on_where_others_ended() {
    checks::it_goes_on_where_others_ended(&mut pool());
}

#[test]
fn what_is_done_already_is_left_out() {
    checks::what_is_done_already_is_left_out(&mut pool());
}

#[test]
fn what_is_finished_after_the_flag_comes_if_gaps_do_not_matter() {
    struct Gaps(Numbers);
    impl Batch for Gaps {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn job(&self, number: usize) -> Job {
            // The first one never ends by itself.
            let each = Duration::from_hours(u64::from(number == 0));
            Numbers { each, ..self.0.clone() }.job(number)
        }

        fn takes_gaps(&self) -> bool {
            true
        }
    }
    let stop = Stop::default();
    let later = stop.clone();
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        later.raise();
    });
    let mut got = Vec::new();
    let end = LocalPool::new(2, checks::worker).run(
        &Gaps(Numbers::new(0, 5)),
        &stop,
        &mut |number, _| {
            got.push(number);
            ControlFlow::Continue(())
        },
    );
    raiser.join().unwrap();
    assert_eq!((end, got), (Ok(End::Stopped), vec![1, 2, 3, 4]));
}

#[test]
fn a_poisoned_job_is_set_aside() {
    checks::a_poisoned_job_is_set_aside(&mut pool());
}

#[test]
fn a_sink_can_break_off() {
    checks::a_sink_can_break_off(&mut pool());
}

#[test]
fn a_flag_ends_a_batch() {
    checks::a_flag_ends_a_batch(&mut pool());
}

#[test]
fn a_slow_sink_holds_the_workers_back() {
    static BEGUN: AtomicUsize = AtomicUsize::new(0);
    let mut pool = LocalPool::new(2, || {
        let mut inner = checks::worker();
        Box::new(move |job: &Job, stop: &Stop| {
            BEGUN.fetch_add(1, Ordering::SeqCst);
            inner.work(job, stop)
        })
    });
    let mut most = 0;
    let end = pool.run(&Numbers::new(0, 5000), &Stop::default(), &mut |number, _| {
        if number % 100 == 0 {
            std::thread::sleep(Duration::from_millis(2));
        }
        most = most.max(BEGUN.load(Ordering::SeqCst) - number);
        ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(End::Complete));
    assert!(most <= 32, "{most} jobs were begun before the sink had the first of them");
}

#[test]
fn identities_follow_the_jobs() {
    let job = |kind: &str, body: &str| Job { kind: kind.into(), body: body.into() };
    assert_eq!(job("a", "bc").digest(), job("a", "bc").digest());
    assert_ne!(job("a", "bc").digest(), job("ab", "c").digest());
    let ten = Numbers::new(0, 10);
    assert_eq!(ten.digest(), Numbers::new(0, 10).digest());
    assert_ne!(ten.digest(), Numbers::new(0, 11).digest());
    assert_ne!(ten.digest(), Numbers::new(1, 10).digest());
    // The SHA-256 of eight zero bytes, by sha256sum.
    assert_eq!(Digest::of([&b""[..]]).to_string(), "af5570f5a1810b7af78caf4bc70a660f");
}
