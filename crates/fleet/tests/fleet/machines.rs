//! A server, worker processes and a network that can be cut, each ended with its test.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use obverse_fleet::{Files, FleetPool, Kinds, Notice, Server, Settings, WorkerName};
use obverse_jobs::checks::{self, Numbers};
use obverse_jobs::{Batch, End, Job, JobError, Outcome, Pool, Stop, Worker};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

pub(crate) const BUILD: &str = "build";

/// Short deadlines, so that nobody waits long.
pub(crate) fn settings() -> Settings {
    Settings {
        silence: Duration::from_secs(2),
        rest: Duration::from_millis(100),
        heartbeat: Duration::from_millis(500),
        recheck: Duration::from_millis(500),
        window: 64,
        ..Settings::default()
    }
}

fn server_at(port: u16) -> Server {
    Server { url: format!("nats://127.0.0.1:{port}"), credentials: None }
}

/// A server in a folder of its own.
pub(crate) struct Nats {
    folder: TempDir,
    port: u16,
    child: Child,
}

impl Nats {
    pub(crate) fn start() -> Nats {
        Nats::with("")
    }

    /// With more lines in its configuration.
    pub(crate) fn with(lines: &str) -> Nats {
        let folder = TempDir::new().expect("a folder");
        let port = free_port();
        let child = launch(&folder, port, lines);
        Nats { folder, port, child }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn server(&self) -> Server {
        server_at(self.port)
    }

    /// Without a chance to write anything down.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    pub(crate) fn start_again(&mut self, lines: &str) {
        self.child = launch(&self.folder, self.port, lines);
    }

    /// Forgets everything; to be called while it does not run.
    pub(crate) fn lose_the_disk(&self) {
        std::fs::remove_dir_all(self.folder.path().join("store")).expect("it had a disk");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn launch(folder: &TempDir, port: u16, lines: &str) -> Child {
    let store = folder.path().join("store");
    let config = folder.path().join("nats.conf");
    let text = format!(
        "listen: 127.0.0.1:{port}\njetstream {{\nstore_dir: \"{}\"\n{lines}\n}}\n",
        store.display()
    );
    std::fs::write(&config, text).expect("a configuration");
    let child = Command::new(program())
        .arg("-c")
        .arg(&config)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("nats-server starts: apt-get install nats-server");
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

/// Debian has it in a folder that is in few users' path.
fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        std::env::split_paths(&path).chain(["/usr/sbin", "/usr/local/sbin"].map(Into::into));
    let mut found = folders.map(|folder| folder.join("nats-server")).filter(|file| file.is_file());
    found.next().expect("nats-server is installed: apt-get install nats-server")
}

pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("an address").port()
}

/// How a worker process behaves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Manner {
    Honest,
    /// Gives numbers that are wrong.
    Liar,
    /// Gives what is no number at all.
    Babbler,
    /// Is killed by poisoned jobs.
    Mortal,
}

const MANNERS: [Manner; 4] = [Manner::Honest, Manner::Liar, Manner::Babbler, Manner::Mortal];

/// A worker in a process of its own.
pub(crate) struct Machine {
    child: Child,
}

