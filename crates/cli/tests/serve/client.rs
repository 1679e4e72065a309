//! The server as a process, and a client that needs nothing but the standard library.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

/// `obverse serve` on a free port.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
    log: JoinHandle<String>,
}

impl Server {
    /// Starts it at this address, which ends with port 0, and waits until it listens.
    pub(crate) fn start(address: &str, options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_obverse"));
        command.args(["serve", "--addr", address]).args(options);
        Server::wait_for(command)
    }

    /// The same from a shell in which this was said before.
    pub(crate) fn start_in_shell(before: &str, options: &[&str]) -> Server {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{before}; exec \"$@\""), "sh"]);
        command.args([env!("CARGO_BIN_EXE_obverse"), "serve", "--addr", "127.0.0.1:0"]);
        command.args(options);
        Server::wait_for(command)
    }

    fn wait_for(mut command: Command) -> Server {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stderr = child.stderr.take().expect("it was piped");
        let log = std::thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("the log is text");
            text
        });
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("it was piped")).read_line(&mut line).unwrap();
        let digits = line.split("/  (").next().and_then(|url| url.rsplit(':').next());
        let port = digits.and_then(|digits| digits.parse().ok());
        Server { child, port: port.unwrap_or_else(|| panic!("no port in {line:?}")), log }
    }

    /// Asks it to end, as a service manager does.
    pub(crate) fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    /// Waits for its end: the exit code and what it logged.
    pub(crate) fn wait(mut self) -> (i32, String) {
        let status = self.child.wait().expect("it ends");
        (status.code().unwrap_or(-1), self.log.join().expect("no panic"))
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        // So long that only a server that never answers fails the test.
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// The status of the answer to this request.
    pub(crate) fn status(&self, request: &str) -> u16 {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // A connection that is cut after the answer has answered all the same.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
    }

    /// A WebSocket after its handshake.
    pub(crate) fn socket(&self) -> Socket {
        let mut stream = self.connect();
        let request = format!(
            "GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.port
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("an answer");
            head.extend(byte);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Socket(BufReader::new(stream))
    }
}

/// A client's end of a WebSocket.
pub(crate) struct Socket(BufReader<TcpStream>);

/// What a server sends.
#[derive(Debug, PartialEq)]
pub(crate) enum Frame {
    Text(String),
    Close(u16),
    Other,
}

impl Socket {
    /// Sends a text with its length in two bytes, masked with zeros.
    pub(crate) fn say(&mut self, text: &str) {
        let length = u16::try_from(text.len()).expect("a short text");
        let mut frame = vec![0x81, 0xfe];
        frame.extend(length.to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.get_mut().write_all(&frame).unwrap();
    }

    /// The next frame; none where the connection ends without one.
    pub(crate) fn next(&mut self) -> Option<Frame> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).ok()?;
        let length = match head[1] {
            126 => {
                let mut bytes = [0; 2];
                self.0.read_exact(&mut bytes).ok()?;
                u16::from_be_bytes(bytes).into()
            }
            127 => {
                let mut bytes = [0; 8];
                self.0.read_exact(&mut bytes).ok()?;
                u64::from_be_bytes(bytes) as usize
            }
            length => length.into(),
        };
        let mut payload = vec![0; length];
        self.0.read_exact(&mut payload).ok()?;
        Some(match head[0] & 0x0f {
            1 => Frame::Text(String::from_utf8(payload).expect("text")),
            8 => Frame::Close(payload.first_chunk().map_or(0, |code| u16::from_be_bytes(*code))),
            _ => Frame::Other,
        })
    }

    /// The next text; other frames are skipped.
    pub(crate) fn text(&mut self) -> String {
        loop {
            match self.next() {
                Some(Frame::Text(text)) => return text,
                Some(Frame::Other) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The code with which the server closes; none if it just goes away.
    pub(crate) fn close_code(&mut self) -> Option<u16> {
        loop {
            if let Frame::Close(code) = self.next()? {
                return Some(code);
            }
        }
    }
}
