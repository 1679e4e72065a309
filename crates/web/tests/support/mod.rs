//! A server for a test, and clients that say exactly what the test wants.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use futures_util::{SinkExt, StreamExt};
use obverse_engine::Options;
use obverse_players::Maker;
use obverse_web::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// A small server with one search thread.
pub(crate) fn config() -> Config {
    let engine = Options { hash_mb: 4, ..Options::default() };
    Config { maker: Maker { engine, ..Maker::default() }, searches: 1, ..Config::default() }
}

/// A question that keeps a search thread busy until it is stopped.
pub(crate) fn endless(id: u64) -> Value {
    json!({"type": "analyse", "id": id, "size": 10, "depth": 90})
}

/// A client's address; another number is another client. All of them are this machine.
pub(crate) const fn client(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 0, number))
}

/// A server that ends with the test.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    served: Option<JoinHandle<std::io::Result<()>>>,
}

impl Server {
    pub(crate) async fn start(config: Config) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel::<()>();
        let served = tokio::spawn(obverse_web::serve(listener, config, async {
            let _ = ended.await;
        }));
        Server { address, end: Some(end), served: Some(served) }
    }

    /// Calls the end and waits for it.
    pub(crate) async fn end(mut self) {
        self.end.take().unwrap().send(()).unwrap();
        self.served.take().unwrap().await.unwrap().unwrap();
    }

    /// Sends a request as it is and reads the whole answer.
    pub(crate) async fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.stream(client(1)).await;
        // A server that refuses early may close before it has read everything.
        let _ = stream.write_all(request).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A connection from this address.
    pub(crate) async fn stream(&self, from: IpAddr) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str, headers: &str) -> String {
        let host = self.address;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n");
        self.raw(request.as_bytes()).await
    }

    /// Posts a body; the status and the JSON of the answer.
    pub(crate) async fn post(&self, path: &str, body: &str) -> (u16, Value) {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let answer = self.raw(request.as_bytes()).await;
        let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        (status(&answer), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// A socket, after its greeting.
    pub(crate) async fn socket(&self) -> Socket {
        self.socket_from(client(1)).await
    }

    pub(crate) async fn socket_from(&self, from: IpAddr) -> Socket {
        let mut socket = Socket(self.connect_from(from, &[]).await.unwrap());
        assert_eq!(socket.next().await["type"], "hello");
        socket
    }

    pub(crate) async fn connect(&self, headers: &[(&'static str, &str)]) -> Result<Stream, Error> {
        self.connect_from(client(1), headers).await
    }

    pub(crate) async fn connect_from(
        &self,
        from: IpAddr,
        headers: &[(&'static str, &str)],
    ) -> Result<Stream, Error> {
        let mut request =
            format!("ws://{}/api/v1/socket", self.address).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        client_async(request, self.stream(from).await).await.map(|(stream, _)| stream)
    }
}

pub(crate) fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
}

pub(crate) type Stream = WebSocketStream<TcpStream>;

/// A page's end of the socket.
pub(crate) struct Socket(pub(crate) Stream);

impl Socket {
    pub(crate) async fn send(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    /// The next message with words in it.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            match self.0.next().await.expect("the socket is open").unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("unexpected {other:?}"),
            }
        }
    }

    /// The next message of this type; others are skipped.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }
}
