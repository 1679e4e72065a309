//! A process between us and an engine, so that the engine never outlives us.
//!
//! If we are killed we can't end our children, and a child that hangs does not see that its
//! input has ended. So the engine is started by a guard, which is our own program: it hands our
//! input on to the engine, and where that ends (because we closed it, or because we are no more)
//! and the engine does not end too, it kills the engine and all that the engine has started. The
//! engine's output goes to us directly.

use std::ffi::OsString;
use std::io;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// How long an engine may take to end by itself when its input ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// How a guard ends whose command could not be started, as shells do. The last line that it
/// writes to standard error says why.
pub const NOT_STARTED: i32 = 127;

/// Runs a command and hands standard input on to it, until it ends; its exit code. Where the
/// input ends first the command has a moment to end, too.
pub fn guard(command: &[OsString]) -> io::Result<i32> {
    let (program, arguments) =
        command.split_first().ok_or_else(|| io::Error::other("there is no command to guard"))?;
    let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).spawn()?;
    let input = child.stdin.take();
    let id = child.id();
    thread::spawn(move || {
        if let Some(mut input) = input {
            // However it ends, by our end or by the child's: what follows is the same.
            let _ = io::copy(&mut io::stdin().lock(), &mut input);
        }
        thread::sleep(FAREWELL);
        end(id);
    });
    Ok(child.wait()?.code().unwrap_or(1))
}

/// Ends the process group that we share with the child, if it is ours alone, or else the child.
#[cfg(unix)]
fn end(child: u32) {
    use rustix::process::{Pid, Signal, getpgrp, getpid, kill_process, kill_process_group};
    let killed = if getpgrp() == getpid() {
        kill_process_group(getpid(), Signal::KILL)
    } else {
        Pid::from_raw(child as i32).map_or(Ok(()), |child| kill_process(child, Signal::KILL))
    };
    if let Err(error) = killed {
        eprintln!("obverse: the engine could not be ended: {error}");
    }
}

/// Without process groups the child sees the end of its input, and nothing more can be done.
#[cfg(not(unix))]
fn end(_child: u32) {}
