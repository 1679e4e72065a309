//! `--fleet` and what belongs to it: the options of every command whose work many machines can do.

use std::path::PathBuf;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use obverse_engine::Options;
use obverse_jobs::{Digest, Pool, Stop};

use crate::engine_args::EngineArgs;
use crate::job_engine::{Wanted, WeightsFile};

/// What a build without the fleet answers.
#[cfg(not(feature = "fleet"))]
pub(crate) const MISSING: &str = "this program was built without the feature `fleet`: \
     `cargo install --features fleet` makes one with it, and so are the released packages";

/// Who does the work.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Many machines")]
#[cfg_attr(
    not(feature = "fleet"),
    allow(dead_code, reason = "this build only says what is missing")
)]
pub(crate) struct FleetArgs {
    /// Have it done by the workers of this NATS server; `obverse work URL` starts one
    #[arg(long, value_name = "URL")]
    fleet: Option<String>,
    /// Credentials for that server: a .creds file of NATS, an nkey's seed, or a line
    /// `user:password`
    #[arg(long, value_name = "FILE", requires = "fleet")]
    fleet_creds: Option<PathBuf>,
    /// Have one part of the work in N done by two workers, and compare
    #[arg(long, value_name = "N", requires = "fleet", value_parser = clap::value_parser!(u32).range(1..))]
    verify: Option<u32>,
}

impl FleetArgs {
    /// A bar for work that a fleet does. The prefix says who works.
    pub(crate) const BAR: &str =
        "{bar:20} {pos}/{len} {elapsed}, {per_sec} ({eta} left)  {prefix}{wide_msg}";

    pub(crate) fn is_asked_for(&self) -> bool {
        self.fleet.is_some()
    }

    /// The engine of every job, and the weights file that travels with them. The threads are here
    /// those of the machine, elsewhere one, unless a number is given.
    pub(crate) fn wanted(
        &self,
        given: &EngineArgs,
        here: &Options,
    ) -> Result<(Wanted, Option<WeightsFile>)> {
        let file = match &given.eval {
            None => None,
            Some(path) => {
                let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
                Some((Digest::of([&bytes[..]]), bytes.into()))
            }
        };
        let elsewhere = given.threads.unwrap_or(1);
        let wanted = Wanted {
            threads: if self.is_asked_for() { elsewhere } else { here.threads },
            hash_mb: here.hash_mb,
            weights: file.as_ref().map(|(digest, _): &WeightsFile| digest.to_string()),
        };
        Ok((wanted, file))
    }

    /// The fleet's pool. What it has to say goes to the bar, or to standard error.
    #[cfg(feature = "fleet")]
    pub(crate) fn pool(&self, what: &str, bar: &ProgressBar) -> Result<Box<dyn Pool>> {
        let url = self.fleet.clone().unwrap_or_default();
        let server = obverse_fleet::Server { url, credentials: self.fleet_creds.clone() };
        let tell = crate::fleet::teller(bar.clone());
        let settings = obverse_fleet::Settings::default();
        let build = crate::fleet::BUILD;
        let pool = obverse_fleet::FleetPool::connect(&server, settings, build, what, tell)?;
        Ok(Box::new(pool.verifying(self.verify.map(|every| every as usize))))
    }

    #[cfg(not(feature = "fleet"))]
    #[expect(clippy::unused_self, reason = "with the feature it is used")]
    pub(crate) fn pool(&self, _what: &str, _bar: &ProgressBar) -> Result<Box<dyn Pool>> {
        anyhow::bail!(MISSING)
    }

    /// After Ctrl-C: where the work is now.
    pub(crate) fn tell_of_interruption(&self, stop: &Stop) {
        if self.is_asked_for() && stop.is_raised() {
            eprintln!(
                "obverse: interrupted; what was handed out goes on: the same command comes back to \
                 it, and `obverse fleet cancel` ends it; `obverse fleet status` has its name"
            );
        }
    }
}
