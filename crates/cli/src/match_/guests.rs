//! The players of matches that other machines hand out, made on a worker.

use std::time::Duration;

use obverse_arena::{Entrant, Host};
use obverse_engine::Options;
use obverse_players::{Maker, Who};
use obverse_protocols::client::ClientSettings;
use obverse_rules::Tier;
use serde::Deserialize;
use serde_json::Value;

use super::elsewhere::{Player, need};
use super::entrant;
use crate::external;
use crate::job_engine::{FindWeights, Wanted};

/// Makes players for the games of others, on a worker.
pub(crate) struct Guests {
    pub(crate) tier: Tier,
    pub(crate) weights: Box<FindWeights>,
    /// The commands and files that players may use.
    pub(crate) allow: Vec<String>,
}

impl Guests {
    fn options(&self, form: &Wanted) -> Result<Options, String> {
        form.check()?;
        let (threads, hash_mb, tier) = (form.threads, form.hash_mb, self.tier);
        let mut options = Options { threads, hash_mb, tier, ..Options::default() };
        if let Some(digest) = &form.weights {
            options.weights = Some((self.weights)(digest)?);
        }
        Ok(options)
    }

    /// Whether a player uses nothing of this machine that he may not.
    fn admit(&self, who: &Who) -> Result<(), String> {
        if let Who::Engine(engine) = who {
            if engine.eval.is_some() {
                return Err("weights travel with the games, not as the path of a file".to_owned());
            }
            let (threads, hash_mb) = (engine.threads.unwrap_or(1), engine.hash_mb.unwrap_or(1));
            Wanted { threads, hash_mb, weights: None }.check()?;
        }
        match need(who) {
            Some(need) if !self.allow.contains(&need) => {
                Err(format!("this worker may not use `{need}`: start it with --allow '{need}'"))
            }
            _ => Ok(()),
        }
    }
}

impl Host for Guests {
    fn entrant(&self, name: &str, how: &Value) -> Result<Entrant, String> {
        let player = Player::deserialize(how).map_err(|error| error.to_string())?;
        let who: Who = player.who.parse().map_err(|error| format!("{error}"))?;
        if who == Who::Human {
            return Err("a person can't take part".to_owned());
        }
        self.admit(&who)?;
        let settings = ClientSettings {
            longest_move: Duration::from_millis(player.patience),
            depth: player.depth,
            ..ClientSettings::default()
        };
        let maker = Maker {
            engine: Options { book: None, ..self.options(&player.engine)? },
            seed: Some(player.seed),
            connect: Some(external::connect(settings)),
            ..Maker::default()
        };
        Ok(entrant(name.to_owned(), who, maker))
    }

    fn solver(&self, how: &Value) -> Result<Options, String> {
        let form = Wanted::deserialize(how).map_err(|error| error.to_string())?;
        self.options(&form)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn guests(allow: &[&str]) -> Guests {
        let weights = Box::new(|_: &str| Err("there are none".to_owned()));
        let allow = allow.iter().map(|&it| it.to_owned()).collect();
        Guests { tier: Tier::detect(), weights, allow }
    }

    fn ask(guests: &Guests, who: &str) -> Result<(), String> {
        let how = json!({
            "who": who, "seed": 1, "threads": 1, "hash_mb": 1, "patience": 1, "depth": null,
        });
        guests.entrant("a name", &how).map(|_| ())
    }

    #[test]
    fn a_message_starts_no_program_and_opens_no_file() {
        let strict = guests(&[]);
        for who in [
            "gtp:sh -c true",
            "nboard:true",
            "breadth:points=/etc/passwd",
            "engine:eval=/etc/passwd",
            "level:3,eval=other.weights",
            "human",
            "engine:threads=100000",
            "engine:hash=99999999",
            "nobody",
        ] {
            assert!(ask(&strict, who).is_err(), "{who}");
        }
        for who in ["random", "level:3", "engine:depth=4,hash=2", "killer:book=off"] {
            assert_eq!(ask(&strict, who), Ok(()), "{who}");
        }
        let told = guests(&["sh -c true"]);
        assert_eq!(ask(&told, "gtp:sh -c true"), Ok(()));
        let refused = ask(&told, "gtp:sh -c false").unwrap_err();
        assert!(refused.contains("--allow 'sh -c false'"), "{refused}");
        assert!(ask(&told, "engine:eval=sh -c true").is_err());
    }
}
