//! The connection to the server.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::context::{CreateStreamErrorKind, GetStreamErrorKind};
use async_nats::jetstream::stream::Config;
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};
use tokio::time::sleep;

use crate::names;
use crate::{FleetError, Notice, Settings, Tell};

/// A request that has no answer within this time is made again.
const REQUEST: Duration = Duration::from_secs(5);

/// How long a server has to make an account ready that was never used before, or a stream that
/// somebody else makes.
const SETTLE: Duration = Duration::from_millis(200);

/// Within this time those who find no streams begin to make them, each at a moment of its own.
const SPREAD: Duration = Duration::from_millis(500);

/// What is said of a file that is nothing of the kind.
const NO_CREDENTIALS: &str = "it is neither a credentials file of NATS nor the seed of an nkey, and not one line \
                              with user:password or a token";

/// Where the server is, and who we are for it.
#[derive(Clone)]
pub struct Server {
    /// `nats://HOST:PORT`, `tls://…`, with `USER:PASSWORD@` where the server wants it; several
    /// servers of a cluster are separated by commas.
    pub url: String,
    /// A credentials file of NATS, or a file with an nkey's seed, or with a line `USER:PASSWORD`
    /// or a token.
    pub credentials: Option<PathBuf>,
}

/// Never with a password.
impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("url", &shown_url(&self.url)).finish_non_exhaustive()
    }
}

/// A URL without its user and password.
pub fn shown_url(url: &str) -> String {
    let shown = |url: &str| {
        let (scheme, rest) =
            url.split_once("://").map_or(("", url), |(scheme, rest)| (scheme, rest));
        let rest = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
        if scheme.is_empty() { rest.to_owned() } else { format!("{scheme}://{rest}") }
    };
    url.split(',').map(|url| shown(url.trim())).collect::<Vec<_>>().join(",")
}

/// A connection that is made again for ever when it is lost.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) js: Context,
}

impl Connection {
    /// Connects, and makes the streams that are missing.
    pub(crate) async fn open(
        server: &Server,
        settings: &Settings,
        tell: &Tell,
    ) -> Result<Connection, FleetError> {
        let connection = Connection::join(server, tell).await?;
        connection.make_streams(settings).await?;
        Ok(connection)
    }

    /// Connects and leaves the streams to others, as workers do. Two clients that make a stream at
    /// the same moment can make it twice in a server of version 2.9 (its pull request 4589): both are told that it is there,
    /// one of the two is never seen again, and whoever uses it waits for ever. Workers are many and
    /// are started together with others, so none of them makes any.
    pub(crate) async fn join(server: &Server, tell: &Tell) -> Result<Connection, FleetError> {
        let client = connect(server, tell).await?;
        let mut js = jetstream::new(client.clone());
        js.set_timeout(REQUEST);
        Ok(Connection { client, js })
    }

    /// Makes the streams that are missing.
    pub(crate) async fn make_streams(&self, settings: &Settings) -> Result<(), FleetError> {
        if self.has_streams().await? {
            return Ok(());
        }
        // Submitters that were started together do not make them at the same moment.
        let chance = RandomState::new().hash_one(Instant::now()) % SPREAD.as_millis() as u64;
        sleep(SETTLE + Duration::from_millis(chance)).await;
        for config in names::streams(settings) {
            self.make_stream(config).await?;
        }
        Ok(())
    }

    /// Makes a stream if it is missing.
    async fn make_stream(&self, config: Config) -> Result<(), FleetError> {
        let mut attempts = 3;
        loop {
            let Err(error) = self.js.get_or_create_stream(config.clone()).await else {
                return Ok(());
            };
            attempts -= 1;
            let is_being_made = matches!(error.kind(), CreateStreamErrorKind::JetStream(error)
                if error.error_code() == ErrorCode::STREAM_SUBJECT_OVERLAP);
            if attempts == 0 || !is_being_made {
                return Err(FleetError::JetStream(error.to_string()));
            }
            sleep(SETTLE).await;
        }
    }

    /// Whether the streams are there.
    pub(crate) async fn has_streams(&self) -> Result<bool, FleetError> {
        for name in names::STREAMS {
            match self.js.get_stream(name).await {
                Ok(_) => {}
                Err(error) => match error.kind() {
                    GetStreamErrorKind::JetStream(error) if error.code() == 404 => {
                        return Ok(false);
                    }
                    _ => return Err(FleetError::JetStream(causes(&error))),
                },
            }
        }
        Ok(true)
    }

    /// When a stream was made, if the server says so now.
    pub(crate) async fn made(&self, name: &str) -> Option<String> {
        let stream = self.js.get_stream(name).await.ok()?;
        Some(stream.cached_info().created.to_string())
    }

