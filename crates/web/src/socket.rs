//! The WebSocket: one search at a time for each page, and it ends with the page.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use obverse_answers::message::{AtOnce, LimitsInfo, Services, Wanted};
use obverse_answers::question::{Question, QuestionError};
use obverse_answers::room::{RoomInfo, RoomQuestion};
use obverse_answers::{Reply, Request};
use obverse_records::Record;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::error::ProtocolError;

use crate::client::Client;
use crate::pool::{News, Ticket};
use crate::rooms::{Refused, Visit};
use crate::server::{App, Reason};

/// A page that does not take a message in this time is gone.
const SEND_DEADLINE: Duration = Duration::from_secs(10);

/// A page that does not take the close frame in this time does without it.
const CLOSE_DEADLINE: Duration = Duration::from_secs(1);

/// A message up to this size takes little memory, whatever it says.
const SMALL_MESSAGE: usize = 64 << 10;

/// What is read at a time.
const READ_BUFFER: usize = 16 << 10;

/// Opens a socket, if there is room for one.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Arc<Client>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(own_permit) = client.socket() else {
        let reason = "this client has too many sockets open";
        return no_room(&app, StatusCode::TOO_MANY_REQUESTS, reason);
    };
    let Ok(permit) = Arc::clone(&app.free_sockets).try_acquire_owned() else {
        return no_room(&app, StatusCode::SERVICE_UNAVAILABLE, "too many sockets are open");
    };
    let bytes = app.config.message_bytes;
    let upgrade = upgrade.max_message_size(bytes).max_frame_size(bytes);
    upgrade.read_buffer_size(READ_BUFFER).on_upgrade(async move |mut socket| {
        let closing = app.closing.clone();
        let now = Instant::now();
        let mut conversation = Conversation {
            app,
            client,
            socket: &mut socket,
            search: None,
            visit: None,
            heard: now,
            asked: now,
        };
        // The end comes whatever the conversation waits for.
        let end = tokio::select! {
            end = conversation.run() => end,
            () = closing.wait() => End::close(close_code::AWAY, "the server ends"),
        };
        drop(conversation);
        tracing::debug!(reason = end.reason, "socket closed");
        if let Some(code) = end.code {
            let frame = CloseFrame { code, reason: end.reason.into() };
            // The page may have gone at the same moment.
            let _ = timeout(CLOSE_DEADLINE, socket.send(Message::Close(Some(frame)))).await;
        }
        drop((permit, own_permit));
    })
}

/// The answer where there is no room for a socket now.
fn no_room(app: &App, status: StatusCode, reason: &str) -> Response {
    let retry = [(header::RETRY_AFTER, app.retry_seconds())];
    let log = Extension(Reason(reason.to_owned()));
    (status, retry.map(|(name, seconds)| (name, seconds.to_string())), log, format!("{reason}\n"))
        .into_response()
}

/// How a conversation ends.
#[derive(Debug)]
struct End {
    reason: &'static str,
    /// The code that the page is told, if it is told anything.
    code: Option<u16>,
}

impl End {
    /// The page has ended it, or cannot be told.
    const fn gone(reason: &'static str) -> End {
        End { reason, code: None }
    }

    const fn close(code: u16, reason: &'static str) -> End {
        End { reason, code: Some(code) }
    }

    /// What RFC 6455, section 7.4.1, has for a message that could not be read. Nothing was wrong
    /// with it where the connection just ended: a laptop was shut, a network left.
    fn of(error: &axum::Error) -> End {
        use tokio_tungstenite::tungstenite::Error::{Capacity, Protocol, Utf8};
        match error.source().and_then(|cause| cause.downcast_ref()) {
            Some(Protocol(ProtocolError::ResetWithoutClosingHandshake)) => End::gone("cut"),
            Some(Protocol(_)) => End::close(close_code::PROTOCOL, "a malformed frame"),
            Some(Utf8(_)) => End::close(close_code::INVALID, "a text that is not UTF-8"),
            Some(Capacity(_)) => End::close(close_code::SIZE, "a message that is too large"),
            _ => End::gone("cut"),
        }
    }
}

/// A search and the number that the page gave it.
struct Search {
    id: u64,
    ticket: Ticket,
}

