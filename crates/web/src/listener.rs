//! Connections: not more than so many at once, and none that keeps us waiting for its request.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;

/// Knows when the server is about to end.
#[derive(Clone, Debug)]
pub(crate) struct Closing(pub(crate) watch::Receiver<bool>);

impl Closing {
    /// Returns when the end is called.
    pub(crate) async fn called(&self) {
        // An error means that the sender has gone, which is the end too.
        let _ = self.0.clone().wait_for(|closing| *closing).await;
    }
}

/// A listener that waits while too many connections are open.
pub(crate) struct Limited {
    listener: TcpListener,
    free: Arc<Semaphore>,
}

impl Limited {
    pub(crate) fn new(listener: TcpListener, most: usize) -> Limited {
        Limited { listener, free: Arc::new(Semaphore::new(most)) }
    }

    /// Serves every connection until the end is called, then lets the requests in progress end. A
    /// client that has not sent the head of its next request within `patience` is cut off.
    pub(crate) async fn serve(mut self, router: Router, patience: Duration, closing: Closing) {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(patience);
        let mut open = JoinSet::new();
        loop {
            let (stream, address) = tokio::select! {
                accepted = self.accept() => accepted,
                // Nothing is left of a connection that has ended.
                Some(_) = open.join_next() => continue,
                () = closing.called() => break,
            };
            let service = TowerToHyperService::new(router.clone());
            let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
            let closing = closing.clone();
            open.spawn(async move {
                tokio::pin!(connection);
                let ended = tokio::select! {
                    ended = connection.as_mut() => ended,
                    () = closing.called() => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                };
                if let Err(error) = ended {
                    tracing::debug!(%address, %error, "connection ended");
                }
            });
        }
        while open.join_next().await.is_some() {}
    }

    async fn accept(&mut self) -> (Counted, SocketAddr) {
        let permit =
            Arc::clone(&self.free).acquire_owned().await.expect("the semaphore is never closed");
        // axum's own `accept` waits and tries again after errors such as too many open files.
        let (stream, address) = Listener::accept(&mut self.listener).await;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "no delay");
        }
        (Counted { stream, _permit: permit }, address)
    }
}

/// A connection that gives its place back when it is closed.
pub(crate) struct Counted {
    stream: TcpStream,
    _permit: OwnedSemaphorePermit,
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
