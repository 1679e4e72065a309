//! What every pool has to do, done by the fleet.

use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use obverse_fleet::{Notice, Overview, Settings};
use obverse_jobs::checks::{self, Numbers};
use obverse_jobs::{Pool, PoolError, Stop};

use crate::machines::{Machine, Manner, Nats, all_is_right, pool, settings, three};

#[test]
fn it_does_what_every_pool_does() {
    let nats = Nats::start();
    let _machines = three(nats.port());
    let (mut pool, _) = pool(nats.port());
    checks::every_result_comes_once_and_in_order(&mut pool);
    checks::it_goes_on_where_others_ended(&mut pool);
    checks::a_poisoned_job_is_set_aside(&mut pool);
    checks::a_sink_can_break_off(&mut pool);
    checks::a_flag_ends_a_batch(&mut pool);
}

#[test]
fn a_finished_batch_is_there_again_without_any_worker() {
    let nats = Nats::start();
    let batch = Numbers::new(50_000, 100);
    {
        let _machines = three(nats.port());
        all_is_right(&mut pool(nats.port()).0, &batch, &AtomicUsize::new(0));
    }
    all_is_right(&mut pool(nats.port()).0, &batch, &AtomicUsize::new(0));
}

#[test]
fn whoever_waits_in_vain_is_told_and_can_be_helped() {
    let nats = Nats::start();
    let (mut waiting, heard) = pool(nats.port());
    let batch = Numbers::new(60_000, 10);
    std::thread::scope(|scope| {
        scope.spawn(|| all_is_right(&mut waiting, &batch, &AtomicUsize::new(0)));
        let is_told = || {
            let heard = heard.lock().unwrap();
            heard.iter().any(|notice| matches!(notice, Notice::Nobody { others: 0, .. }))
        };
        wait_until(is_told);
        let overview = look(&nats);
        assert_eq!(overview.batches.len(), 1);
        assert!(overview.batches[0].is_stuck(), "{overview:?}");
        let _machine = Machine::start(nats.port(), Manner::Honest);
        wait_until(|| look(&nats).batches[0].state() == "done");
    });
}

#[test]
fn a_batch_can_be_cancelled_and_taken_up_again() {
    let nats = Nats::start();
    let _machines = three(nats.port());
    let batch = Numbers { each: Duration::from_millis(20), ..Numbers::new(70_000, 400) };
    let (mut submitter, _) = pool(nats.port());
    std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            submitter.run(&batch, &Stop::default(), &mut |_, _| std::ops::ControlFlow::Continue(()))
        });
        wait_until(|| look(&nats).batches.first().is_some_and(|row| row.done > 0));
        let overview = look(&nats);
        assert_eq!(overview.workers.len(), 3, "{overview:?}");
        let tell: obverse_fleet::Tell = std::sync::Arc::new(|_| {});
        let id = &overview.batches[0].id;
        let wrong = obverse_fleet::cancel(&nats.server(), &settings(), &tell, "no such batch");
        assert!(wrong.is_err());
        let done = obverse_fleet::cancel(&nats.server(), &settings(), &tell, &id[..8]);
        assert_eq!(done.expect("it is there"), *id);
        let PoolError(reason) = run.join().unwrap().expect_err("it was cancelled");
        assert!(reason.contains("cancelled"), "{reason}");
    });
    let row = &look(&nats).batches[0];
    assert_eq!((row.state(), row.queued), ("cancelled", 0));
    all_is_right(&mut submitter, &batch, &AtomicUsize::new(0));
}

#[test]
fn cancelling_a_batch_leaves_others_alone() {
    let nats = Nats::start();
    let (mut one, _) = pool(nats.port());
    let (mut other, _) = pool(nats.port());
    let [first, second] = [75_000, 76_000].map(|first| Numbers::new(first, 100));
    std::thread::scope(|scope| {
        let kept = scope.spawn(|| all_is_right(&mut one, &first, &AtomicUsize::new(0)));
        wait_until(|| look(&nats).batches.len() == 1);
        let ended = scope.spawn(|| {
            other.run(&second, &Stop::default(), &mut |_, _| std::ops::ControlFlow::Continue(()))
        });
        wait_until(|| look(&nats).batches.iter().filter(|row| row.queued == 25).count() == 2);
        let id = obverse_jobs::Batch::digest(&second).to_string();
        let tell: obverse_fleet::Tell = std::sync::Arc::new(|_| {});
        obverse_fleet::cancel(&nats.server(), &settings(), &tell, &id).expect("it is there");
        assert!(ended.join().unwrap().is_err());
        let _machines = three(nats.port());
        kept.join().unwrap();
    });
}

fn look(nats: &Nats) -> Overview {
    let tell: obverse_fleet::Tell = std::sync::Arc::new(|_| {});
    let mut seen = Overview::default();
    obverse_fleet::overview(
        &nats.server(),
        &Settings::default(),
        &tell,
        &Stop::default(),
        &mut |overview| {
            seen = overview;
            None
        },
    )
    .expect("the server answers");
    seen
}

/// Waits for something that happens soon.
fn wait_until(mut happened: impl FnMut() -> bool) {
    for _ in 0..600 {
        if happened() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("it did not happen within a minute");
}
