//! The server as a whole.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use obverse_answers::message::{self, PlayerInfo};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower_http::compression::CompressionLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::config::Config;
use crate::guard::{self, Guard};
use crate::listener::{Closing, Limited};
use crate::pool::Pool;
use crate::{api, assets, socket};

/// Connections that are still open this long after the end has been called are cut.
const FAREWELL: Duration = Duration::from_secs(3);

/// Texts that are read or written at once.
const READERS: usize = 2;

/// What all handlers share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) pool: Pool,
    pub(crate) free_sockets: Arc<Semaphore>,
    pub(crate) players: Vec<PlayerInfo>,
    pub(crate) closing: Closing,
    readers: Semaphore,
}

impl App {
    /// Does something that takes a moment: reads or writes games. Only so many at once, so that
    /// the searches keep their threads. None if it panicked, which the log tells.
    pub(crate) async fn at_once<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _permit = self.readers.acquire().await.expect("the semaphore is never closed");
        tokio::task::spawn_blocking(work).await.ok()
    }
}

/// Serves until the future is ready: then open sockets are told, searches end, and it returns.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    until: impl Future<Output = ()>,
) -> io::Result<()> {
    let (close, closing) = watch::channel(false);
    let closing = Closing(closing);
    let guard = Arc::new(Guard::new(listener.local_addr()?, config.hosts.clone()));
    let connections = Limited::new(listener, config.connections);
    let pool = Pool::new(&config.maker, config.searches, config.waiting, config.longest_search);
    let app = Arc::new(App {
        free_sockets: Arc::new(Semaphore::new(config.sockets)),
        players: message::players(&config.maker),
        readers: Semaphore::new(READERS),
        pool,
        config,
        closing,
    });
    let router = router(Arc::clone(&app), guard);
    let server = connections.serve(router, app.config.patience, app.closing.clone());
    tokio::pin!(server);
    tokio::select! {
        () = &mut server => return Ok(()),
        () = until => {}
    }
    tracing::info!("ending");
    app.pool.close();
    close.send_replace(true);
    if tokio::time::timeout(FAREWELL, server).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    Ok(())
}

fn router(app: Arc<App>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/api/v1/socket", get(socket::open))
        .merge(api::routes())
        .fallback(get(assets::file))
        .layer(DefaultBodyLimit::max(app.config.message_bytes))
        .layer(RequestBodyTimeoutLayer::new(app.config.patience))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(guard, guard::check))
        .layer(middleware::from_fn(log))
        .with_state(app)
}

async fn log(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let milliseconds = begun.elapsed().as_millis() as u64;
    if response.status().is_client_error() || response.status().is_server_error() {
        tracing::info!(%method, path, status, milliseconds, "request");
    } else {
        tracing::debug!(%method, path, status, milliseconds, "request");
    }
    response
}
