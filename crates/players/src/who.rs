//! Who sits where: players as the command line names them.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::classics::{Classic, ClassicOptions};
use crate::{EngineLimits, Time, TimeError};

/// A player by name and options: `human`, `level:5`, `engine:time=2s,threads=2`, `killer:book=off`,
/// `random:seed=7`, `gtp:COMMAND`.
///
/// ```
/// use obverse_players::Who;
///
/// let who: Who = "engine:depth=12,time=0.5s".parse()?;
/// assert_eq!(who.to_string(), "engine:time=500ms,depth=12");
/// # Ok::<(), obverse_players::WhoError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// The person at this interface.
    Human,
    /// The engine, at a level or with limits.
    Engine(EngineWho),
    /// One of the five classics.
    Classic(Classic, ClassicOptions),
    /// Random moves.
    Random {
        /// Where the random numbers begin.
        seed: Option<u64>,
    },
    /// A program of somebody else's.
    External(External),
}

/// The engine as it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineWho {
    /// What it may spend on a move.
    pub limits: EngineLimits,
    /// Threads, if not the program's.
    pub threads: Option<usize>,
    /// Megabytes of hash table, if not the program's.
    pub hash_mb: Option<usize>,
    /// A file with other weights of the evaluation than the program's.
    pub eval: Option<PathBuf>,
    /// Whether it may play from the opening book, if not as the program does.
    pub book: Option<bool>,
}

/// An engine in a process of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// The language it speaks.
    pub protocol: Protocol,
    /// The command that starts it, with its arguments.
    pub command: String,
}

/// A language that engines speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The `NBoard` protocol, version 2.
    NBoard,
}

impl Protocol {
    /// The name before the colon.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
        }
    }
}

/// Text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WhoError {
    /// No such player.
    #[error(
        "`{0}` is not a player: write human, level:5, engine, ratio, breadth, squares, anysize, \
         killer, random, gtp:COMMAND or nboard:COMMAND"
    )]
    Unknown(String),
    /// No such option.
    #[error("{who} has no option `{option}`: it takes {takes}")]
    Option {
        /// The player.
        who: String,
        /// What was written.
        option: String,
        /// What it takes, in words.
        takes: &'static str,
    },
    /// An option with a value it cannot have.
    #[error("{option}={value}: write {wanted}")]
    Value {
        /// The option.
        option: String,
        /// What was written.
        value: String,
        /// What would be right.
        wanted: &'static str,
    },
    /// An option without a value.
    #[error("`{0}` has no value: an option is written name=value")]
    NoValue(String),
    /// No level.
    #[error(transparent)]
    Level(#[from] obverse_engine::LevelError),
    /// No time.
    #[error(transparent)]
    Time(#[from] TimeError),
    /// An external engine without a command.
    #[error("{0}: needs the command that starts the engine, such as {0}:edax")]
    Command(&'static str),
}

impl FromStr for Who {
    type Err = WhoError;

    fn from_str(text: &str) -> Result<Who, WhoError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        match name.to_ascii_lowercase().as_str() {
            "human" => {
                let mut options = options(rest);
                options
                    .next()
                    .transpose()?
                    .map_or(Ok(Who::Human), |option| Err(option.unknown("human", "no options")))
            }
            "random" => read_random(rest),
            "level" => {
                let (level, rest) = rest.split_once(',').unwrap_or((rest, ""));
                let level = Some(level.parse()?);
                let engine = EngineWho::read("level", rest)?;
                let limits = EngineLimits { level, ..engine.limits };
                Ok(Who::Engine(EngineWho { limits, ..engine }))
            }
            "engine" => EngineWho::read("engine", rest).map(Who::Engine),
            "gtp" => External::read(Protocol::Gtp, rest),
            "nboard" => External::read(Protocol::NBoard, rest),
            name => {
                let classic = Classic::from_name(name)
                    .ok_or_else(|| WhoError::Unknown(text.chars().take(40).collect()))?;
                Ok(Who::Classic(classic, read_classic(classic, rest)?))
            }
        }
    }
}

impl Who {
    /// The options of the player with this name, the part before the colon.
    pub fn options_of(name: &str) -> impl Iterator<Item = &'static str> {
        let takes = match name {
            "engine" | "level" => ENGINE_TAKES,
            "random" => "seed",
            name => Classic::from_name(name).map_or("", Classic::takes),
        };
        takes.split(", ").filter(|option| !option.is_empty())
    }
}

fn read_random(text: &str) -> Result<Who, WhoError> {
    let mut seed = None;
    for option in options(text) {
        let option = option?;
        match option.name {
            "seed" => seed = Some(option.number()?),
            _ => return Err(option.unknown("random", "seed")),
        }
    }
    Ok(Who::Random { seed })
}

