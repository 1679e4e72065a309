//! What the server may spend.

use std::path::PathBuf;
use std::time::Duration;

use obverse_players::Maker;

/// How a server is set up. No client can take everything: each has limits of its own.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder whose files are served instead of the page, such as a static site that is to be
    /// tried. They bring their own policy with them.
    pub files: Option<PathBuf>,
    /// Makes the players. Every search thread has an engine with these options.
    pub maker: Maker,
    /// Searches that run at the same time, each on a thread of its own.
    pub searches: u16,
    /// Searches of all clients that may wait for a thread. Further ones are refused.
    pub waiting: usize,
    /// The longest that one search may take.
    pub longest_search: Duration,
    /// After this time a search makes room for a client that has fewer searches running.
    pub search_turn: Duration,
    /// Connections of all kinds at the same time. Further ones wait to be accepted.
    pub connections: u16,
    /// WebSockets at the same time. Further ones are refused.
    pub sockets: u16,
    /// What one client may have.
    pub client: ClientLimits,
    /// The largest message or request body in bytes. A file of games is one message.
    pub message_bytes: usize,
    /// The time in which a client has to send the head of a request, and again its whole body.
    pub request_deadline: Duration,
    /// A WebSocket that sends nothing and answers no ping for this long is closed.
    pub silence: Duration,
    /// A WebSocket that asks nothing for this long is closed, however many pings it answers. A page
    /// comes back by itself.
    pub idle: Duration,
    /// Names of the server. Addresses written as numbers and `localhost` are answered without.
    pub hosts: Vec<String>,
    /// Whether a proxy says in `X-Forwarded-For` who its clients are. Where clients can reach the
    /// server without the proxy, they can say there what they like.
    pub trust_forwarded: bool,
    /// Rooms in which two people play.
    pub rooms: RoomLimits,
    /// The games that are kept.
    #[cfg(feature = "library")]
    pub library: Option<LibraryConfig>,
}

/// The games that a server keeps.
#[cfg(feature = "library")]
#[derive(Clone, Debug)]
pub struct LibraryConfig {
    /// Their file.
    pub path: PathBuf,
    /// Whether pages may change it.
    pub writes: bool,
}

/// How many rooms there are, and how long.
#[derive(Clone, Copy, Debug)]
pub struct RoomLimits {
    /// All of them; without any nobody is invited.
    pub rooms: usize,
    /// Those that one client has opened.
    pub rooms_of_client: usize,
    /// Those who watch in one room.
    pub watching: usize,
    /// A room where nobody is connected is forgotten after this time.
    pub deserted: Duration,
    /// A room where nobody has come, gone, moved or said anything is forgotten after this time.
    pub idle: Duration,
}

impl Default for RoomLimits {
    fn default() -> RoomLimits {
        RoomLimits {
            rooms: 256,
            rooms_of_client: 16,
            watching: 50,
            deserted: Duration::from_mins(30),
            idle: Duration::from_hours(24),
        }
    }
}

/// What one client may have: one IPv4 address, or one IPv6 network of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct ClientLimits {
    /// Connections of all kinds at the same time. Not used behind a trusted proxy, whose
    /// connections are those of all its clients.
    pub connections: u16,
    /// WebSockets at the same time.
    pub sockets: u16,
    /// Searches that may wait for a thread.
    pub waiting: usize,
    /// Requests and messages a second. Further ones are delayed, not refused.
    pub requests_per_second: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            files: None,
            maker: Maker::default(),
            searches: std::thread::available_parallelism()
                .map_or(1, |cores| u16::try_from(cores.get()).unwrap_or(u16::MAX)),
            waiting: 256,
            longest_search: Duration::from_mins(1),
            search_turn: Duration::from_secs(5),
            connections: 1024,
            sockets: 512,
            client: ClientLimits::default(),
            message_bytes: 2 << 20,
            request_deadline: Duration::from_secs(15),
            silence: Duration::from_secs(90),
            idle: Duration::from_hours(1),
            hosts: Vec::new(),
            trust_forwarded: false,
            rooms: RoomLimits::default(),
            #[cfg(feature = "library")]
            library: None,
        }
    }
}

impl Default for ClientLimits {
    fn default() -> ClientLimits {
        ClientLimits { connections: 128, sockets: 64, waiting: 64, requests_per_second: 250 }
    }
}
