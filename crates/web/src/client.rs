//! Who asks, and what each of them may have.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::config::ClientLimits;
use crate::rate::Rate;

/// Lines of the log a second that one client can cause.
const LOG_LINES_PER_SECOND: u32 = 5;
/// The characters of a client's text that the log shows.
const LOG_CHARACTERS: usize = 200;

/// What tells clients apart: their address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientId(IpAddr);

impl ClientId {
    /// An IPv6 client is given a network of 64 bits and chooses the rest of its address itself.
    pub(crate) fn new(address: IpAddr) -> ClientId {
        match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                let mut segments = address.segments();
                segments[4..].fill(0);
                ClientId(Ipv6Addr::from(segments).into())
            }
            address => ClientId(address),
        }
    }

    /// The client for whom a proxy asks. The last address of `X-Forwarded-For` is the one that the
    /// proxy has seen itself; those before it are whatever the client wrote.
    pub(crate) fn forwarded(headers: &HeaderMap) -> Option<ClientId> {
        let header = headers.get_all("x-forwarded-for").iter().next_back()?;
        let last = header.to_str().ok()?.rsplit(',').next()?.trim();
        let without_brackets = last.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let address = without_brackets.unwrap_or(last).parse().ok();
        let with_port = || last.parse().ok().map(|address: SocketAddr| address.ip());
        address.or_else(with_port).map(ClientId::new)
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One client and what it uses.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) id: ClientId,
    connections: Arc<Semaphore>,
    sockets: Arc<Semaphore>,
    large_message: Semaphore,
    requests: Rate,
    log: Rate,
    unlogged: AtomicU64,
}

impl Client {
    fn new(id: ClientId, limits: &ClientLimits) -> Client {
        Client {
            id,
            connections: Arc::new(Semaphore::new(limits.connections.into())),
            sockets: Arc::new(Semaphore::new(limits.sockets.into())),
            large_message: Semaphore::new(1),
            requests: Rate::new(limits.requests_per_second),
            log: Rate::new(LOG_LINES_PER_SECOND),
            unlogged: AtomicU64::new(0),
        }
    }

    /// Room for another connection, while the permit lives.
    pub(crate) fn connection(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.connections).try_acquire_owned().ok()
    }

    /// Room for another WebSocket, while the permit lives.
    pub(crate) fn socket(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.sockets).try_acquire_owned().ok()
    }

    /// Waits until no other large message of this client is worked on. A message can take ten
    /// times its size once it is parsed, and games take a while to read: so the memory is bounded,
    /// and the other clients get their turn.
    pub(crate) async fn large_message(&self) -> SemaphorePermit<'_> {
        self.large_message.acquire().await.expect("the semaphore is never closed")
    }

    /// Waits while this client asks too much.
    pub(crate) async fn pace(&self) {
        let wait = self.requests.take(Instant::now());
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    /// Logs a refusal, unless this client has filled its part of the log.
    pub(crate) fn log_refusal(&self, code: &str, reason: &str) {
        if !self.log.try_take(Instant::now()) {
            self.unlogged.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let unlogged = self.unlogged.swap(0, Ordering::Relaxed);
        let unlogged = (unlogged > 0).then_some(unlogged);
        tracing::warn!(client = %self.id, code, reason = %Shown(reason), unlogged, "refused");
    }

    /// Whether a new one would be the same.
    fn is_unused(self: &Arc<Client>, now: Instant) -> bool {
        Arc::strong_count(self) == 1 && self.requests.is_full(now) && self.log.is_full(now)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let unlogged = *self.unlogged.get_mut();
        if unlogged > 0 {
            tracing::warn!(client = %self.id, unlogged, "more was refused");
        }
    }
}

/// A client's text as the log shows it: on one line, without control characters, and not long.
struct Shown<'a>(&'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars().take(LOG_CHARACTERS) {
            match character {
                '"' | '\'' => write!(f, "{character}")?,
                other => write!(f, "{}", other.escape_debug())?,
            }
        }
        let is_cut = self.0.chars().nth(LOG_CHARACTERS).is_some();
        f.write_str(if is_cut { "…" } else { "" })
    }
}

/// Every client that uses the server or has used it a moment ago.
#[derive(Debug)]
pub(crate) struct Clients {
    limits: ClientLimits,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    clients: HashMap<ClientId, Arc<Client>>,
    /// How many were left when the unused ones were last forgotten.
    kept: usize,
}

impl Clients {
    pub(crate) fn new(limits: ClientLimits) -> Clients {
        Clients { limits, known: Mutex::default() }
    }

    pub(crate) fn get(&self, id: ClientId) -> Arc<Client> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.clients.len() > 2 * known.kept + 64 {
            let now = Instant::now();
            known.clients.retain(|_, client| !client.is_unused(now));
            known.kept = known.clients.len();
        }
        let new = || Arc::new(Client::new(id, &self.limits));
        Arc::clone(known.clients.entry(id).or_insert_with(new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(address: &str) -> ClientId {
        ClientId::new(address.parse().unwrap())
    }

    #[test]
    fn a_client_is_an_address_or_a_network() {
        assert_ne!(id("192.0.2.1"), id("192.0.2.2"));
        assert_eq!(id("::ffff:192.0.2.1"), id("192.0.2.1"));
        assert_eq!(id("2001:db8:1:2::3"), id("2001:db8:1:2:ffff::4"));
        assert_ne!(id("2001:db8:1:2::3"), id("2001:db8:1:3::3"));
    }

    #[test]
    fn the_proxy_adds_the_last_address() {
        let forwarded = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-forwarded-for", value.parse().unwrap());
            }
            ClientId::forwarded(&headers)
        };
        assert_eq!(forwarded(&["192.0.2.1"]), Some(id("192.0.2.1")));
        assert_eq!(forwarded(&["10.0.0.9, 192.0.2.1"]), Some(id("192.0.2.1")));
        assert_eq!(forwarded(&["10.0.0.9", "192.0.2.1"]), Some(id("192.0.2.1")));
        assert_eq!(forwarded(&["192.0.2.1:4711"]), Some(id("192.0.2.1")));
        assert_eq!(forwarded(&["[2001:db8::1]:4711"]), Some(id("2001:db8::1")));
        assert_eq!(forwarded(&["[2001:db8::1]"]), Some(id("2001:db8::1")));
        assert_eq!(forwarded(&["192.0.2.1, unknown"]), None);
        assert_eq!(forwarded(&[]), None);
    }

    #[test]
    fn clients_that_are_gone_are_forgotten() {
        let clients = Clients::new(ClientLimits::default());
        let address = |number: u32| ClientId::new(IpAddr::V4(number.into()));
        let held = clients.get(address(0));
        for number in 1..10_000 {
            clients.get(address(number));
        }
        assert!(clients.known.lock().unwrap().clients.len() < 300);
        assert!(Arc::ptr_eq(&held, &clients.get(address(0))));
    }

    #[test]
    fn the_log_shows_one_short_line() {
        assert_eq!(
            Shown("it's \"f5\"\r\n\u{1b}[2J\u{202e}").to_string(),
            "it's \"f5\"\\r\\n\\u{1b}[2J\\u{202e}"
        );
        assert_eq!(Shown(&"é".repeat(300)).to_string(), format!("{}…", "é".repeat(200)));
    }
}
