//! Making players of their names.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use obverse_engine::book::Book;
use obverse_engine::{Options, Weights};
use obverse_rules::Color;

use crate::classics::{ClassicOptions, Quadrant, read_quadrant};
use crate::who::{External, Who};
use crate::{EnginePlayer, Player, PlayerError, Random};

/// Starts an engine in a process of its own. The binary provides it: this crate knows no
/// protocols.
pub type Connect =
    Arc<dyn Fn(&External) -> Result<Box<dyn Player>, PlayerError> + Send + Sync + 'static>;

/// Makes players of their names.
#[derive(Clone)]
pub struct Maker {
    /// How engines are set up where their name does not say it.
    pub engine: Options,
    /// Where random numbers begin, for a game that can be repeated.
    pub seed: Option<u64>,
    /// The bytes that a classic may use, if not as many as it likes.
    pub classic_memory: Option<usize>,
    /// How external engines are started, where they can be.
    pub connect: Option<Connect>,
    /// The weights that players asked for.
    pub weights: WeightsFiles,
}

/// Files of weights, each read once however many players use it. Clones share what was read.
#[derive(Clone, Debug, Default)]
pub struct WeightsFiles(Arc<Mutex<HashMap<PathBuf, Arc<Weights>>>>);

impl WeightsFiles {
    /// The weights of a file; a file that is damaged or something else is an error.
    pub fn read(&self, path: &Path) -> Result<Arc<Weights>, PlayerError> {
        let failed = |reason: String| PlayerError::Failed {
            player: format!("the weights {}", path.display()),
            reason,
        };
        // A thread that panicked here left the files it had read.
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(weights) = files.get(path) {
            return Ok(Arc::clone(weights));
        }
        let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
        let weights = Weights::from_bytes(&bytes).map_err(|error| failed(error.to_string()))?;
        let weights = Arc::new(weights);
        files.insert(path.to_owned(), Arc::clone(&weights));
        Ok(weights)
    }
}

/// Who sits at one side of the table.
pub enum Seat {
    /// A person, who is asked by the interface.
    Person,
    /// Somebody who needs nothing from the interface.
    Player(Box<dyn Player>),
}

impl Default for Maker {
    fn default() -> Maker {
        Maker {
            engine: Options { book: Some(Book::embedded()), ..Options::default() },
            seed: None,
            classic_memory: None,
            connect: None,
            weights: WeightsFiles::default(),
        }
    }
}

impl Maker {
    /// Makes the player for a side.
    pub fn make(&self, who: &Who, color: Color) -> Result<Seat, PlayerError> {
        let player: Box<dyn Player> = match who {
            Who::Human => return Ok(Seat::Person),
            Who::Engine(engine) => {
                let weights = match &engine.eval {
                    Some(path) => Some(self.weights.read(path)?),
                    None => self.engine.weights.clone(),
                };
                let options = Options {
                    weights,
                    book: match engine.book {
                        Some(on) => on.then(Book::embedded),
                        None => self.engine.book.clone(),
                    },
                    threads: engine.threads.unwrap_or(self.engine.threads),
                    hash_mb: engine.hash_mb.unwrap_or(self.engine.hash_mb),
                    ..self.engine.clone()
                };
                let seed = self.seed_of(None, color);
                Box::new(EnginePlayer::new(options, engine.limits.clone(), seed))
            }
            Who::Classic(classic, options) => {
                let seed = self.seed_of(options.seed, color);
                // A tree may take up what a hash table may.
                let hash = self.engine.hash_mb << 20;
                let memory = options.memory.or(self.classic_memory).or(Some(hash));
                let points = match &options.points_file {
                    Some(path) => Some(read_points(path)?),
                    None => options.points,
                };
                classic.player(&ClassicOptions { points, memory, ..options.clone() }, seed)
            }
            Who::Random { seed } => Box::new(Random::new(self.seed_of(*seed, color))),
            Who::External(external) => match &self.connect {
                Some(connect) => connect(external)?,
                None => {
                    return Err(PlayerError::Failed {
                        player: external.command.clone(),
                        reason: "external engines cannot be started here".to_owned(),
                    });
                }
            },
        };
        Ok(Seat::Player(player))
    }

    /// The player's own seed, or one made of the game's so that the two sides differ, or any.
    fn seed_of(&self, own: Option<u64>, color: Color) -> u64 {
        own.or_else(|| self.seed.map(|seed| seed.wrapping_mul(2).wrapping_add(color as u64)))
            .unwrap_or_else(|| fastrand::u64(..))
    }
}

/// The points of a file for `breadth`.
fn read_points(path: &Path) -> Result<Quadrant, PlayerError> {
    let failed = |reason: String| PlayerError::Failed {
        player: format!("the points {}", path.display()),
        reason,
    };
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    read_quadrant(&text).map_err(|error| failed(error.to_string()))
}

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Maker")
            .field("engine", &self.engine)
            .field("seed", &self.seed)
            .field("connect", &self.connect.is_some())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person => f.write_str("Person"),
            Seat::Player(player) => f.debug_tuple("Player").field(&player.name()).finish(),
        }
    }
}
