//! Many pages playing fast games at once: `cargo run --profile quick -p obverse-web --example load`.
//!
//! `load [CLIENTS] [SECONDS]` starts a server on loopback and that many sockets (200) for that
//! long (60). Each plays games of `level:1` against itself, a move after the other, and checks
//! every move. It prints moves, times and memory, and fails if anything went wrong.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use obverse_engine::Options;
use obverse_players::Maker;
use obverse_rules::{Game, Size};
use obverse_web::{ClientLimits, Config};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<ExitCode, Failure> {
    let mut arguments = std::env::args().skip(1);
    let clients: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let engine = Options { hash_mb: 16, ..Options::default() };
    // All of them come from one address.
    let client = ClientLimits {
        connections: u16::MAX,
        sockets: u16::MAX,
        waiting: clients,
        requests_per_second: 1_000_000,
    };
    let maker = Maker { engine, ..Maker::default() };
    let config = Config { maker, client, ..Config::default() };
    let (end, ended) = oneshot::channel::<()>();
    let server = tokio::spawn(obverse_web::serve(listener, config, async {
        // Dropping the sender is the end as well.
        let _ = ended.await;
    }));
    let before = resident_mb();
    let until = Instant::now() + Duration::from_secs(seconds);
    let players: Vec<_> = (0..clients)
        .map(|_| tokio::spawn(play(format!("ws://{address}/api/v1/socket"), until)))
        .collect();
    tokio::time::sleep(Duration::from_secs(seconds.saturating_sub(1))).await;
    let during = resident_mb();
    let mut waits = Vec::new();
    let mut errors = 0;
    for player in players {
        match player.await? {
            Ok(own) => waits.extend(own),
            Err(error) => {
                eprintln!("{error}");
                errors += 1;
            }
        }
    }
    // The server may have ended by itself; the next line tells.
    let _ = end.send(());
    server.await??;
    waits.sort();
    let at = |share: f64| waits.get((waits.len() as f64 * share) as usize).copied();
    let milliseconds = |share| at(share).unwrap_or_default().as_secs_f64() * 1e3;
    println!(
        "{clients} clients, {seconds} s: {} moves ({:.0}/s), {errors} errors; answer median \
         {:.1} ms, 99 % {:.1} ms, longest {:.1} ms; memory {before} MB before, {during} MB during",
        waits.len(),
        waits.len() as f64 / seconds as f64,
        milliseconds(0.5),
        milliseconds(0.99),
        milliseconds(0.9999),
    );
    Ok(if errors == 0 && !waits.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays games until the time is up; how long each answer took.
async fn play(url: String, until: Instant) -> Result<Vec<Duration>, Failure> {
    let (mut socket, _) = connect_async(url).await?;
    let mut waits = Vec::new();
    let mut game = Game::from_start(Size::EIGHT);
    while Instant::now() < until {
        if game.is_over() {
            game = Game::from_start(Size::EIGHT);
        }
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        let question =
            json!({"type": "choose", "id": waits.len(), "moves": moves, "who": "level:1"});
        let asked = Instant::now();
        socket.send(Message::text(question.to_string())).await?;
        let chosen = loop {
            let Some(message) = socket.next().await else { return Err("closed".into()) };
            let Message::Text(text) = message? else { continue };
            let answer: Value = serde_json::from_str(&text)?;
            match answer["type"].as_str() {
                Some("chosen") => break answer["move"].as_str().unwrap_or_default().parse()?,
                Some("error") => return Err(answer["message"].to_string().into()),
                _ => {}
            }
        };
        waits.push(asked.elapsed());
        game.play(chosen)?;
    }
    Ok(waits)
}

/// Memory of this process, server and clients together; 0 where that cannot be read.
fn resident_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok())
        .map_or(0, |kilobytes| kilobytes / 1024)
}
