//! The WebSocket: one search at a time for each page, and it ends with the page.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use obverse_engine::{Clock, Goal, Level};
use obverse_players::classics::Classic;
use obverse_players::{Maker, Seat, Who};
use obverse_rules::{Color, Size};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::error::ProtocolError;

use crate::pool::{News, Ticket};
use crate::protocol::{
    self, Budget, LevelInfo, LimitsInfo, LineInfo, PlayerInfo, Reply, Request, ThoughtInfo,
};
use crate::question::{self, Question, QuestionError};
use crate::server::App;

/// A page that does not take a message in this time is gone.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Opens a socket, if there is room for one.
pub(crate) async fn open(State(app): State<Arc<App>>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(permit) = Arc::clone(&app.free_sockets).try_acquire_owned() else {
        tracing::warn!("refused: too many sockets");
        return (StatusCode::SERVICE_UNAVAILABLE, "too many sockets\n").into_response();
    };
    let bytes = app.config.message_bytes;
    upgrade.max_message_size(bytes).max_frame_size(bytes).on_upgrade(async move |socket| {
        let mut connection = Connection { app, socket, search: None, heard: Instant::now() };
        tracing::debug!("socket opened");
        let reason = connection.run().await;
        tracing::debug!(reason, "socket closed");
        drop(permit);
    })
}

/// A search and the number that the page gave it.
struct Search {
    id: u64,
    ticket: Ticket,
}

struct Connection {
    app: Arc<App>,
    socket: WebSocket,
    search: Option<Search>,
    heard: Instant,
}

/// Why a connection ends, in words for the log.
type Reason = &'static str;

impl Connection {
    async fn run(&mut self) -> Reason {
        if let Err(reason) = self.say(&hello(&self.app)).await {
            return reason;
        }
        let app = Arc::clone(&self.app);
        let mut ping = interval(app.config.silence / 3);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let step = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(error)) if is_cut(&error) => Err("cut"),
                    Some(Err(error)) => {
                        tracing::warn!(%error, "refused: a broken or too large message");
                        Err("broken message")
                    }
                    None => Err("closed"),
                },
                news = next(&mut self.search) => self.tell(news).await,
                _ = ping.tick() => self.ping().await,
                () = app.closing.called() => Err(self.bid_farewell().await),
            };
            if let Err(reason) = step {
                return reason;
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), Reason> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(request) => self.serve(request).await,
                Err(error) => self.refuse(None, "bad-message", error.to_string()).await,
            },
            Message::Binary(_) => {
                self.refuse(None, "bad-message", "messages are JSON text".to_owned()).await
            }
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err("closed by the page"),
        }
    }

    async fn serve(&mut self, request: Request) -> Result<(), Reason> {
        match request {
            Request::Stop { id } => {
                if self.search.as_ref().is_some_and(|search| search.id == id) {
                    self.search = None;
                }
                Ok(())
            }
            Request::Analyse { id, start, size, moves, level, depth, time, top } => {
                let budget = Budget { level, depth, time };
                let question = question::game(start.as_deref(), size, &moves)
                    .and_then(|game| question::analyse(*game.position(), &budget, top, Goal::Best));
                self.begin(id, question).await
            }
            Request::Choose { id, start, size, moves, who, time, clock } => {
                let maker = &self.app.config.maker;
                let question = question::game(start.as_deref(), size, &moves).and_then(|game| {
                    let clock = clock.map(read_clock).transpose()?;
                    question::choose(game, &who, time, clock, maker)
                });
                self.begin(id, question).await
            }
        }
    }

    /// Begins a search; the one before it is given up.
    async fn begin(
        &mut self,
        id: u64,
        question: Result<Question, QuestionError>,
    ) -> Result<(), Reason> {
        self.search = None;
        match question {
            Err(error) => self.refuse(Some(id), "bad-question", error.to_string()).await,
            Ok(question) => match self.app.pool.ask(question) {
                Ok(ticket) => {
                    self.search = Some(Search { id, ticket });
                    Ok(())
                }
                Err(busy) => self.refuse(Some(id), "busy", busy.to_string()).await,
            },
        }
    }

    async fn tell(&mut self, news: Option<(u64, News)>) -> Result<(), Reason> {
        let Some((id, news)) = news else {
            self.search = None;
            return Ok(());
        };
        let reply = match news {
            News::Started => return Ok(()),
            News::Queued(place) => Reply::Queued { id, place },
            News::Thought(thought) => Reply::Thought { id, thought: ThoughtInfo::from(&thought) },
            News::Lines { lines, nodes, elapsed } => {
                let lines = lines.iter().map(LineInfo::from).collect();
                Reply::Lines { id, lines, nodes, seconds: elapsed.as_secs_f64() }
            }
            News::Analysed(report) => {
                let seconds = report.elapsed.as_secs_f64();
                Reply::Done { id, lines: protocol::lines(&report), nodes: report.nodes, seconds }
            }
            News::Chosen(Ok(choice)) => Reply::chosen(id, &choice),
            News::Chosen(Err(error)) => {
                Reply::Error { id: Some(id), code: "failed", message: error.to_string() }
            }
            News::Crashed => Reply::Error {
                id: Some(id),
                code: "failed",
                message: "the search failed; the log says more".to_owned(),
            },
        };
        self.say(&reply).await
    }

    async fn refuse(
        &mut self,
        id: Option<u64>,
        code: &'static str,
        message: String,
    ) -> Result<(), Reason> {
        tracing::warn!(code, message, "refused");
        self.say(&Reply::Error { id, code, message }).await
    }

    async fn ping(&mut self) -> Result<(), Reason> {
        if self.heard.elapsed() > self.app.config.silence {
            return Err("silent for too long");
        }
        self.send(Message::Ping(Vec::new().into())).await
    }

    async fn say(&mut self, reply: &Reply) -> Result<(), Reason> {
        let text = serde_json::to_string(reply).expect("replies are plain data");
        self.send(Message::Text(text.into())).await
    }

    /// Nothing more is read while the page does not take what it was sent.
    async fn send(&mut self, message: Message) -> Result<(), Reason> {
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err("gone"),
            Err(_) => Err("takes no messages"),
        }
    }

    async fn bid_farewell(&mut self) -> Reason {
        let frame = CloseFrame { code: close_code::AWAY, reason: "the server ends".into() };
        // The page may have gone at the same moment.
        let _ = self.send(Message::Close(Some(frame))).await;
        "the server ends"
    }
}