struct Conversation<'a> {
    app: Arc<App>,
    client: Arc<Client>,
    socket: &'a mut WebSocket,
    search: Option<Search>,
    visit: Option<Visit>,
    /// When anything came last, an answer to a ping among it.
    heard: Instant,
    /// When a whole message came last. Frames between its parts do not count: a message that
    /// never ends would hold its socket for ever.
    asked: Instant,
}

impl Conversation<'_> {
    async fn run(&mut self) -> End {
        if let Err(end) = self.say(&hello(&self.app).await).await {
            return end;
        }
        tracing::debug!(client = %self.client.id, "socket opened");
        let mut ping = interval(self.app.config.silence / 3);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let step = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(error)) => Err(self.unreadable(&error)),
                    None => Err(End::gone("closed")),
                },
                news = next(&mut self.search) => self.tell(news).await,
                news = next_in_room(&mut self.visit) => self.look(news).await,
                _ = ping.tick() => self.ping().await,
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    fn unreadable(&self, error: &axum::Error) -> End {
        let end = End::of(error);
        if end.code.is_some() {
            self.client.log_refusal("unreadable", &format!("{}: {error}", end.reason));
        }
        end
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        self.client.pace().await;
        match message {
            Message::Text(text) => self.attend(&text).await,
            Message::Binary(_) => {
                let why = "messages are JSON text".to_owned();
                self.refuse(Reply::error(None, "bad-message", why)).await
            }
            // A close frame is answered as the socket is read on, which then ends.
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(()),
        }
    }

    async fn attend(&mut self, text: &str) -> Result<(), End> {
        self.asked = Instant::now();
        let client = Arc::clone(&self.client);
        let is_large = text.len() > SMALL_MESSAGE;
        let _alone = if is_large { Some(client.large_message().await) } else { None };
        let request = match Request::parse(text) {
            Ok(request) => request,
            Err(refusal) => return self.refuse(refusal).await,
        };
        match request.check(&self.app.config.maker) {
            Wanted::Stop(id) => {
                if self.search.as_ref().is_some_and(|search| search.id == id) {
                    self.search = None;
                }
                Ok(())
            }
            Wanted::Search(id, question) => self.begin(id, question).await,
            Wanted::AtOnce(question) => self.answer(question).await,
            Wanted::Library(question) => match self.app.ask_library(question).await {
                refusal @ Reply::Error { .. } => self.refuse(refusal).await,
                reply => self.say(&reply).await,
            },
            Wanted::Room(question) => self.visit(&question).await,
        }
    }

    /// Answers what needs no search; a search goes on meanwhile.
    async fn answer(&mut self, question: AtOnce) -> Result<(), End> {
        let id = question.id();
        match at_once(&self.app, id, move || question.answer()).await {
            refusal @ Reply::Error { .. } => self.refuse(refusal).await,
            reply => self.say(&reply).await,
        }
    }

    /// Does what somebody wants of a room.
    async fn visit(&mut self, question: &RoomQuestion) -> Result<(), End> {
        let id = question.id();
        if self.app.config.rooms.rooms == 0 {
            return self.refuse(Reply::not_here(id, "this server has no rooms")).await;
        }
        let rooms = &self.app.rooms;
        let done = match question {
            RoomQuestion::Leave(_) => {
                self.visit = None;
                return self.say(&Reply::Left { id }).await;
            }
            RoomQuestion::Invite(invite) => {
                self.visit = None;
                rooms.invite(self.client.id, invite).map(|(visit, info)| {
                    self.visit = Some(visit);
                    (info, Vec::new())
                })
            }
            RoomQuestion::Join(join) => {
                self.visit = None;
                rooms.join(join).map(|(visit, info, ended)| {
                    self.visit = Some(visit);
                    (info, ended)
                })
            }
            _ => match &mut self.visit {
                Some(visit) => visit.act(question),
                None => Err(Refused::nowhere()),
            },
        };
        match done {
            Ok((room, ended)) => {
                self.app.keep(ended);
                self.say(&Reply::Room { id: Some(id), room: Box::new(room) }).await
            }
            Err(Refused { code: "busy", message }) => {
                self.refuse(Reply::busy(id, message, self.app.retry_seconds())).await
            }
            Err(Refused { code, message }) => {
                self.refuse(Reply::error(Some(id), code, message)).await
            }
        }
    }

    /// Tells what the room looks like now.
    async fn look(&mut self, news: Option<(RoomInfo, Vec<Record>)>) -> Result<(), End> {
        let Some((room, ended)) = news else {
            self.visit = None;
            return Ok(());
        };
        self.app.keep(ended);
        self.say(&Reply::Room { id: None, room: Box::new(room) }).await
    }

    /// Begins a search; the one before it is given up.
    async fn begin(
        &mut self,
        id: u64,
        question: Result<Question, QuestionError>,
    ) -> Result<(), End> {
        self.search = None;
        let refusal = match question {
            Err(error) => Reply::bad_question(id, &error),
            Ok(question) => match self.app.pool.ask(self.client.id, question) {
                Ok(ticket) => {
                    self.search = Some(Search { id, ticket });
                    return Ok(());
                }
                Err(busy) => Reply::busy(id, busy.to_string(), self.app.retry_seconds()),
            },
        };
        self.refuse(refusal).await
    }

    async fn tell(&mut self, news: Option<(u64, News)>) -> Result<(), End> {
        let Some((id, news)) = news else {
            self.search = None;
            self.asked = Instant::now();
            return Ok(());
        };
        let reply = match news {
            News::Queued(place) => Reply::Queued { id, place },
            News::Answer(answer) => Reply::answer(id, &answer),
            News::Crashed => {
                let why = "the search failed; the log says more".to_owned();
                Reply::error(Some(id), "failed", why)
            }
        };
        self.say(&reply).await
    }

    async fn refuse(&mut self, refusal: Reply) -> Result<(), End> {
        if let Reply::Error { code, message, .. } = &refusal {
            self.client.log_refusal(code, message);
        }
        self.say(&refusal).await
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > self.app.config.silence {
            return Err(End::gone("silent for too long"));
        }
        if self.search.is_none() && self.asked.elapsed() > self.app.config.idle {
            return Err(End::close(close_code::NORMAL, "nothing was asked for a long time"));
        }
        self.send(Message::Ping(Vec::new().into())).await
    }

    async fn say(&mut self, reply: &Reply) -> Result<(), End> {
        self.send(Message::Text(reply.to_json().into())).await
    }

    /// Nothing more is read while the page does not take what it was sent.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(SEND_DEADLINE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::gone("gone")),
            Err(_) => Err(End::gone("takes no messages")),
        }
    }
}

