//! Whatever dies or goes silent: no job is lost, and no result comes twice.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use obverse_fleet::Notice;
use obverse_jobs::checks::Numbers;
use obverse_jobs::{End, Outcome, Pool, Stop};
use rustix::process::Signal;

use crate::machines::{
    Cable, Machine, Manner, Nats, all_is_right, pool, settings, submit_elsewhere, three,
    while_it_runs,
};

/// Some seconds of work for three.
pub(crate) fn work(first: u64) -> Numbers {
    Numbers { each: Duration::from_millis(20), per_chunk: 5, ..Numbers::new(first, 400) }
}

#[test]
fn a_worker_is_killed_in_mid_job() {
    let nats = Nats::start();
    let mut machines = three(nats.port());
    while_it_runs(&mut pool(nats.port()).0, &work(0), || machines[0].kill());
}

#[test]
fn a_worker_is_paused_beyond_its_deadline_and_woken() {
    let nats = Nats::start();
    let machines = three(nats.port());
    while_it_runs(&mut pool(nats.port()).0, &work(1000), || {
        machines[0].signal(Signal::STOP);
        std::thread::sleep(settings().silence * 2);
        machines[0].signal(Signal::CONT);
    });
}

#[test]
fn the_server_is_killed_and_started_again() {
    let mut nats = Nats::start();
    let _machines = three(nats.port());
    let (mut pool, heard) = pool(nats.port());
    while_it_runs(&mut pool, &work(2000), || {
        nats.kill();
        std::thread::sleep(Duration::from_secs(1));
        nats.start_again("");
    });
    let heard = heard.lock().unwrap();
    assert!(heard.contains(&Notice::Away) && heard.contains(&Notice::Back), "{heard:?}");
}

#[test]
fn the_server_comes_back_without_its_disk() {
    let mut nats = Nats::start();
    let _machines = three(nats.port());
    while_it_runs(&mut pool(nats.port()).0, &work(2500), || {
        nats.kill();
        nats.lose_the_disk();
        nats.start_again("");
    });
}

#[test]
fn a_worker_that_is_there_first_waits_for_a_server_that_goes_and_comes() {
    let mut nats = Nats::start();
    let mut machine = Machine::start(nats.port(), Manner::Honest);
    // It has found no streams, and looks for them again and again.
    std::thread::sleep(Duration::from_secs(1));
    nats.kill();
    // Longer than a request waits for its answer.
    std::thread::sleep(Duration::from_secs(6));
    assert!(!machine.has_ended(), "it gave up");
    nats.start_again("");
    all_is_right(&mut pool(nats.port()).0, &Numbers::new(2600, 20), &AtomicUsize::new(0));
}

#[test]
fn the_submitter_ends_and_comes_back() {
    let nats = Nats::start();
    let _machines = three(nats.port());
    let batch = work(3000);
    // It leaves without a word to anybody: nothing at the server depends on it.
    let stop = Stop::default();
    let mut seen = 0;
    let end = pool(nats.port()).0.run(&batch, &stop, &mut |_, _| {
        seen += 1;
        if seen == 20 {
            stop.raise();
        }
        ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(End::Stopped));
    assert!(seen < batch.count);
    all_is_right(&mut pool(nats.port()).0, &batch, &AtomicUsize::new(0));
}

#[test]
fn the_submitter_is_killed_and_started_again() {
    let nats = Nats::start();
    let _machines = three(nats.port());
    let folder = tempfile::tempdir().unwrap();
    let [cut, whole] = ["cut", "whole"].map(|name| folder.path().join(name));
    let batch = work(7000);
    let mut submitter = submit_elsewhere(nats.port(), &batch, &cut);
    let lines = |file: &Path| std::fs::read_to_string(file).unwrap_or_default().lines().count();
    while lines(&cut) < 20 {
        std::thread::sleep(Duration::from_millis(10));
    }
    submitter.kill();
    assert!(lines(&cut) < batch.count, "it was killed too late");
    let mut submitter = submit_elsewhere(nats.port(), &batch, &whole);
    while !submitter.has_ended() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let right = (0..400).map(|number: u64| format!("{number} {}\n", (7000 + number).pow(2)));
    assert_eq!(std::fs::read_to_string(&whole).unwrap(), right.collect::<String>());
}

/// With the deadlines of these tests some seconds are as much as minutes with the usual ones.
#[test]
fn the_network_of_a_worker_and_of_the_submitter_is_cut() {
    cut_the_network(4000, settings().silence * 2);
}

#[test]
#[ignore = "takes a minute: cargo xtask test --deep"]
fn the_network_is_cut_for_half_a_minute() {
    cut_the_network(4500, Duration::from_secs(30));
}

fn cut_the_network(first: u64, time: Duration) {
    let nats = Nats::start();
    let (near, far) = (Cable::to(nats.port()), Cable::to(nats.port()));
    let _machines = [
        Machine::start(far.port, Manner::Honest),
        Machine::start(far.port, Manner::Honest),
        Machine::start(nats.port(), Manner::Honest),
    ];
    while_it_runs(&mut pool(near.port).0, &work(first), || {
        far.cut();
        std::thread::sleep(time);
        near.cut();
        far.mend();
        std::thread::sleep(time / 2);
        near.mend();
    });
}

#[test]
fn a_job_that_kills_its_workers_is_set_aside() {
    let nats = Nats::start();
    let batch = Numbers { poisoned: vec![7], per_chunk: 5, ..Numbers::new(5000, 30) };
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Whatever starts workers starts them again, as systemd does.
            let mut machines: Vec<Machine> = Vec::new();
            while !over.load(std::sync::atomic::Ordering::SeqCst) {
                machines.retain_mut(|machine| !machine.has_ended());
                while machines.len() < 3 {
                    machines.push(Machine::start(nats.port(), Manner::Mortal));
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let mut failed = Vec::new();
        let end = pool(nats.port()).0.run(&batch, &Stop::default(), &mut |number, outcome| {
            if let Outcome::Failed(reason) = outcome {
                failed.push((number, reason));
            }
            ControlFlow::Continue(())
        });
        over.store(true, std::sync::atomic::Ordering::SeqCst);
        assert_eq!(end, Ok(End::Complete));
        assert_eq!(failed.len(), 1, "{failed:?}");
        assert_eq!(failed[0].0, 7);
        assert!(failed[0].1.contains("went silent"), "{failed:?}");
    });
}

#[test]
fn the_disk_of_the_server_is_full_for_a_while() {
    let mut nats = Nats::with("max_file_store: 60KB");
    let _machines = three(nats.port());
    let (mut pool, heard) = pool(nats.port());
    let batch = Numbers { per_chunk: 5, ..Numbers::new(6000, 4000) };
    while_it_runs(&mut pool, &batch, || {
        let is_told = || {
            let heard = heard.lock().unwrap();
            heard.iter().any(|notice| matches!(notice, Notice::Refused(_)))
        };
        for _ in 0..600 {
            if is_told() {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        assert!(is_told(), "the disk was never full");
        nats.kill();
        nats.start_again("max_file_store: 1GB");
    });
}
