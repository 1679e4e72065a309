//! The game in the terminal: full-screen, and plain for scripts and screen readers.
//!
//! The full-screen game is state → update → draw: [`theme`] knows the colours and glyphs that a
//! terminal has.

pub mod theme;
