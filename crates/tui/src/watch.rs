//! Games that others play, on the full screen: boards, a table, and a few keys.
//!
//! Whoever runs the games is the [`Host`]: it says what there is to see and is told what whoever
//! looks on would like.

use std::io;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use obverse_rules::Game;

use crate::draw::watch::draw;
use crate::terminal::TerminalScreen;
use crate::theme::Theme;

/// What there is to see.
#[derive(Clone, Debug)]
pub struct Scene {
    /// How far the games are.
    pub title: String,
    /// How fast they are played.
    pub status: String,
    /// The games in progress.
    pub games: Vec<ShownGame>,
    /// Who stands where.
    pub table: Vec<String>,
    /// Whether all games are over: then it is shown until a key is pressed.
    pub is_over: bool,
    /// Whether the games are being broken off.
    pub is_stopped: bool,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct ShownGame {
    /// Its number among all.
    pub number: usize,
    /// Who plays, Black first.
    pub names: [String; 2],
    /// The game so far.
    pub game: Game,
}

/// What whoever looks on would like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To hold all games up, or to let them go on.
    Pause,
    /// To see them slower.
    Slower,
    /// To see them faster.
    Faster,
}

/// Whoever runs the games.
pub trait Host {
    /// What there is to see now.
    fn scene(&self) -> Scene;
    /// A key was pressed.
    fn wish(&self, wish: Wish);
}

/// Often enough for the eye.
const OFTEN: Duration = Duration::from_millis(50);

/// Shows the games until they are over and a key is pressed, or whoever looks on has enough.
pub fn watch(theme: &Theme, host: &dyn Host) -> io::Result<()> {
    let mut screen = TerminalScreen::enter()?;
    loop {
        let scene = host.scene();
        screen.draw(|buffer| draw(buffer, &scene, theme))?;
        // Games that end by themselves are looked at in peace; those that are broken off are not.
        if scene.is_stopped {
            return Ok(());
        }
        if !event::poll(OFTEN)? {
            continue;
        }
        let Event::Key(key) = event::read()? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => return Ok(()),
            KeyCode::Char('z') if is_control => screen.suspend()?,
            KeyCode::Char('l') if is_control => screen.repaint()?,
            KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
            KeyCode::Enter if scene.is_over => return Ok(()),
            KeyCode::Char(' ') => host.wish(Wish::Pause),
            KeyCode::Char('+') | KeyCode::Right => host.wish(Wish::Faster),
            KeyCode::Char('-') | KeyCode::Left => host.wish(Wish::Slower),
            _ => {}
        }
    }
}
