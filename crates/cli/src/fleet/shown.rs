//! The fleet as text and as JSON.

use std::fmt::Write;
use std::time::SystemTime;

use obverse_fleet::{BatchRow, Overview, State, WorkerRow};
use serde_json::json;

/// How far a batch is, beside the bar that shows how many results were printed.
pub(super) fn state(state: &State, shown: u64) -> String {
    let mut parts = Vec::new();
    if state.done as u64 > shown {
        parts.push(format!("{} done", state.done));
    }
    parts.push(format!("{} running", state.running));
    if state.failed > 0 {
        parts.push(format!("{} failed", state.failed));
    }
    parts.push(format!("{} workers, {} threads", state.workers, state.threads));
    parts.join(", ") + "  "
}

/// A line of JSON for each batch and each worker.
pub(super) fn json(overview: &Overview) -> String {
    let batch = |row: &BatchRow| {
        json!({
            "batch": row.id, "what": row.description.what, "state": row.state(),
            "jobs": row.description.jobs, "done": row.done, "queued": row.queued,
            "build": row.description.build, "workers": row.workers,
            "age": age(row.description.since),
        })
    };
    let worker = |row: &WorkerRow| {
        json!({
            "worker": row.id, "name": row.name, "version": row.version, "build": row.build,
            "threads": row.threads, "busy": row.busy, "done": row.done,
            "per_minute": row.per_minute, "seen": age(row.seen),
        })
    };
    let batches = overview.batches.iter().map(batch);
    let workers = overview.workers.iter().map(worker);
    let lines: Vec<String> = batches.chain(workers).map(|line| line.to_string()).collect();
    if lines.is_empty() { String::new() } else { lines.join("\n") + "\n" }
}

/// A table of the batches and one of the workers, and what nobody can do.
pub(super) fn table(overview: &Overview) -> String {
    let mut text = String::new();
    if overview.batches.is_empty() {
        text += "no batches\n";
    } else {
        text += "batch          done      jobs  queued  state               age    what\n";
    }
    for row in &overview.batches {
        let jobs = row.description.jobs;
        let id = cut(&row.id, 8);
        let line = (id, row.done, jobs, row.queued, row.state(), ago(row.description.since));
        let (id, done, jobs, queued, state, ago) = line;
        let what = cut(&row.description.what, 50);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{id}  {done:9} {jobs:9}  {queued:6}  {state:18}  {ago:5}  {what}");
    }
    text += "\n";
    if overview.workers.is_empty() {
        text += "no workers: start some with `obverse work`\n";
    } else {
        text += "worker            name                  version  build     threads  busy      done  jobs/min  seen\n";
    }
    for row in &overview.workers {
        let WorkerRow { id, name, version, threads, busy, done, per_minute, .. } = row;
        let (id, name, version) = (cut(id, 16), cut(name, 20), cut(version, 7));
        let build = cut(&row.build, 8);
        let ago = ago(row.seen);
        let _ = writeln!(
            text,
            "{id:16}  {name:20}  {version:7}  {build:8}  {threads:7}  {busy:4}  {done:8}  \
             {per_minute:8.1}  {ago}"
        );
    }
    for row in overview.batches.iter().filter(|row| row.is_stuck()) {
        let (id, build) = (cut(&row.id, 8), cut(&row.description.build, 8));
        let _ = write!(text, "\nnobody can do {id}: no worker has build {build}");
        for need in &row.description.needs {
            let _ = write!(text, " and --allow '{}'", cut(need, 100));
        }
        text.push('\n');
    }
    text
}

/// The beginning of what somebody else has written, without anything that a terminal obeys.
fn cut(text: &str, most: usize) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(most).collect()
}

/// Seconds since a time, which another machine's clock may have given.
fn age(since: u64) -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |now| now.as_secs()).saturating_sub(since)
}

fn ago(since: u64) -> String {
    match age(since) {
        seconds @ 0..120 => format!("{seconds}s"),
        seconds @ 120..7200 => format!("{}m", seconds / 60),
        seconds @ 7200..172_800 => format!("{}h", seconds / 3600),
        seconds => format!("{}d", seconds / 86400),
    }
}
