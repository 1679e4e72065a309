//! `obverse serve`: the page.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::builder::RangedI64ValueParser;
use clap::value_parser;
use obverse_engine::Options;
#[cfg(feature = "library")]
use obverse_library::Library;
use obverse_players::{Maker, Time};
#[cfg(feature = "library")]
use obverse_web::LibraryConfig;
use obverse_web::{ClientLimits, Config, RoomLimits};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

use crate::engine_args::EngineArgs;
use crate::{Answer, input, interrupt};

/// Serve the page: Othello in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  obverse serve --open
  obverse serve --addr 0.0.0.0:8080 --searches 4
  obverse serve --host othello.example --trust-forwarded
  obverse serve --static target/site
  obverse serve --library games.obvl

The page and its API are described in docs/web-protocol.md. Addresses written as numbers and \
localhost are always answered, names only if --host gives them. OBVERSE_LOG chooses what is logged, \
such as OBVERSE_LOG=debug.")]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8080", value_parser = address)]
    addr: SocketAddr,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Serve the files of this folder instead of the page, such as what `cargo xtask site` makes
    #[arg(long, value_name = "DIR", value_parser = folder)]
    r#static: Option<PathBuf>,
    /// Searches at once; by default one a core
    #[arg(long, value_name = "N", value_parser = searches())]
    searches: Option<u16>,
    /// The longest that one search may take
    #[arg(long, default_value = "60s", value_name = "TIME")]
    search_time: Time,
    /// Megabytes of hash table for each search thread; `breadth` gets as much for its tree
    #[arg(long, default_value_t = 64, value_name = "MB", value_parser = input::megabytes)]
    hash: usize,
    /// Other weights of the evaluation
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Pages at once
    #[arg(long, default_value_t = 512, value_name = "N", value_parser = sockets())]
    sockets: u16,
    /// Pages at once from one address
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = sockets())]
    client_sockets: u16,
    /// A library of games for the page to explore, search and fill; it is made if there is none. Where the
    /// server is not for this machine alone (another --addr, or --host) it is only read
    #[cfg(feature = "library")]
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Rooms at once in which two people play; 0 for none
    #[arg(long, default_value_t = 256, value_name = "N", value_parser = value_parser!(u16).range(0..=20_000))]
    rooms: u16,
    /// A name of the server; may be given several times
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    host: Vec<String>,
    /// Tell clients apart by X-Forwarded-For, as the proxy before the server writes it
    #[arg(long)]
    trust_forwarded: bool,
    /// Log as JSON, a line an event
    #[arg(long)]
    log_json: bool,
}

/// Connections that a page needs beside its socket while it loads, for all pages of a client.
const LOADING: u16 = 64;

/// Files that are open beside the connections: standard streams, libraries, the runtime's own.
const OTHER_FILES: u64 = 64;

/// How long the last texts that are being read may keep the program from ending.
const LAST_READ: Duration = Duration::from_secs(1);

fn searches() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=Options::MOST_THREADS as i64)
}

fn sockets() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=20_000)
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        "write an address in numbers and a port, such as 127.0.0.1:8080 or [::1]:8080; 0.0.0.0 is \
         every address of this machine"
            .to_owned()
    })
}

/// A folder with a page in it.
fn folder(text: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    if folder.join("index.html").is_file() {
        return Ok(folder);
    }
    Err("no folder with an index.html in it".to_owned())
}

