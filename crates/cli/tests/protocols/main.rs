//! Clients for both protocols, written from the protocols' texts, against the real program.

mod client;
mod gtp;
mod nboard;
mod players;