/// Whether the connection has ended without a word: a laptop was shut, a network left. Nothing was
/// refused then.
fn is_cut(error: &axum::Error) -> bool {
    use tokio_tungstenite::tungstenite::Error::{AlreadyClosed, ConnectionClosed, Io, Protocol};
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    matches!(
        cause,
        Some(
            Io(_)
                | ConnectionClosed
                | AlreadyClosed
                | Protocol(ProtocolError::ResetWithoutClosingHandshake)
        )
    )
}

/// The next news of the search, if there is one; else never.
async fn next(search: &mut Option<Search>) -> Option<(u64, News)> {
    match search {
        Some(Search { id, ticket }) => ticket.next().await.map(|news| (*id, news)),
        None => std::future::pending().await,
    }
}

fn read_clock(clock: protocol::ClockSeconds) -> Result<Clock, QuestionError> {
    let increment = Duration::try_from_secs_f64(clock.increment)
        .map_err(|_| QuestionError::Time(clock.increment))?;
    Ok(Clock { remaining: question::seconds(clock.remaining)?, increment })
}

fn hello(app: &App) -> Reply {
    Reply::Hello {
        protocol: protocol::VERSION,
        name: "Obverse",
        version: env!("CARGO_PKG_VERSION"),
        players: app.players.clone(),
        levels: levels(),
        limits: LimitsInfo {
            seconds: app.config.longest_search.as_secs_f64(),
            bytes: app.config.message_bytes,
        },
    }
}

fn levels() -> Vec<LevelInfo> {
    Level::all()
        .map(|level| LevelInfo {
            level: level.get(),
            name: level.name(),
            character: level.character(),
            elo: level.elo(),
        })
        .collect()
}

/// Who plays here, beside the levels.
pub(crate) fn players(maker: &Maker) -> Vec<PlayerInfo> {
    let classics = Classic::ALL.iter().map(|classic| classic.name());
    ["random", "engine"]
        .into_iter()
        .chain(classics)
        .filter_map(|name| {
            let who: Who = name.parse().ok()?;
            let Ok(Seat::Player(player)) = maker.make(&who, Color::Black) else { return None };
            let sizes = Size::all().filter(|size| player.supports(*size).is_ok());
            Some(PlayerInfo { who: name.to_owned(), sizes: sizes.map(Size::get).collect() })
        })
        .collect()
}
