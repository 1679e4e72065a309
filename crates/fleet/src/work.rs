//! A worker: takes chunks of jobs from the queue, does them and stores their results.

mod crew;
mod slot;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

use obverse_jobs::{Stop, Worker};
use tokio::runtime::Builder;
use tokio::task::JoinSet;

use crate::connect::Connection;
use crate::{Files, FleetError, Notice, Server, Settings, Tell};
use crew::Crew;

/// The kinds of job that a worker can do.
pub trait Kinds: Send + Sync {
    /// Whoever does jobs of this kind, or why nobody does. The files that jobs name are at the
    /// server.
    fn worker(&self, kind: &str, files: &Files) -> Result<Box<dyn Worker>, String>;
}

/// Who a worker is.
#[derive(Clone, Debug)]
pub struct WorkerName {
    /// A name for people: the machine's.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// The build, whose work it takes.
    pub build: String,
    /// What it is allowed beside its own abilities, such as programs that it may start. The
    /// queue of every combination is looked at in turn, so these should be few.
    pub allow: Vec<String>,
    /// Chunks that are worked on at the same time.
    pub threads: usize,
}

/// How long to wait before trying again to reach the server for the first time.
const AGAIN: Duration = Duration::from_secs(1);

/// Works until the flag is raised. What is under way then is given back at once, for others.
pub fn work(
    server: &Server,
    settings: &Settings,
    who: &WorkerName,
    kinds: Arc<dyn Kinds>,
    stop: &Stop,
    tell: &Tell,
) -> Result<(), FleetError> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let Some(connection) = connect(server, stop, tell).await? else { return Ok(()) };
        let id = format!("{:016x}", RandomState::new().hash_one(&who.name));
        let files = Files::new(connection.clone());
        let crew = Arc::new(Crew {
            files,
            connection,
            settings: settings.clone(),
            who: who.clone(),
            id,
            kinds,
            stop: stop.clone(),
            tell: Arc::clone(tell),
            shared: crew::Shared::new(who.threads),
        });
        let threads = if who.threads == 1 { "thread" } else { "threads" };
        let text =
            format!("worker {} is ready: {} {threads}, build {}", crew.id, who.threads, who.build);
        tell(Notice::Working(text));
        let mut tasks = JoinSet::new();
        tasks.spawn(crew::show_signs_of_life(Arc::clone(&crew)));
        tasks.spawn(crew::listen(Arc::clone(&crew)));
        for _ in 0..who.threads {
            tasks.spawn(slot::run(Arc::clone(&crew)));
        }
        while tasks.join_next().await.is_some() {}
        crew.shared.end()
    })
}

/// Connects, however long it takes until the server is there. None if the flag was raised first.
async fn connect(
    server: &Server,
    stop: &Stop,
    tell: &Tell,
) -> Result<Option<Connection>, FleetError> {
    let mut is_told = false;
    while !stop.is_raised() {
        match Connection::join(server, tell).await {
            Ok(connection) => return wait_for_streams(connection, stop, tell).await,
            Err(error @ FleetError::Connect { may_pass: true, .. }) => {
                if !std::mem::replace(&mut is_told, true) {
                    tell(Notice::Working(format!("{error}; trying again until it can be reached")));
                }
                tokio::time::sleep(AGAIN).await;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Waits until somebody who has work has made the streams. None if the flag was raised first.
async fn wait_for_streams(
    connection: Connection,
    stop: &Stop,
    tell: &Tell,
) -> Result<Option<Connection>, FleetError> {
    let mut is_told = false;
    while !stop.is_raised() {
        match connection.has_streams().await {
            Ok(true) => return Ok(Some(connection)),
            Ok(false) => {
                if !std::mem::replace(&mut is_told, true) {
                    let text = "connected; nobody has used this server yet: waiting";
                    tell(Notice::Working(text.to_owned()));
                }
            }
            // It answered before, so it will again; else it has no JetStream.
            Err(_) if is_told => {}
            Err(error) => return Err(error),
        }
        tokio::time::sleep(crew::OFTEN).await;
    }
    Ok(None)
}
