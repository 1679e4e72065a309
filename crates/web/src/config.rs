//! What the server may spend.

use std::time::Duration;

use obverse_players::Maker;

/// How a server is set up. Every limit is there so that no visitor can take all.
#[derive(Clone, Debug)]
pub struct Config {
    /// Makes the players; its engine options hold for analyses too, once a search thread.
    pub maker: Maker,
    /// Searches that run at once, each on a thread of its own.
    pub searches: usize,
    /// Searches that may wait for a thread.
    pub waiting: usize,
    /// The longest that one search may take.
    pub longest_search: Duration,
    /// Connections of all kinds at once. Further ones wait to be accepted.
    pub connections: usize,
    /// Pages connected at once. Further ones are refused.
    pub sockets: usize,
    /// The largest message or request body in bytes. A file of games is one message.
    pub message_bytes: usize,
    /// How long a client may take to send the head of a request, and pause within its body.
    pub patience: Duration,
    /// A socket that says nothing and answers no ping for this long is closed.
    pub silence: Duration,
    /// Names by which the server may be called, beside its address: those of a proxy before it.
    pub hosts: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            maker: Maker::default(),
            searches: std::thread::available_parallelism().map_or(1, Into::into),
            waiting: 256,
            longest_search: Duration::from_mins(1),
            connections: 1024,
            sockets: 512,
            message_bytes: 2 << 20,
            patience: Duration::from_secs(15),
            silence: Duration::from_secs(90),
            hosts: Vec::new(),
        }
    }
}