    /// A stream that is known to exist.
    pub(crate) async fn stream(
        &self,
        name: &str,
    ) -> Result<jetstream::stream::Stream<()>, FleetError> {
        let stream = self.js.get_stream_no_info(name).await;
        stream.map_err(|error| FleetError::JetStream(error.to_string()))
    }
}

async fn connect(server: &Server, tell: &Tell) -> Result<Client, FleetError> {
    let tell = Arc::clone(tell);
    let was_away = Arc::new(AtomicBool::new(false));
    let options = ConnectOptions::new()
        .name("obverse")
        .max_reconnects(None)
        .ping_interval(Duration::from_secs(10))
        .request_timeout(Some(REQUEST))
        .reconnect_delay_callback(|attempts| {
            Duration::from_millis((100 << attempts.min(5)).min(2000))
        })
        .event_callback(move |event| {
            match event {
                Event::Disconnected if !was_away.swap(true, Ordering::Relaxed) => {
                    tell(Notice::Away);
                }
                Event::Connected if was_away.swap(false, Ordering::Relaxed) => {
                    tell(Notice::Back);
                }
                _ => {}
            }
            std::future::ready(())
        });
    let options = with_credentials(options, server)?;
    let addresses: Vec<&str> = server.url.split(',').map(str::trim).collect();
    let failed = |reason: String, may_pass: bool| {
        let server = shown_url(&server.url);
        FleetError::Connect { server, reason, may_pass }
    };
    let addresses = addresses
        .into_iter()
        .map(str::parse::<async_nats::ServerAddr>)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| failed(error.to_string(), false))?;
    let options = with_user(options, &addresses);
    options.connect(addresses).await.map_err(|error| {
        let is_final = matches!(
            error.kind(),
            ConnectErrorKind::AuthorizationViolation
                | ConnectErrorKind::Authentication
                | ConnectErrorKind::ServerParse
                | ConnectErrorKind::Tls
        );
        let reason = match causes(&error) {
            // What the other side sends is nothing of TLS.
            reason if reason.contains("InvalidContentType") => {
                "it does not encrypt; nats:// instead of tls:// reaches it".to_owned()
            }
            reason => reason,
        };
        // A certificate does not become another by waiting.
        let may_pass = !is_final && !reason.contains("certificate");
        failed(reason, may_pass)
    })
}

/// The client leaves it to us to use the user and the password of an address; a user without a
/// password is a token.
fn with_user(options: ConnectOptions, addresses: &[async_nats::ServerAddr]) -> ConnectOptions {
    let Some(address) = addresses.iter().find(|address| address.has_user_pass()) else {
        return options;
    };
    let user = decoded(address.username().unwrap_or_default());
    match address.password() {
        Some(password) => options.user_and_password(user, decoded(password)),
        None => options.token(user),
    }
}

/// Text of an address, in which letters may be written as `%40`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).filter(|code| code.iter().all(u8::is_ascii_hexdigit));
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        if let Some(byte) = code.filter(|_| *first == b'%') {
            bytes.push(byte);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An error with its causes, since the client's own text has only the kind.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        next = cause.source();
    }
    text
}

/// Reads who we are from the file.
fn with_credentials(
    options: ConnectOptions,
    server: &Server,
) -> Result<ConnectOptions, FleetError> {
    let Some(path) = &server.credentials else { return Ok(options) };
    let file = path.display().to_string();
    let wrong = |reason: String| FleetError::Credentials { file: file.clone(), reason };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let lines = || text.lines().map(str::trim);
    let lines: Vec<&str> =
        lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    match lines[..] {
        [seed, ..] if seed.starts_with("SU") => Ok(options.nkey(seed.to_owned())),
        [line] if !line.contains(' ') => Ok(match line.split_once(':') {
            Some((user, password)) => {
                options.user_and_password(user.to_owned(), password.to_owned())
            }
            None => options.token(line.to_owned()),
        }),
        _ => options.credentials(&text).map_err(|_| wrong(NO_CREDENTIALS.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_an_address_are_decoded() {
        assert_eq!(decoded("p%40ss%2Fword"), "p@ss/word");
        for plain in ["", "plain", "100%", "%4", "%zz", "a%+1"] {
            assert_eq!(decoded(plain), plain, "{plain}");
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(shown_url("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown_url("me:se@cret@host"), "host");
        assert_eq!(shown_url("tls://a:b@h1:1, nats://h2"), "tls://h1:1,nats://h2");
        let url = "nats://me:secret@host".to_owned();
        assert!(!format!("{:?}", Server { url, credentials: None }).contains("secret"));
    }
}