/// A name as it stands in an address, without `https://` and port.
fn host_name(text: &str) -> Result<String, String> {
    if obverse_web::is_host_name(text) {
        return Ok(text.to_owned());
    }
    Err("write the name alone, such as othello.example, without https:// and port".to_owned())
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    start_log(args.log_json);
    // Many searches with a thread each serve more people than one search with many.
    let engine =
        EngineArgs { threads: Some(1), hash: args.hash, eval: args.eval.clone() }.options()?;
    let defaults = Config::default();
    let config = Config {
        files: args.r#static.clone(),
        maker: Maker { engine, classic_memory: Some(args.hash << 20), ..Maker::default() },
        searches: args.searches.unwrap_or(defaults.searches),
        longest_search: args.search_time.0,
        sockets: args.sockets,
        connections: defaults.connections.max(2 * args.sockets),
        client: ClientLimits {
            sockets: args.client_sockets,
            connections: args.client_sockets + LOADING,
            waiting: args.client_sockets.into(),
            ..defaults.client
        },
        hosts: args.host.clone(),
        trust_forwarded: args.trust_forwarded,
        rooms: RoomLimits { rooms: args.rooms.into(), ..defaults.rooms },
        #[cfg(feature = "library")]
        library: args.library()?,
        ..defaults
    };
    allow_files(u64::from(config.connections) + OTHER_FILES);
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    let served = runtime.block_on(serve(args, config));
    runtime.shutdown_timeout(LAST_READ);
    served?;
    Ok(Answer::Done)
}

#[cfg(feature = "library")]
impl Args {
    /// The library, which is opened once before anybody is served: what is wrong with it is said now.
    fn library(&self) -> Result<Option<LibraryConfig>> {
        let Some(path) = self.library.clone() else { return Ok(None) };
        Library::open(&path)?;
        let is_private =
            self.addr.ip().is_loopback() && self.host.is_empty() && !self.trust_forwarded;
        if !is_private {
            tracing::warn!("the library is only read: others than this machine can ask");
        }
        Ok(Some(LibraryConfig { path, writes: is_private }))
    }
}

/// Lets the program have so many files open: systems begin with 256 or 1024, and allow more to
/// whoever asks. A connection is a file.
#[cfg(unix)]
fn allow_files(wanted: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= wanted) {
        return;
    }
    let allowed = maximum.map_or(wanted, |maximum| maximum.min(wanted));
    let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(allowed), maximum });
    if raised.is_err() || allowed < wanted {
        tracing::warn!(
            allowed = if raised.is_ok() { Some(allowed) } else { current },
            wanted,
            "the system allows fewer open files than there may be connections: further ones wait"
        );
    }
}

#[cfg(not(unix))]
fn allow_files(_wanted: u64) {}

async fn serve(args: &Args, config: Config) -> Result<()> {
    let listener = TcpListener::bind(args.addr)
        .await
        .with_context(|| format!("cannot listen on {}", args.addr))?;
    let bound = listener.local_addr()?;
    let address = format!("http://{bound}/");
    if !bound.ip().is_loopback() {
        tracing::warn!(
            "listening beyond this machine: whoever can reach {bound} can use the server, without \
             a password and without TLS"
        );
    }
    let interrupted = interrupted()?;
    // Whoever reads our output may have gone; the page is served all the same.
    let _ = writeln!(std::io::stdout(), "Obverse is at {address}  (Ctrl-C ends it)");
    if args.open {
        open_browser(&address);
    }
    obverse_web::serve(listener, config, interrupted).await.context("the server")
}

/// A future that is ready at the first Ctrl-C or SIGTERM; none is missed from now on. The second one
/// ends the program at once.
fn interrupted() -> Result<impl Future<Output = ()>> {
    let (sender, first) = oneshot::channel();
    let mut sender = Some(sender);
    interrupt::on_first(move || {
        // A server that has ended on its own listens no longer.
        let _ = sender.take().map(|sender| sender.send(()));
    })?;
    Ok(async {
        // The sender lives as long as the program: this waits for the signal.
        let _ = first.await;
    })
}

fn open_browser(address: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(first)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = started {
        tracing::warn!(%error, program, "cannot open a browser: open the address yourself");
    }
}

fn start_log(json: bool) {
    let wanted = std::env::var("OBVERSE_LOG").unwrap_or_default();
    let usual = || "obverse=info,obverse_web=info".parse().expect("it is well formed");
    let targets: Targets =
        if wanted.is_empty() { usual() } else { wanted.parse().unwrap_or_else(|_| usual()) };
    let log = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let registry = tracing_subscriber::registry().with(targets);
    if json {
        registry.with(log.json()).init();
    } else {
        registry.with(log.compact()).init();
    }
}
