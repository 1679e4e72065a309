//! `obverse serve`: the page.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use obverse_players::{Maker, Time};
use obverse_web::Config;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::engine_args::EngineArgs;
use crate::{Answer, input};

/// Serve the page: Othello in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  obverse serve --open
  obverse serve --addr 0.0.0.0:8080 --searches 4

The page and its API are described in docs/web-protocol.md. OBVERSE_LOG chooses what is logged,
such as OBVERSE_LOG=debug.")]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8080")]
    addr: SocketAddr,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Searches at once; by default one a core
    #[arg(long, value_name = "N")]
    searches: Option<usize>,
    /// The longest that one search may take
    #[arg(long, default_value = "60s", value_name = "TIME")]
    search_time: Time,
    /// Megabytes of hash table for each search thread
    #[arg(long, default_value_t = 64, value_name = "MB", value_parser = input::megabytes)]
    hash: usize,
    /// Other weights of the evaluation
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Pages at once
    #[arg(long, default_value_t = 512, value_name = "N")]
    sockets: usize,
    /// Another name that the server goes by, when a proxy stands before it
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Log as JSON, a line an event
    #[arg(long)]
    log_json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    start_log(args.log_json);
    // Many searches with a thread each serve more people than one search with many.
    let engine =
        EngineArgs { threads: Some(1), hash: args.hash, eval: args.eval.clone() }.options()?;
    let defaults = Config::default();
    let config = Config {
        maker: Maker { engine, ..Maker::default() },
        searches: input::threads(args.searches),
        longest_search: args.search_time.0,
        sockets: args.sockets,
        connections: defaults.connections.max(2 * args.sockets),
        hosts: args.host.clone(),
        ..defaults
    };
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    runtime.block_on(serve(args, config))?;
    Ok(Answer::Done)
}

async fn serve(args: &Args, config: Config) -> Result<()> {
    let listener = TcpListener::bind(args.addr)
        .await
        .with_context(|| format!("cannot listen on {}", args.addr))?;
    let address = format!("http://{}/", listener.local_addr()?);
    // Whoever reads our output may have gone; the page is served all the same.
    let _ = writeln!(std::io::stdout(), "Obverse is at {address}  (Ctrl-C ends it)");
    if args.open {
        open_browser(&address);
    }
    obverse_web::serve(listener, config, interrupted()).await.context("the server")
}

/// Ready at the first Ctrl-C or SIGTERM. The second ends the program at once.
async fn interrupted() {
    next_signal().await;
    tokio::spawn(async {
        next_signal().await;
        std::process::exit(130);
    });
}

#[cfg(unix)]
async fn next_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
        }
        Err(error) => {
            tracing::warn!(%error, "SIGTERM will not be heard");
            // Without a handler Ctrl-C ends the program at once, which is what was wanted.
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}

#[cfg(not(unix))]
async fn next_signal() {
    // Without a handler Ctrl-C ends the program at once, which is what was wanted.
    let _ = tokio::signal::ctrl_c().await;
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
    let filter = EnvFilter::try_from_env("OBVERSE_LOG")
        .unwrap_or_else(|_| EnvFilter::new("obverse=info,obverse_web=info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    if json {
        log.json().init();
    } else {
        log.compact().init();
    }
}
