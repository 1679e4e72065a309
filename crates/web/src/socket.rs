//! The WebSocket: one search at a time for each page, and it ends with the page.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use obverse_answers::message::{AtOnce, LimitsInfo, Wanted};
use obverse_answers::question::{Question, QuestionError};
use obverse_answers::{Reply, Request};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::error::ProtocolError;

use crate::pool::{News, Ticket};
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
            Message::Text(text) => match Request::parse(&text) {
                Ok(request) => self.serve(request).await,
                Err(refusal) => self.refuse(refusal).await,
            },
            Message::Binary(_) => {
                let why = "messages are JSON text".to_owned();
                self.refuse(Reply::error(None, "bad-message", why)).await
            }
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err("closed by the page"),
        }
    }

    async fn serve(&mut self, request: Request) -> Result<(), Reason> {
        match request.check(&self.app.config.maker) {
            Wanted::Stop(id) => {
                if self.search.as_ref().is_some_and(|search| search.id == id) {
                    self.search = None;
                }
                Ok(())
            }
            Wanted::Search(id, question) => self.begin(id, question).await,
            Wanted::AtOnce(question) => self.answer(question).await,
        }
    }

    /// Answers what needs no search; a search goes on meanwhile.
    async fn answer(&mut self, question: AtOnce) -> Result<(), Reason> {
        let failed = || Reply::error(None, "failed", "the log says more".to_owned());
        let reply = self.app.at_once(move || question.answer()).await.unwrap_or_else(failed);
        match reply {
            Reply::Error { .. } => self.refuse(reply).await,
            reply => self.say(&reply).await,
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
            Err(error) => {
                self.refuse(Reply::error(Some(id), "bad-question", error.to_string())).await
            }
            Ok(question) => match self.app.pool.ask(question) {
                Ok(ticket) => {
                    self.search = Some(Search { id, ticket });
                    Ok(())
                }
                Err(busy) => self.refuse(Reply::error(Some(id), "busy", busy.to_string())).await,
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
            News::Answer(answer) => Reply::answer(id, &answer),
            News::Crashed => {
                let why = "the search failed; the log says more".to_owned();
                Reply::error(Some(id), "failed", why)
            }
        };
        self.say(&reply).await
    }

    async fn refuse(&mut self, refusal: Reply) -> Result<(), Reason> {
        if let Reply::Error { code, message, .. } = &refusal {
            tracing::warn!(code, reason = message, "refused");
        }
        self.say(&refusal).await
    }

    async fn ping(&mut self) -> Result<(), Reason> {
        if self.heard.elapsed() > self.app.config.silence {
            return Err("silent for too long");
        }
        self.send(Message::Ping(Vec::new().into())).await
    }

    async fn say(&mut self, reply: &Reply) -> Result<(), Reason> {
        self.send(Message::Text(reply.to_json().into())).await
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

fn hello(app: &App) -> Reply {
    let limits = LimitsInfo {
        seconds: app.config.longest_search.as_secs_f64(),
        bytes: app.config.message_bytes,
    };
    Reply::hello(app.players.clone(), limits)
}
