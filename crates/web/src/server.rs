//! The server as a whole.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use obverse_answers::Reply;
use obverse_answers::library::LibraryQuestion;
use obverse_answers::message::{self, LibraryInfo, PlayerInfo};
use obverse_records::Record;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;
use tower_http::timeout::RequestBodyDeadlineLayer;

use crate::client::{Client, ClientId, Clients};
use crate::config::Config;
use crate::connections::{self, Closing};
use crate::guard::{self, Guard};
#[cfg(feature = "library")]
use crate::library::Shelf;
use crate::pool::Pool;
use crate::rooms::Rooms;
use crate::{api, assets, socket};

/// Connections that are still open this long after the end has come are cut.
const SHUTDOWN_DEADLINE: Duration = Duration::from_secs(3);

/// Texts that are read or written at the same time.
const READERS: usize = 2;

/// What all handlers share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) pool: Pool,
    pub(crate) clients: Clients,
    pub(crate) free_sockets: Arc<Semaphore>,
    pub(crate) players: Vec<PlayerInfo>,
    pub(crate) closing: Closing,
    pub(crate) rooms: Arc<Rooms>,
    #[cfg(feature = "library")]
    pub(crate) library: Option<Arc<Shelf>>,
    readers: Semaphore,
}

impl App {
    pub(crate) fn new(config: Config, closing: Closing) -> io::Result<App> {
        Ok(App {
            pool: Pool::new(&config)?,
            clients: Clients::new(config.client),
            free_sockets: Arc::new(Semaphore::new(config.sockets.into())),
            players: message::players(&config.maker),
            readers: Semaphore::new(READERS),
            rooms: Arc::new(Rooms::new(config.rooms)),
            #[cfg(feature = "library")]
            library: match &config.library {
                Some(library) => {
                    let shelf = Shelf::open(library.clone()).map_err(io::Error::other)?;
                    Some(Arc::new(shelf))
                }
                None => None,
            },
            config,
            closing,
        })
    }

    /// Reads or writes games, only a few at the same time, so that the searches keep their
    /// threads. None if it panicked, which the log tells.
    pub(crate) async fn at_once<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _permit = self.readers.acquire().await.expect("the semaphore is never closed");
        tokio::task::spawn_blocking(work).await.ok()
    }

    /// What a page is told of the library, where there is one.
    pub(crate) async fn library_info(&self) -> Option<LibraryInfo> {
        #[cfg(feature = "library")]
        if let Some(library) = &self.library {
            return library.info().await;
        }
        None
    }

    /// The answer of the library.
    pub(crate) async fn ask_library(&self, question: LibraryQuestion) -> Reply {
        #[cfg(feature = "library")]
        if let Some(library) = &self.library {
            return library.answer(question).await;
        }
        let why = "this server has no library: it is started with --library FILE";
        Reply::not_here(question.id(), why)
    }

    /// Keeps games that were played in a room, where there is a library.
    pub(crate) fn keep(&self, records: Vec<Record>) {
        #[cfg(feature = "library")]
        if let (Some(library), false) = (&self.library, records.is_empty()) {
            let library = Arc::clone(library);
            tokio::spawn(async move { library.keep(records).await });
        }
        #[cfg(not(feature = "library"))]
        drop(records);
    }

    /// Seconds after which a client that was refused for want of room may try again.
    pub(crate) fn retry_seconds(&self) -> u64 {
        self.config.search_turn.as_secs().max(1)
    }
}

/// Why a request was refused, for the log. Handlers put it on their answer.
#[derive(Clone, Debug)]
pub(crate) struct Reason(pub(crate) String);

/// Serves until the future is ready. Then it ends the searches, closes every WebSocket with code
/// 1001, and returns when all connections are closed, or after three seconds.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    until: impl Future<Output = ()>,
) -> io::Result<()> {
    let (close, closing) = watch::channel(false);
    let app = Arc::new(App::new(config, Closing(closing))?);
    let server = connections::serve(listener, router(Arc::clone(&app)), &app);
    tokio::pin!(server);
    tokio::select! {
        () = &mut server => return Ok(()),
        () = until => {}
    }
    tracing::info!("ending");
    close.send_replace(true);
    app.pool.close();
    if tokio::time::timeout(SHUTDOWN_DEADLINE, server).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    Ok(())
}

fn router(app: Arc<App>) -> Router {
    let Config { hosts, files, .. } = &app.config;
    let policy = if files.is_some() { guard::POLICY_OF_A_SITE } else { guard::POLICY };
    let guard = Arc::new(Guard::new(hosts.clone(), policy));
    let router = Router::new().route("/api/v1/socket", get(socket::open)).merge(api::routes());
    let router = match files {
        Some(folder) => router.fallback_service(ServeDir::new(folder).precompressed_br()),
        None => router.fallback(get(assets::file)),
    };
    router
        .layer(DefaultBodyLimit::max(app.config.message_bytes))
        .layer(RequestBodyDeadlineLayer::new(app.config.request_deadline))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(guard, guard::check))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), attend))
        .with_state(app)
}

/// Finds out who asks, delays those who ask too fast, and logs what is refused.
async fn attend(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Arc<Client>>().expect("the connection puts it there");
    let forwarded = app.config.trust_forwarded.then(|| ClientId::forwarded(request.headers()));
    let client = match forwarded.flatten() {
        Some(id) => app.clients.get(id),
        None => Arc::clone(peer),
    };
    client.pace().await;
    request.extensions_mut().insert(Arc::clone(&client));
    let begun = Instant::now();
    let what = format!("{} {}", request.method(), request.uri().path());
    let response = next.run(request).await;
    let status = response.status();
    let milliseconds = begun.elapsed().as_millis() as u64;
    tracing::debug!(what, status = status.as_u16(), milliseconds, "request");
    if status.is_client_error() || status.is_server_error() {
        let reason = response.extensions().get::<Reason>().map_or("", |reason| &reason.0);
        client.log_refusal(status.as_str(), &format!("{what}: {reason}"));
    }
    response
}