/// The reply to a question that needs no search. If the work panics the page is told so, by the
/// number of its question: it waits for an answer to that.
async fn at_once(app: &App, id: u64, work: impl FnOnce() -> Reply + Send + 'static) -> Reply {
    let failed = || Reply::error(Some(id), "failed", "the log says more".to_owned());
    app.at_once(work).await.unwrap_or_else(failed)
}

/// Waits for the next news of the search. Without a search it waits for ever.
async fn next(search: &mut Option<Search>) -> Option<(u64, News)> {
    match search {
        Some(Search { id, ticket }) => ticket.next().await.map(|news| (*id, news)),
        None => std::future::pending().await,
    }
}

/// Waits until the room has changed. Without a room it waits for ever.
async fn next_in_room(visit: &mut Option<Visit>) -> Option<(RoomInfo, Vec<Record>)> {
    match visit {
        Some(visit) => visit.next().await,
        None => std::future::pending().await,
    }
}

async fn hello(app: &App) -> Reply {
    let limits = LimitsInfo {
        seconds: app.config.longest_search.as_secs_f64(),
        bytes: app.config.message_bytes,
    };
    let services =
        Services { rooms: app.config.rooms.rooms > 0, library: app.library_info().await };
    Reply::hello(app.players.clone(), limits, services)
}

#[cfg(test)]
mod tests {
    use tokio::sync::watch;

    use super::*;
    use crate::config::Config;
    use crate::connections::Closing;

    #[tokio::test]
    async fn a_question_that_made_us_panic_is_answered_by_its_number() {
        let (_close, closing) = watch::channel(false);
        let app = App::new(Config { searches: 1, ..Config::default() }, Closing(closing)).unwrap();
        let reply = at_once(&app, 7, || panic!("on purpose")).await;
        assert!(matches!(reply, Reply::Error { id: Some(7), code: "failed", .. }), "{reply:?}");
    }
}
