//! NBoard's protocol, version 2: a line each way, unknown lines ignored.

mod command;
mod message;
mod server;

pub use command::{BadCommand, Command, MoveNote};
pub use message::{Message, SearchLine};
pub use server::serve;
