//! What the log says. A process of its own: what is logged depends on who else listens.

mod support;

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use support::{Server, Socket, config};
use tokio::time::sleep;

/// A log that the test reads.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the log says once the socket is closed after this.
async fn log_of(end: impl AsyncFnOnce(Socket)) -> String {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let server = Server::start(config()).await;
    end(server.socket().await).await;
    while !log.text().contains("socket closed") {
        sleep(Duration::from_millis(10)).await;
    }
    log.text()
}

#[tokio::test]
async fn a_connection_that_is_cut_is_no_warning() {
    let cut = log_of(async |socket| drop(socket)).await;
    assert!(!cut.contains("WARN"), "{cut}");
    let large = log_of(async |mut socket| socket.say(&" ".repeat(3 << 20)).await).await;
    assert!(large.contains("WARN") && large.contains("too large"), "{large}");
}
