//! The connection to the server.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};

use crate::names;
use crate::{FleetError, Notice, Settings, Tell};

/// A request that has no answer within this time is made again.
const REQUEST: Duration = Duration::from_secs(5);

/// Where the server is, and who we are for it.
#[derive(Clone)]
pub struct Server {
    /// `nats://HOST:PORT`, `tls://…`, with `USER:PASSWORD@` where the server wants it; several
    /// servers of a cluster are separated by commas.
    pub url: String,
    /// A credentials file of NATS, or a file with an nkey's seed.
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
        let client = connect(server, tell).await?;
        let mut js = jetstream::new(client.clone());
        js.set_timeout(REQUEST);
        let connection = Connection { client, js };
        connection.make_streams(settings).await?;
        Ok(connection)
    }

    /// Makes the streams that are missing.
    pub(crate) async fn make_streams(&self, settings: &Settings) -> Result<(), FleetError> {
        for config in names::streams(settings) {
            self.js
                .get_or_create_stream(config)
                .await
                .map_err(|error| FleetError::JetStream(error.to_string()))?;
        }
        Ok(())
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
    options.connect(addresses).await.map_err(|error| {
        let is_final = matches!(
            error.kind(),
            ConnectErrorKind::AuthorizationViolation
                | ConnectErrorKind::Authentication
                | ConnectErrorKind::ServerParse
                | ConnectErrorKind::Tls
        );
        failed(causes(&error), !is_final)
    })
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
    let seed = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    match seed {
        Some(seed) if seed.starts_with("SU") => Ok(options.nkey(seed.to_owned())),
        _ => options.credentials(&text).map_err(|_| {
            wrong("it is neither a credentials file of NATS nor the seed of an nkey".to_owned())
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(shown_url("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown_url("me:se@cret@host"), "host");
        assert_eq!(shown_url("tls://a:b@h1:1, nats://h2"), "tls://h1:1,nats://h2");
        let url = "nats://me:secret@host".to_owned();
        assert!(!format!("{:?}", Server { url, credentials: None }).contains("secret"));
    }
}
