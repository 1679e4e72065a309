//! Connections: not too many at the same time, none that keeps us waiting, and an orderly end.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf, copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Sleep, sleep, timeout};

use crate::client::{Client, ClientId};
use crate::server::App;

/// The largest head of a request.
const HEAD_BYTES: usize = 32 << 10;

/// How long and how much a client that was told the end may go on sending before it is cut off.
const LINGER: Duration = Duration::from_secs(1);
const LINGER_BYTES: u64 = 4 << 20;

/// What a client hears that has too many connections.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nContent-Length: 0\r\n\
    Connection: close\r\n\r\n";

/// Knows when the server is about to end.
#[derive(Clone, Debug)]
pub(crate) struct Closing(pub(crate) watch::Receiver<bool>);

impl Closing {
    /// Returns when the end has come.
    pub(crate) async fn wait(&self) {
        // An error means that the sender has gone, which is the end too.
        let _ = self.0.clone().wait_for(|closing| *closing).await;
    }
}

/// Accepts connections and serves them until the end comes; then lets the requests in progress
/// finish and returns when every connection is closed, WebSockets among them.
pub(crate) async fn serve(mut listener: TcpListener, router: Router, app: &App) {
    let most = app.config.connections.max(1);
    let free = Arc::new(Semaphore::new(most.into()));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(app.config.request_deadline)
        .max_header_size(HEAD_BYTES);
    let mut open = JoinSet::new();
    loop {
        let (stream, client) = tokio::select! {
            accepted = accept(&mut listener, &free, app) => accepted,
            // Nothing is left of a connection that has ended.
            Some(_) = open.join_next() => continue,
            () = app.closing.wait() => break,
        };
        let Some(stream) = stream else { continue };
        let router = TowerToHyperService::new(router.clone());
        let id = client.id;
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&client));
            router.call(request)
        });
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let closing = app.closing.clone();
        open.spawn(async move {
            tokio::pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = closing.wait() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(client = %id, %error, "connection ended");
            }
        });
    }
    drop(listener);
    while open.join_next().await.is_some() {}
    // A WebSocket has left its HTTP connection behind, but holds a permit like the others.
    let _all = free.acquire_many(most.into()).await.expect("the semaphore is never closed");
}

/// The next connection and its client; no connection if the client has too many.
async fn accept(
    listener: &mut TcpListener,
    free: &Arc<Semaphore>,
    app: &App,
) -> (Option<Stream>, Arc<Client>) {
    let permit = Arc::clone(free).acquire_owned().await.expect("the semaphore is never closed");
    // axum's own `accept` waits and tries again after errors such as too many open files.
    let (tcp, address) = Listener::accept(listener).await;
    let client = app.clients.get(ClientId::new(address.ip()));
    let own_permit = client.connection();
    if own_permit.is_none() && !app.config.trust_forwarded {
        client.log_refusal("too-many-connections", "this client has too many connections");
        // It fits into the empty send buffer, or the client has gone.
        let _ = tcp.try_write(TOO_MANY);
        return (None, client);
    }
    if let Err(error) = tcp.set_nodelay(true) {
        tracing::debug!(%error, "no delay");
    }
    let open = Open { tcp, _permits: (permit, own_permit) };
    let send_deadline = app.config.request_deadline;
    (Some(Stream { open: Some(open), send_deadline, stalled: None }), client)
}

/// A connection that counts until it is closed.
struct Open {
    tcp: TcpStream,
    _permits: (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>),
}

/// A connection that fails if the client does not take what it is sent, and that is closed
/// without losing the last words.
struct Stream {
    /// There until it is dropped.
    open: Option<Open>,
    send_deadline: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Stream {
    fn tcp(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        let open = self.open.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        Ok(Pin::new(&mut open.tcp))
    }

    /// Passes on what became of a write; an error if it has been waiting too long.
    fn check_stall(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let deadline = self.send_deadline;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(deadline)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

/// A connection that is closed while bytes of the client are unread is reset by the system, and
/// the client may lose what it was sent last: an error, a close code. So we say that we are done
/// and read on for a moment.
impl Drop for Stream {
    fn drop(&mut self) {
        let (Some(mut open), Ok(runtime)) = (self.open.take(), Handle::try_current()) else {
            return;
        };
        runtime.spawn(async move {
            // It may be shut down or lost already.
            let _ = open.tcp.shutdown().await;
            let mut unread = (&mut open.tcp).take(LINGER_BYTES);
            // Whoever still sends is cut off.
            let _ = timeout(LINGER, copy(&mut unread, &mut sink())).await;
        });
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.tcp()?.poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = self.tcp()?.poll_write(context, bytes);
        self.check_stall(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.tcp()?.poll_write_vectored(context, slices);
        self.check_stall(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.tcp.is_write_vectored())
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.tcp()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.tcp()?.poll_shutdown(context)
    }
}
