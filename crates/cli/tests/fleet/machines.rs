//! A server and workers, as processes of their own.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A process that ends with its test.
pub(crate) struct Process(pub(crate) Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server in a folder of its own, and its address.
pub(crate) fn server(folder: &Path) -> (Process, String) {
    let (process, port) = launch(folder, "");
    (process, format!("nats://127.0.0.1:{port}"))
}

/// A server with more lines in its configuration, and its port.
pub(crate) fn launch(folder: &Path, lines: &str) -> (Process, u16) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    std::fs::create_dir_all(folder).unwrap();
    let config = folder.join("nats.conf");
    let store = folder.join("streams");
    let text = format!(
        "listen: 127.0.0.1:{port}\njetstream {{ store_dir: \"{}\" }}\n{lines}\n",
        store.display()
    );
    std::fs::write(&config, text).unwrap();
    // Debian has it in a folder that is in few users' path.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let program = folders.map(|folder| folder.join("nats-server")).find(|file| file.is_file());
    let child = Command::new(program.expect("apt-get install nats-server"))
        .arg("-c")
        .arg(&config)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        sleep(Duration::from_millis(20));
    }
    (Process(child), port)
}

pub(crate) fn worker(url: &str) -> Process {
    worker_with(url, &[])
}

/// A worker with more arguments.
pub(crate) fn worker_with(url: &str, more: &[&str]) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_obverse"));
    command.args(["work", url, "--threads", "1", "--silence", "2s", "--name", "tester"]);
    Process(command.args(more).stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}