impl Machine {
    pub(crate) fn start(port: u16, manner: Manner) -> Machine {
        let child = Command::new(std::env::current_exe().expect("this test"))
            .args(["worker_process", "--exact", "--nocapture", "--test-threads=1"])
            .env("OBVERSE_TEST_WORKER", format!("{port} {}", manner as usize))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("this test starts again");
        Machine { child }
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let id = Pid::from_raw(self.child.id() as i32).expect("a process");
        kill_process(id, signal).expect("it runs");
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_some()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Three honest ones.
pub(crate) fn three(port: u16) -> Vec<Machine> {
    (0..3).map(|_| Machine::start(port, Manner::Honest)).collect()
}

/// Starts a submitter in a process of its own, which writes what comes to the file.
pub(crate) fn submit_elsewhere(port: u16, batch: &Numbers, file: &Path) -> Machine {
    let asked = format!("{port} {} {}", batch.first, file.display());
    let child = Command::new(std::env::current_exe().expect("this test"))
        .args(["submitter_process", "--exact", "--nocapture", "--test-threads=1"])
        .env("OBVERSE_TEST_SUBMITTER", asked)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("this test starts again");
    Machine { child }
}

/// Has a batch done if this process was started for that.
pub(crate) fn submit_if_asked(batch: impl Fn(u64) -> Numbers) {
    let Ok(asked) = std::env::var("OBVERSE_TEST_SUBMITTER") else { return };
    let mut words = asked.splitn(3, ' ');
    let mut word = || words.next().expect("a port, a number and a file");
    let (mut pool, _) = pool(word().parse().expect("a port"));
    let batch = batch(word().parse().expect("a number"));
    let mut file = std::fs::File::create(word()).expect("a file");
    let end = pool.run(&batch, &Stop::default(), &mut |number, outcome| {
        let Outcome::Done(result) = outcome else { panic!("{number}: {outcome:?}") };
        let text = String::from_utf8(result).expect("digits");
        writeln!(file, "{number} {text}").expect("it is written");
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(End::Complete));
}

/// Runs the worker if this process was started as one.
pub(crate) fn work_if_asked() {
    let Ok(asked) = std::env::var("OBVERSE_TEST_WORKER") else { return };
    let (port, manner) = asked.split_once(' ').expect("a port and a manner");
    let manner = MANNERS[manner.parse::<usize>().expect("a number")];
    let server = server_at(port.parse().expect("a port"));
    work(&server, manner, 1, &Stop::default());
}

/// Works in this process.
pub(crate) fn work(server: &Server, manner: Manner, threads: usize, stop: &Stop) {
    let who = WorkerName {
        name: format!("{manner:?}"),
        version: "0".into(),
        build: BUILD.into(),
        allow: Vec::new(),
        threads,
    };
    let tell: obverse_fleet::Tell = Arc::new(|_| {});
    // Whoever is left out ends with an error.
    let _ = obverse_fleet::work(server, &settings(), &who, Arc::new(Kind(manner)), stop, &tell);
}

struct Kind(Manner);

impl Kinds for Kind {
    fn worker(&self, kind: &str, _files: &Files) -> Result<Box<dyn Worker>, String> {
        assert_eq!(kind, checks::KIND);
        let manner = self.0;
        let mut honest = checks::worker();
        Ok(Box::new(move |job: &Job, stop: &Stop| {
            if matches!(manner, Manner::Mortal) && job.body.ends_with("true]") {
                std::process::abort();
            }
            let result = honest.work(job, stop)?;
            match manner {
                Manner::Honest | Manner::Mortal => Ok(result),
                Manner::Liar => Ok([b"1", &result[..]].concat()),
                Manner::Babbler => Ok(b"what?".to_vec()),
            }
        }) as Box<dyn Worker>)
        .map_err(|error: JobError| error.to_string())
    }
}

/// A pool at a port, and what it said.
pub(crate) fn pool(port: u16) -> (FleetPool, Arc<Mutex<Vec<Notice>>>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&heard);
    let tell: obverse_fleet::Tell = Arc::new(move |notice| hears.lock().unwrap().push(notice));
    let pool = FleetPool::connect(&server_at(port), settings(), BUILD, "numbers", tell);
    (pool.expect("the server is there"), heard)
}

/// Has a batch done, and compares everything that came with what is right.
pub(crate) fn all_is_right(pool: &mut FleetPool, batch: &Numbers, seen: &AtomicUsize) {
    let end = pool.run(batch, &Stop::default(), &mut |number, outcome| {
        let root = batch.first + number as u64;
        let right = Outcome::Done((root * root).to_string().into_bytes());
        assert_eq!((number, outcome), (seen.fetch_add(1, Ordering::SeqCst), right));
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(End::Complete));
    assert_eq!(seen.load(Ordering::SeqCst), batch.len());
}

/// Runs a batch while something happens to the fleet, which begins when some results have come.
pub(crate) fn while_it_runs(pool: &mut FleetPool, batch: &Numbers, happens: impl FnOnce() + Send) {
    let seen = AtomicUsize::new(0);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while seen.load(Ordering::SeqCst) < 5 {
                assert!(!over.load(Ordering::SeqCst), "it was over before anything could happen");
                std::thread::sleep(Duration::from_millis(5));
            }
            happens();
        });
        all_is_right(pool, batch, &seen);
        over.store(true, Ordering::SeqCst);
    });
}

/// A way to a server that can be cut.
pub(crate) struct Cable {
    pub(crate) port: u16,
    state: Arc<CableState>,
}

#[derive(Default)]
struct CableState {
    is_cut: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

impl Cable {
    pub(crate) fn to(port: u16) -> Cable {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let cable = Cable {
            port: listener.local_addr().expect("an address").port(),
            state: Arc::default(),
        };
        let state = Arc::clone(&cable.state);
        std::thread::spawn(move || {
            for near in listener.incoming().flatten() {
                if state.is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(far) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                state.connect(near, far);
            }
        });
        cable
    }

    /// Ends every connection, and lets none through until it is mended.
    pub(crate) fn cut(&self) {
        self.state.is_cut.store(true, Ordering::SeqCst);
        for stream in self.state.open.lock().unwrap().drain(..) {
            // One that has ended already is as good.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn mend(&self) {
        self.state.is_cut.store(false, Ordering::SeqCst);
    }
}

impl CableState {
    fn connect(&self, near: TcpStream, far: TcpStream) {
        let mut open = self.open.lock().unwrap();
        let copies = || (near.try_clone().expect("a copy"), far.try_clone().expect("a copy"));
        for (from, to) in [copies(), (copies().1, copies().0)] {
            std::thread::spawn(move || carry(from, to));
        }
        open.extend([near, far]);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream) {
    let mut buffer = [0; 8192];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    // The other direction may have done so already.
    let _ = to.shutdown(Shutdown::Both);
}
