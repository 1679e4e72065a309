//! The full-screen game without a terminal: messages in, state and effects out.

mod chooser;
mod clocks;
#[path = "../common/mod.rs"]
mod common;
mod editor;
mod files;
mod help;
mod playing;
mod puzzles;
mod scores;
mod study;
mod tour;
mod why;
