//! The fleet with a real server and real worker processes: it does what every pool has to do, and
//! loses nothing whoever dies.
#![cfg(unix)]

mod faults;
mod machines;
mod pool;
mod trust;

/// Not a test: what a worker process of the other tests runs.
#[test]
fn worker_process() {
    machines::work_if_asked();
}

/// Not a test either: a submitter.
#[test]
fn submitter_process() {
    machines::submit_if_asked(faults::work);
}
