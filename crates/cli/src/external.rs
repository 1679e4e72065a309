//! Engines of others: how the program starts them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use obverse_players::Connect;
use obverse_protocols::client::{self, ClientSettings, ExternalPlayer, Launcher};

/// The command by which this program guards an external engine.
pub(crate) const GUARD: &str = "__guard";

/// Runs a command and ends it when our input ends: see `obverse_protocols::client::guard`
#[derive(Debug, clap::Args)]
pub(crate) struct GuardArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    command: Vec<OsString>,
}

pub(crate) fn guard(args: &GuardArgs) -> ! {
    let code = client::guard(&args.command).unwrap_or_else(|error| {
        eprintln!("{error}");
        client::NOT_STARTED
    });
    // The exit code is the command's, whatever it means.
    std::process::exit(code)
}

/// Starts external engines, each under a guard that is this program itself.
pub(crate) fn connect(mut settings: ClientSettings) -> Connect {
    let guard = own_program().map(|path| (path, vec![GUARD.to_owned()]));
    settings.launcher = Launcher { guard };
    Arc::new(move |external| {
        ExternalPlayer::start(external, settings.clone()).map(|player| Box::new(player) as _)
    })
}

/// This program's file. On Linux the running one, even if its file has been replaced meanwhile.
fn own_program() -> Option<PathBuf> {
    let running = Path::new("/proc/self/exe");
    if running.exists() { Some(running.to_owned()) } else { std::env::current_exe().ok() }
}
