//! A terminal to test in: tmux on a socket of its own, with a command in a shell.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long anything may take before it counts as lost.
const PATIENCE: Duration = Duration::from_mins(2);

static TERMINALS: AtomicUsize = AtomicUsize::new(0);

/// Whether there is tmux; says so if there is not.
pub(crate) fn available() -> bool {
    let found = Command::new("tmux").arg("-V").output().is_ok_and(|it| it.status.success());
    if !found {
        println!("skipped: tmux is not installed");
    }
    found
}

/// A terminal.
pub(crate) struct Terminal {
    name: String,
    folder: TempDir,
    size: (u16, u16),
    variables: Vec<(String, String)>,
    runs: usize,
}

impl Terminal {
    /// A terminal of this size, with an empty state folder.
    pub(crate) fn new(width: u16, height: u16) -> Terminal {
        let number = TERMINALS.fetch_add(1, Ordering::Relaxed);
        let folder = TempDir::new().unwrap();
        let state = folder.path().to_str().unwrap().to_owned();
        let mut terminal = Terminal {
            name: format!("obverse-test-{}-{number}", std::process::id()),
            folder,
            size: (width, height),
            variables: vec![],
            runs: 0,
        };
        let usual =
            [("XDG_STATE_HOME", state.as_str()), ("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")];
        for (name, value) in usual {
            terminal.set(name, value);
        }
        terminal
    }

    /// A folder that is there as long as the terminal is.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Sets an environment variable for the runs to come.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    /// Runs a command; when it ends, the shell says how and what state the terminal is in.
    pub(crate) fn run(&mut self, command: &str) {
        let variables: Vec<String> =
            self.variables.iter().map(|(name, value)| format!("{name}='{value}'")).collect();
        let variables = variables.join(" ");
        let pid = self.folder().join("pid");
        let pid = pid.display();
        // The inner shell writes its process id down and becomes the command.
        let script = format!(
            "unset COLORTERM NO_COLOR; export {variables}; \
             sh -c 'echo $$ > {pid}; exec {command}'; \
             echo exit $?; stty -a | grep -ow -e '-*icanon' -e '-*echo' | tr '\\n' ' '; sleep 600"
        );
        let (width, height) = (self.size.0.to_string(), self.size.1.to_string());
        self.end();
        // A socket of its own for every run: a server that is ending takes no new session.
        self.runs += 1;
        let output = self.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &width,
            "-y",
            &height,
            &script,
        ]);
        assert!(output.status.success(), "{output:?}");
        self.tmux(&["set", "-g", "status", "off"]);
        self.resize(self.size.0, self.size.1);
    }

    /// Types text and presses keys by tmux's names for them.
    pub(crate) fn keys(&self, keys: &[&str]) {
        const NAMED: [&str; 14] = [
            "Enter", "Tab", "Escape", "BSpace", "C-c", "C-u", "PPage", "NPage", "Up", "Down",
            "Left", "Right", "Home", "End",
        ];
        for key in keys {
            // To tmux, f5 would be a function key.
            if NAMED.contains(key) {
                self.tmux(&["send-keys", key]);
            } else {
                self.tmux(&["send-keys", "-l", key]);
            }
        }
    }

    /// Pastes text, as a terminal does that says where a paste begins and ends.
    pub(crate) fn paste(&self, text: &str) {
        self.tmux(&["set-buffer", "--", text]);
        self.tmux(&["paste-buffer", "-p"]);
    }

    /// Clicks on a cell, counted from 1.
    pub(crate) fn click(&self, column: u16, row: u16) {
        for end in ['M', 'm'] {
            self.tmux(&["send-keys", "-l", &format!("\u{1b}[<0;{column};{row}{end}")]);
        }
    }

    /// Gives the terminal another size.
    pub(crate) fn resize(&self, width: u16, height: u16) {
        let (width, height) = (width.to_string(), height.to_string());
        self.tmux(&["resize-window", "-x", &width, "-y", &height]);
    }

    /// Sends the command a signal, by its process id.
    pub(crate) fn kill(&self, signal: &str) {
        let pid = std::fs::read_to_string(self.folder().join("pid")).unwrap();
        let status = Command::new("kill").args(["-s", signal, pid.trim()]).status().unwrap();
        assert!(status.success());
    }

    /// What is on the screen.
    pub(crate) fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// What is on the screen, with colours.
    pub(crate) fn styled_screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-e", "-p"]).stdout).into_owned()
    }

    /// Waits until the screen shows the text.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the command has ended and the shell has said everything.
    pub(crate) fn wait_for_end(&self) -> String {
        self.wait_for("icanon")
    }

    /// Waits until the screen is as wanted, twice in a row: what tmux shows may be a frame of which
    /// only the upper half has arrived.
    pub(crate) fn wait_until(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        let mut was_wanted = false;
        loop {
            let screen = self.screen();
            let is_wanted = wanted(&screen);
            if is_wanted && was_wanted {
                return screen;
            }
            was_wanted = is_wanted;
            assert!(begun.elapsed() < PATIENCE, "waited for {what}; the screen is\n{screen}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let socket = format!("{}-{}", self.name, self.runs);
        Command::new("tmux").args(["-u", "-L", &socket]).args(arguments).output().unwrap()
    }

    /// Ends the server on this run's socket, and what runs in it.
    fn end(&self) {
        self.tmux(&["kill-server"]);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.end();
    }
}
