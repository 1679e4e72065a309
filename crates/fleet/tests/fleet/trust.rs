//! Workers that are wrong.

use std::sync::atomic::AtomicUsize;

use obverse_fleet::Notice;
use obverse_jobs::checks::Numbers;

use crate::machines::{Machine, Manner, Nats, all_is_right, pool};

/// Two honest workers, and one of this manner.
fn with_two_honest_ones(port: u16, manner: Manner) -> Vec<Machine> {
    [manner, Manner::Honest, Manner::Honest].map(|manner| Machine::start(port, manner)).into()
}

fn names_left_out(heard: &[Notice]) -> Vec<String> {
    heard
        .iter()
        .filter_map(|notice| match notice {
            Notice::LeftOut { worker, .. } => Some(worker.clone()),
            _ => None,
        })
        .collect()
}

#[test]
fn results_that_cannot_be_right_are_never_used() {
    let nats = Nats::start();
    let mut machines = with_two_honest_ones(nats.port(), Manner::Babbler);
    let (mut pool, heard) = pool(nats.port());
    let batch = Numbers { each: std::time::Duration::from_millis(5), ..Numbers::new(80_000, 400) };
    all_is_right(&mut pool, &batch, &AtomicUsize::new(0));
    let names = names_left_out(&heard.lock().unwrap());
    assert!(names.len() == 1 && names[0].starts_with("Babbler"), "{names:?}");
    for _ in 0..100 {
        if machines[0].has_ended() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("the worker that was left out still works");
}

#[test]
fn a_liar_is_found_by_doing_its_work_again() {
    let nats = Nats::start();
    let _machines = with_two_honest_ones(nats.port(), Manner::Liar);
    let (pool, heard) = pool(nats.port());
    let batch = Numbers { each: std::time::Duration::from_millis(2), ..Numbers::new(90_000, 400) };
    all_is_right(&mut pool.verifying(Some(1)), &batch, &AtomicUsize::new(0));
    let names = names_left_out(&heard.lock().unwrap());
    assert!(names.len() == 1 && names[0].starts_with("Liar"), "{names:?}");
}
