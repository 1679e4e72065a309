//! An external engine as a player.

use std::fmt;

use obverse_players::{Decision, External, Player, PlayerError, Protocol, Turn};
use obverse_rules::Game;
use thiserror::Error;

use super::ClientSettings;
use super::child::ChildError;
use super::gtp::GtpEngine;
use super::nboard::NBoardEngine;

/// An external engine. It is started when it is made, and again after it has failed.
pub struct ExternalPlayer {
    external: External,
    settings: ClientSettings,
    name: String,
    engine: Option<Box<dyn RunningEngine>>,
}

/// A running engine that can be asked for moves.
pub(super) trait RunningEngine: Send {
    /// Asks for a move.
    fn choose(
        &mut self,
        game: &Game,
        turn: &mut Turn<'_>,
        settings: &ClientSettings,
    ) -> Result<Decision, EngineError>;
}

/// Why an engine decides nothing.
#[derive(Debug, Error)]
pub(super) enum EngineError {
    #[error(transparent)]
    Child(#[from] ChildError),
    #[error("`{command}` was refused: {reason}")]
    Refused { command: String, reason: String },
    #[error("`{0}` is not a move")]
    NoMove(String),
    #[error("can't begin from a set-up position: it does not know `loadsgf`")]
    SetUp,
}

impl ExternalPlayer {
    /// Starts the engine, and waits until it answers.
    pub fn start(
        external: &External,
        settings: ClientSettings,
    ) -> Result<ExternalPlayer, PlayerError> {
        let mut player = ExternalPlayer {
            external: external.clone(),
            settings,
            name: external.command.clone(),
            engine: None,
        };
        player.engine = Some(player.launch()?);
        Ok(player)
    }

    fn launch(&mut self) -> Result<Box<dyn RunningEngine>, PlayerError> {
        let (command, settings) = (&self.external.command, &self.settings);
        let started: Result<(Box<dyn RunningEngine>, Option<String>), ChildError> =
            match self.external.protocol {
                Protocol::Gtp => {
                    GtpEngine::start(command, settings).map(|(it, name)| (Box::new(it) as _, name))
                }
                Protocol::NBoard => NBoardEngine::start(command, settings)
                    .map(|(it, name)| (Box::new(it) as _, name)),
            };
        let (engine, name) = started.map_err(|error| self.failed(&error))?;
        if let Some(name) = name {
            self.name = name;
        }
        Ok(engine)
    }

    fn failed(&self, error: &dyn fmt::Display) -> PlayerError {
        PlayerError::Failed { player: self.name.clone(), reason: error.to_string() }
    }
}

impl Player for ExternalPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.launch()?,
        };
        // Whatever goes wrong, the next move is asked of a fresh process.
        let decision =
            engine.choose(game, turn, &self.settings).map_err(|error| self.failed(&error))?;
        self.engine = Some(engine);
        Ok(decision)
    }
}

impl fmt::Debug for ExternalPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExternalPlayer")
            .field("external", &self.external)
            .field("name", &self.name)
            .field("runs", &self.engine.is_some())
            .finish_non_exhaustive()
    }
}