/// The options of the engine and its levels.
const ENGINE_TAKES: &str = "time, depth, nodes, threads, hash, eval, book";

impl EngineWho {
    fn read(who: &str, text: &str) -> Result<EngineWho, WhoError> {
        let mut engine = EngineWho::default();
        let limits = &mut engine.limits;
        for option in options(text) {
            let option = option?;
            match option.name {
                "time" => limits.time = Some(option.time()?),
                "depth" => limits.depth = Some(option.positive()?),
                "nodes" => limits.nodes = Some(option.count()?),
                "threads" => engine.threads = Some(option.positive()? as usize),
                "hash" => engine.hash_mb = Some(option.positive()? as usize),
                "eval" => engine.eval = Some(option.path("the name of a file of weights")?),
                "book" => engine.book = Some(option.on_or_off()?),
                _ => return Err(option.unknown(who, ENGINE_TAKES)),
            }
        }
        Ok(engine)
    }
}

impl External {
    fn read(protocol: Protocol, command: &str) -> Result<Who, WhoError> {
        if command.trim().is_empty() {
            return Err(WhoError::Command(protocol.name()));
        }
        Ok(Who::External(External { protocol, command: command.trim().to_owned() }))
    }
}

fn read_classic(classic: Classic, text: &str) -> Result<ClassicOptions, WhoError> {
    let mut read = ClassicOptions::default();
    for option in options(text) {
        let option = option?;
        if !classic.takes().split(", ").any(|name| name == option.name) {
            return Err(option.unknown(classic.name(), classic.takes()));
        }
        match option.name {
            "time" => read.time = Some(option.time()?),
            "depth" => read.depth = Some(option.positive()?),
            "seed" => read.seed = Some(option.number()?),
            "book" => read.book = option.on_or_off()?,
            "search" => {
                let search = option.one_of(["queue", "alphabeta"], "queue or alphabeta")?;
                read.alphabeta = search == "alphabeta";
            }
            "points" => read.points_file = Some(option.path("the name of a file of points")?),
            "hash" => read.memory = Some((option.megabytes()?) << 20),
            "as" => {
                read.written =
                    option.one_of(["written", "mended"], "written or mended")? == "written";
            }
            _ => return Err(option.unknown(classic.name(), classic.takes())),
        }
    }
    Ok(read)
}

/// One `name=value` of a player's options.
#[derive(Clone, Copy)]
struct NamedValue<'a> {
    name: &'a str,
    value: &'a str,
}

/// The options of a player, joined by commas.
fn options(text: &str) -> impl Iterator<Item = Result<NamedValue<'_>, WhoError>> {
    text.split(',').map(str::trim).filter(|option| !option.is_empty()).map(|option| {
        option
            .split_once('=')
            .map(|(name, value)| NamedValue { name: name.trim(), value: value.trim() })
            .ok_or_else(|| WhoError::NoValue(option.to_owned()))
    })
}

impl<'a> NamedValue<'a> {
    fn time(self) -> Result<Duration, WhoError> {
        Ok(self.value.parse::<Time>()?.0)
    }

    fn number(self) -> Result<u64, WhoError> {
        self.value.parse().map_err(|_| self.wanted("a whole number"))
    }

    fn positive(self) -> Result<u32, WhoError> {
        let number: Option<u32> = self.value.parse().ok();
        number.filter(|&number| number > 0).ok_or_else(|| self.wanted("a whole number from 1"))
    }

    /// A number that may be written `1000000` or `1e6`.
    fn count(self) -> Result<u64, WhoError> {
        let number: Option<f64> = self.value.parse().ok();
        number
            .filter(|number| (1.0..=1e18).contains(number))
            .map(|number| number as u64)
            .ok_or_else(|| self.wanted("a number from 1, such as 1000000 or 1e6"))
    }

    /// A size in megabytes that a machine can have.
    fn megabytes(self) -> Result<usize, WhoError> {
        const WANTED: &str = "a number of megabytes from 1 to 1048576";
        let number = self.positive().map_err(|_| self.wanted(WANTED))?;
        if number <= 1 << 20 { Ok(number as usize) } else { Err(self.wanted(WANTED)) }
    }

    fn path(self, wanted: &'static str) -> Result<PathBuf, WhoError> {
        if self.value.is_empty() {
            return Err(self.wanted(wanted));
        }
        Ok(self.value.into())
    }

    fn on_or_off(self) -> Result<bool, WhoError> {
        Ok(self.one_of(["on", "off"], "on or off")? == "on")
    }

