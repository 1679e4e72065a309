//! How many jobs without any work go through a server, and how much memory the submitter needs:
//!
//! ```sh
//! nats-server -js -sd /tmp/js &
//! cargo run --release -p obverse-fleet --example empty_jobs -- nats://localhost:4222 work &
//! cargo run --release -p obverse-fleet --example empty_jobs -- nats://localhost:4222 1000000 100
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use obverse_fleet::{Files, FleetPool, Kinds, Server, Settings, Tell, WorkerName};
use obverse_jobs::checks::{self, Numbers};
use obverse_jobs::{Batch, Pool, Stop, Worker};

struct Checks;

impl Kinds for Checks {
    fn worker(&self, _kind: &str, _files: &Files) -> Result<Box<dyn Worker>, String> {
        Ok(checks::worker())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, url, what, rest @ ..] = &arguments[..] else {
        return Err("write a server and `work`, or a server, jobs and jobs a chunk".into());
    };
    let server = Server { url: url.clone(), credentials: None };
    let tell: Tell = Arc::new(|notice| eprintln!("{notice}"));
    let build = "empty-jobs";
    if what == "work" {
        let who = WorkerName {
            name: "example".into(),
            version: "0".into(),
            build: build.into(),
            allow: Vec::new(),
            threads: 2,
        };
        let settings = Settings::default();
        obverse_fleet::work(&server, &settings, &who, Arc::new(Checks), &Stop::default(), &tell)?;
        return Ok(());
    }
    let count: usize = what.parse()?;
    let per_chunk = rest.first().map_or(Ok(100), |text| text.parse())?;
    // Another batch every time.
    let first = SystemTime::UNIX_EPOCH.elapsed()?.as_secs() & 0xffff_ffff;
    let batch = Numbers { per_chunk, ..Numbers::new(first, count) };
    let begun = Instant::now();
    let id = batch.digest();
    println!("batch {id}, named within {:.1} s", begun.elapsed().as_secs_f64());
    let mut pool = FleetPool::connect(&server, Settings::default(), build, "empty jobs", tell)?;
    let begun = Instant::now();
    pool.run(&batch, &Stop::default(), &mut |_, _| ControlFlow::Continue(()))?;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{count} jobs in {seconds:.1} s, {:.0} a second", count as f64 / seconds);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default());
    Ok(())
}
