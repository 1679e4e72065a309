//! `obverse work`: this machine does the work of a fleet.

use anyhow::Result;

use crate::fleet::ServerArgs;
use crate::{Answer, input};

/// Do the work that `--fleet` of other commands hands out
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse work nats://host:4222
  obverse work tls://host --fleet-creds worker.creds --threads 8
  obverse work nats://host:4222 --allow 'edax -gtp'

It works until Ctrl-C, which gives back what is under way; a second one ends it at once. A worker \
takes work of its own build only. docs/fleet.md has more.")]
#[cfg_attr(
    not(feature = "fleet"),
    allow(dead_code, reason = "this build only says what is missing")
)]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// Jobs at the same time; by default one a core
    #[arg(long, value_parser = input::thread_count)]
    threads: Option<usize>,
    /// Let matches use this program or file, written as in the match: `edax -gtp`; several times
    /// for several
    #[arg(long, value_name = "CMD")]
    allow: Vec<String>,
    /// The name that others see; by default the machine's
    #[arg(long)]
    name: Option<String>,
    /// After so long without a sign of life, a worker's jobs go to another; the same for all workers
    #[arg(long, default_value = "30s", value_name = "TIME")]
    silence: obverse_players::Time,
}

/// Work that needs some of these is looked for in every combination.
#[cfg(feature = "fleet")]
const MOST_ALLOWED: usize = 4;

/// A shorter silence is nothing unusual on a busy machine.
#[cfg(feature = "fleet")]
const LEAST_SILENCE: std::time::Duration = std::time::Duration::from_secs(1);

#[cfg(not(feature = "fleet"))]
pub(crate) fn run(_args: &Args) -> Result<Answer> {
    anyhow::bail!(crate::fleet_args::MISSING)
}

#[cfg(feature = "fleet")]
pub(crate) fn run(args: &Args) -> Result<Answer> {
    use std::sync::Arc;

    use indicatif::ProgressBar;
    use obverse_fleet::{Settings, WorkerName};
    use obverse_jobs::Stop;

    let stop = Stop::default();
    crate::interrupt::on_first({
        let stop = stop.clone();
        move || stop.raise()
    })?;
    anyhow::ensure!(args.allow.len() <= MOST_ALLOWED, "--allow can be given {MOST_ALLOWED} times");
    let who = WorkerName {
        name: args.name.clone().unwrap_or_else(kinds::machine),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        build: crate::fleet::BUILD.to_owned(),
        allow: args.allow.clone(),
        threads: input::threads(args.threads),
    };
    anyhow::ensure!(
        args.silence.0 >= LEAST_SILENCE,
        "--silence: a worker can't show every {} that it is there; one second is the least",
        args.silence
    );
    let settings = Settings { silence: args.silence.0, ..Settings::default() };
    let kinds = Arc::new(kinds::Ours::new(input::tier()?, args.allow.clone()));
    let tell = crate::fleet::teller(ProgressBar::hidden());
    obverse_fleet::work(&args.server.server(), &settings, &who, kinds, &stop, &tell)?;
    Ok(Answer::Done)
}

#[cfg(feature = "fleet")]
mod kinds {
    use std::collections::HashMap;
    use std::sync::{Arc, Mutex, PoisonError};

    use obverse_arena::Visitor;
    use obverse_engine::{Options, Progress, Weights};
    use obverse_fleet::{Files, Kinds};
    use obverse_jobs::Worker;
    use obverse_rules::Tier;
    #[cfg(feature = "train")]
    use obverse_trainer::handed_out;

    use crate::job_engine::{FindWeights, JobEngine};
    use crate::match_::guests::Guests;
    use crate::review::{self, job::Reviewer};
    use crate::solve::job::{self, Solver};

    /// The kinds of job that this program does for others.
    pub(super) struct Ours {
        tier: Tier,
        /// The programs and files that players of matches may use.
        allow: Vec<String>,
        /// Weights that were fetched, by their digest.
        weights: Arc<Mutex<HashMap<String, Arc<Weights>>>>,
    }

    /// More weights than this are not kept: a worker may run for years.
    const MOST_WEIGHTS: usize = 4;

    impl Ours {
        pub(super) fn new(tier: Tier, allow: Vec<String>) -> Ours {
            Ours { tier, allow, weights: Arc::default() }
        }

        /// Fetches weights once, however many threads want them.
        fn find_weights(&self, files: &Files) -> Box<FindWeights> {
            let (files, known) = (files.clone(), Arc::clone(&self.weights));
            Box::new(move |digest| {
                // Whoever panicked here left what was there before.
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(weights) = known.get(digest) {
                    return Ok(Arc::clone(weights));
                }
                let weights = Weights::from_bytes(&files.get(digest)?);
                let weights = Arc::new(weights.map_err(|error| error.to_string())?);
                if known.len() >= MOST_WEIGHTS {
                    known.clear();
                }
                known.insert(digest.to_owned(), Arc::clone(&weights));
                Ok(weights)
            })
        }
    }

    impl Kinds for Ours {
        fn worker(&self, kind: &str, files: &Files) -> Result<Box<dyn Worker>, String> {
            let options = Options { tier: self.tier, ..Options::default() };
            let weights = self.find_weights(files);
            match kind {
                job::KIND => {
                    let engine = JobEngine::new(options, weights);
                    Ok(Box::new(Solver::new(engine, |_: &Progress<'_>| {})))
                }
                review::job::KIND => {
                    let engine = JobEngine::new(options, weights);
                    Ok(Box::new(Reviewer::new(engine)))
                }
                obverse_arena::KIND => {
                    let (tier, allow) = (self.tier, self.allow.clone());
                    Ok(Box::new(Visitor::new(Box::new(Guests { tier, weights, allow }))))
                }
                #[cfg(feature = "train")]
                kind if handed_out::KINDS.contains(&kind) => {
                    Ok(Box::new(handed_out::Hand::new(self.tier, weights)))
                }
                _ => Err(format!("this worker knows no `{kind}`")),
            }
        }
    }

    /// The name of the machine.
    pub(super) fn machine() -> String {
        let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
        kernel
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .or_else(|| std::env::var("HOSTNAME").ok())
            .or_else(|| std::env::var("COMPUTERNAME").ok())
            .unwrap_or_else(|| "a machine".to_owned())
    }
}