    fn one_of(self, names: [&str; 2], wanted: &'static str) -> Result<&'a str, WhoError> {
        if names.contains(&self.value) { Ok(self.value) } else { Err(self.wanted(wanted)) }
    }

    fn wanted(self, wanted: &'static str) -> WhoError {
        WhoError::Value { option: self.name.to_owned(), value: self.value.to_owned(), wanted }
    }

    fn unknown(self, who: &str, takes: &'static str) -> WhoError {
        WhoError::Option { who: who.to_owned(), option: self.name.to_owned(), takes }
    }
}

/// Displays what can be read again.
impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options: Vec<(&str, String)> = Vec::new();
        let name = match self {
            Who::Human => "human".to_owned(),
            Who::External(External { protocol, command }) => {
                return write!(f, "{}:{command}", protocol.name());
            }
            Who::Random { seed } => {
                options.extend(seed.map(|seed| ("seed", seed.to_string())));
                "random".to_owned()
            }
            Who::Engine(EngineWho { limits, threads, hash_mb, eval, book }) => {
                options.extend(limits.time.map(|time| ("time", Time(time).to_string())));
                options.extend(limits.depth.map(|depth| ("depth", depth.to_string())));
                options.extend(limits.nodes.map(|nodes| ("nodes", nodes.to_string())));
                options.extend(threads.map(|threads| ("threads", threads.to_string())));
                options.extend(hash_mb.map(|hash| ("hash", hash.to_string())));
                let eval = eval.as_ref().map(|path| path.display().to_string());
                options.extend(eval.map(|path| ("eval", path)));
                let on_or_off = |on: bool| if on { "on" } else { "off" }.to_owned();
                options.extend(book.map(|on| ("book", on_or_off(on))));
                limits.level.map_or("engine".to_owned(), |level| format!("level:{level}"))
            }
            Who::Classic(classic, read) => {
                options.extend(read.time.map(|time| ("time", Time(time).to_string())));
                options.extend(read.depth.map(|depth| ("depth", depth.to_string())));
                options.extend(read.seed.map(|seed| ("seed", seed.to_string())));
                options.extend((!read.book).then(|| ("book", "off".to_owned())));
                options.extend(read.alphabeta.then(|| ("search", "alphabeta".to_owned())));
                let points = read.points_file.as_ref().map(|path| path.display().to_string());
                options.extend(points.map(|path| ("points", path)));
                options.extend(read.memory.map(|bytes| ("hash", (bytes >> 20).to_string())));
                options.extend(read.written.then(|| ("as", "written".to_owned())));
                classic.name().to_owned()
            }
        };
        f.write_str(&name)?;
        let mut separator = if name.contains(':') { ',' } else { ':' };
        for (option, value) in options {
            write!(f, "{separator}{option}={value}")?;
            separator = ',';
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_who_of_the_contract_is_read_and_displayed_again() {
        for text in [
            "human",
            "level:1",
            "level:20,threads=2",
            "engine",
            "engine:time=2s,depth=12,nodes=1000000,threads=2,hash=64",
            "level:7,eval=some/other.weights,book=off",
            "engine:book=on",
            "ratio",
            "ratio:time=50ms,seed=3",
            "breadth:search=alphabeta",
            "squares:depth=3",
            "anysize:depth=4",
            "killer:time=5s,book=off",
            "killer:depth=4,as=written",
            "squares:as=written",
            "breadth:points=my/points.txt,hash=512",
            "random:seed=7",
            "gtp:edax -gtp -l 5",
            "nboard:./engine --book=x,y:z",
        ] {
            let who: Who = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(who.to_string(), text);
        }
        assert_eq!("engine:nodes=1e6".parse::<Who>(), "engine:nodes=1000000".parse());
        assert_eq!(" Killer:time=0.05s ".parse::<Who>(), "killer:time=50ms".parse());
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text: &str| text.parse::<Who>().unwrap_err().to_string();
        assert!(error("").contains("level:5"));
        assert!(error("bob").starts_with("`bob` is not a player"));
        assert_eq!(error("level:0"), "`0` is not a level: levels are 1 to 20");
        assert_eq!(error("level"), "`` is not a level: levels are 1 to 20");
        assert_eq!(
            error("ratio:book=off"),
            "ratio has no option `book`: it takes time, depth, seed, as"
        );
        assert_eq!(error("human:x=1"), "human has no option `x`: it takes no options");
        assert_eq!(error("killer:book=maybe"), "book=maybe: write on or off");
        assert_eq!(error("killer:as=meant"), "as=meant: write written or mended");
        assert_eq!(error("killer:book"), "`book` has no value: an option is written name=value");
        assert_eq!(error("engine:depth=0"), "depth=0: write a whole number from 1");
        assert_eq!(error("engine:eval="), "eval=: write the name of a file of weights");
        assert!(error("engine:nodes=-1").contains("1e6"));
        assert!(error("engine:time=soon").contains("`soon` is not a time"));
        assert!(error("gtp:").contains("needs the command"));
    }
}
