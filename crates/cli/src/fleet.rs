//! `obverse fleet`: what the fleet does, and ending it.

#[cfg(feature = "fleet")]
mod shown;

use std::path::PathBuf;

/// The build: workers take work of their own only.
#[cfg(feature = "fleet")]
pub(crate) const BUILD: &str = env!("OBVERSE_BUILD");

/// See and end what a fleet of machines does
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse fleet status nats://host:4222
  obverse fleet watch nats://host:4222
  obverse fleet cancel nats://host:4222 3f2a

Work comes from `--fleet URL` of other commands and is done by `obverse work URL`: docs/fleet.md.")]
#[cfg_attr(
    not(feature = "fleet"),
    allow(dead_code, reason = "this build only says what is missing")
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
#[cfg_attr(
    not(feature = "fleet"),
    allow(dead_code, reason = "this build only says what is missing")
)]
enum Command {
    /// Show batches and workers
    Status {
        #[command(flatten)]
        server: ServerArgs,
        /// Print JSON: a line a batch, and a line a worker
        #[arg(long)]
        json: bool,
    },
    /// Show them again and again, until Ctrl-C
    Watch {
        #[command(flatten)]
        server: ServerArgs,
        /// Print JSON: a line a batch, and a line a worker
        #[arg(long)]
        json: bool,
    },
    /// End a batch; what is done of it is kept for a week
    Cancel {
        #[command(flatten)]
        server: ServerArgs,
        /// The batch, or enough of its beginning
        batch: String,
    },
}

/// Which server.
#[derive(Clone, Debug, clap::Args)]
#[cfg_attr(
    not(feature = "fleet"),
    allow(dead_code, reason = "this build only says what is missing")
)]
pub(crate) struct ServerArgs {
    /// The NATS server: `nats://host:4222`, `tls://host`, or several with commas
    url: String,
    /// Credentials: a .creds file of NATS, an nkey's seed, or a line `user:password`
    #[arg(long, value_name = "FILE")]
    fleet_creds: Option<PathBuf>,
}

#[cfg(not(feature = "fleet"))]
pub(crate) fn run(_args: &Args) -> anyhow::Result<crate::Answer> {
    anyhow::bail!(crate::fleet_args::MISSING)
}

#[cfg(feature = "fleet")]
pub(crate) use with_fleet::{run, teller};

#[cfg(feature = "fleet")]
mod with_fleet {
    use std::io::{IsTerminal, Write};
    use std::sync::Arc;
    use std::time::Duration;

    use anyhow::Result;
    use indicatif::ProgressBar;
    use obverse_fleet::{Notice, Server, Settings, Tell};
    use obverse_jobs::Stop;

    use super::{Args, Command, ServerArgs, shown};
    use crate::{Answer, interrupt};

    /// How often the fleet is looked at.
    const PAUSE: Duration = Duration::from_secs(2);

    impl ServerArgs {
        pub(crate) fn server(&self) -> Server {
            Server { url: self.url.clone(), credentials: self.fleet_creds.clone() }
        }
    }

    pub(crate) fn run(args: &Args) -> Result<Answer> {
        match &args.command {
            Command::Status { server, json } => look(server, *json, None),
            Command::Watch { server, json } => look(server, *json, Some(PAUSE)),
            Command::Cancel { server, batch } => {
                let settings = Settings::default();
                let tell = teller(ProgressBar::hidden());
                let id = obverse_fleet::cancel(&server.server(), &settings, &tell, batch)?;
                writeln!(std::io::stdout(), "the batch {id} is cancelled")?;
                Ok(Answer::Done)
            }
        }
    }

    /// Shows the fleet once, or again and again.
    fn look(server: &ServerArgs, json: bool, pause: Option<Duration>) -> Result<Answer> {
        let stop = Stop::default();
        interrupt::on_first({
            let stop = stop.clone();
            move || stop.raise()
        })?;
        let clears = pause.is_some() && !json && std::io::stdout().is_terminal();
        let mut failure = None;
        obverse_fleet::overview(
            &server.server(),
            &Settings::default(),
            &teller(ProgressBar::hidden()),
            &stop,
            &mut |overview| {
                let text = if json { shown::json(&overview) } else { shown::table(&overview) };
                let clear = if clears { "\x1b[H\x1b[2J" } else { "" };
                let mut out = std::io::stdout().lock();
                match write!(out, "{clear}{text}").and_then(|()| out.flush()) {
                    Ok(()) => pause,
                    Err(error) => {
                        failure = Some(error);
                        None
                    }
                }
            },
        )?;
        match failure {
            Some(error) => Err(error.into()),
            None => Ok(Answer::Done),
        }
    }

    /// Puts what the fleet has to say on the bar, or on standard error.
    pub(crate) fn teller(bar: ProgressBar) -> Tell {
        Arc::new(move |notice| match notice {
            Notice::State(state) => bar.set_prefix(shown::state(&state, bar.position())),
            notice => bar.suspend(|| eprintln!("obverse: {notice}")),
        })
    }
}
